#!/usr/bin/python3
"""Spearmint-lite's flat files as an optimizer of rootward's: whatever proposes points in a results.dat drives a tuning.

  rootward run CONFIG --optimizer "scripts/optimizers/spearmint_bridge.py DIR --chooser 'python2 spearmint-lite.py DIR'"

DIR/config.json is written from the tuning: {name: {"name","type","min","max","size"}} in the tuning's order (Spearmint
knows no log scale and walks such a parameter linearly). DIR/results.dat holds a line an evaluation:

  value seconds p1 p2 ...   done; value = 1 - win rate, because Spearmint minimises
  P P p1 p2 ...             proposed by the chooser, awaited

An ask takes the first proposed line that nobody works on; where there is none, --chooser is run, which has to append
one, or, without --chooser, the reply is {"wait": true}: the tuning asks again after the next result, so a program that
proposes one point at a time is served too. A tell fills the line. The file is replaced by way
of a temporary file and a rename, under a lock on DIR/results.dat.lock; a program that appends while the bridge runs
takes the same lock (`flock DIR/results.dat.lock COMMAND`), which --chooser need not: it runs under it.
A failed evaluation is filled with the worst value seen, since the format has no word for it. Started again on the same
DIR the bridge continues: lines that were awaited are handed out again. A result that comes with other params than the id
was handed (a tuning tells its journal again) belongs to the line of its params; the handed line is free again.
"""
import argparse
import contextlib
import fcntl
import itertools
import json
import math
import os
import subprocess
import sys
import tempfile
import time

PENDING = "P"


class Folder:
    """config.json and results.dat."""

    def __init__(self, path):
        self.path = path
        os.makedirs(path, exist_ok=True)
        self.results = os.path.join(path, "results.dat")

    @contextlib.contextmanager
    def locked(self):
        with open(self.results + ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def replace(self, name, text):
        descriptor, temporary = tempfile.mkstemp(dir=self.path, prefix=name + ".")
        try:
            with os.fdopen(descriptor, "w") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, 0o644)
            os.rename(temporary, os.path.join(self.path, name))
        except BaseException:
            os.unlink(temporary)
            raise

    def rows(self):
        """Each line as its words; what a program is writing at this moment, a last line without end, is left alone."""
        if not os.path.exists(self.results):
            return []
        with open(self.results) as file:
            return [line.split() for line in file if line.strip() and line.endswith("\n")]

    def write_rows(self, rows):
        tail = ""
        if os.path.exists(self.results):
            with open(self.results) as file:
                tail = file.read().rpartition("\n")[2]
        self.replace("results.dat", "".join(" ".join(row) + "\n" for row in rows) + tail)


