#!/usr/bin/env python3
"""Numbers of docs/findings.md and its themes: those with an error stand in the tables that their study links, or follow from these; means that no
table has are computed again. Stored tables are held to stored games by test_cli's CommittedTable."""

import csv
import math
import re
import unittest
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
Z = 1.959964
T_975 = {4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306}  # Student's t, two-sided 95 %, by degrees of freedom


def game_of(domain):
    """othello-8+tactical_playouts and othello-6+playouts are one game."""
    return re.split(r"-?\d|\+", domain)[0]


def clustered(rows):
    """(mean of Elo over domains, half of its 95 % interval): the sandwich over games, se^2 = G / (G - 1) sum_g (sum_i r_i)^2 / n^2 with
    the residuals r of the domains of game g, and Student's t with G - 1 degrees of freedom."""
    mean = sum(elo for _, elo in rows) / len(rows)
    sums = defaultdict(float)
    for domain, elo in rows:
        sums[game_of(domain)] += elo - mean
    games = len(sums)
    error = math.sqrt(games / (games - 1) * sum(one**2 for one in sums.values())) / len(rows)
    return mean, T_975[games - 1] * error


class Night(unittest.TestCase):
    def test_the_error_of_a_mean_counts_domains_of_one_game_together(self):
        mean, half = clustered([("a-1+x", 10.0), ("a-2+y", 20.0), ("b+x", -5.0), ("c", 0.0), ("d", 0.0), ("e", 5.0)])
        self.assertAlmostEqual(mean, 5.0)
        self.assertAlmostEqual(half, 2.776 * math.sqrt(5 / 4 * (20**2 + 10**2 + 5**2 + 5**2)) / 6)

    def test_the_means_of_the_page_are_those_of_its_cells(self):
        with open(ROOT / "results/atlas-night/answer.csv", encoding="utf-8") as file:
            cells = list(csv.DictReader(file))
        page = (ROOT / "docs/findings/many-games.md").read_text(encoding="utf-8")
        for name, operator, budget, told in (("A/A", "average", "100", "100"), ("A/A", "average", "400", "400"),
                                             ("Softmax", "softmax", "100", "100"), ("Softmax", "softmax", "400", "400"),
                                             ("Softmax", "softmax", "equal-time", "at the CPU time of 400")):
            rows = [(cell["domain"], float(cell["elo"])) for cell in cells if (cell["operator"], cell["budget"]) == (operator, budget)]
            mean, half = clustered(rows)
            sign = f"{mean:+.0f}" if round(mean) else "0"
            self.assertIn(f"| {name} | {told} | {len(rows)} | {sign} ± {half:.0f} |", page)


