"""The site's links from pages to the glossary, and the words that the glossary replaces."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SITE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "site"
sys.path.insert(0, str(SITE))

import terms

PAGES = SITE.parent
# Wholly generated, and where the words themselves are listed.
NOT_OURS = {"operators", "glossary"}
# What one of the words means elsewhere: (pages, or all of them; the words around it).
ALLOWED = (
    (None, r"ask(?:s, plays)? and tells?|ask/tell"),  # the optimizers' protocol
    ({"optimizer", "tuning"}, r"tells?|told"),
    (None, r"unit cube|walk the cube"),  # the mathematician's
    ({"against-the-truth"}, r"two arms|ten arms|wrong arm of ten"),  # a bandit's
    ({"games"}, r"the arm"),
    (None, r"64-bit ARM|ARM's libraries"),
    (None, r"vector lanes|vectors (?:of|have)|children in vectors|meets a vector|lengths of the vectors"),  # the processor's, and lists of numbers
    ({"python"}, r"^vector for each position"),
    (None, r"(?:results/|configs/)\S+|vectors\.yaml"),  # names of files
)

HOLM = '<a class="term" href="glossary.html#term-holm">Holm</a>'


class Terms(unittest.TestCase):
    def test_the_first_place_alone_is_linked(self):
        self.assertEqual(terms.linked("page", "By Holm, as Holm has it."), f"By {HOLM}, as Holm has it.")

    def test_pages_in_folders_find_the_glossary(self):
        self.assertIn('href="../../glossary.html#term-holm"', terms.linked("a/b/page", "By Holm."))

    def test_code_headings_tables_and_links_stay(self):
        for text in ("`Holm`", "# Holm", "| Holm |", "[Holm](x.md)", "```\nHolm\n```", '<a href="x">by Holm</a>', "A/Holm"):
            self.assertEqual(terms.linked("page", text), text)

    def test_a_comparison_begins_no_tag(self):
        self.assertEqual(terms.linked("page", "p < 0.05 after Holm <br>"), f"p < 0.05 after {HOLM} <br>")

    def test_no_link_lies_within_another(self):
        for page in SITE.parent.rglob("*.md"):
            inside = re.findall(r'<a class="term"[^>]*>([^<]*)<a ', terms.linked(page.stem, page.read_text()))
            self.assertEqual(inside, [], page.name)

    def test_every_term_of_a_page_is_linked_in_every_run_alike(self):
        """Sets of words come in another order in every process."""
        program = f"import sys; sys.path.insert(0, {str(SITE)!r}); import terms; print(terms.glossary_terms())"
        told = {subprocess.run([sys.executable, "-B", "-c", program], env={**os.environ, "PYTHONHASHSEED": str(seed)},
                               capture_output=True, text=True, check=True).stdout for seed in range(8)}
        self.assertEqual(len(told), 1)


def prose_of(page):
    """The page's lines with their numbers; blocks, generated parts, code spans and the targets of links are blanked."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])
    text = re.sub(r"^ *```.*?^ *```|^<!-- rootward .*?^<!-- end -->", blank, page.read_text(), flags=re.S | re.M)
    text = re.sub(r"`[^`]*`|(?<=\])\([^)]*\)", blank, text)
    return list(enumerate(text.split("\n"), 1))


def replaced_in(page, words):
    """Places of words that the glossary replaces, as (line, word)."""
    word = re.compile(r"\b(?:" + "|".join(f"{re.escape(one)}s?" for one in words) + r")\b", re.I)
    allowed = [re.compile(around, re.I) for pages, around in ALLOWED if pages is None or page.stem in pages]
    for number, line in prose_of(page):
        for one in allowed:
            line = one.sub(lambda match: "-" * len(match[0]), line)
        yield from ((number, match[0]) for match in word.finditer(line))


# What help and messages may say: (files, or all of them; the words around it).
ALLOWED_IN_TEXTS = (
    (None, r"asks? and tells?|ask/tell"),  # the optimizers' protocol
    ("optimizer/", r"tells?|told"),
    ("experiments/tuning/optimizer_client.cpp", r"tell"),
    ("experiments/", r"convergence|rungs?|^\W*arm\W*$"),  # names of keys and files that are stored
    ("games/bandit.cpp", r"arms?"),  # a bandit's
    ("backup/", r"converges?"),  # in the limit
    (None, r"\bvectors?\b|64-bit ARM|shipped:atlas/\S+|configs/\S+"),  # lists of numbers, names of files
)


def texts_of(source):
    """The literals of a source, with their lines; includes and comments are no texts."""
    for number, line in enumerate(source.read_text(encoding="utf-8").split("\n"), 1):
        if not line.lstrip().startswith(("#include", "//")):
            yield from ((number, text[0]) for text in re.finditer(r'"(?:[^"\\\n]|\\.)*"', line))


def replaced_in_texts(name, source, words):
    word = re.compile(r"\b(?:" + "|".join(f"{re.escape(one)}s?" for one in words) + r")\b", re.I)
    allowed = [re.compile(around, re.I) for file, around in ALLOWED_IN_TEXTS if file is None or name.startswith(file)]
    for number, text in texts_of(source):
        for one in allowed:
            text = one.sub("-", text)
        yield from (f"{name}:{number}: '{match[0]}' in {text}" for match in word.finditer(text))


class Words(unittest.TestCase):
    def test_no_help_or_message_has_one_either(self):
        root = PAGES.parent
        sources = [path for room in ("core", "games", "search", "backup", "evaluators", "lab", "experiments", "optimizer",
                                     "cli", "python") for path in sorted((root / room).rglob("*.[ch]*"))
                   if path.suffix in (".cpp", ".h")]
        self.assertGreater(len(sources), 500)
        found = [one for path in sources
                 for one in replaced_in_texts(str(path.relative_to(root)), path, terms.replaced_words())]
        self.assertEqual(found, [], "docs/glossary.md has the words to use")

    def test_no_page_has_a_word_that_the_glossary_replaces(self):
        words = terms.replaced_words()
        self.assertGreater(len(words), 10)
        found = [f"{page.name}:{number}: '{word}'" for page in sorted(PAGES.rglob("*.md")) if page.stem not in NOT_OURS
                 for number, word in replaced_in(page, words)]
        self.assertEqual(found, [], "docs/glossary.md has the words to use")

    def test_it_finds_what_it_forbids(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text("Two Vectors were foretold.\n\n`arm` and [here](an/arm.md)\n\n```text\ncube\n```\n\nAn arm\n| the evening |\n")
            self.assertEqual(list(replaced_in(page, terms.replaced_words())),
                             [(1, "Vectors"), (1, "foretold"), (9, "arm"), (10, "evening")])


if __name__ == "__main__":
    unittest.main()
