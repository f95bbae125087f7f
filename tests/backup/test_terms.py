"""What operators tell of themselves: each term follows from those before it, and the last is the operator's value."""
import json
import math
import os
import pathlib
import re
import subprocess
import unittest

ROOTWARD = os.environ["ROOTWARD"]
# Its terms are the user's own names; children that do not enter have none.
OWN_RULE = "formula"


class Column(list):
    """Numbers of the children, reckoned with element by element."""

    def with_(self, other, operation):
        others = other if isinstance(other, Column) else [other] * len(self)
        return Column(operation(a, b) for a, b in zip(self, others))

    def __add__(self, other): return self.with_(other, lambda a, b: a + b)
    def __sub__(self, other): return self.with_(other, lambda a, b: a - b)
    def __mul__(self, other): return self.with_(other, lambda a, b: a * b)
    def __truediv__(self, other): return self.with_(other, lambda a, b: a / b)
    def __pow__(self, other): return self.with_(other, lambda a, b: a ** b)
    def __radd__(self, other): return self + other
    def __rsub__(self, other): return self.with_(other, lambda a, b: b - a)
    def __rmul__(self, other): return self * other
    def __rtruediv__(self, other): return self.with_(other, lambda a, b: b / a)


def mapped(function):
    return lambda x: Column(map(function, x)) if isinstance(x, Column) else function(x)


FUNCTIONS = {"sum": sum, "max": max, "exp": mapped(math.exp), "ln": mapped(math.log),
             "dot": lambda a, b: sum(a * b), "pow": lambda a, b: a ** b, "clamp": lambda x, low, high: min(max(x, low), high)}


def reckoned(how, known):
    text = how.replace("^", "**").replace("lambda", "lambda_")
    return eval(text, {"__builtins__": {}}, {**FUNCTIONS, **known})


def answers(lines):
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([ROOTWARD, "backup"], input=text, capture_output=True, text=True)
    return [json.loads(reply) for reply in done.stdout.splitlines()]


def answer(line):
    return answers([line])[0]


def settings_with_min_visits():
    """Of every operator that has `min_visits`: its defaults, and each of its other choices."""
    listed = subprocess.run([ROOTWARD, "list", "backups", "--json"], check=True, capture_output=True, text=True).stdout
    for operator in json.loads(listed)["backups"]:
        keys = {one["key"]: one for one in operator["parameters"]}
        if operator["name"] == OWN_RULE or "min_visits" not in keys:
            continue
        usual = {"name": operator["name"], **({"scale": 81} if "scale" in keys else {})}  # of a board, and there is none
        yield usual
        for key, one in keys.items():
            if key not in usual and key not in ("leaf", "children", "mixes"):  # which ask for a game
                yield from ({**usual, key: choice} for choice in one.get("choices", []) if choice != one["default"])
    for more in ({"name": "power_mean", "p": 1}, {"name": "mellowmax", "omega": 0}, {"name": "tail_mean", "share": 1}):
        yield more  # their other formulas


# Visits and values: the child with the most visits is never the best, so that a formula over all children is seen.
BELOW_AND_ABOVE = {
    2: [((6, 0.2), (1, 0.9)), ((6, 0.2), (4, -0.3), (1, 0.9)), ((1, 0.4), (1, 0.9))],
    1000: [((1500, 0.2), (999, 0.9)), ((1500, 0.2), (1200, 0.3), (9, 0.9)), ((6, 0.2), (4, 0.9)), ((1, 0.4), (6, 0.2))],
}
ONE_OR_NONE = [((1500, 0.3),), ((1, 0.3),), ()]


def worked_examples():
    """Of every operator, the lines that docs/operators.md shows, which a test holds to what the program says."""
    examples = {}
    for section in (pathlib.Path(__file__).parents[2] / "docs/operators.md").read_text().split("\n## ")[1:]:
        lines = [json.loads(line) for line in section.splitlines() if line.startswith("{")]
        examples[section.split("\n")[0]] = lines[::2]  # answers stand between them
    return examples


