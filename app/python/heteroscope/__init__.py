# SPDX-License-Identifier: GPL-3.0-or-later
"""HeteroScope in Python: predict, plan and explain the training of large models on unlike GPUs.

    import heteroscope

    project = heteroscope.new("2x8 H100 ndr400x8", "Llama 3 8B", batch=128)
    answer = project.plan()
    print(answer.step_time, answer.proved)
    answer.step.time                          # NumPy array: lanes x activities, in seconds

In a notebook a project is drawn as its cluster, a step and an answer as a timeline. Dicts have the formats of project
files, plan files and of `hscope --json`: seconds, bytes, bytes/s and FLOP/s. The numbers are those of `hscope`. Computing
releases Python's lock, and Ctrl+C stops it. What cannot be used raises `Error`.
"""
from __future__ import annotations

import os
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import Error

__version__ = _core.version
__all__ = ["Answer", "Error", "Project", "Rows", "Step", "activities", "load", "new", "sweep", "sweep_into"]

PathLike = Union[str, "os.PathLike[str]"]
PlanLike = Union[None, str, Mapping[str, Any]]

Error.__doc__ = """A mistake in an input. Its text is one line; `file`, `path` (a place in the file), `found`, `expected`,
`hint` and `code` (unreadable, syntax, schema, version, reference, invalid, infeasible, cancelled, internal) are its parts,
"" where they do not apply."""

activities: tuple[str, ...] = tuple(_core.activities())
"""What the columns of `Step.time` and the numbers in `Step.intervals["activity"]` stand for."""


class Step:
    """A predicted training step of one plan."""

    def __init__(self, core: _core.Step) -> None:
        self._core = core

    @property
    def step_time(self) -> float:
        """Seconds."""
        return self._core.step_time()

    @property
    def plan(self) -> dict[str, Any]:
        """As in a plan file."""
        return self._core.plan()

    @property
    def label(self) -> str:
        """The plan in short: "TP2 PP4 DP2"."""
        return self._core.label()

    @property
    def lanes(self) -> list[str]:
        """The names of the TP groups, whose devices work alike."""
        return self._core.lanes()

    @property
    def time(self) -> npt.NDArray[np.float64]:
        """Seconds of each lane (row) in each activity (column); the sum of a row is the step time."""
        return self._core.times()

    @property
    def intervals(self) -> dict[str, npt.NDArray[Any]]:
        """The rows of the timeline as columns lane, activity, micro_batch (-1: none), chunk, start and end (seconds)."""
        return self._core.intervals()

    def to_dict(self) -> dict[str, Any]:
        """As `hscope simulate --json`."""
        return self._core.to_dict()

    def _repr_html_(self) -> str:
        return self._core.timeline_svg()

    def __repr__(self) -> str:
        return f"<heteroscope.Step {self.label}: {self.step_time:.6g} s>"


class Answer:
    """The planner's answer: the best plan that the software can run, with the proof or the gap that is left."""

    def __init__(self, result: dict[str, Any], step: Optional[_core.Step]) -> None:
        self._result = result
        self.step = Step(step) if step is not None else None
        """The step of the best plan; None if no plan fits."""

    @property
    def step_time(self) -> float:
        """Seconds; NaN if no plan fits."""
        return self.step.step_time if self.step else float("nan")

    @property
    def plan_dict(self) -> Optional[dict[str, Any]]:
        """The best plan, as in a plan file."""
        return self.step.plan if self.step else None

    @property
    def proved(self) -> bool:
        return bool(self._result["proved"])

    @property
    def gap(self) -> float:
        """(best - lower bound) / best of the space that was searched."""
        return float(self._result["gap"])

    @property
    def ranking(self) -> list[dict[str, Any]]:
        """The best plans of the space, best first, as in `hscope plan --json`."""
        return list(self._result["plans"])

    @property
    def step_times(self) -> npt.NDArray[np.float64]:
        """Seconds of the ranked plans."""
        return np.array([plan["stepTime"] for plan in self._result["plans"]], dtype=np.float64)

    def to_dict(self) -> dict[str, Any]:
        """As `hscope plan --json`."""
        return self._result

    def _repr_html_(self) -> str:
        return self.step._repr_html_() if self.step else "<p>No plan fits.</p>"

    def __repr__(self) -> str:
        if not self.step:
            return "<heteroscope.Answer: no plan fits>"
        verdict = "proved" if self.proved else f"gap {self.gap:.1%}"
        return f"<heteroscope.Answer {self.step.label}: {self.step_time:.6g} s, {verdict}>"


