// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/evaluation.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr std::string_view startScope = "start.";
constexpr std::string_view bestScope = "best.";

/// A name apart from the scope that stands before it.
struct ScopedName
{
    std::string_view scope; ///< "start.", "best." or empty
    std::string name;
};

ScopedName scopedName(const std::string &name)
{
    for (const auto scope : {startScope, bestScope})
        if (name.starts_with(scope))
            return {scope, name.substr(scope.size())};
    return {{}, name};
}

/// The names that an expression of a lesson may use: all before its own.
Result<ExpressionType> typeBefore(const Lesson &lesson, const Expression &expression, std::size_t known)
{
    return typeOf(expression, [&](const std::string &name, const std::string &argument) -> Result<ExpressionType> {
        const auto plain = scopedName(name).name;
        for (std::size_t i = 0; i < known; ++i)
            if (lesson.names[i].name == plain)
                return typeBefore(lesson, lesson.names[i].value, i);
        if (const LessonFigure *figure = findFigure(plain)) {
            if ((figure->argument == FigureArgument::nothing) != argument.empty())
                return Error{Error::Code::reference,
                             {},
                             {},
                             name + (argument.empty() ? "" : "[" + argument + "]"),
                             argument.empty() ? "an argument between brackets" : "no brackets",
                             std::string(figure->name) + " is " + figure->meaning};
            return ExpressionType{figure->unit, false};
        }
        auto unknown = figureValue({}, plain, argument); // words the error
        return unknown.error();
    });
}

Result<double> valueBefore(const LessonScope &scope, const Expression &expression, std::size_t known)
{
    return valueOf(expression, [&](const std::string &name, const std::string &argument) -> Result<double> {
        const ScopedName scoped = scopedName(name);
        LessonScope own = scope;
        if (scoped.scope == startScope)
            own.now = scope.start;
        else if (scoped.scope == bestScope)
            own.now = scope.best;
        if (!own.now)
            return Error{Error::Code::invalid, {}, {}, name, "a simulated step", "wait until it is simulated"};
        for (std::size_t i = 0; i < known; ++i)
            if (scope.lesson->names[i].name == scoped.name)
                return valueBefore(own, scope.lesson->names[i].value, i);
        return figureValue(*own.now, scoped.name, argument);
    });
}

/// "work" of stage 0 as text: "work₀"; of a link "bandwidth(uplink)".
std::string nameText(const std::string &name, const std::string &argument)
{
    if (argument.empty())
        return name;
    if (argument.size() == 1 && argument[0] >= '0' && argument[0] <= '9') {
        std::string digit = "\u2080";
        digit.back() = static_cast<char>(static_cast<unsigned char>(digit.back()) + (argument[0] - '0'));
        return name + digit;
    }
    return name + "(" + argument + ")";
}

std::vector<const Expression *> expressionsOf(const LessonStep &step)
{
    std::vector<const Expression *> all;
    if (step.predict) {
        all.insert(all.end(), {&step.predict->answer, &step.predict->tolerance});
        for (const auto &choice : step.predict->choices)
            all.push_back(&choice.when);
    }
    if (step.formula)
        all.insert(all.end(), {&step.formula->formula, &step.formula->simulated, &step.formula->tolerance});
    for (const auto &goal : step.goals)
        all.insert(all.end(), {&goal.when, &goal.now});
    if (step.chart)
        all.insert(all.end(), {&step.chart->simulated, &step.chart->formula});
    return all;
}

/// Goes through all settings of the controls; the first control changes slowest.
class SettingsSearch
{
public:
    SettingsSearch(const Lesson &lesson, const std::vector<std::string> &controls,
                   const std::vector<Expression> &conditions, const StopToken &stop)
        : m_lesson(lesson), m_controls(controls), m_conditions(conditions), m_stop(stop)
    {}

    Result<std::optional<ControlSettings>> run(const LessonState &state)
    {
        if (needs("start.")) {
            auto start = simulateMoment(startState(m_lesson), m_stop);
            if (!start)
                return start.error();
            m_start = *std::move(start);
        }
        ControlSettings settings;
        return next(state, settings);
    }

private:
    bool needs(const char *scope) const
    {
        return std::any_of(m_conditions.begin(), m_conditions.end(),
                           [&](const Expression &condition) { return readsFrom(m_lesson, condition, scope); });
    }

    Result<std::optional<ControlSettings>> next(const LessonState &state, ControlSettings &settings)
    {
        if (settings.size() == m_controls.size())
            return tried(state, settings);
        const LessonControl *control = m_lesson.findControl(m_controls[settings.size()]);
        for (std::size_t i = 0; control && i < control->values.size() && m_tried < maxTriedSettings; ++i) {
            const auto changed = withControl(state, *control, control->values[i]);
            if (!changed)
                continue; // not every combination can be set
            settings.emplace_back(control->name, control->values[i]);
            auto found = next(*changed, settings);
            if (!found || *found)
                return found;
            settings.pop_back();
        }
        return std::optional<ControlSettings>();
    }

