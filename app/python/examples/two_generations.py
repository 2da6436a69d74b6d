#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A notebook's worth of HeteroScope: is it worth to add eight A100 to a node of H100? In a notebook each part is a cell, and
`project`, `answer` and `rows` alone on a line are drawn."""
import heteroscope

# A cluster in a line, a model of the catalog.
project = heteroscope.new("1x8 H100 ndr400x8 + 1x8 A100 hdr200x4", "Llama 3 8B", batch=64, sequence=2048)
print(project)

# The best plan, with the proof or the gap that is left.
answer = project.plan(top=5)
print(answer)
assert answer.step is not None

# Where the time goes: lanes x activities, in seconds.
time = answer.step.time.sum(axis=0) / answer.step.time.sum()
for name, share in sorted(zip(heteroscope.activities, time), key=lambda part: -part[1])[:4]:
    print(f"  {name:24} {share:6.1%}")

# An edit gives another project; the first one stays.
larger = project.edit({"workload": {"job": {"globalBatch": 128}}})
print(f"twice the batch: {larger.plan().step_time / answer.step_time:.3f} times the step")

# Many cases at once.
rows = heteroscope.sweep({
    "formatVersion": 1,
    "grids": [{
        "clusters": ["1x8 H100 ndr400x8", "1x8 A100 hdr200x4", "1x8 H100 ndr400x8 + 1x8 A100 hdr200x4"],
        "models": ["Llama 3 8B"], "batches": [64, 128], "sequences": [2048],
    }],
})
for cluster, batch, seconds in zip(rows.column("cluster"), rows.column("batch"), rows.column("stepTime")):
    print(f"  {cluster:40} batch {batch:4.0f}: {seconds:.3f} s")
