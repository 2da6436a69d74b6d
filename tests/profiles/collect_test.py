# SPDX-License-Identifier: GPL-3.0-or-later
"""What collect.py measures, in which order and for how long, and what it writes: on devices that are made up here."""

import argparse
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

SOURCE = os.environ.get("HETEROSCOPE_SOURCE_DIR", os.path.join(os.path.dirname(__file__), "..", ".."))
FOLDER = os.path.join(SOURCE, "resources", "profiles")
sys.path.insert(0, FOLDER)

import collect  # noqa: E402


class Device(collect.DryRun):
    """A dry run that counts, and that may lack things."""

    def __init__(self, rate=1e14, missing=()):
        super().__init__(rate)
        self.missing, self.prepared, self.calls = missing, [], 0

    def prepare(self, kind, sizes):
        self.prepared.append((kind, sizes))
        if kind in self.missing:
            return None
        passes = super().prepare(kind, sizes)

        def counted(work):
            def call(count):
                self.calls += count
                return work(count)
            return call
        return {name: counted(work) for name, work in passes.items()}


class Group:
    """Eight devices on two nodes; messages take 10 us and a second for 100 GB."""

    rank, devices, nodes = 0, 8, 2

    def __init__(self, device):
        self.device, self.agreements, self.waits = device, [], 0

    def members(self, operation):
        return (2, 2) if operation == "sendReceive" else (8, 2)

    def agreed(self, number):
        self.agreements.append(number)
        return number

    def wait(self):
        self.waits += 1

    def prepare(self, operation, size):
        if operation == "allToAll":
            return None
        seconds = 1e-5 + size / 1e11

        def work(count):
            self.device.now += seconds * count
            return seconds
        return work


def options(budget=480.0, quick=False):
    return argparse.Namespace(budget=budget, quick=quick)


def quiet(_text):
    pass


class Statistics(unittest.TestCase):
    def test_median_and_quartiles(self):
        summary = collect.summary([3.0, 1.0, 2.0, 100.0, 2.0])
        self.assertEqual(summary["seconds"], 2.0)
        self.assertEqual(summary["runs"], 5)
        self.assertGreater(summary["spread"], 0)
        self.assertEqual(collect.summary([2.0]), {"seconds": 2.0, "spread": 0.0, "runs": 1})

    def test_short_calls_are_timed_together(self):
        counts = []

        def work(count):
            counts.append(count)
            return 1e-4
        samples = collect.measure(work, 1.0, 100.0)
        self.assertEqual(counts[0], 1)
        self.assertEqual(set(counts[1:]), {20})
        self.assertEqual(len(samples), collect.MOST_SAMPLES)

    def test_long_calls_are_timed_a_few_times(self):
        counts = []

        def work(count):
            counts.append(count)
            return 10.0
        self.assertEqual(len(collect.measure(work, 1.0, 1000.0)), collect.FEWEST_SAMPLES)
        self.assertEqual(set(counts), {1})
        self.assertEqual(len(collect.measure(work, 1.0, 25.0)), 2)  # what is left of the budget
        self.assertEqual(len(collect.measure(work, 1.0, -1.0)), 1)


class Grid(unittest.TestCase):
    def test_each_dimension_varies_alone(self):
        shapes = {tuple(item.sizes[key] for key in "mnk") for item in collect.products(("bf16",), 1)}
        for place in range(3):
            alone = {shape[place] for shape in shapes
                     if all(shape[other] == 8192 for other in range(3) if other != place)}
            self.assertGreaterEqual(len(alone), 5)
        self.assertTrue(any(shape[1] % 8 for shape in shapes))
        self.assertEqual(len(shapes), len(collect.products(("bf16",), 1)))

    def test_every_precision_is_among_the_first(self):
        device = Device()
        first = [item.sizes["precision"] for item in collect.device_items(device)[:16] if item.kind == "products"]
        self.assertEqual(set(first), set(device.precisions))

    def test_experts_get_from_few_to_many_rows(self):
        sizes = [item.sizes for item in collect.experts("bf16", 1)]
        self.assertEqual({one["experts"] for one in sizes}, {8, 16, 32})
        for count in (8, 16, 32):
            self.assertGreaterEqual(len({one["m"] for one in sizes if one["experts"] == count}), 4)
        # A device without such a kernel is asked for none.
        device = Device()
        device.expert_precision = None
        self.assertFalse(any("experts" in item.sizes for item in collect.device_items(device)))

    def test_attention_has_both_kernels_at_each_length(self):
        items = collect.attention("bf16", ("open", "vendor"), 1)
        for kernels in ("open", "vendor"):
            lengths = {item.sizes["sequence"] for item in items if item.sizes["kernels"] == kernels}
            self.assertGreaterEqual(len(lengths), 5)

    def test_messages_are_whole_parts_of_the_group(self):
        for item in collect.messages(6, False, 1):
            self.assertEqual(item.sizes["bytes"] % 6, 0)


