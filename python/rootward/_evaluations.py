"""Evaluations of an objective that go on beside the caller: the protocol of ``rootward tune serve`` in a thread.

The thread lives while something is pending, and holds the folder's lock for as long. A new one waits for the one
before, so that the folder is free.
"""

from __future__ import annotations

import atexit
import concurrent.futures
import json
import operator
import os
import sys
import threading
import weakref

from ._yaml import plain
from .errors import Interrupted, RunError, UsageError


class Evaluation(concurrent.futures.Future):
    """The future of one evaluation: what was asked, and the number of games by now."""

    def __init__(self, id: int, params: dict, games: int, seed: int | None):
        super().__init__()
        self.id, self.params, self.games, self.seed = id, params, games, seed
        self.is_cut = False  # cancel() was asked for
        self._begun = 0  # games in all of the request that is being played; 0: none was taken yet
        self._asked = [games]  # of requests that were not answered yet, the oldest first
        self._result: dict | None = None  # of fewer games than are wanted by now
        self.set_running_or_notify_cancel()

    def extend(self, games: int) -> None:
        self.games = games
        self._asked.append(games)

    def take(self, games: int) -> None:
        """The service plays so many games in all. It says so at once, and now and then later."""
        if games in self._asked:
            self._asked = self._asked[self._asked.index(games) + 1 :]
            self._begun, self._result = games, None

    def refuse(self) -> bool:
        """Whether a refusal is the end of it: the service has not begun it. Else the oldest extension is not to be."""
        if self._begun == 0:
            return True
        del self._asked[:1]
        self.games = self._asked[-1] if self._asked else self._begun
        return False

    def result_of(self, event: dict | None) -> dict | None:
        """The event of a result, or one that came before, where it has the games that are wanted."""
        self._result = event or self._result
        has_all = self._result and (self._result["status"] != "ok" or self._result["games"] >= self.games)
        return self._result if has_all else None

    def request(self) -> dict:
        """The line that asks for it."""
        request = {"op": "evaluate", "id": self.id, "params": self.params, "games": self.games}
        return plain(request if self.seed is None else {**request, "seed": self.seed})


class Evaluations:
    """Those of one objective."""

    def __init__(self, objective):
        self._objective = objective  # of _core
        self._begin()
        _ALL.add(self)

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._lines: list[str] = []
        self._pending: dict[int, Evaluation] = {}
        self._next = 1
        self._is_ending = False
        self._thread: threading.Thread | None = None
        self._serves = False  # the thread will take further lines

    def is_busy(self) -> bool:
        """Whether a thread has the folder."""
        return self._thread is not None and self._thread.is_alive()

    def submit(self, params: dict, games: int | None, seed: int | None) -> Evaluation:
        with self._lock:
            asked = Evaluation(self._next, params, self._objective.games() if games is None else games, seed)
            line = json.dumps(asked.request())  # before anything knows of it: it may be none
            self._next += 1
            self._pending[asked.id] = asked
            self._send(line)
        return asked

    def extend(self, asked: Evaluation, games: int) -> Evaluation:
        games = _checked(games)
        with self._lock:
            if asked.id in self._pending:
                if games <= asked.games:
                    raise UsageError(f"games: the evaluation has {asked.games} games already; extend takes the new total")
                asked.extend(games)
                self._send(json.dumps({"op": "extend", "id": asked.id, "games": games}))
                return asked
        played = asked.result()["games"]
        if games <= played:
            raise UsageError(f"games: the evaluation has {played} games already; extend takes the new total")
        return self.submit(asked.params, games, asked.seed)

    def cancel(self, asked: Evaluation) -> bool:
        with self._lock:
            if asked.id not in self._pending:
                return False
            asked.is_cut = True
            self._send(json.dumps({"op": "cancel", "id": asked.id}))
        return True

    def end(self) -> None:
        """Ends what is pending with what there is, and waits for it."""
        self._is_ending = True
        thread = self._thread
        if thread is not None:
            thread.join()
        self._is_ending = False

    def _send(self, line: str) -> None:
        self._lines.append(line)
        if self._serves:
            return
        self._serves = True
        self._thread = threading.Thread(target=self._serve, args=(self._thread,), daemon=True)
        self._thread.start()

    def _serve(self, before: threading.Thread | None) -> None:
        if before is not None:
            before.join()
        try:
            self._objective.serve(self._take, self._hear)
            failure = None
        except BaseException as error:
            failure = error
        with self._lock:
            left = []
            if self._thread is threading.current_thread():  # else the next one has them
                left, self._pending, self._lines, self._serves = list(self._pending.values()), {}, [], False
        for asked in left:
            asked.set_exception(failure or Interrupted(self._text()))

    def _take(self) -> list[str] | None:
        with self._lock:
            if self._is_ending or not self._pending:
                self._serves = False
                return None
            lines, self._lines = self._lines, []
            return lines

    def _hear(self, line: str) -> None:
        event = json.loads(line)
        kind = event.get("event")
        with self._lock:
            asked = self._pending.get(event.get("id"))
            if asked is None or kind not in ("progress", "result", "error"):
                return
            if kind == "progress":
                asked.take(event["of"])
                return
            is_refused = kind == "error" and asked.refuse()
            result = None if is_refused else asked.result_of(event if kind == "result" else None)
            if is_refused or result:
                del self._pending[asked.id]
        if kind == "error" and not is_refused:
            print(f"warning: an evaluation goes on as it was: {event['message']}", file=sys.stderr)
        if is_refused:
            asked.set_exception(UsageError(event["message"]))
        elif result:
            self._end(asked, result)

    def _end(self, asked: Evaluation, event: dict) -> None:
        if event["status"] == "failed":
            asked.set_exception(RunError(event["errors"]["failure"]))
        elif event["status"] == "partial" and not asked.is_cut:
            asked.set_exception(Interrupted(self._text()))
        else:
            asked.set_result({key: value for key, value in event.items() if key not in ("event", "id")})

    def _text(self) -> str:
        return f"games that ended are stored in {self._objective.folder()}; the same call continues"


def _checked(games) -> int:
    """A number of games as ``rootward tune serve`` takes it."""
    try:
        count = operator.index(games)
    except TypeError:
        count = 0
    if not 2 <= count <= _MOST_GAMES or count % 2:
        raise UsageError(f"games: {games!r} is not allowed; allowed: an even number in [2, {_MOST_GAMES}]")
    return count


_MOST_GAMES = 10_000_000
_ALL: weakref.WeakSet[Evaluations] = weakref.WeakSet()


def end_all() -> None:
    """No thread is at work when the interpreter goes."""
    for one in list(_ALL):
        one.end()


def begin_anew() -> None:
    """A forked process has none of its parent's threads."""
    for one in list(_ALL):
        one._begin()


atexit.register(end_all)
os.register_at_fork(after_in_child=begin_anew)
