// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson: an ordinary project and a script of steps. A step has a card to read, a question to answer before the step
// shows anything, controls that the learner may change, a formula that stands beside the simulated value, and goals.
// Every answer, formula and goal is an expression of figures of the simulated step (expression.h, figures.h); a lesson
// holds no result. The format is resources/schema/lesson.schema.json (lesson_file.h). A plain value.
#pragma once

#include "lesson/expression.h"
#include "project/project.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace heteroscope {

/// A text by language: "en", "de", "zh_CN". English is always there.
struct LessonText
{
    std::map<std::string, std::string> byLanguage;
    /// In this language, else in English.
    const std::string &in(const std::string &language) const;
    bool isEmpty() const { return byLanguage.empty(); }
    friend bool operator==(const LessonText &, const LessonText &) = default;
};

/// How a value is written. rate: bytes/s.
enum class LessonShow { number, percent, time, data, memory, bandwidth, cost };
inline constexpr std::array<std::string_view, 7> lessonShowNames = {"number", "percent",   "time", "data",
                                                                    "memory", "bandwidth", "cost"};
/// The unit that a value shown so must have.
LessonUnit unitOf(LessonShow show);
/// "27.3 %", "1.52 s"; by base/numbers.h.
std::string shownText(double value, LessonShow show);
/// Reads what a learner types: "27.3", "27.3 %", "1.5 s", "800 ms", "12 GiB". Without a unit the number has the unit in
/// which such values are usually typed: %, s, GB, GiB, GB/s, USD. A comma counts as a decimal point. nullopt: no number
/// of this kind.
std::optional<double> typedValue(const std::string &text, LessonShow show);

/// A short name that the lesson gives to an expression, for its formulas and texts: S for the bytes of an all-reduce.
struct LessonName
{
    std::string name;
    Expression value; ///< of figures and of names before this one
    LessonShow show = LessonShow::number;
    LessonText meaning;
    friend bool operator==(const LessonName &, const LessonName &) = default;
};

/// What a control changes; lesson/controls.h says how.
enum class ControlKind {
    microBatches,
    globalBatch,
    sequenceLength,
    schedule,
    chunks,
    cut,
    plan,
    recompute,
    zeroStage,
    overlap,
    gradientPrecision,
    bandwidth,
    deviceType,
    startTime,
};
inline constexpr std::array<std::string_view, 14> controlKindNames = {
    "microBatches", "globalBatch", "sequenceLength", "schedule",          "chunks",    "cut",        "plan",
    "recompute",    "zeroStage",   "overlap",        "gradientPrecision", "bandwidth", "deviceType", "startTime"};

/// A number in SI units, or a word.
using ControlValue = std::variant<double, std::string>;

/// A thing of the project that the learner may change, and the values that it may have.
struct LessonControl
{
    std::string name;
    LessonText label;
    ControlKind kind = ControlKind::microBatches;
    std::string target;               ///< link of bandwidth, node of deviceType, stage of cut; else empty
    std::vector<ControlValue> values; ///< 2 to maxControlValues, in the order of the control
    friend bool operator==(const LessonControl &, const LessonControl &) = default;
};
inline constexpr std::size_t maxControlValues = 200;

/// Values of controls by their names, in the order in which they are set.
using ControlSettings = std::vector<std::pair<std::string, ControlValue>>;

/// One answer of a question with several.
struct PredictionChoice
{
    LessonText text;
    Expression when; ///< a condition: true if it is the right answer
    friend bool operator==(const PredictionChoice &, const PredictionChoice &) = default;
};

/// A question that is asked before the step is shown. It is about the project with `at` set.
struct Prediction
{
    LessonText question;
    ControlSettings at;
    std::vector<PredictionChoice> choices; ///< empty: a number is asked
    Expression answer;                     ///< of a number
    LessonShow show = LessonShow::number;
    Expression tolerance; ///< of a number: largest allowed difference, in the unit of the answer
    friend bool operator==(const Prediction &, const Prediction &) = default;
};

/// A formula beside the value that was simulated.
struct LessonFormula
{
    LessonText name; ///< of what it computes: "bubble"
    Expression formula;
    Expression simulated;
    LessonShow show = LessonShow::number;
    Expression tolerance; ///< largest difference at which the two agree
    LessonText because;   ///< why they differ
    friend bool operator==(const LessonFormula &, const LessonFormula &) = default;
};

struct LessonGoal
{
    LessonText text;
    Expression when; ///< a condition
    Expression now;  ///< value shown beside it; may not be set
    LessonShow show = LessonShow::number;
    friend bool operator==(const LessonGoal &, const LessonGoal &) = default;
};

/// A published measurement, and what is simulated for the same run.
struct MeasuredPoint
{
    LessonText label;
    ControlSettings at;
    double measured = 0; ///< in SI units
    friend bool operator==(const MeasuredPoint &, const MeasuredPoint &) = default;
};
struct MeasuredSeries
{
    LessonText title;
    std::string source; ///< publication with table or figure
    Expression simulated;
    LessonShow show = LessonShow::number;
    std::vector<MeasuredPoint> points;
    friend bool operator==(const MeasuredSeries &, const MeasuredSeries &) = default;
};

/// A curve over the values of a control: the simulated value of each, and the formula.
struct LessonChart
{
    LessonText title;
    std::string control;
    Expression simulated;
    Expression formula; ///< may not be set
    LessonShow show = LessonShow::number;
    friend bool operator==(const LessonChart &, const LessonChart &) = default;
};

struct LessonStep
{
    LessonText card;                   ///< at most maxCardWords words
    std::vector<std::string> controls; ///< those that the learner may change in this step
    ControlSettings set;               ///< when the step begins
    std::optional<Prediction> predict;
    std::optional<LessonFormula> formula;
    std::vector<LessonGoal> goals;
    std::vector<LessonText> hints; ///< three in a step with goals
    std::optional<LessonChart> chart;
    std::optional<MeasuredSeries> measured;
    friend bool operator==(const LessonStep &, const LessonStep &) = default;
};
inline constexpr std::size_t maxCardWords = 60;

/// What an exercise sheet asks of a lesson (exercise.h).
struct LessonExercise
{
    std::vector<std::string> vary; ///< controls whose values differ from student to student
    LessonText question;           ///< may contain {names}
    Expression answer;
    LessonShow show = LessonShow::number;
    Expression tolerance;
    std::vector<std::string> controls; ///< that the student may change to reach the goal
    LessonText task;
    Expression goal; ///< a condition
    friend bool operator==(const LessonExercise &, const LessonExercise &) = default;
};

struct Lesson
{
    std::string name; ///< file name without .lesson.json: "01-why-pipelines-wait"
    LessonText title;
    LessonText summary; ///< one sentence for lists
    Project project;
    std::vector<LessonControl> controls;
    bool isLocked = false; ///< nothing but the controls may change the project while the lesson is played
    std::vector<LessonName> names;
    std::vector<LessonStep> steps;
    LessonText seen;       ///< what was seen, at the end; may contain {names}
    std::string reference; ///< publication
    std::string url;       ///< of the publication; may be empty
    std::optional<LessonExercise> exercise;
    friend bool operator==(const Lesson &, const Lesson &) = default;

    const LessonControl *findControl(const std::string &controlName) const;
    const LessonName *findName(const std::string &ownName) const;
};

/// Words of a text, for maxCardWords: what stands between blanks; of Chinese two characters count as a word.
std::size_t wordCount(std::string_view text);

} // namespace heteroscope
