// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/apart_closing.h"

#include <algorithm>
#include <map>
#include <set>

namespace heteroscope {

namespace {

/// Calls of one layout that are priced to know the least of each stage.
constexpr std::size_t maxCallsOfLayout = 4'096;

/// Seconds of parameters at so many for each.
double timeAt(const LayerParameters &each, const LayerParameters &parameters)
{
    return parameters.dense * each.dense + parameters.experts * each.experts;
}

/// Takes the lesser of each kind.
void lower(LayerParameters &least, const CollectiveTime &call)
{
    least.dense = std::min(least.dense, call.perParameter);
    least.experts = std::min(least.experts, call.perParameter * call.expertWeight);
}

} // namespace

ApartClosing::ApartClosing(const Family &family, CheckerPrices &prices)
    : m_family(family), m_prices(prices), m_before{{}}
{
    const auto &model = prices.workload().model;
    for (int unit = 0; unit < cutUnits(family, model); ++unit) {
        auto sum = m_before.back();
        for (const int layer : layersOfUnit(family, model, unit)) {
            const auto own = layerParameters(model, layer);
            sum.dense += own.dense;
            sum.experts += own.experts;
        }
        m_before.push_back(sum);
    }
}

double ApartClosing::hostStep() const { return m_prices.stack().hostStep.value * m_prices.stack().scale; }

LayerParameters ApartClosing::parametersBetween(int first, int last) const
{
    const auto &from = m_before[static_cast<std::size_t>(first)], &to = m_before[static_cast<std::size_t>(last)];
    return {to.dense - from.dense, to.experts - from.experts};
}

LayerParameters ApartClosing::parametersOf(const CheckedCut &cut, std::size_t stage) const
{
    return parametersBetween(stage == 0 ? 0 : cut.cut[stage - 1], cut.cut[stage]);
}

/// Of the fastest of its pipelines.
double ApartClosing::optimizerOf(const CheckedPart &part, const CheckedCut &cut, std::size_t stage) const
{
    const auto &model = m_prices.workload().model;
    const auto chunks = chunksOf(part.family, model, stage == 0 ? 0 : cut.cut[stage - 1], cut.cut[stage]);
    const int tp = part.family.parts.front().tp;
    const StateSharding sharding{tp, m_family.ep, m_family.zeroStage, part.family.replicas(), tp};
    double each = infinity;
    for (const auto &pipeline : part.priced.pipelines)
        each = std::min(each, pipeline[stage].cost->optimizerSecondsPerParameter);
    return ownedParameters(model, chunks, sharding) * each;
}

double ApartClosing::leavesNodes(const CheckedPart &part, const CheckedCut &cut,
                                 const CheckerPrices::TogetherPrice &price) const
{
    const auto &job = m_prices.workload().job;
    if (job.frozenBase || m_prices.linksChange())
        return 0;
    const bool beside = stackOverlap(m_prices.stack()).dp;
    std::map<std::size_t, std::map<std::size_t, std::set<std::size_t>>> stagesOf; // by node, with places of experts
    const auto pipelines = static_cast<std::size_t>(part.family.dp);
    for (std::size_t i = 0; i < part.priced.placed.size(); ++i)
        stagesOf[m_prices.groups()[part.priced.placed[i]].node][i / pipelines].insert(
            i % pipelines % static_cast<std::size_t>(m_family.ep));
    const auto state = stateBytes(job);
    double least = 0;
    for (const auto &[node, stages] : stagesOf) {
        const auto out = price.reduceFrom.find(node);
        if (out == price.reduceFrom.end())
            continue;
        double begins = infinity, optimizer = infinity, parameters = 0;
        for (const auto &[stage, places] : stages) {
            double ready = 0; // all pipelines have to be
            for (const auto &pipeline : cut.last) {
                if (pipeline.empty())
                    return 0;
                ready = std::max(ready, beside ? pipeline[stage].gradients : pipeline[stage].end);
            }
            begins = std::min(begins, ready);
            optimizer = std::min(optimizer, optimizerOf(part, cut, stage));
            const auto own = parametersOf(cut, stage);
            parameters += own.dense + m_prices.expertShareOf(m_family, places.size()) * own.experts;
        }
        const double gathered = beside ? 0 : price.gatherFrom.at(node) * state.weight;
        const double leaving = parameters * (out->second * state.gradient + gathered) * m_prices.stack().scale;
        least = std::max(least, begins + leaving + optimizer);
    }
    return (least + hostStep()) * (1 - checkerRounding);
}

void ApartClosing::startLayout(const ApartLayout &layout)
{
    m_layout = layout;
    m_placed.clear();
    for (std::size_t part = 0; part < layout.size(); ++part)
        m_placed.push_back(placedApart(m_family, part, layout[part], m_prices.groups()));
    findLeastCalls();
}

std::vector<int> ApartClosing::groupsAt(const std::vector<std::size_t> &stages) const
{
    std::vector<int> groups;
    for (std::size_t part = 0; part < stages.size(); ++part) {
        const int pipelines = m_layout[part].pipelines;
        const auto first = m_placed[part].begin() + static_cast<std::ptrdiff_t>(stages[part]) * pipelines;
        groups.insert(groups.end(), first, first + pipelines);
    }
    return groups;
}

void ApartClosing::findLeastCalls()
{
    std::size_t all = 1;
    for (const auto &own : m_layout)
        all *= static_cast<std::size_t>(own.stages);
    const bool isKnown = all <= maxCallsOfLayout;
    m_calls.clear();
    for (const auto &own : m_layout)
        m_calls.emplace_back(static_cast<std::size_t>(own.stages), isKnown ? LeastCalls() : LeastCalls{{}, {}, {}});
    std::vector<std::size_t> stages(m_layout.size());
    for (std::size_t call = 0; isKnown && call < all; ++call) {
        std::size_t rest = call;
        for (std::size_t part = 0; part < stages.size(); ++part) {
            stages[part] = rest % m_calls[part].size();
            rest /= m_calls[part].size();
        }
        const auto groups = groupsAt(stages);
        const auto reduce = m_prices.averagingOf(m_family, groups);
        const auto gather = m_prices.gatheringOf(m_family, groups);
        const auto beside = m_prices.averagingBeside(m_family, groups);
        for (std::size_t part = 0; part < stages.size(); ++part) {
            auto &own = m_calls[part][stages[part]];
            lower(own.reduce, reduce);
            lower(own.gather, gather);
            lower(own.beside, beside);
        }
    }
}

double ApartClosing::leastBeside(std::size_t number, const CheckedPart &part, const CheckedCut &cut) const
{
    const auto &calls = m_calls[number];
    double last = 0;
    for (std::size_t stage = 0; stage < calls.size(); ++stage) {
        const auto parameters = parametersOf(cut, stage);
        double ready = 0;
        for (const auto &pipeline : cut.last) {
            if (pipeline.empty())
                return 0;
            ready = std::max(
                {ready, pipeline[stage].end, pipeline[stage].gradients + timeAt(calls[stage].beside, parameters)});
        }
        last = std::max(last, ready + timeAt(calls[stage].reduce, parameters));
    }
    double step = last;
    for (std::size_t stage = 0; stage < calls.size(); ++stage)
        step = std::max(step,
                        last + optimizerOf(part, cut, stage) + timeAt(calls[stage].gather, parametersOf(cut, stage)));
    return (step + hostStep()) * (1 - checkerRounding);
}

double ApartClosing::together(const std::vector<const CheckedPart *> &parts,
                              const std::vector<const CheckedCut *> &cuts)
{
    struct Run
    {
        std::vector<std::size_t> stages; ///< by part
        LayerParameters parameters;
    };
    const std::size_t count = cuts.size();
    std::vector<Run> runs;
    std::vector<std::size_t> stages(count);
    for (int unit = 0; unit < cuts.front()->cut.back();) {
        int next = cuts.front()->cut.back();
        for (std::size_t part = 0; part < count; ++part)
            next = std::min(next, cuts[part]->cut[stages[part]]);
        runs.push_back({stages, parametersBetween(unit, next)});
        for (std::size_t part = 0; part < count; ++part)
            stages[part] += cuts[part]->cut[stages[part]] == next ? 1 : 0;
        unit = next;
    }
    std::vector<std::vector<double>> ready(count), calls(count); // by stage; of the latest of its pipelines
    for (std::size_t part = 0; part < count; ++part) {
        ready[part].assign(cuts[part]->cut.size(), 0);
        calls[part] = ready[part];
    }
    for (const auto &run : runs) {
        const double call = m_prices.averagingBeside(m_family, groupsAt(run.stages)).of(run.parameters);
        for (std::size_t part = 0; part < count; ++part)
            calls[part][run.stages[part]] += call;
    }
    for (std::size_t part = 0; part < count; ++part) {
        for (const auto &pipeline : cuts[part]->last) {
            if (pipeline.empty())
                return 0;
            for (std::size_t s = 0; s < pipeline.size(); ++s)
                ready[part][s] = std::max({ready[part][s], pipeline[s].end, pipeline[s].gradients + calls[part][s]});
        }
    }
    const auto meet = [&](bool gathers) {
        for (const auto &run : runs) {
            double begins = 0;
            for (std::size_t part = 0; part < count; ++part)
                begins = std::max(begins, ready[part][run.stages[part]]);
            const auto groups = groupsAt(run.stages);
            const auto call = gathers ? m_prices.gatheringOf(m_family, groups) : m_prices.averagingOf(m_family, groups);
            const double ends = begins + call.of(run.parameters);
            for (std::size_t part = 0; part < count; ++part)
                ready[part][run.stages[part]] = ends;
        }
    };
    meet(false);
    double last = 0;
    for (const auto &times : ready)
        last = std::max(last, *std::max_element(times.begin(), times.end()));
    for (std::size_t part = 0; part < count; ++part) {
        for (std::size_t s = 0; s < ready[part].size(); ++s)
            ready[part][s] = last + optimizerOf(*parts[part], *cuts[part], s);
    }
    if (m_family.zeroStage > 0)
        meet(true);
    for (const auto &times : ready)
        last = std::max(last, *std::max_element(times.begin(), times.end()));
    return (last + hostStep()) * (1 - checkerRounding);
}

} // namespace heteroscope
