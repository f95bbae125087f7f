"""Tournaments from Python: the program's games, and an operator in Python through a whole one."""

import json
import os
import platform
import re
import subprocess
import sys

import numpy as np
import pytest

import rootward as rw
from test_operators import SOFTMAX, scattered, soft

QUICK = {"budget": {"simulations": 60}}
# The beginning of a program whose results go to the folder sys.argv[2].
ONCE_A_GAME_IS_STORED = """
import os, signal, sys, threading, time, rootward as rw
def once_a_game_is_stored(call):
    games = sys.argv[2] + "/games.jsonl"
    def wait():
        while not os.path.exists(games) or os.path.getsize(games) == 0:
            time.sleep(0.01)
        call()
    threading.Thread(target=wait, daemon=True).start()
"""


@rw.operator(kind="child", own="blend")
def wordy(x):
    print("a word")
    os.write(1, b"a word past Python\n")
    return x.q.max()


@rw.operator(kind="child", own="blend")
def failing(x):
    raise LookupError("there")


def config(backup, name="soft", search=QUICK):
    return {"name": name, "seed": 7, "game": {"name": "connect4"}, "schedule": {"type": "round_robin", "pairs": 3},
            "players": {"soft": {"search": search, "backup": backup}, "plain": {"search": search, "backup": "average"}}}


def without_times(value):
    """Everything of a record but what the clock tells, and its checksum."""
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if k not in ("cpu_seconds", "seconds", "crc", "check")}
    return [without_times(v) for v in value] if isinstance(value, list) else value


def close(a, b):
    """The same, numbers to 1e-12."""
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            close(a[key], b[key])
    elif isinstance(a, list):
        assert len(a) == len(b)
        for one, other in zip(a, b):
            close(one, other)
    elif isinstance(a, float):
        assert a == pytest.approx(b, abs=1e-12)
    else:
        assert a == b


def test_soft_plays_the_games_of_softmax(tmp_path):
    search = {**QUICK, "evaluator": scattered}
    a = rw.run(config(SOFTMAX, search=search), tmp_path / "a", threads=2, progress=False)
    b = rw.run(config(soft(g=-4), search=search), tmp_path / "b", threads=2, progress=False)
    assert len(a.records) == len(b.records) == 6
    drop = lambda record: {k: v for k, v in without_times(record).items() if k != "config"}
    for one, other in zip(a.records, b.records):
        assert one["moves"] == other["moves"]
        close(drop(one), drop(other))


def test_threads_do_not_change_the_games_of_a_rule(tmp_path):
    a = rw.run(config(soft), tmp_path / "a", threads=1, progress=False)
    b = rw.run(config(soft), tmp_path / "b", threads=2, progress=False)
    assert without_times(a.records) == without_times(b.records)


def test_processes_do_not_change_the_games_of_a_rule(tmp_path):
    search = {**QUICK, "evaluator": scattered}
    alone = rw.run(config(soft, search=search), tmp_path / "a", threads=1, progress=False)
    spread = rw.run(config(soft, search=search), tmp_path / "b", processes=3, progress=False)
    assert without_times(alone.records) == without_times(spread.records)
    assert alone.table("md").split("Cost")[0] == spread.table("md").split("Cost")[0]
    again = rw.run(config(soft, search=search), tmp_path / "b", processes=2, progress=False)
    assert again.records == spread.records


def test_a_rule_of_another_process_may_print(tmp_path, capfd):
    rw.run(config(wordy), tmp_path / "a", processes=2, progress=False)
    told = capfd.readouterr()
    assert told.out == ""
    assert "a word\n" in told.err and "a word past Python\n" in told.err


def test_a_rule_that_fails_in_a_process_of_its_own_comes_out_as_itself(tmp_path):
    with pytest.raises(LookupError, match="there") as caught:
        rw.run(config(failing), tmp_path / "a", processes=2, progress=False)
    assert any("simulation" in note for note in caught.value.__notes__)


