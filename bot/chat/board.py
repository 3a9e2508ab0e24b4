"""A table as a message in Components V2: status, picture, buttons, a menu of moves."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot import markup, names
from bot.chat import texts
from bot.chat.buttons import Pick, Press
from bot.chat.custom_ids import LONGEST, CustomId, Target
from bot.chat.emoji import CARDS
from bot.chat.forms import OpenForm
from bot.chat.picture import Picture, before_last
from bot.store.pointers import Pointer
from bot.tables import verbs
from bot.tables.asking import move_choices
from bot.tables.texts import first_steps
from bot.tables.views import Offer, TableView
from engine.hints import finish
from engine.moves import DEAL, REDEAL
from engine.telling import describe
from render.words import text_board

FELT, GOLD = 0x2E6B4A, 0xD4A72C
"""Colours of the container's edge: in play, won."""
DEALS = {"d": "Deal", "redeal": "Redeal"}
AFTER_A_WIN = (
    Offer("Another deal", "another"),
    Offer("Same deal again", "restart"),
    Offer("Show it as a film", "replay"),
    Offer("More…", "more"),
)
STRONG = discord.ButtonStyle.primary
Box = ui.Container[ui.LayoutView]
Row = ui.ActionRow[Any]


@dataclass(frozen=True)
class BoardContent:
    """All that a board shows of a table, apart from the picture; made beside the event loop."""

    table: TableView
    status: str
    choices: Sequence[tuple[str, str]] = ()
    """Label and value of the moves in the menu."""
    offers: Sequence[Offer] = ()
    can_deal: str = ""
    """``d``, ``redeal`` or ""."""
    can_finish: bool = False


def choices(table: TableView, typed: str = "") -> list[tuple[str, str]]:
    """Label and value of the legal moves that fit what is typed, at most 25.

    Cards that go up come first; the hint's own favourite isn't asked for, which would take long.
    """
    return move_choices(table, typed, None)


def look(
    table: TableView,
    note: str = "",
    offers: Sequence[Offer] = (),
) -> BoardContent:
    """What the board shows; `note` is what was just said about the table."""
    can_deal = next((m.verb for m in (DEAL, REDEAL) if m in table.moves), "")
    return BoardContent(
        table,
        status(table, note),
        choices(table),
        offers,
        can_deal,
        can_finish=bool(finish(table.record)),
    )


def news(table: TableView) -> str:
    """The last move; before there is one, what to do first."""
    record, before = table.record, before_last(table)
    if before is None or record.last is None:
        return first_steps(record)
    who = names.shown(table.entries[-1].name)
    return f"{who}: {describe(record.game, before, record.last)}."


def status(table: TableView, note: str = "") -> str:
    """The lines above the picture."""
    record = table.record
    game, position = record.game, record.position
    lines = [f"### {game.title}" + (" · won!" if table.won else "")]
    lines.append(verbs.slashed(note) or news(table))
    facts = [progress] if (progress := game.progress(position, "")) else []
    if caption := game.caption(position):
        facts.append(caption)
    if position.redeals_left:
        s = "" if position.redeals_left == 1 else "s"
        facts.append(f"{position.redeals_left} re-deal{s} left")
    facts.append(f"move {record.done}" if record.done else "no move yet")
    if table.mode == "starter":
        facts.append(f"{names.shown(table.starter_name)} plays")
    elif table.mode == "turns":
        facts.append("in turns")
    if not table.table.label:
        facts.append(f"deal {names.escaped(record.deal)}")
    return CARDS.written(markup.fit("\n".join(lines), 1000)) + "\n-# " + " · ".join(facts)


def message(
    shown: BoardContent, picture: Picture | None, target: Target, remark: str = ""
) -> ui.LayoutView:
    """The view of a board; without a picture the board is told in words."""
    table = shown.table
    view = ui.LayoutView(timeout=None)
    box: Box = ui.Container(accent_colour=GOLD if table.won else FELT)
    box.add_item(ui.TextDisplay(shown.status))
    _add_face(box, table, picture, remark)
    for row in _controls(shown, target):
        box.add_item(row)
    view.add_item(box)
    return view


