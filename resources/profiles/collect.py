#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures this machine with PyTorch, for `hscope calibrate`: matrix products, those of experts, memory, fused attention,
the launch of kernels and, started by torchrun, collectives. Needs Python 3.9 and PyTorch (CUDA, ROCm or CPU).

    python3 collect.py -o mine.json                                   # ten minutes at most; --quick: one minute
    torchrun --nproc-per-node 8 collect.py -o mine.json               # with collectives over 8 devices
    hscope calibrate mine.json -o calibration.json

With --model it measures whole layers of one model instead: see `collect.py --model gpt3-1.3b --help`. The file follows
resources/schema/measurements.schema.json and holds no path, host or user name. README.md beside this script says more.
"""

import argparse
import datetime
import json
import math
import os
import statistics
import sys
import time

sys.dont_write_bytecode = True  # beside the program, in a folder of the user's
import layer_profiles  # noqa: E402

FORMAT_VERSION = 1
# Of one sample: long beside the clock's own resolution and the start of a queue of kernels.
SAMPLE_SECONDS = 2e-3
MOST_CALLS = 200
FEWEST_SAMPLES = 5
MOST_SAMPLES = 30
# Of the budget of time, left to the collectives where there are any.
COLLECTIVES_SHARE = 0.4
OPERATIONS = ("allReduce", "allGather", "allToAll", "sendReceive")


class Item:
    """One thing to measure: the list of the file that it belongs to, its sizes, and its FLOP."""

    def __init__(self, kind, sizes, flop=0.0):
        self.kind, self.sizes, self.flop = kind, sizes, flop


def product(precision, m, n, k):
    return Item("products", {"precision": precision, "m": m, "n": n, "k": k}, flop=2.0 * m * n * k)


def products(precisions, divisor):
    """Shapes in which each dimension varies alone, waves of tiles that are not full, and an odd width. The first of
    each precision says most. `divisor` makes all smaller, for devices that would take too long."""
    large, most = 8192 // divisor, 16384 // divisor
    first = [(large, large, large), (large, large, large // 16), (large // 16, large, large), (large, large // 16, large)]
    more = [(large, large, large // 8), (large // 8, large, large), (large, large // 8, large),
            (large // 4, large, large), (large, large // 4, large), (large, large, large // 4),
            (large // 32, large, large), (large, large // 32, large), (large, large, large // 32),
            (most, large, large), (large, most, large), (large, large, most),
            (large // 2, 5 * large // 8, 3 * large // 16), (large // 4, 11 * large // 8, large // 2),
            (most, 5 * large // 32, 5 * large // 4), (3 * large // 8, 3 * large // 8, large // 2),
            (large // 2, 50257 // divisor | 1, large // 2)]
    main = precisions[:1]
    return ([product(p, *shape) for p in precisions for shape in first] +
            [product(p, *shape) for p in main for shape in more])


def experts(precision, divisor):
    """Products of several experts in one launch: as many rows for each, from few to those of a plain product, of few wide
    experts and of many narrow ones."""
    items = []
    for rows in (1024, 256, 4096, 128, 512, 2048):
        for count, n, k in ((8, 7168, 4096), (32, 2048, 4096), (16, 1536, 2048)):
            if count * rows > 32768:
                continue
            rows_of_one, wide, deep = max(8, rows // divisor), n // divisor, k // divisor
            items.append(Item("products", {"precision": precision, "m": rows_of_one, "n": wide, "k": deep,
                                           "experts": count}, flop=2.0 * count * rows_of_one * wide * deep))
    return items


def attention(precision, kernels, divisor):
    """Sequences of different length at equal tokens, narrow heads, and few queries."""
    shapes = [(max(1, 16384 // sequence), 32, 128, sequence) for sequence in (4096, 1024, 16384, 512, 2048, 8192, 32768)]
    shapes += [(1, 8, 128, 2048), (1, 8, 128, 1024), (4, 32, 64, 4096)]
    items = []
    for batch, heads, head_dim, sequence in shapes:
        for kernel in kernels:
            length = max(64, sequence // divisor)
            sizes = {"precision": precision, "kernels": kernel, "batch": batch, "heads": heads, "headDim": head_dim,
                     "sequence": length}
            # Causal: half of the square; the backward pass computes 2.5 times as much.
            items.append(Item("attention", sizes, flop=3.5 * 2 * batch * heads * length * length * head_dim))
    return items


def streams(memory, divisor):
    """Copies: read once, written once."""
    largest = min(2 ** 31 // divisor, int(memory) // 8)
    return [Item("streams", {"bytes": size}) for size in (largest, largest // 2, largest // 4)]


def device_items(device):
    """Everything about one device, what tells most first: a spent budget leaves out the end."""
    divisor = device.divisor
    parts = [[Item("launch", {})], streams(device.memory, divisor), products(device.precisions, divisor)]
    if device.expert_precision:
        parts.append(experts(device.expert_precision, divisor))
    if device.attention_kernels:
        parts.append(attention(device.attention_precision, device.attention_kernels, divisor))
    first = [item for part in parts for item in part[:4 * len(device.precisions)]]
    return first + [item for part in parts for item in part[4 * len(device.precisions):]]


def messages(devices, quick, divisor):
    """The sizes of all operations in turn, long ones first; bytes of the whole tensor."""
    exponents = (27, 24, 20, 16) if quick else (28, 26, 24, 30, 22, 20, 18, 16, 14, 12)
    return [Item("collectives", {"operation": operation, "bytes": 2 ** exponent // divisor // devices * devices})
            for exponent in exponents for operation in OPERATIONS]


def summary(samples):
    """Median and distance of the quartiles, in seconds."""
    quartiles = statistics.quantiles(samples, n=4) if len(samples) > 1 else [0.0, 0.0, 0.0]
    return {"seconds": statistics.median(samples), "spread": quartiles[2] - quartiles[0], "runs": len(samples)}


class Budget:
    """Seconds that are left. Items come in a fixed order, each with a count of runs that its first run decides."""

    def __init__(self, seconds, clock):
        self.clock, self.end = clock, clock() + seconds

    def left(self):
        return self.end - self.clock()


def repetition(estimate, seconds, left):
    """Calls in a sample, and samples, for a call of about `estimate` seconds: in `seconds`, and no longer than what is
    `left` of the budget, but one in any case."""
    calls = max(1, min(MOST_CALLS, math.ceil(SAMPLE_SECONDS / estimate)))
    samples = max(FEWEST_SAMPLES, min(MOST_SAMPLES, int(seconds / (estimate * calls))))
    return calls, max(1, min(samples, int(left / (estimate * calls))))


def measure(work, seconds, left):
    """Samples of one call. work(count) makes `count` calls and returns the time of one; what compiles, allocates and
    loads was done before."""
    calls, samples = repetition(max(work(1), 1e-9), seconds, left)
    return [work(calls) for _ in range(samples)]


def measure_device(device, budget, seconds, say):
    """The lists of the file, and how many items there was no time or no room for."""
    result = {"products": [], "streams": [], "attention": []}
    left_out, rate = 0, 0.0
    for item in device_items(device):
        expected = (FEWEST_SAMPLES + 2) * item.flop / rate if rate else 0.0
        if budget.left() <= 0 or expected > budget.left():
            left_out += 1
            continue
        passes = device.prepare(item.kind, item.sizes)
        if passes is None:
            left_out += 1
            continue
        times = {name: summary(measure(work, seconds / len(passes), budget.left())) for name, work in passes.items()}
        device.release()
        if item.kind == "launch":
            result["launch"] = times["time"]
        else:
            result[item.kind].append({**item.sizes, **times})
        if item.kind == "products" and "experts" not in item.sizes:
            # The slowest precision so far: an estimate that is too long leaves out, one too short overruns.
            reached = item.flop / times["time"]["seconds"]
            rate = min(rate, reached) if rate else reached
        say(f"{item.kind} {' '.join(str(size) for size in item.sizes.values())}: "
            + ", ".join(f"{times[name]['seconds'] * 1e6:.1f} us" for name in times))
    return result, left_out


def measure_collectives(group, budget, seconds, quick, say):
    """As above. All processes make the same calls, so the first decides for all."""
    result, left_out = [], 0
    for item in messages(group.devices, quick, group.device.divisor):
        if not group.agreed(1 if budget.left() > 0 else 0):
            left_out += 1
            continue
        work = group.prepare(item.sizes["operation"], item.sizes["bytes"])
        if work is None:
            left_out += 1
            continue
        calls, samples = map(group.agreed, repetition(max(work(1), 1e-9), seconds, budget.left()))
        times = summary([work(calls) for _ in range(samples)])
        devices, nodes = group.members(item.sizes["operation"])
        result.append({**item.sizes, "devices": devices, "nodes": nodes, "time": times})
        say(f"{item.sizes['operation']} {item.sizes['bytes']}: {times['seconds'] * 1e6:.1f} us")
    return result, left_out


def document(device, group, options, clock, say):
    """The file as a value; None on all processes but the first."""
    budget = Budget(options.budget, clock)
    seconds = options.budget / 120
    lists, left_out = {}, 0
    is_first = group is None or group.rank == 0
    if is_first:
        own = Budget(options.budget * (1 - COLLECTIVES_SHARE) if group else options.budget, clock)
        lists, left_out = measure_device(device, own, seconds, say)
    if group:
        group.wait()
        collectives, without = measure_collectives(group, budget, seconds, options.quick, say if is_first else silent)
        lists["collectives"] = collectives
        left_out += without
    if not is_first:
        return None
    result = {
        "formatVersion": FORMAT_VERSION,
        "device": {"name": device.name, "kind": device.kind, "memory": device.memory, "processors": device.processors},
        "software": device.software,
        "date": datetime.date.today().isoformat(),
        "measurements": {key: value for key, value in lists.items() if value},
    }
    if left_out:
        result["leftOut"] = left_out
    return result


def silent(_text):
    pass


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", required=True, help="file to write")
    parser.add_argument("--quick", action="store_true", help="end within a minute")
    parser.add_argument("--budget", type=float, help="seconds to measure for; default: 480, or 45 with --quick")
    parser.add_argument("--cpu", action="store_true", help="measure the CPU even if there is a GPU")
    parser.add_argument("--dry-run", type=float, metavar="FLOPS",
                        help="measure nothing: products in bf16 at this many FLOP a second, memory at a hundredth of it")
    options = parser.parse_args(words)
    options.budget = options.budget or (45.0 if options.quick else 480.0)
    if not options.budget > 0 or (options.dry_run is not None and not options.dry_run > 0):
        parser.error("--budget and --dry-run must be above 0")
    return options


class DryRun:
    """Stands in for a device that is limited by its peak and its memory alone, on a clock of its own."""

    name, kind, divisor = "no device (dry run)", "cpu", 1
    memory, processors = 64 * 2 ** 30, 1
    precisions, expert_precision = ("bf16", "fp32"), "bf16"
    attention_precision, attention_kernels = "bf16", ("open",)
    software = {"pytorch": "none"}

    def __init__(self, rate):
        self.rate, self.now = rate, 0.0

    def clock(self):
        return self.now

    def prepare(self, kind, sizes):
        def call(seconds):
            def work(count):
                self.now += seconds * count
                return seconds
            return work

        if kind == "products":
            rate = self.rate if sizes["precision"] == "bf16" else self.rate / 8
            return {"time": call(2.0 * sizes["m"] * sizes["n"] * sizes["k"] * sizes.get("experts", 1) / rate)}
        if kind == "streams":
            return {"time": call(sizes["bytes"] / (self.rate / 100))}
        if kind == "attention":
            flop = 2.0 * sizes["batch"] * sizes["heads"] * sizes["sequence"] ** 2 * sizes["headDim"]
            return {"forward": call(flop / self.rate), "backward": call(2.5 * flop / self.rate)}
        return {"time": call(4e-6)}

    def release(self):
        pass


def write(result, path):
    try:
        text = json.dumps(result, indent=1, allow_nan=False)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")
    except (OSError, ValueError) as problem:
        sys.exit(f"{path}: {problem}")


def main(words):
    if any(word == "--model" or word.startswith("--model=") for word in words):
        return layer_profiles.main(words)
    options = arguments(words)
    group, clock = None, time.monotonic
    if options.dry_run:
        device = DryRun(options.dry_run)
        clock = device.clock
    else:
        import torch_device
        device, group = torch_device.start(options.cpu, int(os.environ.get("WORLD_SIZE", "1")))
    result = document(device, group, options, clock, lambda text: print(text, file=sys.stderr))
    if result:
        write(result, options.output)
        if result.get("leftOut"):
            print(f"{result['leftOut']} measurements left out: no time, or the device cannot", file=sys.stderr)
    if group:
        group.end()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
