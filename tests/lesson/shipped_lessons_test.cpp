// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every shipped lesson, played from its first step to its end, with right and wrong answers; and the rules of the
// format.
#include "base/embedded_files.h"
#include "lesson/evaluation.h"
#include "lesson/lesson_file.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

QString firstOf(const Findings &findings)
{
    return findings.ok() ? QString() : QString::fromStdString(toString(findings.errors.front()));
}

Json lessonJson(const std::string &name) { return *parseJson(embeddedFile("lessons/" + name + ".lesson.json")); }

/// The first error of a lesson that was changed, as "path: found".
std::string lessonErrorOf(const Json &json)
{
    const auto loaded = parseLesson(toText(json), "changed.lesson.json");
    if (loaded.findings.ok())
        return {};
    return loaded.findings.errors.front().path + ": " + loaded.findings.errors.front().found;
}

} // namespace

class ShippedLessonsTest : public StrictTest
{
    Q_OBJECT

    void addLessons()
    {
        QTest::addColumn<QString>("name");
        for (const Lesson &lesson : builtinLessons())
            QTest::newRow(lesson.name.c_str()) << QString::fromStdString(lesson.name);
    }

private slots:
    void allAreThere()
    {
        std::size_t files = 0;
        for (const auto &file : embeddedFiles()) {
            if (!file.path.starts_with("lessons/"))
                continue;
            ++files;
            const auto loaded = parseLesson(file.content, std::string(file.path));
            QVERIFY2(loaded.findings.ok(), qPrintable(firstOf(loaded.findings)));
        }
        QCOMPARE(builtinLessons().size(), files);
        QVERIFY(files >= 14);
        std::size_t measured = 0;
        for (const Lesson &lesson : builtinLessons())
            for (const LessonStep &step : lesson.steps)
                measured += step.measured ? 1 : 0;
        QVERIFY(measured >= 2);
    }

    void plays_data() { addLessons(); }
    void plays()
    {
        QFETCH(QString, name);
        const Findings findings = playLesson(*findLesson(name.toStdString()));
        QVERIFY2(findings.ok(), qPrintable(firstOf(findings)));
    }

    void tellsRightAnswersFromWrongOnes_data() { addLessons(); }
    void tellsRightAnswersFromWrongOnes()
    {
        QFETCH(QString, name);
        const Lesson &lesson = *findLesson(name.toStdString());
        LessonState state = startState(lesson);
        const auto start = simulateMoment(state);
        QVERIFY(start);
        for (const LessonStep &step : lesson.steps) {
            state = *withSettings(lesson, state, step.set);
            if (!step.predict)
                continue;
            const auto asked = simulateMoment(*withSettings(lesson, state, step.predict->at));
            QVERIFY(asked);
            const LessonScope scope{&lesson, &*asked, &*start};
            const std::size_t choices = step.predict->choices.size();
            if (choices == 0) {
                const auto zero = judge(scope, *step.predict, 0.0);
                QVERIFY(zero && !zero->isRight);
                QVERIFY(judge(scope, *step.predict, zero->correct)->isRight);
                QVERIFY(!judge(scope, *step.predict, zero->correct * 3 + 1)->isRight);
            }
            std::size_t right = 0;
            for (std::size_t i = 0; i < choices; ++i)
                right += judge(scope, *step.predict, i)->isRight ? 1 : 0;
            QCOMPARE(right, std::size_t{choices > 0 ? 1u : 0u});
        }
    }

    void everyTextIsInEveryLanguage_data() { addLessons(); }
    void everyTextIsInEveryLanguage()
    {
        QFETCH(QString, name);
        const std::function<void(const Json &, const std::string &)> walk = [&](const Json &json,
                                                                                const std::string &path) {
            if (json.is_object() && json.contains("en")) {
                for (const char *language : {"de", "zh_CN"})
                    QVERIFY2(json.contains(language), path.c_str());
                // The same figures stand in every language.
                const auto figures = [&](const char *language) {
                    auto names = namesInBraces(json[language].get<std::string>());
                    std::sort(names.begin(), names.end());
                    return names;
                };
                for (const char *language : {"de", "zh_CN"})
                    QVERIFY2(figures(language) == figures("en"), path.c_str());
                return;
            }
            if (path == "/project")
                return;
            for (const auto &[key, value] : json.items())
                if (value.is_structured())
                    walk(value, path + "/" + key);
        };
        walk(lessonJson(name.toStdString()), "");
    }

    void measuredStepsAreNear()
    {
        for (const Lesson &lesson : builtinLessons()) {
            for (const LessonStep &step : lesson.steps) {
                if (!step.measured)
                    continue;
                QVERIFY(!step.measured->source.empty());
                const auto verdicts = compareMeasured(lesson, *step.measured);
                QVERIFY(verdicts);
                for (const MeasuredVerdict &verdict : *verdicts)
                    QVERIFY2(std::abs(verdict.error()) < 0.2, lesson.name.c_str());
            }
        }
    }

    void answersFollowTheSimulation()
    {
        // The same question about another project has another answer: nothing is stored.
        Lesson lesson = *findLesson("01-why-pipelines-wait");
        const Prediction &question = *lesson.steps.front().predict;
        const auto few = simulateMoment(*withSettings(lesson, startState(lesson), {{"m", 8.0}}));
        const auto many = simulateMoment(*withSettings(lesson, startState(lesson), {{"m", 24.0}}));
        QCOMPARE(judge({&lesson, &*few}, question, std::size_t{0})->rightChoice, std::size_t{1});
        QCOMPARE(judge({&lesson, &*many}, question, std::size_t{0})->rightChoice, std::size_t{0});
    }

