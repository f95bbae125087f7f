"""The site's links from pages to the glossary."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

SITE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "site"
sys.path.insert(0, str(SITE))

import terms

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
        for page in (SITE.parent).glob("*.md"):
            inside = re.findall(r'<a class="term"[^>]*>([^<]*)<a ', terms.linked(page.stem, page.read_text()))
            self.assertEqual(inside, [], page.name)

    def test_every_term_of_a_page_is_linked_in_every_run_alike(self):
        """Sets of words come in another order in every process."""
        program = f"import sys; sys.path.insert(0, {str(SITE)!r}); import terms; print(terms.glossary_terms())"
        told = {subprocess.run([sys.executable, "-B", "-c", program], env={**os.environ, "PYTHONHASHSEED": str(seed)},
                               capture_output=True, text=True, check=True).stdout for seed in range(8)}
        self.assertEqual(len(told), 1)


if __name__ == "__main__":
    unittest.main()
