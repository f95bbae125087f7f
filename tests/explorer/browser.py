"""Chromium without a window, spoken to through its debugging pipe: the standard library alone."""
import json
import os
import shutil
import subprocess
import tempfile
import time


def program():
    """The first browser that is there; None for none."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    def __init__(self):
        self.home = tempfile.TemporaryDirectory(prefix="rootward-browser-")
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()

        def place():  # the browser reads commands from 3 and writes answers to 4
            read, write = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [program(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--remote-debugging-pipe", f"--user-data-dir={self.home.name}"],
            preexec_fn=place, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self.home.name})
        os.close(theirs_in)
        os.close(theirs_out)
        self.to, self.answers = ours_out, os.fdopen(ours_in, "rb")
        self.number, self.kept, self.events = 0, b"", []

    def cpu_seconds(self):
        """What its pages have used so far."""
        processes = self.call("SystemInfo.getProcessInfo")["processInfo"]
        return sum(one["cpuTime"] for one in processes if one["type"] == "renderer")

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.to)
        self.answers.close()
        shutil.rmtree(self.home.name, ignore_errors=True)

    def read(self):
        while b"\0" not in self.kept:
            piece = self.answers.read1(1 << 16)
            if not piece:
                raise RuntimeError("the browser has gone")
            self.kept += piece
        text, self.kept = self.kept.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)


class Page:
    """One page of the browser; `events` are those that came while it was open."""

    def __init__(self, browser):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.target = target
        for domain in ("Page", "Runtime", "Network"):
            self.call(f"{domain}.enable")
        self.resize(1366, 768)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)

    def open(self, address, seconds=60):
        """Loads the address and waits until the page says that it is ready; returns what it says."""
        self.call("Page.navigate", url=address)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            said = self.run("document.documentElement?.dataset.ready")
            if said not in (None, "false"):
                return said
            time.sleep(0.05)
        raise RuntimeError("the page did not get ready")

    def load(self, address, seconds=60):
        """Loads a page that says nothing of being ready."""
        self.call("Page.navigate", url=address)
        end = time.monotonic() + seconds
        while self.run("document.readyState + ' ' + location.href") != f"complete {address}":
            if time.monotonic() > end:
                raise RuntimeError("the page did not load")
            time.sleep(0.05)

    def run(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def press(self, key, shift=False):
        text = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, modifiers=8 if shift else 0,
                      **(text if kind == "keyDown" else {}))

    def drag(self, start, end):
        """With the mouse, from (x, y) to (x, y)."""
        for kind, (x, y) in (("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def prefer(self, media="screen", **features):
        """What the reader's system asks for: prefer(prefers_color_scheme="dark")."""
        wanted = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", media=media, features=wanted)

    def told(self, method):
        """What events of this name said, of this page."""
        return [event["params"] for event in self.browser.events
                if event.get("method") == method and event.get("sessionId") == self.session]
