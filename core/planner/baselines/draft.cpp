// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/baselines/draft.h"

#include "strategy/schedule.h"

#include <algorithm>
#include <numeric>

namespace heteroscope {

namespace {

constexpr std::size_t maxRanked = 6;
constexpr int largestDraftMicroBatch = 16;

bool allAlike(const PlanDraft &draft)
{
    const auto &front = draft.stages.front();
    return std::all_of(draft.stages.begin(), draft.stages.end(), [&](const DraftStage &stage) {
        return stage.groups.size() == front.groups.size() &&
               std::all_of(stage.samples.begin(), stage.samples.end(),
                           [&](int samples) { return samples == front.samples.front(); });
    });
}

} // namespace

DraftPrices::DraftPrices(PriceBook &book) : m_book(book)
{
    for (int layer = 0; layer <= workload().model.planLayers(); ++layer)
        m_places.push_back(unitPlaceOf(workload().model, layer));
}

std::vector<int> DraftPrices::degrees() const
{
    std::vector<int> result;
    for (int tp = 1; tp <= (m_book.stack().degrees.tp ? groups().largestDegree() : 1); tp *= 2) {
        if (!findDegreeMistake(workload(), tp))
            result.push_back(tp);
    }
    return result;
}

bool DraftPrices::hasGroups(std::size_t type, int tp) const
{
    return computes(topology().deviceTypes()[type], workload().job) && groups().count(type, tp) > 0;
}

std::vector<int> DraftPrices::groupsOf(std::size_t type, int tp) const
{
    std::vector<int> result;
    if (!hasGroups(type, tp))
        return result;
    result.resize(static_cast<std::size_t>(groups().count(type, tp)));
    std::iota(result.begin(), result.end(), groups().first(type, tp));
    return result;
}

Family DraftPrices::familyOf(int group, int samples, Recompute recompute, int replicas) const
{
    Family family;
    family.dp = replicas;
    family.microBatchSize = samples;
    family.recompute = recompute;
    family.parts = {{groups()[group].type, groups()[group].size, 1}};
    return family;
}

std::pair<int, int> DraftPrices::unitsOf(int first, int last) const
{
    const auto &end = m_places[static_cast<std::size_t>(last)];
    return {m_places[static_cast<std::size_t>(first)].unit, end.unit + (end.share > 0 ? 1 : 0)};
}

double DraftPrices::sumBefore(const std::vector<double> &sums, int layer) const
{
    const auto &place = m_places[static_cast<std::size_t>(layer)];
    const auto unit = static_cast<std::size_t>(place.unit);
    return place.share > 0 ? sums[unit] + place.share * (sums[unit + 1] - sums[unit]) : sums[unit];
}

const UnitPrices *DraftPrices::prices(int group, int samples, Recompute recompute)
{
    const auto [known, isNew] = m_prices.try_emplace({group, samples, recompute}, nullptr);
    if (isNew) {
        if (const auto found = m_book.units(familyOf(group, samples, recompute, 1), group, 1))
            known->second = *found;
    }
    return known->second;
}

const UnitMemory *DraftPrices::memory(int group, int samples, Recompute recompute, int replicas)
{
    const auto [known, isNew] = m_memory.try_emplace({group, samples, recompute, replicas}, nullptr);
    if (isNew) {
        if (const auto found = m_book.memory(familyOf(group, samples, recompute, replicas), group))
            known->second = *found;
    }
    return known->second;
}

double DraftPrices::passes(int group, int samples, int first, int last, Recompute recompute)
{
    const auto *own = prices(group, samples, recompute);
    if (!own)
        return infinity;
    const auto sumOf = [&](const std::vector<double> &sums) { return sumBefore(sums, last) - sumBefore(sums, first); };
    return sumOf(own->forward) + sumOf(own->backward);
}

double DraftPrices::stageTime(const DraftStage &stage, Recompute recompute)
{
    double longest = 0;
    for (std::size_t g = 0; g < stage.groups.size(); ++g) {
        const bool likeTheLast = g > 0 && stage.samples[g] == stage.samples[g - 1] &&
                                 m_book.kindOf(stage.groups[g]) == m_book.kindOf(stage.groups[g - 1]);
        if (!likeTheLast)
            longest = std::max(longest, passes(stage.groups[g], stage.samples[g], stage.first, stage.last, recompute));
    }
    return longest;
}

double DraftPrices::synchronization(const DraftStage &stage, Recompute recompute)
{
    const auto replicas = static_cast<double>(stage.groups.size());
    if (stage.groups.size() < 2)
        return 0;
    const auto *own = memory(stage.groups.front(), stage.samples.front(), recompute, 1);
    const auto send = m_book.send(stage.groups.front(), stage.groups.back());
    if (!own || !send)
        return infinity;
    const auto [first, last] = unitsOf(stage.first, stage.last);
    const double bytes = own->parametersOf(first, last) * stateBytes(workload().job).gradient;
    return 2 * (replicas - 1) * (send->latency + bytes / replicas * send->secondsPerByte);
}

double DraftPrices::time(const PlanDraft &draft)
{
    double longest = 0, sum = 0, synchronized = 0;
    for (std::size_t s = 0; s < draft.stages.size(); ++s) {
        const auto &stage = draft.stages[s];
        double time = stageTime(stage, draft.recompute);
        if (s + 1 < draft.stages.size()) {
            const int from = stage.groups.front(), to = draft.stages[s + 1].groups.front();
            const auto there = m_book.send(from, to), back = m_book.send(to, from);
            const auto cost = m_book.cost(from, workOf(familyOf(from, stage.samples.front(), draft.recompute, 1)), 1);
            if (!there || !back || !cost)
                return infinity;
            const double bytes = (*cost)->layer(LayerKind::embedding).output.value;
            time += there->latency + back->latency + bytes * (there->secondsPerByte + back->secondsPerByte);
        }
        longest = std::max(longest, time);
        sum += time;
        synchronized = std::max(synchronized, synchronization(stage, draft.recompute));
    }
    return (draft.microBatches - 1) * longest + sum + synchronized;
}

double DraftPrices::fill(const PlanDraft &draft, std::size_t s)
{
    const auto &stage = draft.stages[s];
    const int inFlight =
        scheduleOf(ScheduleKind::oneFOneB)
            .activationsHeld({static_cast<int>(draft.stages.size()), draft.microBatches}, static_cast<int>(s))
            .value_or(draft.microBatches);
    const auto [first, last] = unitsOf(stage.first, stage.last);
    double most = 0;
    const double pipeline = draft.stages.size() > 1 ? m_book.stack().memory.communicator.value : 0;
    for (std::size_t g = 0; g < stage.groups.size(); ++g) {
        const auto &group = groups()[stage.groups[g]];
        const bool likeTheLast = g > 0 && stage.samples[g] == stage.samples[g - 1] &&
                                 group.type == groups()[stage.groups[g - 1]].type &&
                                 group.size == groups()[stage.groups[g - 1]].size;
        if (likeTheLast)
            continue;
        const auto *own =
            memory(stage.groups[g], stage.samples[g], draft.recompute, static_cast<int>(stage.groups.size()));
        if (!own)
            return infinity;
        const Bytes usable = usableMemory(topology().deviceTypes()[group.type], workload().job, m_book.stack());
        most = std::max(most, (own->need(first, last, inFlight) + pipeline) / usable.value);
    }
    return most;
}

bool DraftPrices::fits(const PlanDraft &draft)
{
    for (std::size_t s = 0; s < draft.stages.size(); ++s) {
        if (fill(draft, s) > 1)
            return false;
    }
    return true;
}

Plan DraftPrices::plan(const PlanDraft &draft) const
{
    const bool replicas = allAlike(draft);
    const auto &front = draft.stages.front();
    Plan plan;
    plan.microBatchSize =
        replicas ? front.samples.front() : std::accumulate(front.samples.begin(), front.samples.end(), 0);
    plan.overlap = stackOverlap(m_book.stack());
    plan.pipelines.resize(replicas ? front.groups.size() : 1);
    std::vector<bool> used(topology().devices().size());
    for (auto &pipeline : plan.pipelines)
        pipeline.microBatches = draft.microBatches;
    for (const auto &stage : draft.stages) {
        for (auto &pipeline : plan.pipelines) {
            Stage made;
            made.recompute = draft.recompute;
            made.chunks = {{stage.first, stage.last - stage.first}};
            pipeline.stages.push_back(std::move(made));
        }
        for (std::size_t g = 0; g < stage.groups.size(); ++g) {
            const auto &choice = groups()[stage.groups[g]];
            TensorGroup group;
            group.tp = choice.size;
            group.samples = stage.samples[g];
            for (const DeviceId id : choice.devices) {
                group.devices.push_back(topology().device(id).name);
                used[id.index()] = true;
            }
            plan.sequenceParallel = plan.sequenceParallel || choice.size > 1;
            plan.pipelines[replicas ? g : 0].stages.back().groups.push_back(std::move(group));
        }
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i])
            plan.unusedDevices.push_back(topology().devices()[i].name);
    }
    return plan;
}

