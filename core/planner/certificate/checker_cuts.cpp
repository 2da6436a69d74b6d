// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/checker_cuts.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Spans that begin with a stage, at most.
constexpr std::size_t maxSpans = 8;
/// What sends at the ends of a span take at least, of what a micro-batch takes in a stage.
constexpr double leastSend = 0.03;

} // namespace

bool CheckerCuts::Alike::contains(const StageFitting::Alike &choice) const
{
    return choice.nothing == least.nothing && choice.way == least.way && choice.blocks >= least.blocks &&
           choice.blocks <= most.blocks;
}

CheckerCuts::CheckerCuts(CheckerPrices &prices, const Family &family, const PricedLayout &layout, double limit,
                         const std::optional<Alike> &alike)
    : m_prices(prices),
      m_family(family),
      m_layout(layout),
      m_limit(limit / (1 - checkerRounding)),
      m_units(cutUnits(family, prices.workload().model)),
      m_host(prices.stack().hostMicroBatch.value * prices.stack().scale),
      m_hostStep(prices.stack().hostStep.value * prices.stack().scale),
      m_waits(check::sendsBlock(family, prices.stack())),
      m_posts(check::postsReceives(family, prices.stack())),
      m_splits(check::splitsBackward(family)),
      m_drains(!m_splits || family.chunks == 1),
      m_counts(prices.passCounts(family, layout.stages)),
      m_alike(alike)
{
    for (int s = 0; s < layout.stages; ++s)
        m_fitting.push_back(&prices.fitting(family, layout.placed, s));
    if (m_alike) {
        const auto &model = prices.workload().model;
        for (const StageFitting *stage : m_fitting) {
            auto &ends = m_ends.emplace_back();
            for (int first = 0, last = 0; first < m_units; ++first) {
                last = std::max(last, first);
                while (last < m_units &&
                       stage->mayFit(first, last + 1, m_alike->most.in({stage, first, last + 1}, family, model)))
                    ++last;
                ends.push_back(last);
            }
        }
    }
    m_mayBeat = true;
    for (const auto &stages : layout.pipelines) {
        Pipeline pipeline;
        pipeline.stages = &stages;
        fillBeyond(pipeline);
        findSpans(pipeline);
        fillBefore(pipeline);
        m_mayBeat = m_mayBeat && pipeline.before.back().back().both < infinity;
        m_pipelines.push_back(std::move(pipeline));
        if (!m_mayBeat)
            return;
    }
}

double CheckerCuts::parametersOf(int first, int last) const
{
    const auto &sums = m_prices.parameters();
    return sums[static_cast<std::size_t>(last)] - sums[static_cast<std::size_t>(first)];
}

double CheckerCuts::averagingOf(std::size_t stage, int first, int last) const
{
    const bool holdsTied = stage == 0 || stage + 1 == static_cast<std::size_t>(m_layout.stages);
    return m_layout.averaging[stage].of(parametersOf(first, last)) + (holdsTied ? m_layout.tiedAveraging : 0);
}

/// Of a micro-batch, at least, until the next stage has its first input. The first unit of a V has the head too, which
/// is in the other chunk.
double CheckerCuts::chunkForward(const StageTimes &times, int first, int last) const
{
    double all = times.units->forwardOf(first, last);
    if (first == 0 && m_family.isVee())
        all -= std::max(0.0, times.units->forwardOf(0, 1) - times.units->forwardOf(1, 2));
    return m_host + all / m_family.chunks;
}

/// On the way of a micro-batch through the stage and back.
double CheckerCuts::turnOf(const StageTimes &times, int first, int last, double again) const
{
    return m_host + times.units->passOf(first, last) - weightOf(times, first, last) + again;
}

/// Of the backward, if weight gradients are passes of their own.
double CheckerCuts::weightOf(const StageTimes &times, int first, int last) const
{
    return m_splits ? times.units->weightOf(first, last) : 0;
}

