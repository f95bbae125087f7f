"""Games and positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._types import Config, Floats
from ._yaml import text_of
from .game_rules import GameRules

__all__ = ["Game", "Position"]


class Game:
    """A game with its rules set: a name, ``name:size``, or a map as in configurations.

    ``seed`` draws what the rules leave to chance.

    >>> import rootward as rw
    >>> rw.Game("connect4").name
    'connect4'
    """

    def __init__(self, game: Config | GameRules, seed: int = 1) -> None:
        self._game = _core.game(text_of(game), seed)

    @property
    def name(self) -> str:
        """The game's name."""
        return self._game.name

    @property
    def seats(self) -> int:
        """How many players: 1 or 2."""
        return self._game.seats

    def start(self) -> Position:
        """The position in which the game begins."""
        return Position(_core.Position(self._game))


class Position:
    """A position is a value: ``after`` gives a new one.

    >>> import rootward as rw
    >>> p = rw.Game("connect4").start().after("4", "4")
    >>> p.to_move, p.legal[:2], p.board.shape
    (1, ['1', '2'], (6, 7))
    """

    def __init__(self, position: Any) -> None:
        self._position = position

    def after(self, *moves: str) -> Position:
        """The position after these moves; UsageError for one that is not legal."""
        return Position(self._position.after([str(move) for move in moves]))

    @property
    def legal(self) -> list[str]:
        """The legal moves; [] where the game is over."""
        return self._position.legal()

    @property
    def to_move(self) -> int | None:
        """1 or 2, who is to move; None where the game is over."""
        return None if self._position.is_over() else 1 + self._position.to_move()

    @property
    def board(self) -> npt.NDArray[np.int8] | None:
        """int8 [rows, columns], the top row first: 0 empty, 1 first seat, 2 second, -1 no cell; None: no board."""
        return self._position.board()

    @property
    def result(self) -> float | None:
        """In [-1, 1], first seat's view; None while the game goes on."""
        return self._position.result() if self._position.is_over() else None

    @property
    def hash(self) -> int:
        """The same for the same position."""
        return self._position.hash()

    def perft(self, depth: int) -> int:
        """How many sequences of exactly ``depth`` moves there are.

        >>> import rootward as rw
        >>> rw.Game("tictactoe").start().perft(3)
        504
        """
        return self._position.perft(depth)

    def playouts(self, n: int, seed: int = 1) -> Floats:
        """Results [n] of random games from here, first seat's view."""
        return self._position.playouts(n, seed)

    def __str__(self) -> str:
        return self._position.drawing()