void DraftRanking::offer(double time, const PlanDraft &draft)
{
    if (!(time < infinity))
        return;
    const auto at = std::upper_bound(m_best.begin(), m_best.end(), time,
                                     [](double value, const auto &ranked) { return value < ranked.first; });
    if (at == m_best.end() && m_best.size() >= maxRanked)
        return;
    m_best.emplace(at, time, draft);
    if (m_best.size() > maxRanked)
        m_best.pop_back();
}

std::vector<int> proportionalLayers(const std::vector<double> &speeds, int layers)
{
    const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    const auto free = layers - static_cast<int>(speeds.size()); // one layer each is given
    std::vector<int> result(speeds.size(), 1);
    std::vector<std::pair<double, std::size_t>> rests;
    int given = 0;
    for (std::size_t s = 0; s < speeds.size(); ++s) {
        const double share = std::max(0.0, speeds[s] / all * layers - 1);
        const int whole = std::min(static_cast<int>(share), free - given);
        result[s] += whole;
        given += whole;
        rests.emplace_back(whole - share, s);
    }
    std::sort(rests.begin(), rests.end());
    for (std::size_t i = 0; given < free; ++i, ++given)
        ++result[rests[i % rests.size()].second];
    return result;
}

std::vector<int> microBatchSizes(int samples)
{
    std::vector<int> sizes;
    for (int size = 1; size <= largestDraftMicroBatch && samples % size == 0; size *= 2)
        sizes.push_back(size);
    return sizes;
}

} // namespace heteroscope
