// SPDX-License-Identifier: GPL-3.0-or-later
//
// What selective recompute repeats and frees (selectModules in layer_work.h).
#include "workload/recompute_modules.h"

#include "workload/layer_work.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>

namespace heteroscope {

namespace {

/// Whether an operation of a block is part of a module.
bool isOf(RecomputeModule module, const Operation &operation, bool hasExperts)
{
    const auto isOneOf = [&operation](std::initializer_list<OperationName> names) {
        return std::find(names.begin(), names.end(), operation.name) != names.end();
    };
    const auto isMlp = [&] {
        return isOneOf({OperationName::mlpUp, OperationName::activationFunction, OperationName::mlpDown});
    };
    switch (module) {
    case RecomputeModule::coreAttention:
        return isOneOf({OperationName::fusedAttention, OperationName::attention, OperationName::softmax,
                        OperationName::crossAttention});
    case RecomputeModule::norms:
        return isOneOf({OperationName::attentionNorm, OperationName::crossNorm, OperationName::mlpNorm});
    case RecomputeModule::latentUp:
        return isOneOf(
            {OperationName::queryUp, OperationName::query, OperationName::keyValueUp, OperationName::rotaryEmbedding});
    case RecomputeModule::mlpActivation:
        return !hasExperts && operation.name == OperationName::activationFunction;
    case RecomputeModule::mlp:
        return !hasExperts && isMlp();
    case RecomputeModule::expertActivation:
        return operation.name == OperationName::expertActivation;
    case RecomputeModule::sharedExperts:
        return hasExperts && isMlp();
    case RecomputeModule::experts:
        return hasExperts &&
               (isMlp() || isOneOf({OperationName::router, OperationName::permute, OperationName::expertsUp,
                                    OperationName::expertActivation, OperationName::expertsDown}));
    }
    return false;
}

} // namespace

std::vector<std::string_view> RecomputeModules::names() const
{
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < recomputeModuleNames.size(); ++i) {
        if (has(static_cast<RecomputeModule>(i)))
            names.push_back(recomputeModuleNames[i]);
    }
    return names;
}

std::string toString(const RecomputeModules &modules) { return fmt::format("{}", fmt::join(modules.names(), "+")); }

RecomputeModules readRecomputeModules(ObjectReader &reader)
{
    RecomputeModules modules;
    for (const auto &name : reader.texts("recomputeModules")) {
        const auto found = std::find(recomputeModuleNames.begin(), recomputeModuleNames.end(), name);
        if (found == recomputeModuleNames.end())
            reader.error("recomputeModules", quoteText(name),
                         fmt::format("some of {}", fmt::join(recomputeModuleNames, ", ")),
                         "name the modules as Megatron-LM's --recompute-modules does");
        else
            modules.add(static_cast<RecomputeModule>(found - recomputeModuleNames.begin()));
    }
    return modules;
}

Json toJson(const RecomputeModules &modules)
{
    Json json = Json::array();
    for (const auto name : modules.names())
        json.push_back(name);
    return json;
}

void selectModules(LayerWork &work, RecomputeModules modules)
{
    if (modules.isEmpty() || !work.isBlock)
        return;
    const auto take = [&](RecomputeModule module) {
        if (!modules.has(module))
            return;
        const auto &freed = work.modules[static_cast<std::size_t>(module)];
        work.activationsSelective -= freed.activations;
        work.selectiveGatedTensor -= freed.gatedTensor;
        work.selectiveNarrowInputs -= freed.narrowInputs;
    };
    work.activationsSelective = work.activations;
    work.selectiveGatedTensor = work.gatedTensor;
    work.selectiveNarrowInputs = work.narrowInputs;
    for (const auto module : {RecomputeModule::coreAttention, RecomputeModule::norms, RecomputeModule::latentUp,
                              RecomputeModule::mlp, RecomputeModule::experts})
        take(module);
    if (!modules.has(RecomputeModule::mlp))
        take(RecomputeModule::mlpActivation);
    if (!modules.has(RecomputeModule::experts)) {
        take(RecomputeModule::expertActivation);
        take(RecomputeModule::sharedExperts);
    }
    work.activationsSelective = std::max(work.activationsSelective, work.activationsFull);
    for (auto &operation : work.operations) {
        operation.attentionCore = false;
        for (std::size_t i = 0; i < recomputeModuleNames.size(); ++i) {
            const auto module = static_cast<RecomputeModule>(i);
            const bool hasIt = module != RecomputeModule::latentUp || work.modules[i].activations > Bytes(0);
            operation.attentionCore =
                operation.attentionCore || (modules.has(module) && hasIt && isOf(module, operation, work.hasExperts));
        }
    }
}

int repeatedCalls(const LayerCollective &collective, const LayerWork &work, RecomputeModules modules)
{
    const bool mixture = work.hasExperts && modules.has(RecomputeModule::experts);
    if (collective.group == LayerCollective::Group::ep)
        return mixture ? collective.forwardCount : 0;
    const bool feed =
        mixture || (work.hasExperts ? modules.has(RecomputeModule::sharedExperts) : modules.has(RecomputeModule::mlp));
    return collective.group == LayerCollective::Group::tp && feed ? std::min(1, collective.forwardCount) : 0;
}

} // namespace heteroscope
