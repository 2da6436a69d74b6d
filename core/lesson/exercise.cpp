// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/exercise.h"

#include "project/free_id.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>

namespace heteroscope {

namespace {

constexpr const char *exerciseKey = "x-exercise";
/// Behind which a student writes, by language; each counts in every sheet.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> answerMarks = {
    {{"en", "Answer:"}, {"de", "Antwort:"}, {"zh_CN", "\u56de\u7b54\uff1a"}}};
constexpr double noteOffset = 160; // pixels above the highest node

Error sheetError(std::string path, std::string found, std::string expected, std::string hint)
{
    return {Error::Code::invalid, {}, std::move(path), std::move(found), std::move(expected), std::move(hint)};
}

/// A number that stands for the sheet in the projects of its students.
std::string sheetMark(const ExerciseSheet &sheet)
{
    std::uint64_t mark = 14695981039346656037ULL; // FNV-1a, 64 bits
    for (const char c : toText(toJson(sheet)))
        mark = (mark ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return fmt::format("{:016x}", mark);
}

std::size_t combinations(const Lesson &lesson)
{
    std::size_t count = 1;
    for (const std::string &name : lesson.exercise->vary)
        if (const LessonControl *control = lesson.findControl(name))
            count = std::min<std::size_t>(count * control->values.size(), 1'000'000);
    return count;
}

ControlSettings combination(const Lesson &lesson, std::size_t index)
{
    ControlSettings values;
    for (const std::string &name : lesson.exercise->vary) {
        const LessonControl *control = lesson.findControl(name);
        values.emplace_back(name, control->values[index % control->values.size()]);
        index /= control->values.size();
    }
    return values;
}

/// A permutation of 0 .. count - 1. Not std::shuffle, whose result differs between libraries.
std::vector<std::size_t> shuffled(std::size_t count, std::mt19937_64 &random)
{
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i)
        order[i] = i;
    for (std::size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[random() % i]);
    return order;
}

Json valueJson(const ControlValue &value)
{
    if (const double *number = std::get_if<double>(&value))
        return *number;
    return std::get<std::string>(value);
}

/// What a project is beside the values of the exercise's controls: they are set to those of `start`.
Result<Project> withoutControls(const Lesson &lesson, const LessonState &start, const Project &project)
{
    LessonState state{project, start.startTime};
    for (const std::string &name : lesson.exercise->controls) {
        const LessonControl &control = *lesson.findControl(name);
        const auto value = controlValue(start, control);
        if (!value)
            continue;
        auto set = withControl(state, control, *value);
        if (!set)
            return set.error();
        state = *std::move(set);
    }
    return std::move(state.project);
}

std::string_view answerMark(std::string_view language)
{
    for (const auto &[name, mark] : answerMarks)
        if (name == language)
            return mark;
    return answerMarks.front().second;
}

/// Behind the last mark of a note; npos without one.
std::size_t answerPlace(const std::string &text)
{
    std::size_t place = std::string::npos;
    for (const auto &[name, mark] : answerMarks)
        if (const auto at = text.rfind(mark); at != std::string::npos)
            place = place == std::string::npos ? at + mark.size() : std::max(place, at + mark.size());
    return place;
}

const Note *questionNote(const Project &project)
{
    const auto found = std::find_if(project.notes.begin(), project.notes.end(),
                                    [](const Note &note) { return answerPlace(note.text) != std::string::npos; });
    return found == project.notes.end() ? nullptr : &*found;
}

std::string writtenAnswer(const Project &project)
{
    const Note *note = questionNote(project);
    if (!note)
        return {};
    std::string text = note->text.substr(answerPlace(note->text));
    const auto isBlank = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
    while (!text.empty() && isBlank(text.front()))
        text.erase(text.begin());
    while (!text.empty() && isBlank(text.back()))
        text.pop_back();
    return text;
}

/// Whether two projects ask for the same step but for the plans that are not the first.
bool isSameTask(const Project &one, const Project &other)
{
    const auto planOf = [](const Project &project) {
        return project.plans.empty() ? std::optional<Plan>() : std::optional(project.plans.front().plan);
    };
    return one.cluster == other.cluster && one.workload == other.workload && planOf(one) == planOf(other);
}

} // namespace

