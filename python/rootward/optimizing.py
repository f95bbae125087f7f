"""Ask and tell, and the objective of a tuning."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterable
from concurrent.futures import Future
from typing import Any, Protocol

from . import _core
from ._evaluations import Evaluations
from ._types import FilePath, Source
from ._yaml import plain
from .errors import Interrupted, RunError, UsageError
from .tournaments import source_of

__all__ = ["Range", "Optimizer", "Objective"]


@dataclasses.dataclass(frozen=True)
class Range:
    """A parameter that is optimized: [low, high], both included, on the scale linear, log or integer;
    ``count`` makes it a list of so many numbers.

    >>> import rootward as rw
    >>> rw.Range(0.01, 1, scale="log")
    Range(low=0.01, high=1, scale='log', count=None)
    """

    low: float
    high: float
    scale: str = "linear"
    count: int | None = None

    def _space(self, name: str) -> dict:
        space = {"name": name, "low": self.low, "high": self.high, "scale": self.scale}
        return space if self.count is None else {**space, "count": self.count}


class Optimizer:
    """Finds the parameters with the highest win rate from few, noisy evaluations: the session of
    ``rootward-optimizer`` (docs/tuning.md), with the same replies.

    ``space``: a map from names to ``Range``. ``state``: a file that keeps everything; given again, it goes
    on as if it had never stopped.

    >>> import rootward as rw
    >>> optimizer = rw.Optimizer({"x": rw.Range(0, 1)}, seed=1)
    >>> for _ in range(3):
    ...     p = optimizer.ask()
    ...     optimizer.tell(p, mean=0.4 + 0.2 * p["x"], games=400)
    >>> sorted(optimizer.best())
    ['id', 'mean', 'observed', 'params', 'stderr']
    """

    def __init__(self, space: dict[str, Range], seed: int | None = None, state: FilePath | None = None) -> None:
        self._session = _core.OptimizerSession(seed, "" if state is None else os.fspath(state))
        self._pending: list[tuple[Any, dict[str, Any]]] = []
        self._next = 1
        self._reply(op="space", parameters=[one._space(name) for name, one in space.items()])

    def _reply(self, **request) -> dict:
        reply = json.loads(self._session.reply(json.dumps(plain(request))))
        if "error" in reply:
            raise UsageError(reply["error"])
        return reply

    def ask(self, id: Any = None) -> dict[str, Any]:
        """Parameters to evaluate next. Several may be pending."""
        if id is None:
            id, self._next = self._next, self._next + 1
        params = self._reply(op="ask", id=id)["params"]
        self._pending = [one for one in self._pending if one[0] != id] + [(id, params)]
        return dict(params)

    def _id_of(self, params: dict, forget: bool) -> object:
        """The pending id with these parameters, else a new one."""
        for i, (id, pending) in enumerate(self._pending):
            if pending == plain(params):
                if forget:
                    del self._pending[i]
                return id
        id, self._next = self._next, self._next + 1
        return id

    def tell(self, params: dict[str, Any], mean: float, stderr: float | None = None,
             games: float | None = None) -> None:
        """What an evaluation gave: ``mean`` is the win rate in [0, 1]; ``stderr`` or ``games`` says how sure it
        is. Also for parameters that were never asked for."""
        sure = {key: value for key, value in (("stderr", stderr), ("games", games)) if value is not None}
        self._reply(op="tell", id=self._id_of(params, True), params=params, mean=mean, **sure)

    def failed(self, params: dict[str, Any]) -> None:
        """The evaluation will never be told."""
        self._reply(op="failed", id=self._id_of(params, True), params=params)

    def best(self) -> dict[str, Any]:
        """The evaluated point with the highest posterior mean: params, mean, stderr, id, observed."""
        return self._reply(op="best")

    def predict(self, points: Iterable[dict[str, Any]]) -> tuple[list[float], list[float]]:
        """The posterior's means and standard errors of the win rate at any points."""
        reply = self._reply(op="predict", points=list(points))
        return reply["means"], reply["stderrs"]


class _AsksAndTells(Protocol):
    def ask(self) -> dict[str, Any]: ...
    def tell(self, params: dict[str, Any], mean: float, stderr: float, games: float) -> None: ...
    def failed(self, params: dict[str, Any]) -> None: ...
    def best(self) -> dict[str, Any]: ...


