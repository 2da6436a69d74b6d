// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_rules.h"

#include "lesson/evaluation.h"
#include "lesson/lesson_file.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <set>

namespace heteroscope {

namespace {

class LessonRules
{
public:
    explicit LessonRules(const Lesson &lesson) : m_lesson(lesson) {}

    Findings check()
    {
        checkNames();
        checkControls();
        bool asks = false, compares = false, aims = false;
        for (std::size_t i = 0; i < m_lesson.steps.size(); ++i) {
            const LessonStep &step = m_lesson.steps[i];
            checkStep(step, "/steps/" + std::to_string(i));
            asks = asks || step.predict;
            compares = compares || step.formula;
            aims = aims || !step.goals.empty();
        }
        if (!asks || !compares || !aims)
            add("/steps", "steps without a question, a formula or a goal", "at least one of each in the lesson",
                "add predict, formula and goals to the steps");
        checkText(m_lesson.title, "/title");
        checkText(m_lesson.summary, "/summary");
        checkText(m_lesson.seen, "/seen");
        if (m_lesson.exercise)
            checkExercise(*m_lesson.exercise);
        return std::move(m_findings);
    }

private:
    void add(std::string path, std::string found, std::string expected, std::string hint)
    {
        m_findings.addError(
            {Error::Code::invalid, {}, std::move(path), std::move(found), std::move(expected), std::move(hint)});
    }

    void checkNames()
    {
        std::set<std::string> taken;
        for (std::size_t i = 0; i < m_lesson.names.size(); ++i) {
            const LessonName &name = m_lesson.names[i];
            const auto path = "/names/" + std::to_string(i);
            if (!taken.insert(name.name).second || findFigure(name.name))
                add(path + "/name", quoteText(name.name) + ", which is taken", "a name of its own",
                    "choose another name");
            checkValue(name.value, name.show, path + "/value");
            checkText(name.meaning, path + "/meaning");
        }
    }

    void checkControls()
    {
        std::set<std::string> taken;
        const LessonState start = startState(m_lesson);
        for (std::size_t i = 0; i < m_lesson.controls.size(); ++i) {
            const LessonControl &control = m_lesson.controls[i];
            const auto path = "/controls/" + std::to_string(i);
            if (!taken.insert(control.name).second)
                add(path + "/name", quoteText(control.name) + " again", "a name of its own", "rename one of them");
            checkText(control.label, path + "/label");
            if (control.values.size() < 2 || control.values.size() > maxControlValues)
                add(path + "/values", fmt::format("{} values", control.values.size()),
                    fmt::format("2 to {} values", maxControlValues), "list them, or give \"from\" and \"to\"");
            if (!controlValue(start, control)) {
                add(path + "/kind", "nothing in the project that it could change",
                    "a project with a plan, and with the target", "change \"target\" or the project");
                continue;
            }
        }
    }

    void checkText(const LessonText &text, const std::string &path)
    {
        m_findings.append(findTextMistakes(m_lesson, text, path));
    }

    void checkType(const Expression &expression, const std::string &path, const ExpressionType &wanted)
    {
        if (!expression.isSet()) {
            add(path, "nothing", wanted.isCondition ? "a condition" : "a formula", "add it");
            return;
        }
        const auto type = typeInLesson(m_lesson, expression);
        if (!type) {
            Error error = type.error();
            error.path = path;
            m_findings.addError(std::move(error));
        } else if (*type != wanted) {
            add(path, type->isCondition ? "a condition" : toString(type->unit),
                wanted.isCondition ? "a condition, such as bubble < 10 %" : toString(wanted.unit),
                "change the formula, or \"show\"");
        }
    }
    void checkValue(const Expression &expression, LessonShow show, const std::string &path)
    {
        checkType(expression, path, {unitOf(show), false});
    }
    void checkCondition(const Expression &expression, const std::string &path)
    {
        checkType(expression, path, {{}, true});
    }

    void checkControlNames(const std::vector<std::string> &names, const std::string &path)
    {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (!m_lesson.findControl(names[i]))
                unknownControl(names[i], path + "/" + std::to_string(i));
    }
    void unknownControl(const std::string &name, const std::string &path)
    {
        add(path, quoteText(name), "the name of a control", "add it to \"controls\", or correct the name");
    }
    void checkSettings(const ControlSettings &settings, const std::string &path)
    {
        for (const auto &[name, value] : settings)
            if (!m_lesson.findControl(name))
                unknownControl(name, path + "/" + name);
    }

