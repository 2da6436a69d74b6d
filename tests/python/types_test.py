#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The annotations of the package and of its compiled part hold together, and the stubs name what there is. mypy looks at the
first; without it that part is skipped."""
import inspect
import os
import re
import subprocess
import sys

try:
    import numpy  # noqa: F401
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

import heteroscope
from heteroscope import _core

package = os.path.dirname(inspect.getfile(heteroscope))
with open(os.path.join(package, "_core.pyi"), encoding="utf-8") as file:
    stubs = file.read()
named = set(re.findall(r"^(?:def|class) (\w+)", stubs, re.MULTILINE)) | set(re.findall(r"^(\w+):", stubs, re.MULTILINE))
there = {name for name in vars(_core) if not name.startswith("_")}
assert named == there, f"_core.pyi differs from the module in {sorted(named ^ there)}"
for name in ("Opened", "Step"):
    body = stubs.split(f"class {name}:")[1].split("\nclass ")[0].split("\ndef ")[0]
    members = {member for member in vars(getattr(_core, name)) if not member.startswith("_")}
    assert set(re.findall(r"def (\w+)", body)) == members, f"{name} differs in its members"

try:
    import mypy  # noqa: F401
except ImportError:
    print("mypy is not installed: the annotations were not looked at")
    sys.exit(0)
environment = dict(os.environ, MYPYPATH=os.path.dirname(package))
result = subprocess.run(
    [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "-p", "heteroscope"],
    env=environment, capture_output=True, text=True)
print(result.stdout, result.stderr)
assert result.returncode == 0, "mypy found mistakes"