Result<ExerciseSheet> makeSheet(const std::vector<std::string> &names, const SheetLessons &lessons, int students,
                                std::uint64_t seed)
{
    if (names.empty())
        return sheetError("", "no lesson", "one lesson or more", "name a lesson that has an exercise");
    if (students < 1 || students > maxStudents)
        return sheetError("", fmt::format("{} students", students), fmt::format("1 to {}", maxStudents),
                          "make several sheets");
    ExerciseSheet sheet;
    sheet.seed = seed;
    sheet.students.resize(static_cast<std::size_t>(students));
    std::mt19937_64 random(seed);
    std::size_t most = 0;
    for (const std::string &name : names) {
        const Lesson &lesson = lessons.at(name);
        if (!lesson.exercise)
            return sheetError("", "lesson " + quoteText(name) + " without an exercise", "a lesson with \"exercise\"",
                              "leave it out, or add an exercise to it");
        const std::size_t count = combinations(lesson);
        most = std::max(most, count);
        const auto order = shuffled(count, random);
        for (std::size_t i = 0; i < sheet.students.size(); ++i)
            sheet.students[i].push_back({name, combination(lesson, order[i % count])});
    }
    // The lesson with most values gives no two students the same.
    if (most < sheet.students.size())
        return sheetError("", fmt::format("{} students", students),
                          fmt::format("at most {}, the different values of the lessons", most),
                          "add a lesson with more values, or make two sheets with other lessons");
    return sheet;
}

Json toJson(const ExerciseSheet &sheet)
{
    Json students = Json::array();
    for (const auto &tasks : sheet.students) {
        Json list = Json::array();
        for (const ExerciseTask &task : tasks) {
            Json values = Json::object();
            for (const auto &[name, value] : task.values)
                appendMember(values, name, valueJson(value));
            list.push_back({{"lesson", task.lesson}, {"values", std::move(values)}});
        }
        students.push_back({{"tasks", std::move(list)}});
    }
    return {{"formatVersion", sheetFormatVersion}, {"seed", sheet.seed}, {"students", std::move(students)}};
}

Result<ExerciseSheet> readSheet(const Json &json)
{
    Findings findings;
    ExerciseSheet sheet;
    ObjectReader reader(json, "", findings);
    (void)reader.integer("formatVersion", 1, sheetFormatVersion);
    if (const Json *seed = reader.member("seed"); seed && seed->is_number_unsigned())
        sheet.seed = seed->get<std::uint64_t>();
    std::size_t index = 0;
    for (const Json *student : reader.items("students")) {
        ObjectReader item(*student, reader.pathOf("students", index++), findings);
        std::vector<ExerciseTask> tasks;
        std::size_t number = 0;
        for (const Json *task : item.items("tasks")) {
            ObjectReader entry(*task, item.pathOf("tasks", number++), findings);
            ExerciseTask read{entry.text("lesson"), {}};
            const Json *values = entry.member("values");
            if (values && values->is_object())
                for (const auto &[name, value] : values->get_ref<const Json::object_t &>()) {
                    if (value.is_number())
                        read.values.emplace_back(name, value.get<double>());
                    else if (value.is_string())
                        read.values.emplace_back(name, value.get<std::string>());
                    else
                        entry.error("values", describe(value), "a number or a word", "make the sheet again");
                }
            (void)entry.finish();
            tasks.push_back(std::move(read));
        }
        (void)item.finish();
        sheet.students.push_back(std::move(tasks));
    }
    (void)reader.finish();
    if (findings.ok() && sheet.students.empty())
        reader.error("students", "no student", "one or more", "make the sheet with hscope sheet");
    if (!findings.ok())
        return std::move(findings.errors.front());
    return sheet;
}

Result<LessonState> taskState(const Lesson &lesson, const ExerciseTask &task)
{
    return withSettings(lesson, startState(lesson), task.values);
}

Result<std::string> taskQuestion(const Lesson &lesson, const ExerciseTask &task, const std::string &language,
                                 const StopToken &stop)
{
    const auto state = taskState(lesson, task);
    if (!state)
        return state.error();
    const auto now = simulateMoment(*state, stop);
    if (!now)
        return now.error();
    const auto start = simulateMoment(startState(lesson), stop);
    if (!start)
        return start.error();
    return filledText({&lesson, &*now, &*start}, lesson.exercise->question.in(language));
}

