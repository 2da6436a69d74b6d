// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/new_lesson.h"

#include "lesson/lesson_file.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

using namespace heteroscope;

class NewLessonTest : public StrictTest
{
    Q_OBJECT

private slots:
    void itCanBePlayedToItsEnd()
    {
        const Lesson *pipeline = findLesson("01-why-pipelines-wait");
        QVERIFY(pipeline);
        const auto loaded = parseLesson(newLessonText(pipeline->project), "new.lesson.json");
        QVERIFY2(loaded.findings.ok(), loaded.findings.ok() ? "" : toString(loaded.findings.errors[0]).c_str());
        const auto played = playLesson(loaded.lesson);
        QVERIFY2(played.ok(), played.ok() ? "" : toString(played.errors[0]).c_str());
        QVERIFY(loaded.lesson.project == pipeline->project);
    }

    void itCanBeReadForAnyProjectWithAPlan()
    {
        const auto loaded = parseLesson(newLessonText(samples::project()), "new.lesson.json");
        QVERIFY2(loaded.findings.ok(), loaded.findings.ok() ? "" : toString(loaded.findings.errors[0]).c_str());
        QCOMPARE(loaded.lesson.title.in("en"), samples::project().title);
    }

    void itsTextsAreInTheAuthorsLanguageToo()
    {
        const auto english = parseLesson(newLessonText(samples::project()), "new.lesson.json").lesson;
        for (const std::string language : {"de", "zh_CN"}) {
            const auto loaded = parseLesson(newLessonText(samples::project(), language), "new.lesson.json");
            QVERIFY2(loaded.findings.ok(), loaded.findings.ok() ? "" : toString(loaded.findings.errors[0]).c_str());
            const Lesson &lesson = loaded.lesson;
            for (const LessonText *text : {&lesson.summary, &lesson.seen, &lesson.steps[0].card, &lesson.steps[1].card,
                                           &lesson.steps[1].hints[0], &lesson.steps[1].hints[2],
                                           &lesson.exercise->question, &lesson.exercise->task})
                QVERIFY2(text->byLanguage.count(language) == 1, text->in("en").c_str());
            QCOMPARE(lesson.summary.in("en"), english.summary.in("en"));
            QVERIFY(lesson.seen.in(language).find("{bubble}") != std::string::npos);
        }
    }
};

QTEST_GUILESS_MAIN(NewLessonTest)
#include "new_lesson_test.moc"
