"""Generations of self-play and training. One generation: `rootward run` plays with the newest network, `rootward
data samples` draws positions of the window, steps, checkpoint, the next network; at milestones the study of checkpoints is played.

state.json.gz counts what is done and has a row of numbers a generation; `rootward tool data journal` makes journal.csv, figures
and alarms of it. What lies in the folder beyond it was cut short, and is done again.
"""

import fcntl
import glob
import hashlib
import json
import os
import signal
import sys
import time

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # spinning threads take up to 9/10 of the speed beside other work
try:
    import torch
    from export import HEADS, BadFile, export, load_checkpoint, save_checkpoint, start_from
    from model import Network
    from options import arguments
    from program import ALARM, DONE, FAILED, INCOMPLETE, INTERRUPTED, USAGE, Program, Stop
    from samples import Batch, joined
    from state import count_not_finite, differences, read_state, rounded, write_state
    from steps import Trainer, measure, measure_norms, rate_at
except ImportError as absent:
    print(f"error: {absent}; training needs PyTorch, Debian's package python3-torch", file=sys.stderr)
    sys.exit(2)

CHECKPOINTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../configs/training/checkpoints.yaml")
REFILL = 4000  # games that fill the window where a run goes on without its data
MEASURED = 4096  # positions for the norms' statistics, and for validation
ALL_ROWS = 10**12  # a window that --data fills: somebody has chosen these games
LATE = 10  # plies, from which on positions that training never met tell something
UNKNOWN_DATA = {"path": "games given by --data", "licence": "not stated"}
RATES = {"games_per_second": "games", "evaluations_per_second": "evaluations", "samples_per_second": "samples"}


def cost_of_games(played):
    """Columns of the journal about the games that were played just now; none where a run before had played them all."""
    if not played["played"]:
        return {}
    asked, seconds = played["cached"] + played["evaluations"], played["seconds"]
    spared = {key: played[key] for key in ("spared", "spared_wrongly") if played["spared"]}
    return {"cached": played["cached"] / max(1, asked), "games_per_second": played["played"] / seconds,
            "evaluations_per_second": played["evaluations"] / seconds, **spared}


def remove_before(oldest, files):
    for path, generation in files.items():
        if generation < oldest:
            os.remove(path)


