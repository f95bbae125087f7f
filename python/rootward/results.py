"""Results folders of every kind, as rows, numpy columns and frames."""

from __future__ import annotations

import csv
import io
import json
import os
import warnings
from typing import Any

import numpy.typing as npt

from . import _core
from ._frames import columns_of, frame
from ._types import FilePath, Frame
from .errors import UsageError
from .games import Position

__all__ = ["Tournament", "Estimates", "Tuning", "Study", "read"]


class Results:
    """A results folder; reads only."""

    def __init__(self, folders: list[str]) -> None:
        self.folders: list[str] = folders

    def table(self, format: str = "text") -> str:
        """The text of ``rootward table --format``: text, md, csv, latex or json."""
        raise NotImplementedError

    def verify(self) -> list[str]:
        """What `rootward verify` finds wrong in the folders, a line a problem; its notes come as warnings. Games in Python
        are held against their rules, too, where the class is defined or the run has kept its file."""
        problems = []
        for folder in self.folders:
            found, notes = _core.verify(folder)
            problems += found
            for note in notes:
                warnings.warn(note, stacklevel=2)
        return problems

    @property
    def data(self) -> Any:
        """The table as JSON has it; a list where the folders hold several tournaments."""
        return json.loads(self.table("json"))

    @property
    def manifest(self) -> dict[str, Any]:
        """The first folder's manifest: what was run, by which program, when."""
        with open(os.path.join(self.folders[0], "manifest.json"), encoding="utf-8") as file:
            return json.load(file)

    @property
    def config(self) -> dict[str, Any]:
        """The configuration with every default written out, as a map; ``manifest["resolved_config"]`` is its YAML."""
        return _core.yaml_object(self.manifest["resolved_config"], "manifest.json")

    def __str__(self) -> str:
        return self.table()


class Tournament(Results):
    """A tournament. Several folders are joined as in ``rootward table``.

    >>> import rootward as rw, tempfile
    >>> quick = {"budget": {"simulations": 20}}
    >>> config = {"name": "tiny", "seed": 1, "game": "tictactoe", "schedule": {"type": "round_robin", "pairs": 2},
    ...           "players": {"a": {"search": quick, "backup": "average"}, "b": {"search": quick, "backup": "max"}}}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = rw.run(config, out=folder + "/tiny", threads=1, progress=False)
    ...     columns, end = result.columns(), result.replay("a:b:0:1")[-1]
    >>> list(columns["first"]), end.result is not None
    (['a', 'b', 'a', 'b'], True)
    """

    def table(self, format: str = "text") -> str:
        return _core.tournament_table(self.folders, format)

    @property
    def players(self) -> Frame:
        """A pandas frame, a row a player."""
        return frame(self.data["players"])

    @property
    def pairings(self) -> Frame:
        """A pandas frame, a row a pairing."""
        return frame(self.data["pairings"])

    @property
    def records(self) -> list[dict[str, Any]]:
        """The stored games as maps, in the order of pairings, pairs and seats."""
        return [json.loads(line) for line in _core.games(self.folders)]

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """The stored games without their moves as numpy columns, an element a game, in the order of ``records``.

        ``first`` and ``second`` name who sat where; what a record tells by seat is two columns, such as
        ``simulations_first``. ``opening`` is a text, its moves with blanks between. ``pandas.DataFrame`` takes it
        as it is.
        """
        return _core.game_columns(self.folders)

    def replay(self, id: str) -> list[Position]:
        """The positions of a stored game, from the first to the last, opening included. RunError where the game is
        not what the rules and its seed make of it; UsageError where there is none of this id."""
        return [Position(one) for one in _core.replay(self.folders, id)]

    @property
    def games(self) -> Frame:
        """A pandas frame, a row a game; moves are lists."""
        return frame(self.records)

    def _repr_html_(self) -> str:
        return self.players.to_html(index=False)


class Estimates(Results):
    """An estimates study: what operators think of positions whose truth is known.

    >>> import rootward as rw, tempfile
    >>> tree = {"max": {"a": {"min": {"b": 0.0, "c": -0.5}}, "d": {"min": {"e": 0.5, "f": -0.1}}}}
    >>> config = {"name": "small", "seed": 1, "games": {"t": {"name": "tree", "root": tree}},
    ...           "operators": {"max": "max"}, "checkpoints": [10, 20]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study = rw.run(config, out=folder + "/small", threads=1, progress=False)
    ...     truth, rows = study.truths[0]["value"], len(study.records)
    >>> truth, rows
    (-0.1, 1)
    """

    def table(self, format: str = "text") -> str:
        return _core.estimates_table(self.folders[0], format)

    @property
    def truths(self) -> list[dict[str, Any]]:
        """The positions with their exact values, as maps."""
        return [json.loads(line) for line in _core.estimates_records(self.folders[0])[0]]

    @property
    def records(self) -> list[dict[str, Any]]:
        """The searches with their curves, as maps."""
        return [json.loads(line) for line in _core.estimates_records(self.folders[0])[1]]

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """All numbers as numpy columns: an element a game, curve, checkpoint and measure."""
        rows = list(csv.DictReader(io.StringIO(_core.estimates_csv(self.folders[0]))))
        return columns_of([{name: number_or_text(text) for name, text in row.items()} for row in rows])

    @property
    def curves(self) -> Frame:
        """The same as a pandas frame."""
        return frame(self.columns())


