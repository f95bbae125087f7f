"""Ask and tell, and tunings as objectives."""

import json
import os
import subprocess
import sys
import time

import pytest

import rootward as rw
from rootward._evaluations import Evaluations

SPACE = {"c": rw.Range(0.2, 3, scale="log"), "g": rw.Range(-9, 0, count=2)}


def score(p):
    return 0.5 + 0.1 * (1 - abs(p["c"] - 1)) - 0.005 * abs(p["g"][0] + 4)


@pytest.mark.skipif("ROOTWARD_OPTIMIZER" not in os.environ, reason="ROOTWARD_OPTIMIZER does not name the program")
def test_replies_are_those_of_the_program_to_the_last_bit():
    ours = rw.Optimizer(SPACE, seed=5)
    asked, lines = [], [{"op": "space", "parameters": [one._space(name) for name, one in SPACE.items()]}]
    for i in range(1, 31):
        p = ours.ask()
        ours.tell(p, mean=score(p), games=400)
        asked.append(p)
        lines += [{"op": "ask", "id": i}, {"op": "tell", "id": i, "params": p, "mean": score(p), "games": 400}]
    lines += [{"op": "best"}, {"op": "predict", "points": asked[:3]}]
    text = subprocess.run([os.environ["ROOTWARD_OPTIMIZER"], "--seed", "5"], check=True, capture_output=True, text=True,
                          input="".join(json.dumps(line) + "\n" for line in lines)).stdout
    replies = [json.loads(line) for line in text.splitlines()]
    assert [reply["params"] for reply in replies[1:-2:2]] == asked
    assert ours.best() == replies[-2]
    assert ours.predict(asked[:3]) == (replies[-1]["means"], replies[-1]["stderrs"])
    assert score(ours.best()["params"]) > score(asked[0])


def test_a_state_goes_on(tmp_path):
    state = tmp_path / "state.json"
    whole, first = rw.Optimizer(SPACE, seed=2), rw.Optimizer(SPACE, seed=2, state=state)
    for optimizer in (whole, first):
        for _ in range(3):
            p = optimizer.ask()
            optimizer.tell(p, mean=score(p), stderr=0.02)
    again = rw.Optimizer(SPACE, state=state)
    assert again.best() == whole.best()
    assert again.ask("next") == whole.ask("next")
    with pytest.raises(rw.UsageError, match="seed"):
        rw.Optimizer(SPACE, seed=3, state=state)


def test_mistakes_are_told():
    with pytest.raises(rw.UsageError, match="scale"):
        rw.Optimizer({"c": rw.Range(0, 1, scale="logarithmic")})
    optimizer = rw.Optimizer(SPACE)
    with pytest.raises(rw.UsageError, match="stderr"):
        optimizer.tell(optimizer.ask(), mean=0.5)
    with pytest.raises(rw.UsageError, match="g"):
        optimizer.tell({"c": 1}, mean=0.5, games=10)


TUNING = {"name": "tiny", "seed": 1, "game": "tictactoe", "defaults": {"search": {"budget": {"simulations": 20}}},
          "candidate": {"backup": {"name": "erwa", "alpha": 0.1}}, "opponent": {"backup": "average"}, "games": 8,
          "parameters": {"backup.alpha": {"low": 0.01, "high": 1, "scale": "log"}}}


def test_an_objective_is_tuned_and_read(tmp_path):
    objective = rw.Objective(TUNING, out=tmp_path / "tiny", threads=1)
    assert objective.space() == {"backup.alpha": rw.Range(0.01, 1, "log")}
    first = objective.evaluate({"backup.alpha": 0.3})
    assert first["games"] == 8 and 0 <= first["mean"] <= 1
    again = objective.evaluate({"backup.alpha": 0.3})
    assert {**again, "seconds": 0} == {**first, "seconds": 0}
    optimizer = objective.tune(evaluations=3, seed=1)
    best = optimizer.best()["params"]["backup.alpha"]
    assert 0.01 <= best <= 1
    stored = rw.read(tmp_path / "tiny")
    assert isinstance(stored, rw.Tuning)
    assert len(stored.records) >= 4 and stored.tests == []
    assert stored.best["mean"] == max(one["mean"] for one in stored.records)
    with pytest.raises(rw.UsageError, match="alpha"):
        objective.evaluate({"backup.alpha": 7})
    with pytest.raises(rw.UsageError, match="even"):
        objective.evaluate({"backup.alpha": 0.5}, games=3)


def test_an_operator_in_python_is_tuned(tmp_path):
    @rw.operator(kind="return", parameters={"a": rw.Parameter(0.5, low=0.001, high=1, tune=(0.01, 1))})
    def drifting(x, a):
        return x.r if x.N == 1 else x.v + a * (x.r - x.v)

    tuning = {**TUNING, "name": "mine", "candidate": {"backup": drifting}, "parameters": {"backup.a": {}}}
    objective = rw.Objective(tuning, out=tmp_path / "mine", threads=1)
    assert objective.space() == {"backup.a": rw.Range(0.01, 1, "linear")}
    assert objective.evaluate({"backup.a": 0.05})["games"] == 8


