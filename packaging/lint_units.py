#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs clang-tidy, clazy and a compile check over the units of a configured build, for packaging/lint.
#
# A unit is what the build compiles at once: one file, or several files of a folder (HETEROSCOPE_UNITY). The two readers look
# at whole units, which parses the headers of a folder once instead of once a file. The compile check then takes each source
# file by itself, so that a file which only compiles behind its neighbours is found.
import argparse
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
INCLUDE_FOLDERS = ("core", "ui", "tests")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Unit:
    """A line of the compile database and the files of the tree that it compiles."""

    def __init__(self, entry):
        self.folder = entry["directory"]
        self.source = entry["file"]
        words = shlex.split(entry["command"])
        compiler = next(i for i, word in enumerate(words) if re.search(r"(\+\+|/cc)(-\d+)?$", word))
        words = words[compiler:]
        for option in ("-o", "-c"):
            at = words.index(option)
            del words[at : at + 2]
        self.command = words
        inside = INCLUDE.findall(read(self.source)) if "/Unity/unity_" in self.source else [self.source]
        self.files = [os.path.relpath(path, ROOT) for path in inside]

    def isOurs(self):
        return bool(self.files) and all(re.match(r"(app|core|ui|tests)/", path) for path in self.files)

    def isOfQt(self):
        return self.files[0].startswith("ui/") or "-DQT_WIDGETS_LIB" in self.command and self.files[0].startswith("app/")

    def withoutPrecompiled(self):
        """Clang cannot read GCC's precompiled headers, and a file must name what it uses anyway."""
        words = [word for word in self.command if word not in ("-fpch-preprocess", "-Winvalid-pch")]
        while "-include" in words:
            at = words.index("-include")
            del words[at : at + 2]
        return words


class Includes:
    """Which files of the tree a file reaches through its includes."""

    def __init__(self):
        self.direct = {}
        self.reached = {}

    def directly(self, path):
        if path not in self.direct:
            found = []
            for name in INCLUDE.findall(read(os.path.join(ROOT, path))):
                for folder in (*INCLUDE_FOLDERS, os.path.dirname(path)):
                    candidate = os.path.normpath(os.path.join(folder, name))
                    if os.path.isfile(os.path.join(ROOT, candidate)):
                        found.append(candidate)
            self.direct[path] = found
        return self.direct[path]

    def of(self, path):
        if path not in self.reached:
            seen, open_ = {path}, [path]
            while open_:
                for each in self.directly(open_.pop()):
                    if each not in seen:
                        seen.add(each)
                        open_.append(each)
            self.reached[path] = seen
        return self.reached[path]


def run(command, folder):
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    noise = re.compile(r"^\d+ warnings?( and \d+ errors?)? (generated|treated)|^Suppressed |^Use -header-filter")
    lines = [line for line in (done.stdout + done.stderr).splitlines() if not noise.match(line)]
    if done.returncode != 0:
        lines.append(f"{command[0]} ended with {done.returncode}")
    return done.returncode == 0, "\n".join(lines)


def tidy(unit):
    # A unit includes source files on purpose. The compile database is GCC's and names warnings that Clang does not have.
    return run(["clang-tidy", "--quiet", "--checks=-bugprone-suspicious-include", unit.source, "--",
                *unit.withoutPrecompiled()[1:], "-Wno-unknown-warning-option", "-Wno-error"], unit.folder)


def clazy(unit, checks):
    return run(["clazy-standalone", f"-checks={checks}", unit.source, "--", *unit.withoutPrecompiled()[1:],
                "-Wno-everything", "-Werror=clazy"], unit.folder)


def alone(unit, path):
    return run([*unit.command, "-fsyntax-only", os.path.join(ROOT, path)], unit.folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, help="a configured build folder")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0, help="begin nothing new after so long; 0 = no bound")
    parser.add_argument("files", nargs="*", help="the changed files; none = all")
    options = parser.parse_args()

    begin = time.monotonic()
    changed = {os.path.relpath(os.path.abspath(path), ROOT) for path in options.files}
    includes = Includes()

    def isTouched(path):
        return not changed or not changed.isdisjoint(includes.of(path))

    database = json.loads(read(os.path.join(options.build, "compile_commands.json")))
    units = [unit for unit in map(Unit, (each for each in database if each["file"].endswith((".cpp", ".cxx"))
                                         and "cmake_pch" not in each["file"])) if unit.isOurs()]
    checks = ",".join(line for line in read(os.path.join(ROOT, ".clazy")).splitlines() if line and line[0] != "#")

    # What was changed itself comes first, then the window and core, then tests.
    def rank(unit):
        return (changed.isdisjoint(unit.files), unit.files[0].startswith("tests/"), unit.files[0])

    tasks = []
    for unit in sorted(units, key=rank):
        touched = [path for path in unit.files if isTouched(path)]
        if not touched:
            continue
        name = unit.files[0] if len(unit.files) == 1 else f"{os.path.commonpath(unit.files)} ({len(unit.files)} files)"
        tasks.append((f"clang-tidy {name}", lambda unit=unit: tidy(unit), unit))
        if unit.isOfQt():
            tasks.append((f"clazy {name}", lambda unit=unit: clazy(unit, checks), unit))
        if len(unit.files) > 1:
            tasks.extend((f"alone {path}", lambda unit=unit, path=path: alone(unit, path), unit) for path in touched)
    print(f"{len(tasks)} tasks over {len({id(task[2]) for task in tasks})} units", flush=True)

    failed, late = [], []

    def perform(task):
        name, work, unit = task
        if options.seconds and time.monotonic() - begin > options.seconds:
            late.append(name)
            return
        start = time.monotonic()
        fine, text = work()
        print(f"{'' if fine else 'FAILED '}{name}: {time.monotonic() - start:.0f} s" + ("" if fine else "\n" + text), flush=True)
        if not fine:
            failed.append(name)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(perform, tasks))

    if late:
        print(f"NOT REACHED in {options.seconds:.0f} s; packaging/lint without a bound looks at them:")
        print("".join(f"    {name}\n" for name in late), end="")
    print(f"{len(tasks) - len(failed) - len(late)} of {len(tasks)} fine, {len(failed)} failed, {len(late)} not reached, "
          f"{time.monotonic() - begin:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