def test_ctrl_c_reaches_processes_where_it_comes_to_the_caller_alone(tmp_path):
    text = json.dumps({**config("softmax"), "schedule": {"type": "round_robin", "pairs": 20000}})
    code = ("import os, signal, sys, threading, rootward as rw\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "threading.Timer(2.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
            "try:\n    rw.run(sys.argv[1] + '\\n', sys.argv[2], processes=2, threads=1, progress=False)\n"
            "except rw.Interrupted as error:\n    print(error)\n")
    out = subprocess.run([sys.executable, "-c", code, text, tmp_path / "a"], check=True, capture_output=True,
                         text=True, timeout=120).stdout
    assert "games are missing" in out or "no process has begun" in out


def test_processes_refuse_what_they_could_not_import(tmp_path):
    made = rw.operator(kind="child", name="made_here")(eval("lambda x: x.q.max()", {"__name__": "__main__"}))
    made.function.__module__ = "__main__"
    [key] = [key for key in rw._sources.homes if key[0] == "made_here"]
    rw._sources.homes[key] = rw._sources.homes[key]._replace(module="__main__")
    with pytest.raises(rw.UsageError, match="made_here is defined in __main__, which another interpreter cannot import"):
        rw.run(config(made), tmp_path / "a", processes=2, progress=False)
    with pytest.raises(rw.UsageError, match="at least 1"):
        rw.run(config("softmax"), tmp_path / "a", processes=0)
    assert not (tmp_path / "a").exists()


def test_problems_of_processes_come_out_as_they_are(tmp_path):
    broken = config("softmax")
    broken["players"]["soft"]["backup"] = {"name": "softmx"}
    with pytest.raises(rw.UsageError, match="mean softmax"):
        rw.run(broken, tmp_path / "a", processes=2, progress=False)
    stopping = {**config("softmax"), "stop": {"sprt": {"elo0": 0, "elo1": 10}}}
    with pytest.raises(rw.UsageError, match="shard"):
        rw.run(stopping, tmp_path / "b", processes=2, progress=False)


def test_a_rule_that_fails_ends_the_run_as_itself(tmp_path):
    @rw.operator(kind="child")
    def fails(x):
        raise LookupError("here")

    with pytest.raises(LookupError, match="here") as caught:
        rw.run(config(fails), tmp_path / "a", threads=2, progress=False)
    inner, outer = caught.value.__notes__
    assert re.match(r"in the operator fails, simulation \d+, node \{", inner)
    assert re.fullmatch(r"in game soft:plain:\d:[01], ply \d+", outer)


def test_the_manifest_tells_of_a_rule_s_source(tmp_path):
    search = {**QUICK, "evaluator": scattered}
    manifest = rw.run(config(soft, search=search), tmp_path / "a", games=2, threads=1, progress=False).manifest
    assert manifest["reproducible"] == "given this source"
    assert manifest["guests"]["versions"] == {"python": platform.python_version(), "numpy": np.__version__}
    sources = manifest["guests"]["sources"]
    assert set(sources) == {"soft", "scattered"} and {one["module"] for one in sources.values()} == {"test_operators"}
    for one in sources.values():
        assert re.fullmatch("sha256-[0-9a-f]{64}", one["source"]) and one["source"][:23] in manifest["resolved_config"]
    built_in = rw.run(config("softmax"), tmp_path / "b", games=2, threads=1, progress=False).manifest
    assert built_in["reproducible"] is True and "guests" not in built_in
    assert "given the source of its rules" in rw.read(tmp_path / "a").table()


def test_a_run_is_continued_and_read(tmp_path):
    first = rw.run(config("softmax"), tmp_path / "a", games=2, threads=1, progress=False).records
    assert len(first) == 2
    whole = rw.run(config("softmax"), tmp_path / "a", threads=2, progress=False)
    assert len(whole.records) == 6
    assert [record for record in whole.records if record in first] == first
    assert rw.read(tmp_path / "a").table() == whole.table()
    assert whole.manifest["games" if "games" in whole.manifest else "schema"]


def test_wrong_configurations_name_every_problem():
    wrong = config("softmax")
    wrong["schedul"] = wrong.pop("schedule")
    wrong["players"]["soft"]["backup"] = "sofmax"
    with pytest.raises(rw.UsageError) as caught:
        rw.check(wrong)
    assert len(caught.value.problems) >= 2
    assert any("softmax" in problem["message"] for problem in caught.value.problems)
    assert "pairs: 3" in rw.check(config("softmax"))
    assert "6" in rw.plan(config("softmax"), threads=1)


@pytest.mark.skipif("ROOTWARD_PROGRAM" not in os.environ, reason="ROOTWARD_PROGRAM does not name the program")
def test_the_program_plays_the_same_games(tmp_path):
    text = json.dumps(config("softmax"))
    (tmp_path / "c.yaml").write_text(text)
    subprocess.run([os.environ["ROOTWARD_PROGRAM"], "run", tmp_path / "c.yaml", "--out", tmp_path / "p", "--quiet"],
                   check=True, stdout=subprocess.DEVNULL)
    rw.run(tmp_path / "c.yaml", tmp_path / "q", threads=1, progress=False)
    assert without_times(rw.read(tmp_path / "p").records) == without_times(rw.read(tmp_path / "q").records)
    assert rw.read(tmp_path / "p").table("csv").count("\n") == rw.read(tmp_path / "q").table("csv").count("\n")


def test_frames(tmp_path):
    pandas = pytest.importorskip("pandas", reason="python3-pandas is not installed")
    result = rw.run(config("softmax"), tmp_path / "a", threads=1, progress=False)
    assert isinstance(result.players, pandas.DataFrame) and len(result.players) == 2
    assert len(result.games) == 6 and len(result.pairings) == 1
    children = rw.search("connect4", search=QUICK).children
    assert children["visits"].sum() <= 60


MINE = """
import rootward as rw

@rw.operator(kind="child", parameters={"weight": rw.Parameter(1, low=0, high=9)})
def between(x, weight):
    return (x.n @ x.q / x.n.sum() + weight * x.q.max()) / (1 + weight)

heavy = between(weight=3)
"""


def named(tmp_path, **more):
    (tmp_path / "mine.py").write_text(MINE)
    return {"name": "python", "file": str(tmp_path / "mine.py"), **more}


def test_a_file_names_an_operator_in_python(tmp_path):
    given = named(tmp_path, object="between", parameters={"weight": 3})
    played = rw.run(config(given), tmp_path / "a", threads=1, progress=False)
    assert "between, own: blend, source: sha256-" in played.manifest["resolved_config"]
    file = tmp_path / "config.yaml"
    file.write_text(json.dumps(config({**given, "file": "mine.py"})))  # from the configuration's folder
    assert without_times(rw.run(file, tmp_path / "b", threads=1, progress=False).records) == without_times(played.records)
    preset = rw.run(config(named(tmp_path, object="heavy")), tmp_path / "c", threads=1, progress=False)
    assert without_times(preset.records) == without_times(played.records)
    spread = rw.run(file, tmp_path / "d", processes=2, progress=False)
    assert without_times(spread.records) == without_times(played.records)
    assert rw.search("connect4", backup=given, search=QUICK).value == rw.search("connect4", backup=named(tmp_path, object="heavy"), search=QUICK).value


@pytest.mark.parametrize("more, said", [
    ({"object": "absent"}, "defines no operator absent"),
    ({"object": "MINE"}, "defines no operator MINE"),
    ({}, "object.*is required"),
    ({"object": "between", "parameters": {"weight": 10}}, "weight"),
    ({"object": "between", "parameters": {"wieght": 1}}, "wieght.*unknown key"),
    ({"object": "between", "file": "no_such.py"}, "no_such.py: FileNotFoundError"),
    ({"object": "between", "g": 1}, "g: unknown key"),
])
def test_a_file_without_the_operator_is_refused(tmp_path, more, said):
    with pytest.raises(rw.UsageError, match=said):
        rw.check(config(named(tmp_path, **more)))


def test_a_file_that_fails_says_where(tmp_path):
    given = named(tmp_path, object="between")
    (tmp_path / "mine.py").write_text("import rootward as rw\nrw.no_such_thing\n")
    with pytest.raises(rw.UsageError, match="mine.py: AttributeError: .*no_such_thing"):
        rw.check(config(given))


def test_a_changed_file_is_read_again(tmp_path):
    given = named(tmp_path, object="between")
    before = rw.check(config(given))
    (tmp_path / "mine.py").write_text(MINE.replace("x.q.max()", "x.q.min()"))
    assert rw.check(config(given)) != before


@pytest.mark.skipif("ROOTWARD_PROGRAM" not in os.environ, reason="ROOTWARD_PROGRAM does not name the program")
def test_anybody_makes_the_tables_of_a_rule_s_games(tmp_path):
    program = os.environ["ROOTWARD_PROGRAM"]
    search = {**QUICK, "evaluator": scattered}
    played = rw.run(config(soft(g=-3), search=search), tmp_path / "a", threads=1, progress=False)
    table = subprocess.run([program, "table", tmp_path / "a"], check=True, capture_output=True, text=True).stdout
    assert table == played.table()
    subprocess.run([program, "verify", tmp_path / "a"], check=True, stdout=subprocess.DEVNULL)
    elsewhere = f"import rootward as rw; print(rw.read({str(tmp_path / 'a')!r}).table(), end='')"
    assert subprocess.run([sys.executable, "-c", elsewhere], check=True, capture_output=True, text=True).stdout == table
    file = tmp_path / "config.yaml"
    file.write_text(json.dumps({**config({"name": "soft", "g": -3, "source": "sha256-0"}), "name": "x"}))
    refused = subprocess.run([program, "run", file, "--out", tmp_path / "b"], capture_output=True, text=True)
    assert refused.returncode == 2 and "soft is a rule in Python (sha256-0)" in refused.stderr
    file.write_text(json.dumps(config(named(tmp_path, object="between"))))
    refused = subprocess.run([program, "check", file], capture_output=True, text=True)
    assert refused.returncode == 2 and "played by the Python package" in refused.stderr


def test_another_source_does_not_continue_a_folder(tmp_path):
    def registered(text):
        names = {"rw": rw}
        exec(text, names)
        return names["changing"]

    first = "@rw.operator(kind='child')\ndef changing(x):\n    return x.q.max()\n"
    rw.run(config(registered(first), "c"), tmp_path / "c", games=2, threads=1, progress=False)
    whole = rw.run(config(registered(first), "c"), tmp_path / "c", games=4, threads=1, progress=False)
    assert len(whole.records) == 4
    with pytest.raises(rw.UsageError, match="source"):
        rw.run(config(registered(first.replace("max", "min")), "c"), tmp_path / "c", threads=1, progress=False)
    assert len(rw.read(tmp_path / "c").records) == 4


@pytest.mark.skipif("ROOTWARD_PROGRAM" not in os.environ, reason="ROOTWARD_PROGRAM does not name the program")
def test_program_and_package_continue_each_other_s_folders(tmp_path):
    program = os.environ["ROOTWARD_PROGRAM"]
    file, folder = tmp_path / "c.yaml", tmp_path / "f"
    file.write_text(json.dumps(config("softmax")))
    rw.run(file, folder, games=2, threads=1, progress=False)
    subprocess.run([program, "run", file, "--out", folder, "--games", "4", "--quiet"], check=True,
                   stdout=subprocess.DEVNULL)
    assert len(rw.read(folder).records) == 4
    whole = rw.run(file, folder, threads=1, progress=False)
    assert without_times(whole.records) == without_times(rw.run(file, tmp_path / "g", progress=False).records)
    table = subprocess.run([program, "table", folder], check=True, capture_output=True, text=True).stdout
    assert whole.table() == table
    subprocess.run([program, "verify", folder], check=True, stdout=subprocess.DEVNULL)


@pytest.mark.skipif("ROOTWARD_PROGRAM" not in os.environ, reason="ROOTWARD_PROGRAM does not name the program")
def test_the_program_refuses_to_play_what_python_alone_knows(tmp_path):
    file = tmp_path / "config.yaml"
    file.write_text(json.dumps(config({"name": "soft", "g": -3})))
    refused = subprocess.run([os.environ["ROOTWARD_PROGRAM"], "check", file], capture_output=True, text=True)
    assert refused.returncode == 2 and 'no backup operator is called "soft"' in refused.stderr


def test_a_run_whose_time_runs_out_is_incomplete(tmp_path):
    text = json.dumps({**config("softmax"), "schedule": {"type": "round_robin", "pairs": 20000}})
    code = (ONCE_A_GAME_IS_STORED + "once_a_game_is_stored(lambda: os.kill(os.getpid(), signal.SIGUSR1))\n"
            "try:\n    rw.run(sys.argv[1] + '\\n', sys.argv[2], threads=1, progress=False)\n"
            "except rw.Incomplete as error:\n    print(error)\n")
    out = subprocess.run([sys.executable, "-c", code, text, tmp_path / "a"], check=True, capture_output=True,
                         text=True).stdout
    assert "of 40000 games are stored" in out


IN_A_NOTEBOOK = """
import json, sys, rootward as rw
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
InteractiveShell.instance().kernel = object()  # as in a notebook's kernel
with capture_output() as captured:
    rw.run(sys.argv[1] + "\\n", sys.argv[2], threads=1)
print(json.dumps([one.data["text/html"] for one in captured.outputs]), captured.stderr, sep="")
"""


def test_progress_is_a_bar_in_a_notebook(tmp_path):
    pytest.importorskip("IPython", reason="python3-ipython is not installed")
    done = subprocess.run([sys.executable, "-c", IN_A_NOTEBOOK, json.dumps(config("softmax")), tmp_path / "a"], check=True,
                          capture_output=True, text=True)
    shown = json.loads(done.stdout)
    assert done.stderr == "" and "6/6 games" in shown[-1]
    assert all(re.match(r'<progress value="\d+" max="6"></progress> ', one) for one in shown)


def test_an_interrupted_run_goes_on(tmp_path):
    text = json.dumps({**config("softmax"), "schedule": {"type": "round_robin", "pairs": 20000}})
    code = (ONCE_A_GAME_IS_STORED +
            "signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored below a shell's background job\n"
            "once_a_game_is_stored(lambda: os.kill(os.getpid(), signal.SIGINT))\n"
            "try:\n    rw.run(sys.argv[1] + '\\n', sys.argv[2], threads=1, progress=False)\n"
            "except rw.Interrupted as error:\n    print(error)\n")
    out = subprocess.run([sys.executable, "-c", code, text, tmp_path / "a"], check=True, capture_output=True,
                         text=True).stdout
    assert "of 40000 games are stored" in out and "the same call continues" in out
    stored = rw.read(tmp_path / "a").records
    assert 0 < len(stored) < 40000
    more = rw.run(text + "\n", tmp_path / "a", games=2 * (len(stored) // 2 + 1), threads=1, progress=False)
    assert len(more.records) >= len(stored)
    assert without_times(more.records[: len(stored)]) == without_times(stored)
