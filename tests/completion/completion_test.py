"""Completion as shells do it: bash's function called with COMP_WORDS, fish's `complete -C`, zsh in a pseudo-terminal.

Needs $ROOTWARD, the program. A shell that is not installed is skipped, and the test says so.
"""

import functools
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("ROOTWARD", str(ROOT / "build" / "release" / "rootward"))


@functools.lru_cache(maxsize=None)
def rootward(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True, timeout=60).stdout


def listed(kind):
    return {one["name"] for one in json.loads(rootward("list", kind, "--json"))[kind]}


def shipped(*kinds):
    configs = json.loads(rootward("list", "configs", "--json"))["configs"]
    return {"shipped:" + one["name"] for one in configs if one["kind"] in kinds}


def help_of(path):
    return rootward(*path.split(), "--help")


def commands_below(path=""):
    """Names in the help's lists of commands."""
    parts = re.split(r"\n(?:Subcommands|Commands [a-z ]+):\n", help_of(path))[1:]
    return [name for part in parts for name in re.findall(r"^  ([a-z_-]+) ", part.split("\n\n")[0], re.M)]


def options_of(path):
    """Every option that the help shows, both names of those that have two."""
    shown = re.findall(r"^  (-[a-z-]+(?:,--[a-z-]+)?)[ \n]", help_of(path), re.M)
    return {name for names in shown for name in names.split(",")}


class Questions:
    """What every shell is asked. `answers(line)` gives what may stand in the place of the line's last word."""

    def answers(self, line):
        raise NotImplementedError

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="completion")
        self.place = pathlib.Path(self.folder.name) / "work"
        self.home = pathlib.Path(self.folder.name) / "home"
        self.place.mkdir()
        self.home.mkdir()
        (self.place / "my-folder").mkdir()
        (self.place / "my-games.yaml").write_text("")
        (self.place / "my file.sgf").write_text("")

    def tearDown(self):
        self.folder.cleanup()

    def test_every_command_has_its_name(self):
        self.assertEqual(self.answers("rootward "), set(commands_below()))
        for command in [*commands_below(), "tool net", "tool data"]:
            below = commands_below(command)
            if below:
                self.assertEqual(self.answers(f"rootward {command} "), set(below))

    def test_the_begun_name_chooses(self):
        wanted = {name for name in commands_below() if name.startswith("t")}
        self.assertGreater(len(wanted), 1)
        self.assertEqual(self.answers("rootward t"), wanted)

    def test_options_are_those_of_the_help(self):
        for command in ("run", "search", "table", "tool data sgf", "tool net card", "tool completion"):
            long = {name for name in options_of(command) if name.startswith("--")}
            self.assertEqual(self.answers(f"rootward {command} --"), long, command)

    def test_names_of_registries(self):
        self.assertEqual(self.answers("rootward search "), listed("games"))
        self.assertEqual(self.answers("rootward tool net card --game "), listed("games"))
        self.assertEqual(self.answers("rootward search connect4 --backup "), listed("backups"))
        self.assertEqual(self.answers("rootward evaluate connect4 --evaluator "), listed("evaluators"))

    def test_choices(self):
        self.assertEqual(self.answers("rootward table --format "), {"text", "md", "csv", "latex", "json"})
        self.assertEqual(self.answers("rootward tune space --format "), {"json", "optuna", "spearmint"})
        self.assertEqual(self.answers("rootward tool completion "), {"bash", "zsh", "fish"})
        examples = {line.split()[0] for line in rootward("explore", "--example", "list").splitlines()}
        self.assertEqual(self.answers("rootward explore --example "), examples | {"list"})

    def test_a_command_s_own_word_is_asked_for_once(self):
        self.assertFalse(self.answers("rootward search connect4 ") & listed("games"))
        self.assertEqual(self.answers("rootward search --seed 3 con"), {"connect4"})

    def test_configurations_of_the_kind_that_a_command_takes(self):
        files = {"my-games.yaml"}
        self.assertEqual(self.answers("rootward run shipped:"),
                         shipped("tournament", "tuning", "estimates", "training", "study"))
        self.assertEqual(self.answers("rootward tune space shipped:"), shipped("tuning"))
        self.assertEqual(self.answers("rootward plan shipped:q"),
                         {name for name in shipped("tournament", "tuning", "estimates", "study") if name.startswith("shipped:q")})
        self.assertEqual(self.answers("rootward run my-g"), files)

    def test_files_and_folders(self):
        self.assertEqual(self.answers("rootward table my"), {"my-folder"})
        self.assertEqual(self.answers("rootward table my-folder m"), {"my-folder"})
        self.assertEqual(self.answers("rootward run x.yaml --out m"), {"my-folder"})
        self.assertEqual(self.answers("rootward search go --sgf my-"), {"my-folder", "my-games.yaml"})

    def test_numbers_and_texts_are_nobody_s_to_guess(self):
        self.assertEqual(self.answers("rootward run x.yaml --threads "), set())
        self.assertEqual(self.answers("rootward search go --moves "), set())

    def test_a_value_behind_an_equals_sign(self):
        self.assertEqual(self.answers("rootward search go --backup=soft"), {"softmax"})


def words_of(line):
    """The line as bash cuts it: at blanks, colons and equals signs."""
    words = [word for word in re.findall(r"[:=]+|[^\s:=]+", line)]
    return words + [""] if line.endswith(" ") else words


