"""The explorer's page in a browser: the program's very numbers, keys, address, one request, errors that are shown."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import browser

ROOTWARD = os.environ["ROOTWARD"]


def rootward(*arguments):
    done = subprocess.run([ROOTWARD, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"rootward {arguments}: {done.stderr}")
    return done.stdout


def search(*arguments):
    return json.loads(rootward("search", *arguments, "--json"))


def simulations(count):
    return ("--search", "{budget: {simulations: %d}}" % count)


# What the root's table shows: [[node, operator, value, visits]].
TABLE = """[...document.querySelectorAll('#root td[data-value]')].map((cell) => [cell.dataset.node, cell.dataset.operator,
           Number(cell.dataset.value), Number(cell.parentElement.dataset.visits)])"""


@unittest.skipIf(browser.program() is None, "no chromium here: the page was not opened")
class ExplorerPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="rootward-explore-")
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.addClassCleanup(cls.browser.close)

    def explore(self, *arguments):
        path = pathlib.Path(self.folder.name) / f"{self.id()}.html"
        rootward("explore", *arguments, "--out", str(path))
        return path

    def page(self, path, address="", says="true"):
        page = browser.Page(self.browser)
        self.addCleanup(page.close)
        self.assertEqual(page.open(path.as_uri() + address), says)
        return page

    def simulation(self, page):
        return int(page.run("document.documentElement.dataset.simulation"))

    def assert_shows(self, page, found):
        """The root's table is that of `search --json`, to the last bit."""
        rows = {"": found, **{child["move"]: child for child in found["children"] if child["visits"] > 0}}
        expected = {}
        for node, row in rows.items():
            visits = row.get("visits", found["simulations"])
            expected[node, found["operator"]] = (row["value"], visits)
            for name, value in row.get("shadows", {}).items():
                expected[node, name] = (value, visits)
        shown = {(node, op): (value, visits) for node, op, value, visits in page.run(TABLE)}
        self.assertEqual(shown, expected)

    def test_numbers_are_those_of_search_at_the_end_and_half_way(self):
        watched = ("connect4", "--moves", "4 4 3", "--seed", "4", "--shadow", "max", "max_lambda")  # no clock of the budget
        path = self.explore(*watched, *simulations(400))
        page = self.page(path)
        self.assertEqual(self.simulation(page), 400)
        self.assert_shows(page, search(*watched, *simulations(400)))
        page.run("location.hash = '#sim=200&op=max'")
        page.run("dispatchEvent(new HashChangeEvent('hashchange'))")
        self.assertEqual(self.simulation(page), 200)
        self.assert_shows(page, search(*watched, *simulations(200)))

    def test_numbers_are_those_of_search_with_a_solver_and_in_own_units(self):
        solved = ("tictactoe", "--moves", "a1 b2 c3", "--search", "{solver: true, budget: {simulations: 2000}}", "--shadow", "max")
        self.assert_shows(self.page(self.explore(*solved)), search(*solved))
        chain = ("{name: d_chain, depth: 4}", *simulations(300), "--shadow", "max", "softmax")
        self.assert_shows(self.page(self.explore(*chain)), search(*chain))

    def test_every_operator_is_in_the_page(self):
        listed = json.loads(rootward("list", "backups", "--json"))["backups"]
        names = [one["name"] for one in listed
                 if not any(spec["required"] or spec["type"] == "tree" for spec in one["parameters"])]
        names = [name for name in names if name not in ("average", "uncertainty_weighted")]
        self.assertGreater(len(names), 25)
        watched = ("tictactoe", *simulations(80), "--shadow", *names)
        self.assert_shows(self.page(self.explore(*watched)), search(*watched))

    def test_a_changed_parameter_stands_beside_the_recorded_one(self):
        driven = ("tictactoe", *simulations(300), "--backup", "average", "--seed", "2", "--shadow")
        path = self.explore(*driven, "max_lambda", "soft={name: softmax, g: [-4]}")
        page = self.page(path, "#set=max_lambda.lambda:0.25;soft.g:-2&op=max_lambda%3F")
        changed = search(*driven, "max_lambda?={name: max_lambda, lambda: 0.25}", "soft?={name: softmax, g: [-2]}")
        shown = {(node, op): value for node, op, value, _ in page.run(TABLE)}
        for child in changed["children"]:
            for name, value in child["shadows"].items():
                self.assertEqual(shown[child["move"], name], value)
        self.assertEqual(shown["", "max_lambda?"], changed["shadows"]["max_lambda?"])
        self.assertIn("op=max_lambda%3F", page.run("location.hash"))

    def test_a_formula_plays_and_its_own_parameters_move(self):
        rule = '{name: formula, value: "dot(u, q) / sum(u)", define: {u: "n * exp(b * (q - max(q)))"}, ' \
               'parameters: {b: {value: %s, low: 0, high: 20, tune: [0, 8]}}}'
        driven = ("tictactoe", *simulations(200), "--backup", "average", "--shadow")
        path = self.explore(*driven, "mine=" + rule % 2)
        self.assert_shows(self.page(path), search(*driven, "mine=" + rule % 2))
        page = self.page(path, "#set=mine.parameters.b:5.5")
        changed = search(*driven, "mine?=" + rule % 5.5)
        shown = {(node, op): value for node, op, value, _ in page.run(TABLE)}
        self.assertEqual(shown["", "mine?"], changed["shadows"]["mine?"])

    def test_keys_move_through_time_and_tree(self):
        page = self.page(self.explore("--example", "trap"))
        for key, shift, there in (("Home", False, 0), ("ArrowRight", False, 1), ("ArrowRight", True, 11),
                                  ("PageDown", False, 111), ("PageUp", False, 11), ("ArrowLeft", False, 10),
                                  ("ArrowLeft", True, 0), ("End", False, 400)):
            page.press(key, shift)
            self.assertEqual(self.simulation(page), there, key)
        page.press("o")
        self.assertIn("op=softmax", page.run("location.hash"))
        page.press("ArrowDown")
        self.assertIn("node=", page.run("location.hash"))
        self.assertEqual(page.run("document.activeElement.getAttribute('role')"), "treeitem")
        page.press("f")
        self.assertIn("pinned", page.run("document.querySelector('#formula h3').textContent"))
        before = page.run("document.documentElement.dataset.theme")
        page.press("d")
        self.assertNotEqual(page.run("document.documentElement.dataset.theme"), before)
        page.press("?")
        self.assertTrue(page.run("document.getElementById('help').open"))
        page.run("document.querySelector('#help button').click()")
        page.press("Home")
        page.press(" ")
        self.assertEqual(page.run("document.getElementById('play').textContent"), "pause")

    def test_the_address_tells_what_is_seen(self):
        page = self.page(self.explore("--example", "trap"), "#sim=60&node=greedy.check&op=max")
        self.assertEqual(self.simulation(page), 60)
        self.assertEqual(page.run("document.querySelector('#where [aria-current=true]').textContent"), "check")
        self.assertEqual(page.run("document.querySelector('.card[aria-pressed=true] .label').textContent"), "max")
        self.assertEqual(page.run("document.querySelectorAll('#values td[data-node^=\"greedy.check.\"]').length"), 12)

    def test_the_formula_says_how_much_each_child_counts(self):
        page = self.page(self.explore("--example", "trap"), "#sim=60&op=max")
        names = "[...document.querySelectorAll('#formula .track')].map((bar) => bar.previousSibling.textContent)"
        counts = "[...document.querySelectorAll('#formula .bars b')].map((one) => one.textContent)"
        self.assertEqual(dict(zip(page.run(names), page.run(counts))), {"greedy": "0%", "safe": "100%"})
        page.press("o")
        self.assertIn("average", page.run("document.querySelector('#formula h3').textContent"))
        self.assertEqual(page.run(counts), [], "an average counts returns")

    def test_a_slider_makes_a_copy_and_its_way_back_ends_it(self):
        page = self.page(self.explore("tictactoe", *simulations(100), "--shadow", "{name: softmax, g: [-6, -4]}"))
        move = """(() => { const input = document.querySelector('#whatif input'); input.value = %d;
                    input.dispatchEvent(new Event('input')); })()"""
        page.run(move % -3)
        self.assertIn("set=softmax.g:-3,-4", page.run("location.hash"))
        self.assertEqual(page.run("document.querySelectorAll('.card.copy').length"), 1)
        self.assertEqual(page.run("document.querySelectorAll('.knots circle').length"), 2)
        page.run(move % -6)
        self.assertNotIn("set=", page.run("location.hash"))
        self.assertEqual(page.run("document.querySelectorAll('.card.copy').length"), 0)

    def test_one_request_and_no_mistake_on_every_example_and_width(self):
        for name in ("textbook", "d_chain", "trap", "tictactoe", "connect4", "go"):
            with self.subTest(name):
                path = self.explore("--example", name)
                page = self.page(path, "#sim=100")
                for width in (1366, 360):
                    page.resize(width, 800)
                    self.assertLessEqual(page.run("document.documentElement.scrollWidth"), width)
                asked = [said["request"]["url"] for said in page.told("Network.requestWillBeSent")]
                self.assertEqual([url.split("#")[0] for url in asked if not url.startswith("about:")], [path.as_uri()])
                self.assertEqual(page.told("Runtime.exceptionThrown"), [])
                self.assertEqual(page.told("Runtime.consoleAPICalled"), [])

    def count(self, page, selector):
        return page.run(f"document.querySelectorAll('#board {selector}').length")

    def test_boards_show_each_game_as_people_draw_it(self):
        hexes = self.page(self.explore("hex:5", "--moves", "c3 d3", *simulations(200)))
        self.assertEqual(self.count(hexes, "polygon.cell"), 25)
        self.assertEqual([self.count(hexes, f"circle.{seat}") for seat in ("first", "second")], [1, 1])
        self.assertEqual(self.count(hexes, ".ghost circle"), 23)
        pieces = self.page(self.explore("breakthrough", "--moves", "a7a6", *simulations(200)))
        self.assertEqual(self.count(pieces, ".ghost polygon"), 22)
        self.assertEqual(self.count(pieces, "circle.left"), 0, "the root has no move before it")
        pieces.run("location.hash = '#node=a2a3'")
        pieces.run("dispatchEvent(new HashChangeEvent('hashchange'))")
        self.assertEqual([self.count(pieces, f"circle.{one}") for one in ("left", "last")], [1, 1])
        sown = self.page(self.explore("kalah", "--moves", "3 6", *simulations(200)))
        read = "[...document.querySelectorAll('#board .seeds')].map((text) => Number(text.textContent))"
        self.assertEqual(sum(sown.run(read)), 48)
        self.assertEqual(sown.run(read)[:2], [0, 2], "stores of the second and of the first seat")
        self.assertEqual(self.count(sown, ".pit"), 12)
        world = self.page(self.explore("grid_world", *simulations(200)))
        self.assertIn("@", world.run("document.querySelector('#board pre').textContent"))

    def test_ten_thousand_simulations_are_soon_ready(self):
        page = self.page(self.explore("connect4", *simulations(10000), "--shadow", "max", "max_lambda", "softmax"))
        self.assertEqual(self.simulation(page), 10000)
        self.assertLess(page.run("performance.now()"), 20000, "2 s on a quiet machine")

    def test_texts_of_users_are_texts(self):
        page = self.page(self.explore("tictactoe", *simulations(20), "--title", "<b id=bad>x</b></script><!--"))
        self.assertEqual(page.run("document.getElementById('title').textContent"), "<b id=bad>x</b></script><!--")
        self.assertIsNone(page.run("document.getElementById('bad')"))

    def test_a_record_that_does_not_agree_is_told(self):
        path = self.explore("tictactoe", *simulations(60))
        path.write_text(path.read_text().replace('"root":', '"root":1e-9,"was":', 1))
        page = self.page(path, says="mismatch")
        self.assertEqual(page.run("document.getElementById('trouble').textContent"),
                         "These numbers are not those of the program: average.")


if __name__ == "__main__":
    unittest.main()
