"""A channel on this computer: a loopback Discord with a page in the browser.

`Loopback` is a small Discord of its own (gateway and REST on 127.0.0.1), close enough that the
real discord.py client logs in and works against it. The tests drive it from Python; the demo
shows it as a page.
"""

from bot.demo.server import Loopback

__all__ = ["Loopback"]