/// What the backward takes more for what is recomputed. At least, of pipelines beside others, for that grows with their
/// micro-batches, and if the other stages decide too.
double CheckerCuts::againOf(const StageTimes &times, std::size_t stage, int first, int last) const
{
    const StageFitting &fitting = *m_fitting[stage];
    if (m_alike) {
        const auto repeated = m_alike->least.in({&fitting, first, last}, m_family, m_prices.workload().model);
        const auto &sums = times.units->again[repeated.way];
        return sums[static_cast<std::size_t>(first + repeated.units)] - sums[static_cast<std::size_t>(first)];
    }
    return m_family.others.replicas > 0 || m_family.recomputesAlike
               ? fitting.leastTimeOf(times.units->again, first, last)
               : fitting.timeOf(times.units->again, first, last);
}

int CheckerCuts::endOf(std::size_t stage, int first) const
{
    return (m_alike ? m_ends[stage] : m_fitting[stage]->ends())[static_cast<std::size_t>(first)];
}

CheckerCuts::Bounds CheckerCuts::boundsOf(const Pipeline &pipeline, std::size_t stage, int first, int last,
                                          const Before &before, double beyond, bool isCut) const
{
    const auto &own = (*pipeline.stages)[stage];
    check::StageWork work;
    work.forward = m_host + own.units->forwardOf(first, last);
    work.backward = own.units->backwardOf(first, last);
    work.behind = m_layout.stages - 1 - static_cast<int>(stage);
    work.beyond = beyond;
    if (m_waits) {
        work.sendForward = own.forward.total();
        work.sendBackward = own.backward.total();
    }
    const double after = m_hostStep + m_layout.gathering[stage].of(parametersOf(first, last));
    const double averaging = averagingOf(stage, first, last);
    Bounds bounds;
    const auto waits = [&] { return waitsOf(pipeline, stage, last - first, work.forward, work.backward); };
    // Without recompute: this grows with the units for certain.
    bounds.alone = check::ownWork(m_family, work) + waits().all + averaging + after;
    work.backward += againOf(own, stage, first, last);
    work.weight = weightOf(own, first, last);
    // From the start of the last backward on.
    const double beside =
        m_layout.beside.empty() ? 0 : m_layout.beside[stage].of(parametersOf(first, last)) - work.backward;
    const Waits waiting = waits();
    double least = std::max(check::minWork(m_family, work), check::ownWork(m_family, work) + waiting.all);
    const auto &split = m_counts[stage].split;
    least =
        std::max(least, check::inputWork(work, split, waiting.afterDown, waiting.afterUp) + split.late * work.weight);
    for (const Span &span : pipeline.spans[stage]) {
        const double within = isCut ? beyond - pipeline.cut[span.last] : span.within[static_cast<std::size_t>(last)];
        least = std::max(least, check::spanWork(work, span.passes, within));
    }
    const double averaged = before.fill + std::max(averaging, beside);
    if (!m_splits || !m_drains) {
        bounds.step = std::max(before.both, averaged) + least + after;
        return bounds;
    }
    // Weight gradients of this stage last, or those before wait for its last input gradient.
    const double inputs = least - split.late * work.weight;
    bounds.step = std::max(std::max(before.fill, averaged) + least, before.both + inputs) + after;
    return bounds;
}

/// Of passes that post the receives of the next ones, for these. A chunk has what the others, of as many blocks, leave.
CheckerCuts::Waits CheckerCuts::waitsOf(const Pipeline &pipeline, std::size_t stage, int units, double forward,
                                        double backward) const
{
    if (!m_posts)
        return {};
    // With chunks the first stage receives from the last one, and that one from it.
    const auto &times = *pipeline.stages;
    const double activation = times[(stage > 0 ? stage : times.size()) - 1].forward.total();
    const double gradient = times[stage + 1 < times.size() ? stage + 1 : 0].backward.total();
    if (m_family.chunks > 1 && m_units > 2) {
        const double others = units * (1 - 1.0 / m_family.chunks);
        forward -= others * times[stage].units->forwardOf(1, 2);
        backward -= others * times[stage].units->backwardOf(1, 2);
    }
    return {check::receiveWaits(m_counts[stage].receives, forward, backward, activation, gradient),
            stage + 1 < times.size() ? std::max(0.0, gradient - forward) : 0.0,
            stage > 0 ? std::max(0.0, activation - backward) : 0.0};
}