    void checkStep(const LessonStep &step, const std::string &path)
    {
        checkText(step.card, path + "/card");
        for (const auto &[language, words] : step.card.byLanguage)
            if (const auto count = wordCount(words); count > maxCardWords)
                add(path + "/card/" + language, fmt::format("{} words", count), fmt::format("at most {}", maxCardWords),
                    "make two steps of it");
        checkControlNames(step.controls, path + "/controls");
        checkSettings(step.set, path + "/set");
        if (step.predict)
            checkPrediction(*step.predict, path + "/predict");
        if (step.formula) {
            checkText(step.formula->name, path + "/formula/name");
            checkText(step.formula->because, path + "/formula/because");
            checkValue(step.formula->formula, step.formula->show, path + "/formula/formula");
            checkValue(step.formula->simulated, step.formula->show, path + "/formula/simulated");
            checkValue(step.formula->tolerance, step.formula->show, path + "/formula/tolerance");
        }
        for (std::size_t i = 0; i < step.goals.size(); ++i) {
            const auto goal = path + "/goals/" + std::to_string(i);
            checkText(step.goals[i].text, goal + "/text");
            checkCondition(step.goals[i].when, goal + "/when");
            if (step.goals[i].now.isSet())
                checkValue(step.goals[i].now, step.goals[i].show, goal + "/now");
        }
        if (!step.goals.empty() && step.hints.size() != 3)
            add(path + "/hints", fmt::format("{} hints", step.hints.size()), "three hints in a step with goals",
                "the first says where to look, the last what to do");
        for (std::size_t i = 0; i < step.hints.size(); ++i)
            checkText(step.hints[i], path + "/hints/" + std::to_string(i));
        if (!step.goals.empty() && step.controls.empty())
            add(path + "/controls", "no control", "something that the learner may change to reach the goals",
                "add the name of a control");
        if (step.chart)
            checkChart(*step.chart, path + "/chart");
        if (step.measured)
            checkMeasured(*step.measured, path + "/measured");
    }

    void checkPrediction(const Prediction &prediction, const std::string &path)
    {
        checkText(prediction.question, path + "/question");
        checkSettings(prediction.at, path + "/at");
        if (prediction.choices.empty()) {
            checkValue(prediction.answer, prediction.show, path + "/answer");
            checkValue(prediction.tolerance, prediction.show, path + "/tolerance");
        }
        for (std::size_t i = 0; i < prediction.choices.size(); ++i) {
            const auto choice = path + "/choices/" + std::to_string(i);
            checkText(prediction.choices[i].text, choice + "/text");
            checkCondition(prediction.choices[i].when, choice + "/when");
        }
        if (prediction.choices.size() == 1)
            add(path + "/choices", "one choice", "two or more, or none where a number is asked", "add another");
    }

    void checkChart(const LessonChart &chart, const std::string &path)
    {
        checkText(chart.title, path + "/title");
        if (!m_lesson.findControl(chart.control))
            unknownControl(chart.control, path + "/control");
        checkValue(chart.simulated, chart.show, path + "/simulated");
        if (chart.formula.isSet())
            checkValue(chart.formula, chart.show, path + "/formula");
    }

    void checkMeasured(const MeasuredSeries &series, const std::string &path)
    {
        checkText(series.title, path + "/title");
        checkValue(series.simulated, series.show, path + "/simulated");
        for (std::size_t i = 0; i < series.points.size(); ++i) {
            const auto point = path + "/points/" + std::to_string(i);
            checkText(series.points[i].label, point + "/label");
            checkSettings(series.points[i].at, point + "/at");
            if (!(series.points[i].measured > 0))
                add(point + "/measured", "a value that is not positive", "what was measured, in SI units",
                    "look it up in the source");
        }
    }

    void checkExercise(const LessonExercise &exercise)
    {
        checkControlNames(exercise.vary, "/exercise/vary");
        checkControlNames(exercise.controls, "/exercise/controls");
        checkText(exercise.question, "/exercise/question");
        checkValue(exercise.answer, exercise.show, "/exercise/answer");
        checkValue(exercise.tolerance, exercise.show, "/exercise/tolerance");
        checkText(exercise.task, "/exercise/task");
        checkCondition(exercise.goal, "/exercise/goal");
    }

    const Lesson &m_lesson;
    Findings m_findings;
};

/// Plays a lesson from its first step to the last, with the first settings that reach each goal.
class LessonPlay
{
public:
    LessonPlay(const Lesson &lesson, StopToken stop) : m_lesson(lesson), m_stop(std::move(stop)) {}

    Findings play()
    {
        LessonState state = startState(m_lesson);
        for (std::size_t i = 0; i < m_lesson.steps.size() && m_findings.ok(); ++i)
            playStep(m_lesson.steps[i], "/steps/" + std::to_string(i), state);
        return std::move(m_findings);
    }

private:
    void add(Error error, const std::string &path)
    {
        error.path = path + (error.path.empty() ? "" : ": " + error.path);
        m_findings.addError(std::move(error));
    }
    void add(std::string found, std::string expected, std::string hint, const std::string &path)
    {
        m_findings.addError({Error::Code::invalid, {}, path, std::move(found), std::move(expected), std::move(hint)});
    }

