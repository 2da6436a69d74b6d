// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/layout_model.h"

#include "planner/bounds/family_schedule.h"
#include "planner/rounding.h"

#include <algorithm>
#include <utility>

namespace heteroscope {

namespace {

/// Pipelines of a plan that are looked at: those with unlike groups, up to so many.
constexpr std::size_t maxPipelines = 4;

/// The first replica of each kind.
std::vector<int> unlikePipelines(const std::vector<int> &placed, int dp, const PriceBook &book)
{
    const auto stages = static_cast<int>(placed.size()) / dp;
    std::vector<int> result;
    for (int d = 0; d < dp && result.size() < maxPipelines; ++d) {
        const bool known = std::any_of(result.begin(), result.end(), [&](int other) {
            for (int s = 0; s < stages; ++s) {
                if (book.kindOf(placed[static_cast<std::size_t>(s * dp + d)]) !=
                    book.kindOf(placed[static_cast<std::size_t>(s * dp + other)]))
                    return false;
            }
            return true;
        });
        if (!known)
            result.push_back(d);
    }
    return result;
}

/// What limits the units of a stage.
struct StageLimits
{
    const UnitMemory *memory = nullptr; ///< of its first replica
    double capacity = infinity;         ///< of the smallest, without what the pipeline needs
    double ofPipeline = 0;              ///< StagePlace::ofPipeline
    double inFlight = 0;
};

Result<StageLimits> limitsOf(const Family &family, const std::vector<int> &placed, int stage, PriceBook &book)
{
    const auto &types = book.pricer().topology().deviceTypes();
    const auto first = placed.begin() + static_cast<std::ptrdiff_t>(stage) * family.dp;
    StageLimits limits;
    std::size_t last = types.size();
    for (auto group = first; group != first + family.dp; ++group) {
        const auto type = book.groups()[*group].type;
        if (std::exchange(last, type) != type) // most are of one
            limits.capacity =
                std::min(limits.capacity, usableMemory(types[type], book.workload().job, book.stack()).value);
    }
    const int stages = static_cast<int>(placed.size()) / family.dp;
    const auto memory = book.memory(family, *first);
    if (!memory)
        return memory.error();
    limits.memory = *memory;
    const auto ends = endsHeld(family, stages, stage);
    limits.ofPipeline = (stages > 1 ? book.stack().memory.communicator.value : 0) +
                        ends.embedding * limits.memory->embedding + ends.head * limits.memory->head;
    limits.capacity -= limits.ofPipeline;
    limits.inFlight = microBatchesHeld(family, book.workload().job, stages, stage);
    return limits;
}

/// Whether so many stages can hold all units; fits(stage, first, last). cut: if not null, receives how.
template<class Fits>
bool areCovered(int units, int stages, const Fits &fits, Cut *cut)
{
    // A range that fits still fits with units taken away, so taking all that fits from the front covers the most.
    int first = 0;
    for (int s = 0; s < stages; ++s) {
        const int most = units - (stages - 1 - s);
        if (first >= most || !fits(s, first, first + 1))
            return false;
        int low = first + 1, high = most;
        while (low < high) {
            const int middle = (low + high + 1) / 2;
            if (fits(s, first, middle))
                low = middle;
            else
                high = middle - 1;
        }
        first = low;
        if (cut)
            cut->push_back(first);
    }
    return first == units;
}

} // namespace

Result<LayoutModel> LayoutModel::ofMemory(const Family &family, std::vector<int> placed, PriceBook &book)
{
    LayoutModel model;
    model.m_family = &family;
    model.m_stop = book.pricer().stop();
    model.m_units = cutUnits(family, book.workload().model);
    model.m_microBatches = family.microBatches;
    model.m_order = passOrderOf(family);
    model.m_splits = splitsBackward(family);
    model.m_drains = !model.m_splits || family.chunks == 1;
    // Other blocks may be recomputed then, which take less where blocks are unlike.
    model.m_grows = !family.recomputesAsNeeded || book.workload().model.hasOneKindOfBlock();
    model.m_ladder = &book.ladder();
    model.m_ofModel = &book.workload().model;
    // The way is chosen by the first replica on one node; another one may find a way longer that fits more units.
    model.m_tripGrows = !family.recomputesAsNeeded || (model.m_grows && model.m_ladder->empty());
    model.m_placed = std::move(placed);
    const int stages = static_cast<int>(model.m_placed.size()) / family.dp;
    Result<const RecomputeTimes *> times = nullptr;
    for (int s = 0; s < stages; ++s) {
        const auto limits = limitsOf(family, model.m_placed, s, book);
        if (!limits)
            return limits.error();
        StagePlace place;
        place.capacity = limits->capacity;
        place.ofPipeline = limits->ofPipeline;
        place.memory = limits->memory;
        place.inFlight = limits->inFlight;
        if (family.recomputesAsNeeded) {
            if (s == 0 || !book.areOfOnePrice(family, model.groupAt(s, 0), model.groupAt(s - 1, 0)))
                times = book.recomputeTimes(family, model.groupAt(s, 0));
            if (!times)
                return times.error();
            place.recompute.emplace(*place.memory, **times, place.capacity, place.inFlight);
        }
        model.m_stages.push_back(std::move(place));
    }
    return model;
}

bool LayoutModel::wouldFit(const Family &family, const Layout &layout, PriceBook &book)
{
    const auto placed = placedGroups(family, layout, book.groups());
    std::vector<StageLimits> stages;
    for (int s = 0; s < stageCount(layout); ++s) {
        const auto limits = limitsOf(family, placed, s, book);
        if (!limits)
            return false;
        stages.push_back(*limits);
    }
    const auto fits = [&stages](int stage, int first, int last) {
        const auto &own = stages[static_cast<std::size_t>(stage)];
        return own.memory->mayFit(first, last, own.inFlight, own.capacity + wholeBytes);
    };
    return areCovered(cutUnits(family, book.workload().model), stageCount(layout), fits, nullptr);
}

Result<std::vector<RecomputedPart>> LayoutModel::recomputedParts(const Family &family, const std::vector<int> &placed,
                                                                 const Cut &cut, PriceBook &book)
{
    std::vector<RecomputedPart> recomputed;
    if (!family.recomputesAsNeeded)
        return recomputed;
    const auto model = ofMemory(family, placed, book);
    if (!model)
        return model.error();
    return model->recomputed(cut);
}

std::vector<RecomputedPart> LayoutModel::recomputed(const Cut &cut) const
{
    std::vector<RecomputedPart> recomputed;
    const auto alike = m_family->recomputesAlike ? alikeRecomputed(cut) : AlikeRecompute();
    for (std::size_t s = 0; s < cut.size(); ++s) {
        const int first = s == 0 ? 0 : cut[s - 1];
        recomputed.push_back(m_family->recomputesAlike
                                 ? recomputedPart(alike.in(first, cut[s], *m_family, *m_ofModel), *m_ladder)
                                 : this->recomputed(static_cast<int>(s), first, cut[s]));
    }
    return recomputed;
}

AlikeRecompute LayoutModel::alikeRecomputed(const Cut &cut) const
{
    std::vector<HeldUnits> stages;
    for (std::size_t s = 0; s < cut.size(); ++s)
        stages.push_back({&*m_stages[s].recompute, s == 0 ? 0 : cut[s - 1], cut[s]});
    return alikeRecompute(stages, *m_family, *m_ofModel);
}

std::vector<LayoutModel::AlikeRange> LayoutModel::alikeRanges(double limit) const
{
    int most = 0; // units of a stage
    bool anyRecomputes = false;
    for (const auto &stage : m_stages) {
        int ofStage = m_units;
        for (const UnitPrices *prices : stage.prices)
            ofStage = std::min(ofStage, maxUnitsOf(*prices, limit));
        most = std::max(most, ofStage);
        for (int first = 0; first < m_units && !anyRecomputes; ++first)
            anyRecomputes = stage.recompute->of(first, std::min(m_units, first + ofStage)).best.units > 0;
    }
    std::vector<AlikeRange> ranges{{}};
    for (std::size_t way = 1; anyRecomputes && way <= m_ladder->size(); ++way)
        ranges.push_back({{false, way, 0}, {false, way, 0}});
    if (anyRecomputes)
        ranges.push_back({{false, 0, 0}, {false, 0, most}});
    return ranges;
}

std::optional<std::pair<LayoutModel::AlikeRange, LayoutModel::AlikeRange>> LayoutModel::halves(const AlikeRange &range)
{
    const int fewest = range.least.blocks, most = range.most.blocks;
    if (fewest == most)
        return std::nullopt;
    const int middle = fewest + (most - fewest) / 2;
    std::pair<AlikeRange, AlikeRange> halves{range, range};
    halves.first.most.blocks = middle;
    halves.second.least.blocks = middle + 1;
    return halves;
}

RecomputedPart LayoutModel::recomputed(int stage, int first, int last) const
{
    const auto &recompute = m_stages[static_cast<std::size_t>(stage)].recompute;
    if (!recompute)
        return {};
    return recomputedPart(recompute->of(first, last).best, *m_ladder);
}

double LayoutModel::needOf(int stage, int first, int last, double inFlight) const
{
    const auto &place = m_stages[static_cast<std::size_t>(stage)];
    return place.recompute ? place.recompute->needOf(first, last, inFlight) : place.memory->need(first, last, inFlight);
}

Result<LayoutModel> LayoutModel::build(const Family &family, const Layout &layout, PriceBook &book)
{
    const auto &workload = book.workload();
    const auto &stack = book.stack();
    const auto overlap = stackOverlap(stack);
    auto made = ofMemory(family, placedGroups(family, layout, book.groups()), book);
    if (!made)
        return made;
    LayoutModel model = std::move(*made);
    model.m_blocking = heteroscope::sendsBlock(family, stack);
    for (int s = 0; s < model.stages() && postsReceives(family, stack); ++s)
        model.m_receives.push_back(receivesOf(family, model.stages(), s));
    // With ZeRO-3 that is part of the passes, but for what shard groups average between them.
    model.m_synchronizes =
        family.replicas() > 1 && !workload.job.frozenBase && (family.zeroStage < 3 || family.shardGroup > 0);
    model.m_syncOverlaps = overlap.dp;
    model.m_host = stack.hostMicroBatch.value * stack.scale;
    model.m_hostStep = stack.hostStep.value * stack.scale;
    model.m_pipelines = unlikePipelines(model.m_placed, family.dp, book);
    model.m_nodes = std::max(book.nodesOf(model.m_placed), family.others.nodes);
    const int stages = model.stages();
    const auto at = [&](int stage, int replica) { return model.groupAt(stage, replica); };
    for (int s = 0; s < stages; ++s) {
        if (model.m_stop.stop_requested())
            return cancelledError();
        auto &place = model.m_stages[static_cast<std::size_t>(s)];
        double optimizer = infinity;
        for (const int d : model.m_pipelines) {
            const auto prices = book.units(family, at(s, d), model.m_nodes);
            const auto cost = book.cost(at(s, d), workOf(family), model.m_nodes);
            if (!prices || !cost)
                return prices ? cost.error() : prices.error();
            place.prices.push_back(*prices);
            place.exchanges.push_back(book.soonest(**cost));
            optimizer = std::min(optimizer, (*cost)->optimizerSecondsPerParameter);
            model.m_steady = model.m_steady && book.speedUp(at(s, d)) <= 1;
            model.m_bytes = (*cost)->layer(LayerKind::embedding).output.value * family.cp;
            const bool wraps = family.chunks > 1 && !family.isVee();
            for (const int to : {s + 1, s - 1}) {
                const bool inside = to >= 0 && to < stages;
                SendPrice price;
                if (inside || wraps) {
                    const auto send = book.send(at(s, d), at((to + stages) % stages, d));
                    if (!send)
                        return send.error();
                    price = *send;
                }
                (to > s ? place.forwardPrice : place.backwardPrice).push_back(price);
            }
        }
        place.optimizerPerParameter = optimizer / family.stateShards();
        if (family.others.replicas > 0) {
            model.averageWithOthers(place, at(s, 0), book);
        } else if (model.m_synchronizes) {
            const auto averaging = book.averaging(family, model.replicasOf(s));
            if (!averaging)
                return averaging.error();
            place.syncFixed = averaging->fixed * family.chunks;
            place.syncPerParameter = averaging->perParameter;
            place.gatherFixed = averaging->gatherFixed * family.chunks;
            place.gatherPerParameter = averaging->gatherPerParameter;
        }
    }
    if (auto status = model.priceTiedTable(book); !status)
        return status.error();
    model.findLeastAfter();
    for (std::size_t p = 0; p < model.m_pipelines.size(); ++p)
        model.priceSends(p, stack.scale);
    return model;
}

/// With pipelines that are cut in another way: a call at least, of which only what others.reducePerByte says is known.
/// Beside the passes a stage has several calls, one at a time, of which only the bytes count.
void LayoutModel::averageWithOthers(StagePlace &place, int group, PriceBook &book) const
{
    if (!m_synchronizes)
        return;
    const auto &stack = book.stack();
    const auto state = stateBytes(book.workload().job);
    const double tp = book.groups()[group].size / m_family->cp;
    if (m_syncOverlaps) {
        place.syncPerParameter = tp * state.gradient * m_family->others.reducePerByte * stack.scale;
        return;
    }
    place.syncFixed = stack.collectiveBase.value * stack.scale;
    place.syncPerParameter = tp * state.gradient * m_family->others.reducePerByte * stack.scale;
    if (m_family->zeroStage == 0)
        return;
    place.gatherFixed = place.syncFixed;
    place.gatherPerParameter = tp * state.weight * m_family->others.gatherPerByte * stack.scale;
}

/// Optimizers begin together, once all gradients are averaged, and some stage holds its share of the blocks or more.
void LayoutModel::findLeastAfter()
{
    // Where a unit is a layer, embedding and head are no blocks.
    const int ends = m_family->chunks == 1 ? 1 : 0;
    const int from = ends, to = m_units - ends;
    const int share = (to - from + stages() - 1) / stages();
    m_minAfter = infinity;
    const UnitMemory *memory = nullptr; // most neighbours have the same
    double least = infinity, leastAveraged = infinity;
    for (const auto &place : m_stages) {
        if (place.memory != memory) {
            memory = place.memory;
            least = leastAveraged = infinity;
            for (int first = from; first + share <= to; ++first) {
                const double tied = first + share == m_units ? memory->tied : 0.0;
                least = std::min(least, memory->parametersOf(first, first + share) - tied);
                leastAveraged = std::min(leastAveraged, memory->averagedOf(first, first + share) - tied);
            }
        }
        const double gather = m_syncOverlaps ? 0.0 : place.gatherPerParameter;
        m_minAfter = std::min(m_minAfter, std::max(0.0, least) * place.optimizerPerParameter +
                                              std::max(0.0, leastAveraged) * gather +
                                              (m_syncOverlaps ? 0.0 : place.gatherFixed));
    }
}

std::vector<int> LayoutModel::tableHolders() const
{
    std::vector<int> holders;
    for (int d = 0; d < m_family->dp; ++d)
        holders.insert(holders.end(), {groupAt(0, d), groupAt(stages() - 1, d)});
    return holders;
}

/// The first and the last stage average the gradient of a table that both hold.
Status LayoutModel::priceTiedTable(PriceBook &book)
{
    const auto &workload = book.workload();
    if (!workload.model.sharesEmbedding() || workload.job.frozenBase || stages() == 1 || m_family->zeroStage >= 3 ||
        m_family->others.replicas > 0)
        return {};
    const auto holders = tableHolders();
    const auto averaging = book.averaging(*m_family, holders);
    if (!averaging)
        return averaging.error();
    int widest = 1;
    for (const int group : holders)
        widest = std::max(widest, book.groups()[group].size / m_family->cp);
    const double parameters = static_cast<double>(workload.model.vocab) * workload.model.hidden / widest;
    m_tiedSync = averaging->sync(parameters);
    m_tiedGather = averaging->gather(parameters);
    return {};
}

void LayoutModel::priceSends(std::size_t pipeline, double scale)
{
    for (std::size_t s = 0; s < m_stages.size(); ++s) {
        auto &place = m_stages[s];
        const auto seconds = [&](const SendPrice &price) {
            return (price.latency + price.secondsPerByte * m_bytes) * scale;
        };
        place.sendForward.resize(m_pipelines.size());
        place.sendBackward.resize(m_pipelines.size());
        place.sendForward[pipeline] = s + 1 < m_stages.size() ? seconds(place.forwardPrice[pipeline]) : 0;
        place.sendBackward[pipeline] = s > 0 ? seconds(place.backwardPrice[pipeline]) : 0;
    }
    priceLoops(pipeline, scale);
    findSpans(pipeline);
}

/// What a micro-batch meets on its way round all stages.
void LayoutModel::priceLoops(std::size_t pipeline, double scale)
{
    m_loops.resize(m_pipelines.size());
    auto &loop = m_loops[pipeline];
    loop = {};
    if (m_family->chunks == 1 || m_family->isVee() || m_units < 3)
        return;
    const auto seconds = [&](const SendPrice &price) {
        return (price.latency + price.secondsPerByte * m_bytes) * scale;
    };
    loop.wrapForward = seconds(m_stages.back().forwardPrice[pipeline]);
    loop.wrapBackward = seconds(m_stages.front().backwardPrice[pipeline]);
    double sends = 0;
    for (std::size_t s = 0; s < m_stages.size(); ++s) {
        const auto &prices = *m_stages[s].prices[pipeline];
        LoopPart part;
        part.forward = prices.forwardOf(1, 2) / m_family->chunks; // a unit without embedding and head
        part.backward = prices.backwardOf(1, 2) / m_family->chunks;
        part.sendsBefore = sends;
        loop.head =
            std::max(loop.head, prices.forwardOf(m_units - 1, m_units) + prices.backwardOf(m_units - 1, m_units) -
                                    m_family->chunks * (part.forward + part.backward));
        loop.stages.push_back(part);
        if (s + 1 < m_stages.size())
            sends += m_stages[s].sendForward[pipeline] + m_stages[s + 1].sendBackward[pipeline];
    }
    for (auto &part : loop.stages)
        part.sendsBeyond = sends - part.sendsBefore;
}

bool LayoutModel::stageFits(int stage, int first, int last) const
{
    const auto &place = m_stages[static_cast<std::size_t>(stage)];
    if (m_alike)
        return place.recompute->mayFit(first, last, m_alike->most.in(first, last, *m_family, *m_ofModel));
    if (place.recompute)
        return place.recompute->of(first, last).fits;
    return place.memory->need(first, last, place.inFlight) - wholeBytes <= place.capacity;
}

bool LayoutModel::fits() const
{
    if (!m_alike)
        return isCovered(1, nullptr);
    const auto fitsIn = [this](int stage, int first, int last) { return stageFits(stage, first, last); };
    return areCovered(m_units, stages(), fitsIn, nullptr);
}

bool LayoutModel::isCovered(double share, Cut *cut) const
{
    const auto fits = [this, share](int stage, int first, int last) {
        const auto &place = m_stages[static_cast<std::size_t>(stage)];
        return place.memory->mayFit(first, last, place.inFlight, place.capacity * share + wholeBytes);
    };
    return areCovered(m_units, stages(), fits, cut);
}

std::optional<std::pair<double, Cut>> LayoutModel::roomiestCut() const
{
    constexpr double exactness = 1e-3;
    constexpr double largest = 1e9; // a device that lacks more has as good as no memory
    double low = 0, high = 1;
    while (!isCovered(high, nullptr)) {
        low = high;
        high *= 2;
        if (high > largest)
            return std::nullopt;
    }
    while (high - low > high * exactness) {
        const double middle = (low + high) / 2;
        (isCovered(middle, nullptr) ? high : low) = middle;
    }
    Cut cut;
    isCovered(high, &cut);
    return std::pair(high, std::move(cut));
}

} // namespace heteroscope