def test_evaluations_go_on_beside_the_caller(tmp_path):
    objective = rw.Objective(TUNING, out=tmp_path / "tiny", threads=2)
    futures = [objective.submit({"backup.alpha": alpha}) for alpha in (0.1, 0.3, 0.6)]
    results = [future.result(timeout=60) for future in futures]
    assert [result["params"]["backup.alpha"] for result in results] == [0.1, 0.3, 0.6]
    alone = rw.Objective(TUNING, out=tmp_path / "alone", threads=1).evaluate({"backup.alpha": 0.3})
    assert {**results[1], "seconds": 0} == {**alone, "seconds": 0}
    assert objective.submit({"backup.alpha": 0.1}).result(timeout=60)["mean"] == results[0]["mean"]  # from the folder
    assert objective.evaluate({"backup.alpha": 0.1})["mean"] == results[0]["mean"]
    with pytest.raises(rw.UsageError, match="alpha"):
        objective.submit({"backup.alpha": 7}).result(timeout=60)
    assert len({one["params"]["backup.alpha"] for one in rw.read(tmp_path / "tiny").records}) == 3


def test_evaluations_are_extended_and_cancelled(tmp_path):
    slow = {**TUNING, "defaults": {"search": {"budget": {"simulations": 4000}}}}
    objective = rw.Objective(slow, out=tmp_path / "slow", threads=1)
    long, other = objective.submit({"backup.alpha": 0.1}, games=100000), objective.submit({"backup.alpha": 0.2})
    assert not long.cancel() and objective.extend(other, 12) is other  # a future's own cancel() does nothing to games
    assert objective.cancel(long)
    cut = long.result(timeout=60)
    assert cut["status"] == "partial" and cut["games"] < 100000
    assert other.result(timeout=60)["games"] == 12
    longer = objective.extend(other, 16)
    assert longer is not other and longer.result(timeout=60)["games"] == 16
    assert not objective.cancel(other)
    with pytest.raises(rw.UsageError, match="16 games already"):
        objective.extend(longer, 16)


def test_a_pending_evaluation_survives_an_extension_that_is_not_allowed(tmp_path):
    slow = {**TUNING, "defaults": {"search": {"budget": {"simulations": 4000}}}}
    objective = rw.Objective(slow, out=tmp_path / "slow", threads=1)
    future = objective.submit({"backup.alpha": 0.1})
    for games in (13, 0, -2, 10_000_002, 12.0, "12"):
        with pytest.raises(rw.UsageError, match=r"games: .* is not allowed; allowed: an even number in \[2, 10000000\]"):
            objective.extend(future, games)
    beside = objective.evaluate({"backup.alpha": 0.2}, games=2)  # the same keys as one that has the folder to itself
    assert future.result(timeout=60)["games"] == 8
    objective._evaluations.end()
    assert objective.evaluate({"backup.alpha": 0.2}, games=2).keys() == beside.keys()
    with pytest.raises(rw.UsageError, match="13 is not allowed"):
        objective.extend(future, 13)


class Scripted:
    """A service that answers as it is told: op -> events without ids."""

    def __init__(self, **answers):
        self.answers = answers

    def games(self):
        return 8

    def folder(self):
        return "nowhere"

    def serve(self, take, hear):
        while (lines := take()) is not None:
            for request in map(json.loads, lines):
                for event in self.answers[request["op"]]:
                    hear(json.dumps({"id": request["id"], **event}))
            time.sleep(0.001)


def test_an_extension_that_is_refused_leaves_the_evaluation_as_it_was(capsys):
    begun = {"event": "progress", "games": 0, "of": 8}
    refused, done = {"event": "error", "message": "no"}, {"event": "result", "status": "ok", "games": 8}
    for answer in ([done, refused], [refused, done], [{**begun, "games": 4}, refused, done]):
        evaluations = Evaluations(Scripted(evaluate=[begun], extend=answer))
        future = evaluations.submit({}, None, None)
        assert evaluations.extend(future, 12) is future
        assert future.result(timeout=30) == {"status": "ok", "games": 8}
        assert "goes on as it was: no" in capsys.readouterr().err
    longer = Evaluations(Scripted(evaluate=[begun], extend=[done, {**begun, "of": 12}, {**done, "games": 12}]))
    assert longer.extend(longer.submit({}, None, None), 12).result(timeout=30)["games"] == 12
    with pytest.raises(rw.UsageError, match="no"):
        Evaluations(Scripted(evaluate=[refused])).submit({}, None, None).result(timeout=30)


def test_no_thread_is_left_when_the_interpreter_goes(tmp_path):
    code = ("import sys, json, time, rootward as rw\n"
            "objective = rw.Objective(json.loads(sys.argv[1]), out=sys.argv[2], threads=2)\n"
            "future = objective.submit({'backup.alpha': 0.1}, games=1000000)\n"
            "future.add_done_callback(lambda one: print(type(one.exception()).__name__))\n"
            "time.sleep(0.5)\n")
    done = subprocess.run([sys.executable, "-c", code, json.dumps(TUNING), tmp_path / "a"], check=True, timeout=60,
                          capture_output=True, text=True)
    assert done.stdout == "Interrupted\n" and done.stderr == ""
    objective = rw.Objective(TUNING, out=tmp_path / "a", threads=1)  # the folder is free, and its games are there
    assert objective.evaluate({"backup.alpha": 0.1})["games"] == 8


def test_an_objective_s_space_is_optuna_s(tmp_path):
    optuna = pytest.importorskip("optuna", reason="python3-optuna is not installed")
    objective = rw.Objective(TUNING, out=tmp_path / "tiny", threads=1)
    assert objective.as_optuna() == {"backup.alpha": optuna.distributions.FloatDistribution(0.01, 1, log=True)}
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    theirs = optuna.create_study(direction="maximize")
    trial = theirs.ask(objective.as_optuna())
    theirs.tell(trial, objective.evaluate(trial.params)["mean"])
    assert 0.01 <= theirs.best_params["backup.alpha"] <= 1
