"""The games, found by whatever people remember of them."""

from bot import markup, names
from bot.tables.views import Answer, Error, Offer
from engine.game import Game
from engine.games.catalogue import UnknownGame, find, games

PACKS = {1: "one pack", 2: "two packs", 4: "four packs"}
DIFFICULTIES = ("easy", "fair", "hard")
KINDS = {"skill": "skill", "mixed": "luck and skill", "luck": "luck"}
WAYS = (
    "Games are found by name, book and year, by `one pack` or `two packs`, `skill` or `luck`, "
    "`short`, `medium` or `long`, `easy`, `fair` or `hard`; several words narrow it down."
)


def matching(typed: str) -> list[Game]:
    """Games of which every word is known: by name, alias, book, year, packs, kind, length,
    difficulty.

    Those whose own name begins so come first.
    """
    words = typed.casefold().replace(KINDS["mixed"], "mixed").split()
    found = [game for game in games() if all(_fits(game, word) for word in words)]
    start = typed.casefold().strip()
    return sorted(found, key=lambda game: not _begins(game, start))


def choices(typed: str) -> list[tuple[str, str]]:
    """Label and id of the 25 games that fit best, for Discord's autocomplete."""
    return [(_label(game)[: markup.OPTION], game.id) for game in matching(typed)[: markup.CHOICES]]


def answer(typed: str, page: int) -> Answer:
    """The list as text, at most 25 games on a page."""
    found = matching(typed)
    if not found:
        return _unknown(typed)
    last = (len(found) - 1) // markup.CHOICES + 1
    page = min(max(1, page), last)
    first = (page - 1) * markup.CHOICES
    lines = [_line(game) for game in found[first : first + markup.CHOICES]]
    count = "one game" if len(found) == 1 else f"{len(found)} games"
    head = f"**{count.capitalize()}**" + (f", page {page} of {last}" if last > 1 else "")
    tail = "`start NAME` begins one, `rules NAME` explains it."
    offers = [Offer(f"Page {n}", f"games {typed} {n}") for n in range(1, last + 1) if n != page]
    if len(found) == 1:
        game = found[0]
        offers = [Offer(f"Start {game.title}", f"start {game.id}"),
                  Offer("Its rules", f"rules {game.id}")]  # fmt: skip
    text = "\n".join([head, *lines, tail])
    return Answer(text, None, changed=False, private=True, offers=tuple(offers))


def unknown(error: UnknownGame, verb: str) -> tuple[str, tuple[Offer, ...]]:
    """What is said where no game goes by a name, and what can be done: `verb` of similar ones."""
    offers = [Offer(f"{verb.capitalize()} {find(id).title}", f"{verb} {id}") for id in error.near]
    text = f"{names.escaped(str(error))} `games` lists them all."
    return text, (*offers[:4], Offer("All games", "games"))


def _unknown(typed: str) -> Answer:
    """Nothing fits; perhaps a name was misspelt."""
    try:
        find(typed)
        near = ""
    except UnknownGame as error:
        near = names.escaped(str(error).partition(".")[2].strip())
    text = f"No game fits “{markup.plain(typed)}”. {near}".rstrip()
    return Answer(
        f"{text}\n{WAYS}",
        None,
        changed=False,
        private=True,
        offers=(Offer("All games", "games"),),
        error=Error.UNKNOWN_GAME,
    )


def _line(game: Game) -> str:
    return f"- **{game.title}** · {_facts(game)}"


def _label(game: Game) -> str:
    return f"{game.title} – {_facts(game)} ({game.year})"


def _facts(game: Game) -> str:
    return f"{PACKS[game.packs]}, {KINDS[game.kind]}, {game.length}, {game.difficulty}"


def _fits(game: Game, word: str) -> bool:
    """Whether a word is known of a game; how hard it is comes before any name that has it."""
    return game.difficulty == word if word in DIFFICULTIES else word in _haystack(game)


def _haystack(game: Game) -> str:
    parts = (game.id, game.title, *game.aliases, game.book, str(game.year), PACKS[game.packs],
             f"{game.packs} packs", game.kind, game.length)  # fmt: skip
    return " ".join(parts).casefold()


def _begins(game: Game, start: str) -> bool:
    names = (game.id, game.title, game.title.removeprefix("The "), *game.aliases)
    return any(name.casefold().startswith(start) for name in names)
