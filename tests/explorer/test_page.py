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


class Pages(unittest.TestCase):
    """A browser, and pages in it that `rootward explore` wrote."""

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


@unittest.skipIf(browser.program() is None, "no chromium here: the page was not opened")
class ExplorerPage(Pages):
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

    def test_numbers_are_those_of_search_by_heuristic_values(self):
        words = ("breakthrough:5", "--seed", "3", "--shadow", "max", *simulations(300),
                 "--backup", "minimax={name: implicit_minimax, leaf: heuristic, children: all}")
        self.assert_shows(self.page(self.explore(*words)), search(*words))

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

    def test_a_formula_goes_term_by_term_through_its_own_definitions(self):
        rule = '{name: formula, value: "dot(u, q) / sum(u)", define: {u: "n * exp(b * gap)", gap: "q - max(q)"}, ' \
               'min_visits: 4, parameters: {b: 2}}'
        page = self.page(self.explore("tictactoe", *simulations(40), "--backup", "mine=" + rule, "--shadow", "max"))
        self.assertEqual(page.run("document.querySelector('.card .label').textContent"), "mine")
        shown = page.run("document.querySelector('#formula pre').textContent").splitlines()
        self.assertEqual(shown[:3], ["gap = q - max(q)", "u = n * exp(b * gap)", "F = dot(u, q) / sum(u)"])
        terms = dict(page.run(self.TERMS))
        self.assertEqual(terms["b"], 2)
        self.assertEqual(list(terms)[-1], "V")
        value = page.run("document.querySelector('#root tr.self td[data-operator=mine]').dataset.value")
        self.assertEqual(terms["V"], float(value))
        heads = page.run("[...document.querySelectorAll('#formula .bars thead th')].map((one) => one.textContent)")
        self.assertEqual(heads[-4:], ["n", "q", "gap", "u"], "what its names come to, child by child")
        rows = page.run("""[...document.querySelectorAll('#formula .bars tbody tr')].map((row) =>
                           [...row.cells].map((cell) => cell.textContent))""")
        self.assertEqual({row[-1] for row in rows if int(row[3]) < 4}, {"\u2013"}, "it does not enter")
        self.assertNotIn("\u2013", [row[-1] for row in rows if int(row[3]) >= 4])

    def test_what_nobody_has_visited_has_no_value(self):
        page = self.page(self.explore("--example", "trap"), "#sim=0")
        texts = "[...document.querySelectorAll('%s td[data-value]')].map((one) => one.textContent.trim())"
        self.assertEqual(set(page.run(texts % "#root")), {"\u2013"})
        self.go(page, "#sim=1&node=greedy.check.flee.mate")
        self.assertEqual(set(page.run(texts % "#values")), {"\u2013"}, "of a node that a later simulation visits")
        starts = "[...document.querySelectorAll('#curves .curve')].map((line) => parseFloat(line.getAttribute('points')))"
        deep = page.run(starts)
        self.go(page, "#sim=400")
        self.assertGreater(min(deep), max(page.run(starts)), "a curve begins with the first visit")

    def test_no_table_is_cut_off_with_four_operators(self):
        watched = ("--shadow", "visit_share_max", "monotone_softmax", "max_lambda")
        cut = """[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth + 1)
                 .map((one) => one.parentElement.id)"""
        trees = self.explore("{name: tree, root: {max: {first: {min: {c: 0.5, d: -0.25}}, second: {min: {a: 0.1, b: 0.2}}}}}",
                             *simulations(200), *watched)  # with exact values
        judged = self.explore("go:9", "--search", "{evaluator: net, selection: puct, budget: {simulations: 200}}", *watched)  # priors
        plain = self.explore("connect4", *simulations(300), *watched)
        for path in (trees, judged, plain):
            page = self.page(path)
            first = page.run("document.querySelector('#root tbody tr:not(.self) td[data-node]').dataset.node")
            self.go(page, f"#node={first}")
            self.assertEqual(page.run("document.querySelectorAll('#values thead th[style]').length"), 4)
            for width in (1200, 1400):
                page.resize(width, 900)
                for operator in range(4):
                    self.assertEqual(page.run(cut), [], f"{path.name} at {width}")
                    page.press("o")

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
        down = page.run("location.hash")
        page.press("ArrowDown")
        self.assertNotEqual(page.run("location.hash"), down)
        page.press("ArrowUp")
        self.assertEqual(page.run("location.hash"), down)
        threshold = "document.getElementById('threshold').value"
        page.run("document.getElementById('threshold').value = 40")
        page.run("document.getElementById('threshold').dispatchEvent(new Event('change'))")
        self.assertEqual(page.run(threshold), "40")
        page.run("document.querySelector('#tree [tabindex=\"0\"]').focus()")
        page.press("Enter")
        self.assertEqual(page.run(threshold), "1", "all below the node")
        page.press("Enter")
        self.assertNotEqual(page.run(threshold), "40", "what fits")
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

    # Paths of the nodes that the tree shows.
    DRAWN = "[...document.querySelectorAll('#tree [data-tree]')].map((one) => Number(one.dataset.tree))"

    def test_enter_draws_all_below_a_deep_node_and_never_more_than_fits(self):
        page = self.page(self.explore("go:5", *simulations(4000), "--seed", "3"))
        everything = "document.getElementById('threshold')"
        page.run(f"{everything}.value = 1; {everything}.dispatchEvent(new Event('change'))")
        self.assertEqual(len(page.run(self.DRAWN)), 500)
        self.assertRegex(page.run("document.getElementById('left-out').textContent"), r"^\d+ more nodes find no room$")
        page.run(f"{everything}.value = 0; {everything}.dispatchEvent(new Event('change'))")
        fits = page.run(self.DRAWN)
        deepest = page.run("""[...document.querySelectorAll('#tree [aria-level]')].reduce((a, b) =>
                              Number(b.getAttribute('aria-level')) > Number(a.getAttribute('aria-level')) ? b : a).dataset.tree""")
        page.run(f"document.querySelector('#tree [data-tree=\"{deepest}\"]').dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
        page.run("document.querySelector('#tree [tabindex=\"0\"]').focus()")
        way = page.run("document.querySelectorAll('#where button').length")
        page.press("Enter")
        opened = page.run(self.DRAWN)
        self.assertGreater(len(opened), way, "what lies below it is drawn")
        self.assertIn(int(deepest), opened)
        kids = page.run("document.querySelectorAll('#values td[data-operator=average]').length") - 1
        self.assertGreater(kids, 0)
        self.assertGreaterEqual(len(opened), way + kids)
        page.press("Enter")
        self.assertEqual(page.run(self.DRAWN), fits)

    def test_the_page_s_keys_work_wherever_the_focus_is(self):
        page = self.page(self.explore("--example", "trap"), "#sim=100")
        for focus, key, shift, there in (("#slider", "ArrowRight", True, 110), ("#slider", "PageDown", False, 210),
                                         ("#difference", "ArrowLeft", False, 209), ("#whatif input[type=range]", "ArrowLeft", True, 199),
                                         ("#speed", "d", False, 199)):
            page.run(f"document.querySelector('{focus}').focus()")
            self.assertNotEqual(page.run("document.activeElement.tagName"), "BODY", focus)
            page.press(key, shift)
            self.assertEqual(self.simulation(page), there, focus)
        self.assertIn(page.run("document.documentElement.dataset.theme"), ("dark", "light"))
        page.run("document.querySelector('#whatif input[type=range]').focus()")
        before = page.run("location.hash")
        page.press("ArrowRight")
        self.assertEqual(self.simulation(page), 199, "a parameter's slider keeps its arrows")
        page.press("o")
        self.assertNotEqual(page.run("location.hash"), before)
        page.run("document.getElementById('threshold').focus()")
        page.press("d")
        page.press("ArrowRight")
        self.assertEqual(self.simulation(page), 199, "what is typed is typed")

    def test_differences_curves_turning_and_folding(self):
        page = self.page(self.explore("--example", "trap"), "#sim=200&op=max")
        shown = "[...document.querySelectorAll('#root td[data-operator=max]')].map((one) => one.textContent)"
        values = page.run(shown)
        page.run("document.getElementById('difference').click()")
        self.assertNotEqual(page.run(shown), values)
        self.assertRegex("".join(page.run(shown)), r"[+\u2212-]")
        page.run("document.getElementById('difference').click()")
        self.assertEqual(page.run(shown), values)
        drawn = "document.querySelector('#curves svg path, #curves svg polyline').outerHTML"
        linear = page.run(drawn)
        page.run("document.getElementById('log').click()")
        self.assertNotEqual(page.run(drawn), linear)
        self.assertEqual(page.run("document.getElementById('curve-of').textContent"), "the root")
        of_root = page.run(drawn)
        page.run("document.querySelector('#tree [data-tree=\"1\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        self.assertNotEqual(page.run("document.getElementById('curve-of').textContent"), "the root")
        self.assertNotEqual(page.run(drawn), of_root)
        way = page.run("document.querySelector('#tree svg').getAttribute('class')")
        page.run("document.getElementById('turn').click()")
        self.assertEqual({way, page.run("document.querySelector('#tree svg').getAttribute('class')")}, {"down", "right"})
        nodes = len(page.run(self.DRAWN))
        page.run("document.getElementById('threshold').value = 60; document.getElementById('threshold').dispatchEvent(new Event('change'))")
        self.assertLess(len(page.run(self.DRAWN)), nodes)
        page.run("document.querySelector('#root td[data-operator=average]').dispatchEvent(new MouseEvent('mouseover', {bubbles: true}))")
        self.assertIn("average", page.run("document.querySelector('#formula h3').textContent"))

    def test_the_address_tells_what_is_seen(self):
        page = self.page(self.explore("--example", "trap"), "#sim=60&node=greedy.check&op=max")
        self.assertEqual(self.simulation(page), 60)
        self.assertEqual(page.run("document.querySelector('#where [aria-current=true]').textContent"), "check")
        self.assertEqual(page.run("document.querySelector('.card[aria-pressed=true] .label').textContent"), "max")
        self.assertEqual(page.run("document.querySelectorAll('#values td[data-node^=\"greedy.check.\"]').length"), 12)

    def test_the_formula_says_how_much_each_child_counts(self):
        page = self.page(self.explore("--example", "trap"), "#sim=60&op=max")
        counts = """[...document.querySelectorAll('#formula .bars tbody tr')].map((row) =>
                    [row.cells[0].textContent, row.cells[2].textContent])"""
        self.assertEqual(dict(page.run(counts)), {"greedy": "0%", "safe": "100%"})
        page.press("o")
        self.assertIn("average", page.run("document.querySelector('#formula h3').textContent"))
        self.assertNotIn("counts", page.run("document.querySelector('#formula thead').textContent"))

    # What is told of the operator that the formula shows: [[letter, number]].
    TERMS = """[...document.querySelectorAll('#formula [data-term]')].map((one) =>
               [one.dataset.term, Number(one.dataset.number)])"""

    def test_the_formula_goes_term_by_term_to_the_value(self):
        game = ("tictactoe", "--moves", "a1 b2", *simulations(120), "--shadow", "softmax", "max_lambda", "coulom", "max")
        page = self.page(self.explore(*game), "#sim=120&op=softmax")
        for label, letters in (("softmax", ["beta", "F", "V"]), ("max_lambda", ["lambda", "q_b", "mixed", "V"]),
                               ("coulom", ["n_b", "q_b", "w", "V"]), ("max", ["F", "V"]), ("average", ["V"])):
            terms = page.run(self.TERMS)
            self.assertEqual([letter for letter, _ in terms if letter != "S"], letters, label)
            shown = page.run(f"document.querySelector('#root tr.self td[data-operator={label}]').dataset.value")
            self.assertEqual(terms[-1][1], float(shown), f"{label}: the last term is the value")
            page.press("o")
        self.assertIn("share", page.run("document.querySelector('#formula thead').textContent"))

    def go(self, page, address):
        page.run(f"location.hash = '{address}'; dispatchEvent(new HashChangeEvent('hashchange'))")

    def test_terms_are_those_of_the_last_simulation_that_came_by(self):
        page = self.page(self.explore("--example", "trap"))
        for op in ("average", "softmax", "max_lambda", "max"):
            for node in ("", "safe", "greedy", "greedy.d", "greedy.check", "greedy.check.flee", "greedy.check.flee.mate"):
                self.go(page, f"#sim=90&node={node}&op={op}")
                value = page.run(f"document.querySelector('td[data-node=\"{node}\"][data-operator={op}]').dataset.value")
                letter, told = page.run(self.TERMS)[-1]
                self.assertEqual((letter, abs(told)), ("V", abs(float(value))), "the same but for whose view it is")

    # What each node of the way passed up, in the view of who chose it.
    PASSED = "[...document.querySelectorAll('#way li[data-passed-up]')].map((one) => Number(one.dataset.passedUp))"

    def test_the_way_says_what_each_node_held_and_passed_up(self):
        page = self.page(self.explore("--example", "textbook"), "#sim=40&op=max_lambda")
        passed = page.run(self.PASSED)
        self.assertEqual(len(passed), 3)
        self.assertEqual(passed[0], dict(page.run(self.TERMS))["mixed"], "what the root reckoned of return and best child")
        self.assertEqual(len(set(map(abs, passed))), 3)
        texts = page.run("[...document.querySelectorAll('#way li')].map((one) => one.textContent)")
        self.assertIn("holds", texts[0])
        self.assertIn("passes up", texts[1])
        page.press("o")
        self.assertEqual(len(set(map(abs, page.run(self.PASSED)))), 1, "under max the return itself goes up")

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

    def test_a_board_of_go_shows_stones_captures_and_where_visits_and_priors_go(self):
        taken = ("go:5", "--moves", "C3 B3 A1 C4 A2 D3 A5 C2", "--search", "{budget: {simulations: 60}}")
        page = self.page(self.explore(*taken))
        self.assertEqual([self.count(page, f"circle.{seat}") for seat in ("first", "second")], [3, 4], "C3 is taken")
        labels = page.run("[...document.querySelectorAll('#board .edge-text')].map((one) => one.textContent)")
        self.assertEqual(labels, ["A", "B", "C", "D", "E", "5", "4", "3", "2", "1"])
        self.assertGreater(self.count(page, ".ghost circle"), 10)
        self.assertEqual(self.count(page, ".prior"), 0, "playouts have none")
        move = page.run("document.querySelector('#root tbody tr:not(.self) td[data-node]').dataset.node")
        self.go(page, f"#node={move}")
        self.assertEqual(self.count(page, "circle.last"), 1)
        judged = ("go:9", "--search", "{evaluator: net, selection: puct, budget: {simulations: 40}}")
        page = self.page(self.explore(*judged))
        self.assertEqual(self.count(page, ".prior"), self.count(page, ".ghost"))
        titles = page.run("[...document.querySelectorAll('#board .ghost title')].map((one) => one.textContent)")
        self.assertRegex(titles[0], r"% of the visits, prior \d+\.\d %, value")

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
        blocked = self.page(self.explore("{name: connect4, blocked: {column: 3, row: 2}}", *simulations(100)))
        self.assertEqual(self.count(blocked, ".blocked"), 1)
        nogo = self.page(self.explore("{name: nogo, size: 5}", "--moves", "A1 C3 B2", *simulations(100)))
        self.assertEqual([self.count(nogo, f"circle.{seat}") for seat in ("first", "second")], [2, 1])
        self.assertGreater(self.count(nogo, ".ghost circle"), 15)
        world = self.page(self.explore("grid_world", *simulations(200)))
        self.assertIn("@", world.run("document.querySelector('#board pre').textContent"))

    def test_ten_thousand_simulations_are_soon_ready(self):
        path = self.explore("connect4", *simulations(10000), "--shadow", "max", "max_lambda", "softmax")
        before = self.browser.cpu_seconds()
        page = self.page(path)
        self.assertEqual(self.simulation(page), 10000)
        self.assertLess(self.browser.cpu_seconds() - before, 2.5, "CPU seconds; 2 s by the clock on a quiet machine")

    def test_texts_of_users_are_texts(self):
        page = self.page(self.explore("tictactoe", *simulations(20), "--title", "<b id=bad>x</b></script><!--"))
        self.assertEqual(page.run("document.getElementById('title').textContent"), "<b id=bad>x</b></script><!--")
        self.assertIsNone(page.run("document.getElementById('bad')"))
        move = "<img/id=bad>"
        game = "{name: tree, root: {max: {'%s': 0.5, plain: {min: {a: 0.1, '%s': 0.2}}}}}" % (move, move)
        page = self.page(self.explore(game, *simulations(60), "--shadow", "max"))
        self.assertIn(move, page.run("document.querySelector('#tree').textContent"))
        self.assertIn(move, page.run("document.querySelector('#root').textContent"))
        self.assertEqual(page.run("document.querySelectorAll('#bad, img').length"), 0)

    def test_it_says_each_step_to_who_cannot_see_it(self):
        page = self.page(self.explore("--example", "textbook"), "#sim=3")
        spoken = "document.querySelector('[aria-live=polite]').textContent"
        self.assertRegex(page.run(spoken), r"^Simulation 3: b\d, w\d; .* for first\. average now gives the root [+\u2212]0\.\d+\.$")
        page.press("ArrowLeft")
        self.assertRegex(page.run(spoken), "^Simulation 2: ")

    def test_policy_and_licences_stand_in_the_page(self):
        page = self.page(self.explore("--example", "textbook"))
        self.assertEqual(
            page.run("document.querySelector('meta[http-equiv=Content-Security-Policy]').content"),
            "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data:")
        licences = page.run("document.querySelector('footer').textContent")
        for name in ("{fmt}", "LLVM's C++ library", "wasi-libc", "musl"):
            self.assertIn(name, licences)

    def test_knots_are_dragged_over_the_visits(self):
        page = self.page(self.explore("tictactoe", *simulations(100), "--shadow", "{name: softmax, g: [-6, -6, -4]}"))
        page.run("document.querySelector('.knots').scrollIntoView({block: 'center'})")
        place = """((i) => { const box = document.querySelectorAll('.knots circle')[i].getBoundingClientRect();
                   return [box.left + box.width / 2, box.top + box.height / 2]; })(%d)"""
        curve = "document.querySelectorAll('.knots svg')[1].querySelector('polyline').getAttribute('points')"
        before, f = page.run(place % 1), page.run(curve)
        page.drag(before, (before[0], before[1] - 15))
        self.assertLess(page.run(place % 1)[1], before[1])
        self.assertRegex(page.run("location.hash"), r"set=softmax\.g:-6,-[345][.\d]*,-4")
        self.assertNotEqual(page.run(curve), f, "f beside it follows")
        ends = [page.run(place % i)[0] for i in (0, 2)]
        self.assertAlmostEqual(before[0], sum(ends) / 2, delta=1, msg="equally spaced in visits")
        self.assertIn("100", page.run("document.querySelector('.knots').textContent"), "the visits to which they reach")

    def test_curves_have_the_truth_and_the_moves(self):
        page = self.page(self.explore("--example", "textbook"), "#sim=40")
        self.assertEqual(page.run("document.querySelectorAll('#curves .exact').length"), 1)
        self.assertEqual(page.run("document.querySelectorAll('#curves .curve').length"), 4)
        said = page.run("[...document.querySelectorAll('#curves .bands title')].map((one) => one.textContent)")
        self.assertTrue(any(text.startswith("average prefers b2 from") for text in said))
        self.assertTrue(any(text.startswith("max prefers b1 from") and text.endswith("to 150") for text in said))
        game = self.page(self.explore("tictactoe", *simulations(50)))
        self.assertEqual(game.run("document.querySelectorAll('#curves .exact').length"), 0)

    def test_nothing_moves_for_who_wants_no_motion(self):
        page = self.page(self.explore("--example", "textbook"), "#sim=3")
        page.prefer(prefers_reduced_motion="reduce")
        page.press(" ")
        self.assertEqual(self.simulation(page), 150, "at once")
        self.assertEqual(page.run("document.getElementById('play').textContent"), "play")

    def test_paper_is_white(self):
        page = self.page(self.explore("--example", "textbook"))
        ink = "getComputedStyle(document.body).color"
        page.press("d")
        page.press("d")
        for theme in ("dark", "light"):
            page.run(f"document.documentElement.dataset.theme = '{theme}'")
            page.prefer("print", prefers_color_scheme="dark")
            self.assertEqual(page.run("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
            self.assertEqual(page.run(ink), "rgb(29, 35, 41)")
        page.prefer("screen", prefers_color_scheme="dark")
        page.run("document.documentElement.dataset.theme = 'dark'")
        self.assertEqual(page.run(ink), "rgb(236, 239, 241)")

    def test_a_record_that_does_not_agree_is_told(self):
        path = self.explore("tictactoe", *simulations(60))
        path.write_text(path.read_text().replace('"root":', '"root":1e-9,"was":', 1))
        page = self.page(path, says="mismatch")
        self.assertEqual(page.run("document.getElementById('trouble').textContent"),
                         "These numbers are not those of the program: average.")


if __name__ == "__main__":
    unittest.main()
