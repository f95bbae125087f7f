#!/usr/bin/env python3
"""scripts/claims: the cheapest claims hold, and what it says where one does not. Needs $ROOTWARD, the program."""

import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLAIMS = (ROOT / "CLAIMS.md").read_text(encoding="utf-8")
MINUTES = "0.002"


class Claims(unittest.TestCase):
    def run_script(self, text, *words):
        with tempfile.NamedTemporaryFile("w", suffix=".md", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            done = subprocess.run([ROOT / "scripts/claims", "--file", file.name, *words], capture_output=True, text=True, timeout=600)
        return done.returncode, done.stdout + done.stderr

    def test_the_cheapest_hold_and_all_are_in_words_what_they_print(self):
        code, printed = self.run_script(CLAIMS, "--minutes", MINUTES)
        self.assertEqual(code, 0, printed)
        self.assertIn(" 0 wrong", printed)
        self.assertGreater(printed.count("holds "), 5, printed)

    def test_another_number_than_the_games_give(self):
        row = next(line for line in CLAIMS.splitlines() if "results/quickstart" in line)
        wrong = row.replace("52.8 [40.5, 64.7]", "53.8 [40.5, 64.7]")
        self.assertNotEqual(row, wrong)
        code, printed = self.run_script(wrong, "--all")
        self.assertEqual(code, 1)
        self.assertIn("prints no line with", printed)
        self.assertIn("README.md has not", printed)

    def test_a_claim_that_says_more_than_its_command_prints(self):
        row = next(line for line in CLAIMS.splitlines() if "results/quickstart" in line)
        code, printed = self.run_script(row.replace("**52.8 [40.5, 64.7]**", "**52.8 [45.5, 64.7]**"), "--minutes", "0")
        self.assertEqual(code, 1)
        self.assertIn("no rounding of what `prints` has", printed)

    def test_a_command_that_fails_and_a_row_that_lacks_a_cell(self):
        row = next(line for line in CLAIMS.splitlines() if "results/quickstart" in line)
        code, printed = self.run_script(row.replace("table results/quickstart", "table results/nowhere"), "--all")
        self.assertEqual(code, 1)
        self.assertIn("ends with exit code 2", printed)
        code, printed = self.run_script("| a claim | `rootward table` |\n")
        self.assertEqual(code, 1)
        self.assertIn("CLAIMS.md:1: 2 cells in place of 7", printed)


if __name__ == "__main__":
    unittest.main()
