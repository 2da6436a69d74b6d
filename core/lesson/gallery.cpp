// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/gallery.h"

#include "base/embedded_files.h"
#include "lesson/evaluation.h"
#include "lesson/lesson_file.h"
#include "lesson/lesson_rules.h"
#include "project/project_file.h"
#include "json/object_reader.h"
#include "json/schema.h"

#include <algorithm>
#include <set>

namespace heteroscope {

namespace {

constexpr const char *shippedGallery = "gallery/gallery.json";

/// Answers use figures only, so they are read as texts of a lesson without names of its own.
const Lesson &noOwnNames()
{
    static const Lesson lesson;
    return lesson;
}

std::set<std::string> figuresOf(const std::string &text)
{
    const auto names = namesInBraces(text);
    return {names.begin(), names.end()};
}

class GalleryReader
{
public:
    GalleryReader(std::string file, Findings &findings) : m_file(std::move(file)), m_findings(findings) {}

    std::vector<GalleryEntry> read(const Json &json)
    {
        std::vector<GalleryEntry> entries;
        ObjectReader reader(json, "", m_findings);
        (void)reader.integer("formatVersion", 1, galleryFormatVersion);
        for (const Json *item : reader.items("examples")) {
            ObjectReader example(*item, reader.pathOf("examples", entries.size()), m_findings);
            entries.push_back(readEntry(example));
            (void)example.finish();
        }
        (void)reader.finish();
        return entries;
    }

private:
    GalleryEntry readEntry(ObjectReader &reader)
    {
        GalleryEntry entry;
        entry.file = reader.text("project");
        if (!m_taken.insert(entry.file).second)
            reader.error("project", quoteText(entry.file) + " a second time", "every example once",
                         "remove one of them");
        entry.project = readNamedProject(entry.file, m_file, reader.pathOf("project"), m_findings);
        entry.title = readTranslation(reader, "title", entry.project.title);
        entry.description = readTranslation(reader, "description", entry.project.description);
        entry.startTime = Seconds(reader.number("startTime", 0));
        entry.question = readText(reader, "question");
        entry.answer = readText(reader, "answer");
        const auto wanted = figuresOf(entry.answer.in("en"));
        if (wanted.empty())
            reader.error("answer", "no figure of the step", "at least one {name} between braces",
                         "write {stepTime} or another figure of core/lesson/README.md");
        for (const auto &[language, words] : entry.answer.byLanguage)
            if (figuresOf(words) != wanted)
                m_findings.addError({Error::Code::invalid,
                                     {},
                                     reader.pathOf("answer") + "/" + language,
                                     "other figures than in the English answer",
                                     "the same names between braces",
                                     "use the names of the English answer"});
        return entry;
    }

    /// english: the project's own words.
    LessonText readTranslation(ObjectReader &reader, const char *key, const std::string &english)
    {
        const Json *json = reader.member(key);
        LessonText text = json ? lessonTextOf(*json) : LessonText{};
        text.byLanguage["en"] = english;
        return text;
    }

    LessonText readText(ObjectReader &reader, const char *key)
    {
        const Json *json = reader.member(key);
        LessonText text = json ? lessonTextOf(*json) : LessonText{};
        m_findings.append(findTextMistakes(noOwnNames(), text, reader.pathOf(key)));
        return text;
    }

    std::string m_file;
    Findings &m_findings;
    std::set<std::string> m_taken;
};

} // namespace

LoadedGallery parseGallery(std::string_view text, const std::string &file)
{
    LoadedGallery loaded;
    const auto json = parseJson(text, file, maxJsonValues, {});
    if (!json) {
        loaded.findings.addError(json.error());
        return loaded;
    }
    loaded.findings = checkAgainstSchema(*json, "gallery.schema.json");
    if (loaded.findings.ok())
        loaded.entries = GalleryReader(file, loaded.findings).read(*json);
    for (auto *list : {&loaded.findings.errors, &loaded.findings.warnings})
        for (Error &error : *list)
            error.file = file;
    return loaded;
}

Result<LessonMoment> galleryMoment(const GalleryEntry &entry, const StopToken &stop)
{
    const LessonState state{entry.project, entry.startTime};
    return entry.project.plans.empty() ? bestMoment(state, stop) : simulateMoment(state, stop);
}

Result<std::string> galleryAnswer(const GalleryEntry &entry, const LessonMoment &moment, const std::string &language)
{
    const LessonScope scope{&noOwnNames(), &moment};
    const std::string &words = entry.answer.in(language);
    for (const std::string &name : namesInBraces(words)) {
        const auto parsed = parseExpression(name);
        const auto value = parsed ? lessonValue(scope, *parsed) : Result<double>(parsed.error());
        if (!value)
            return value.error();
    }
    return filledText(scope, words);
}

Findings playGallery(const std::vector<GalleryEntry> &entries, const StopToken &stop)
{
    Findings findings;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto path = "/examples/" + std::to_string(i);
        const auto addAt = [&](const std::string &key, Error error) {
            error.path = path + key + (error.path.empty() ? "" : " (" + entries[i].file + ")" + error.path);
            findings.addError(std::move(error));
        };
        const auto moment = galleryMoment(entries[i], stop);
        if (!moment) {
            addAt("/project", moment.error());
            continue;
        }
        const auto fits = figureValue(*moment, "fits", {});
        if (!fits || *fits != 1)
            addAt("/project", {Error::Code::infeasible,
                               {},
                               {},
                               "a plan that exceeds the memory of a device",
                               "a plan that fits",
                               "hscope plan finds plans that fit"});
        for (const auto &[language, words] : entries[i].answer.byLanguage)
            if (const auto answer = galleryAnswer(entries[i], *moment, language); !answer)
                addAt("/answer/" + language, answer.error());
    }
    return findings;
}

const std::vector<GalleryEntry> &builtinGallery()
{
    static const std::vector<GalleryEntry> entries = [] {
        auto loaded = parseGallery(embeddedFile(shippedGallery), shippedGallery);
        return loaded.findings.ok() ? std::move(loaded.entries) : std::vector<GalleryEntry>();
    }();
    return entries;
}

} // namespace heteroscope
