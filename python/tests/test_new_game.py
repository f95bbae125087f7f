"""`rootward tool new-game --language python`: its file is a game, and the command that it names tries it."""
import os
import subprocess

import pytest

import rootward as rw

PROGRAM = os.environ.get("ROOTWARD_PROGRAM", "")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="ROOTWARD_PROGRAM does not name the program")


def new_game(folder, name, program=PROGRAM):
    return subprocess.run([program, "tool", "new-game", name, "--language", "python"], cwd=folder, text=True,
                          capture_output=True)


def test_the_next_line_works_word_for_word(tmp_path):
    made = new_game(tmp_path, "class")  # no word of Python may be in the way
    assert made.returncode == 0, made.stderr
    wrote, following = made.stdout.splitlines()
    assert wrote == "./class: game.py" and following.startswith("Next: ")
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    tried = subprocess.run(following.removeprefix("Next: "), shell=True, cwd=tmp_path, env=plain, text=True,
                           capture_output=True)
    assert tried.returncode == 0, tried.stderr
    lines = tried.stdout.splitlines()
    assert lines[0] == "class" and lines[-1].startswith("the search takes 3, its value is 1.00")
    assert sum(line.endswith("  ok") for line in lines) == 7 and "failed" not in tried.stdout

    again = new_game(tmp_path, "class")
    assert again.returncode == 2 and "game.py is there already" in again.stderr


def test_a_broken_promise_fails_the_try(tmp_path):
    following = new_game(tmp_path, "take").stdout.splitlines()[1].removeprefix("Next: ")
    file = tmp_path / "take" / "game.py"
    file.write_text(file.read_text().replace("return left - stones, 3 - mover", "return left - stones, mover + 1"))
    tried = subprocess.run(following, shell=True, cwd=tmp_path, text=True, capture_output=True)
    assert tried.returncode == 1 and "3 is not allowed; allowed: 1 to 2" in tried.stdout


def test_a_configuration_names_it(tmp_path):
    new_game(tmp_path, "take")
    (tmp_path / "c.yaml").write_text("""name: c
seed: 1
game: {name: python, file: take/game.py, object: Game}
defaults: {search: {budget: {simulations: 20}}}
players: {average: {backup: average}, max: {backup: max}}
schedule: {type: round_robin, pairs: 2}
""")
    assert len(rw.run(tmp_path / "c.yaml", tmp_path / "out", threads=1, progress=False).records) == 4


def test_a_game_of_rootwards_own_is_no_name(tmp_path):
    refused = new_game(tmp_path, "hex")
    assert refused.returncode == 2 and "hex is a game of rootward's own" in refused.stderr
    assert not (tmp_path / "hex").exists()