    Result<std::optional<ControlSettings>> tried(const LessonState &state, const ControlSettings &settings)
    {
        ++m_tried;
        const auto now = simulateMoment(state, m_stop);
        if (!now) {
            if (now.error().code == Error::Code::cancelled)
                return now.error();
            return std::optional<ControlSettings>();
        }
        LessonScope scope{&m_lesson, &*now, m_start ? &*m_start : nullptr, nullptr};
        if (needs("best.")) {
            if (!m_best || m_best->state.project.cluster != state.project.cluster ||
                m_best->state.project.workload != state.project.workload ||
                m_best->state.startTime != state.startTime) {
                auto best = bestMoment(state, m_stop);
                if (!best)
                    return best.error();
                m_best = *std::move(best);
            }
            scope.best = &*m_best;
        }
        for (const Expression &condition : m_conditions) {
            const auto value = lessonValue(scope, condition);
            if (!value)
                return value.error();
            if (*value == 0)
                return std::optional<ControlSettings>();
        }
        return std::optional(settings);
    }

    const Lesson &m_lesson;
    const std::vector<std::string> &m_controls;
    const std::vector<Expression> &m_conditions;
    StopToken m_stop;
    std::optional<LessonMoment> m_start;
    std::optional<LessonMoment> m_best;
    std::size_t m_tried = 0;
};

} // namespace

LessonState startState(const Lesson &lesson) { return {lesson.project, {}}; }

bool readsFrom(const Lesson &lesson, const Expression &expression, const std::string &scope)
{
    return std::any_of(expression.nodes.begin(), expression.nodes.end(), [&](const ExpressionNode &node) {
        if (node.operation != LessonOperation::name)
            return false;
        if (node.text.starts_with(scope))
            return true;
        const LessonName *own = lesson.findName(scopedName(node.text).name);
        return own && own->value.text != expression.text && readsFrom(lesson, own->value, scope);
    });
}

bool readsFrom(const Lesson &lesson, const LessonStep &step, const std::string &scope)
{
    const auto all = expressionsOf(step);
    return std::any_of(all.begin(), all.end(),
                       [&](const Expression *expression) { return readsFrom(lesson, *expression, scope); });
}

Result<ExpressionType> typeInLesson(const Lesson &lesson, const Expression &expression)
{
    std::size_t known = 0; // an own name may only use those before it
    while (known < lesson.names.size() && &lesson.names[known].value != &expression)
        ++known;
    return typeBefore(lesson, expression, known);
}

Result<double> lessonValue(const LessonScope &scope, const Expression &expression)
{
    return valueBefore(scope, expression, scope.lesson->names.size());
}

LessonShow showOfName(const Lesson &lesson, const std::string &name)
{
    const auto plain = scopedName(name).name;
    if (const LessonName *own = lesson.findName(plain))
        return own->show;
    const LessonFigure *figure = findFigure(plain);
    return figure ? figure->show : LessonShow::number;
}

std::string formulaNames(const Expression &expression, int node) { return expressionText(expression, nameText, node); }

std::string formulaNumbers(const LessonScope &scope, const Expression &expression, int node)
{
    return expressionText(
        expression,
        [&](const std::string &name, const std::string &argument) {
            Expression one;
            one.nodes.push_back({LessonOperation::name, 0, {}, name, argument, -1, -1});
            const auto value = lessonValue(scope, one);
            return value ? shownText(*value, showOfName(*scope.lesson, name)) : std::string("\u2013");
        },
        node);
}

std::vector<std::string> namesInBraces(const std::string &text)
{
    std::vector<std::string> names;
    for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', open + 1)) {
        const auto close = text.find('}', open);
        if (close == std::string::npos)
            break;
        names.push_back(text.substr(open + 1, close - open - 1));
    }
    return names;
}

std::string filledText(const LessonScope &scope, const std::string &text)
{
    std::string result = text;
    for (const std::string &name : namesInBraces(text)) {
        const auto parsed = parseExpression(name);
        const auto value = parsed ? lessonValue(scope, *parsed) : Result<double>(parsed.error());
        const auto written = value ? shownText(*value, showOfName(*scope.lesson, parsed->root().text)) : "\u2013";
        const std::string braced = "{" + name + "}";
        if (const auto at = result.find(braced); at != std::string::npos)
            result.replace(at, braced.size(), written);
    }
    return result;
}

