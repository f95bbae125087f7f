"""Results folders of every kind, with pandas and without."""

import json
import lzma
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

import rootward as rw

RESULTS = os.path.join(os.path.dirname(__file__), "..", "..", "results")


def folder(name):
    path = os.path.join(RESULTS, name)
    if not os.path.isdir(path):
        pytest.skip(f"{path} is not there")
    return path


def test_a_tournament_is_read():
    result = rw.read(folder("quickstart"))
    assert isinstance(result, rw.Tournament)
    columns = result.columns()
    assert columns["score"].dtype.kind in "if" and len(columns["score"]) == len(result.records)
    names = {seat for record in result.records for seat in record["seats"]}
    assert {player["name"] for player in result.data["players"]} == names
    assert result.config["seed"] == 20200125 and result.manifest["kind"] == "tournament"
    assert rw.check(result.config) == result.manifest["resolved_config"]
    assert result.table("md").startswith("#") or "|" in result.table("md")


def test_columns_are_those_of_the_records():
    result = rw.read(folder("quickstart"))
    columns, records = result.columns(), result.records
    by_seat = {f"{name}_{seat}": [record[name][i] for record in records]
               for name in ("simulations", "moves_chosen", "cpu_seconds") for i, seat in enumerate(("first", "second"))}
    expected = {**by_seat, **{name: [record[name] for record in records] for name in ("id", "pair", "seed", "score",
                                                                                       "ended", "plies")},
                "first": [record["seats"][0] for record in records], "second": [record["seats"][1] for record in records],
                "pairing_a": [record["pairing"][0] for record in records],
                "pairing_b": [record["pairing"][1] for record in records],
                "opening": [" ".join(record["opening"]) for record in records]}
    assert {name: column.tolist() for name, column in columns.items()} == expected
    twice = rw.read(folder("quickstart"), folder("quickstart")).columns()  # joined: another way through the files
    assert {name: column.tolist() for name, column in twice.items()} == expected


def test_a_stored_game_is_replayed(tmp_path):
    result = rw.read(folder("quickstart"))
    record = result.records[-1]
    positions = result.replay(record["id"])
    moves = record["opening"] + record["moves"]
    assert len(positions) == record["plies"] + 1
    assert [str(one) for one in positions] == [str(positions[0].after(*moves[:i])) for i in range(len(positions))]
    assert positions[-1].result == 2 * record["score"] - 1
    with pytest.raises(rw.UsageError, match="no game"):
        result.replay(record["id"] + "0")
    shutil.copytree(result.folders[0], tmp_path / "changed")
    games = tmp_path / "changed" / "games.jsonl.xz"
    with lzma.open(games, "rt") as file:
        changed = json.loads(file.readline())
    changed["score"] = 1 - changed["score"] if changed["score"] != 0.5 else 1
    changed.pop("crc", None)
    with lzma.open(games, "wt") as file:
        file.write(json.dumps(changed, separators=(",", ":")) + "\n")
    with pytest.raises(rw.RunError, match=changed["id"]):
        rw.read(tmp_path / "changed").replay(changed["id"])


def test_estimates_are_read():
    study = rw.read(folder("trap-trees"))
    assert isinstance(study, rw.Estimates)
    assert len(study.records) > 0 and len(study.truths) > 0
    columns = study.columns()
    numbers = [name for name, column in columns.items() if column.dtype.kind == "f"]
    assert numbers and len({len(column) for column in columns.values()}) == 1


def test_a_tuning_is_read():
    tuning = rw.read(folder("tuning/connect4-softmax"))
    assert isinstance(tuning, rw.Tuning)
    assert tuning.tests[0]["games"] == 1000
    best = tuning.best["mean"]  # reads the folder each time
    assert all(one["mean"] <= best for one in tuning.records if one["status"] == "ok")


def test_what_is_no_results_folder_is_told(tmp_path):
    with pytest.raises(rw.UsageError):
        rw.read(tmp_path).table()
    with pytest.raises(rw.UsageError, match="several"):
        rw.read(folder("trap-trees"), folder("quickstart"))


def test_frames_say_what_to_install_where_pandas_is_not():
    text = ("import sys; sys.modules['pandas'] = None\n"
            "import rootward as rw\n"
            f"result = rw.read({folder('quickstart')!r})\n"
            "print(len(result.columns()['score']))\n"
            "try:\n    result.players\nexcept ImportError as error:\n    print(error)\n")
    out = subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True).stdout
    assert int(out.splitlines()[0]) > 0 and "python3-pandas" in out


def test_frames_have_the_columns_numbers():
    pytest.importorskip("pandas", reason="python3-pandas is not installed")
    study = rw.read(folder("trap-trees"))
    assert len(study.curves) == len(next(iter(study.columns().values())))
    tuning = rw.read(folder("tuning/connect4-softmax"))
    assert np.isclose(tuning.evaluations["mean"].max(), tuning.best["mean"])


STUDY = {"name": "study", "seed": 3, "checkpoints": [10, 40], "repeats": 2,
         "games": {"t": {"name": "tree", "root": {"max": {"a": {"min": {"b": 0.0, "c": -0.5}},
                                                         "d": {"min": {"e": 0.5, "f": -0.1}}}}}},
         "operators": {"average": "average", "max": "max"}}


