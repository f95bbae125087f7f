"""Games in Python that a configuration names by file: what runs keep, who can read them, what a changed file means."""
import hashlib
import os
import subprocess
import sys
import warnings

import pytest

import rootward as rw

PROGRAM = os.environ.get("ROOTWARD_PROGRAM", "")
needs_program = pytest.mark.skipif(not PROGRAM, reason="ROOTWARD_PROGRAM does not name the program")

TAKE = """
import rootward as rw
MOST = 3
@rw.game(name="NAME")
class Take:
    def start(self): return 9, 1
    def to_move(self, p): return p[1]
    def legal(self, p): return [n for n in range(1, MOST + 1) if n <= p[0]]
    def play(self, p, n): return p[0] - n, 3 - p[1]
    def result(self, p): return None if p[0] else (1 if p[1] == 2 else -1)
"""
CONFIG = """
name: c
seed: 1
game: {name: python, file: take.py, object: Take}
defaults: {search: {budget: {simulations: 30}}}
players: {average: {backup: average}, max: {backup: max}}
schedule: {type: round_robin, pairs: PAIRS, opening: {random_plies: 1}}
"""


def written(folder, name, pairs=2):
    (folder / "take.py").write_text(TAKE.replace("NAME", name))
    (folder / "c.yaml").write_text(CONFIG.replace("PAIRS", str(pairs)))
    return folder / "c.yaml"


def played(folder, name, pairs=2):
    return rw.run(written(folder, name, pairs), folder / "r", threads=1, progress=False)


def program(folder, *arguments):
    return subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, text=True)


def in_another_interpreter(folder, code):
    done = subprocess.run([sys.executable, "-c", "import rootward as rw\nr = rw.read('r')\n" + code], cwd=folder,
                          capture_output=True, text=True)
    return done.stdout, done.stderr


def test_a_run_keeps_the_file_under_its_mark(tmp_path):
    result = played(tmp_path, "kept_take")
    content = (tmp_path / "take.py").read_bytes()
    mark = hashlib.sha256(content).hexdigest()
    assert (tmp_path / "r" / f"game-{mark[:16]}.py").read_bytes() == content
    assert result.manifest["guests"]["sources"]["kept_take"]["source"] == f"sha256-{mark}"
    assert result.config["game"] == {"name": "kept_take", "source": f"sha256-{mark[:16]}", "seats": 2,
                                     "results": [-1, 1], "win_draw_loss": True}


@needs_program
def test_results_are_read_without_python(tmp_path):
    result = played(tmp_path, "read_take")
    (tmp_path / "take.py").unlink()
    shown = program(tmp_path, "table", "r", "--format", "json")
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout == result.table("json")
    for command in (["table", "r"], ["report", "r", "--out", "page"], ["status", "r"]):
        done = program(tmp_path, *command)
        assert done.returncode == 0, (command, done.stderr)
    checked = program(tmp_path, "verify", "r")
    assert checked.returncode == 0 and "moves were not held against the rules: the game read_take" in checked.stdout
    assert "rootward.read(FOLDER)" in checked.stdout and "4 lines, all in order" in checked.stdout
    again = program(tmp_path, "verify", "r", "--replay")
    assert again.returncode == 2 and "written in Python" in again.stderr
    assert program(tmp_path, "run", "c.yaml", "--out", "r").returncode == 2

    line = (tmp_path / "r" / "games.jsonl").read_text()
    (tmp_path / "r" / "games.jsonl").write_text(line.replace('"seed":', '"seed":1', 1))
    assert program(tmp_path, "verify", "r").returncode == 1, "checksums are asked all the same"


def test_another_interpreter_reads_and_replays_by_the_copy(tmp_path):
    result = played(tmp_path, "copied_take")
    (tmp_path / "take.py").unlink()
    for code, expected in (("print(r.table(), end='')", result.table()),
                           ("print([str(p) for p in r.replay('average:max:0:0')][-1])",
                            f"{[str(p) for p in result.replay('average:max:0:0')][-1]}\n"),
                           ("print(r.verify())", "[]\n")):
        out, err = in_another_interpreter(tmp_path, code)
        assert (out, err) == (expected, ""), code
    out, err = in_another_interpreter(tmp_path, "import sys; r.table(); print([m for m in sys.modules if 'game-' in m])")
    assert out == "[]\n", "a table runs nothing of what the folder holds"

    [copy] = (tmp_path / "r").glob("game-*.py")
    copy.write_text(copy.read_text().replace("MOST = 3", "MOST = 4"))
    out, err = in_another_interpreter(tmp_path, "print(len(r.table()) > 0)\nr.replay('average:max:0:0')")
    assert out == "True\n" and "is another file: its mark is sha256-" in err and copy.stem[5:] in err


