// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/share_times.h"

#include "planner/bounds/apart_bounds.h"
#include "planner/rounding.h"

#include <algorithm>

namespace heteroscope {

ShareTimes::ShareTimes(const Family &family, PriceBook &book, PipelineClock &clock)
    : m_family(family),
      m_book(book),
      m_clock(clock),
      m_placed(placedShares(family, 1, book.groups())),
      m_nodes(book.nodesOf(m_placed)),
      m_known(family.parts.size())
{
    const auto &model = book.workload().model;
    for (int layer = 0; layer < model.planLayers(); ++layer) {
        const auto own = layerParameters(model, layer);
        m_parameters += own.dense + own.experts;
    }
    priceExits();
}

void ShareTimes::priceExits()
{
    if (m_nodes < 2)
        return;
    const NodeExits exits(m_family, m_book);
    const auto shares = exits.sharesOf(static_cast<int>(m_placed.size()), m_nodes);
    const double longest = exits.perByteOfAll(m_placed, m_book);
    m_price.reducePerByte = longest * shares.reduced;
    m_price.gatherPerByte = longest * shares.gathered;
}

int ShareTimes::largestShareOf(std::size_t part) const { return mostSamplesOf(m_family, part, 1, m_book.groups()); }

const ShareTimes::Known &ShareTimes::known(std::size_t part, int samples)
{
    auto &ofPart = m_known[part];
    ofPart.resize(static_cast<std::size_t>(largestShare) + 1);
    auto &known = ofPart[static_cast<std::size_t>(samples)];
    if (!known)
        known = find(part, samples);
    return *known;
}

double ShareTimes::least(std::size_t part, int samples) { return known(part, samples).least; }

RecomputedPart ShareTimes::recomputed(const SampleShares &shares)
{
    std::vector<StageRecompute> types;
    for (std::size_t part = 0; part < shares.size(); ++part) {
        if (const auto &own = known(part, shares[part]).recompute)
            types.push_back(*own);
    }
    return recomputedPart(repeatedTogether(types, 0, cutUnits(m_family, m_book.workload().model)), m_book.ladder());
}

ShareTimes::Known ShareTimes::find(std::size_t part, int samples)
{
    Family ranks = ranksOf(m_family, part, 1, samples, m_book.groups(), m_nodes);
    ranks.others.reducePerByte = m_price.reducePerByte;
    ranks.others.gatherPerByte = m_price.gatherPerByte;
    const auto model = LayoutModel::build(ranks, {{0, 1}}, m_book);
    if (!model)
        return {};
    Known found;
    found.recompute = model->stage(0).recompute;
    if (!model->fits())
        return found;
    const Cut whole = {cutUnits(ranks, m_book.workload().model)};
    found.least = model->boundOf(whole);
    // Ranks of another type may need another choice of modules: then the passes are taken without recompute.
    Family plain = ranks;
    plain.recomputesAsNeeded = false;
    auto timed = m_book.ladder().empty() ? std::nullopt : std::optional(LayoutModel::build(plain, {{0, 1}}, m_book));
    if (timed && !*timed)
        return {};
    LayoutTimes known;
    const auto ends = timed ? m_clock.ends(plain, **timed, whole, known) : m_clock.ends(ranks, *model, whole, known);
    if (!ends)
        return {};
    found.least = std::max(found.least, closed(*ends));
    if (m_family.zeroStage >= 3) {
        for (const int replica : model->pipelines())
            found.least = std::max(found.least, gathering(ranks, model->placed()[static_cast<std::size_t>(replica)]));
    }
    return found;
}

/// After the passes of the slowest of them.
double ShareTimes::closed(const std::vector<PipelineClock::LaneEnd> &ends)
{
    const auto &stack = m_book.stack();
    StepProgram program;
    std::vector<Ticks> passes;
    Synchronization sync;
    for (const auto &end : ends) {
        LaneProgram lane;
        lane.optimizer = end.optimizer;
        lane.stepOverhead = toTicks(stack.hostStep * stack.scale);
        sync.holders.push_back({static_cast<int>(program.lanes.size()), 0});
        program.lanes.push_back(std::move(lane));
        passes.push_back(end.passes);
    }
    if (m_family.zeroStage < 3 && !m_book.workload().job.frozenBase && !stackOverlap(stack).dp) {
        if (const auto price = m_book.collective(m_placed, m_family.zeroStage > 0, 1)) {
            const auto state = stateBytes(m_book.workload().job);
            const double parameters = m_parameters / m_family.parts.front().tp;
            const auto timeOf = [&](double bytes) {
                const Seconds transfer = Seconds(price->latencyOf(bytes)) + Seconds(bytes * price->secondsPerByte);
                return toTicks((stack.collectiveBase + transfer) * stack.scale);
            };
            sync.beforeOptimizer = timeOf(parameters * state.gradient);
            if (m_family.zeroStage > 0)
                sync.afterOptimizer = timeOf(parameters * state.weight);
            program.synchronizations.push_back(std::move(sync));
        }
    }
    return toSeconds(closeStep(program, std::move(passes))).value;
}

/// With ZeRO-3: the passes of a group, none of which is shorter than its gathers and scatters.
double ShareTimes::gathering(const Family &ranks, int group)
{
    const auto prices = m_book.units(ranks, group, m_nodes);
    const auto price = m_book.collective(m_placed, true, 1);
    if (!prices || !price || m_book.speedUp(group) > 1)
        return 0;
    const auto &stack = m_book.stack();
    const auto &model = m_book.workload().model;
    const auto state = stateBytes(m_book.workload().job);
    double weights = 0, gradients = 0;
    for (int layer = 0; layer < model.planLayers(); ++layer) {
        const auto parameters = layerParameters(model, layer);
        const double own = (parameters.dense + parameters.experts) / m_family.parts.front().tp;
        const auto timeOf = [&](double bytes) {
            return (stack.collectiveBase.value + price->latency + own * bytes * price->secondsPerByte) * stack.scale;
        };
        weights += timeOf(state.weight);
        gradients += state.gradient > 0 ? timeOf(state.gradient) : 0;
    }
    const int units = cutUnits(ranks, model);
    const double forward = std::max((*prices)->forwardOf(0, units), weights);
    const double backward = std::max((*prices)->backwardOf(0, units), weights + gradients);
    const double host = stack.hostMicroBatch.value * stack.scale, hostStep = stack.hostStep.value * stack.scale;
    return (m_family.microBatches * (forward + backward + host) + hostStep) * (1 - boundRounding);
}

namespace {

/// What ranks with so many samples take at least.
struct ShareTime
{
    double time = 0;
    std::size_t part = 0;
    int samples = 0;
};

/// The least time in which the ranks of so many stages together have done all samples; infinity if no shares add up.
double leastTogether(const Family &family, int stages, std::vector<ShareTime> choices, const TensorGroups &groups)
{
    std::sort(choices.begin(), choices.end(), [](const ShareTime &a, const ShareTime &b) { return a.time < b.time; });
    std::vector<int> most(family.parts.size());
    for (const auto &choice : choices) {
        if (choice.samples > mostSamplesOf(family, choice.part, stages, groups))
            continue;
        auto &own = most[choice.part];
        own = std::max(own, choice.samples);
        int sum = 0;
        for (std::size_t part = 0; part < most.size(); ++part)
            sum += most[part] * ranksOfPart(family, part, stages, groups);
        if (sum >= family.microBatchSize && *std::min_element(most.begin(), most.end()) > 0)
            return choice.time;
    }
    return infinity;
}

} // namespace

Result<double> sharesThroughputBound(const Family &family, PriceBook &book)
{
    struct Ranks
    {
        std::size_t part = 0;
        int samples = 0;
        ApartPart bounds;
    };
    std::vector<Ranks> ranks;
    for (std::size_t part = 0; part < family.parts.size(); ++part) {
        const int most = mostSamplesOf(family, part, family.maxStages, book.groups());
        for (int samples = 1; samples <= most; ++samples) {
            auto shared = family;
            shared.parts[part].samples = samples;
            auto bounds = ApartPart::build(shared, part, book);
            if (!bounds)
                return bounds.error();
            ranks.push_back({part, samples, std::move(*bounds)});
        }
    }
    double least = infinity;
    for (int stages = family.fewestStages; stages <= family.maxStages; ++stages) {
        if (!allowsStages(family, stages))
            continue;
        std::vector<ShareTime> choices;
        for (const auto &each : ranks)
            choices.push_back({each.bounds.least(stages, family.microBatches), each.part, each.samples});
        least = std::min(least, leastTogether(family, stages, std::move(choices), book.groups()));
    }
    return least;
}

} // namespace heteroscope
