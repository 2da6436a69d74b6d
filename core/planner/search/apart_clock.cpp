// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/apart_clock.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

namespace heteroscope {

namespace {

/// Collectives of a layout that are priced at most to know which of them takes least.
constexpr std::size_t maxCollectives = 4'096;

} // namespace

ApartClock::ApartClock(const Family &family, const ApartLayout &layout, const NodeExits &exits, PriceBook &book,
                       PipelineClock &clock)
    : m_family(family),
      m_layout(layout),
      m_book(book),
      m_clock(clock),
      m_averages(!book.workload().job.frozenBase),
      m_overlaps(stackOverlap(book.stack()).dp),
      m_nodes(layout.size()),
      m_alone(aloneFamilies(family, layout, book.groups(), book.pricer().topology())),
      m_models(layout.size()),
      m_plainModels(layout.size()),
      m_times(layout.size())
{
    int replicas = 0, nodes = 0;
    for (std::size_t part = 0; part < layout.size(); ++part) {
        m_widest = std::max(m_widest, family.parts[part].tp);
        replicas += layout[part].pipelines * family.cp;
        nodes += exits.nodesOf(part, layout[part].pipelines, family.parts[part].devices());
    }
    for (std::size_t part = 0; part < layout.size(); ++part)
        exits.price(m_alone[part].others, replicas, nodes);
    if (family.kind == FamilyKind::shares && !book.ladder().empty()) {
        m_plain = m_alone;
        for (auto &plain : m_plain)
            plain.recomputesAsNeeded = false;
    }
    m_leaving = exits.sharesOf(replicas, nodes);
    if (m_averages)
        findNodes(exits);
    const auto &model = book.workload().model;
    for (int layer = 0; layer < model.planLayers(); ++layer)
        m_parameters.push_back(layerParameters(model, layer));
}

void ApartClock::findNodes(const NodeExits &exits)
{
    const auto &groups = m_book.groups();
    for (std::size_t part = 0; part < m_layout.size(); ++part) {
        const int pipelines = m_layout[part].pipelines;
        // By node and stage: places among the pipelines that share experts.
        std::map<std::size_t, std::map<int, std::set<int>>> sharing;
        const auto placed = placedApart(m_family, part, m_layout[part], groups);
        for (std::size_t i = 0; i < placed.size(); ++i) {
            const int place = static_cast<int>(i) % pipelines % m_family.ep;
            sharing[groups[placed[i]].node][static_cast<int>(i) / pipelines].insert(place);
        }
        for (const auto &[node, stages] : sharing) {
            NodeStages own{exits.perByteFrom(node), {}};
            for (const auto &[stage, places] : stages)
                own.stages.emplace_back(stage, exits.expertShare(static_cast<double>(places.size()) / m_family.ep));
            if (stages.size() > 1 && own.perByte > 0)
                m_nodes[part].push_back(std::move(own));
        }
    }
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
    ApartCuts found;
    auto &cuts = found.cuts;
    std::size_t visited = 0;
    m_times[part] = {};
    found.isWhole = m_models[part]->forEachCut(limit, nodes, visited, [&](const Cut &cut) {
        if (timed == 0 || m_book.pricer().stop().stop_requested())
            return false;
        --timed;
        if (auto own = timedCut(part, cut); own && own->least < limit)
            cuts.push_back(std::move(*own));
        return true;
    });
    m_times[part] = {};
    nodes -= std::min(nodes, visited);
    std::stable_sort(cuts.begin(), cuts.end(), [](const ApartCut &a, const ApartCut &b) { return a.least < b.least; });
    return found;
}

std::optional<ApartCut> ApartClock::cutOf(std::size_t part, const Cut &cut, double limit)
{
    const auto &model = *m_models[part];
    for (std::size_t stage = 0; stage < cut.size(); ++stage) {
        if (!model.stageFits(static_cast<int>(stage), stage == 0 ? 0 : cut[stage - 1], cut[stage]))
            return std::nullopt;
    }
    auto timed = model.boundOf(cut) < limit ? timedCut(part, cut) : std::nullopt;
    return timed && timed->least < limit ? std::move(timed) : std::nullopt;
}

/// Empty if it cannot run.
std::optional<ApartCut> ApartClock::timedCut(std::size_t part, const Cut &cut)
{
    const auto &model = *m_models[part];
    auto &plain = m_plainModels[part];
    if (!m_plain.empty() && !plain) {
        auto made = LayoutModel::build(m_plain[part], {{0, m_layout[part].stages}}, m_book);
        if (!made)
            return std::nullopt;
        plain.emplace(std::move(*made));
    }
    auto ends = m_clock.ends(plain ? m_plain[part] : m_alone[part], plain ? *plain : model, cut, m_times[part]);
    if (!ends)
        return std::nullopt;
    ApartCut timed{cut, std::move(*ends), 0};
    StepProgram program;
    std::vector<Ticks> passes;
    addLanes(program, passes, timed);
    timed.least = std::max(closed(program, std::move(passes)), model.boundOf(cut));
    return timed;
}

std::vector<RecomputedPart> ApartClock::recomputedTogether(const Cut &cut) const
{
    std::vector<RecomputedPart> recomputed;
    for (std::size_t stage = 0; stage < cut.size(); ++stage) {
        std::vector<StageRecompute> types;
        for (const auto &model : m_models) {
            if (const auto &own = model->stage(static_cast<int>(stage)).recompute)
                types.push_back(*own);
        }
        const auto repeated = repeatedTogether(types, stage == 0 ? 0 : cut[stage - 1], cut[stage]);
        recomputed.push_back(recomputedPart(repeated, m_book.ladder()));
    }
    return recomputed;
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

void ApartClock::addNodes(StepProgram &program, std::vector<Ticks> &ends, std::size_t part, const ApartCut &cut) const
{
    const auto state = stateBytes(m_book.workload().job);
    for (const auto &node : m_nodes[part]) {
        double parameters = 0;
        int units = 0;
        std::optional<Ticks> first, optimizer; // of any of its stages
        for (const auto &[stage, expertShare] : node.stages) {
            const int begin = stage == 0 ? 0 : cut.cut[static_cast<std::size_t>(stage) - 1];
            const int end = cut.cut[static_cast<std::size_t>(stage)];
            const auto own = parametersOf(begin, end);
            parameters += own.dense + expertShare * own.experts;
            units += (end - begin) * m_family.chunks;
            Ticks ready;
            for (const auto &lane : cut.ends) {
                if (lane.stage != stage)
                    continue;
                ready = std::max(ready, m_overlaps ? lane.gradients : lane.passes);
                optimizer = std::min(optimizer.value_or(lane.optimizer), lane.optimizer);
            }
            first = std::min(first.value_or(ready), ready);
        }
        LaneProgram lane;
        lane.optimizer = optimizer.value_or(Ticks(0));
        lane.stepOverhead = toTicks(m_book.stack().hostStep * m_book.stack().scale);
        ends.push_back(first.value_or(Ticks(0)) +
                       bytesOnly(parameters * state.gradient * m_leaving.reduced, node.perByte, units));
        if (m_family.zeroStage > 0 && !m_overlaps) {
            Synchronization sync;
            sync.holders.push_back({static_cast<int>(program.lanes.size()), 0});
            sync.afterOptimizer = bytesOnly(parameters * state.weight * m_leaving.gathered, node.perByte, units);
            program.synchronizations.push_back(std::move(sync));
        }
        program.lanes.push_back(std::move(lane));
    }
}

double ApartClock::closed(StepProgram &program, std::vector<Ticks> ends) const
{
    return toSeconds(closeStep(program, std::move(ends))).value;
}

const PriceBook::SharedCall *ApartClock::averaging(const std::vector<int> &stages)
{
    auto known = m_collectives.find(stages);
    if (known == m_collectives.end()) {
        std::vector<int> groups;
        for (std::size_t part = 0; part < stages.size(); ++part) {
            const int pipelines = m_layout[part].pipelines;
            const auto first = placed(part).begin() + stages[part] * pipelines;
            groups.insert(groups.end(), first, first + pipelines);
        }
        known =
            m_collectives.emplace(stages, m_book.sharedCall(groups, m_family.zeroStage > 0, m_family.cp, m_family.ep))
                .first;
    }
    return known->second ? &*known->second : nullptr;
}

PriceBook::SharedCall ApartClock::leastCall(std::size_t part, int stage)
{
    double dense = infinity, experts = infinity; // seconds for each byte
    std::vector<int> stages(m_layout.size());
    stages[part] = stage;
    const std::function<void(std::size_t)> choose = [&](std::size_t other) {
        if (other == stages.size()) {
            const auto *call = averaging(stages);
            const double perByte = call ? call->price.secondsPerByte : 0;
            dense = std::min(dense, perByte);
            experts = std::min(experts, call ? perByte * call->expertWeight : 0);
        } else if (other == part) {
            choose(other + 1);
        } else {
            for (stages[other] = 0; stages[other] < m_layout[other].stages; ++stages[other])
                choose(other + 1);
        }
    };
    choose(0);
    return {{0, dense, 0, {}}, dense > 0 ? experts / dense : 0};
}

Ticks ApartClock::timeOf(const SendPrice &price, double bytes) const
{
    const auto &stack = m_book.stack();
    const Seconds transfer = Seconds(price.latencyOf(bytes)) + Seconds(bytes * price.secondsPerByte);
    return toTicks((stack.collectiveBase + transfer) * stack.scale);
}

Ticks ApartClock::bytesOnly(double bytes, double perByte, int calls) const
{
    const Ticks all = toTicks(Seconds(bytes * perByte) * m_book.stack().scale);
    return Ticks(std::max<std::int64_t>(0, all.count - calls));
}

LayerParameters ApartClock::parametersOf(int chunk, int firstUnit, int lastUnit) const
{
    const auto chunks = chunksOf(m_alone.front(), m_book.workload().model, firstUnit, lastUnit);
    const auto &layers = chunks[static_cast<std::size_t>(chunk)];
    LayerParameters sum;
    for (int layer = layers.first; layer < layers.first + layers.count; ++layer) {
        sum.dense += m_parameters[static_cast<std::size_t>(layer)].dense;
        sum.experts += m_parameters[static_cast<std::size_t>(layer)].experts;
    }
    return sum;
}

LayerParameters ApartClock::parametersOf(int firstUnit, int lastUnit) const
{
    LayerParameters all;
    for (int chunk = 0; chunk < m_family.chunks; ++chunk) {
        const auto own = parametersOf(chunk, firstUnit, lastUnit);
        all.dense += own.dense;
        all.experts += own.experts;
    }
    return all;
}

double ApartClock::averagedOf(const LayerParameters &parameters, double expertWeight) const
{
    return (parameters.dense + expertWeight * parameters.experts) / m_widest;
}

double ApartClock::leastBeside(std::size_t part, const ApartCut &cut)
{
    std::size_t collectives = 1;
    for (const auto &own : m_layout)
        collectives *= static_cast<std::size_t>(own.stages);
    if (!m_averages || collectives > maxCollectives)
        return cut.least;
    StepProgram program;
    std::vector<Ticks> ends;
    addLanes(program, ends, cut);
    const auto state = stateBytes(m_book.workload().job);
    for (std::size_t stage = 0; stage < cut.cut.size(); ++stage) {
        const int first = stage == 0 ? 0 : cut.cut[stage - 1], last = cut.cut[stage];
        const auto call = leastCall(part, static_cast<int>(stage));
        const double perByte = call.price.secondsPerByte;
        const double parameters = averagedOf(parametersOf(first, last), call.expertWeight);
        // In one call or in several.
        const int calls = (last - first) * m_family.chunks;
        const Ticks reduced = bytesOnly(parameters * state.gradient, perByte, calls);
        Synchronization sync;
        for (std::size_t lane = 0; lane < cut.ends.size(); ++lane) {
            const auto &end = cut.ends[lane];
            if (static_cast<std::size_t>(end.stage) != stage)
                continue;
            if (m_overlaps)
                ends[lane] = std::max(ends[lane], end.gradients + reduced);
            else
                sync.holders.push_back({static_cast<int>(lane), 0});
        }
        if (m_overlaps)
            continue;
        sync.beforeOptimizer = reduced;
        if (m_family.zeroStage > 0)
            sync.afterOptimizer = bytesOnly(parameters * state.weight, perByte, calls);
        program.synchronizations.push_back(std::move(sync));
    }
    addNodes(program, ends, part, cut);
    return std::max(cut.least, closed(program, std::move(ends)));
}

double ApartClock::time(const std::vector<const ApartCut *> &cuts)
{
    StepProgram program;
    std::vector<Ticks> ends, gradients; // by lane: of the passes, and of the calls beside them
    double least = 0;
    for (const auto *cut : cuts) {
        addLanes(program, ends, *cut);
        least = std::max(least, cut->least);
        for (const auto &end : cut->ends)
            gradients.push_back(end.gradients);
    }
    const auto state = stateBytes(m_book.workload().job);
    const auto endOf = [&](std::size_t part, int stage) { return cuts[part]->cut[static_cast<std::size_t>(stage)]; };
    const int units = m_averages ? cuts.front()->cut.back() : 0;
    std::vector<int> stages(cuts.size());
    for (int unit = 0; unit < units;) {
        int next = units;
        for (std::size_t part = 0; part < cuts.size(); ++part)
            next = std::min(next, endOf(part, stages[part]));
        if (const auto *call = averaging(stages)) {
            Synchronization sync;
            int lane = 0;
            for (std::size_t part = 0; part < cuts.size(); ++part) {
                for (const auto &end : cuts[part]->ends) {
                    if (end.stage == stages[part])
                        sync.holders.push_back({lane, 0});
                    ++lane;
                }
            }
            for (int chunk = 0; chunk < m_family.chunks; ++chunk) { // a call for each
                const double parameters = averagedOf(parametersOf(chunk, unit, next), call->expertWeight);
                if (m_overlaps) {
                    const Ticks reduced = bytesOnly(parameters * state.gradient, call->price.secondsPerByte, 1);
                    for (const auto &holder : sync.holders)
                        gradients[static_cast<std::size_t>(holder.lane)] += reduced;
                    continue;
                }
                sync.beforeOptimizer = timeOf(call->price, parameters * state.gradient);
                if (m_family.zeroStage > 0)
                    sync.afterOptimizer = timeOf(call->price, parameters * state.weight);
                program.synchronizations.push_back(sync);
            }
        }
        unit = next;
        for (std::size_t part = 0; part < cuts.size(); ++part)
            stages[part] += endOf(part, stages[part]) == next ? 1 : 0;
    }
    for (std::size_t lane = 0; m_averages && m_overlaps && lane < ends.size(); ++lane)
        ends[lane] = std::max(ends[lane], gradients[lane]);
    for (std::size_t part = 0; part < cuts.size(); ++part)
        addNodes(program, ends, part, *cuts[part]);
    return std::max(closed(program, std::move(ends)), least);
}

} // namespace heteroscope