class Run:
    """A run's folder, and the networks that are trained in it: the one that plays, and its companions."""

    def __init__(self, options):
        self.options, self.shown, self.has_rung = options, 0.0, False
        self.program = Program(options.rootward)
        self.given = None  # what --data holds, once it is known
        self.config = json.loads(self.program.call("check", options.config, "--json"))
        if "phases" not in self.config:
            raise Stop(USAGE, f"{options.config}: no training run; `rootward check` says what it is and who plays it")
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
            self.trainers[name and name + "-"] = self.make_trainer(name, **{**self.config["network"], **changes})
        if self.state["generation"] > 0:
            self.load()
        self.export()

    def load(self):
        """Every network as its checkpoint has it. Stored results may be without: they tell of a run that is over."""
        for name, trainer in self.trainers.items():
            path = self.file("checkpoint", name, self.state["generation"])
            if not os.path.exists(path):
                anew = f"runs/{self.config['name']}" + ("-2" if self.out.startswith("runs/") else "")
                raise Stop(USAGE, f"{path} is missing: {self.out} holds the stored record of a run, which cannot go on "
                                  f"without its checkpoint; another --out begins anew, such as --out {anew}")
            load_checkpoint(trainer, path)

    def file(self, folder, name, generation):
        return f"{self.out}/{folder}/{name}{generation:05}.safetensors"

    def numbered(self, folder, name, end):
        """The run's own files in a folder, each with its generation. Whatever else lies there is not ours."""
        begin = f"{self.out}/{folder}/{name}"
        paths = glob.glob(glob.escape(begin) + 5 * "[0-9]" + end)
        return {path: int(path[len(begin):][:5]) for path in sorted(paths)}

    def start_hash(self):
        """SHA-256 of the network that the run begins from: its path may change. None where the file has gone since."""
        if not self.config.get("start"):
            return "nothing"
        try:
            with open(self.config["start"], "rb") as file:
                return hashlib.sha256(file.read()).hexdigest()
        except FileNotFoundError:
            return None

    def stored_state(self):
        """Only phases and milestones may change while a run goes on."""
        fixed = {key: value for key, value in self.config.items() if key not in ("phases", "evaluate", "start")}
        state = {"schema": "rootward.training/1", "config": fixed, "journal": []}
        state.update(generation=0, games=0, rows=0, samples=0)
        state = read_state(self.out, state)
        played = ["stats" in row for row in state["journal"]] or [not self.options.data]  # what --data gives comes later
        origins = [] if all(played) or not state["journal"] else [UNKNOWN_DATA]  # an earlier program did not store these
        state.setdefault("origins", origins + ([self.own] if any(played) or self.config.get("start") else []))
        start = self.start_hash()
        state.setdefault("start", start)  # an earlier program stored the path
        state["config"].pop("start", None)
        state["config"].get("selfplay", {}).setdefault("first_pass", 0)  # an earlier program had none
        stored, now = ({**one, "start": of_start} for one, of_start in
                       ((state["config"], state["start"]), (fixed, start or state["start"])))
        if changes := "; ".join(differences(stored, now)):
            raise Stop(USAGE, f"{self.out} holds another run; choose another --out or go back to it: {changes}")
        return state

    def begin(self, network, companion):
        """Takes over what fits of the network that the run begins from, and tells it. A companion may have another size."""
        path, who = self.config["start"], f"companion {companion}" if companion else "the network"
        taken, rest = start_from(network, path)
        if not companion and not any(name.startswith(("stem", "block")) for name in taken):
            raise BadFile(f"{path}: no tensor of its trunk has the name and the shape of one of this run's network")
        anew = [f"{head} head" for head in HEADS if any(name.startswith(f"{head}.") for name in rest)]
        told = f"; what begins anew: {', '.join(anew)}" if anew else ""
        self.show(f"{who} begins with {len(taken)} of {len(taken) + len(rest)} tensors from {path}{told}", end="\n")

    def make_trainer(self, name, planes, plane_count, **sizes):
        network = Network(**self.config["shape"], planes=plane_count, **sizes)
        if self.config.get("start") and self.state["generation"] == 0:
            self.begin(network, name)
        network.to(self.options.device, memory_format=torch.channels_last)
        trainer = Trainer(network, self.training["optimizer"], self.training["loss"], self.training["average"],
                          self.options.precision)
        trainer.sees = planes
        return trainer

    def export(self):
        told = {key: "; ".join({one[key]: 0 for one in self.state["origins"]}) for key in ("licence", "path")}
        about = {"name": self.config["name"], "licence": told["licence"] or "not stated", "path": told["path"] or "unknown"}
        about.update({key: str(self.state[key]) for key in ("games", "samples")})
        about.update({key: str(value) for key, value in self.config["game"].items() if key == "komi"})
        for name, trainer in self.trainers.items():
            path = self.file("networks", name, self.state["generation"])
            export(trainer.average, path, trainer.sees, about)
            if not trainer.sees.startswith("own "):  # their positions are not at hand without the game
                self.program.call("tool", "net", "convert", "--keep-layout", path, path)  # adds the exponents of i16

    def samples(self, trainer, count, *more):
        """Batches from the window; all games of --data are in it."""
        words = {"count": count, "planes": trainer.sees, "batch": self.training["batch"], "threads": self.options.threads}
        if self.options.data:
            newest = max(one["generation"] for one in self.given)
            words.update(generation=newest + self.state["generation"], rows=ALL_ROWS)
        else:
            words.update(generation=self.state["generation"], made=self.state["rows"],
                         window=json.dumps(self.training["window"]))
        stream = self.program.samples(trainer.network.shape, *(self.options.data or [self.out]), *more,
                                      *(word for key, value in words.items() for word in (f"--{key}", value)))
        header = next(stream)
        self.oldest = self.oldest if more else header["oldest_generation"]
        for batch in stream:
            yield Batch(*(tensor.to(self.options.device) for tensor in batch))

    def learn_from(self, origins):
        """What the next network's file tells of itself."""
        self.state["origins"] += [one for one in origins if one not in self.state["origins"]]

    def play(self, row):
        """The games of this generation, and what they are like. Returns the rows that they add to the window."""
        generation, games = self.state["generation"], self.training["generation"]
        if self.options.data:
            self.given = self.given or self.program.stats(*self.options.data)
            for one in self.given:
                self.learn_from(one["origins"])
            return sum(one["rows"] for one in self.given) * games / sum(one["games"] for one in self.given)
        is_alone = generation > 0 and generation - 1 not in self.games().values()
        played, network = max(games, REFILL) if is_alone else games, self.file("networks", "", generation)
        told = self.program.call("run", self.options.config, "--out", self.out, "--generation", generation, "--games",
                             played, "--network", network, "--threads", self.options.threads, "--json")
        row.update(cost_of_games(json.loads(told)))
        shards = [path for path, of in self.games().items() if of == generation]
        evaluator = {"name": "net", "file": network}
        row.update(stats=self.program.stats(*shards, "--evaluator", json.dumps(evaluator))[0], refilled=is_alone)
        self.learn_from(row["stats"].pop("origins"))
        return row["stats"]["rows"] * games / played

    def games(self):
        """Shards of the run's own games, each with its generation."""
        return self.numbered("data", "", "-[0-9]*.games")

    def train(self, row, count):
        """Steps with `count` samples, all networks beside each other; then their norms, and how well they answer."""
        first, sums, seen, kept, began = self.trainers[""], torch.zeros(3), 0, [], time.monotonic()
        for trainer in self.trainers.values():
            trainer.clipped = trainer.refused = 0
        for batches in zip(*(self.samples(trainer, count) for trainer in self.trainers.values())):
            rate = rate_at(self.config["phases"], self.state["games"] + self.training["generation"] * seen / count)
            parts = [trainer.step(batch, rate) for trainer, batch in zip(self.trainers.values(), batches)]
            kept += [batches] if seen < MEASURED else []
            sums, seen = sums + len(batches[0].ply) * parts[0].nan_to_num(0).cpu(), seen + len(batches[0].ply)
            speed = seen / (time.monotonic() - began)
            row.update(zip(("policy", "value", "ownership"), (sums / seen).tolist()), rate=rate, samples_per_second=speed)
            self.show_steps(row, seen, count, began)
        row.update(steps=count // self.training["batch"], clipped=first.clipped,
                   refused=sum(trainer.refused for trainer in self.trainers.values()))
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
        state, self.began, batch = self.state, time.monotonic(), self.training["batch"]
        row = {"torch": torch.__version__, "device": self.options.device, "threads": torch.get_num_threads(),
               "precision": self.options.precision}
        fresh = self.play(row)
        state["rows"] += fresh
        count = batch * max(1, round(self.training["samples_per_position"] * fresh / batch))
        row["answers"] = self.train(row, count)
        for key, more in (("generation", 1), ("games", self.training["generation"]), ("samples", count)):
            state[key] += more
        for name, trainer in self.trainers.items():
            save_checkpoint(trainer, self.file("checkpoint", name, state["generation"]))
        self.export()
        row.update({key: state[key] for key in ("games", "rows", "samples")}, seconds=time.monotonic() - self.began)
        if wrong := count_not_finite(row):
            row["not_finite"] = wrong
        state["journal"].append(rounded(row))
        self.commit()
        self.tell(row)
        self.remove_old()

    def commit(self):
        """From here on the generation is done."""
        write_state(self.out, self.state)
        self.ringing = self.write_journal()
        self.has_rung = self.has_rung or bool(self.ringing)

    def write_journal(self):
        """journal.csv and the figures of what is stored. Returns the newest row's alarms."""
        return self.program.call("tool", "data", "journal", self.out).decode().splitlines()

    def remove_old(self):
        """Checkpoints but the last two; its own games that are older than the window, unless `keep` is all."""
        for name in self.trainers:
            remove_before(self.state["generation"] - 1, self.numbered("checkpoint", name, ".safetensors"))
        if self.training["keep"] == "window" and not self.options.data:
            remove_before(self.oldest, self.games())

    def evaluate(self):
        """At a milestone: games against the network of the one before, which may have stayed on another machine."""
        journal, milestones = self.state["journal"], self.config["evaluate"]["at"]
        due = max((at for at in milestones if at <= self.state["games"]), default=0)
        reached = [(i + 1, row["milestone"]) for i, row in enumerate(journal) if "milestone" in row]
        old, last = (reached or [(0, {"at": 0, "elo": 0})])[-1]
        if due > last["at"]:
            met = os.path.exists(self.file("networks", "", old))
            gain = self.match({due: len(journal), last["at"]: old}) if met else {}
            journal[-1]["milestone"] = rounded({"at": due, "elo": last["elo"] + gain.get("gain", 0), **gain})
            self.commit()
            told = "{gain:+.0f} Elo {interval[0]:+.0f} to {interval[1]:+.0f}".format(**gain) if gain else "no match"
            self.show_alarms(f"milestone {due}: {told} against the network of {last['at']}")

    def match(self, generations):
        """Generations by how many games they had, the newer first: the study's ladder of these two networks."""
        folder = f"{self.out}/evaluate/{max(generations)}"
        networks = {games: os.path.abspath(self.file("networks", "", one)) for games, one in generations.items()}
        game = dict(self.config["game"])
        if "sha256" in game:  # by the C interface: self-play has kept the file
            game["file"] = os.path.abspath(f"{self.out}/game-{game['sha256'][:16]}.so")
        ladder = "steps.ladder.tournament"
        changes = {"lists.after": networks, "seed": self.config["seed"], f"{ladder}.game": game,
                   f"{ladder}.schedule.pairs": self.config["evaluate"]["pairs"]}
        words = [word for key, value in changes.items() for word in ("--set", f"{key}={json.dumps(value)}")]
        self.program.call("run", CHECKPOINTS, "--out", folder, "--threads", self.options.threads, *words)
        (new,) = json.loads(self.program.call("table", f"{folder}/ladder", "--format", "json"))["pairings"]
        most = 800 if new["score"] > 0.5 else -800  # stands for what is infinite
        gain, low, high = (most if elo is None else elo for elo in (new["elo"], *(new["elo_ci95"] or (None, None))))
        return {"gain": gain, "interval": [low, high]}

    def show(self, text, end=""):
        """A line of progress: on a terminal twice a second at most, as much as fits; elsewhere only those that end."""
        is_terminal = sys.stderr.isatty()
        if end or is_terminal and time.monotonic() > self.shown + 0.5:
            self.shown = time.monotonic()
            text = text if end else text[: os.get_terminal_size(sys.stderr.fileno()).columns - 1]
            print(f"\r{text}\033[K" if is_terminal else text, end=end, file=sys.stderr, flush=True)

    def line(self, generation, games, row, seconds):
        """A generation in words. `seconds`: what is left of the run."""
        elo = ["no Elo yet"] + [f"{one['milestone']['elo']:+.0f} Elo" for one in self.state["journal"] if "milestone" in one]
        rates = [f"{row[key]:.0f} {what}/s" for key, what in RATES.items() if key in row]
        return (f"generation {generation}, {games} games, {max(0, seconds) / 60:.0f} min left, policy {row['policy']:.3f}, "
                f"value {row['value']:.3f}, {elo[-1]}, {', '.join(rates)}")

    def show_steps(self, row, seen, count, began):
        """The line that moves while steps run, which began at a time of the clock."""
        now, state, games = time.monotonic(), self.state, self.training["generation"]
        whole = began - self.began + count * (now - began) / seen  # what this generation takes
        left = whole * (self.wanted - state["games"]) / games - (now - self.began)
        self.show(f"{self.line(state['generation'], state['games'] + games, row, left)}, {seen}/{count} samples")

    def tell(self, row):
        """The line that stays of a generation; red where an alarm rings."""
        left = row["seconds"] / self.training["generation"] * (self.wanted - row["games"])
        self.show_alarms(self.line(len(self.state["journal"]) - 1, row["games"], row, left))

    def show_alarms(self, text):
        """A line that stays, with what rings."""
        text = "; ".join([text, *self.ringing])
        self.show(f"\033[31m{text}\033[0m" if self.ringing and sys.stderr.isatty() else text, end="\n")

    def go(self):
        """Until the phases' games are played, or as many as are wanted. Returns the exit code."""
        end = time.monotonic() + 3600 * (self.options.hours or 1e9)
        if self.state["journal"]:
            self.write_journal()  # a kill may have come between a state and its journal
        self.evaluate()
        while self.state["games"] < self.wanted and time.monotonic() < end:
            self.generation()
            self.evaluate()
        network = self.file("networks", "", self.state["generation"])
        self.show(f"the network after {self.state['games']} games: {network}", end="\n")
        return ALARM if self.has_rung else DONE if self.state["games"] >= self.wanted else INCOMPLETE


def device_of(word):
    """What --device names."""
    if word == "cuda" and not torch.cuda.is_available():
        raise Stop(USAGE, "--device cuda: torch finds no GPU here; allowed: cpu, auto")
    return word if word != "auto" else "cuda" if torch.cuda.is_available() else "cpu"


def main():
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    options = arguments()
    torch.set_num_threads(options.step_threads or options.threads)
    try:
        options.device = device_of(options.device)
        return Run(options).go()
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