def _add_face(box: Box, table: TableView, picture: Picture | None, remark: str) -> None:
    if picture is None:
        words = markup.fenced(text_board(table.record.game, table.record.position), 2500)
        box.add_item(ui.TextDisplay(f"{remark}\n{words}".strip()))
        return
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    gallery.add_item(
        media=f"attachment://{picture.name}", description=markup.fit(picture.alt, markup.ALT_TEXT)
    )
    box.add_item(gallery)
    if not picture.whole:
        box.add_item(ui.TextDisplay(texts.IN_WORDS))


def _controls(shown: BoardContent, target: Target) -> list[Row]:
    table, version = shown.table, shown.table.version
    if table.table.label and (table.won or table.table.over):
        return [offer_row(shown.offers[:5], target, version)] if shown.offers else []
    if table.won:
        record = table.record
        thrown = Offer("Challenge others", f"duel throw {record.game.id} {record.deal}")
        return [offer_row([*shown.offers[:1], thrown, *AFTER_A_WIN], target, version)]
    rows = []
    if shown.choices:
        rows.append(Row(Pick(target, version, shown.choices)))
    buttons: list[Press | OpenForm] = [
        Press(target, version, "undo", "Undo", disabled=not table.record.done),
        *[Press(target, version, "hint", "Hint")] * (not table.table.label),
        OpenForm(target),
        Press(target, version, "more", "More…"),
    ]
    if table.record.game.deals or shown.can_deal:
        command = shown.can_deal or "d"
        deal = Press(
            target, version, command, DEALS[command], style=STRONG, disabled=not shown.can_deal
        )
        buttons.insert(0, deal)
    rows.append(Row(*buttons))
    finish = [Offer("Finish", "finish")] * shown.can_finish
    taken = {button.says.line for button in buttons if isinstance(button, Press)}
    if offers := [offer for offer in (*finish, *shown.offers) if offer.command not in taken]:
        rows.append(offer_row(offers, target, version))
    return rows


def offer_row(offers: Sequence[Offer], target: Target, version: int) -> Row:
    """Up to five things to press."""
    return Row(*_presses(offers, target, version)[:5])


def said(offers: Sequence[Offer], target: Target, version: int) -> ui.View | None:
    """Buttons below an ordinary message; None when there is nothing to press."""
    presses = _presses(offers, target, version)
    if not presses:
        return None
    view = ui.View(timeout=None)
    for press in presses[:25]:
        view.add_item(press)
    return view


def _presses(offers: Sequence[Offer], target: Target, version: int) -> list[Press]:
    """A button for each command; one too long to be carried has to be typed."""
    found = {}
    for offer in offers:
        of_board = 0 if _is_lasting(offer.command) else version
        if len(CustomId(target, of_board, offer.command).encode()) <= LONGEST:
            found[offer.command] = Press(target, of_board, offer.command, offer.label)
    return list(found.values())


def _is_lasting(command: str) -> bool:
    """Whether it means the same on any board, so that its buttons never get stale."""
    verb = verbs.verb_of(command)
    return verb is not None and verb.lasting


def without_buttons(pointer: Pointer) -> ui.LayoutView:
    """A board that is no longer the channel's: picture and words stay."""
    view = ui.LayoutView(timeout=None)
    box: Box = ui.Container(accent_colour=FELT)
    box.add_item(ui.TextDisplay(pointer.status))
    if pointer.file_id:
        gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{pointer.file}", description=pointer.alt)
        box.add_item(gallery)
    view.add_item(box)
    return view


@dataclass(frozen=True)
class Kept:
    """A file that stays on its message through an edit; discord.py asks for `to_dict` only."""

    id: int
    filename: str

    def to_dict(self) -> dict[str, object]:
        """What Discord wants to know of it."""
        return {"id": str(self.id), "filename": self.filename}


def kept(pointer: Pointer) -> list[Any]:
    """The files of `without_buttons`."""
    return [Kept(pointer.file_id, pointer.file)] if pointer.file_id else []


def file_id(message: discord.Message) -> int:
    """Discord's number of a board's picture, 0 when there is none."""
    parts: list[Any] = list(message.components)
    for part in parts:
        parts += getattr(part, "children", ())
        for item in getattr(part, "items", ()):
            if item.media.attachment_id:
                return int(item.media.attachment_id)
    return message.attachments[0].id if message.attachments else 0


def attachment(picture: Picture) -> discord.File:
    """The picture for one request; a retry inside discord.py rewinds it."""
    return discord.File(
        io.BytesIO(picture.data),
        picture.name,
        description=markup.fit(picture.alt, markup.ALT_TEXT),
    )
