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
as f
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
