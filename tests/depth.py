"""How thorough tests are: every one of them runs always, and looks at less unless it is asked to.

``THOROUGH=1 deploy/test`` looks at everything.
"""

from __future__ import annotations

import os

THOROUGH = bool(os.environ.get("THOROUGH"))
SHARE = 1.0 if THOROUGH else 0.2
"""Of the positions, tables and examples that a thorough test looks at."""


def much(whole: int, least: int = 1) -> int:
    """So many of `whole`, at least `least`."""
    return max(least, round(whole * SHARE))


def every(step: int) -> int:
    """The step through positions of which a thorough test looks at every `step`-th."""
    return round(step / SHARE)