    void playStep(const LessonStep &step, const std::string &path, LessonState &state)
    {
        if (auto set = withSettings(m_lesson, state, step.set))
            state = *std::move(set);
        else
            return add(set.error(), path + "/set");
        const auto ground = groundOf(m_lesson, step, state, m_stop);
        if (!ground)
            return add(ground.error(), path);
        const auto scopeOf = [&](const LessonMoment &now) {
            return LessonScope{&m_lesson, &now, ground->start ? &*ground->start : nullptr,
                               ground->best ? &*ground->best : nullptr};
        };
        if (step.predict) {
            const auto asked = withSettings(m_lesson, state, step.predict->at);
            if (!asked)
                return add(asked.error(), path + "/predict/at");
            const auto moment = simulateMoment(*asked, m_stop);
            if (!moment)
                return add(moment.error(), path + "/predict/at");
            const LessonAnswer answer =
                step.predict->choices.empty() ? LessonAnswer(0.0) : LessonAnswer(std::size_t{0});
            if (const auto verdict = judge(scopeOf(*moment), *step.predict, answer); !verdict)
                return add(verdict.error(), path + "/predict");
            state = *asked;
        }
        const auto before = simulateMoment(state, m_stop);
        if (!before)
            return add(before.error(), path);
        for (std::size_t i = 0; i < step.goals.size(); ++i) {
            const auto holds = lessonValue(scopeOf(*before), step.goals[i].when);
            if (!holds)
                return add(holds.error(), path + "/goals/" + std::to_string(i) + "/when");
        }
        if (!step.goals.empty() && isDone(step, scopeOf(*before)))
            return add("goals that are reached before anything is changed", "at least one that is not",
                       "begin with other values, or aim higher", path + "/goals");
        const auto solution = findSolution(m_lesson, step, state, m_stop);
        if (!solution)
            return add(solution.error(), path + "/goals");
        if (!*solution)
            return add("goals that no tried value of the controls reaches", "goals that can be reached",
                       "aim lower, or allow more values", path + "/goals");
        if (!step.goals.empty())
            state = *withSettings(m_lesson, state, **solution);
        const auto after = simulateMoment(state, m_stop);
        if (!after)
            return add(after.error(), path);
        if (step.formula)
            playFormula(*step.formula, scopeOf(*after), path + "/formula");
        if (step.measured)
            if (const auto compared = compareMeasured(m_lesson, *step.measured, m_stop); !compared)
                add(compared.error(), path + "/measured");
        if (step.chart)
            for (const ChartPoint &point : chartPoints(m_lesson, *step.chart, state, m_stop))
                if (!point.simulated)
                    add("no value at " + controlText(*m_lesson.findControl(step.chart->control), point.at),
                        "a value at each position of the control", "leave out values that cannot run", path + "/chart");
    }

    static bool isDone(const LessonStep &step, const LessonScope &scope)
    {
        for (const LessonGoal &goal : step.goals) {
            const auto holds = lessonValue(scope, goal.when);
            if (!holds || *holds == 0)
                return false;
        }
        return true;
    }

    void playFormula(const LessonFormula &formula, const LessonScope &scope, const std::string &path)
    {
        const auto verdict = compare(scope, formula);
        if (!verdict)
            add(verdict.error(), path);
        else if (!verdict->agrees)
            add(fmt::format("{} by the formula, {} simulated", shownText(verdict->formula, formula.show),
                            shownText(verdict->simulated, formula.show)),
                "a difference within the tolerance where the goals are reached",
                "correct the formula, or widen the tolerance and say why they differ", path);
    }

    const Lesson &m_lesson;
    StopToken m_stop;
    Findings m_findings;
};

} // namespace

Findings findTextMistakes(const Lesson &lesson, const LessonText &text, const std::string &path)
{
    Findings findings;
    const auto add = [&](std::string place, std::string found, std::string expected, std::string hint) {
        findings.addError(
            {Error::Code::invalid, {}, std::move(place), std::move(found), std::move(expected), std::move(hint)});
    };
    if (text.in("en").empty())
        add(path, "no English text", "a text, or an object with the key \"en\"", "add it");
    for (const auto &[language, words] : text.byLanguage) {
        for (const std::string &name : namesInBraces(words)) {
            auto parsed = parseExpression(name);
            const auto type = parsed ? typeInLesson(lesson, *parsed) : Result<ExpressionType>(parsed.error());
            if (!type || parsed->nodes.size() != 1)
                add(path + "/" + language, "{" + name + "}", "the name of a figure between the braces",
                    type ? "write a name, not a formula" : type.error().hint);
        }
    }
    return findings;
}

Findings findLessonMistakes(const Lesson &lesson) { return LessonRules(lesson).check(); }

Findings playLesson(const Lesson &lesson, const StopToken &stop) { return LessonPlay(lesson, stop).play(); }

} // namespace heteroscope
