#!/usr/bin/python3
"""Optuna (Debian's python3-optuna) as an optimizer of rootward's: speaks the ask/tell protocol on stdin and stdout.

  rootward run CONFIG --optimizer "scripts/optimizers/optuna_tune.py --sampler tpe --seed 1"

One JSON request a line, one JSON reply a line (docs/tuning.md). A list parameter becomes one Optuna parameter an
element, `name[0]`, `name[1]`, ... `best` is Optuna's own answer: the best observed trial.
"""
import argparse
import json
import sys
import warnings

try:
    import optuna
    from optuna.distributions import FloatDistribution, IntDistribution
    from optuna.trial import TrialState, create_trial
except ImportError as error:
    sys.exit(f"optuna_tune.py needs Optuna ({error}): install Debian's python3-optuna, or `pip install optuna`")


def make_sampler(name, seed):
    if name == "cmaes":
        return optuna.samplers.CmaEsSampler(seed=seed)
    return optuna.samplers.TPESampler(seed=seed, constant_liar=True)


class Space:
    """The protocol's parameters as Optuna's distributions, and points from one form to the other."""

    def __init__(self, parameters):
        self.parameters = parameters
        self.distributions = {}
        for parameter in parameters:
            low, high, scale = parameter["low"], parameter["high"], parameter.get("scale", "linear")
            for key in self.keys(parameter):
                self.distributions[key] = (
                    IntDistribution(int(low), int(high))
                    if scale == "integer"
                    else FloatDistribution(low, high, log=scale == "log")
                )

    @staticmethod
    def keys(parameter):
        name, count = parameter["name"], parameter.get("count")
        return [name] if count is None else [f"{name}[{i}]" for i in range(count)]

    def grouped(self, flat):
        return {
            p["name"]: flat[p["name"]] if p.get("count") is None else [flat[key] for key in self.keys(p)]
            for p in self.parameters
        }

    def flat(self, params):
        return {
            key: value
            for p in self.parameters
            for key, value in zip(self.keys(p), [params[p["name"]]] if p.get("count") is None else params[p["name"]])
        }


class Optimizer:
    def __init__(self, sampler):
        self.study = optuna.create_study(direction="maximize", sampler=sampler)
        self.points = Space([])
        self.pending = {}  # id -> Optuna's trial
        self.told = {}  # number of an Optuna trial -> the request that told it

    def space(self, request):
        self.points = Space(request["parameters"])
        return {"ok": True}

    def ask(self, request):
        trial = self.pending.get(request["id"]) or self.study.ask(self.points.distributions)
        self.pending[request["id"]] = trial
        return {"id": request["id"], "params": self.points.grouped(trial.params)}

    def tell(self, request):
        trial = self.take_pending(request)
        if trial is not None:
            self.study.tell(trial, request["mean"])
            number = trial.number
        else:
            flat = self.points.flat(request["params"])
            self.study.add_trial(create_trial(params=flat, distributions=self.points.distributions, value=request["mean"]))
            number = self.study.trials[-1].number
        self.told[number] = request
        return {"ok": True}

    def failed(self, request):
        trial = self.take_pending(request)
        if trial is not None:
            self.study.tell(trial, state=TrialState.FAIL)
        else:
            flat = self.points.flat(request["params"])
            self.study.add_trial(create_trial(params=flat, distributions=self.points.distributions, state=TrialState.FAIL))
        return {"ok": True}

    def take_pending(self, request):
        """The trial that was asked for by this id. Results of another point than it got (a journal's, after other asks)
        are no results of this trial, which is dropped then."""
        trial = self.pending.pop(request["id"], None)
        if trial is None or "params" not in request or self.points.flat(request["params"]) == trial.params:
            return trial
        self.study.tell(trial, state=TrialState.FAIL)
        return None

    def best(self, _):
        trial = self.study.best_trial
        return {"params": self.points.grouped(trial.params), "mean": trial.value, "stderr": self.told[trial.number]["stderr"]}


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--sampler", choices=["tpe", "cmaes"], default="tpe", help="tpe: with constant_liar")
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    warnings.filterwarnings("ignore", category=optuna.exceptions.ExperimentalWarning)
    optimizer = Optimizer(make_sampler(options.sampler, options.seed))
    operations = {name: getattr(optimizer, name) for name in ("space", "ask", "tell", "failed", "best")}
    for line in sys.stdin:
        try:
            request = json.loads(line)
            reply = operations[request["op"]](request)
        except Exception as error:  # a line that cannot be answered gets an error, and the conversation goes on
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
