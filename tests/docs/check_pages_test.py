"""The checker of pages refuses what it is there to refuse. Needs $ROOTWARD, the program."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECKER = ROOT / "tests" / "docs" / "check_pages.py"
FENCE = "```"


def fenced(info, text):
    return f"{FENCE}{info}\n{text}\n{FENCE}\n"


class CheckPages(unittest.TestCase):
    def outcome(self, text, *options):
        # Pages are named from the sources' root; git does not see this one.
        with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text(text)
            return subprocess.run([sys.executable, "-B", CHECKER, *options, page], capture_output=True, text=True, timeout=120)

    def refused(self, text, why):
        done = self.outcome(text)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(why, done.stdout)

    def taken(self, text, *options):
        done = self.outcome(text, *options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_commands_are_run_and_their_output_is_compared(self):
        shown = fenced("sh", "rootward --version | head -1")
        self.taken(shown + "\n" + fenced("text", "rootward <number>.<number>.<number>".replace("<number>.<number>.<number>", "..")))
        self.refused(shown + "\n" + fenced("text", "rootward 9.9.9"), "is not what the commands print")
        self.refused(fenced("sh", "rootward list gamse"), "ends with exit code 2")

    def test_commands_in_no_other_kind_of_block(self):
        for text in (fenced("bash", "ls"), fenced("console", "$ ls"), fenced("", "rootward list games"),
                     fenced("", "echo '{}' | rootward backup"), fenced("text", "rootward run CONFIG [--parallel M]"),
                     fenced("text", "scripts/docs --check"), "Do this:\n\n    rootward list games\n",
                     "Do this:\n\n    $ scripts/test --all\n"):
            with self.subTest(text):
                self.refused(text, "commands stand in a fenced block of `sh`")
        self.taken(fenced("", "value = max(q)") + fenced("text", "go.yaml:14:22: rootward refuses it"))

    def test_what_is_not_run_says_why(self):
        self.taken(fenced('sh skip="needs a cluster"', "exit 1"))
        self.refused(fenced('sh skip=""', "exit 1"), "is skipped without a reason")
        self.assertIn("1 not run", self.taken(fenced("sh slow", "exit 1")))
        self.assertEqual(self.outcome(fenced("sh slow", "exit 1"), "--slow").returncode, 1)

    def test_words_that_say_nothing_stand_nowhere(self):
        for word in ("just", "simply", "obviously"):
            self.refused(f"It {word} works.\n", f"the word '{word}' says nothing")
            self.refused(f"| what |\n|---|\n| it {word} works |\n", f"the word '{word}' says nothing")
            self.refused(f"- It {word} works.\n", f"the word '{word}' says nothing")
        self.taken("A rule that is adjusted, `just` so.\n")

    def test_long_sentences(self):
        self.refused("word " * 36 + ".\n", "a sentence of")

    def test_ctest_that_finds_nothing_is_no_success(self):
        self.refused(fenced('sh skip="builds"', "cmake --build b && ctest --test-dir b -L contract"), "calls ctest without")
        self.refused("By hand:\n\n    ctest -LE slow\n", "calls ctest without")
        self.taken(fenced('sh skip="builds"', "ctest --no-tests=error -L contract") + "One test of ctest.\n")

    def test_names_of_commands(self):
        self.refused("Call `rootward plya`.\n", "which is no command")

    def test_code_compiles_and_configurations_are_right(self):
        self.taken(fenced("cpp compiles", "int twice(int x) { return 2 * x; }"))
        self.refused(fenced("cpp compiles", "int twice(int x) { return 2 * y; }"), "does not compile")
        self.refused(fenced("yaml", "name: x\ngmae: go"), "refuses it")


if __name__ == "__main__":
    unittest.main()
