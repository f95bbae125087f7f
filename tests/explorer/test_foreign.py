"""Pages of recorded searches: another program's, with text in place of a board, and what decided."""
import json
import pathlib
import unittest

import browser
from test_page import Pages, rootward, simulations

FOREIGN = [
    {"schema": "rootward.exploration/2", "game": "chess"},
    {"node": 0, "mover": 1, "legal": 20, "text": "the <b>start</b>"},
    {"simulation": 1, "leaf": 0, "value": 0.1},
    {"node": 1, "parent": 0, "move": "e2e4", "mover": 2, "legal": 20},
    {"simulation": 2, "leaf": 1, "value": 0.4},
    {"node": 2, "parent": 0, "move": "d2d4", "mover": 2, "legal": 20},
    {"simulation": 3, "leaf": 2, "value": 0.3},
    {"node": 3, "parent": 1, "move": "e7e5", "mover": 1, "legal": 29},
    {"simulation": 4, "leaf": 3, "value": -0.2},
    {"simulation": 5, "leaf": 2, "value": 0.5},
]


@unittest.skipIf(browser.program() is None, "no chromium here: the page was not opened")
class RecordedPages(Pages):
    def record(self, lines):
        path = pathlib.Path(self.folder.name) / f"{self.id()}.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return str(path)

    def decided(self, page):
        page.run("document.getElementById('decide').click()")
        return {op: ([int(k) for k in numbers.split(",")], int(flips)) for op, numbers, flips in page.run(
            """[...document.querySelectorAll('#decided li')].map((one) =>
               [one.dataset.operator, one.dataset.deciding, one.dataset.flips])""")}

    def test_text_stands_where_there_is_no_board(self):
        path = self.record(FOREIGN)
        page = self.page(self.explore("--from", path, "--shadow", "max"))
        self.assertEqual(page.run("document.querySelector('#board pre').textContent"), "the <b>start</b>")
        page.run("location.hash = '#sim=5&node=e2e4.e7e5'")
        page.run("dispatchEvent(new HashChangeEvent('hashchange'))")
        self.assertEqual(page.run("document.querySelector('#board pre').textContent"), "e2e4 e7e5")
        cells = page.run("""[...document.querySelectorAll('#root tr:not(.self) td[data-value]')].map((cell) =>
                            [cell.dataset.node, cell.dataset.operator, Number(cell.dataset.value)])""")
        shown = {(node, op): value for node, op, value in cells}
        found = json.loads(rootward("search", "--from", path, "--shadow", "max", "--json"))
        for child in found["children"]:
            self.assertEqual(shown[child["move"], "average"], child["value"])
            self.assertEqual(shown[child["move"], "max"], child["shadows"]["max"])

    def test_what_decided_is_that_of_the_program(self):
        path = str(pathlib.Path(self.folder.name) / "ours.jsonl")
        rootward("search", "connect4", *simulations(300), "--shadow", "max", "--record", path)
        for record in (path, self.record(FOREIGN)):
            why = json.loads(rootward("search", "--from", record, "--shadow", "softmax", "--why", "--json"))["why"]
            page = self.page(self.explore("--from", record, "--shadow", "softmax"))
            self.assertEqual(page.run("document.querySelectorAll('#decided li').length"), 0, "nobody asked yet")
            self.assertEqual(self.decided(page), {op: (one["simulations"], one["flips"]) for op, one in why.items()})
            self.assertEqual(page.run("document.querySelectorAll('#decided .curve').length"), len(why))


if __name__ == "__main__":
    unittest.main()
