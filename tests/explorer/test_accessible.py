"""axe-core over the page, light, dark and narrow: no finding that shuts readers out, contrast among them."""
import os
import pathlib
import unittest

import browser
import test_page

# axe.min.js of axe-core (MPL-2.0, for tests alone): tests/explorer/accessible fetches it.
AXE = os.environ.get("AXE")

FOUND = """axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .map((one) => `${one.id} (${one.impact}): ${one.help}: ${one.nodes.slice(0, 4).map((node) =>
        `${node.html.slice(0, 160)} ${node.failureSummary.split('\\n')[1] ?? ''}`).join(' | ')}`))"""


@unittest.skipIf(browser.program() is None or AXE is None, "no chromium or no axe-core here: the page was not looked at")
class Accessible(test_page.Pages):
    def test_no_serious_findings(self):
        for example, address in (("textbook", "#sim=40&op=max_lambda&node=b1"), ("connect4", "#sim=300&set=softmax.g:-4"),
                                 ("go", "#sim=500&op=softmax"), ("trap", "#sim=60&op=max")):
            page = self.page(self.explore("--example", example), address)
            page.run(pathlib.Path(AXE).read_text())
            for theme in ("light", "dark"):
                for width in (1366, 360):
                    with self.subTest(example, theme=theme, width=width):
                        page.resize(width, 800)
                        page.prefer(prefers_color_scheme=theme)
                        self.assertEqual(page.run(FOUND), [])

    def test_it_finds_what_is_too_pale(self):
        page = self.page(self.explore("--example", "textbook"))
        page.run(pathlib.Path(AXE).read_text())
        page.run("document.documentElement.style.setProperty('--soft', '#c0c0c0')")
        self.assertTrue(any(found.startswith("color-contrast (serious)") for found in page.run(FOUND)))


if __name__ == "__main__":
    unittest.main()
