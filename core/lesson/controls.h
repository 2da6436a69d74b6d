// SPDX-License-Identifier: GPL-3.0-or-later
//
// The controls of lessons: functions from the present state to the one with another value, and back. They act on an
// ordinary project, so edits of any other kind can come between.
#pragma once

#include "lesson/lesson.h"

namespace heteroscope {

/// The project of a lesson as it is now, and when its step begins.
struct LessonState
{
    Project project;
    Seconds startTime{};
    friend bool operator==(const LessonState &, const LessonState &) = default;
};

/// The present value of what a control changes, of the project's first plan; nullopt if there is no such thing.
std::optional<ControlValue> controlValue(const LessonState &state, const LessonControl &control);

/// The state with another value:
///   microBatches       of every pipeline; the global batch follows, so that each micro-batch stays as it is
///   globalBatch        sequences of a step; the micro-batches follow
///   sequenceLength     tokens
///   schedule           name of a schedule, for all stages
///   chunks             chunks of each stage, of equal blocks: 1 is 1F1B, more is interleaved
///   cut                layers of stage `target`; the next stage has those that are left
///   plan               name of a plan of the project, which becomes the first; the global batch is that of the plan
///   recompute          none, selective, full, in all stages
///   zeroStage          0 to 3
///   overlap            off, on: gradients are averaged beside the backward passes
///   gradientPrecision  bf16, fp32
///   bandwidth          of link `target`, bytes/s in each direction
///   deviceType         of all devices of node `target`
///   startTime          seconds on the time axis of the rate curves
/// Errors: what the control is for does not exist; a value that cannot be used, such as chunks that do not divide the
/// blocks.
Result<LessonState> withControl(const LessonState &state, const LessonControl &control, const ControlValue &value);

/// One control after the other. Errors: an unknown control; those of withControl.
Result<LessonState> withSettings(const Lesson &lesson, LessonState state, const ControlSettings &settings);

/// "8", "ZB-H1", "25.0 GB/s".
std::string controlText(const LessonControl &control, const ControlValue &value);

} // namespace heteroscope
