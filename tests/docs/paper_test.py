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

    ROW = {"claim": "It gains", "source": "They", "known": "read", "published": "+10 ± 3"}
    CELLS = {"claim": "It gains", "cells": [["final-move", "final/400-0.5: lower-bound", "at 400 {}; {}"]]}

    def test_a_study_without_games_is_laid_down(self):
        row = numbers().row_of(self.CELLS)
        self.assertEqual(row[1:7], ("roy7 2018, Leela Zero pull request 883; Ttl 2019, lc0 pull request 817, chess at 800 nodes",
                                    "at 400 54.7 ± 7.1 %; +20 ± 21 Elo", "read") + ("laid down",) * 3)
        self.assertIn("configs/papers/final-move.yaml", row[-1])

    def test_stored_games_answer_cells(self):
        row = numbers().row_of({"claim": "It does", "cells": [["entropy-thresholds", "temperatures/trap-10: ments-*", "{}"],
                                                              ["entropy-thresholds", "temperatures/trap-25: ments-*", "", "E = 25: {}"]]})
        self.assertEqual(row[2], "0.144")
        self.assertEqual(row[4:7], ("0.16 to 0.18 (agree); E = 25: 0.16 to 0.18 (disagree)", "-", "agree; disagree"))

    def test_the_least_sure_of_its_cells_says_how_a_row_is_known(self):
        row = numbers().row_of({"claim": "It fails", "cells": [["entropy-thresholds", "temperatures/half: ments-*", "{}; {}"]]})
        self.assertEqual(row[3], "secondary")

    def test_what_is_refused(self):
        for row, said in ((self.ROW | {"known": "memory"}, "nobody read"), (self.ROW | {"known": "rumour"}, "allowed: read"),
                          (self.ROW | {"paper": [["quickstart", "hypothesis", "yes"]]}, "no verdict"),
                          (self.ROW | {"paper": [["quickstart", "no such text", "{}"]], "verdict": "holds"}, "nothing like"),
                          (self.CELLS | {"known": "read"}, "its cells have source, known and published"),
                          ({"claim": "It gains", "cells": [["no-such", "a: b", "{}"]]}, "no study"),
                          ({"claim": "It gains", "cells": [["solver", "paper/chess: with-average", "{}"]]}, "no published cell")):
            with self.assertRaisesRegex(SystemExit, said):
                numbers().row_of(row)

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
            self.assertEqual(pages, 8)


if __name__ == "__main__":
    unittest.main()