@pytest.mark.skipif("ROOTWARD_PROGRAM" not in os.environ, reason="ROOTWARD_PROGRAM does not name the program")
def test_a_study_of_estimates_is_the_program_s_and_goes_on(tmp_path):
    result = rw.run({**STUDY, "repeats": 1}, tmp_path / "ours", threads=1, progress=False)
    assert len(result.records) == 2
    result = rw.run(STUDY, tmp_path / "ours", threads=2, progress=False)
    assert len(result.records) == 4 and (tmp_path / "ours" / "plots").is_dir()
    (tmp_path / "c.yaml").write_text(json.dumps(STUDY))
    subprocess.run([os.environ["ROOTWARD_PROGRAM"], "run", tmp_path / "c.yaml", "--out", tmp_path / "theirs",
                    "--quiet"], check=True, stdout=subprocess.DEVNULL)
    assert result.table("csv") == rw.read(tmp_path / "theirs").table("csv")
    assert [truth["id"] for truth in result.truths] == [truth["id"] for truth in rw.read(tmp_path / "theirs").truths]


def test_what_comes_along_is_found_by_name():
    with pytest.raises(rw.UsageError, match="shipped:no_such"):
        rw.run("shipped:no_such")
    with pytest.raises(rw.UsageError, match="rw.Objective"):
        rw.run("shipped:tuning/quickstart-tuning")  # found, and a tuning
    with pytest.raises(rw.UsageError, match="games and processes are for a tournament"):
        rw.run(STUDY, games=2)


WHICH = {"name": "which", "seed": 1, "question": "Which backup?", "game": "tictactoe", "operators": ["average", "max_lambda"],
         "lists": {"seed": [1, 2], "budget": [8], "domain": {"game+playouts": {"game": "$game"}}},
         "steps": {
             "tune": {"each": ["domain", "budget", "operator", "seed"], "evaluations": 2, "tuning": {
                 "name": "$operator-$seed", "seed": "$seed", "game": "$domain.game", "games": 4, "test_games": 4,
                 "defaults": {"search": {"budget": {"simulations": "$budget"}}}, "candidate": {"backup": "$operator"},
                 "opponents": {"usual": {"backup": "average"}}, "opening": {"random_plies": 1},
                 "parameters": {"search.selection.c": {"low": 0.2, "high": 3, "scale": "log"}}}},
             "final": {"each": ["domain", "budget", "operator"], "tuned_players": "tune", "control": "average",
                       "games": {"first": 4, "most": 8, "margin": 20}, "tournament": {
                           "name": "final-$operator", "game": "$domain.game",
                           "defaults": {"search": {"budget": {"simulations": "$budget"}}},
                           "schedule": {"type": "gauntlet", "reference": "control", "opening": {"random_plies": 1}}}},
             "answer": {"grid": {"finals": "final", "margin": 20}}}}


def test_a_study_asks_which_backup_suits_a_game_in_python(tmp_path):
    @rw.game(name="which_take")
    class Take:
        def start(self): return 9, 1
        def to_move(self, p): return p[1]
        def legal(self, p): return [n for n in (1, 2, 3) if n <= p[0]]
        def play(self, p, n): return p[0] - n, 3 - p[1]
        def result(self, p): return None if p[0] else (1 if p[1] == 2 else -1)

    planned = rw.plan(WHICH, set={"game": Take})
    assert "tune" in planned and "core hours" in planned
    assert "which_take" in rw.check(WHICH, set={"game": Take})
    assert "checkpoints" in rw.check(STUDY) and "candidate" in rw.check("shipped:tuning/quickstart-tuning")
    result = rw.run(WHICH, tmp_path / "s", set={"game": Take}, threads=2, progress=False)
    assert "max_lambda" in result.table() and "What to use" in result.table()
    assert result.runs["final/game+playouts-8-max_lambda"].config["game"]["name"] == "which_take"
    tunings = [run for place, run in result.runs.items() if place.startswith("tune/")]
    assert len(tunings) == 4 and all(len(run.records) == 2 for run in tunings)
    once = rw.run(WHICH, tmp_path / "once", set={"game": Take}, threads=1, progress=False)
    assert once.table() == result.table() == rw.read(tmp_path / "s").table(), "any number of threads"
    (tmp_path / "s" / "table.md").unlink()
    assert rw.run(WHICH, tmp_path / "s", set={"game": Take}, progress=False).table() == result.table(), "and goes on"
    assert rw.run(WHICH, tmp_path / "other", progress=False).manifest["config_hash"] != result.manifest["config_hash"]
    with pytest.raises(rw.UsageError, match="another study"):
        rw.run(WHICH, tmp_path / "s", progress=False)
    with pytest.raises(rw.UsageError, match="two tunings of it and more"):
        rw.check(WHICH, set={"lists.seed": [1]})
    for call in (lambda wrong: rw.run(wrong, tmp_path / "t", progress=False), rw.check, rw.plan):
        with pytest.raises(rw.UsageError, match="operators"):
            call({**WHICH, "operators": ["avrage"]})


def test_a_step_fails_by_what_the_game_says(tmp_path):
    @rw.game(name="which_broken")
    class Broken:
        def start(self): return 0
        def to_move(self, p): return 1 + p % 2
        def legal(self, p): return [0, 1]
        def play(self, p, n): return p + 1
        def result(self, p): return 7 if p > 3 else None

    with pytest.raises(rw.RunError, match="tuning .*which_broken.result: 7 is not allowed"):
        rw.run(WHICH, tmp_path / "s", set={"game": Broken}, progress=False)


def test_a_study_may_hold_operators_of_one_s_own(tmp_path):
    best = rw.operator(kind="child", name="best_studied")(lambda x: x.q.max())
    result = rw.run({**STUDY, "operators": {"ours": best, "max": "max"}}, tmp_path / "s", threads=1, progress=False)
    assert len(result.records) == 4
    with pytest.raises(rw.UsageError, match="checkpoints"):
        rw.run({**STUDY, "checkpoints": [40, 10]}, tmp_path / "t", progress=False)
