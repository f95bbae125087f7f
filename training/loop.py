"""Generations of self-play and training. One generation: `rootward selfplay` plays with the newest network, `rootward
data samples` draws positions of the window, steps, checkpoint, the next network; at milestones `rootward run` compares.

state.json.gz counts what is done and has a row of numbers a generation; `rootward data journal` makes journal.csv, figures
and alarms of it. What lies in the folder beyond it was cut short, and is done again.
"""

import argparse
import ctypes
import fcntl
import glob
import gzip
import json
import os
import signal
import subprocess
import sys
import time
import zlib

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # spinning threads take up to 9/10 of the speed beside other work
try:
    import torch
    from export import BadFile, export, load_checkpoint, save_checkpoint, start_from, write_file
    from model import Network
    from samples import BadSamples, Batch, BrokenOff, joined, read_batches, read_header
    from steps import Trainer, measure, measure_norms, rate_at
except ImportError as absent:
    print(f"error: {absent}; training needs PyTorch, Debian's package python3-torch", file=sys.stderr)
    sys.exit(2)

DONE, FAILED, USAGE, ALARM, INCOMPLETE, INTERRUPTED = 0, 1, 2, 4, 75, 130  # exit codes
REFILL = 4000  # games that fill the window where a run goes on without its data
MEASURED = 4096  # positions for the norms' statistics, and for validation
LATE = 10  # plies, from which on positions that training never met tell something
UNKNOWN_DATA = {"path": "games given by --data", "licence": "not stated"}
RATES = {"games_per_second": "games", "evaluations_per_second": "evaluations", "samples_per_second": "samples"}


class Stop(Exception):
    """Ends the program with an exit code and, unless somebody has said why already, a sentence."""

    def __init__(self, code, text=""):
        super().__init__(text)
        self.code = code


