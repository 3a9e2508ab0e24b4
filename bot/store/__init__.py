"""Redis: the only place where tables live.

`connect` finds or starts a server, `TableStore` reads and commits tables. Records pass through
as bytes; what is in them is not this package's business.
"""
