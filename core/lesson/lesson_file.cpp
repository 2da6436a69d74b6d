// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_file.h"

#include "base/embedded_files.h"
#include "lesson/evaluation.h"
#include "lesson/lesson_rules.h"
#include "project/project_file.h"
#include "json/object_reader.h"
#include "json/schema.h"

#include <algorithm>
#include <filesystem>

namespace heteroscope {

namespace {

constexpr std::string_view lessonFolder = "lessons/";
constexpr std::string_view lessonEnding = ".lesson.json";

/// The project, and its mistakes with paths behind `path`.
Project takeProject(LoadedProject loaded, const std::string &path, Findings &findings)
{
    for (auto *list : {&loaded.findings.errors, &loaded.findings.warnings})
        for (Error &error : *list)
            error.path = path + error.path;
    // A plan that cannot run is a warning of a project, but no lesson can be given with it.
    for (Error &warning : loaded.findings.warnings)
        findings.addError(std::move(warning));
    loaded.findings.warnings.clear();
    findings.append(std::move(loaded.findings));
    return std::move(loaded.project);
}

class LessonReader
{
public:
    LessonReader(std::string file, Findings &findings) : m_file(std::move(file)), m_findings(findings) {}

    Lesson read(const Json &json)
    {
        Lesson lesson;
        ObjectReader reader(json, "", m_findings);
        (void)reader.integer("formatVersion", 1, lessonFormatVersion);
        lesson.name = std::filesystem::path(m_file).filename().string();
        if (lesson.name.ends_with(lessonEnding))
            lesson.name.resize(lesson.name.size() - lessonEnding.size());
        lesson.title = text(reader, "title");
        lesson.summary = text(reader, "summary");
        if (const Json *project = reader.member("project"))
            lesson.project = readProject(*project);
        each(reader, "controls", lesson.controls, [this](ObjectReader &item) { return readControl(item); });
        lesson.isLocked = reader.boolean("locked", false);
        each(reader, "names", lesson.names, [this](ObjectReader &item) { return readName(item); });
        each(reader, "steps", lesson.steps, [this](ObjectReader &item) { return readStep(item); });
        lesson.seen = text(reader, "seen");
        lesson.reference = reader.text("reference");
        lesson.url = reader.text("url", {});
        if (const Json *exercise = reader.member("exercise")) {
            ObjectReader item(*exercise, reader.pathOf("exercise"), m_findings);
            lesson.exercise = readExercise(item);
            (void)item.finish();
        }
        (void)reader.finish();
        return lesson;
    }

private:
    template<class Item, class Read>
    void each(ObjectReader &reader, const char *key, std::vector<Item> &items, const Read &read)
    {
        std::size_t index = 0;
        for (const Json *json : reader.items(key)) {
            ObjectReader item(*json, reader.pathOf(key, index++), m_findings);
            items.push_back(read(item));
            (void)item.finish();
        }
    }

    LessonText text(ObjectReader &reader, const char *key)
    {
        const Json *json = reader.member(key);
        return json ? lessonTextOf(*json) : LessonText{};
    }
    Expression expression(ObjectReader &reader, const char *key)
    {
        const std::string words = reader.text(key, std::string());
        if (words.empty())
            return {};
        auto parsed = parseExpression(words);
        if (!parsed) {
            const Error &error = parsed.error();
            reader.error(key, error.found + " at " + error.path, error.expected, error.hint);
            return {};
        }
        return *std::move(parsed);
    }
    LessonShow show(ObjectReader &reader) { return static_cast<LessonShow>(reader.word("show", lessonShowNames, 0)); }

    static ControlValue valueOfJson(const Json &json)
    {
        if (json.is_number())
            return json.get<double>();
        return json.is_string() ? json.get<std::string>() : std::string();
    }
    ControlSettings settings(ObjectReader &reader, const char *key)
    {
        ControlSettings result;
        if (const Json *json = reader.member(key); json && json->is_object())
            for (const auto &[name, value] : json->get_ref<const Json::object_t &>())
                result.emplace_back(name, valueOfJson(value));
        return result;
    }

    Project readProject(const Json &json)
    {
        if (json.is_string())
            return readNamedProject(json.get<std::string>(), m_file, "/project", m_findings);
        return takeProject(parseProject(toText(json), {}), "/project", m_findings);
    }

    LessonControl readControl(ObjectReader &reader)
    {
        LessonControl control;
        control.name = reader.text("name");
        control.label = text(reader, "label");
        control.kind = static_cast<ControlKind>(reader.word("kind", controlKindNames));
        control.target = reader.text("target", {});
        for (const Json *value : reader.items("values"))
            control.values.push_back(valueOfJson(*value));
        if (reader.has("from") || reader.has("to")) {
            const double from = reader.number("from");
            const double to = reader.number("to");
            const double by = reader.number("by", 1, {.minimum = 1e-9});
            const double count = (to - from) / by;
            if (!(count >= 1 && count < static_cast<double>(maxControlValues)))
                reader.error("to", describe(*reader.member("to")), "2 to 200 values from \"from\" on",
                             "change \"to\" or \"by\"");
            else
                for (int i = 0; i <= static_cast<int>(count + 1e-9); ++i)
                    control.values.emplace_back(from + i * by);
        }
        return control;
    }

    LessonName readName(ObjectReader &reader)
    {
        LessonName name;
        name.name = reader.text("name");
        name.value = expression(reader, "value");
        name.show = show(reader);
        name.meaning = text(reader, "meaning");
        return name;
    }

