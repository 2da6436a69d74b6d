// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures that formulas of lessons may name. All are read from a simulated step (predictStep), its plan, cluster
// and workload; none is stored. The table of lessonFigures() lists them with units.
#pragma once

#include "lesson/controls.h"
#include "lesson/lesson.h"
#include "simulator/result/step_result.h"

#include <memory>

namespace heteroscope {

/// A state of the lesson's project with its simulated step.
struct LessonMoment
{
    LessonState state;
    Plan plan; ///< that was simulated
    std::shared_ptr<const Topology> topology;
    std::shared_ptr<const StepResult> result; ///< with timeline and link loads
};

/// What stands between the brackets of a figure.
enum class FigureArgument { nothing, stage, link, activity, traffic, memoryPart };

struct LessonFigure
{
    const char *name;
    LessonUnit unit;
    LessonShow show; ///< how it is written in texts
    FigureArgument argument;
    const char *meaning; ///< in English, for documents and messages
};
const std::vector<LessonFigure> &lessonFigures();
const LessonFigure *findFigure(const std::string &name);

/// Errors: an unknown figure, with the closest name as a hint; a stage, link or word that does not exist.
Result<double> figureValue(const LessonMoment &moment, const std::string &name, const std::string &argument);

/// Simulates the state with the first plan of its project. Errors: those of the cluster and of predictStep; no plan.
Result<LessonMoment> simulateMoment(const LessonState &state, const StopToken &stop = {});

/// The same with the best plan of the planner: the fastest that the software can run. Errors: no plan fits; cancelled.
Result<LessonMoment> bestMoment(const LessonState &state, const StopToken &stop = {});

} // namespace heteroscope
