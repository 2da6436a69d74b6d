#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""import heteroscope: the numbers are those of hscope, arrays add up, errors say where, Ctrl+C stops a search, other threads
of Python go on meanwhile, and the example runs."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import xml.etree.ElementTree as xml

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

import heteroscope

SOURCE = os.environ["HETEROSCOPE_SOURCE_DIR"]
HSCOPE = os.path.join(os.environ["HETEROSCOPE_BIN_DIR"], "hscope")
EXAMPLE = os.path.join(SOURCE, "resources/examples/mixed-32.hscope.json")
GUARD = 240  # seconds, against hanging


def hscope(*arguments):
    result = subprocess.run([HSCOPE, *arguments], capture_output=True, text=True, timeout=GUARD)
    assert result.returncode == 0, result.stderr
    return result.stdout


def hscope_json(*arguments):
    return json.loads(hscope(*arguments, "--json", "-"))


class Numbers(unittest.TestCase):
    """As hscope says them."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.small = os.path.join(cls.folder.name, "small.hscope.json")
        cls.project = heteroscope.new("1x4 A100 + 1x2 V100", "GPT-3 1.3B", batch=8, sequence=1024)
        cls.project.save(cls.small)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_new(self):
        other = os.path.join(self.folder.name, "other.hscope.json")
        hscope("new", "1x4 A100 + 1x2 V100", "--model", "GPT-3 1.3B", "--batch", "8", "--sequence", "1024", "-o", other)
        with open(self.small, encoding="utf-8") as mine, open(other, encoding="utf-8") as theirs:
            self.assertEqual(mine.read(), theirs.read())

    def test_simulate(self):
        for example in sorted(os.listdir(os.path.dirname(EXAMPLE))):
            file = os.path.join(os.path.dirname(EXAMPLE), example)
            with open(file, encoding="utf-8") as text:
                if not json.load(text).get("plans"):
                    continue
            self.assertEqual(heteroscope.load(file).simulate().to_dict(), hscope_json("simulate", file), example)

    def test_jitter(self):
        theirs = hscope_json("simulate", EXAMPLE, "--jitter", "0.1", "--seed", "7")
        self.assertEqual(heteroscope.load(EXAMPLE).simulate(jitter=0.1, seed=7).to_dict(), theirs)

    def test_plan(self):
        answer = self.project.plan(top=5)
        theirs = hscope_json("plan", self.small, "--top", "5")
        mine = answer.to_dict()
        for result in (mine, theirs):
            result.pop("searchSeconds")
        self.assertEqual(mine, theirs)
        self.assertEqual(answer.step_time, theirs["answer"]["stepTime"])
        self.assertEqual(answer.step.plan, theirs["answer"]["plan"])
        np.testing.assert_array_equal(answer.step_times, [plan["stepTime"] for plan in theirs["plans"]])
        # A plan given back yields its step time.
        self.assertEqual(self.project.simulate(answer.plan_dict).step_time, answer.step_time)
        self.assertEqual(self.project.simulate().step_time, answer.step_time)

    def test_explain(self):
        self.assertEqual(heteroscope.load(EXAMPLE).explain(), hscope_json("explain", EXAMPLE))

    def test_sweep(self):
        spec = os.path.join(SOURCE, "resources/sweeps/two-clusters.sweep.json")
        file = os.path.join(self.folder.name, "rows.jsonl")
        hscope("sweep", spec, "-o", file)
        with open(file, encoding="utf-8") as lines:
            theirs = sorted((json.loads(line) for line in lines), key=lambda row: row["row"])
        rows = heteroscope.sweep(spec, threads=2)
        self.assertEqual(list(rows), theirs)
        with open(spec, encoding="utf-8") as text:
            self.assertEqual(list(heteroscope.sweep(json.load(text))[:3]), theirs[:3])
        np.testing.assert_array_equal(rows.column("stepTime"), [row["stepTime"] for row in theirs])
        self.assertTrue(np.isnan(rows.column("stepTime")).sum() == 0 and rows.column("label").dtype == object)
        mine = os.path.join(self.folder.name, "mine.jsonl")
        self.assertEqual(heteroscope.sweep_into(mine, spec, shard="2/2"), {"rows": 5, "found": 0, "computed": 5})
        self.assertEqual(heteroscope.sweep_into(mine, spec), {"rows": 10, "found": 5, "computed": 5})
        self.assertEqual(hscope("merge", mine, "--format", "csv"), hscope("merge", file, "--format", "csv"))


class Arrays(unittest.TestCase):
    def test_times_add_up(self):
        step = heteroscope.load(EXAMPLE).simulate()
        self.assertEqual(step.time.shape, (len(step.lanes), len(heteroscope.activities)))
        np.testing.assert_allclose(step.time.sum(axis=1), step.step_time, rtol=1e-12)

    def test_intervals_are_the_rows(self):
        step = heteroscope.load(EXAMPLE).simulate()
        rows = step.intervals
        self.assertEqual({len(column) for column in rows.values()}, {len(rows["lane"])})
        lengths = np.zeros_like(step.time)
        np.add.at(lengths, (rows["lane"], rows["activity"]), rows["end"] - rows["start"])
        np.testing.assert_allclose(lengths, step.time, atol=1e-9)


class Edits(unittest.TestCase):
    def test_the_first_project_stays(self):
        project = heteroscope.load(EXAMPLE)
        before = project.to_dict()
        edited = project.edit({"workload": {"job": {"globalBatch": np.int64(64)}}})
        self.assertEqual(edited.to_dict()["workload"]["job"]["globalBatch"], 64)
        self.assertEqual(project.to_dict(), before)
        self.assertEqual(heteroscope.Project.from_dict(before).to_dict(), before)

    def test_pictures(self):
        project = heteroscope.load(EXAMPLE)
        for drawn in (project, project.simulate()):
            self.assertTrue(xml.fromstring(drawn._repr_html_()).tag.endswith("svg"))


class Errors(unittest.TestCase):
    def test_a_missing_file(self):
        with self.assertRaises(heteroscope.Error) as caught:
            heteroscope.load("/no/such/file.hscope.json")
        self.assertEqual((caught.exception.file, caught.exception.code), ("/no/such/file.hscope.json", "unreadable"))
        self.assertIn("/no/such/file.hscope.json", str(caught.exception))

    def test_a_place_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "wrong.hscope.json")
            project = heteroscope.load(EXAMPLE).to_dict()
            project["workload"]["job"]["globalBatch"] = -1
            with open(file, "w", encoding="utf-8") as out:
                json.dump(project, out)
            with self.assertRaises(heteroscope.Error) as caught:
                heteroscope.load(file)
        self.assertEqual(caught.exception.file, file)
        self.assertEqual(caught.exception.path, "/workload/job/globalBatch")
        self.assertTrue(caught.exception.expected and caught.exception.hint)

    def test_arguments(self):
        project = heteroscope.load(EXAMPLE)
        for call, path in (
            (lambda: project.plan(space="Q"), "space"),
            (lambda: project.plan(objective="fun"), "objective"),
            (lambda: project.simulate("no such plan"), "/plans"),
            (lambda: project.explain(device="nowhere:0"), "device"),
            (lambda: project.edit({"workload": {"job": {"globalBatch": "x"}}}), "/workload/job/globalBatch"),
            (lambda: heteroscope.new("1x8 H100", "no such model"), "model"),
            (lambda: heteroscope.new("1x8 Q100", "Llama 3 8B"), "1:5"),
            (lambda: heteroscope.sweep({"formatVersion": 1, "grids": []}), "/grids"),
        ):
            with self.assertRaises(heteroscope.Error) as caught:
                call()
            self.assertEqual(caught.exception.path, path)
        for wrong in (object(), {1: 2}, {"a": {1, 2}}):
            with self.assertRaises(TypeError):
                project.edit(wrong if isinstance(wrong, dict) else {"a": wrong})
        loop = {}
        loop["self"] = loop
        for wrong in (loop, {"a": float("nan")}):
            with self.assertRaises(ValueError):
                project.edit(wrong)


# Minutes of work: only a stop ends it in time.
LONG = 'heteroscope.new("32x8 H100 ndr400x8", "DeepSeek-V3 671B", batch=2048, sequence=4096).plan()'


class Stopping(unittest.TestCase):
    def test_an_interrupt_stops_a_search(self):
        program = f"""
