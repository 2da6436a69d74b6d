#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the speed of two builds, or records that of one.

    tests/bench/compare.py BEFORE AFTER                  both build folders, or both heteroscope_bench programs
    tests/bench/compare.py --record VERSION BUILD        writes tests/bench/history/VERSION.json

Every benchmark runs in turn in one build and the other (before, after, before, after ...), so that a machine that grows slower
or is shared meets both alike. The ratio after / before is taken within each pair. A difference is only called one when all
pairs agree on it and it exceeds the tolerance; where the pairs scatter more than that, no verdict is given.

Exit status: 0, or 1 when something became slower, 2 when the arguments are wrong or a benchmark failed.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys

HISTORY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "history")
SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
# What Google Benchmark writes for every benchmark; anything else is a counter of ours.
ORDINARY = {
    "name", "run_name", "run_type", "family_index", "per_family_instance_index", "repetitions", "repetition_index",
    "threads", "iterations", "real_time", "cpu_time", "time_unit", "label", "error_occurred", "error_message",
}


def fail(message):
    print(f"error: {message}", file=sys.stderr)
    sys.exit(2)


def programIn(place):
    for path in (place, os.path.join(place, "bin", "heteroscope_bench")):
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    fail(f"{place} is neither heteroscope_bench nor a build folder that has it")


def output(program, *arguments):
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    done = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                          env=environment)
    if done.returncode != 0:
        fail(f"{program} {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def namesOf(program, wanted):
    return output(program, "--benchmark_list_tests", f"--benchmark_filter={wanted}").split()


def measure(program, name, seconds):
    """One run of one benchmark: its real time in seconds and its counters."""
    text = output(program, f"--benchmark_filter=^{re.escape(name)}$", f"--benchmark_min_time={seconds}",
                  "--benchmark_format=json")
    (row,) = json.loads(text)["benchmarks"]
    if row.get("error_occurred"):
        fail(f"{name}: {row.get('error_message')}")
    counters = {key: value for key, value in row.items() if key not in ORDINARY}
    return row["real_time"] * SECONDS[row["time_unit"]], counters


def readable(seconds):
    unit = next((unit for unit in ("s", "ms", "us") if seconds >= SECONDS[unit]), "ns")
    return f"{seconds / SECONDS[unit]:.3g} {unit}"


def verdictOf(ratios, tolerance):
    if min(ratios) > 1 + tolerance:
        return "slower"
    if max(ratios) < 1 / (1 + tolerance):
        return "faster"
    if max(ratios) / min(ratios) > 1 + 2 * tolerance:
        return "too noisy to say"
    return "same"


def compare(options):
    before, after = programIn(options.before), programIn(options.after)
    names = namesOf(before, options.filter)
    inBoth = set(names) & set(namesOf(after, options.filter))
    counts = {}
    width = max((len(name) for name in names), default=0)
    print(f"{'benchmark':{width}}  {'before':>9}  {'after':>9}  {'min':>6} {'median':>6} {'max':>6}  of {options.runs} pairs")
    for name in names:
        if name not in inBoth:
            print(f"{name:{width}}  only in {options.before}")
            continue
        pairs = [(measure(before, name, options.seconds)[0], measure(after, name, options.seconds)[0])
                 for _ in range(options.runs)]
        ratios = [second / first for first, second in pairs]
        verdict = verdictOf(ratios, options.tolerance)
        counts[verdict] = counts.get(verdict, 0) + 1
        print(f"{name:{width}}  {readable(statistics.median(pair[0] for pair in pairs)):>9}  "
              f"{readable(statistics.median(pair[1] for pair in pairs)):>9}  "
              f"{min(ratios):6.3f} {statistics.median(ratios):6.3f} {max(ratios):6.3f}  {verdict}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    return 1 if counts.get("slower") else 0


def machine():
    """Processor and number of cores; nothing that names the machine."""
    model = "unknown processor"
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), model)
    return f"{os.cpu_count()} cores, {model}"


def record(options):
    program = programIn(options.before)
    rows = []
    for name in namesOf(program, options.filter):
        runs = [measure(program, name, options.seconds) for _ in range(options.runs)]
        rows.append({"name": name, "seconds": float(f"{statistics.median(run[0] for run in runs):.4g}"),
                     **({"counters": runs[0][1]} if runs[0][1] else {})})
        print(f"{name}: {readable(rows[-1]['seconds'])}", flush=True)
    os.makedirs(HISTORY, exist_ok=True)
    path = os.path.join(HISTORY, f"{options.record}.json")
    with open(path, "w", encoding="utf-8") as file:
        head = {"version": options.record, "machine": machine(), "runs": options.runs}
        body = ",\n".join("  " + json.dumps(row) for row in rows)
        file.write(json.dumps(head)[:-1] + ', "benchmarks": [\n' + body + "\n]}\n")
    print(path)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", metavar="BEFORE")
    parser.add_argument("after", metavar="AFTER", nargs="?")
    parser.add_argument("--record", metavar="VERSION", help="write the history of this version instead")
    parser.add_argument("--runs", type=int, default=5, help="pairs, or runs of a record; 5")
    parser.add_argument("--filter", default=".", help="regular expression of the names of benchmarks; all")
    parser.add_argument("--seconds", type=float, default=0.1, help="least time of one run of one benchmark; 0.1")
    parser.add_argument("--tolerance", type=float, default=0.03, help="ratio above 1 that is no difference yet; 0.03")
    options = parser.parse_args()
    if bool(options.record) == bool(options.after):
        parser.error("give two builds to compare, or --record VERSION and one build")
    return record(options) if options.record else compare(options)


if __name__ == "__main__":
    sys.exit(main())
