"""Games written in Python."""

from __future__ import annotations

import collections
import dataclasses
import hashlib
import inspect
import os
import pickle
import random
import types
from typing import Any

from . import _core
from ._sources import SHOWN, checked_newest, file_being_made, mark_of, module_of, note_home
from .errors import UsageError

__all__ = ["CHANCE", "GameReport", "GameRules", "check_game", "game"]

CHANCE = 0  # what to_move gives where an outcome is due
NEEDED = ("start", "to_move", "legal", "play", "result")
MOST_MOVES = 65_534  # as by the C interface
LONGEST_NAME = 31


class GameRules:
    """A game in Python by its name: goes wherever a game does, ``rw.search(it)``, ``rw.Game(it)``, ``{"game": it}``.

    >>> import rootward as rw
    >>> @rw.game(name="doc_take")
    ... class Take:
    ...     '''Who takes the last of seven matches wins.'''
    ...     def start(self): return 7, 1
    ...     def to_move(self, p): return p[1]
    ...     def legal(self, p): return [n for n in (1, 2, 3) if n <= p[0]]
    ...     def play(self, p, n): return p[0] - n, 3 - p[1]
    ...     def result(self, p): return None if p[0] else (1 if p[1] == 2 else -1)
    >>> Take, rw.Game(Take).start().legal
    (<rootward game doc_take>, ['1', '2', '3'])
    >>> rw.search(Take, search={"budget": {"simulations": 3000}, "solver": True}, backup="max").move
    '3'
    """

    def __init__(self, name: str, source: str, rules: Any, definition: Any, results: tuple[float, float]) -> None:
        self.name: str = name
        self.source: str = source
        self.rules: Any = rules
        self.definition: Any = definition
        self.results: tuple[float, float] = results
        self.__doc__ = getattr(definition, "__doc__", None) or type(self).__doc__

    def as_config(self) -> dict[str, Any]:
        """The map that stands for it in a configuration: its name and its source's mark. ValueError where the same
        source was run again under this name: the map would stand for what that has made."""
        checked_newest({self.name: _NEWEST[self.name, self.source]}, self.name, self.definition)
        return {"name": self.name, "source": self.source}

    def __repr__(self) -> str:
        return f"<rootward game {self.name}>"


class _Asked:
    """What the program calls: every promise that is cheap to ask is asked."""

    def __init__(self, name: str, rules, results: tuple[float, float], is_win_draw_loss: bool, seats: int):
        self.name, self.rules, self.results, self.seats = name, rules, results, seats
        self.is_win_draw_loss = is_win_draw_loss
        self.copies = hasattr(rules, "copy")

    def broken(self, method: str, promise: str, position) -> ValueError:
        """Names the method's file and line, and the position."""
        function = getattr(self.rules, method)
        code = getattr(getattr(function, "__func__", function), "__code__", None)
        place = f"{code.co_filename}:{code.co_firstlineno}: " if code else ""
        return ValueError(f"{place}{self.name}.{method}: {promise}, at\n{self.text(position)}")

    def text(self, position) -> str:
        return str(self.rules.text(position)) if hasattr(self.rules, "text") else repr(position)

    def name_of(self, position, move) -> str:
        return str(self.rules.move_text(position, move)) if hasattr(self.rules, "move_text") else str(move)

    def start(self):
        return self.look(self.rules.start())

    def play(self, held, index: int):
        position, moves = held
        return self.look(self.after(position, moves[index]))

    def after(self, position, move):
        if not self.copies:
            next_one = self.rules.play(position, move)
            if next_one is None:
                raise self.broken("play", "gives the position after the move; a game with `copy` may change its own",
                                  position)
            return next_one
        changed = self.rules.copy(position)
        given = self.rules.play(changed, move)
        return changed if given is None else given

    def drawing(self, held) -> str:
        return self.text(held[0])

    def look(self, position):
        """(held, mover, result in [-1, 1] or None, texts, probabilities, hash)"""
        result = self.rules.result(position)
        if result is not None:
            return (position, []), 1, self.value(position, result), [], [], self.hash(position)
        mover = self.rules.to_move(position)
        if mover not in range(1, self.seats + 1) and not (mover == CHANCE and hasattr(self.rules, "probability")):
            raise self.broken("to_move", f"{mover!r} is not allowed; allowed: 1 to {self.seats}, and CHANCE where there "
                                         "is probability()", position)
        moves = list(self.rules.legal(position))
        texts = [self.name_of(position, move) for move in moves]
        self.check_moves(position, texts)
        shares = self.shares(position, moves) if mover == CHANCE else []
        return (position, moves), mover, None, texts, shares, self.hash(position)

    def check_moves(self, position, texts: list[str]) -> None:
        if not 1 <= len(texts) <= MOST_MOVES:
            raise self.broken("legal", f"{len(texts)} moves where the game goes on; allowed: 1 to {MOST_MOVES}", position)
        if len(set(texts)) != len(texts):
            twice = collections.Counter(texts).most_common(1)[0][0]
            raise self.broken("legal", f"the move {twice} is there twice", position)
        for text in texts:
            if not 1 <= len(text) <= LONGEST_NAME or not text.isprintable() or " " in text:
                raise self.broken("legal", f"a move is called {text!r}; allowed: 1 to {LONGEST_NAME} printable "
                                           "characters without blanks", position)

    def shares(self, position, moves) -> list[float]:
        shares = [float(self.rules.probability(position, move)) for move in moves]
        if not all(share > 0 for share in shares) or abs(sum(shares) - 1) > 1e-9:
            raise self.broken("probability", f"{shares} are not above 0 with a sum of 1", position)
        return shares

    def value(self, position, result) -> float:
        low, high = self.results
        number = float(result)
        if not low <= number <= high or (self.is_win_draw_loss and number not in (-1, 0, 1)):
            allowed = "-1, 0, 1" if self.is_win_draw_loss else f"a number in [{low}, {high}]"
            raise self.broken("result", f"{result!r} is not allowed; allowed: None, {allowed}", position)
        return number if (low, high) == (-1, 1) else 2 * (number - low) / (high - low) - 1

    def hash(self, position) -> int:
        """Of `hash`, where the game has one; else of what the position says of itself."""
        if hasattr(self.rules, "hash"):
            return int(self.rules.hash(position)) % 2**64
        speaks = type(position).__repr__ is not object.__repr__
        words = repr(position).encode() if speaks else pickle.dumps(position, 4)
        return int.from_bytes(hashlib.blake2b(words, digest_size=8).digest(), "little")