def rounded(value):
    """Numbers of a row to six digits, which keeps hundreds of generations small."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def write_state(folder, state):
    try:
        text = json.dumps(state, separators=(",", ":"), allow_nan=False)
    except ValueError:
        raise Stop(FAILED, f"{folder}: a number of the last generation is not finite; its state is not stored") from None
    write_file(f"{folder}/state.json.gz", gzip.compress(text.encode(), mtime=0))
    if os.path.exists(f"{folder}/state.json"):
        os.remove(f"{folder}/state.json")


def read_state(folder, fresh):
    """What is stored, or `fresh`. A plain state.json is of an earlier program, and counts until it is removed."""
    path, opened = f"{folder}/state.json", open
    if not os.path.exists(path):
        path, opened = f"{path}.gz", gzip.open
    if not os.path.exists(path):
        return fresh
    try:
        with opened(path, "rt", encoding="utf-8") as file:
            stored = json.load(file)
        return {**stored, **{key: stored[key] for key in fresh}}
    except (ValueError, TypeError, KeyError, EOFError, gzip.BadGzipFile, zlib.error) as wrong:
        raise Stop(USAGE, f"{path} is no state of a training run: {wrong!r}") from None


def cost_of_games(played):
    """Columns of the journal about the games that were played just now; none where a run before had played them all."""
    if not played["played"]:
        return {}
    asked, seconds = played["cached"] + played["evaluations"], played["seconds"]
    spared = {key: played[key] for key in ("spared", "spared_wrongly") if played["spared"]}
    return {"cached": played["cached"] / max(1, asked), "games_per_second": played["played"] / seconds,
            "evaluations_per_second": played["evaluations"] / seconds, **spared}


def differences(stored, now, path=""):
    """What differs between two configurations, key by key: "seed: stored 3, now 4"."""
    if isinstance(stored, dict) and isinstance(now, dict):
        for key in stored | now:
            yield from differences(stored.get(key, "nothing"), now.get(key, "nothing"), f"{path}.{key}".lstrip("."))
    elif stored != now:
        yield f"{path}: stored {stored}, now {now}"


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


class Run:
    """A run's folder, and the networks that are trained in it: the one that plays, and its companions."""

    def __init__(self, options):
        self.options, self.shown, self.has_rung = options, 0.0, False
        self.first = 0  # generation that --data ends with
        self.config = json.loads(self.rootward("check", options.config, "--json"))
        self.own = self.config.pop("origin")
        self.out = options.out or f"results/training/{self.config['name']}"
        self.training, phases = self.config["training"], sum(phase["games"] for phase in self.config["phases"])
        self.wanted = min(phases, options.games or phases)
        for folder in ("networks", "checkpoint", "evaluate"):
            os.makedirs(f"{self.out}/{folder}", exist_ok=True)
        self.lock = open(f"{self.out}/train.lock", "w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Stop(FAILED, f"{self.out}: another process trains there") from None
        self.state = self.stored_state()
        torch.manual_seed(self.config["seed"])
        self.trainers = {}
        for name, changes in {"": {}, **self.config.get("companions", {})}.items():
            trainer = self.trainers[name and name + "-"] = self.make_trainer(**{**self.config["network"], **changes})
            if self.state["generation"] > 0:
                load_checkpoint(trainer, self.file("checkpoint", name and name + "-", self.state["generation"]))
        self.export()

    def file(self, folder, name, generation):
        return f"{self.out}/{folder}/{name}{generation:05}.safetensors"

    def stored_state(self):
        """Only phases and milestones may change while a run goes on."""
        fixed = {key: value for key, value in self.config.items() if key not in ("phases", "evaluate")}
        state = {"schema": "rootward.training/1", "config": fixed, "journal": []}
        state.update(generation=0, games=0, rows=0, samples=0)
        state = read_state(self.out, state)
        played = ["stats" in row for row in state["journal"]] or [not self.options.data]  # what --data gives comes later
        origins = [] if all(played) or not state["journal"] else [UNKNOWN_DATA]  # an earlier program did not store these
        state.setdefault("origins", origins + ([self.own] if any(played) or self.config.get("start") else []))
        if changes := "; ".join(differences(state["config"], fixed)):
            raise Stop(USAGE, f"{self.out} holds another run; choose another --out or go back to it: {changes}")
        return state

    def make_trainer(self, planes, plane_count, **sizes):
        network = Network(**self.config["shape"], planes=plane_count, **sizes)
        if self.config.get("start"):
            start_from(network, self.config["start"])
        network.to(self.options.device, memory_format=torch.channels_last)
        trainer = Trainer(network, self.training["optimizer"], self.training["loss"], self.training["average"])
        trainer.sees = planes
        return trainer

    def export(self):
        told = {key: "; ".join({one[key]: 0 for one in self.state["origins"]}) for key in ("licence", "path")}
        about = {"name": self.config["name"], "licence": told["licence"] or "not stated", "path": told["path"] or "unknown"}
        about.update({key: str(self.state[key]) for key in ("games", "samples")})
        about.update({key: str(value) for key, value in self.config["game"].items() if key == "komi"})
        for name, trainer in self.trainers.items():
            export(trainer.average, self.file("networks", name, self.state["generation"]), trainer.sees, about)

    def rootward(self, *words):
        """The program's output. Where it fails it has said why, and its exit code is ours."""
        command = [self.options.rootward, *map(str, words)]
        done = subprocess.run(command, stdout=subprocess.PIPE, preexec_fn=die_with_parent)
        if done.returncode:
            raise Stop(max(done.returncode, FAILED))
        return done.stdout

    def samples(self, trainer, count, *more):
        words = {"generation": self.first + self.state["generation"], "count": count, "made": self.state["rows"],
                 "window": json.dumps(self.training["window"]), "planes": trainer.sees,
                 "batch": self.training["batch"], "threads": self.options.threads}
        command = [self.options.rootward, "data", "samples", *(self.options.data or [self.out]), *more,
                   *(word for key, value in words.items() for word in (f"--{key}", str(value)))]
        with subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=die_with_parent) as child:
            try:
                header = read_header(child.stdout, trainer.network.shape)
                self.oldest = self.oldest if more else header["oldest_generation"]
                for batch in read_batches(child.stdout, trainer.network.shape, header["count"]):
                    yield Batch(*(tensor.to(self.options.device) for tensor in batch))
            except BrokenOff as broken:  # a program that fails says why
                raise Stop(child.wait() or FAILED, "" if child.returncode > 0 else str(broken)) from None
            except BadSamples as bad:
                raise Stop(USAGE, str(bad)) from None

    def stats(self, *words):
        return json.loads(self.rootward("data", "stats", *words, "--json"))["generations"]

    def learn_from(self, origins):
        """What the next network's file tells of itself."""
        self.state["origins"] += [one for one in origins if one not in self.state["origins"]]

    def play(self, row):
        """The games of this generation, and what they are like. Returns the rows that they add to the window."""
        generation, games = self.state["generation"], self.training["generation"]
        if self.options.data:
            stats = self.stats(*self.options.data)
            self.first = max(one["generation"] for one in stats)  # the newest: all are drawn from
            for one in stats:
                self.learn_from(one["origins"])
            return sum(one["rows"] for one in stats) * games / sum(one["games"] for one in stats)
        is_alone = generation > 0 and not glob.glob(f"{self.out}/data/{generation - 1:05}-*.games")
        played, network = max(games, REFILL) if is_alone else games, self.file("networks", "", generation)
        told = self.rootward("selfplay", self.options.config, "--out", self.out, "--generation", generation, "--games",
                             played, "--network", network, "--threads", self.options.threads, "--json")
        row.update(cost_of_games(json.loads(told)))
        shards, evaluator = glob.glob(f"{self.out}/data/{generation:05}-*.games"), {"name": "net", "file": network}
        row.update(stats=self.stats(*shards, "--evaluator", json.dumps(evaluator))[0], refilled=is_alone)
        self.learn_from(row["stats"].pop("origins"))
        return row["stats"]["rows"] * games / played

    def train(self, row, count):
        """Steps with `count` samples, all networks beside each other; then their norms, and how well they answer."""
        first, sums, seen, kept, began = self.trainers[""], torch.zeros(3), 0, [], time.monotonic()
        first.clipped = first.refused = 0
        for batches in zip(*(self.samples(trainer, count) for trainer in self.trainers.values())):
            rate = rate_at(self.config["phases"], self.state["games"] + self.training["generation"] * seen / count)
            parts = [trainer.step(batch, rate) for trainer, batch in zip(self.trainers.values(), batches)]
            kept += [batches] if seen < MEASURED else []
            sums, seen = sums + len(batches[0].ply) * parts[0].nan_to_num(0).cpu(), seen + len(batches[0].ply)
            speed = seen / (time.monotonic() - began)
            self.show(f"{seen}/{count} samples, {speed:.0f}/s, policy {sums[0] / seen:.3f}, value {sums[1] / seen:.3f}")
        row.update(zip(("policy", "value", "ownership"), (sums / seen).tolist()), rate=rate, samples_per_second=speed)
        row.update(steps=count // self.training["batch"], clipped=first.clipped, refused=first.refused)
        answers = {}
        for (name, trainer), batches in zip(self.trainers.items(), zip(*kept)):
            asked = {"window": joined(batches), "held_out": joined(self.samples(trainer, MEASURED, "--held-out"))}
            unmet = self.samples(trainer, MEASURED, "--held-out", "--unmet")
            if late := [batch.of(batch.ply >= LATE) for batch in unmet]:
                asked["unmet"] = joined(late)
            measure_norms(trainer.average, asked["window"].planes)
            answers[name] = {where: measure(trainer.average, batch) for where, batch in asked.items() if len(batch.ply)}
        return answers

    def generation(self):
        state, began, batch = self.state, time.monotonic(), self.training["batch"]
        row = {"torch": torch.__version__, "device": self.options.device, "threads": self.options.threads}
        fresh = self.play(row)
        state["rows"] += fresh
        count = batch * max(1, round(self.training["samples_per_position"] * fresh / batch))
        row["answers"] = self.train(row, count)
        for key, more in (("generation", 1), ("games", self.training["generation"]), ("samples", count)):
            state[key] += more
        for name, trainer in self.trainers.items():
            save_checkpoint(trainer, self.file("checkpoint", name, state["generation"]))
        self.export()
        row.update({key: state[key] for key in ("games", "rows", "samples")}, seconds=time.monotonic() - began)
        state["journal"].append(rounded(row))
        self.commit()
        self.tell(row)
        self.remove_old()

    def commit(self):
        """From here on the generation is done."""
        write_state(self.out, self.state)
        self.ringing = self.rootward("data", "journal", self.out).decode().splitlines()
        self.has_rung = self.has_rung or bool(self.ringing)

    def remove_old(self):
        """Checkpoints but the last two; games that are older than the window, unless `keep` is all."""
        for path in glob.glob(f"{self.out}/checkpoint/*.safetensors"):
            if int(path.split(".")[-2][-5:]) < self.state["generation"] - 1:
                os.remove(path)
        for path in glob.glob(f"{self.out}/data/*.games") if self.training["keep"] == "window" else []:
            if int(os.path.basename(path)[:5]) < self.oldest:
                os.remove(path)

    def evaluate(self):
        """At a milestone: games against the network of the one before, which may have stayed on another machine."""
        journal, milestones = self.state["journal"], self.config["evaluate"]["at"]
        due = max((at for at in milestones if at <= self.state["games"]), default=0)
        reached = [(i + 1, row["milestone"]) for i, row in enumerate(journal) if "milestone" in row]
        old, last = (reached or [(0, {"at": 0, "elo": 0})])[-1]
        if due > last["at"]:
            gain = self.match(due, old, len(journal)) if os.path.exists(self.file("networks", "", old)) else {}
            journal[-1]["milestone"] = {"at": due, "elo": last["elo"] + gain.get("gain", 0), **gain}
            self.commit()

    def match(self, at, old, new):
        player = lambda k: {"search": {"evaluator": {"name": "net", "file": f"../networks/{k:05}.safetensors"}}}
        config = {
            **{key: self.config[key] for key in ("name", "seed", "game")},
            "defaults": {"search": {"budget": {"simulations": 16}, "temperature": {"value": 1, "moves": 8}}},
            "players": {"new": player(new), "old": player(old)},
            "schedule": {"type": "gauntlet", "reference": "old", "pairs": self.config["evaluate"]["pairs"],
                         "opening": {"random_plies": 2}},
        }
        folder = f"{self.out}/evaluate/{at}"
        write_file(f"{folder}.yaml", json.dumps(config, indent=1).encode())
        self.rootward("run", f"{folder}.yaml", "--out", folder, "--threads", self.options.threads)
        players = json.loads(self.rootward("table", folder, "--format", "json"))["players"]
        new = next(player for player in players if player["name"] == "new")
        most = 800 if new["score"] > 0.5 else -800  # stands for what is infinite
        gain, low, high = (most if elo is None else elo for elo in (new["elo"], *(new["elo_ci95"] or (None, None))))
        return {"gain": gain, "interval": [low, high]}

    def show(self, text, end=""):
        """A line of progress: on a terminal twice a second at most, elsewhere only those that end."""
        is_terminal = sys.stderr.isatty()
        if end or is_terminal and time.monotonic() > self.shown + 0.5:
            self.shown = time.monotonic()
            print(f"\r{text}\033[K" if is_terminal else text, end=end, file=sys.stderr, flush=True)

    def tell(self, row):
        """The line that stays of a generation; red where an alarm rings."""
        journal, hours = self.state["journal"], row["seconds"] / 3600 / self.training["generation"]
        elo = ["no Elo yet"] + [f"{one['milestone']['elo']:+.0f} Elo" for one in journal if "milestone" in one]
        left = hours * (self.wanted - row["games"])
        rates = [f"{row[key]:.0f} {what}/s" for key, what in RATES.items() if key in row]
        text = (f"generation {len(journal) - 1}, {row['games']} games, {', '.join(rates)}, {elo[-1]}, "
                f"policy {row['policy']:.3f}, value {row['value']:.3f}, {60 * left:.0f} min left")
        text = "; ".join([text, *self.ringing])
        self.show(f"\033[31m{text}\033[0m" if self.ringing and sys.stderr.isatty() else text, end="\n")

    def go(self):
        """Until the phases' games are played, or as many as are wanted. Returns the exit code."""
        end = time.monotonic() + 3600 * (self.options.hours or 1e9)
        self.evaluate()
        while self.state["games"] < self.wanted and time.monotonic() < end:
            self.generation()
            self.evaluate()
        network = self.file("networks", "", self.state["generation"])
        self.show(f"the network after {self.state['games']} games: {network}", end="\n")
        return ALARM if self.has_rung else DONE if self.state["games"] >= self.wanted else INCOMPLETE


def positive(kind):
    def read(text):
        if not kind(text) > 0:
            raise ValueError
        return kind(text)
    read.__name__ = f"positive {kind.__name__}"  # argparse's word for it
    return read


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/train", description="Trains a network by self-play, or continues.",
                                     epilog="scripts/train --benchmark times steps alone.")
    parser.add_argument("config", metavar="CONFIG", help="a configuration such as configs/training/go5.yaml")
    parser.add_argument("--out", metavar="DIR", help="the run's folder; results/training/NAME unless given")
    parser.add_argument("--games", type=positive(int), metavar="N", help="end once N games have been played")
    parser.add_argument("--hours", type=positive(float), metavar="H", help="end with the first generation after so long")
    parser.add_argument("--device", default="auto", choices=("auto", "cpu", "cuda"), help="where torch computes")
    parser.add_argument("--threads", type=positive(int), default=len(os.sched_getaffinity(0)), metavar="N",
                        help="of self-play and of the steps; every core unless given")
    parser.add_argument("--data", nargs="+", metavar="DIR", help="train from these games, play none")
    parser.add_argument("--rootward", default="build/release/rootward", metavar="FILE", help="the program that plays")
    options = parser.parse_args()
    if options.device == "cuda" and not torch.cuda.is_available():
        parser.error("--device cuda: torch finds no GPU here; allowed: cpu, auto")
    if options.device == "auto":
        options.device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_num_threads(options.threads)
    return options


def main():
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return Run(arguments()).go()
    except Stop as stop:
        if str(stop):
            print(f"error: {stop}", file=sys.stderr)
        return stop.code
    except (OSError, BadFile) as wrong:
        print(f"error: {wrong}", file=sys.stderr)
        return USAGE if isinstance(wrong, BadFile) else FAILED
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on where this ended", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
