"""Pages of results in a browser: no table of a report or a comparison is cut off at 1,200 pixels."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import browser

ROOTWARD = os.environ["ROOTWARD"]
RESULTS = pathlib.Path(__file__).parents[2] / "results"
CUT = """[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth + 1)
         .map((one) => one.textContent.trim().slice(0, 60))"""


@unittest.skipIf(browser.program() is None, "no chromium here: no page was opened")
class ReportPages(unittest.TestCase):
    def setUp(self):
        self.browser = browser.Browser()
        self.addCleanup(self.browser.close)

    def cut_off(self, path):
        page = browser.Page(self.browser)
        page.resize(1200, 900)
        page.load(path.as_uri())
        self.assertGreater(page.run("document.querySelectorAll('.scroll').length"), 1)
        self.assertLessEqual(page.run("document.documentElement.scrollWidth"), 1200)
        return page.run(CUT)

    def test_comparisons(self):
        pages = sorted((RESULTS / "reproduction").glob("**/index.html"))
        self.assertGreater(len(pages), 3)
        for path in pages:
            with self.subTest(path):
                self.assertEqual(self.cut_off(path), [])

    def test_reports(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.html"
            for names in (["quickstart"], ["tuning/connect4-softmax", "tuning/go9-softmax"], ["minimax-example"]):
                with self.subTest(names):
                    subprocess.run([ROOTWARD, "report", *(str(RESULTS / name) for name in names), "--out", page], check=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    self.assertEqual(self.cut_off(page), [])


if __name__ == "__main__":
    unittest.main()
