"""The daily challenge: one deal a day for everybody, played once, compared fairly.

No Discord, no Redis client and no clock in here: they come in as arguments.  Days are numbers,
counted from 1970-01-01 in UTC, so that neither time zones nor clock changes can move them.
"""