class Objective:
    """A tuning as an objective (docs/tuning.md): a file, a text or a map, and its results folder.

    >>> import rootward as rw, tempfile
    >>> quick = {"budget": {"simulations": 10}}
    >>> tuning = {"name": "tiny", "seed": 1, "game": "tictactoe", "defaults": {"search": quick},
    ...           "candidate": {"backup": {"name": "erwa", "alpha": 0.1}}, "opponent": {"backup": "average"},
    ...           "games": 4, "parameters": {"backup.alpha": {"low": 0.01, "high": 1, "scale": "log"}}}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     objective = rw.Objective(tuning, out=folder + "/tiny", threads=1)
    ...     result = objective.evaluate({"backup.alpha": 0.2})
    >>> result["games"], list(objective.space())
    (4, ['backup.alpha'])
    """

    def __init__(self, config: Source, out: FilePath | None = None, *, threads: int = 0) -> None:
        text, file = source_of(config)
        self._objective = _core.Objective(text, file, "" if out is None else os.fspath(out), threads)
        self._evaluations: Any = Evaluations(self._objective)

    @property
    def folder(self) -> str:
        """Where its games are stored."""
        return self._objective.folder()

    def space(self) -> dict[str, Range]:
        """What an Optimizer takes."""
        parameters = json.loads(self._objective.space())["parameters"]
        return {one["name"]: Range(one["low"], one["high"], one["scale"], one.get("count")) for one in parameters}

    def as_optuna(self) -> dict[str, Any]:
        """Optuna's distributions by name, for ``optuna.study.Study.ask``; a list's elements are ``name[0]`` and so on,
        and ``evaluate`` takes them so. ImportError where Optuna is not installed.

        >>> import importlib.util, rootward as rw
        >>> objective = rw.Objective("shipped:tuning/quickstart-tuning")
        >>> if importlib.util.find_spec("optuna"):
        ...     assert objective.as_optuna().keys() == {f"{name}[{i}]" if one.count else name
        ...                                         for name, one in objective.space().items() for i in range(one.count or 1)}
        """
        try:
            from optuna.distributions import json_to_distribution
        except ImportError as error:
            raise ImportError("as_optuna needs Optuna: apt install python3-optuna, or pip install optuna") from error
        space = json.loads(self._objective.optuna_space())
        return {name: json_to_distribution(json.dumps(one)) for name, one in space.items()}

    def submit(self, params: dict[str, Any], games: int | None = None,
               seed: int | None = None) -> Future[dict[str, Any]]:
        """An evaluation that goes on beside the caller, as under ``rootward tune serve``: a future of what ``evaluate``
        gives. Several may be pending; those that were submitted first are played first.

        A thread plays while something is pending, and the objective keeps its folder to itself for as long. Where the
        interpreter ends, or a run beside it is interrupted, pending futures raise Interrupted; games that ended are
        stored. The thread gives the folder back a moment after the last result: hence ``ignore_cleanup_errors`` here.

        >>> import rootward as rw, tempfile
        >>> quick = {"budget": {"simulations": 10}}
        >>> tuning = {"name": "tiny", "seed": 1, "game": "tictactoe", "defaults": {"search": quick},
        ...           "candidate": {"backup": {"name": "erwa", "alpha": 0.1}}, "opponent": {"backup": "average"},
        ...           "games": 4, "parameters": {"backup.alpha": {"low": 0.01, "high": 1, "scale": "log"}}}
        >>> with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        ...     objective = rw.Objective(tuning, out=folder + "/tiny", threads=1)
        ...     futures = [objective.submit({"backup.alpha": alpha}) for alpha in (0.1, 0.5)]
        ...     [future.result()["games"] for future in futures]
        [4, 4]
        """
        return self._evaluations.submit(params, games, seed)

    def extend(self, future: Future[dict[str, Any]], games: int) -> Future[dict[str, Any]]:
        """More games for a submitted evaluation, ``games`` in all: the same future where it is pending, else a new
        one. UsageError where it has so many already, or ``games`` is odd or not in [2, 10000000]; a pending
        evaluation then goes on as it was."""
        return self._evaluations.extend(future, games)

    def cancel(self, future: Future[dict[str, Any]]) -> bool:
        """Ends a pending evaluation: its future gives what there is, with status "partial". False where it has ended
        already."""
        return self._evaluations.cancel(future)

    def evaluate(self, params: dict[str, Any], games: int | None = None, seed: int | None = None,
                 progress: bool = False) -> dict[str, Any]:
        """One evaluation, answered from the folder where it was played before: the line of ``rootward tune objective``
        as a map, but its id. Ctrl-C raises Interrupted; games that ended are stored. Where a submitted evaluation
        is pending it joins that one's thread, and ``progress`` is not shown."""
        if self._evaluations.is_busy():  # its thread has the folder
            return self.submit(params, games, seed).result()
        text, failure = self._objective.evaluate(json.dumps(plain(params)), games, seed, progress)
        result = json.loads(text)
        if result["status"] == "partial":
            raise Interrupted(f"{result['games']} games are stored in {self.folder}; the same call continues")
        if failure:
            raise RunError(failure)
        del result["id"]
        return result

    def tune(self, optimizer: _AsksAndTells | None = None, evaluations: int = 20, seed: int = 1) -> Any:
        """Asks, evaluates and tells so many times; gives the optimizer. ``optimizer``: any object with ask, tell,
        failed and best; a new Optimizer unless given."""
        optimizer = optimizer or Optimizer(self.space(), seed=seed)
        for _ in range(evaluations):
            params = optimizer.ask()
            try:
                result = self.evaluate(params)
            except RunError:
                optimizer.failed(params)
                continue
            optimizer.tell(params, result["mean"], result["stderr"], result["games"])
        return optimizer
