"""The solver beside the bot."""

from bot.daily.vetting import prove
from bot.tables.apart import apart


async def prove_apart(game_id: str, label: str, seconds: float) -> tuple[str, ...]:
    """Moves that win a deal, () when none were found in so many seconds; see `apart`."""
    return await apart(prove, game_id, label, seconds)