    Prediction readPrediction(ObjectReader &reader)
    {
        Prediction prediction;
        prediction.question = text(reader, "question");
        prediction.at = settings(reader, "at");
        each(reader, "choices", prediction.choices, [this](ObjectReader &item) {
            return PredictionChoice{text(item, "text"), expression(item, "when")};
        });
        prediction.answer = expression(reader, "answer");
        prediction.show = show(reader);
        prediction.tolerance = expression(reader, "tolerance");
        return prediction;
    }

    LessonFormula readFormula(ObjectReader &reader)
    {
        LessonFormula formula;
        formula.name = text(reader, "name");
        formula.formula = expression(reader, "formula");
        formula.simulated = expression(reader, "simulated");
        formula.show = show(reader);
        formula.tolerance = expression(reader, "tolerance");
        formula.because = text(reader, "because");
        return formula;
    }

    MeasuredSeries readMeasured(ObjectReader &reader)
    {
        MeasuredSeries series;
        series.title = text(reader, "title");
        series.source = reader.text("source");
        series.simulated = expression(reader, "simulated");
        series.show = show(reader);
        each(reader, "points", series.points, [this](ObjectReader &item) {
            return MeasuredPoint{text(item, "label"), settings(item, "at"), item.number("measured")};
        });
        return series;
    }

    LessonStep readStep(ObjectReader &reader)
    {
        LessonStep step;
        step.card = text(reader, "card");
        step.controls = reader.texts("controls");
        step.set = settings(reader, "set");
        part(reader, "predict", step.predict, [this](ObjectReader &item) { return readPrediction(item); });
        part(reader, "formula", step.formula, [this](ObjectReader &item) { return readFormula(item); });
        each(reader, "goals", step.goals, [this](ObjectReader &item) {
            return LessonGoal{text(item, "text"), expression(item, "when"), expression(item, "now"), show(item)};
        });
        for (const Json *hint : reader.items("hints"))
            step.hints.push_back(lessonTextOf(*hint));
        part(reader, "chart", step.chart, [this](ObjectReader &item) {
            return LessonChart{text(item, "title"), item.text("control"), expression(item, "simulated"),
                               expression(item, "formula"), show(item)};
        });
        part(reader, "measured", step.measured, [this](ObjectReader &item) { return readMeasured(item); });
        return step;
    }

    template<class Part, class Read>
    void part(ObjectReader &reader, const char *key, std::optional<Part> &part, const Read &read)
    {
        const Json *json = reader.member(key);
        if (!json)
            return;
        ObjectReader item(*json, reader.pathOf(key), m_findings);
        part = read(item);
        (void)item.finish();
    }

    LessonExercise readExercise(ObjectReader &reader)
    {
        LessonExercise exercise;
        exercise.vary = reader.texts("vary");
        exercise.question = text(reader, "question");
        exercise.answer = expression(reader, "answer");
        exercise.show = show(reader);
        exercise.tolerance = expression(reader, "tolerance");
        exercise.controls = reader.texts("controls");
        exercise.task = text(reader, "task");
        exercise.goal = expression(reader, "goal");
        return exercise;
    }

    std::string m_file;
    Findings &m_findings;
};

} // namespace

LessonText lessonTextOf(const Json &json)
{
    LessonText result;
    if (json.is_string())
        result.byLanguage["en"] = json.get<std::string>();
    else if (json.is_object())
        for (const auto &[language, words] : json.get_ref<const Json::object_t &>())
            if (words.is_string())
                result.byLanguage[language] = words.get<std::string>();
    return result;
}

Project readNamedProject(const std::string &name, const std::string &file, const std::string &path, Findings &findings)
{
    for (const char *shipped : {"examples/", "gallery/"})
        if (const auto text = embeddedFile(shipped + name); !text.empty())
            return takeProject(parseProject(text, name), path + " (" + name + ")", findings);
    const auto folder = std::filesystem::path(file).parent_path().string();
    const auto text = readFileBelow(folder.empty() ? "." : folder, name, maxJsonBytes);
    if (!text) {
        findings.addError(text.error());
        return {};
    }
    return takeProject(parseProject(*text, name), path + " (" + name + ")", findings);
}

LoadedLesson parseLesson(std::string_view text, const std::string &file)
{
    LoadedLesson loaded;
    const auto json = parseJson(text, file, maxJsonValues, {});
    if (!json) {
        loaded.findings.addError(json.error());
        return loaded;
    }
    loaded.findings = checkAgainstSchema(*json, "lesson.schema.json");
    if (loaded.findings.ok()) {
        loaded.lesson = LessonReader(file, loaded.findings).read(*json);
        if (loaded.findings.ok())
            loaded.findings.append(findLessonMistakes(loaded.lesson));
    }
    for (auto *list : {&loaded.findings.errors, &loaded.findings.warnings})
        for (Error &error : *list)
            error.file = file;
    return loaded;
}

Result<Lesson> loadLesson(const std::string &path)
{
    const auto text = readTextFile(path, maxJsonBytes);
    if (!text)
        return text.error();
    auto loaded = parseLesson(*text, path);
    if (!loaded.findings.ok())
        return std::move(loaded.findings.errors.front());
    return std::move(loaded.lesson);
}

const std::vector<Lesson> &builtinLessons()
{
    static const std::vector<Lesson> lessons = [] {
        std::vector<Lesson> result;
        for (const auto &file : embeddedFiles()) {
            if (!file.path.starts_with(lessonFolder) || !file.path.ends_with(lessonEnding))
                continue;
            auto loaded = parseLesson(file.content, std::string(file.path));
            if (loaded.findings.ok())
                result.push_back(std::move(loaded.lesson));
        }
        return result;
    }();
    return lessons;
}

const Lesson *findLesson(std::string_view name)
{
    const auto &all = builtinLessons();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Lesson &lesson) { return lesson.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace heteroscope
