"""What goes wrong between Patience and its Redis."""


class StoreUnavailable(Exception):
    """Redis can't be found, started, reached or written; `str(error)` is a sentence for people."""
