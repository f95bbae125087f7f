"""Searches that somebody recorded, played again under any operators."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._frames import frame
from ._types import Backup, FilePath, Frame, Shadows
from ._yaml import text_of
from .errors import UsageError

__all__ = ["Replay", "replay", "read_search"]


class Replay:
    """A recorded search, and what operators make of it. Values are in ``returns``, the range of the game's own units,
    in the view of who moves at the root.

    ``operators`` (the driver first), ``move`` (the recorded one, else the most visited), ``value``,
    ``mean``, ``values`` and ``preferred`` (maps from operators), ``pv``, ``simulations`` (how many), ``rows`` (a map
    a root move).

    >>> import rootward as rw
    >>> r = rw.replay([-1, 0, 0], ["", "a", "b"], [1, 2, 2], leaves=[1, 2, 1], values=[0.5, -0.5, 0.3], shadows=["max"])
    >>> round(r.value, 6), r.move, r.preferred
    (0.1, 'a', {'average': 'a', 'max': 'a'})
    """

    operators: list[str]
    move: str | None
    value: float
    mean: float
    values: dict[str, float]
    preferred: dict[str, str | None]
    pv: list[str]
    simulations: int
    seconds: float
    rows: list[dict[str, Any]]

    def __init__(self, record: Any, backup: Backup | None = None, shadows: Shadows | str = ()) -> None:
        self._record = record
        self._under = (text_of(backup), _shadow_texts(shadows))
        answer = record.table(*self._under)
        for name, value in answer.items():
            setattr(self, name, value)

    @property
    def children(self) -> Frame:
        """The root's moves as a pandas frame, most visited first; a column an operator."""
        return frame(self.rows)

    def under(self, backup: Backup | None = None, shadows: Shadows | str = ()) -> Replay:
        """The same search under other operators; ``shadows="all"``: under every one that needs no parameter."""
        return Replay(self._record, backup, shadows)

    def why(self) -> dict[str, dict[str, Any]]:
        """What decided, an operator: its ``move``; ``simulations``, numbers from 0 without which it would prefer
        ``otherwise``; ``minimal``, whether each of them counts; ``flips``, how often its move changed on the way; and
        the ``replays`` that found it, at most 64.

        >>> import rootward as rw
        >>> r = rw.replay([-1, 0, 0], ["", "a", "b"], [1, 2, 2], leaves=[1, 2, 1], values=[0.5, 0.2, 0.3])
        >>> found = r.why()["average"]
        >>> found["simulations"].tolist(), found["otherwise"]
        ([0, 2], 'b')
        """
        return self._record.why(*self._under)

    def explore(self, file: FilePath, title: str = "") -> None:
        """Writes the page in which one steps through the search (``rootward explore --from``)."""
        page = self._record.page(title, *self._under)
        with open(file, "wb") as out:
            out.write(page)

    def save(self, file: FilePath) -> None:
        """Writes the record, schema ``rootward.exploration/2``: ``rootward search --from FILE`` reads it."""
        with open(file, "wb") as out:
            out.write(self._record.text())

    def __repr__(self) -> str:
        return f"<recorded search: {self.simulations} simulations, value {self.value:+.4f} by {self.operators[0]}>"


def _shadow_texts(shadows) -> list[str]:
    """As --shadow has them."""
    if isinstance(shadows, str):
        return [shadows]
    if isinstance(shadows, Mapping):
        return [f"{label}={text_of(one)}" for label, one in shadows.items()]
    return [text_of(one) for one in shadows]


