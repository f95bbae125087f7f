"""The program `rootward`, which plays, draws samples and compares. What it says goes to the user as it is."""

import ctypes
import json
import signal
import subprocess

from samples import BadSamples, BrokenOff, read_batches, read_header

DONE, FAILED, USAGE, ALARM, INCOMPLETE, INTERRUPTED = 0, 1, 2, 4, 75, 130  # exit codes


class Stop(Exception):
    """Ends the program with an exit code and, unless somebody has said why already, a sentence."""

    def __init__(self, code, text=""):
        super().__init__(text)
        self.code = code


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


class Program:
    def __init__(self, path):
        self.path = path

    def call(self, *words):
        """Its output. Where it fails it has said why, and its exit code is ours, but for 4, which is our alarm's."""
        done = subprocess.run([self.path, *map(str, words)], stdout=subprocess.PIPE, preexec_fn=die_with_parent)
        if done.returncode < 0:
            raise Stop(FAILED, self.killed(done.returncode, words[0]))
        if done.returncode:
            raise Stop(FAILED if done.returncode == ALARM else done.returncode)
        return done.stdout

    def killed(self, code, what):
        name = signal.Signals(-code).name if -code in list(signal.Signals) else f"signal {-code}"
        return f"{self.path} {what} was killed ({name}); the same command goes on where this ended"

    def stats(self, *words):
        return json.loads(self.call("tool", "data", "stats", *words, "--json"))["generations"]

    def samples(self, shape, *words):
        """The stream's header, then its batches."""
        command = [self.path, "tool", "data", "samples", *map(str, words)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=die_with_parent) as child:
            try:
                header = read_header(child.stdout, shape)
                yield header
                yield from read_batches(child.stdout, shape, header["count"])
            except BrokenOff as broken:  # a program that fails says why
                code = child.wait()
                if code < 0:
                    raise Stop(FAILED, self.killed(code, "data samples")) from None
                raise Stop(code or FAILED, "" if code else str(broken)) from None
            except BadSamples as bad:
                raise Stop(USAGE, str(bad)) from None
