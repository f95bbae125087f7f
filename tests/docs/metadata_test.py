#!/usr/bin/env python3
"""CITATION.cff, codemeta.json and .zenodo.json name the same work: what archives copy from them agrees."""

import json
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CITATION = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
CODEMETA = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
ZENODO = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))


def cited(key):
    return re.search(rf'^{key}: "?(.*?)"?$', CITATION, re.M)[1]


def listed(key):
    """The list below a key of CITATION.cff, without `name: `."""
    block = re.search(rf"^{key}:\n((?:  .*\n?)+)", CITATION, re.M)[1]
    return re.findall(r"^  - (?:name: )?(.*)$", block, re.M)


class Metadata(unittest.TestCase):
    def test_title_version_and_licence(self):
        self.assertEqual([CODEMETA["description"], ZENODO["title"]], [cited("title")] * 2)
        self.assertEqual([CODEMETA["version"], ZENODO["version"]], [cited("version")] * 2)
        self.assertEqual([CODEMETA["license"], ZENODO["license"]], ["https://spdx.org/licenses/" + cited("license"), cited("license")])

    def test_authors_and_keywords(self):
        for people in (CODEMETA["author"], ZENODO["creators"]):
            self.assertEqual([one["name"] for one in people], listed("authors"))
        self.assertEqual([CODEMETA["keywords"], ZENODO["keywords"]], [listed("keywords")] * 2)

    def test_the_work_it_was_built_around(self):
        number = re.search(r"arXiv (\d+\.\d+)", CITATION)[1]
        paper = re.search(r"type: article\n    title: (.*)", CITATION)[1]
        self.assertEqual([(one["name"], one["url"]) for one in CODEMETA["referencePublication"]], [(paper, f"https://arxiv.org/abs/{number}")])
        self.assertEqual([one["identifier"] for one in ZENODO["related_identifiers"]], [f"arXiv:{number}"])


if __name__ == "__main__":
    unittest.main()
