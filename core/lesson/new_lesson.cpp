// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/new_lesson.h"

#include "lesson/lesson_file.h"
#include "project/project_file.h"

namespace heteroscope {

namespace {

constexpr const char *bubbleFormula = "(p - 1) / (m + p - 1)";

Json formulaOfBubble()
{
    return {{"name", "bubble"},  {"formula", bubbleFormula}, {"simulated", "bubble"},
            {"show", "percent"}, {"tolerance", "10 %"},      {"because", "Say what the formula leaves out."}};
}

Json firstStep()
{
    return {{"card", "Say in at most 60 words what this step is about. The question below is asked before the step is "
                     "shown."},
            {"predict",
             {{"question", "Which share of the device time is bubble?"},
              {"answer", "bubble"},
              {"show", "percent"},
              {"tolerance", "5 %"}}},
            {"formula", formulaOfBubble()}};
}

Json secondStep()
{
    return {{"card", "Say what to change, and what to watch. Goals tick by themselves."},
            {"controls", Json::array({"microBatches"})},
            {"formula", formulaOfBubble()},
            {"goals", Json::array({{{"text", "Make the bubble a tenth smaller"},
                                    {"when", "bubble < 0.9 * start.bubble"},
                                    {"now", "bubble"},
                                    {"show", "percent"}}})},
            {"hints", Json::array({"A vague hint.", "One that helps.", "One that says it plainly."})},
            {"chart",
             {{"title", "Bubble against micro-batches"},
              {"control", "microBatches"},
              {"simulated", "bubble"},
              {"formula", bubbleFormula},
              {"show", "percent"}}}};
}

Json exercise()
{
    return {{"vary", Json::array({"microBatches"})},
            {"question", "With {m} micro-batches, which share of the device time is bubble?"},
            {"answer", "bubble"},
            {"show", "percent"},
            {"tolerance", "0.1 * bubble"},
            {"controls", Json::array({"microBatches"})},
            {"task", "Change the number of micro-batches so that the bubble is under 20 %."},
            {"goal", "bubble < 20 %"}};
}

} // namespace

std::string newLessonText(const Project &project)
{
    Json lesson = {{"formatVersion", lessonFormatVersion},
                   {"title", project.title.empty() ? std::string("A new lesson") : project.title},
                   {"summary", "One sentence for the list of lessons."},
                   {"controls", Json::array({{{"name", "microBatches"},
                                              {"label", "Micro-batches"},
                                              {"kind", "microBatches"},
                                              {"from", 1},
                                              {"to", 64}}})},
                   {"steps", Json::array({firstStep(), secondStep()})},
                   {"seen", "With {p} stages and {m} micro-batches {bubble} of the device time is bubble."},
                   {"reference", "A publication to read on"},
                   {"exercise", exercise()}};
    lesson["project"] = projectJson(project); // last: it is the longest part
    return toText(lesson);
}

} // namespace heteroscope