def game(definition: Any = None, *, name: str | None = None, seats: int = 2, results: tuple[float, float] = (-1, 1),
         win_draw_loss: bool | None = None) -> Any:
    """Makes a class, or a module's functions, a game of its name.

    ``start()`` gives a position; ``to_move(p)`` 1 or 2, ``legal(p)`` the moves in a fixed order, ``play(p, move)``
    the position after a move, ``result(p)`` None while the game goes on, else a number in ``results`` in the view of
    player 1. Positions are values that never change; or the game has ``copy(p)``, and ``play`` changes a copy.

    A game may have: ``move_text(p, move)`` (else ``str``), ``text(p)`` (else ``repr``), ``hash(p)`` (equal exactly
    where positions are; else that of ``repr``), and chance: ``to_move`` gives ``rw.CHANCE``, ``legal`` the outcomes,
    ``probability(p, outcome)`` their probabilities.

    ``seats``: 1 for a single agent. ``win_draw_loss``: results are 1, 0 and -1 alone; so it is for results in (-1, 1)
    unless said. A broken promise is a ValueError with the method's file and line. ``check_game`` asks for them all.

    >>> import rootward as rw
    >>> @rw.game(name="doc_count", seats=1, results=(0, 3))
    ... class Count:
    ...     def start(self): return ()
    ...     def to_move(self, p): return 1
    ...     def legal(self, p): return ["no", "yes"]
    ...     def play(self, p, move): return p + (move,)
    ...     def result(self, p): return p.count("yes") if len(p) == 3 else None
    >>> rw.search(Count, search={"budget": {"simulations": 200}}, backup="max").move
    'yes'
    """
    def wrap(made):
        rules = made if isinstance(made, types.ModuleType) else made()
        missing = [method for method in NEEDED if not callable(getattr(rules, method, None))]
        known = name or made.__name__.rpartition(".")[2]
        if missing:
            raise TypeError(f"{known}: a game has {', '.join(NEEDED)}; there is no {', '.join(missing)}")
        if seats not in (1, 2) or not results[0] < results[1]:
            raise ValueError(f"{known}: seats are 1 or 2, results (low, high)")
        ends = float(results[0]), float(results[1])
        is_plain = ends == (-1, 1) if win_draw_loss is None else win_draw_loss
        module = getattr(made, "__module__", made.__name__) or ""
        file = file_being_made(module)  # all that stands in it is the game's source
        source = mark_of(made, seats, ends, is_plain) if file is None else "sha256-" + hashlib.sha256(file).hexdigest()
        asked = _Asked(known, rules, ends, is_plain, seats)
        _core.register_game(known, seats, ends, is_plain, source[:SHOWN], file or b"", asked)
        _NEWEST[known, source[:SHOWN]] = made
        note_home(known, source, module)
        return GameRules(known, source[:SHOWN], asked, made, ends)

    return wrap if definition is None else wrap(definition)


_NEWEST: dict = {}  # what each name and source means by now