@unittest.skipUnless(shutil.which("bash"), "bash is not installed")
class Bash(Questions, unittest.TestCase):
    SCRIPT = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rootward; printf "%s\\n" "${COMPREPLY[@]}"'

    def complete(self, words):
        script = self.home / "rootward.bash"
        script.write_text(rootward("tool", "completion", "bash"))
        done = subprocess.run(["bash", "--noprofile", "--norc", "-c", self.SCRIPT, "bash", script, *words], cwd=self.place,
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "")
        return {line for line in done.stdout.splitlines() if line}

    def answers(self, line):
        words = words_of(line)
        found = self.complete(words)
        # bash keeps what stands before the last colon or equals sign.
        kept = "shipped:" if "shipped:" in line else ""
        found = {kept + one for one in found}
        if line.endswith(" "):
            found -= {"my-folder", "my-games.yaml", "my file.sgf"}
        return found - {"-h"}

    def test_it_is_registered(self):
        (self.place / "script").write_text(rootward("tool", "completion", "bash"))
        done = subprocess.run(["bash", "--norc", "-c", "source ./script; complete -p rootward"], cwd=self.place,
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout, "complete -F _rootward rootward\n")

    def test_a_bash_that_does_not_cut_words(self):
        self.assertEqual(self.complete(["rootward", "search", "--backup=soft"]), {"--backup=softmax"})
        self.assertEqual(self.complete(["rootward", "run", "shipped:quickst"]), {"shipped:quickstart"})

    def test_many_values_of_one_option(self):
        self.assertEqual(self.complete(["rootward", "search", "go", "--shadow", "max", "soft"]), {"softmax"})
        self.assertEqual(self.complete(["rootward", "search", "go", "--shadow", "max", "--see"]), {"--seed"})

    def test_names_with_blanks_stay_whole(self):
        self.assertEqual(self.complete(["rootward", "search", "go", "--sgf", "my"]),
                         {"my-folder", "my-games.yaml", "my file.sgf"})


@unittest.skipUnless(shutil.which("fish"), "fish is not installed")
class Fish(Questions, unittest.TestCase):
    def answers(self, line):
        script = self.home / "rootward.fish"
        script.write_text(rootward("tool", "completion", "fish"))
        done = subprocess.run(["fish", "--no-config", "-c", f"source {script}; and complete -C {line!r}"],
                              cwd=self.place, capture_output=True, text=True, timeout=60,
                              env={**os.environ, "HOME": str(self.home), "XDG_DATA_HOME": str(self.home)})
        self.assertEqual(done.stderr, "")
        found = {one.split("\t")[0].rstrip("/") for one in done.stdout.splitlines()}
        if "=" in line:
            found = {one.split("=")[-1] for one in found}
        if line.endswith(" "):
            found = {one for one in found if not (self.place / one).exists()}
        # fish looks for files behind a colon, too.
        return {one for one in found if ":" not in one or not (self.place / one.partition(":")[2]).exists()}


@unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
class Zsh(Questions, unittest.TestCase):
    """A zsh on a terminal of its own. Every Tab's matches come out between two marks, as compadd gets them."""

    def setUp(self):
        super().setUp()
        (self.home / "functions").mkdir()
        (self.home / "functions" / "_rootward").write_text(rootward("tool", "completion", "zsh"))
        self.shell, self.terminal = pty.fork()
        if self.shell == 0:
            os.chdir(self.place)
            os.environ.update(HOME=str(self.home), TERM="dumb", PS1="READY>", COLUMNS="200")
            os.execvp("zsh", ["zsh", "--no-rcs", "-i"])
        self.started = b""
        self.say("unsetopt prompt_cr prompt_sp zle; fpath=(~/functions $fpath); "
                 "autoload -Uz compinit && compinit -u -D; setopt zle no_beep; LISTMAX=1000")
        # Every match, with what zsh puts around it, instead of a menu.
        self.say("compadd() { local -a found; if [[ ${@[1,(i)(-|--)]} == *-[a-zA-Z]#O* || "
                 "${@[1,(i)(-|--)]} == *-[a-zA-Z]#[AD]* ]]; then builtin compadd \"$@\"; return; fi; "
                 "builtin compadd -O found \"$@\"; print -rl -- \"${(@)found/#/MATCH }\" >> $HOME/matches; "
                 "builtin compadd \"$@\"; }")
        self.say("setopt extended_glob; complete-and-tell() { zle complete-word; print END >> $HOME/matches }; "
                 "zle -N complete-and-tell; bindkey '^I' complete-and-tell")

    def tearDown(self):
        os.kill(self.shell, signal.SIGKILL)
        os.waitpid(self.shell, 0)
        os.close(self.terminal)
        super().tearDown()

    def read_until(self, mark, patience=20.0):
        text = b""
        until = time.monotonic() + patience
        while mark not in text:
            left = until - time.monotonic()
            ready = left > 0 and select.select([self.terminal], [], [], left)[0]
            if not ready:
                self.fail(f"zsh does not answer: {text!r}")
            text += os.read(self.terminal, 65536)
        return text

    def say(self, line):
        """Runs a line and waits until the shell has said so."""
        os.write(self.terminal, (line + "; print -r -- DO''NE\n").encode())
        return self.read_until(b"DONE")

    def answers(self, line):
        matches = self.home / "matches"
        matches.write_text("")
        # Tab; when that is done the line is left (Ctrl-C) and the shell asked for a sign of life.
        os.write(self.terminal, line.encode() + b"\t")
        until = time.monotonic() + 20
        while "END\n" not in matches.read_text():
            self.assertLess(time.monotonic(), until, f"zsh does not complete: {line!r}")
            time.sleep(0.01)
        os.write(self.terminal, b"\x03")
        self.say("true")
        found = set(re.findall(r"^MATCH (.+)$", matches.read_text(), re.M))
        found = {one.rstrip("/").replace("\\ ", " ") for one in found}
        if line.endswith(" "):
            found = {one for one in found if not (self.place / one).exists()}
        return found


if __name__ == "__main__":
    unittest.main()
