// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/new_project.h"

#include "base/closest_name.h"
#include "project/advice.h"
#include "project/recipe_text.h"
#include "project/recipe_words.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

template<class Entry>
Result<const Entry *> entryNamed(const std::string &name, const std::vector<Entry> &entries, const char *list)
{
    std::vector<std::string_view> names;
    const Entry *found = nullptr;
    std::size_t alike = 0;
    for (const auto &entry : entries) {
        if (entry.name == name)
            return &entry;
        names.push_back(entry.name);
        if (!plainWord(name).empty() && plainWord(entry.name) == plainWord(name)) {
            found = &entry;
            ++alike;
        }
    }
    if (alike == 1)
        return found;
    std::string hint = didYouMean(name, names);
    if (hint.empty())
        hint = fmt::format("hscope catalog {} lists them", list);
    return Error{Error::Code::reference, {}, {}, quoteText(name), fmt::format("one of the catalog's {}", list),
                 std::move(hint)};
}

} // namespace

Result<const Model *> modelNamed(const std::string &name) { return entryNamed(name, builtinModels(), "models"); }

Result<const SoftwareStack *> stackNamed(const std::string &name)
{
    return entryNamed(name, builtinCalibration().stacks, "stacks");
}

Workload withWishes(Workload workload, const JobWishes &wishes)
{
    if (wishes.model)
        workload.model = *wishes.model;
    if (wishes.sequence > 0)
        workload.job.sequenceLength = wishes.sequence;
    if (wishes.batch > 0)
        workload.job.globalBatch = wishes.batch;
    if (!wishes.stack.empty())
        workload.job.softwareStack = wishes.stack;
    return workload;
}

Result<Project> newProject(const ClusterRecipe &recipe, const Workload &workload, const JobWishes &wishes)
{
    auto built = buildRecipe(recipe);
    if (!built)
        return built.error();
    Project project = *std::move(built);
    project.title = recipeText(recipe);
    project.workload = withWishes(workload, wishes);
    if (wishes.sequence == 0)
        project.workload.job.sequenceLength = std::min(usualSequence, std::max(1, project.workload.model.maxSequence));
    for (const Advice &advice : findAdvice(project)) {
        if (std::holds_alternative<UnsupportedPrecision>(advice.about) && advice.canBeFollowed)
            return followAdvice(project, advice);
    }
    return project;
}

} // namespace heteroscope