class Project:
    """Cluster, model and job. It never changes: an edit gives another one."""

    def __init__(self, core: _core.Opened) -> None:
        self._core = core

    @classmethod
    def from_dict(cls, project: Mapping[str, Any]) -> Project:
        """The dict is that of a project file. Error: a mistake in it."""
        return cls(_core.from_dict(project, ""))

    def to_dict(self) -> dict[str, Any]:
        """As in a project file."""
        return self._core.to_dict()

    def save(self, file: PathLike) -> None:
        """Replaces the file in one step. Error: it cannot be written."""
        self._core.save(os.fspath(file))

    def edit(self, changes: Mapping[str, Any]) -> Project:
        """With the members of `changes` in place of its own; those within dicts one by one, None removes one (JSON Merge
        Patch, RFC 7386): `project.edit({"workload": {"job": {"globalBatch": 64}}})`. Error: the result is no project."""
        return Project(_core.merged(self._core, changes))

    def simulate(
        self, plan: PlanLike = None, *, at: float = 0, jitter: float = 0, seed: int = 1, operations: bool = False
    ) -> Step:
        """Predicts one step. plan: a name or a dict; None: the project's first plan, else the planner's best. at: seconds of
        the scenario at which it begins. jitter: passes are lengthened at random by up to this share."""
        return Step(_core.simulate(self._core, plan, at, jitter, seed, operations))

    def plan(
        self,
        *,
        top: int = 10,
        budget: Optional[float] = None,
        threads: int = 0,
        space: str = "P",
        objective: str = "time",
        beyond: bool = True,
    ) -> Answer:
        """Searches for the best plan. budget: seconds, for the best by then; None: until it is proved or its effort is
        spent, which gives the same answer everywhere. threads: 0 for one per core. The others as in `hscope plan`."""
        return Answer(*_core.plan(self._core, top, budget or 0, threads, space, objective, beyond))

    def explain(
        self, plan: PlanLike = None, *, device: str = "", all: bool = False, at: float = 0
    ) -> dict[str, Any]:
        """Where the step's time and memory go, as `hscope explain --json`. device: "node:index"; "" for the busiest."""
        return _core.explain(self._core, plan, device, all, at)

    def _repr_html_(self) -> str:
        return self._core.cluster_svg()

    def __repr__(self) -> str:
        title = self.to_dict().get("title") or self._core.file or "untitled"
        return f"<heteroscope.Project {title}>"


class Rows(Sequence[Mapping[str, Any]]):
    """The rows of a sweep: a sequence of dicts, and columns as arrays."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        return Rows(self._rows[index]) if isinstance(index, slice) else self._rows[index]

    def column(self, name: str) -> npt.NDArray[Any]:
        """Numbers as floats with NaN where there is none, anything else as objects."""
        values = [row[name] for row in self._rows]
        isNumber = [isinstance(value, (int, float)) and not isinstance(value, bool) for value in values]
        if any(isNumber) and all(known or value is None for known, value in zip(isNumber, values)):
            return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
        column = np.empty(len(values), dtype=object)
        column[:] = values
        return column

    def _repr_html_(self) -> str:
        from html import escape

        names = ["cluster", "model", "batch", "sequence", "stack", "stepTime", "cost", "gap", "label"]
        head = "".join(f"<th>{name}</th>" for name in names)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(str(row[name]))}</td>" for name in names) + "</tr>" for row in self._rows[:1000]
        )
        return f"<table><tr>{head}</tr>{body}</table>"

    def __repr__(self) -> str:
        return f"<heteroscope.Rows: {len(self)}>"


def load(file: PathLike) -> Project:
    """Reads a project file. Error: it cannot be used; says where and why."""
    return Project(_core.load(os.fspath(file)))


def new(cluster: str, model: str, *, batch: int = 0, sequence: int = 0, stack: str = "") -> Project:
    """A project from a line such as "4x8 A100 hdr200 + 2x8 H100 ndr400 / spine 2:1" and a model of the catalog, as
    `hscope new`. What is left out has its default."""
    return Project(_core.make(cluster, model, batch, sequence, stack))


def sweep(spec: Union[PathLike, Mapping[str, Any]], *, folder: PathLike = ".", threads: int = 0) -> Rows:
    """Plans every case of a sweep: a file, or its content as a dict, whose files are in `folder`."""
    return Rows(_core.sweep(_spec(spec), os.fspath(folder), threads))


def sweep_into(
    file: PathLike,
    spec: Union[PathLike, Mapping[str, Any]],
    *,
    shard: str = "1/1",
    folder: PathLike = ".",
    threads: int = 0,
) -> dict[str, int]:
    """The same for one shard into a file of rows, as `hscope sweep`: rows that the file has are not computed again, and what
    was computed before Ctrl+C stays. Says how many rows there are, were found and computed."""
    return _core.sweep_into(_spec(spec), os.fspath(folder), shard, os.fspath(file), threads)


def _spec(spec: Union[PathLike, Mapping[str, Any]]) -> Any:
    return dict(spec) if isinstance(spec, Mapping) else os.fspath(spec)