class Tuning(Results):
    """A tuning: evaluations of a candidate, and the fresh test of what was found.

    >>> import rootward as rw, tempfile
    >>> quick = {"budget": {"simulations": 10}}
    >>> tuning = {"name": "tiny", "seed": 1, "game": "tictactoe", "defaults": {"search": quick},
    ...           "candidate": {"backup": {"name": "erwa", "alpha": 0.1}}, "opponent": {"backup": "average"},
    ...           "games": 4, "parameters": {"backup.alpha": {"low": 0.01, "high": 1, "scale": "log"}}}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     mean = rw.Objective(tuning, out=folder + "/tiny", threads=1).evaluate({"backup.alpha": 0.2})["mean"]
    ...     stored = rw.read(folder + "/tiny")
    ...     stored.best["mean"] == mean, stored.tests
    (True, [])
    """

    def table(self, format: str = "text") -> str:
        return _core.tuning_table(self.folders[0], format)

    @property
    def records(self) -> list[dict[str, Any]]:
        """The evaluations as maps."""
        return self.data["evaluations"]

    @property
    def evaluations(self) -> Frame:
        """A pandas frame, a row an evaluation."""
        return frame(self.records)

    @property
    def best(self) -> dict[str, Any]:
        """The evaluation with the highest mean that was observed; much of the best of many is luck."""
        return max((one for one in self.records if one["status"] == "ok"), key=lambda one: one["mean"])

    @property
    def tests(self) -> list[dict[str, Any]]:
        """The fresh tests; [] before there is one."""
        return self.data["tests"]


class Study(Results):
    """A study of several steps: its tables, and the results of its runs.

    >>> import rootward as rw, tempfile
    >>> quick = {"search": {"budget": {"simulations": 10}}}
    >>> study = {"name": "tiny", "seed": 1, "question": "?", "lists": {"rule": {"max": "max", "softmax": "softmax"}},
    ...          "steps": {"match": {"each": "rule", "tournament": {
    ...              "game": "tictactoe", "defaults": quick, "schedule": {"type": "round_robin", "pairs": 1},
    ...              "players": {"average": {"backup": "average"}, "rule": {"backup": "$rule"}}}}}}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     runs = rw.run(study, out=folder + "/tiny", threads=1, progress=False).runs
    ...     {place: len(run.records) for place, run in runs.items()}
    {'match/max': 2, 'match/softmax': 2}
    """

    def table(self, format: str = "text") -> str:
        """The tables of its steps that make one: text, md or csv."""
        return _core.study_tables(self.folders[0], format)

    @property
    def runs(self) -> dict[str, Tournament | Estimates | Tuning]:
        """The runs that have begun, by STEP/MEMBER, step by step. Those whose games were dropped are left out."""
        return {os.path.relpath(place, self.folders[0]): KINDS[_core.kind_of(place)]([place])
                for place in _core.run_folders(self.folders[0]) if _core.kind_of(place) in KINDS}


def number_or_text(text: str):
    try:
        return float(text)
    except ValueError:
        return text or None


KINDS: dict[str, Any] = {"tournament": Tournament, "estimates": Estimates, "tuning": Tuning, "study": Study}


def read(*folders: FilePath) -> Any:
    """Results folders as they stand: a Tournament, Estimates, a Tuning or a Study. Plays nothing.

    >>> import rootward as rw, tempfile
    >>> quick = {"budget": {"simulations": 20}}
    >>> config = {"name": "tiny", "seed": 1, "game": "tictactoe", "schedule": {"type": "round_robin", "pairs": 1},
    ...           "players": {"a": {"search": quick, "backup": "average"}, "b": {"search": quick, "backup": "max"}}}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     played = rw.run(config, out=folder + "/tiny", threads=1, progress=False)
    ...     rw.read(folder + "/tiny").table() == played.table()
    True
    """
    paths = [os.fspath(folder) for folder in folders]
    kinds = {_core.kind_of(path) for path in paths}
    if others := kinds - set(KINDS):
        raise UsageError(f"{' '.join(paths)}: {others.pop()} is a kind without results of its own")
    if len(kinds) != 1 or (kinds != {"tournament"} and len(paths) > 1):
        raise UsageError(f"{' '.join(paths)}: several folders are joined where all are of tournaments")
    return KINDS[kinds.pop()](paths)
