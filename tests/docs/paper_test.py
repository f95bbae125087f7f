#!/usr/bin/env python3
"""The paper's numbers, and those of README.md's and docs/reproduction.md's first screen, are what stored games give; none is typed.
The PDF is made where LaTeX is. Needs $ROOTWARD, the program."""

import importlib.machinery
import importlib.util
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PAPER = Path(__file__).resolve().parents[2] / "paper"
TEXT = (PAPER / "rootward.tex").read_text(encoding="utf-8")
NUMBERS = (PAPER / "numbers.tex").read_text(encoding="utf-8")
# Names, not numbers: boards and the language.
NAMES = ("9x9", "19x19")


def numbers():
    """paper/numbers as a module."""
    loader = importlib.machinery.SourceFileLoader("numbers_of_the_paper", str(PAPER / "numbers"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class Literature(unittest.TestCase):
    """A row of docs/literature.md; that the page is what rows give is Paper's first test."""

    ROW = {"claim": "It gains", "source": "They", "known": "read", "published": "+10 ± 3", "study": "solver"}

    def test_a_study_without_games_is_laid_down(self):
        row = numbers().row_of(self.ROW)
        self.assertEqual(row[4:7], ("laid down", "laid down", "laid down"))
        self.assertIn("configs/papers/solver.yaml", row[-1])

    def test_what_is_refused(self):
        for changed, said in (({"known": "memory"}, "nobody read"), ({"known": "rumour"}, "allowed: read"), ({"study": "no-such"}, "no study"),
                              ({"paper": [["quickstart", "hypothesis", "yes"]]}, "no verdict"),
                              ({"paper": [["quickstart", "no such text", "{}"]], "verdict": "holds"}, "nothing like")):
            with self.assertRaisesRegex(SystemExit, said):
                numbers().row_of(self.ROW | changed)

    def test_numbers_are_those_of_stored_tables(self):
        row = numbers().row_of(self.ROW | {"paper": [["connect4-knowing", r"bounds [\d-]+ ([\d.]+) ", "{} %"]], "verdict": "holds"})
        table = (PAPER.parent / "results/connect4-knowing/table.md").read_text(encoding="utf-8")
        self.assertRegex(table, rf"\| bounds \| [\d-]+ \| {re.escape(row[4].removesuffix(' %'))} \|")


class Paper(unittest.TestCase):
    def test_files_are_what_the_results_give(self):
        done = subprocess.run([PAPER / "numbers", "--check"], capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_no_number_is_typed(self):
        body = TEXT[TEXT.index(r"\begin{abstract}"):TEXT.index(r"\begin{thebibliography}")]
        body = re.sub(r"(?<!\\)%.*", "", body)
        # Layout: widths, columns, the figure's style.
        body = re.sub(r"\\(?:setlength\{[^}]*\}|begin\{(?:axis|tabular)\}(?:\[[^]]*\])?)\{?[^\n]*|p\{[^}]*\}|log basis x=2|blue!70|orange!80", "", body)
        for name in NAMES:
            body = re.sub(rf"(?<!\w){name}(?!\w)", "", body)
        typed = [line.strip() for line in body.splitlines() if re.search(r"\d", line)]
        self.assertEqual(typed, [])

    def test_every_command_is_written_and_used(self):
        written = set(re.findall(r"\\newcommand\{\\([A-Z]\w*)\}", NUMBERS))
        used = set(re.findall(r"\\([A-Z][A-Za-z]+)", TEXT))
        self.assertEqual(written, used)

    def test_the_pdf(self):
        if not shutil.which("pdflatex"):
            self.skipTest("no PDF is made: pdflatex is not installed (Debian's texlive-latex-recommended and texlive-pictures)")
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(2):
                done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"-output-directory={folder}", "rootward.tex"],
                                      cwd=PAPER, capture_output=True, text=True, errors="replace", timeout=300)
                self.assertEqual(done.returncode, 0, done.stdout[-3000:])
            self.assertNotRegex(done.stdout, r"undefined|Overfull \\hbox \([5-9]\d|Overfull \\hbox \(\d{3}")
            pages = int(re.search(r"\((\d+) pages", done.stdout)[1])
            self.assertTrue(7 <= pages <= 10, pages)


if __name__ == "__main__":
    unittest.main()