import heteroscope, os, signal, threading
def tasks():
    return len(os.listdir("/proc/self/task"))
before = tasks()
# Interrupts the search once it runs, on a thread of its own. This thread gets its turns only because the search gives them.
def interrupt():
    while tasks() < before + 2:
        pass
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    {LONG}
except KeyboardInterrupt:
    print("interrupted")
"""
        result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=GUARD)
        self.assertEqual((result.stdout, result.returncode), ("interrupted\n", 0), result.stderr)

    def test_other_threads_go_on(self):
        project = heteroscope.new("2x8 H100 + 2x8 A100", "Llama 3 8B", batch=256)
        counted = 0
        done = threading.Event()

        def search():
            project.plan()
            done.set()

        thread = threading.Thread(target=search)
        thread.start()
        while not done.is_set():
            counted += 1
        thread.join()
        self.assertGreater(counted, 0)


class Example(unittest.TestCase):
    def test_it_runs(self):
        file = os.path.join(SOURCE, "app/python/examples/two_generations.py")
        result = subprocess.run([sys.executable, file], capture_output=True, text=True, timeout=GUARD)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("proved", result.stdout)
        self.assertEqual(result.stdout.count("batch   64"), 3)


if __name__ == "__main__":
    signal.alarm(4 * GUARD)
    unittest.main(verbosity=2)