class Terms(unittest.TestCase):
    def check(self, terms, value):
        """Every term that says how, again by its own words; returns how many did."""
        known, again = {}, 0
        for term in terms:
            number = Column(-math.inf if x is None else x for x in term["children"]) if "children" in term else term["number"]
            if "how" in term:
                made = reckoned(term["how"], known)
                for a, b in zip(*([made, number] if isinstance(number, Column) else [[made], [number]])):
                    self.assertAlmostEqual(a, b, delta=1e-9, msg=term)
                again += 1
            known[re.sub("^lambda$", "lambda_", term["name"])] = number
        self.assertEqual(terms[-1]["number"], value)
        return again

    def test_every_operator_has_examples_that_follow_from_their_terms(self):
        for name, examples in worked_examples().items():
            self.assertGreater(len(examples), 0, f"{name} tells terms and has no worked example")
            for line in examples:
                with self.subTest(name, line=line):
                    reply = answer({**line, "explain": True})
                    self.assertNotIn("error", reply)
                    is_sequence = "values" in reply
                    updates = zip(reply["terms"], reply["values"]) if is_sequence else [(reply["terms"], reply["value"])]
                    again = [self.check(terms, value) for terms, value in updates]
                    self.assertGreater(min(again), 0, "nothing is told of how the value came about")
                    del reply["terms"]
                    self.assertEqual(reply, answer(line), "the answer is the same, told or not")

    def test_children_with_too_few_visits_are_told_of_as_they_are_counted(self):
        lines = []
        for backup in settings_with_min_visits():
            for min_visits, nodes in BELOW_AND_ABOVE.items():
                for children in [*nodes, *ONE_OR_NONE]:
                    visits = sum(n for n, _ in children) + 2
                    line = {"backup": {**backup, "min_visits": min_visits}, "simulations": 5000, "visits": visits, "mean": 0.1,
                            "children": [{"visits": n, "value": q} for n, q in children], "explain": True}
                    if children and backup["name"] == "monotone_softmax":
                        line["selected"] = 0
                    lines += [line, {**line, "own": {"visits": 2, "value": -0.5}}]
        self.assertGreater(len({line["backup"]["name"] for line in lines}), 15)
        told = answers(lines)
        self.assertEqual(len(told), len(lines))
        for line, reply in zip(lines, told):
            with self.subTest(line=line):
                self.assertNotIn("error", reply)
                self.check(reply["terms"], reply["value"])

    def test_terms_are_the_operators_own_numbers(self):
        reply = answer({"backup": {"name": "softmax", "g": [0], "own": "blend"}, "simulations": 100, "visits": 11, "own":
                        {"visits": 1, "value": -1}, "children": [{"visits": 6, "value": 0}, {"visits": 4, "value": 0.1}],
                        "explain": True})
        terms = {term["name"]: term for term in reply["terms"]}
        self.assertAlmostEqual(terms["beta"]["number"], 11)
        self.assertAlmostEqual(sum(terms["share"]["children"]), 1)
        self.assertAlmostEqual(terms["share"]["children"][1], 4 * math.exp(1.1) / (6 + 4 * math.exp(1.1)))
        self.assertEqual([term["name"] for term in reply["terms"]][-4:], ["share", "F", "S", "V"])

    RULE = {"name": "formula", "value": "dot(u, q) / sum(u)", "define": {"u": "n * exp(b * gap)", "gap": "q - max(q)"},
            "parameters": {"b": 2}}

    def test_a_formula_tells_its_names_in_the_order_in_which_they_are_reckoned(self):
        line = {"backup": self.RULE, "visits": 11, "own": {"visits": 1, "value": -1}, "explain": True,
                "children": [{"visits": 6, "value": 0}, {"visits": 4, "value": 0.1}]}
        reply = answer(line)
        self.check(reply["terms"], reply["value"])
        self.assertEqual([(term["name"], term.get("how")) for term in reply["terms"][-6:]],
                         [("b", None), ("gap", "q - max(q)"), ("u", "n * exp(b * gap)"), ("F", "dot(u, q) / sum(u)"), ("S", None),
                          ("V", "F + n0 / (n0 + S) * (m0 - F)")])
        terms = {term["name"]: term for term in reply["terms"]}
        self.assertAlmostEqual(terms["u"]["children"][0], 6 * math.exp(-0.2))
        few = answer({**line, "backup": {**self.RULE, "min_visits": 5}})
        terms = {term["name"]: term for term in few["terms"]}
        self.assertEqual(terms["u"]["children"], [6, None], "the second child does not enter")
        self.assertEqual(terms["n"]["children"], [6, None])
        self.assertEqual(terms["F"]["number"], 0)

    def test_a_formula_of_kind_return_tells_what_is_cut_and_its_private_number(self):
        rule = {"name": "formula", "kind": "return", "state": "w + 1", "value": "step * 3", "define": {"step": "r / w"}}
        reply = answer({"backup": rule, "returns": [1, 1, -1], "explain": True})
        for terms, value in zip(reply["terms"], reply["values"]):
            self.check(terms, value)
        self.assertEqual(reply["values"], [1, 1, -1])
        told = [(term["name"], term["number"]) for term in reply["terms"][2] if term["name"] in ("w", "step", "V")]
        self.assertEqual(told, [("w", 2), ("w", 3), ("step", -1 / 3), ("V", -1), ])

    def test_a_formula_that_has_no_number_tells_the_mean_in_its_place(self):
        reply = answer({"backup": {"name": "formula", "value": "log(max(q) - 2)"}, "children": [{"visits": 3, "value": 0.5}],
                        "explain": True})
        self.assertEqual([term.get("number") for term in reply["terms"] if term["name"] in ("F", "V")], [None, 0.5, 0.5])

    def test_they_are_told_on_request_alone(self):
        line = {"backup": "average", "returns": [1, 0]}
        self.assertNotIn("terms", answer(line))
        self.assertIn("explain", answer({**line, "explain": "yes"})["error"])


if __name__ == "__main__":
    unittest.main()
