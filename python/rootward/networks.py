"""Networks as objects."""

from __future__ import annotations

import os
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from . import _core
from ._types import Config, FilePath, Floats
from ._yaml import text_of
from .games import Position

__all__ = ["Encoder", "Network"]


class Encoder:
    """What a network with these planes sees of a game's positions: what it learns from, and answers to.

    >>> import rootward as rw
    >>> encoder = rw.Encoder("connect4", "history 1, black_to_move")
    >>> p = rw.Game("connect4").start().after("4")
    >>> encoder.encode([p]).shape, encoder.actions, encoder.places(p)[:3]
    ((1, 3, 6, 7), 7, [0, 1, 2])
    """

    def __init__(self, game: Config, planes: str, *, seed: int = 1) -> None:
        self._encoder = _core.Encoder(text_of(game), planes, seed)
        self.lines: int
        self.columns: int
        self.planes: int
        self.actions: int
        self.lines, self.columns, self.planes, self.actions = self._encoder.shape()

    def encode(self, positions: Iterable[Position]) -> npt.NDArray[np.float32]:
        """float32 [n, planes, lines, columns] of positions that are not over, the lines as networks count them."""
        return self._encoder.encode([one._position for one in positions])

    def places(self, position: Position) -> list[int]:
        """Where a policy [actions] has the moves of ``position.legal``, in their order."""
        return self._encoder.places(position._position)


class Network:
    """A policy-value network for a game: a file, or builtin:NAME (``rootward tool net info`` names them).

    ``symmetry``: "none" (the position as it is), "average" of all the board's, or "random" by the seed.

    >>> import rootward as rw
    >>> network = rw.Network("builtin:go9-4x32", "go:9")
    >>> p = rw.Game("go:9").start()
    >>> values, priors = network.evaluate([p, p.after("E5")])
    >>> values.shape, priors.shape, network.planes(p).shape[:2]
    ((2,), (2, 82), (9, 9))
    """

    def __init__(self, file: FilePath, game: Config, *, symmetry: str = "none", seed: int = 1) -> None:
        self._network = _core.Network(os.fspath(file), text_of(game), symmetry, seed)

    def evaluate(self, positions: Iterable[Position]) -> tuple[Floats, Floats]:
        """(values [n], priors [n, actions]) of positions that are not over: values in [-1, 1] in the view of
        who moves there, priors 0 where no move is legal, summing to 1."""
        return self._network.evaluate([one._position for one in positions])

    def places(self, position: Position) -> list[int]:
        """Where the priors of ``position.legal`` stand among the actions, in the order of the moves."""
        return self._network.places(position._position)

    def planes(self, position: Position) -> npt.NDArray[np.float32]:
        """What the network sees, float32 [lines, columns, planes], the lines as the network counts them."""
        return self._network.planes(position._position)