class Measuring(unittest.TestCase):
    def test_the_file_holds_what_was_measured(self):
        device = Device()
        result = collect.document(device, None, options(), device.clock, quiet)
        lists = result["measurements"]
        self.assertEqual(len(device.prepared), sum(len(lists[key]) for key in ("products", "streams", "attention")) + 1)
        self.assertNotIn("leftOut", result)
        self.assertNotIn("collectives", lists)
        for product in lists["products"]:
            flop = 2 * product["m"] * product["n"] * product["k"] * product.get("experts", 1)
            rate = 1e14 if product["precision"] == "bf16" else 1e14 / 8
            self.assertAlmostEqual(flop / product["time"]["seconds"] / rate, 1)
        self.assertEqual(set(lists["attention"][0]),
                         {"precision", "kernels", "batch", "heads", "headDim", "sequence", "forward", "backward"})

    def test_a_spent_budget_leaves_out_the_end_and_says_so(self):
        for budget in (480.0, 45.0, 5.0, 0.5):
            device = Device(1e12)
            result = collect.document(device, None, options(budget), device.clock, quiet)
            lists = result["measurements"]
            measured = sum(len(lists.get(key, ())) for key in ("products", "streams", "attention"))
            everything = len(collect.device_items(device))
            self.assertEqual(measured + (1 if "launch" in lists else 0) + result.get("leftOut", 0), everything)
            self.assertLess(device.now, budget + 10)
        self.assertGreater(result["leftOut"], 0)

    def test_a_fast_device_is_done_within_a_minute(self):
        device = Device(5e14)
        collect.document(device, None, options(45.0, True), device.clock, quiet)
        self.assertLess(device.now, 60)

    def test_what_the_device_lacks_is_counted(self):
        device = Device(missing=("attention",))
        result = collect.document(device, None, options(), device.clock, quiet)
        self.assertNotIn("attention", result["measurements"])
        self.assertEqual(result["leftOut"], len(collect.attention("bf16", ("open",), 1)))

    def test_collectives_follow_the_first_process(self):
        device = Device()
        group = Group(device)
        result = collect.document(device, group, options(), device.clock, quiet)
        calls = result["measurements"]["collectives"]
        self.assertEqual({call["operation"] for call in calls}, {"allReduce", "allGather", "sendReceive"})
        self.assertEqual({(call["devices"], call["nodes"]) for call in calls if call["operation"] == "sendReceive"},
                         {(2, 2)})
        for call in calls:
            self.assertAlmostEqual(call["time"]["seconds"], 1e-5 + call["bytes"] / 1e11)
        self.assertGreater(len(group.agreements), 3 * len(calls) - 1)

    def test_other_processes_write_nothing_and_measure_no_kernel(self):
        device = Device()
        group = Group(device)
        group.rank = 1
        self.assertIsNone(collect.document(device, group, options(), device.clock, quiet))
        self.assertEqual(device.prepared, [])


class File(unittest.TestCase):
    def run_collect(self, *words, **environment):
        return subprocess.run([sys.executable, "-B", os.path.join(FOLDER, "collect.py"), *words], capture_output=True,
                              text=True, check=False, env={**os.environ, **environment})

    def test_a_dry_run_writes_the_file_without_paths(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mine.json")
            done = self.run_collect("--dry-run", "1e14", "-o", path)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(path, encoding="utf-8") as file:
                text = file.read()
        result = json.loads(text)
        self.assertEqual(result["formatVersion"], 1)
        self.assertNotIn(folder, text)
        self.assertNotIn(os.uname().nodename, text)

    def test_without_pytorch_it_says_what_to_install(self):
        with tempfile.TemporaryDirectory() as folder:
            # A module of that name that cannot be imported stands before a PyTorch that is there.
            with open(os.path.join(folder, "torch.py"), "w", encoding="utf-8") as file:
                file.write("raise ImportError('none')\n")
            path = os.path.join(folder, "mine.json")
            done = self.run_collect("-o", path, PYTHONPATH=folder)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("pip install torch", done.stderr)
            self.assertNotIn("Traceback", done.stderr)
            self.assertFalse(os.path.exists(path))

    def test_what_is_no_number_is_not_written(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
            with self.assertRaises(SystemExit):
                collect.write({"seconds": float("nan")}, os.path.join(folder, "mine.json"))
            self.assertEqual(os.listdir(folder), [])

    def test_wrong_options_are_refused(self):
        for words in ((), ("-o", "x", "--budget", "-1"), ("-o", "x", "--dry-run", "0")):
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
                collect.arguments(words)


if __name__ == "__main__":
    unittest.main()
