"""The explorer's examples as PNG, whole pages at three widths, light and dark, to be looked at: pictures.py FOLDER."""
import base64
import os
import pathlib
import subprocess
import sys
import tempfile

import browser

ROOTWARD = os.environ["ROOTWARD"]
SHOWN = {"textbook": "#sim=40&op=max_lambda", "d_chain": "#sim=200&op=softmax", "trap": "#sim=60&op=softmax",
         "tictactoe": "#sim=150&op=max", "connect4": "#sim=300&op=softmax&set=softmax.g:-4", "go": "#sim=600&op=softmax"}
WIDTHS = (360, 1024, 1600)


def main(folder):
    if browser.program() is None:
        sys.exit("no chromium here: no pictures were made")
    folder.mkdir(parents=True, exist_ok=True)
    screen = browser.Browser()
    with tempfile.TemporaryDirectory(prefix="rootward-pictures-") as place:
        for example, address in SHOWN.items():
            path = pathlib.Path(place) / f"{example}.html"
            subprocess.run([ROOTWARD, "explore", "--example", example, "--out", str(path)], check=True)
            for theme in ("light", "dark"):
                for width in WIDTHS:
                    take(screen, path.as_uri() + address, theme, width, folder / f"{example}-{width}-{theme}.png")
    screen.close()
    print(f"{len(SHOWN) * len(WIDTHS) * 2} pictures in {folder}")


def take(screen, address, theme, width, out):
    page = browser.Page(screen)
    page.resize(width, 900)
    page.prefer(prefers_color_scheme=theme)
    said = page.open(address)
    if said != "true":
        sys.exit(f"{address} says {said}")
    page.resize(width, page.run("document.documentElement.scrollHeight"))
    out.write_bytes(base64.b64decode(page.call("Page.captureScreenshot", format="png")["data"]))
    page.close()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