def load(file: str, name: str) -> tuple[str, str]:
    """For ``game: {name: python, file:, object:}`` in configurations, and for the copies that runs keep: the name and
    the source of the game that the file calls ``name``, or that is called so."""
    try:
        module = module_of(os.path.abspath(file))
    except Exception as error:
        raise UsageError(f"{file}: {type(error).__name__}: {error}") from error
    found = getattr(module, name, None)
    if not isinstance(found, GameRules):
        found = next((one for one in vars(module).values() if isinstance(one, GameRules) and one.name == name), None)
    if found is None:
        raise UsageError(f"{file} defines no game {name}; it makes one by @rootward.game")
    return found.name, found.source


_core.set_game_loader(load)


@dataclasses.dataclass(frozen=True)
class GameReport:
    """What ``check_game`` found: ``rows`` of (the promise, "ok" or "failed", where). ``bool``: nothing failed.

    >>> import rootward as rw
    >>> report = rw.GameReport("mine", [("it ends", "ok", "")])
    >>> bool(report), str(report)
    (True, 'mine\\n  it ends  ok')
    """

    game: str
    rows: list[tuple[str, str, str]]

    def __bool__(self) -> bool:
        return all(standing != "failed" for _, standing, _ in self.rows)

    def __str__(self) -> str:
        width = max(len(promise) for promise, _, _ in self.rows)
        return "\n".join([self.game] + [f"  {promise:{width}}  {standing:6}  {where}".rstrip()
                                        for promise, standing, where in self.rows])


PROMISES = ("moves are in range, none is there twice", "a position stays the same when it is played from",
            "the same position gives the same answers", "hashes are equal exactly where positions are",
            "outcomes' probabilities sum to 1", "results are in range", "games end")


def check_game(game: GameRules, games: int = 1000, plies: int = 10_000, seed: int = 1) -> GameReport:
    """Tries a game's promises in random games, as ``rootward check`` tries games of the C interface: at every position
    all answers are asked for twice, and again after a move was played from it. No game may be longer than ``plies``.

    >>> import rootward as rw
    >>> @rw.game(name="doc_endless")
    ... class Endless:
    ...     def start(self): return 0
    ...     def to_move(self, p): return 1 + p % 2
    ...     def legal(self, p): return ["on"]
    ...     def play(self, p, move): return p + 1
    ...     def result(self, p): return None
    >>> report = rw.check_game(Endless, games=1, plies=20)
    >>> bool(report), [row[:2] for row in report.rows if row[1] == "failed"]
    (False, [('games end', 'failed')])
    """
    trial = _Trial(game, random.Random(seed))
    for _ in range(games):
        if not trial.play_one(plies):
            break
    return GameReport(game.name, [(promise, "failed" if promise in trial.failed else "ok", trial.failed.get(promise, ""))
                                  for promise in PROMISES])


class _Trial:
    def __init__(self, game: GameRules, rng: random.Random):
        self.asked, self.rng = game.rules, rng
        self.failed: dict[str, str] = {}
        self.by_hash: dict[int, tuple] = {}  # what positions said

    def fail(self, promise: int, where: str, moves: list[str]) -> bool:
        self.failed[PROMISES[promise]] = f"{where}; after {' '.join(moves) or 'no move'}"
        return False

    def play_one(self, plies: int) -> bool:
        """One random game; False where a promise was broken."""
        moves: list[str] = []
        look = self.looked(self.asked.start, moves)
        while look is not None and look[2] is None:
            if len(moves) == plies:
                return self.fail(6, f"no end within {plies} plies", moves[:8] + [".."])
            if not self.is_steady(look, moves):
                return False
            held, before = look[0], look
            index = self.rng.randrange(len(look[3]))
            moves.append(look[3][index])
            look = self.looked(lambda: self.asked.play(held, index), moves)
            if look is None:
                return False
            again = self.looked(lambda: self.asked.look(held[0]), moves[:-1])
            if again is None or again[1:] != before[1:]:
                return self.fail(1, "its answers changed", moves)
        return look is not None and self.is_steady(look, moves)

    def looked(self, ask, moves: list[str]):
        """The answers; None where asking them broke a promise."""
        try:
            return ask()
        except ValueError as error:
            text = str(error)
            promise = 4 if ".probability:" in text else 5 if ".result:" in text else 0
            self.fail(promise, " ".join(text.split()), moves)
        except Exception as error:
            trace = inspect.trace()[-1]
            self.fail(0, f"{trace.filename}:{trace.lineno}: {type(error).__name__}: {error}", moves)
        return None

    def is_steady(self, look, moves: list[str]) -> bool:
        again = self.looked(lambda: self.asked.look(look[0][0]), moves)
        if again is None:
            return False
        if again[1:5] != look[1:5]:
            return self.fail(2, "asked twice, two answers", moves)
        if again[5] != look[5]:
            return self.fail(3, "asked twice, two hashes", moves)
        said = self.by_hash.setdefault(look[5], look[1:5])
        if said != look[1:5]:
            return self.fail(3, "two positions that differ have one hash", moves)
        return True
