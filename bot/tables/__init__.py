"""A table: what happens there, who may do it, what it says, how it is kept.

No Discord, no Redis client.
"""
