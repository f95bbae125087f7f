"""A file system that each node sees through a client of its own; says so and skips where one cannot be had."""

import os
import shutil
import sys
import tempfile
import time
import unittest

from testbed import PROGRAMS, OnSlurm, Testbed, long_test, missing


@unittest.skipIf(missing(*PROGRAMS, "sshfs") or not os.path.exists("/dev/fuse") or os.getuid() != 0,
                 "Slurm, sshfs or /dev/fuse is not here, or this is not root")
class SharedFiles(OnSlurm):
    """Each node sees the folder through a network file system client of its own, which caches and shares no locks."""

    @classmethod
    def setUpClass(cls):
        cls.places = tempfile.mkdtemp(dir="/tmp")
        cls.addClassCleanup(shutil.rmtree, cls.places, ignore_errors=True)
        cls.bed = Testbed("--shared", cls.places)

    def test_a_node_is_frozen_until_its_tasks_run_elsewhere_and_then_goes_on(self):
        config = self.config(pairs=12, simulations=5000)
        self.submit(config, "--out", "cluster", "--tasks", "6")
        self.wait_until(lambda: any("RUNNING" in task for task in self.queue()), "a task runs", 60)
        time.sleep(1)
        node = self.bed.run("squeue", "-h", "-r", "-t", "R", "-o", "%N").stdout.split()[0].lstrip("n")
        self.bed.call("freeze-node", node)
        thawed = False

        def is_thawed():
            nonlocal thawed
            if not thawed and self.is_elsewhere(f"n{node}"):
                self.bed.call("thaw-node", node)
                thawed = True
            return thawed

        self.addCleanup(lambda: thawed or self.bed.call("thaw-node", node))
        self.wait_until(is_thawed, "Slurm has given the node's tasks to others", 120)
        self.settle("cluster", 240)
        self.finish("cluster", 240)
        self.same_as_one_machine("cluster", config)
        status = self.status("cluster")
        self.assertEqual((status["complete"], status["missing"]), (True, ""))

    @long_test
    def test_a_daemon_dies_and_its_tasks_go_on_when_others_have_them(self):
        config = self.config(pairs=12, simulations=5000)
        self.submit(config, "--out", "cluster", "--tasks", "6")
        self.wait_until(lambda: any("RUNNING" in task for task in self.queue()), "a task runs", 60)
        time.sleep(1)
        node = self.bed.run("squeue", "-h", "-r", "-t", "R", "-o", "%N").stdout.split()[0].lstrip("n")
        self.bed.call("kill-daemon", node)
        self.bed.call("freeze-node", node)
        self.addCleanup(self.bed.call, "start-node", node)
        self.addCleanup(self.bed.call, "thaw-node", node)
        self.wait_until(lambda: self.is_elsewhere(f"n{node}"), "Slurm has given the node's tasks to others", 120)
        self.bed.call("thaw-node", node)
        self.finish("cluster", 240)
        self.same_as_one_machine("cluster", config)

    @long_test
    def test_the_controller_dies(self):
        config = self.config(pairs=6, simulations=3000)
        self.submit(config, "--out", "cluster", "--tasks", "6")
        self.wait_until(lambda: any("RUNNING" in task for task in self.queue()), "a task runs", 60)
        self.bed.call("kill-ctld")
        self.assertEqual(self.status("cluster")["slurm"], "silent")
        self.bed.call("start-ctld")
        self.settle("cluster", 150)
        self.rootward("run", "cluster", "--slurm", "--calibrate", "1")
        self.settle("cluster", 150)
        self.finish("cluster", 240)
        self.same_as_one_machine("cluster", config)

    def settle(self, folder, seconds):
        self.wait_until(lambda: self.let_go_as_administrator(folder) or not self.queue(), "nothing is queued any more", seconds)

    def let_go_as_administrator(self, folder):
        """A controller that comes back with an old state drains nodes that run what it does not know ("Duplicate jobid"),
        and a node that thaws may be given a task that it still runs."""
        self.let_go(folder)
        if "drain" in self.bed.run("sinfo", "-h", "-N", "-o", "%T").stdout:
            self.bed.run("scontrol", "update", "nodename=n[1-3]", "state=resume")

    def is_elsewhere(self, node):
        states = self.bed.run("sinfo", "-h", "-N", "-n", node, "-o", "%T").stdout
        running = self.bed.run("squeue", "-h", "-r", "-t", "R", "-o", "%N").stdout.split()
        return "down" in states and node not in running


if __name__ == "__main__":
    unittest.main(testRunner=unittest.TextTestRunner(stream=sys.stdout, verbosity=2))