class Bridge:
    def __init__(self, folder, chooser):
        self.folder, self.chooser = folder, chooser
        self.parameters = []
        self.lines = {}  # id -> (number of its line, words of its params)
        self.asked_at = {}
        self.filled = set()  # numbers of the lines that this process has filled, or found filled with what it was told
        self.told = []  # (value, standard error)

    def space(self, request):
        self.parameters = request["parameters"]
        config = {
            p["name"]: {
                "name": p["name"],
                "type": "int" if p.get("scale") == "integer" else "float",
                "min": p["low"],
                "max": p["high"],
                "size": p.get("count") or 1,
            }
            for p in self.parameters
        }
        self.folder.replace("config.json", json.dumps(config, indent=2) + "\n")
        return {"ok": True}

    def ask(self, request):
        identity = request["id"]
        if identity not in self.lines and not self.take_line(identity):
            return {"id": identity, "wait": True}
        return {"id": identity, "params": self.grouped(self.lines[identity][1])}

    def take_line(self, identity):
        """Gives the first free pending line to this id; runs the chooser first where there is none."""
        with self.folder.locked():
            if self.free_lines() == [] and self.chooser:
                subprocess.run(self.chooser, shell=True, check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)
            free = self.free_lines()
        if not free and self.chooser:
            raise ValueError(f"--chooser appended no line '{PENDING} {PENDING} ...' to {self.folder.results}")
        if not free:
            return False
        self.grouped(free[0][1])  # a line that is no point is nobody's
        self.lines[identity] = free[0]
        self.asked_at[identity] = time.monotonic()
        return True

    def free_lines(self):
        taken = {number for number, _ in self.lines.values()}
        rows = self.folder.rows()
        return [(i, row[2:]) for i, row in enumerate(rows) if row[0] == PENDING and i not in taken]

    def tell(self, request):
        value = 1 - float(request["mean"])
        self.store(request, value)
        self.told.append((value, request.get("stderr")))
        return {"ok": True}

    def failed(self, request):
        self.store(request, None)
        return {"ok": True}

    def store(self, request, value):
        """Into the id's line, where that is of the request's params, else into a line of theirs. None: it has failed."""
        identity, params = request["id"], request.get("params")
        number, words = self.lines.get(identity, (None, None))
        if words is None and params is None:
            raise ValueError(f"id {identity} was never asked for: its params are needed")
        is_handed = words is not None and params in (None, self.grouped(words))
        with self.folder.locked():
            rows = self.folder.rows()
            if is_handed:
                # Lines keep their numbers, since both sides only ever append or fill.
                if number >= len(rows) or rows[number][2:] != words:
                    raise ValueError(f"{self.folder.results}: line {number + 1} is no longer the one that was handed out")
            else:
                number = self.line_of(params, value, rows)
                words = rows[number][2:] if number < len(rows) else self.flat(params)
            if is_handed or number == len(rows) or rows[number][0] == PENDING:
                rows[number : number + 1] = [[repr(self.worst(rows) if value is None else value), self.seconds(identity), *words]]
                self.folder.write_rows(rows)
        self.lines = {other: line for other, line in self.lines.items() if line[0] != number}
        self.lines[identity] = (number, words)
        self.filled.add(number)

    def line_of(self, params, value, rows):
        """Where a point's result is already, or is awaited, or, at the end, would be new."""
        same = [i for i, row in enumerate(rows) if i not in self.filled and self.grouped(row[2:]) == params]
        stored = [i for i in same if rows[i][0] != PENDING and value in (None, float(rows[i][0]))]
        return (stored + [i for i in same if rows[i][0] == PENDING] + [len(rows)])[0]

    def seconds(self, identity):
        now = time.monotonic()
        return f"{now - self.asked_at.get(identity, now):.3f}"

    @staticmethod
    def worst(rows):
        return max((float(row[0]) for row in rows if row[0] != PENDING), default=1.0)

    def best(self, _):
        done = [row for row in self.folder.rows() if row[0] != PENDING]
        if not done:
            raise ValueError("nothing has been told yet")
        row = min(done, key=lambda row: float(row[0]))
        deviation = next((told for value, told in self.told if repr(value) == row[0]), None)
        return {"params": self.grouped(row[2:]), "mean": 1 - float(row[0]), "stderr": deviation}

    def grouped(self, words):
        if len(words) != sum(p.get("count") or 1 for p in self.parameters):
            raise ValueError(f"{self.folder.results}: a line has {len(words)} parameters")
        words, params = iter(words), {}
        for p in self.parameters:
            to_number = (lambda word: round(float(word))) if p.get("scale") == "integer" else float
            numbers = [to_number(word) for word in itertools.islice(words, p.get("count") or 1)]
            if not all(map(math.isfinite, numbers)):
                raise ValueError(f"{self.folder.results}: {p['name']} has a value that is no number")
            params[p["name"]] = numbers if p.get("count") else numbers[0]
        return params

    def flat(self, params):
        values = [params[p["name"]] for p in self.parameters]
        return [repr(x) for value in values for x in (value if isinstance(value, list) else [value])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("--chooser", help="shell command that appends one line 'P P p1 p2 ...' to DIR/results.dat")
    options = parser.parse_args()
    bridge = Bridge(Folder(options.folder), options.chooser)
    operations = {name: getattr(bridge, name) for name in ("space", "ask", "tell", "failed", "best")}
    for line in sys.stdin:
        try:
            request = json.loads(line)
            reply = operations[request["op"]](request)
        except Exception as error:  # a line that cannot be answered gets an error, and the conversation goes on
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
