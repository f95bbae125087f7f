"""Puts stylesheet, licences, names of the operators, script and WebAssembly (gzipped) into the template: assemble.py BUILD OUT."""
import base64
import gzip
import html
import json
import re
import sys
from pathlib import Path

build, out = Path(sys.argv[1]), Path(sys.argv[2])
here = Path(__file__).parent
page = (here / "template.html").read_text()
script = (build / "page.js").read_text().replace("</script", "<\\/script")
module = base64.b64encode(gzip.compress((build / "rooms.wasm").read_bytes(), 9, mtime=0)).decode()
operators = json.dumps(re.findall(r"^ROOTWARD_OPERATOR\((\w+)\)", (here / "../backup/operators.def").read_text(), re.M))
licences = html.escape((here / "licences.txt").read_text())
for mark, text in (("/*STYLE*/", (here / "style.css").read_text()), ("/*LICENCES*/", licences), ("/*OPERATORS*/", operators), ("/*MODULE*/", module), ("/*SCRIPT*/", script)):
    assert page.count(mark) == 1, mark
    page = page.replace(mark, text)
out.write_text(page)