Result<PredictionVerdict> judge(const LessonScope &scope, const Prediction &prediction, const LessonAnswer &answer)
{
    PredictionVerdict verdict;
    if (prediction.choices.empty()) {
        const auto correct = lessonValue(scope, prediction.answer);
        const auto tolerance = lessonValue(scope, prediction.tolerance);
        if (!correct || !tolerance)
            return correct ? tolerance.error() : correct.error();
        const double *given = std::get_if<double>(&answer);
        if (!given)
            return Error{Error::Code::invalid, {}, {}, "a choice", "a number", "type the number"};
        verdict.correct = *correct;
        verdict.isRight = std::abs(*given - *correct) <= *tolerance;
        return verdict;
    }
    std::size_t right = 0;
    for (std::size_t i = 0; i < prediction.choices.size(); ++i) {
        const auto holds = lessonValue(scope, prediction.choices[i].when);
        if (!holds)
            return holds.error();
        if (*holds != 0) {
            ++right;
            verdict.rightChoice = i;
        }
    }
    if (right != 1)
        return Error{Error::Code::invalid,
                     {},
                     {},
                     std::to_string(right) + " right choices",
                     "exactly one choice whose condition holds",
                     "change the conditions of the choices"};
    const std::size_t *given = std::get_if<std::size_t>(&answer);
    if (!given)
        return Error{Error::Code::invalid, {}, {}, "a number", "one of the choices", "choose one"};
    verdict.isRight = *given == verdict.rightChoice;
    return verdict;
}

Result<FormulaVerdict> compare(const LessonScope &scope, const LessonFormula &formula)
{
    const auto computed = lessonValue(scope, formula.formula);
    const auto simulated = lessonValue(scope, formula.simulated);
    const auto tolerance = lessonValue(scope, formula.tolerance);
    for (const auto *value : {&computed, &simulated, &tolerance})
        if (!*value)
            return value->error();
    return FormulaVerdict{*computed, *simulated, std::abs(*computed - *simulated) <= *tolerance};
}

Result<std::vector<MeasuredVerdict>> compareMeasured(const Lesson &lesson, const MeasuredSeries &series,
                                                     const StopToken &stop)
{
    std::vector<MeasuredVerdict> verdicts;
    for (const MeasuredPoint &point : series.points) {
        const auto state = withSettings(lesson, startState(lesson), point.at);
        if (!state)
            return state.error();
        const auto moment = simulateMoment(*state, stop);
        if (!moment)
            return moment.error();
        const auto value = lessonValue({&lesson, &*moment}, series.simulated);
        if (!value)
            return value.error();
        verdicts.push_back({point.measured, *value});
    }
    return verdicts;
}

std::vector<ChartPoint> chartPoints(const Lesson &lesson, const LessonChart &chart, const LessonState &state,
                                    const StopToken &stop)
{
    std::vector<ChartPoint> points;
    const LessonControl *control = lesson.findControl(chart.control);
    for (std::size_t i = 0; control && i < control->values.size(); ++i) {
        ChartPoint point{control->values[i], {}, {}};
        const auto changed = withControl(state, *control, point.at);
        const auto moment = changed ? simulateMoment(*changed, stop) : Result<LessonMoment>(changed.error());
        if (moment) {
            const LessonScope scope{&lesson, &*moment};
            if (const auto value = lessonValue(scope, chart.simulated))
                point.simulated = *value;
            const auto formula =
                chart.formula.isSet() ? std::optional(lessonValue(scope, chart.formula)) : std::nullopt;
            if (formula && *formula)
                point.formula = **formula;
        }
        points.push_back(std::move(point));
    }
    return points;
}

Result<StepGround> groundOf(const Lesson &lesson, const LessonStep &step, const LessonState &state,
                            const StopToken &stop)
{
    StepGround ground;
    if (readsFrom(lesson, step, "start.")) {
        auto start = simulateMoment(startState(lesson), stop);
        if (!start)
            return start.error();
        ground.start = *std::move(start);
    }
    if (readsFrom(lesson, step, "best.")) {
        auto best = bestMoment(state, stop);
        if (!best)
            return best.error();
        ground.best = *std::move(best);
    }
    return ground;
}

Result<std::optional<ControlSettings>> findSettings(const Lesson &lesson, const std::vector<std::string> &controls,
                                                    const std::vector<Expression> &conditions, const LessonState &state,
                                                    const StopToken &stop)
{
    return SettingsSearch(lesson, controls, conditions, stop).run(state);
}

Result<std::optional<ControlSettings>> findSolution(const Lesson &lesson, const LessonStep &step,
                                                    const LessonState &state, const StopToken &stop)
{
    std::vector<Expression> conditions;
    for (const LessonGoal &goal : step.goals)
        conditions.push_back(goal.when);
    return findSettings(lesson, step.controls, conditions, state, stop);
}

} // namespace heteroscope
