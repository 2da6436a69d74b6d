// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/layout_model.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Pipelines of a plan that are looked at: those with unlike groups, up to so many.
constexpr std::size_t mostPipelines = 4;
/// Sums of doubles in another order, and the simulator's whole picoseconds, differ by less.
constexpr double rounding = 1e-11;
/// The simulator counts the activations of a chunk in whole bytes.
constexpr double wholeBytes = 4096;
constexpr double none = std::numeric_limits<double>::infinity();

/// The first replica of each kind.
std::vector<int> unlikePipelines(const std::vector<int> &placed, int dp, const PriceBook &book)
{
    const auto stages = static_cast<int>(placed.size()) / dp;
    std::vector<int> result;
    for (int d = 0; d < dp && result.size() < mostPipelines; ++d) {
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

} // namespace

Result<LayoutModel> LayoutModel::build(const Family &family, const Layout &layout, PriceBook &book)
{
    const auto &workload = book.workload();
    const auto &stack = book.stack();
    const auto overlap = stackOverlap(stack);
    LayoutModel model;
    model.m_family = &family;
    model.m_units = cutUnits(family, workload.model);
    model.m_microBatches = family.microBatches;
    model.m_oneFOneB = family.schedule == ScheduleKind::oneFOneB;
    model.m_blocking = model.m_oneFOneB && stack.sendMode == SendMode::blocking && !overlap.pp;
    model.m_synchronizes = family.dp > 1 && !workload.job.frozenBase;
    model.m_syncOverlaps = overlap.dp;
    model.m_host = stack.hostMicroBatch.value * stack.scale;
    model.m_hostStep = stack.hostStep.value * stack.scale;
    model.m_placed = placedGroups(family, layout, book.groups());
    model.m_pipelines = unlikePipelines(model.m_placed, family.dp, book);
    model.m_nodes = book.nodesOf(model.m_placed);
    const int dp = family.dp;
    const int stages = static_cast<int>(model.m_placed.size()) / dp;
    const auto at = [&](int stage, int replica) {
        return model.m_placed[static_cast<std::size_t>(stage * dp + replica)];
    };
    const auto state = stateBytes(workload.job);
    const auto &types = book.predictor().topology().deviceTypes();
    for (int s = 0; s < stages; ++s) {
        StagePlace place;
        place.capacity = none;
        for (int d = 0; d < dp; ++d)
            place.capacity = std::min(place.capacity, types[book.groups()[at(s, d)].type].memory.value);
        const auto memory = book.memory(family, at(s, 0));
        if (!memory)
            return memory.error();
        place.memory = *memory;
        const int after = stages - 1 - s;
        place.inFlight = model.m_oneFOneB ? std::min(family.microBatches, after + 1)
                                          : std::min(family.microBatches * family.chunks,
                                                     2 * after + (family.chunks - 1) * stages + 1) /
                                                static_cast<double>(family.chunks);
        double optimizer = none;
        for (const int d : model.m_pipelines) {
            const auto prices = book.units(family, at(s, d), model.m_nodes);
            const auto cost = book.cost(at(s, d), workOf(family), model.m_nodes);
            if (!prices || !cost)
                return prices ? cost.error() : prices.error();
            place.prices.push_back(*prices);
            optimizer = std::min(optimizer, (*cost)->optimizerSecondsPerParameter);
            model.m_steady = model.m_steady && book.speedUp(at(s, d)) <= 1;
            model.m_bytes = (*cost)->layer(LayerKind::embedding).output.value;
            const bool wraps = family.chunks > 1;
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
        place.optimizerPerParameter = optimizer / (family.zeroStage > 0 ? dp : 1);
        if (model.m_synchronizes) {
            std::vector<int> replicas;
            replicas.reserve(static_cast<std::size_t>(dp));
            for (int d = 0; d < dp; ++d)
                replicas.push_back(at(s, d));
            const auto collective = book.collective(replicas, family.zeroStage > 0);
            if (!collective)
                return collective.error();
            place.syncFixed = (stack.collectiveBase.value + collective->latency) * stack.scale * family.chunks;
            place.syncPerParameter = collective->secondsPerByte * state.gradient * stack.scale;
            if (family.zeroStage > 0) {
                place.gatherFixed = place.syncFixed;
                place.gatherPerParameter = collective->secondsPerByte * state.weight * stack.scale;
            }
        }
        model.m_stages.push_back(std::move(place));
    }
    if (auto status = model.priceTiedTable(book); !status)
        return status.error();
    model.findLeastAfter();
    for (std::size_t p = 0; p < model.m_pipelines.size(); ++p)
        model.priceSends(p, stack.scale);
    return model;
}

/// Optimizers begin together, once all gradients are averaged, and some stage holds its share of the units or more.
void LayoutModel::findLeastAfter()
{
    const int share = (m_units + stages() - 1) / stages();
    m_leastAfter = none;
    for (const auto &place : m_stages) {
        double least = none;
        for (int first = 0; first + share <= m_units; ++first)
            least = std::min(least, place.memory->parametersOf(first, first + share) - place.memory->tied);
        const double gather = m_syncOverlaps ? 0.0 : place.gatherPerParameter;
        m_leastAfter = std::min(m_leastAfter, std::max(0.0, least) * (place.optimizerPerParameter + gather) +
                                                  (m_syncOverlaps ? 0.0 : place.gatherFixed));
    }
}

/// The first and the last stage average the gradient of a table that both hold.
Status LayoutModel::priceTiedTable(PriceBook &book)
{
    const auto &workload = book.workload();
    if (!workload.model.tiedEmbeddings || workload.job.frozenBase || stages() == 1)
        return {};
    const auto dp = static_cast<std::ptrdiff_t>(m_family->dp);
    std::vector<int> holders(m_placed.begin(), m_placed.begin() + dp);
    holders.insert(holders.end(), m_placed.end() - dp, m_placed.end());
    const bool sharded = m_family->zeroStage > 0;
    const auto collective = book.collective(holders, sharded);
    if (!collective)
        return collective.error();
    int widest = 1;
    for (const int group : holders)
        widest = std::max(widest, book.groups()[group].tp);
    const auto state = stateBytes(workload.job);
    const double parameters = static_cast<double>(workload.model.vocab) * workload.model.hidden / widest;
    const auto seconds = [&](double bytes) {
        return (book.stack().collectiveBase.value + collective->latency + bytes * collective->secondsPerByte) *
               book.stack().scale;
    };
    m_tiedSync = seconds(parameters * state.gradient);
    m_tiedGather = sharded ? seconds(parameters * state.weight) : 0;
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
}

double LayoutModel::pass(int pipeline, int stage, int first, int last, bool forward) const
{
    const auto &prices = *m_stages[static_cast<std::size_t>(stage)].prices[static_cast<std::size_t>(pipeline)];
    return forward ? m_host + prices.forwardOf(first, last) : prices.backwardOf(first, last);
}

LayoutModel::Bounds LayoutModel::bounds(int pipeline, int stage, int first, int last, const Ends &ends) const
{
    const auto &place = m_stages[static_cast<std::size_t>(stage)];
    const auto p = static_cast<std::size_t>(pipeline);
    const double forward = pass(pipeline, stage, first, last, true);
    const double backward = pass(pipeline, stage, first, last, false);
    const double gradient = m_blocking ? place.sendBackward[p] : 0.0;
    const double fullForward = forward + (m_blocking ? place.sendForward[p] : 0.0);
    const double fullBackward = backward + gradient;
    const int micro = m_microBatches;
    const double alone = micro * (fullForward + fullBackward) - gradient;
    double trip = alone;
    const int warmUp = stages() - 1 - stage;
    if (m_oneFOneB && micro - 1 - warmUp >= 1) {
        const double down = std::max(forward + ends.round, (warmUp + 1) * fullForward);
        const double up =
            std::max(forward + ends.round + backward, fullForward + (warmUp + 1) * fullBackward - gradient);
        trip = std::max(trip, down + (micro - 1 - warmUp) * fullBackward + (micro - 2 - warmUp) * fullForward + up);
    } else if (m_oneFOneB) {
        trip = std::max(trip, std::max(forward + ends.round, micro * fullForward) + micro * fullBackward - gradient);
    }
    const double parameters = place.memory->parametersOf(first, last);
    const double averaged = averagedParameters(stage, first, last);
    const double sync = synchronization(stage, first, last);
    const double gather = place.gatherFixed + place.gatherPerParameter * averaged;
    double after = parameters * place.optimizerPerParameter;
    double late = 0;   // weights come later than the first micro-batch
    double beside = 0; // backward that gradients go out beside
    if (!m_syncOverlaps) {
        after += gather + (stage == 0 ? m_tiedGather : 0.0);
    } else {
        beside = afterFirstGradients(first, backward);
        // The last layers of the first forward wait for the last weights.
        if (m_family->chunks == 1 && m_steady)
            late = std::max(0.0, gather - forward - ends.fill);
    }
    const double whole = late + std::max(after, m_leastAfter) + m_hostStep;
    const auto total = [&](double work) {
        return (whole + work + std::max(ends.both, ends.fill - beside + sync)) * (1 - rounding);
    };
    return {total(alone), total(trip)};
}

/// Of a device. A tied table counts with the head and is averaged apart.
double LayoutModel::averagedParameters(int stage, int first, int last) const
{
    const auto &memory = *m_stages[static_cast<std::size_t>(stage)].memory;
    const bool head = last == m_units && memory.tied > 0 && first > 0;
    return memory.parametersOf(first, last) - (head ? memory.tied : 0.0);
}

/// What a stage averages after its passes: the first one its own layers, then the tied table.
double LayoutModel::synchronization(int stage, int first, int last) const
{
    const auto &place = m_stages[static_cast<std::size_t>(stage)];
    return place.syncFixed + place.syncPerParameter * averagedParameters(stage, first, last) +
           (stage == 0 ? m_tiedSync : 0.0);
}

/// Fill and drain with one more stage in front of those that follow. The stages before may be done averaging later than
/// the drain ends.
double LayoutModel::bothBeyond(int stage, int first, int last, const Ends &ends, double trip) const
{
    const double averaging = m_syncOverlaps ? 0.0 : synchronization(stage, first, last);
    return trip + std::max(ends.both, ends.fill + averaging);
}

/// At most so much of a stage's work comes after its first gradients may go out: the last backward of the chunk that
/// ends first, and one of all other chunks for each stage.
double LayoutModel::afterFirstGradients(int first, double backward) const
{
    const int chunks = m_family->chunks;
    if (chunks == 1)
        return backward;
    const double all = m_microBatches * backward;
    if (first == 0)
        return all; // the embedding makes its chunk longer than the others
    return std::min(all, backward * (1 + static_cast<double>(stages() * (chunks - 1)) / chunks));
}

double LayoutModel::linkBound(PriceBook &book) const
{
    return (m_microBatches * book.linkTime(*m_family, m_placed, m_nodes) + m_hostStep) * (1 - rounding);
}

bool LayoutModel::stageFits(int stage, int first, int last) const
{
    const auto &place = m_stages[static_cast<std::size_t>(stage)];
    return place.memory->need(first, last, place.inFlight) - wholeBytes <= place.capacity;
}

bool LayoutModel::fits() const
{
    // A range that fits still fits with units taken away, so taking all that fits from the front covers the most.
    int first = 0;
    for (int s = 0; s < stages(); ++s) {
        const int most = m_units - (stages() - 1 - s);
        if (first >= most || !stageFits(s, first, first + 1))
            return false;
        int low = first + 1, high = most;
        while (low < high) {
            const int middle = (low + high + 1) / 2;
            if (stageFits(s, first, middle))
                low = middle;
            else
                high = middle - 1;
        }
        first = low;
    }
    return first == m_units;
}

/// Each unit where it is fastest of the stages beyond: exact for stages that are alike.
void LayoutModel::buildRounds(int pipeline)
{
    const auto p = static_cast<std::size_t>(pipeline);
    const auto units = static_cast<std::size_t>(m_units);
    auto &rounds = m_leastRound[p];
    rounds.assign((units + 1) * m_stages.size(), 0);
    std::vector<double> least(units, none);
    double sends = 0;
    for (int s = stages() - 2; s >= 0; --s) {
        const auto &beyond = m_stages[static_cast<std::size_t>(s) + 1];
        sends += m_stages[static_cast<std::size_t>(s)].sendForward[p] + beyond.sendBackward[p] + m_host;
        const auto row = static_cast<std::size_t>(s) * (units + 1);
        double sum = 0;
        for (std::size_t unit = units; unit-- > 0;) {
            const auto first = static_cast<int>(unit);
            least[unit] = std::min(least[unit], beyond.prices[p]->forwardOf(first, first + 1) +
                                                    beyond.prices[p]->backwardOf(first, first + 1));
            sum += least[unit];
            rounds[row + unit] = sum + sends;
        }
    }
}

void LayoutModel::buildPrefixes(int pipeline, double limit)
{
    const auto p = static_cast<std::size_t>(pipeline);
    const auto width = static_cast<std::size_t>(m_units) + 1;
    const auto &rounds = m_leastRound[p];
    auto &leastFill = m_leastFill[p];
    auto &leastBoth = m_leastBoth[p];
    leastFill.assign(width * (m_stages.size() + 1), none);
    leastBoth.assign(width * (m_stages.size() + 1), none);
    leastFill[0] = leastBoth[0] = 0;
    const double chunks = m_family->chunks;
    for (int s = 0; s < stages(); ++s) {
        const bool lastStage = s + 1 == stages();
        const auto row = static_cast<std::size_t>(s) * width;
        const double there = m_stages[static_cast<std::size_t>(s)].sendForward[p];
        const double back = lastStage ? 0 : m_stages[static_cast<std::size_t>(s) + 1].sendBackward[p];
        const int most = m_units - (stages() - 1 - s);
        for (int first = s; first < most; ++first) {
            const auto from = row + static_cast<std::size_t>(first);
            if (leastBoth[from] == none)
                continue;
            Ends ends{leastFill[from], leastBoth[from], 0};
            for (int last = lastStage ? most : first + 1; last <= most; ++last) {
                ends.round = rounds[row + static_cast<std::size_t>(last)];
                const auto least = bounds(pipeline, s, first, last, ends);
                if (least.alone >= limit || !stageFits(s, first, last))
                    break;
                // The round trip beyond gets shorter with more units here, so this one does not end the loop.
                if (least.trip >= limit)
                    continue;
                const auto to = row + width + static_cast<std::size_t>(last);
                const double down = pass(pipeline, s, first, last, true) - m_host;
                const double up = pass(pipeline, s, first, last, false);
                leastFill[to] = std::min(leastFill[to], ends.fill + m_host + down / chunks + there);
                leastBoth[to] = std::min(
                    leastBoth[to], bothBeyond(s, first, last, ends, m_host + (down + up) / chunks + there + back));
            }
        }
    }
}

bool LayoutModel::mayBeat(double limit)
{
    m_leastFill.resize(m_pipelines.size());
    m_leastBoth.resize(m_pipelines.size());
    m_leastRound.resize(m_pipelines.size());
    for (std::size_t p = 0; p < m_pipelines.size(); ++p) {
        if (m_leastRound[p].empty())
            buildRounds(static_cast<int>(p));
        buildPrefixes(static_cast<int>(p), limit);
        if (m_leastBoth[p].back() == none)
            return false;
    }
    return true;
}

struct LayoutModel::Walk
{
    double *limit;
    std::size_t most;
    const std::function<bool(const Cut &)> *visit;
    std::size_t nodes = 0;
    std::vector<double> round; // by pipeline, beyond the stage
    Cut cut;
};

bool LayoutModel::walk(Walk &walk, int stage, int last)
{
    // From the last stage to the first: the round trip beyond a stage is known then.
    if (stage < 0)
        return (*walk.visit)(walk.cut);
    const auto width = static_cast<std::size_t>(m_units) + 1;
    walk.cut[static_cast<std::size_t>(stage)] = last;
    for (int first = stage == 0 ? 0 : last - 1; first >= stage; --first) {
        if (++walk.nodes > walk.most)
            return false;
        if (!stageFits(stage, first, last))
            break;
        bool open = true;
        bool longer = false; // more units would only be slower
        const auto at = static_cast<std::size_t>(stage) * width + static_cast<std::size_t>(first);
        for (std::size_t p = 0; p < m_pipelines.size() && open; ++p) {
            if (m_leastBoth[p][at] == none) {
                open = false;
            } else if (const Ends ends{m_leastFill[p][at], m_leastBoth[p][at], walk.round[p]};
                       bounds(static_cast<int>(p), stage, first, last, ends).trip >= *walk.limit) {
                open = false;
                longer = bounds(static_cast<int>(p), stage, first, last, {0, 0, walk.round[p]}).trip >= *walk.limit;
            }
        }
        if (open) {
            const auto before = walk.round;
            for (std::size_t p = 0; p < m_pipelines.size() && stage > 0; ++p) {
                const auto pipeline = static_cast<int>(p);
                walk.round[p] += pass(pipeline, stage, first, last, true) + pass(pipeline, stage, first, last, false) +
                                 m_stages[static_cast<std::size_t>(stage) - 1].sendForward[p] +
                                 m_stages[static_cast<std::size_t>(stage)].sendBackward[p];
            }
            if (!this->walk(walk, stage - 1, first))
                return false;
            walk.round = before;
        }
        if (longer)
            break;
    }
    return true;
}

bool LayoutModel::forEachCut(double &limit, std::size_t most, std::size_t &nodes,
                             const std::function<bool(const Cut &)> &visit)
{
    Walk state{&limit, most, &visit, 0, std::vector<double>(m_pipelines.size(), 0.0), Cut(m_stages.size())};
    const bool through = walk(state, stages() - 1, m_units);
    nodes = state.nodes;
    return through;
}

std::optional<std::pair<double, Cut>> LayoutModel::leastBound()
{
    // Doubling finds a limit that some cut is below, halving the least one.
    if (!fits())
        return std::nullopt;
    double high = boundOf([this] {
        Cut even;
        for (int s = 1; s <= stages(); ++s)
            even.push_back(m_units * s / stages());
        return even;
    }());
    double low = 0;
    while (!mayBeat(high)) {
        low = high;
        high *= 2;
        if (high > 1e12)
            return std::nullopt;
    }
    while (high - low > 1e-4 * high) {
        const double middle = low + (high - low) / 2;
        (mayBeat(middle) ? high : low) = middle;
    }
    mayBeat(high);
    // The way back through the prefixes of the first pipeline.
    const auto width = static_cast<std::size_t>(m_units) + 1;
    const double chunks = m_family->chunks;
    Cut cut(m_stages.size());
    int last = m_units;
    for (int s = stages() - 1; s >= 0; --s) {
        cut[static_cast<std::size_t>(s)] = last;
        const double back = s + 1 == stages() ? 0 : m_stages[static_cast<std::size_t>(s) + 1].sendBackward[0];
        int best = -1;
        double least = none;
        for (int first = last - 1; first >= s; --first) {
            const double before = m_leastBoth[0][static_cast<std::size_t>(s) * width + static_cast<std::size_t>(first)];
            const double fill = m_leastFill[0][static_cast<std::size_t>(s) * width + static_cast<std::size_t>(first)];
            const double round = m_leastRound[0][static_cast<std::size_t>(s) * width + static_cast<std::size_t>(last)];
            if (before == none || !stageFits(s, first, last) ||
                bounds(0, s, first, last, {fill, before, round}).trip >= high)
                continue;
            const double sum = before + m_host +
                               (pass(0, s, first, last, true) - m_host + pass(0, s, first, last, false)) / chunks +
                               back + m_stages[static_cast<std::size_t>(s)].sendForward[0];
            if (sum < least) {
                least = sum;
                best = first;
            }
        }
        if (best < 0)
            return std::nullopt;
        last = best;
    }
    return std::pair(low, std::move(cut));
}

double LayoutModel::shownBelow(double limit)
{
    if (!(limit < none))
        return 0;
    // Most bounds lie near the limit: first in steps that double, then by halves.
    constexpr double nearest = 1.0 / 1024;
    constexpr int halves = 2;
    double low = 0, high = limit;
    for (double below = nearest; below < 1; below *= 2) {
        const double middle = limit * (1 - below);
        if (!mayBeat(middle)) {
            low = middle;
            break;
        }
        high = middle;
    }
    for (int i = 0; i < halves; ++i) {
        const double middle = low + (high - low) / 2;
        (mayBeat(middle) ? high : low) = middle;
    }
    return low;
}

BindingStage LayoutModel::bindingStage(const Cut &cut) const
{
    BindingStage last;
    const double chunks = m_family->chunks;
    for (std::size_t p = 0; p < m_pipelines.size(); ++p) {
        const auto pipeline = static_cast<int>(p);
        std::vector<Ends> ends(m_stages.size());
        for (int s = 0; s + 1 < stages(); ++s) {
            const auto i = static_cast<std::size_t>(s);
            const int first = s == 0 ? 0 : cut[i - 1];
            const double down = pass(pipeline, s, first, cut[i], true) - m_host;
            const double up = pass(pipeline, s, first, cut[i], false);
            ends[i + 1].fill = ends[i].fill + m_host + down / chunks + m_stages[i].sendForward[p];
            ends[i + 1].both = bothBeyond(s, first, cut[i], ends[i],
                                          m_host + (down + up) / chunks + m_stages[i].sendForward[p] +
                                              m_stages[i + 1].sendBackward[p]);
        }
        for (int s = stages() - 1; s > 0; --s) {
            const auto i = static_cast<std::size_t>(s);
            ends[i - 1].round = ends[i].round + pass(pipeline, s, cut[i - 1], cut[i], true) +
                                pass(pipeline, s, cut[i - 1], cut[i], false) + m_stages[i - 1].sendForward[p] +
                                m_stages[i].sendBackward[p];
        }
        for (int s = 0; s < stages(); ++s) {
            const auto i = static_cast<std::size_t>(s);
            const double own = bounds(pipeline, s, s == 0 ? 0 : cut[i - 1], cut[i], ends[i]).trip;
            if (own > last.bound)
                last = {pipeline, s, own, ends[i].fill, ends[i].both - ends[i].fill, ends[i].round};
        }
    }
    return last;
}

} // namespace heteroscope
