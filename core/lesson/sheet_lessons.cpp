// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/sheet_lessons.h"

#include "base/closest_name.h"
#include "lesson/lesson_file.h"
#include "json/object_reader.h"

#include <filesystem>

namespace heteroscope {

Result<Lesson> lessonNamed(const std::string &name, const std::string &folder)
{
    if (const Lesson *lesson = findLesson(name))
        return *lesson;
    if (name.ends_with(".json")) {
        const auto beside = std::filesystem::path(folder) / name; // the name itself if it is absolute
        std::error_code code;
        return loadLesson(std::filesystem::exists(name, code) || folder.empty() ? name : beside.string());
    }
    std::vector<std::string_view> known;
    for (const Lesson &lesson : builtinLessons())
        known.push_back(lesson.name);
    auto hint = didYouMean(name, known);
    return Error{Error::Code::reference,
                 {},
                 "LESSON",
                 quoteText(name),
                 "a shipped lesson, or the path of a .lesson.json file",
                 hint.empty() ? "hscope catalog lessons lists them" : std::move(hint)};
}

Result<SheetLessons> lessonsNamed(const std::vector<std::string> &names, const std::string &folder)
{
    SheetLessons lessons;
    for (const std::string &name : names) {
        auto lesson = lessonNamed(name, folder);
        if (!lesson)
            return lesson.error();
        lessons.emplace(name, *std::move(lesson));
    }
    return lessons;
}

} // namespace heteroscope
