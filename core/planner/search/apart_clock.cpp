// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/apart_clock.h"

#include <algorithm>

namespace heteroscope {

ApartClock::ApartClock(const Family &family, const ApartLayout &layout, const NodeExits &exits, PriceBook &book,
                       PipelineClock &clock)
    : m_family(family),
      m_layout(layout),
      m_book(book),
      m_clock(clock),
      m_alone(aloneFamilies(family, layout, book.groups(), book.pricer().topology())),
      m_collectives(static_cast<std::size_t>(layout[0].stages * layout[1].stages))
{
    const int replicas = layout[0].pipelines + layout[1].pipelines;
    const int nodes = exits.nodesOf(0, layout[0].pipelines, family.parts[0].tp) +
                      exits.nodesOf(1, layout[1].pipelines, family.parts[1].tp);
    for (std::size_t part = 0; part < apartParts; ++part)
        exits.price(m_alone[part].others, part, family.zeroStage, replicas, nodes);
    const auto &model = book.workload().model;
    for (int layer = 0; layer < model.planLayers(); ++layer)
        m_parameters.push_back(layerParameters(model, layer));
}

bool ApartClock::mayBeat(std::size_t part, double limit)
{
    auto &model = m_models[part];
    if (!model) {
        auto made = LayoutModel::build(m_alone[part], {{0, m_layout[part].stages}}, m_book);
        if (!made)
            return false;
        model.emplace(std::move(*made));
    }
    return model->fits() && model->mayBeat(limit) && model->linkBound(m_book) < limit;
}

ApartCuts ApartClock::cuts(std::size_t part, double limit, std::size_t &nodes, std::size_t &timed)
{
    auto &model = *m_models[part];
    ApartCuts found;
    auto &cuts = found.cuts;
    std::size_t visited = 0;
    found.isWhole = model.forEachCut(limit, nodes, visited, [&](const Cut &cut) {
        if (timed == 0 || m_book.pricer().stop().stop_requested())
            return false;
        --timed;
        auto ends = m_clock.ends(m_alone[part], model, cut);
        if (!ends)
            return true; // it cannot run
        ApartCut timedCut{cut, std::move(*ends), 0};
        StepProgram program;
        std::vector<Ticks> passes;
        addLanes(program, passes, timedCut);
        timedCut.least = std::max(closed(program, std::move(passes)), model.boundOf(cut));
        if (timedCut.least < limit)
            cuts.push_back(std::move(timedCut));
        return true;
    });
    nodes -= std::min(nodes, visited);
    std::stable_sort(cuts.begin(), cuts.end(), [](const ApartCut &a, const ApartCut &b) { return a.least < b.least; });
    return found;
}

void ApartClock::addLanes(StepProgram &program, std::vector<Ticks> &ends, const ApartCut &cut) const
{
    const auto &stack = m_book.stack();
    for (const auto &end : cut.ends) {
        LaneProgram lane;
        lane.optimizer = end.optimizer;
        lane.stepOverhead = toTicks(stack.hostStep * stack.scale);
        program.lanes.push_back(std::move(lane));
        ends.push_back(end.passes);
    }
}

double ApartClock::closed(StepProgram &program, std::vector<Ticks> ends) const
{
    return toSeconds(closeStep(program, std::move(ends))).value;
}

const SendPrice *ApartClock::averaging(std::size_t stage, std::size_t otherStage)
{
    auto &known = m_collectives[stage * static_cast<std::size_t>(m_layout[1].stages) + otherStage];
    if (!known) {
        std::vector<int> groups;
        const std::array<std::size_t, apartParts> stages = {stage, otherStage};
        for (std::size_t part = 0; part < apartParts; ++part) {
            const auto pipelines = static_cast<std::ptrdiff_t>(m_layout[part].pipelines);
            const auto first = placed(part).begin() + static_cast<std::ptrdiff_t>(stages[part]) * pipelines;
            groups.insert(groups.end(), first, first + pipelines);
        }
        known.emplace(m_book.collective(groups, m_family.zeroStage > 0, 1));
    }
    return *known ? &**known : nullptr;
}

Ticks ApartClock::timeOf(const SendPrice &price, double bytes) const
{
    const auto &stack = m_book.stack();
    const Seconds transfer = Seconds(price.latencyOf(bytes)) + Seconds(bytes * price.secondsPerByte);
    return toTicks((stack.collectiveBase + transfer) * stack.scale);
}

bool ApartClock::averagesAfterwards() const
{
    return !m_book.workload().job.frozenBase && !stackOverlap(m_book.stack()).dp;
}

double ApartClock::parametersOf(int firstUnit, int lastUnit) const
{
    const auto layers = chunksOf(m_alone[0], m_book.workload().model, firstUnit, lastUnit).front();
    double dense = 0, experts = 0;
    for (int layer = layers.first; layer < layers.first + layers.count; ++layer) {
        dense += m_parameters[static_cast<std::size_t>(layer)].dense;
        experts += m_parameters[static_cast<std::size_t>(layer)].experts;
    }
    return (dense + experts) / std::max(m_family.parts[0].tp, m_family.parts[1].tp);
}

double ApartClock::leastBeside(std::size_t part, const ApartCut &cut)
{
    if (!averagesAfterwards())
        return cut.least;
    StepProgram program;
    std::vector<Ticks> ends;
    addLanes(program, ends, cut);
    const auto state = stateBytes(m_book.workload().job);
    for (std::size_t stage = 0; stage < cut.cut.size(); ++stage) {
        const int first = stage == 0 ? 0 : cut.cut[stage - 1], last = cut.cut[stage];
        const double parameters = parametersOf(first, last);
        double perByte = infinity;
        for (std::size_t other = 0; other < static_cast<std::size_t>(m_layout[1 - part].stages); ++other) {
            const auto *price = part == 0 ? averaging(stage, other) : averaging(other, stage);
            perByte = std::min(perByte, price ? price->secondsPerByte : 0);
        }
        // In one call or in several, each of which is rounded.
        const auto lasts = [&](double bytes) {
            const Ticks all = toTicks(Seconds(bytes * perByte) * m_book.stack().scale);
            return Ticks(std::max<std::int64_t>(0, all.count - (last - first)));
        };
        Synchronization sync;
        for (std::size_t lane = 0; lane < cut.ends.size(); ++lane) {
            if (static_cast<std::size_t>(cut.ends[lane].stage) == stage)
                sync.holders.push_back({static_cast<int>(lane), 0});
        }
        sync.beforeOptimizer = lasts(parameters * state.gradient);
        if (m_family.zeroStage > 0)
            sync.afterOptimizer = lasts(parameters * state.weight);
        program.synchronizations.push_back(std::move(sync));
    }
    return std::max(cut.least, closed(program, std::move(ends)));
}

double ApartClock::time(const ApartCut &one, const ApartCut &other)
{
    StepProgram program;
    std::vector<Ticks> ends;
    addLanes(program, ends, one);
    addLanes(program, ends, other);
    // Calls beside the passes: the parts' own bounds know of them.
    if (!averagesAfterwards())
        return std::max({closed(program, std::move(ends)), one.least, other.least});
    const auto state = stateBytes(m_book.workload().job);
    const auto holdersOf = [&](std::size_t stage, std::size_t otherStage) {
        std::vector<GradientHolder> holders;
        for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
            const bool first = lane < one.ends.size();
            const auto &end = first ? one.ends[lane] : other.ends[lane - one.ends.size()];
            if (static_cast<std::size_t>(end.stage) == (first ? stage : otherStage))
                holders.push_back({static_cast<int>(lane), 0});
        }
        return holders;
    };
    const int units = one.cut.back();
    std::size_t stage = 0, otherStage = 0;
    for (int unit = 0; unit < units;) {
        const int next = std::min(one.cut[stage], other.cut[otherStage]);
        if (const auto *price = averaging(stage, otherStage)) {
            const double parameters = parametersOf(unit, next);
            Synchronization sync;
            sync.holders = holdersOf(stage, otherStage);
            sync.beforeOptimizer = timeOf(*price, parameters * state.gradient);
            if (m_family.zeroStage > 0)
                sync.afterOptimizer = timeOf(*price, parameters * state.weight);
            program.synchronizations.push_back(std::move(sync));
        }
        unit = next;
        stage += one.cut[stage] == next ? 1 : 0;
        otherStage += other.cut[otherStage] == next ? 1 : 0;
    }
    return std::max({closed(program, std::move(ends)), one.least, other.least});
}

} // namespace heteroscope