def test_a_run_goes_on_with_its_copy_of_a_file_that_is_gone(tmp_path):
    played(tmp_path, "gone_take")
    (tmp_path / "take.py").unlink()
    (tmp_path / "c.yaml").write_text(CONFIG.replace("PAIRS", "6"))
    told = "take.py is not there; what r keeps of it is played\n"
    for what, games, expected in (("'c.yaml', 'r', games=8", 8, told), ("'r', 'r'", 12, ""), ("'c.yaml', 'r'", 12, told)):
        out, err = in_another_interpreter(tmp_path, f"r = rw.run({what}, threads=1, progress=False)\n"
                                                    "print(len(r.records), len(r.verify()))")
        assert (out, err) == (f"{games} 0\n", expected), what
    with pytest.raises(rw.UsageError, match="take.py"):
        rw.run(tmp_path / "c.yaml", tmp_path / "new", progress=False)


def test_a_game_of_a_module_is_read_where_it_is_not_defined(tmp_path):
    @rw.game(name="module_take")
    class Take:
        def start(self): return 9, 1
        def to_move(self, p): return p[1]
        def legal(self, p): return [n for n in (1, 2, 3) if n <= p[0]]
        def play(self, p, n): return p[0] - n, 3 - p[1]
        def result(self, p): return None if p[0] else (1 if p[1] == 2 else -1)

    result = rw.run({**rw._core.yaml_object(CONFIG.replace("PAIRS", "2"), "c"), "game": Take}, tmp_path / "r", threads=1,
                    progress=False)
    assert not list((tmp_path / "r").glob("game-*"))
    out, err = in_another_interpreter(tmp_path, "print(r.table(), end='')\nprint(r.verify())")
    assert out == result.table() + "[]\n" and "moves were not held against the rules: no game module_take" in err
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert result.verify() == []


def test_a_changed_file_is_refused_with_both_marks(tmp_path):
    result = played(tmp_path, "changed_take")
    games = (tmp_path / "r" / "games.jsonl").read_bytes()
    config = written(tmp_path, "changed_take", pairs=4)
    original = (tmp_path / "take.py").read_text()
    (tmp_path / "take.py").write_text(original.replace("MOST = 3", "MOST = 2"))  # not in the class itself
    with pytest.raises(rw.UsageError) as refused:
        rw.run(config, tmp_path / "r", threads=1, progress=False)
    marks = [hashlib.sha256(text.encode()).hexdigest()[:16] for text in (original, original.replace("= 3", "= 2"))]
    assert all(mark in str(refused.value) for mark in marks)
    assert (tmp_path / "r" / "games.jsonl").read_bytes() == games
    assert len(result.replay("average:max:0:0")) > 1, "the game of the run is known beside the changed one"
    (tmp_path / "take.py").write_text(original)
    assert len(rw.run(config, tmp_path / "r", threads=1, progress=False).records) == 8


def test_a_name_that_means_two_sources(tmp_path):
    first = rw.game(type("Old", (), {name: lambda self, *given: 1 for name in rw.game_rules.NEEDED}), name="two_takes")
    second = rw.game(type("New", (), {name: lambda self, *given: 2 for name in rw.game_rules.NEEDED}), name="two_takes")
    assert first.as_config()["source"] != second.as_config()["source"]
    assert rw.check({**rw._core.yaml_object(CONFIG.replace("PAIRS", "2"), "c"), "game": first}).count(first.source) == 1
    with pytest.raises(rw.UsageError, match="other seats, results or win_draw_loss"):
        rw.Game({**first.as_config(), "seats": 1})


@needs_program
def test_estimates_are_read_without_python(tmp_path):
    written(tmp_path, "estimated_take")
    (tmp_path / "s.yaml").write_text("name: s\nseed: 3\ngames: {take: {name: python, file: take.py, object: Take}}\n"
                                     "instances: 2\nrandom_plies: 1\nrepeats: 1\noperators: {max: max}\n"
                                     "checkpoints: [10, 30]\nalpha_beta: true\n")
    study = rw.run(tmp_path / "s.yaml", tmp_path / "r", threads=1, progress=False)
    (tmp_path / "take.py").unlink()
    assert list((tmp_path / "r").glob("game-*.py"))
    assert program(tmp_path, "table", "r").stdout == study.table()
    checked = program(tmp_path, "verify", "r")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "positions were not held against the rules: the game estimated_take" in checked.stdout
    assert study.verify() == []


@needs_program
def test_a_clusters_plan_is_refused(tmp_path):
    written(tmp_path, "planned_take")
    refused = program(tmp_path, "run", "c.yaml", "--slurm", "--tasks", "2", "--out", "r")
    assert refused.returncode == 2 and "games in Python are played by the Python package" in refused.stderr
    assert not (tmp_path / "r").exists()
