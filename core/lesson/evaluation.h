// SPDX-License-Identifier: GPL-3.0-or-later
//
// Answers, formulas and goals of a lesson, evaluated on simulated steps.
#pragma once

#include "lesson/figures.h"

namespace heteroscope {

/// What names in expressions are read from. A name is one of the lesson's own, or a figure of figures.h. After "start."
/// it is read from the state in which the lesson begins, after "best." from the planner's best plan for the present
/// cluster and job.
struct LessonScope
{
    const Lesson *lesson = nullptr;
    const LessonMoment *now = nullptr;
    const LessonMoment *start = nullptr; ///< nullptr: such names are an error
    const LessonMoment *best = nullptr;  ///< the same
};

/// The state in which the lesson begins.
LessonState startState(const Lesson &lesson);

/// Whether an expression, or a name of the lesson in it, reads from "start." or "best.".
bool readsFrom(const Lesson &lesson, const Expression &expression, const std::string &scope);
/// The same of anything in the step.
bool readsFrom(const Lesson &lesson, const LessonStep &step, const std::string &scope);

/// Of the names in expressions of the lesson. Errors: unknown names.
Result<ExpressionType> typeInLesson(const Lesson &lesson, const Expression &expression);

/// The value; of a condition 1 or 0. Errors: those of figureValue; a scope without a step.
Result<double> lessonValue(const LessonScope &scope, const Expression &expression);
/// How values of the expression that is just a name are written; number for all others.
LessonShow showOfName(const Lesson &lesson, const std::string &name);

/// The formula with its names: "(p − 1) / (m + p − 1)".
std::string formulaNames(const Expression &expression, int node = -1);
/// The formula with the present values: "(4 − 1) / (8 + 4 − 1)". A name that has no value is "–".
std::string formulaNumbers(const LessonScope &scope, const Expression &expression, int node = -1);
/// A text with each {name} replaced by its value.
std::string filledText(const LessonScope &scope, const std::string &text);
/// The names in braces of a text.
std::vector<std::string> namesInBraces(const std::string &text);

/// What a learner answers: a number in SI units, or the index of a choice.
using LessonAnswer = std::variant<double, std::size_t>;
struct PredictionVerdict
{
    bool isRight = false;
    double correct = 0;          ///< of a number
    std::size_t rightChoice = 0; ///< of a choice
};
/// scope.now: the state of the question. Errors: an expression without a value; not exactly one right choice; an answer
/// of the other kind.
Result<PredictionVerdict> judge(const LessonScope &scope, const Prediction &prediction, const LessonAnswer &answer);

struct FormulaVerdict
{
    double formula = 0;
    double simulated = 0;
    bool agrees = false; ///< their difference is within the tolerance
};
Result<FormulaVerdict> compare(const LessonScope &scope, const LessonFormula &formula);

/// The published value and the simulated one.
struct MeasuredVerdict
{
    double measured = 0;
    double simulated = 0;
    double error() const { return simulated / measured - 1; }
};
/// Simulates each point from the state in which the lesson begins.
Result<std::vector<MeasuredVerdict>> compareMeasured(const Lesson &lesson, const MeasuredSeries &series,
                                                     const StopToken &stop = {});

/// The value of each position of the chart's control, from this state on. What cannot be simulated has no value.
struct ChartPoint
{
    ControlValue at;
    std::optional<double> simulated;
    std::optional<double> formula;
};
std::vector<ChartPoint> chartPoints(const Lesson &lesson, const LessonChart &chart, const LessonState &state,
                                    const StopToken &stop = {});

/// The moments that a step needs beside the present one.
struct StepGround
{
    std::optional<LessonMoment> start;
    std::optional<LessonMoment> best;
};
/// Simulates what expressions of the step read from. state: the present one. Errors: those of the simulations.
Result<StepGround> groundOf(const Lesson &lesson, const LessonStep &step, const LessonState &state,
                            const StopToken &stop = {});

/// The first settings of the step's controls, in their order, with which all its goals are reached; nullopt if none of
/// at most maxTriedSettings has them. state: at the beginning of the step. Errors: an expression without a value.
inline constexpr std::size_t maxTriedSettings = 2000;
Result<std::optional<ControlSettings>> findSolution(const Lesson &lesson, const LessonStep &step,
                                                    const LessonState &state, const StopToken &stop = {});
/// The same for any condition and controls.
Result<std::optional<ControlSettings>> findSettings(const Lesson &lesson, const std::vector<std::string> &controls,
                                                    const std::vector<Expression> &conditions, const LessonState &state,
                                                    const StopToken &stop = {});

} // namespace heteroscope
