// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/sheet_page.h"

#include "report/html_page.h"

#include <fmt/format.h>

#include <filesystem>

namespace heteroscope {

namespace {

/// The fixed words of a sheet in a language.
struct SheetWords
{
    const char *sheet, *student, *key, *question, *task, *formula, *file, *answer, *tolerance, *solution, *lesson;
};

const SheetWords &wordsIn(const std::string &language)
{
    static const SheetWords english = {"Exercise sheet", "Student", "Key",       "Question",         "Task",  "Formula",
                                       "Project file",   "Answer",  "Tolerance", "Reaches the goal", "Lesson"};
    static const SheetWords german = {"Übungsblatt", "Teilnehmer",   "Lösungen", "Frage",    "Aufgabe",
                                      "Formel",      "Projektdatei", "Antwort",  "Toleranz", "Erreicht das Ziel",
                                      "Lektion"};
    static const SheetWords chinese = {"练习题",   "学生", "答案", "问题",           "任务", "公式",
                                       "项目文件", "回答", "容差", "达到目标的取值", "课程"};
    return language == "de" ? german : language == "zh_CN" ? chinese : english;
}

/// The first formula of the lesson: "bubble = (p − 1) / (m + p − 1)".
std::string firstFormula(const Lesson &lesson, const std::string &language)
{
    for (const LessonStep &step : lesson.steps)
        if (step.formula)
            return step.formula->name.in(language) + " = " + formulaNames(step.formula->formula);
    return {};
}

std::string settingsText(const Lesson &lesson, const ControlSettings &settings, const std::string &language)
{
    std::string text;
    for (const auto &[name, value] : settings) {
        const LessonControl &control = *lesson.findControl(name);
        text +=
            fmt::format("{}{}: {}", text.empty() ? "" : "; ", control.label.in(language), controlText(control, value));
    }
    return text;
}

std::string htmlLanguage(const std::string &language) { return language == "zh_CN" ? "zh-CN" : language; }

} // namespace

std::string taskFile(std::size_t student, const Lesson &lesson)
{
    return fmt::format("student-{:02}-{}.hscope.json", student + 1, lesson.name);
}

Result<std::string> sheetPage(const ExerciseSheet &sheet, const SheetLessons &lessons, const std::string &language,
                              const StopToken &stop)
{
    const SheetWords &words = wordsIn(language);
    HtmlPage page(words.sheet, htmlLanguage(language));
    for (std::size_t student = 0; student < sheet.students.size(); ++student) {
        if (student > 0)
            page.newSheet();
        page.heading(fmt::format("{} {}", words.student, student + 1));
        for (const ExerciseTask &task : sheet.students[student]) {
            const Lesson &lesson = lessons.at(task.lesson);
            const auto question = taskQuestion(lesson, task, language, stop);
            if (!question)
                return question.error();
            page.paragraph(lesson.title.in(language) + ". " + lesson.summary.in(language), "quiet");
            page.table("tt", {words.lesson, lesson.title.in(language)},
                       {{words.question, *question},
                        {words.task, lesson.exercise->task.in(language)},
                        {words.formula, firstFormula(lesson, language)},
                        {words.file, taskFile(student, lesson)},
                        {words.answer, "____________________"}});
        }
    }
    return page.finish();
}

Result<std::string> keyPage(const ExerciseSheet &sheet, const SheetLessons &lessons, const std::string &language,
                            const StopToken &stop)
{
    const SheetWords &words = wordsIn(language);
    HtmlPage page(fmt::format("{}: {}", words.sheet, words.key), htmlLanguage(language));
    std::vector<HtmlPage::Row> rows;
    for (std::size_t student = 0; student < sheet.students.size(); ++student) {
        for (const ExerciseTask &task : sheet.students[student]) {
            const Lesson &lesson = lessons.at(task.lesson);
            const auto key = taskKey(lesson, task, stop);
            if (!key)
                return key.error();
            const LessonShow show = lesson.exercise->show;
            rows.push_back({std::to_string(student + 1), lesson.title.in(language),
                            settingsText(lesson, task.values, language), shownText(key->answer, show),
                            shownText(key->tolerance, show), settingsText(lesson, key->solution, language)});
        }
    }
    page.table("nttnnt", {words.student, words.lesson, words.question, words.answer, words.tolerance, words.solution},
               rows);
    return page.finish();
}

} // namespace heteroscope
