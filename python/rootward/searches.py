"""Searches and their trees."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._frames import frame
from ._types import Backup, Config, FilePath, Floats, Frame, Shadows
from ._yaml import text_of
from .game_rules import GameRules

__all__ = ["search", "Searcher", "Search", "Simulations", "Tree"]


class Tree:
    """The visited nodes of a search as numpy columns, in order of first visit; node 0 is the root.

    ``parent`` (-1: root), ``depth``, ``seat`` (0 or 1: who chooses among the node's siblings),
    ``visits``, ``mean``, ``own_visits``, ``own_mean``, ``prior`` (nan: none), ``proven``, ``move`` (a
    list of texts), and ``values`` [nodes, operators], the driver first. Values are in [-1, 1] in the
    view of who chooses among the siblings; the root's in that of who moves there.

    >>> import rootward as rw
    >>> t = rw.search("tictactoe", search={"budget": {"simulations": 50}}).tree
    >>> int(t.visits[0]), int(t.parent[0]), len(t) == t.values.shape[0]
    (50, -1, True)
    """

    parent: npt.NDArray[np.int64]
    depth: npt.NDArray[np.int32]
    seat: npt.NDArray[np.int32]
    visits: npt.NDArray[np.uint32]
    own_visits: npt.NDArray[np.uint32]
    mean: Floats
    own_mean: Floats
    prior: Floats
    values: Floats
    proven: npt.NDArray[np.bool_]

    def __init__(self, columns: dict[str, Any], operators: list[str], trace: Any = None) -> None:
        self.operators: list[str] = operators
        self.move: list[str] = columns["move"]
        for name, column in columns.items():
            if name != "move":
                column.flags.writeable = False
                setattr(self, name, column)
        self._trace = trace

    def __len__(self) -> int:
        return len(self.parent)

    def children(self, i: int = 0) -> npt.NDArray[np.int64]:
        """Numbers of the visited children of node ``i``."""
        return np.flatnonzero(self.parent == i)

    def node(self, moves: str = "") -> int:
        """The number of the node that these moves lead to; KeyError where none was visited."""
        at = 0
        for move in moves.split():
            found = [int(child) for child in self.children(at) if self.move[child] == move]
            if not found:
                raise KeyError(f"{move} of {moves!r} was not visited")
            at = found[0]
        return at

    @property
    def frame(self) -> Frame:
        """All columns as a pandas frame, one column an operator."""
        names = ["parent", "move", "depth", "seat", "visits", "mean", "own_visits", "own_mean", "prior", "proven"]
        columns = {name: getattr(self, name) for name in names}
        for k, name in enumerate(self.operators):
            columns[f"value {name}"] = self.values[:, k]
        return frame(columns)

    def to_dict(self) -> dict[str, Any]:
        """The program's trace (``rootward search --trace``): all values in the view of who moves at the root."""
        return json.loads(self._trace())


class Simulations:
    """The simulations of a search; ``len`` says how many.

    A search with record=True has numpy columns, an element a simulation in order: ``leaf``, the number
    of the node in the search's ``tree`` where it ended; ``value`` of that leaf, in [-1, 1] in the view
    of who moves at the root; ``plies`` that its playout went on. RuntimeError where nothing was recorded.

    >>> import rootward as rw
    >>> s = rw.search("tictactoe", search={"budget": {"simulations": 50}}, record=True)
    >>> len(s.simulations), bool(s.simulations.leaf.max() < len(s.tree))
    (50, True)
    """

    leaf: npt.NDArray[np.int64]
    value: Floats
    plies: npt.NDArray[np.int32]

    def __init__(self, count: int, columns: dict[str, Any] | None) -> None:
        self._count = count
        for name, column in (columns or {}).items():
            column.flags.writeable = False
            setattr(self, name, column)

    def __len__(self) -> int:
        return self._count

    if not TYPE_CHECKING:  # a type checker would take any name
        def __getattr__(self, name: str):
            if name in ("leaf", "value", "plies"):
                raise RuntimeError(f"{name}: the simulations were not kept; rw.search(..., record=True) keeps them")
            raise AttributeError(name)

    @property
    def frame(self) -> Frame:
        """The columns as a pandas frame."""
        return frame({"leaf": self.leaf, "value": self.value, "plies": self.plies})

    def __repr__(self) -> str:
        return f"<{self._count} simulations>"


class Search:
    """What a search found. Values are in [-1, 1] in the view of the player to move at the root.

    ``move`` (None: chance decides), ``value``, ``mean``, ``shadows`` (a value an operator), ``pv`` (the
    most visited line), ``simulations``, ``seconds``, ``rows`` (a map a root move), ``tree``;
    with record=True also ``explore`` and ``save``.

    >>> import rootward as rw
    >>> s = rw.search("tictactoe", search={"budget": {"simulations": 50}}, shadows=["max"])
    >>> s.move == s.pv[0], sum(row["visits"] for row in s.rows) <= 50, list(s.shadows)
    (True, True, ['max'])
    """

    def __init__(self, answer: dict[str, Any], searcher: Searcher) -> None:
        self.move: str | None = answer["move"]
        self.value: float = answer["value"]
        self.mean: float = answer["mean"]
        self.pv: list[str] = answer["pv"]
        self._count = answer["simulations"]
        self._simulations: Simulations | None = None
        self.reused_visits: int = answer["reused_visits"]
        self.seconds: float = answer["seconds"]
        self.rows: list[dict[str, Any]] = answer["children"]
        self.operators: list[str] = searcher._searcher.operators()
        self.shadows: dict[str, float] = dict(zip(self.operators[1:], answer["shadows"]))
        self._searcher = searcher
        self._thought = searcher._thought
        self._tree: Tree | None = None

    @property
    def tree(self) -> Tree:
        """The tree, read when it is first asked for; a searcher that thinks again, or is told of a move, leaves it."""
        if self._tree is None:
            self._check_thought()
            searcher = self._searcher._searcher
            self._tree = Tree(searcher.tree(), self.operators, self._trace)
        return self._tree

    @property
    def simulations(self) -> Simulations:
        """How many there were, and what they were where the search was recorded."""
        if self._simulations is None:
            columns = None
            if self._searcher._is_recorded:
                self._check_thought()
                columns = self._searcher._searcher.simulations()
            self._simulations = Simulations(self._count, columns)
        return self._simulations

    def explore(self, file: FilePath, title: str = "") -> None:
        """Writes the page in which one steps through the search (``rootward explore``); needs record=True.

        The page has the program's own operators in it: a search under others is refused.
        """
        self._check_thought()
        page = self._searcher._searcher.explore(title)
        with open(file, "wb") as out:
            out.write(page)

    def save(self, file: FilePath) -> None:
        """Writes the record (``rootward search --record``), which ``rw.read_search`` reads; needs record=True."""
        self._check_thought()
        text = self._searcher._searcher.record()
        with open(file, "wb") as out:
            out.write(text)

    def _trace(self) -> str:
        self._check_thought()
        return self._searcher._searcher.trace()

    def _check_thought(self) -> None:
        if self._searcher._thought != self._thought:
            raise RuntimeError("the searcher has gone on and left this tree; ask for it before")

    @property
    def children(self) -> Frame:
        """The root's moves as a pandas frame, most visited first; a column for every shadow."""
        return frame(self.rows)

    def __repr__(self) -> str:
        return f"<rootward search: move {self.move}, value {self.value:+.4f} by {self.operators[0]}>"


def labelled(shadows) -> list[tuple[str, str]]:
    """[(label, text)]: a list of operators has no labels, a map gives them."""
    if isinstance(shadows, Mapping):
        return [(str(label), text_of(one)) for label, one in shadows.items()]
    return [("", text_of(one)) for one in shadows]


def split_moves(moves) -> list[str]:
    """The moves of a text with blanks, or of a list."""
    return moves.split() if isinstance(moves, str) else [str(move) for move in moves]


class Searcher:
    """One search that lives for a game: it keeps what the search keeps between moves.

    >>> import rootward as rw
    >>> searcher = rw.Searcher("connect4", search={"budget": {"simulations": 100}, "reuse_tree": True})
    >>> first = searcher.think()
    >>> searcher.observe(first.move)
    >>> searcher.moves == [first.move]
    True
    """

    def __init__(self, game: Config, *, search: Config | None = None, backup: Backup | None = None,
                 shadows: Shadows = (), seed: int = 1) -> None:
        self._begin(game, search, backup, shadows, seed, False)

    def _begin(self, game, search, backup, shadows, seed: int, record: bool) -> None:
        self._is_recorded = record
        self._searcher = _core.Searcher(text_of(game), text_of(search), text_of(backup), labelled(shadows), seed,
                                        record)
        self._thought = 0
        self.moves: list[str] = []

    def new_game(self, seed: int = 1) -> None:
        """Forgets the game before; ``seed`` fixes every random choice."""
        self._thought += 1
        self._searcher.new_game(seed)
        self.moves = []

    def observe(self, move: str) -> None:
        """A move was played, own or other."""
        self._thought += 1
        self._searcher.observe(self.moves, move)
        self.moves.append(move)

    def think(self) -> Search:
        """Searches the position after ``moves`` within the budget."""
        self._thought += 1
        return Search(self._searcher.think(self.moves), self)

    def checkpoints(self, counts: Iterable[int]) -> list[Search]:
        """Searches on to the last of these rising numbers of simulations, in place of the budget: what the search
        would answer after each. The last one has the tree; a proven root ends the search, and its answer stands
        for all that follow.

        >>> import rootward as rw
        >>> searcher = rw.Searcher("connect4", seed=1)
        >>> [len(s.simulations) for s in searcher.checkpoints([10, 100])]
        [10, 100]
        """
        answers = []
        for answer in self._searcher.checkpoints(self.moves, [int(count) for count in counts]):
            self._thought += 1
            answers.append(Search(answer, self))
        return answers


def search(game: Config | GameRules, moves: str | Sequence[str] = "", *, search: Config | None = None,
           backup: Backup | None = None, shadows: Shadows = (), seed: int = 1, record: bool = False) -> Search:
    """One search of one position: the same numbers as ``rootward search``.

    ``game``: a name, ``name:size`` or a map. ``moves``: a text with blanks, or a list. ``search``: a map
    as a player's ``search:``. ``backup``: a name, a map or an operator in Python; ``shadows``: further
    ones that see the same simulations, a list or a map from labels. ``record=True`` keeps the
    simulations, for ``simulations`` and ``explore``.

    >>> import rootward as rw
    >>> s = rw.search("connect4", moves="4 4", backup="softmax", shadows=["max"],
    ...               search={"budget": {"simulations": 200}}, seed=1)
    >>> len(s.simulations), s.operators
    (200, ['softmax', 'max'])
    """
    searcher = Searcher.__new__(Searcher)
    searcher._begin(game, search, backup, shadows, seed, record)
    searcher.moves = split_moves(moves)
    return searcher.think()