    void writesTheLearnersNumbers()
    {
        const Lesson &lesson = *findLesson("01-why-pipelines-wait");
        const auto moment = simulateMoment(*withSettings(lesson, startState(lesson), {{"m", 8.0}}));
        const LessonScope scope{&lesson, &*moment};
        const Expression &formula = lesson.steps.front().formula->formula;
        QCOMPARE(formulaNames(formula), std::string("(p − 1) / (m + p − 1)"));
        QCOMPARE(formulaNumbers(scope, formula), std::string("(4 − 1) / (8 + 4 − 1)"));
        QCOMPARE(filledText(scope, "{p} and {m}"), std::string("4 and 8"));
        const auto verdict = compare(scope, *lesson.steps.front().formula);
        QVERIFY(std::abs(verdict->formula - 3.0 / 11) < 1e-12);
        QVERIFY(verdict->agrees);
    }

    void refusesBadLessons()
    {
        const Json good = lessonJson("01-why-pipelines-wait");
        QCOMPARE(lessonErrorOf(good), std::string());
        const auto changed = [&good](const char *pointer, Json value) {
            Json json = good;
            json[Json::json_pointer(pointer)] = std::move(value);
            return lessonErrorOf(json);
        };
        std::string words;
        for (int i = 0; i < 61; ++i)
            words += "word ";
        QCOMPARE(changed("/steps/0/card", words), std::string("/steps/0/card/en: 61 words"));
        QCOMPARE(changed("/steps/1/hints", Json::array({"one"})), std::string("/steps/1/hints: 1 hints"));
        QCOMPARE(changed("/steps/1/goals/0/when", "buble < 10 %"), std::string("/steps/1/goals/0/when: \"buble\""));
        QCOMPARE(changed("/steps/1/goals/0/when", "bubble < 10 s"),
                 std::string("/steps/1/goals/0/when: a number beside s"));
        QCOMPARE(changed("/steps/1/goals/0/when", "bubble"), std::string("/steps/1/goals/0/when: a number"));
        QCOMPARE(changed("/steps/1/controls/0", "n"), std::string("/steps/1/controls/0: \"n\""));
        QCOMPARE(changed("/steps/0/formula/formula", "(p - 1"),
                 std::string("/steps/0/formula/formula: the end of the formula at 1:7"));
        QCOMPARE(changed("/seen", "{nothing}"), std::string("/seen/en: {nothing}"));
        QVERIFY(changed("/steps/0/card", 7).starts_with("/steps/0/card: "));
        QVERIFY(changed("/formatVersion", 2).starts_with("/formatVersion: "));
        QVERIFY(changed("/project", "nowhere.hscope.json").find("nowhere") == std::string::npos);
        QVERIFY(!changed("/project", "nowhere.hscope.json").empty());
    }

    void playingFindsWhatCannotWork()
    {
        const auto playedWith = [](const auto &change) {
            Lesson lesson = *findLesson("01-why-pipelines-wait");
            change(lesson);
            return firstOf(playLesson(lesson));
        };
        QVERIFY(playedWith([](Lesson &) {}).isEmpty());
        QVERIFY(playedWith([](Lesson &lesson) {
                    lesson.steps[1].goals[0].when = *parseExpression("bubble < 1 %");
                }).contains(QStringLiteral("no tried value")));
        QVERIFY(playedWith([](Lesson &lesson) {
                    lesson.steps[1].goals[0].when = *parseExpression("bubble < 90 %");
                }).contains(QStringLiteral("before anything is changed")));
        QVERIFY(playedWith([](Lesson &lesson) {
                    lesson.steps[0].predict->choices[0].when = *parseExpression("bubble > 0");
                }).contains(QStringLiteral("2 right choices")));
        QVERIFY(playedWith([](Lesson &lesson) {
                    lesson.steps[1].formula->formula = *parseExpression("1 / m");
                }).contains(QStringLiteral("by the formula")));
    }

    void controlsReadWhatTheyWrote_data() { addLessons(); }
    void controlsReadWhatTheyWrote()
    {
        QFETCH(QString, name);
        const Lesson &lesson = *findLesson(name.toStdString());
        for (const LessonControl &control : lesson.controls) {
            for (const ControlValue &value : control.values) {
                const auto state = withControl(startState(lesson), control, value);
                if (state) // not every cut is possible from every other one
                    QVERIFY2(controlValue(*state, control) == value, control.name.c_str());
            }
            QVERIFY(!withControl(startState(lesson), control,
                                 std::holds_alternative<double>(control.values.front()) ? ControlValue("word")
                                                                                        : ControlValue(1.0)));
        }
    }

    void readsTypedNumbers()
    {
        QCOMPARE(typedValue("27.3", LessonShow::percent), std::optional(0.273));
        QCOMPARE(typedValue("27,5 %", LessonShow::percent), std::optional(0.275));
        QCOMPARE(typedValue("800 ms", LessonShow::time), std::optional(0.8));
        QCOMPARE(typedValue("2", LessonShow::memory), std::optional(2147483648.0));
        QVERIFY(!typedValue("800 ms", LessonShow::percent));
        QVERIFY(!typedValue("10 %", LessonShow::number));
        QVERIFY(!typedValue("about 3", LessonShow::number));
        QVERIFY(!typedValue("", LessonShow::number));
    }

    void countsWords()
    {
        QCOMPARE(wordCount("a pipeline  of four\nstages"), std::size_t{5});
        QCOMPARE(wordCount("流水线"), std::size_t{2});
        QCOMPARE(wordCount(""), std::size_t{0});
    }
};

QTEST_GUILESS_MAIN(ShippedLessonsTest)
#include "shipped_lessons_test.moc"
