"""Evaluators: the program's asked about one position, and functions in Python that judge leaves."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from . import _core
from ._sources import SHOWN, checked_newest, mark_of, named_in, note_home
from ._types import Config
from ._yaml import text_of
from .games import Position

__all__ = ["Evaluation", "Evaluator", "evaluator", "evaluate", "check_evaluator"]


@dataclasses.dataclass(frozen=True)
class Evaluation:
    """``value`` in [-1, 1] in the view of who moves; ``priors``: a map from legal moves, summing to 1.

    >>> import rootward as rw
    >>> e = rw.evaluate(rw.Game("tictactoe").start(), {"name": "playouts", "count": 10})
    >>> -1 <= e.value <= 1, round(sum(e.priors.values()), 6)
    (True, 1.0)
    """

    value: float
    priors: dict[str, float]


def evaluate(position: Position, evaluator: Config | Evaluator = "playouts", seed: int = 1) -> Evaluation:
    """One evaluation of one position, as ``rootward evaluate``.

    >>> import rootward as rw
    >>> e = rw.evaluate(rw.Game("connect4").start(), {"name": "playouts", "count": 100})
    >>> -1 <= e.value <= 1, len(e.priors)
    (True, 7)
    """
    value, priors = _core.evaluate(position._position, text_of(evaluator), seed)
    return Evaluation(value, dict(zip(position.legal, priors)))


class Evaluator:
    """A function that judges positions, by its name: goes wherever an evaluator does.

    ``name``, ``function``, ``priors`` and ``batch`` are those of ``evaluator``. A call calls the function.

    >>> import rootward as rw
    >>> @rw.evaluator()
    ... def hopeful(positions):
    ...     return [0.5 for p in positions]
    >>> hopeful, hopeful([rw.Game("tictactoe").start()])
    (<rootward evaluator hopeful>, [0.5])
    """

    def __init__(self, name: str, function: Callable[[list[Position]], Any], priors: bool, batch: int = 1) -> None:
        self.name: str = name
        self.function: Callable[[list[Position]], Any] = function
        self.priors: bool = priors
        self.batch: int = batch
        self.__doc__ = function.__doc__ or type(self).__doc__

    def __call__(self, positions: list[Position]) -> Any:
        return self.function(positions)

    def as_config(self) -> dict[str, Any]:
        """The map that stands for it in a configuration; ValueError where the name was defined again."""
        checked_newest(_NEWEST, self.name, self.function)
        return {"name": self.name}

    def __repr__(self) -> str:
        return f"<rootward evaluator {self.name}>"

    def _judge(self, lent) -> tuple[list[float], list]:
        """What the search calls: checked values, and checked priors over each position's legal moves."""
        positions = [Position(one) for one in lent]
        answer = self.function(positions)
        values, priors = answer if self.priors else (answer, None)
        values = checked_values(self.name, values, positions)
        return values, checked_priors(self.name, priors, positions) if self.priors else []


def evaluator(*, batch: int = 1, priors: bool = False,
              name: str | None = None) -> Callable[[Callable[[list[Position]], Any]], Evaluator]:
    """Makes a function an evaluator of its name.

    The function gets a list of positions that are not over. It returns their values [n], in [-1, 1] in
    the view of who moves there; with priors=True also a list of n vectors, each over ``position.legal``
    in its order. Priors are normalised to sum to 1. Positions are good during the call.

    ``batch``: so many games of a tournament are played side by side in a thread, and their leaves come
    as one list. A value must not depend on its neighbours in the list (``check_evaluator``).

    >>> import rootward as rw
    >>> @rw.evaluator()
    ... def nothing_known(positions):
    ...     return [0.0 for p in positions]
    >>> rw.evaluate(rw.Game("tictactoe").start(), nothing_known).value
    0.0
    """
    if batch < 1:
        raise ValueError(f"batch {batch}: at least 1")

    def wrap(function) -> Evaluator:
        made = Evaluator(name or function.__name__, function, priors, batch)
        source = mark_of(function, priors)
        _core.register_evaluator(made.name, priors, batch, source[:SHOWN], made._judge)
        _NEWEST[made.name] = function
        MADE[made.name] = made
        note_home(made.name, source, function.__module__ or "")
        return made

    return wrap


_NEWEST: dict = {}  # what each name means by now
MADE: dict[str, Evaluator] = {}  # the same, as evaluators


def check_evaluator(evaluator: Evaluator, positions: Iterable[Position]) -> None:
    """ValueError where the answer for a position depends on the others in the list.

    All positions are asked for together, and each alone. ``rw.run`` does so once before the first game,
    with 16 positions of random games, for evaluators with a ``batch`` beyond 1.

    >>> import rootward as rw
    >>> @rw.evaluator()
    ... def spread(positions):
    ...     return [i / len(positions) for i in range(len(positions))]
    >>> p = rw.Game("tictactoe").start()
    >>> try:
    ...     rw.check_evaluator(spread, [p, p.after("b2")])
    ... except ValueError as error:
    ...     "neighbours" in str(error)
    True
    """
    positions = list(positions)
    together = evaluator._judge([p._position for p in positions])
    for i, position in enumerate(positions):
        value, priors = evaluator._judge([position._position])
        same = value[0] == together[0][i] and (not priors or bool(np.array_equal(priors[0], together[1][i])))
        if not same:
            raise ValueError(f"{evaluator.name}: the answer depends on the neighbours in the list; alone {value[0]}, "
                             f"among {len(positions)} {together[0][i]}, at\n{position}")


def sample_positions(game, count: int, seed: int = 1) -> list[Position]:
    """Positions of random games in which somebody is to move; fewer where the game has fewer before its end."""
    rng = random.Random(seed)
    found: list[Position] = []
    for _ in range(count):
        position = game.start()
        while position.result is None and len(found) < count:
            if not position._position.is_chance():
                found.append(position)
            position = position.after(rng.choice(position.legal))
    return found


def check_before_games(resolved: str, game) -> None:
    """check_evaluator for those that the resolved configuration names and that are asked for lists."""
    for name in named_in(resolved):
        if name in MADE and MADE[name].batch > 1:
            check_evaluator(MADE[name], sample_positions(game, 16))


def checked_values(name: str, values, positions) -> list[float]:
    values = np.asarray(values, dtype=float)
    if values.shape != (len(positions),):
        raise ValueError(f"the evaluator {name} gave values of shape {values.shape} for {len(positions)} positions")
    wrong = np.flatnonzero(~(np.abs(values) <= 1))
    if len(wrong):
        raise ValueError(f"the evaluator {name} gave {values[wrong[0]]}, which is not in [-1, 1], for\n"
                         f"{positions[wrong[0]]}")
    return values.tolist()


def checked_priors(name: str, priors, positions) -> list[list[float]]:
    if len(priors) != len(positions):
        raise ValueError(f"the evaluator {name} gave {len(priors)} vectors of priors for {len(positions)} positions")
    all_shares = []
    for one, position in zip(priors, positions):
        shares = np.asarray(one, dtype=float)
        legal = position.legal
        if shares.shape != (len(legal),) or not (shares >= 0).all() or not 0 < shares.sum() < np.inf:
            raise ValueError(f"the evaluator {name} gave priors {shares} for the moves {' '.join(legal)}; wanted are "
                             f"{len(legal)} numbers >= 0, not all 0, at\n{position}")
        all_shares.append((shares / shares.sum()).tolist())
    return all_shares
