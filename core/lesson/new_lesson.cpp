// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/new_lesson.h"

#include "lesson/lesson_file.h"
#include "project/project_file.h"
#include "wording/phrases.h"

namespace heteroscope {

namespace {

constexpr const char *bubbleFormula = "(p - 1) / (m + p - 1)";

class NewLesson
{
public:
    explicit NewLesson(std::string language) : m_language(std::move(language)), m_phrases(Phrases::of(m_language)) {}

    Json of(const Project &project) const
    {
        return {{"formatVersion", lessonFormatVersion},
                {"title", project.title.empty() ? said("A new lesson") : Json(project.title)},
                {"summary", said("One sentence for the list of lessons.")},
                {"controls", Json::array({{{"name", "microBatches"},
                                           {"label", said("Micro-batches")},
                                           {"kind", "microBatches"},
                                           {"from", 1},
                                           {"to", 64}}})},
                {"steps", Json::array({firstStep(), secondStep()})},
                {"seen", said("With {p} stages and {m} micro-batches {bubble} of the device time is bubble.")},
                {"reference", "A publication to read on"},
                {"exercise", exercise()}};
    }

private:
    /// An English text, with its translation beside it for another language.
    Json said(const std::string &english) const
    {
        const std::string words = m_phrases.translated(english);
        return words == english ? Json(english) : Json({{"en", english}, {m_language, words}});
    }

    Json formulaOfBubble() const
    {
        return {{"name", said("bubble")}, {"formula", bubbleFormula},
                {"simulated", "bubble"},  {"show", "percent"},
                {"tolerance", "10 %"},    {"because", said("Say what the formula leaves out.")}};
    }

    Json question() const { return said("Which share of the device time is bubble?"); }

    Json firstStep() const
    {
        return {
            {"card", said("Say in at most 60 words what this step is about. The question below is asked before the "
                          "step is shown.")},
            {"predict", {{"question", question()}, {"answer", "bubble"}, {"show", "percent"}, {"tolerance", "5 %"}}},
            {"formula", formulaOfBubble()}};
    }

    Json secondStep() const
    {
        return {
            {"card", said("Say what to change, and what to watch. Goals tick by themselves.")},
            {"controls", Json::array({"microBatches"})},
            {"formula", formulaOfBubble()},
            {"goals", Json::array({{{"text", said("Make the bubble a tenth smaller")},
                                    {"when", "bubble < 0.9 * start.bubble"},
                                    {"now", "bubble"},
                                    {"show", "percent"}}})},
            {"hints", Json::array({said("A vague hint."), said("One that helps."), said("One that says it plainly.")})},
            {"chart",
             {{"title", said("Bubble against micro-batches")},
              {"control", "microBatches"},
              {"simulated", "bubble"},
              {"formula", bubbleFormula},
              {"show", "percent"}}}};
    }

    Json exercise() const
    {
        return {{"vary", Json::array({"microBatches"})},
                {"question", said("With {m} micro-batches, which share of the device time is bubble?")},
                {"answer", "bubble"},
                {"show", "percent"},
                {"tolerance", "0.1 * bubble"},
                {"controls", Json::array({"microBatches"})},
                {"task", said("Change the number of micro-batches so that the bubble is under 20 %.")},
                {"goal", "bubble < 20 %"}};
    }

    std::string m_language;
    const Phrases &m_phrases;
};

} // namespace

std::string newLessonText(const Project &project, const std::string &language)
{
    Json lesson = NewLesson(language).of(project);
    lesson["project"] = projectJson(project); // last: it is the longest part
    return toText(lesson);
}

} // namespace heteroscope