Result<Project> taskProject(const Lesson &lesson, const ExerciseSheet &sheet, std::size_t student,
                            const ExerciseTask &task, const std::string &language)
{
    auto state = taskState(lesson, task);
    if (!state)
        return state.error();
    const auto question = taskQuestion(lesson, task, language);
    if (!question)
        return question.error();
    Project project = std::move(state->project);
    project.title = fmt::format("{} \u2013 {}", lesson.title.in(language), student + 1);
    project.description = lesson.exercise->task.in(language);
    Note note;
    note.id = freeId(project.notes);
    note.text =
        *question + "\n\n" + lesson.exercise->task.in(language) + "\n\n" + std::string(answerMark(language)) + " ";
    note.width = 360;
    for (const auto &[name, at] : project.canvas)
        note.at = {std::min(note.at.x, at.x), std::min(note.at.y, at.y - noteOffset)};
    project.notes.insert(project.notes.begin(), std::move(note));
    auto mark = toText(Json{{"sheet", sheetMark(sheet)}, {"student", student + 1}, {"lesson", task.lesson}});
    mark.pop_back();
    project.extensions[exerciseKey] = std::move(mark);
    return project;
}

Result<TaskKey> taskKey(const Lesson &lesson, const ExerciseTask &task, const StopToken &stop)
{
    const auto state = taskState(lesson, task);
    if (!state)
        return state.error();
    const auto now = simulateMoment(*state, stop);
    if (!now)
        return now.error();
    const auto start = simulateMoment(startState(lesson), stop);
    if (!start)
        return start.error();
    const LessonScope scope{&lesson, &*now, &*start};
    const auto answer = lessonValue(scope, lesson.exercise->answer);
    const auto tolerance = lessonValue(scope, lesson.exercise->tolerance);
    if (!answer || !tolerance)
        return answer ? tolerance.error() : answer.error();
    const auto solution = findSettings(lesson, lesson.exercise->controls, {lesson.exercise->goal}, *state, stop);
    if (!solution)
        return solution.error();
    if (!*solution)
        return sheetError("", "a goal that no value of the controls reaches", "one that can be reached",
                          "change the exercise of " + quoteText(lesson.name));
    return TaskKey{*answer, *tolerance, **solution};
}

Result<HandedIn> taskOf(const Project &project, const ExerciseSheet &sheet)
{
    const std::string path = std::string("/") + exerciseKey;
    const auto found = project.extensions.find(exerciseKey);
    if (found == project.extensions.end())
        return sheetError(path, "nothing", "the key that the student's project came with",
                          "hand in the project of the sheet, changed and saved");
    const auto json = parseJson(found->second, {});
    Findings findings;
    if (!json)
        return json.error();
    ObjectReader reader(*json, path, findings);
    const std::string mark = reader.text("sheet");
    HandedIn task;
    task.student = static_cast<std::size_t>(reader.integer("student", 1, maxStudents)) - 1;
    task.lesson = reader.text("lesson");
    if (!findings.ok())
        return std::move(findings.errors.front());
    if (mark != sheetMark(sheet) || task.student >= sheet.students.size())
        return sheetError(path + "/sheet", quoteText(mark), quoteText(sheetMark(sheet)),
                          "this project belongs to another sheet");
    return task;
}

Result<TaskVerdict> gradeTask(const Lesson &lesson, const ExerciseTask &task, const Project &handedIn,
                              const StopToken &stop)
{
    const auto state = taskState(lesson, task);
    if (!state)
        return state.error();
    const auto asked = simulateMoment(*state, stop);
    if (!asked)
        return asked.error();
    const auto start = simulateMoment(startState(lesson), stop);
    if (!start)
        return start.error();
    const LessonExercise &exercise = *lesson.exercise;
    const LessonScope scope{&lesson, &*asked, &*start};
    const auto answer = lessonValue(scope, exercise.answer);
    const auto tolerance = lessonValue(scope, exercise.tolerance);
    if (!answer || !tolerance)
        return answer ? tolerance.error() : answer.error();
    TaskVerdict verdict;
    verdict.correct = *answer;
    verdict.written = writtenAnswer(handedIn);
    verdict.given = typedValue(verdict.written, exercise.show);
    verdict.isAnswerRight = verdict.given && std::abs(*verdict.given - *answer) <= *tolerance;
    const auto plain = withoutControls(lesson, *state, handedIn);
    if (!plain || !isSameTask(*plain, state->project)) {
        verdict.isOtherwiseChanged = true;
        return verdict;
    }
    const auto now = simulateMoment({handedIn, state->startTime}, stop);
    if (!now) {
        if (now.error().code == Error::Code::cancelled)
            return now.error();
        verdict.problem = now.error();
        return verdict;
    }
    const auto reached = lessonValue({&lesson, &*now, &*start}, exercise.goal);
    if (!reached)
        return reached.error();
    verdict.isGoalReached = *reached != 0;
    return verdict;
}

} // namespace heteroscope