THEMES = "".join(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs/findings").glob("*.md")))
NUMBER = r"[+-]?\d+(?:,\d{3})*(?:\.\d+)?"
INTERVAL = re.compile(rf"\[({NUMBER}), ({NUMBER})\]")
ESTIMATE = re.compile(rf"({NUMBER}) ± ({NUMBER})")
CAUSES = ["reproduction/causes", "reproduction/causes/sweep-net", "reproduction/causes/sweep-playouts"]
# Sums of a trainer's milestones (results/training/go7/journal.csv), and games of a run that stored none.
WITHOUT_TABLES = ("7x7 Go: a small network against random playouts", "[35.9, 49.4]")
ARE_DIFFERENCES = ("AMAF and soft backups, in even matches", "The small atlas")
# By Night, law_test.py and paper_test.py.
TESTED_ELSEWHERE = ("The large atlas's first operators", "Why the average suffers where the mover moves again",
                    "A rule that lets the mover move again, in six games",
                    "The same in six games, with constants that are known better",
                    "A node's own evaluation in Softmax's blend",
                    "The same on a dial: random trees whose mover may move again")


def plain(text):
    return re.sub(r"[\s|]+", " ", text.replace("+-", "±").replace("**", ""))


def exact(number):
    """(value, half of the last digit's place)."""
    return float(number.replace(",", "")), 0.5 * 10 ** -len(number.partition(".")[2]) + 1e-9


def stands_in(pair, others, is_difference=False):
    """A difference is of rounded numbers, and its error about the root of the sum of squares: intervals are not symmetric."""
    (a, near_a), (b, near_b) = map(exact, pair)
    if is_difference:
        near_a, near_b = near_a + 1, near_b + b / 20
    return any(abs(a - x) <= near_a and abs(b - y) <= near_b for x, y in others)


class Studies(unittest.TestCase):
    """A section's numbers with errors, each as (first, second): the ends of an interval, or an estimate and half of its interval."""

    def tables_of(self, section):
        folders = re.findall(r"\]\((?:\.\./)+results/([\w/.-]+?)/table\.md", section)
        folders += CAUSES if "reproduction.md#" in section else []
        return [(ROOT / "results" / folder / "table.md").read_text(encoding="utf-8") for folder in folders]

    def pairs_of_tables(self, tables):
        text = plain(" ".join(tables))
        intervals = [tuple(float(one.replace(",", "")) for one in pair) for pair in INTERVAL.findall(text)]
        estimates = [tuple(float(one.replace(",", "")) for one in pair) for pair in ESTIMATE.findall(text)]
        for block in "\n".join(tables).split("\n\n"):
            if "standard error |" in block:
                rows = re.findall(rf"^\| [^|]+ \| ({NUMBER}) \| ({NUMBER}) \|", block, re.M)
                intervals += [(float(value) - Z * float(error), float(value) + Z * float(error)) for value, error in rows]
        return intervals, estimates

    def test_numbers_with_errors_stand_in_the_tables_that_are_linked(self):
        checked = 0
        for section in re.split(r"\n(?=##+ )", THEMES)[1:]:
            title = section.partition("\n")[0].lstrip("# ")
            if title in (*WITHOUT_TABLES, *TESTED_ELSEWHERE) or not section.startswith("## "):
                continue
            tables = self.tables_of(section)
            intervals, estimates = self.pairs_of_tables(tables)
            if title in ARE_DIFFERENCES:
                elo = [(float(value), (float(high) - float(low)) / 2) for value, low, high in
                       re.findall(rf"\| ({NUMBER}) \| \[({NUMBER}), ({NUMBER})\] \|", "\n".join(tables))]
                estimates += [(a - b, math.hypot(x, y)) for a, x in elo + estimates for b, y in elo + estimates]
            for pair in INTERVAL.findall(plain(section)):
                self.assertTrue(f"[{pair[0]}, {pair[1]}]" in WITHOUT_TABLES or stands_in(pair, intervals), f"{title}: [{pair[0]}, {pair[1]}]")
                checked += 1
            for pair in ESTIMATE.findall(plain(section)):
                self.assertTrue(stands_in(pair, estimates, title in ARE_DIFFERENCES), f"{title}: {pair[0]} ± {pair[1]}")
                checked += 1
        self.assertGreater(checked, 250)

    def test_the_page_of_the_reproduction(self):
        """But for standard errors, the paper's own numbers, sums over variants, a first seat, and one whose error the table has rounded."""
        page = plain((ROOT / "docs/reproduction.md").read_text(encoding="utf-8"))
        others = {("30.6", "38.9"), ("59.7", "1.5"), ("49.7", "0.3"), ("+20", "8"), ("+49", "8"), ("+101", "74"), ("101", "74"), ("114", "20"),
                  ("-552", "120")}
        intervals, estimates = self.pairs_of_tables(self.tables_of((ROOT / "docs/reproduction.md").read_text(encoding="utf-8")))
        estimates += [((low + high) / 2, (high - low) / 2) for low, high in intervals]
        for pattern, known in ((INTERVAL, intervals), (ESTIMATE, estimates)):
            self.assertGreater(len(pattern.findall(page)), 40)
            for pair in pattern.findall(page):
                self.assertTrue(pair in others or stands_in(pair, known), pair)

    def test_the_head_repeats_what_the_studies_say(self):
        page = (ROOT / "docs/findings.md").read_text(encoding="utf-8")
        head, _, _ = page.partition("\n## How to read the studies")
        studies = plain(THEMES + (ROOT / "docs/reproduction.md").read_text(encoding="utf-8"))
        for pattern in (INTERVAL, ESTIMATE):
            for match in pattern.finditer(plain(head)):
                self.assertTrue(match[0] in studies or match[0].lstrip("+") in studies, match[0])


if __name__ == "__main__":
    unittest.main()