void CheckerCuts::fillBeyond(Pipeline &pipeline) const
{
    const auto stages = static_cast<std::size_t>(m_layout.stages);
    const auto units = static_cast<std::size_t>(m_units);
    const auto &times = *pipeline.stages;
    pipeline.trips.assign(stages, 0);
    for (std::size_t s = 0; s + 1 < stages; ++s)
        pipeline.trips[s] = times[s].forward.total() + times[s + 1].backward.total();
    pipeline.beyond.assign(stages, std::vector<double>(units + 1, 0));
    std::vector<double> shortest(units, infinity); // of each unit in a later stage
    double around = 0;
    for (std::size_t s = stages - 1; s-- > 0;) {
        around += pipeline.trips[s] + m_host;
        for (std::size_t unit = 0; unit < units; ++unit) {
            const auto at = static_cast<int>(unit);
            // Another way may fit this unit alone than a stage that holds it.
            double again = m_alike ? 0 : m_fitting[s + 1]->leastTimeOf(times[s + 1].units->again, at, at + 1);
            if (m_alike && m_alike->least.way > 0)
                again = againOf(times[s + 1], s + 1, at, at + 1);
            shortest[unit] = std::min(shortest[unit], turnOf(times[s + 1], at, at + 1, again) - m_host);
        }
        double sum = around;
        for (std::size_t unit = units + 1; unit-- > 0;) {
            sum += unit < units ? shortest[unit] : 0;
            pipeline.beyond[s][unit] = sum * (1 - checkerRounding);
        }
    }
}

/// That a stage can compute below the limit.
int CheckerCuts::maxUnits(const StageTimes &times) const
{
    int most = 0;
    for (int first = 0; first < m_units; ++first) {
        while (first + most < m_units &&
               m_family.microBatches * (m_host + times.units->passOf(first, first + most + 1)) < m_limit)
            ++most;
    }
    return most;
}

std::vector<CheckerCuts::Alike> CheckerCuts::choices() const
{
    int largest = 0; // stage, in units
    bool needsAny = false;
    for (std::size_t s = 0; s < m_fitting.size(); ++s) {
        int most = m_units;
        for (const auto &pipeline : m_pipelines)
            most = std::min(most, maxUnits((*pipeline.stages)[s]));
        largest = std::max(largest, most);
        for (int first = 0; first < m_units && !needsAny; ++first)
            needsAny = m_fitting[s]->repeated(first, std::min(m_units, first + most)).units > 0;
    }
    std::vector<Alike> choices{{}};
    if (!needsAny)
        return choices;
    for (std::size_t way = 1; way <= m_prices.moduleSets(); ++way)
        choices.push_back({{false, way, 0}, {false, way, 0}});
    choices.push_back({{false, 0, 0}, {false, 0, largest}});
    return choices;
}

/// Bounds of pipelines beside others have to grow with their micro-batches, which those of spans do not.
void CheckerCuts::findSpans(Pipeline &pipeline) const
{
    const auto stages = static_cast<std::size_t>(m_layout.stages);
    const auto units = static_cast<std::size_t>(m_units);
    const auto &times = *pipeline.stages;
    pipeline.spans.assign(stages, {});
    pipeline.cut.assign(stages, 0);
    if (m_family.chunks > 1 || m_family.others.replicas > 0 || m_family.schedule == ScheduleKind::gpipe)
        return;
    double mean = 0;
    for (const auto &stage : times)
        mean += stage.units->passOf(0, m_units) / m_layout.stages / m_layout.stages;
    const auto isSlow = [&](std::size_t stage) { return pipeline.trips[stage] >= leastSend * mean; };
    std::vector<int> behind(stages, 0); // units that the stages behind one can hold
    for (std::size_t s = stages - 1; s-- > 0;)
        behind[s] = behind[s + 1] + maxUnits(times[s + 1]);
    for (std::size_t s = 0; s + 1 < stages; ++s) {
        double sends = 0;
        for (std::size_t last = s + 1; last < stages && isSlow(s) && pipeline.spans[s].size() < maxSpans; ++last) {
            sends += pipeline.trips[last - 1] + m_host;
            if (!isSlow(last - 1))
                continue;
            Span span{last, check::spanPasses(m_family, m_layout.stages, static_cast<int>(s), static_cast<int>(last)),
                      std::vector<double>(units + 1, sends)};
            // Those between hold what those behind cannot; each unit as fast as any stage beyond the first does it.
            for (std::size_t unit = 0; unit <= units; ++unit) {
                const auto left = static_cast<int>(units - unit);
                const int here = std::clamp(left - behind[last], std::min(left, static_cast<int>(last - s)), left);
                const auto to = unit + static_cast<std::size_t>(here);
                span.within[unit] += std::max(0.0, pipeline.beyond[s][unit] - pipeline.beyond[s][to]);
            }
            pipeline.spans[s].push_back(std::move(span));
        }
    }
}