def replay(parents: npt.ArrayLike, moves: Iterable[Any], movers: Iterable[int], leaves: Iterable[int],
           values: Iterable[float], *, legal: Iterable[int] | None = None, priors: Iterable[float] | None = None,
           chance: Iterable[bool] | None = None, ends: Iterable[bool] | None = None,
           visits: Iterable[int] | None = None, plies: Iterable[int] | None = None,
           uncertainty: Iterable[float] | None = None, texts: Iterable[str] | None = None, game: str = "a game",
           seats: int = 2, returns: tuple[float, float] = (-1.0, 1.0), backup: Backup | None = None,
           shadows: Shadows | str = ()) -> Replay:
    """Plays a search of another program again. Columns of nodes, an entry a node, node 0 the root, parents before
    children: ``parents`` (the root's is not read), ``moves`` that lead there (texts or numbers), ``movers`` (1 or 2,
    who is to move there), ``legal`` (how many moves are; unless given as many as there are children), ``priors``,
    ``chance`` and ``ends`` (true where chance decides, where the game is over), ``visits`` (checked), ``texts`` (what
    the page shows of the position). Columns of simulations, in their order: ``leaves`` (the nodes where they ended),
    ``values`` (in ``returns``, view of mover 1), ``plies``, ``uncertainty`` (in the same units).

    ``seats``: 1 or 2 players. ``backup`` and ``shadows``: operators as in ``rw.search``; ``shadows="all"``: every one
    that needs no parameter. UsageError names the node or simulation, counted from 0, that makes no search.

    >>> import rootward as rw
    >>> r = rw.replay([-1, 0, 0], ["", "left", "right"], [1, 2, 2], leaves=[1, 2, 2], values=[1, 0, 1])
    >>> r.rows[0]["move"], r.rows[0]["mean"], r.preferred["average"]
    ('right', 0.5, 'left')
    """
    low, high = _column("returns", returns, float)
    if not (np.isfinite(low) and np.isfinite(high) and low < high):
        raise UsageError(f"returns {low}, {high}: not allowed; allowed: two numbers, the first smaller")
    if seats not in (1, 2):
        raise UsageError(f"seats {seats} is not allowed; allowed: 1, 2")
    parents = [0, *_column("parents", parents, int, skipped=1)]
    if legal is None:
        is_whole = max(parents) < len(parents)
        children = np.bincount(parents[1:], minlength=len(parents)) if is_whole else np.ones(len(parents), int)
        legal = np.maximum(children[: len(parents)], 1)
    columns = {"parents": parents, "values": _in_range(_column("values", values, float), low, high)}
    if uncertainty is not None:
        columns["uncertainty"] = [2 * one / (high - low) for one in _column("uncertainty", uncertainty, float)]
    for name, column, kind in (("moves", moves, str), ("movers", movers, int), ("legal", legal, int),
                               ("ends", [False] * len(parents) if ends is None else ends, bool), ("leaves", leaves, int),
                               ("priors", priors, float), ("chance", chance, bool), ("visits", visits, int),
                               ("texts", texts, str), ("plies", plies, int)):
        if column is not None:
            columns[name] = _column(name, column, kind)
    return Replay(_core.Record.of_columns(columns, _kept(str, game), seats, (low, high)), backup, shadows)


def _kept(kind, value):
    """The value as this kind; ValueError where that is another value."""
    if kind is str:
        return str(value).encode().decode()
    if kind is bool:
        return bool(value)
    made = kind(value)
    if kind is int and (made != value or not 0 <= made < 2**63):
        raise ValueError
    return made


def _column(name: str, column, kind, skipped: int = 0) -> list:
    """The entries behind the skipped ones as a list. UsageError names the entry that is none of the kind."""
    allowed = {int: "whole numbers from 0 on", float: "numbers", str: "texts", bool: "truth values"}[kind]
    try:
        entries = list(column)[skipped:]
    except TypeError:
        raise UsageError(f"{name}: {column!r} is not allowed; allowed: a list of {allowed}") from None
    made = []
    for at, entry in enumerate(entries, skipped):
        try:
            made.append(_kept(kind, entry))
        except (TypeError, ValueError, OverflowError):
            raise UsageError(f"{name}[{at}]: {entry!r} is not allowed; allowed: {allowed}") from None
    return made


def _in_range(values: list[float], low: float, high: float) -> list[float]:
    """In [-1, 1]; the very values where that is the range."""
    for at, value in enumerate(values):
        if not low <= value <= high:
            raise UsageError(f"simulation {at}: value {value} is not allowed; allowed: a number in [{low}, {high}], "
                             "view of mover 1")
    if (low, high) == (-1.0, 1.0):
        return values
    return [2 * (value - low) / (high - low) - 1 for value in values]


def read_search(file: FilePath, *, backup: Backup | None = None, shadows: Shadows | str = ()) -> Replay:
    """A recorded search of a file, schema ``rootward.exploration/2``: what ``rootward search --record`` writes, or
    another program. Unless ``backup`` is given, the operators are those that the file names, else the average.

    >>> import rootward as rw, tempfile
    >>> s = rw.search("tictactoe", search={"budget": {"simulations": 50}}, shadows=["max"], record=True)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     s.save(folder + "/s.jsonl")
    ...     r = rw.read_search(folder + "/s.jsonl")
    >>> r.value == s.value, r.operators
    (True, ['average', 'max'])
    """
    return Replay(_core.Record.read(str(file)), backup, shadows)
