"""What people write in channels to each other: made here, in the manner of real ones.

Patterns filled in by turns, so that the corpus is the same every time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice, product

NAMES = "anna ben cara dave eve frank gina".split()
GAMES = "chess tetris wordle catan halo bridge rummy poker whist go".split()
TENDERS = "lol haha nice wow hmm ok yeah nope true same idk brb gg gl hf wp oof ugh yay meh".split()
EMOJI = "😂 👍 🎉 😅 ❤️ 🔥 😭 🙃 🤔 👀 💀 🫡".split()
NUMBERS = [str(n) for n in range(1, 41)]
SUITS = "shdc"
RANKS = "a 2 3 4 5 6 7 8 9 10 t j q k".split()
WORDS = "as ah ad ac th ts td".split()

SAID = """\
good morning all
how is everybody doing
that was close!
what a game
I have 3 of them
no way, 7
see you at 3
see you at 3 30
let's go up
up for another round?
who deals?
whose turn is it
your turn
my turn?
help me
can anybody help me with this
redeal?
deal?
deal or no deal
big deal
no deal
Deal!
deal!!
it's a deal
deal me in
deal with it
good deal
Kings
kings!
kings?
queens
Queens!
jacks
knaves
aces
aces!
Aces high
tens
sevens
sevens!
eights?
deuces
two pairs
three kings
full house, kings over tens
I need a king
king me
the king is dead
the queen is mad
queen of hearts?
ace of spades!
ace of spades is a great song
Jack of all trades
jack and jill
hearts or spades?
clubs are better than diamonds
diamonds are forever
my heart
Ah!
ah...
ah
ah ah
Ah, I see
ah ok
ah yes
as?
as if
as you like
ad
ads
ad hoc
ac
ac dc
th
4th
5 th
d?
d??
D:
:D
;D
;d
=D
xD
XD
:-D
D;
dd
3 4?
9 f?
2 to 1
7 up
7-up
7up
9 to 5
working 9 to 5
5 to 12
quarter to 7
odds are 3 to 1
10 to 1 he loses
24/7
50/50
9/11
1/2
3/4
3-0
3 - 0
2:1
2 : 1
1-1
4-4-2
0-0 so far
it was 6-4, 6-3
6-4 6-3 7-5
3:30
12:45
7pm
7 pm
at 8
at 8 or 9
between 5 and 7
10 or 11
5 or 6
1, 2, 3
1 2 3 4
3, 2, 1
3 2 1 go
5 4 3 2 1
one two three
7 8 9
why was 6 afraid of 7? because 7 8 9
7 is better
8 is better
5 is enough
4 more
3 left
2 down, 1 to go
1 down
10 points
10/10
9 out of 10
100%
5%
$5
$ 5
5 $
5€
5 bucks
£3
3 for 2
2 for 1
4 by 4
4x4
4 x 4
2x
x2
+1
-1
+ 1
1+1
2 + 2
2+2=4
5 > 3
3 < 5
2 -> lol
a b c
abc
a
b?
c4
c 4 yourself
h
w
W
f
F
up
home
home?
home at 7
go home
no
yes
7
7?
7!
10
10!
i am 12
she is 7
he turned 9
18 f here
5 ft 3
6 ft 2
5 foot 9
72 f today
20 c outside
30 degrees
4h
4 h
5 h
in 5h
2h
3h ago
24h
8h left
10h
3d
2d
3d movie
3d printer
2d or 3d?
7d
5d
2s
5s
10s
3c
7c
2d 4h
1d 3h
2d 5h left
3h 20m
5h 3m
4 d
4 s
5 s
6 h
1 h
e4
e4 e5
d4 d5
e4!
c4
nf3
Nf3 Nc6
Qh5
qd5
Qxf7#
Kf1
king to e2
queen to h5
rook a1
bishop takes c4
castle king side
knight f3
pawn to d4
d4 nf6 c4 e6
1. e4 e5
1. d4
1. d
2) d
b4 and after
l8r
gr8
m8
b8
f1
F1 this weekend?
watching f1
f2p
p2p
h2o
u2
r2 d2
r2d2
c3po
mp3
mp4
ps5
k9
w8
w8 4 me
h8 that
h8
4 u
4 me
2 u
b 4
r u ok
y tho
K
k
kk
ok
o k
j
jk
js
ts
tc
kd
kd of 2
qs
qc
idc
s
S
x
x x
xx
xo
o/
o7
\\o/
<3
3>
</3
^^
^_^
-_-
T_T
t_t
:3
:7
8)
8-)
B)
> 7h 8s
> d
>> d
> 3 5
~~d~~
~~7h 8s~~
https://example.org/d
https://example.org/3/5
3.5
4.7
1.5 h
7.
7..
7...
d...
d: done
a: yes
q: why
A. yes
d) none of these
c) all of them
fill me in
fill it up
fill?
play?
play again?
want to play
play a game
play 2 games
play some more
move on
move!
move it
move along
pair up
pair of kings
pair programming
swap?
swap seats with me
swap 2 for 3 lol
match?
match point
match day 3
exchange rates
finish him
finish it
board games
bored
hint hint
hint?
rules are rules
rules?
restart your router
restart it
undo it
undo that pls
undo?
redo that
see you
see 7 of us
see above
stop it
stop
stop!
start
start now
help
help!
resume work
text me
games are fun
history repeats
more
more!
more please
vote for me
mode
look
8h or 9h
3 * 5
3 * 4 * 5
d = 3
d = 7
d = 3, 4
d and d
d & d
D&D
D-
D+
d-
!d
!deal
!play 3 5
.d
.deal
/d
$deal
[d]
(d)
{d}
"d"
'd'
d then 4
d, 4
k ❤️
K ❤️
❤️ k
k❤️
10 ❤️
7 🍀
🍀 7
5 🔶
k 🖤
q ♥️
5 ♥
take the w
take the W
3️⃣ 2️⃣ 1️⃣
3 2 1
thanks, d
ok, ok
nice 7 of hearts
that queen of spades again
ten of hearts next
love that 9 of diamonds
7 on 8
red on black
take the queen
play the king!
move the 8 over
lay it down
ace first
deuce of clubs lol
king home
two and three
five or six more
3 and 4
match at 7
6 4 6 3
15 love
0 1 down
down to 5
5 to 7
4 to 6 weeks
5 from 12
a to b
w to win
F for anna
f f
w w w
huge W
L + ratio
d tier at best
c grade
team a
block c
3c please
gate 3a
2nd
10th
4th of july
the 4th
the 5 to downtown
take a break
get the 3
send 5 to anna
lay low
put 20 on the queen
swap 3 for 5?
exchange 5 for euros
play b
play on
fill in the gaps
fill up
deal damage
ok deal
deal 10 damage to the boss
e2e4
a7 a8=q
O-O-O
Qh4 mate
a4
d4
1. d4 d5 2. c4
knight to f3
queen to a7
rook to h8
bishop h6
$3 to $5
5 euro
3 pounds
10 c
10 d
2k
1.5k
4,50 €
5,6,7,8
10,9,8,7
3 h
7H
9h shift
5h 30m
2h, 3h
5d 2h
5s 4s 3s
5c outside
as up
my kd is 2
da
at 7 or 8
7.30 uhr
viertel nach 3
5 von 7 richtig
3 zu 0
as ist stark
pik as
die dame muss weg
könig
geben
hilfe
alles klar
vers 5h
8h à 9h
rdv à 8h
as de pique
le roi
dix
3 à 0
d acc
as tu fini
ah bon
son las 7
de 5 a 7
de 7 a 8
la reina
ya
alle 8 di sera
asso di cuori
ok dai
om 7 uur
harten vrouw
od 3 do 5
dama
7時
七
3へ
３対４
७ बजे
3 до 5
король
3/10
3 + 5
3+4
3 > 4
a -> b
f -> x
home -> work
^ this
v 2
b2b
d2
a2
s2 e5?
f2
f12
h2
x 2
u1
q3
t2
1v1 me
5v5
2 on 2
5 on 4 power play
5 into 10
3 under
i got 4 5
d20
hp 7 ac 12
level 3 4
p 7
# 7
/play
-deal
`code`
```
d, e, f
C+
B-
d :)
d/
d:
<:pog:123456789012345678>
<@123456789012345678> 7 8
<#123456789012345678>
:regional_indicator_d:
🇦🇸
7️⃣8️⃣
♠️
❤️ 7
7 ❤️
k ♥
🃏
k 🍀
k thx
k cool
k 7
q 3
j 9
t-5
a 7 would help
a 3 on a 4
a king please
one king left
another seven
we need the 7 of hearts on the 8
waiting for 7h
7h blocks 8s
7h pls
7h!!
7h 8s or 9c
nice 7h 8s
no 7h
maybe 7h 8s
he played 7h 8s
i moved 3 to 5
after 7h 8s you get 2c
3 5 no
3 5!
3 5 or 4 5
3 cards
2 cards to 5
one card left
cards
top
pile 3 is full
heap of 7
foundation
home in 10
5 up!
yes d
7 ok
7 please lol
just 3 5
3 we are
i want 3
would 3 do
top 3 now
4 then 5
and d
from 3 on
3 to infinity
home sweet home
"""

PATTERNS = """\
{number} {tender}
{tender} {number}
{number} is better
{number}-{other}
{number} - {other}
{number}:{other}
{number} to {other}
{number} vs {other}
{number} or {other}
{number} and {other}
{number}/{other}
{number} {other}?
{number} f?
{number} up
{number} up?
{number} x {other}
{number}%
${number}
{number}€
{number} pm
{number}{suit}
{number} {suit}
{number}{suit}?
{number}{suit}!
{number}{suit}, then {other}
in {number}{suit}
{number}{suit} {tender}
{name} has {number}
{name} is {number}
@{name} {number}
{name}: {number}
{name} {number}, me {other}
{tender} {name}
{tender} {emoji}
{emoji}
{emoji} {emoji}
{word}
{word}!
{word}?
{word}...
{word} {emoji}
{Word}, {tender}
{tender}, {word}
{number} {game} games
{game} at {number}?
{game} {number} up?
{rank}{suit}?
{rank}{suit} {tender}?
{rank} {suit}?
{number} {tender} {emoji}
lost {number} to {other}
won {number}-{other}
the score is {number} {other}, I think
{name} owes me {number}
page {number} of {other}
round {number}, {name} leads
floor {number}
room {number}{suit}?
level {number} {emoji}
""".splitlines()

LENGTH = 2400


def chat_lines() -> list[str]:
    """At least 2,000 lines, none of them a move."""
    found = dict.fromkeys(SAID.splitlines())
    found |= dict.fromkeys(islice(_filled(), LENGTH))
    return list(found)


def _filled() -> Iterator[str]:
    names, games, tenders, emoji = cycle(NAMES), cycle(GAMES), cycle(TENDERS), cycle(EMOJI)
    cards = cycle(product(RANKS, SUITS))
    words, others = cycle(WORDS), cycle(NUMBERS[::-7])
    for number, pattern in product(NUMBERS, PATTERNS):
        rank, suit = next(cards)
        word = next(words)
        yield pattern.format(
            number=number, other=next(others), rank=rank, suit=suit, word=word,
            Word=word.capitalize(), name=next(names), game=next(games), tender=next(tenders),
            emoji=next(emoji),
        )  # fmt: skip