void CheckerCuts::fillBefore(Pipeline &pipeline) const
{
    const int stages = m_layout.stages;
    const auto &times = *pipeline.stages;
    pipeline.before.assign(static_cast<std::size_t>(stages) + 1,
                           std::vector<Before>(static_cast<std::size_t>(m_units) + 1));
    pipeline.before.front().front() = {0, 0};
    for (int stage = 0; stage < stages; ++stage) {
        const auto s = static_cast<std::size_t>(stage);
        const int room = m_units - (stages - 1 - stage); // each later stage holds a unit
        for (int first = stage; first < room; ++first) {
            const Before before = pipeline.before[s][static_cast<std::size_t>(first)];
            if (before.both == infinity)
                continue;
            const int end = std::min(room, endOf(s, first));
            for (int last = stage + 1 == stages ? m_units : first + 1; last <= end; ++last) {
                const auto at = static_cast<std::size_t>(last);
                const auto bounds = boundsOf(pipeline, s, first, last, before, pipeline.beyond[s][at], false);
                if (bounds.alone >= m_limit)
                    break;
                if (bounds.step >= m_limit)
                    continue;
                const double down = chunkForward(times[s], first, last) + times[s].forward.total();
                double up = 0;
                if (m_drains) {
                    const double back = pipeline.trips[s] - times[s].forward.total();
                    const double backward = times[s].units->backwardOf(first, last) - weightOf(times[s], first, last);
                    up = (backward + againOf(times[s], s, first, last)) / m_family.chunks + back;
                }
                auto &next = pipeline.before[s + 1][at];
                next.fill = std::min(next.fill, before.fill + down);
                // Weight gradients of later stages may come after all that this one averages.
                const double averaging = m_splits ? 0 : averagingOf(s, first, last);
                next.both = std::min(next.both, std::max(before.both, before.fill + averaging) + down + up);
            }
        }
    }
}

bool CheckerCuts::walk(std::size_t stage, int last)
{
    if (*m_nodes == 0)
        return false;
    --*m_nodes;
    const int lowest = static_cast<int>(stage);
    for (int first = stage == 0 ? 0 : last - 1; first >= lowest; --first) {
        if (endOf(stage, first) < last)
            break;
        bool below = true;
        for (std::size_t p = 0; p < m_pipelines.size() && below; ++p) {
            const auto &before = m_pipelines[p].before[stage][static_cast<std::size_t>(first)];
            const auto bounds = boundsOf(m_pipelines[p], stage, first, last, before, m_pipelines[p].cut[stage], true);
            if (bounds.alone >= m_limit)
                return true; // with more units too
            below = bounds.step < m_limit;
        }
        if (!below)
            continue;
        if (stage == 0)
            return (*m_visit)(m_cut);
        m_cut[stage - 1] = first;
        for (Pipeline &pipeline : m_pipelines) {
            const StageTimes &times = (*pipeline.stages)[stage];
            pipeline.cut[stage - 1] = pipeline.cut[stage] +
                                      turnOf(times, first, last, againOf(times, stage, first, last)) +
                                      pipeline.trips[stage - 1];
        }
        if (!walk(stage - 1, first))
            return false;
    }
    return true;
}

bool CheckerCuts::forEach(std::size_t &nodes, const std::function<bool(const Cut &)> &visit)
{
    if (!m_mayBeat)
        return true;
    m_nodes = &nodes;
    m_visit = &visit;
    m_cut.assign(static_cast<std::size_t>(m_layout.stages), m_units);
    return walk(static_cast<std::size_t>(m_layout.stages) - 1, m_units);
}

} // namespace heteroscope
