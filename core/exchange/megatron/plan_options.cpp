// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/plan_options.h"

#include "json/object_reader.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace heteroscope::megatron {

int readZeroStage(CommandLine &line)
{
    const int stage = line.has("use-distributed-optimizer") ? 1 : line.number("zero-stage", 0, 3, 0);
    if (!line.has("use-megatron-fsdp") && !line.has("use-custom-fsdp"))
        return stage;
    const std::string sharded = line.text("data-parallel-sharding-strategy");
    return sharded == "optim_grads_params" ? 3 : sharded == "optim_grads" ? 2 : stage;
}

RecomputeModules readModules(std::string names, std::vector<std::string> &notes)
{
    RecomputeModules modules;
    std::replace_if(
        names.begin(), names.end(), [](char c) { return c == ',' || c == '[' || c == ']' || c == '"' || c == '\''; },
        ' ');
    std::istringstream words(names);
    for (std::string name; words >> name;) {
        const auto found = std::find(recomputeModuleNames.begin(), recomputeModuleNames.end(), name);
        if (found == recomputeModuleNames.end())
            notes.push_back("recompute of the module " + quoteText(name) + " is left out");
        else
            modules.add(static_cast<RecomputeModule>(found - recomputeModuleNames.begin()));
    }
    return modules;
}

RecomputeModules modulesToName(const Plan &plan, std::vector<std::string> &changes)
{
    std::set<RecomputeModules> sets;
    RecomputeModules all;
    bool named = false; // the attention core needs no name
    for (const Pipeline &pipeline : plan.pipelines) {
        for (const Stage &stage : pipeline.stages) {
            if (stage.recompute != Recompute::selective)
                continue;
            sets.insert(repeatedModules(stage));
            all.add(repeatedModules(stage));
            named = named || !stage.recomputeModules.isEmpty();
        }
    }
    if (sets.size() > 1)
        changes.emplace_back("the modules that are recomputed differ between stages; all of them are written for all");
    if (all.has(RecomputeModule::mlpActivation))
        changes.emplace_back("recompute of the activation function of dense MLPs is not written: Megatron-LM has no "
                             "module of it alone");
    all.set(RecomputeModule::mlpActivation, false);
    return named ? all : RecomputeModules();
}

} // namespace heteroscope::megatron
