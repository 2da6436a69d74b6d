// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/checker_clock.h"

#include "planner/certificate/checker_rules.h"
#include "strategy/expert_layout.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Passes of a pipeline that are followed.
constexpr double maxPasses = 4e6;

/// The number of what a chunk of a stage sends, on or back.
std::size_t channelOf(int stage, int chunk, bool backward, int chunks)
{
    return (static_cast<std::size_t>(stage) * static_cast<std::size_t>(chunks) + static_cast<std::size_t>(chunk)) * 2 +
           (backward ? 1 : 0);
}

/// The number of a stage's chunk and kind of pass.
std::size_t placeOf(int stage, int chunk, check::PassKind kind, int chunks)
{
    return (static_cast<std::size_t>(stage) * static_cast<std::size_t>(chunks) + static_cast<std::size_t>(chunk)) *
               check::passKinds +
           static_cast<std::size_t>(kind);
}

} // namespace

/// Puts the events of a pipeline in an order in which each comes after all that it waits for.
class CheckerClock::Sorter
{
public:
    Sorter(const Family &family, int stages, SendMode mode) : m_family(family), m_stages(stages), m_mode(mode)
    {
        for (int s = 0; s < stages; ++s) {
            m_sequence.firstPass.push_back(static_cast<std::int32_t>(m_passes.size()));
            for (const auto &pass : check::orderOf(family, stages, s)) {
                m_passes.push_back({pass, s});
            }
        }
        m_sequence.firstPass.push_back(static_cast<std::int32_t>(m_passes.size()));
        m_byChannel.assign(static_cast<std::size_t>(stages * family.chunks * 2), {});
        for (auto &byMicroBatch : m_byChannel)
            byMicroBatch.assign(static_cast<std::size_t>(family.microBatches), -1);
        for (std::size_t i = 0; i < m_passes.size(); ++i) {
            const auto &[pass, stage] = m_passes[i];
            if (pass.kind != check::PassKind::weightGradient)
                m_byChannel[channelOf(stage, pass.chunk, !pass.isForward(), family.chunks)]
                           [static_cast<std::size_t>(pass.microBatch)] = static_cast<std::int32_t>(i);
        }
    }

    Sequence sort()
    {
        std::vector<std::int32_t> next(m_sequence.firstPass.begin(), m_sequence.firstPass.end() - 1);
        m_done.assign(m_passes.size(), false);
        m_moved.assign(m_passes.size(), false);
        std::size_t left = m_passes.size();
        for (bool moves = true; moves && left > 0;) {
            moves = false;
            for (int s = 0; s < m_stages; ++s) {
                auto &pass = next[static_cast<std::size_t>(s)];
                while (pass < m_sequence.firstPass[static_cast<std::size_t>(s) + 1] && take(pass)) {
                    ++pass;
                    --left;
                    moves = true;
                }
            }
        }
        m_sequence.complete = left == 0;
        return std::move(m_sequence);
    }

private:
    struct Placed
    {
        check::PassOf pass;
        int stage = 0;
    };
    const Placed &at(std::int32_t index) const { return m_passes[static_cast<std::size_t>(index)]; }
    std::size_t place(const Placed &placed) const
    {
        return placeOf(placed.stage, placed.pass.chunk, placed.pass.kind, m_family.chunks);
    }

    /// The pass of the same micro-batch one place further (+1) on its way, or one place back (-1); -1: none.
    std::int32_t neighbour(std::int32_t index, int way) const
    {
        const auto &[pass, stage] = at(index);
        if (pass.kind == check::PassKind::weightGradient)
            return -1;
        // The chunks one after the other, as the layers go; the second one of a V goes up again.
        const bool vee = m_family.isVee();
        const int here = vee && pass.chunk == 1 ? m_stages - 1 - stage : stage;
        const int next = pass.chunk * m_stages + here + (pass.isForward() ? way : -way);
        if (next < 0 || next >= m_stages * m_family.chunks)
            return -1;
        const int chunk = next / m_stages;
        const int to = vee && chunk == 1 ? 2 * m_stages - 1 - next : next % m_stages;
        return m_byChannel[channelOf(to, chunk, !pass.isForward(), m_family.chunks)]
                          [static_cast<std::size_t>(pass.microBatch)];
    }

    /// The transfer of what a pass sends, once the pass that posts its receive is done.
    bool transfer(std::int32_t sender)
    {
        if (m_moved[static_cast<std::size_t>(sender)])
            return true;
        const auto receiver = neighbour(sender, 1);
        const auto first = m_sequence.firstPass[static_cast<std::size_t>(at(receiver).stage)];
        std::int32_t posting = m_mode == SendMode::asynchronous ? -1 : receiver - 1;
        // A weight gradient receives nothing: the pass before it has posted what comes after it.
        while (m_mode == SendMode::receivePrefetched && posting >= first &&
               at(posting).pass.kind == check::PassKind::weightGradient)
            --posting;
        if (posting < first)
            posting = -1;
        const auto leaves = sender + (at(sender).pass.paired ? 1 : 0);
        if (!m_done[static_cast<std::size_t>(leaves)] || (posting >= 0 && !m_done[static_cast<std::size_t>(posting)]))
            return false;
        m_moved[static_cast<std::size_t>(sender)] = true;
        const auto &[pass, stage] = at(sender);
        const auto channel = channelOf(stage, pass.chunk, !pass.isForward(), m_family.chunks);
        m_sequence.events.push_back({leaves, receiver, posting, static_cast<std::int32_t>(channel)});
        return true;
    }

    bool take(std::int32_t index)
    {
        const bool isFirst = index == m_sequence.firstPass[static_cast<std::size_t>(at(index).stage)];
        if (m_mode == SendMode::blocking && !isFirst && neighbour(index - 1, 1) >= 0 && !transfer(index - 1))
            return false;
        if (const auto sender = neighbour(index, -1); sender >= 0 && !transfer(sender))
            return false;
        // The last stage turns a micro-batch round; elsewhere a backward follows its own forward anyway.
        m_done[static_cast<std::size_t>(index)] = true;
        m_sequence.events.push_back({index, -1, -1, static_cast<std::int32_t>(place(at(index)))});
        return true;
    }

    const Family &m_family;
    const int m_stages;
    const SendMode m_mode;
    std::vector<Placed> m_passes;
    std::vector<std::vector<std::int32_t>> m_byChannel; ///< [channel][micro-batch], the pass that sends
    std::vector<bool> m_done, m_moved;
    Sequence m_sequence;
};

const CheckerClock::Sequence &CheckerClock::sequenceOf(const Family &family, int stages)
{
    const auto [found, isNew] = m_sequences.try_emplace({family.schedule, stages, family.microBatches, family.chunks});
    const double passes = (check::splitsBackward(family) ? 3.0 : 2.0) * stages * family.microBatches * family.chunks;
    if (isNew && passes <= maxPasses)
        found->second = Sorter(family, stages, check::sendModeOf(family, m_prices.stack())).sort();
    return found->second;
}

void CheckerClock::fillLengths(const Family &family, const PricedLayout &layout, std::size_t number, const Cut &cut)
{
    const auto &pipeline = layout.pipelines[number];
    const auto &model = m_prices.workload().model;
    const auto &stack = m_prices.stack();
    const auto places = pipeline.size() * static_cast<std::size_t>(family.chunks);
    m_length.assign(places * check::passKinds, 0);
    m_message.assign(places * 2, {});
    const bool vee = family.isVee();
    const auto repeatedIn = m_prices.repeated(family, layout.placed, cut);
    for (std::size_t s = 0; s < pipeline.size(); ++s) {
        const auto &stage = pipeline[s];
        const auto chunks = chunksOf(family, model, s == 0 ? 0 : cut[s - 1], cut[s]);
        const auto &repeated = repeatedIn[s];
        const GroupCost &again = repeated.units > 0 ? *stage.again[repeated.way] : *stage.cost;
        for (std::size_t c = 0; c < chunks.size(); ++c) {
            const int kept = repeated.way > 0 ? chunks[c].first + chunks[c].count
                                              : firstKept(family, model, chunks[c], repeated.units);
            const double host = c == 0 ? stack.hostMicroBatch.value * stack.scale : 0;
            double forward = 0, input = 0, weight = 0, exchangeDown = host, exchangeUp = 0, gathered = 0, scattered = 0;
            for (int layer = chunks[c].first; layer < chunks[c].first + chunks[c].count; ++layer) {
                const auto &price = (layer < kept ? again : *stage.cost).layer(layerKind(model, layer));
                forward += price.forward.value / stage.faster;
                input += (price.recompute + price.inputGradient).value / stage.faster;
                weight += price.weightGradient.value / stage.faster;
                exchangeDown += CheckerPrices::exchangeOf(price.forwardCommunication, stage.exchanges);
                exchangeUp += CheckerPrices::exchangeOf(price.backwardCommunication, stage.exchanges);
                const double own = m_prices.averagedParameters(layer, family);
                gathered += stage.weights.of(own);
                scattered += stage.gradients.of(own);
            }
            // Exposed beside what is computed at the speed of the step's start.
            const auto beside = [&](double computing, double gathering) {
                const double slow = computing * stage.faster;
                return computing + std::max(0.0, gathering - slow) + stack.gatherContention * std::min(slow, gathering);
            };
            using check::PassKind;
            const auto length = [&](PassKind kind) -> double & {
                return m_length[placeOf(static_cast<int>(s), static_cast<int>(c), kind, family.chunks)];
            };
            length(PassKind::forward) = exchangeDown + beside(forward, gathered);
            length(PassKind::backward) = exchangeUp + beside(input + weight, gathered + scattered);
            length(PassKind::inputGradient) = exchangeUp + beside(input, gathered);
            length(PassKind::weightGradient) = beside(weight, scattered);
            // On the way up a V activations go where gradients go on the way down. At its turn nothing is sent.
            const auto channel = channelOf(static_cast<int>(s), static_cast<int>(c), false, family.chunks);
            const bool up = vee && c == 1;
            const bool turns = vee && s + 1 == pipeline.size();
            if (!(turns && !up))
                m_message[channel] = up ? stage.backward : stage.forward;
            if (!(turns && up))
                m_message[channel + 1] = up ? stage.forward : stage.backward;
        }
    }
}

void CheckerClock::run(const Family &family, const Sequence &sequence, int stages)
{
    const auto mode = check::sendModeOf(family, m_prices.stack());
    const bool blocking = mode == SendMode::blocking;
    const auto passes = static_cast<std::size_t>(sequence.firstPass.back());
    m_start.assign(passes, 0);
    m_end.assign(passes, 0);
    m_ready.assign(passes, 0); // what it receives has arrived, and the stage is free
    m_free.assign(m_message.size(), 0);
    for (const auto &event : sequence.events) {
        const auto pass = static_cast<std::size_t>(event.pass), place = static_cast<std::size_t>(event.place);
        if (event.other < 0) {
            m_start[pass] = m_ready[pass];
            m_end[pass] = m_start[pass] + m_length[place];
            if (pass + 1 < passes) // of another stage after the last one; that waits for nothing before it
                m_ready[pass + 1] = std::max(m_ready[pass + 1], m_end[pass]);
            continue;
        }
        double begin = std::max(m_end[pass], m_free[place]);
        if (event.posting >= 0)
            begin = std::max(begin, (blocking ? m_end : m_start)[static_cast<std::size_t>(event.posting)]);
        m_free[place] = begin + m_message[place].occupancy;
        const double arrival = m_free[place] + m_message[place].latency;
        auto &receiver = m_ready[static_cast<std::size_t>(event.other)];
        receiver = std::max(receiver, arrival);
        if (blocking && pass + 1 < passes)
            m_ready[pass + 1] = std::max(m_ready[pass + 1], arrival);
    }
    // Of each stage's chunk the last pass with gradients.
    const auto kind = check::splitsBackward(family) ? check::PassKind::weightGradient : check::PassKind::backward;
    std::vector<double> gradients(m_length.size());
    for (const auto &event : sequence.events) {
        if (event.other < 0) {
            auto &latest = gradients[static_cast<std::size_t>(event.place)];
            latest = std::max(latest, m_start[static_cast<std::size_t>(event.pass)]);
        }
    }
    m_last.clear();
    for (int s = 0; s < stages; ++s) {
        const auto last = static_cast<std::size_t>(sequence.firstPass[static_cast<std::size_t>(s) + 1]) - 1;
        double first = m_start[last];
        for (int chunk = 0; chunk < family.chunks; ++chunk)
            first = std::min(first, gradients[placeOf(s, chunk, kind, family.chunks)]);
        m_last.push_back({first, m_end[last]});
    }
}

double CheckerClock::close(const Family &family, const PricedLayout &layout, std::size_t pipeline, const Cut &cut) const
{
    const auto &stack = m_prices.stack();
    const auto &model = m_prices.workload().model;
    const auto stages = m_last.size();
    std::vector<double> ends;
    for (const auto &pass : m_last)
        ends.push_back(pass.end);
    const auto parametersOf = [&](std::size_t s) {
        const auto &parameters = m_prices.parameters();
        return parameters[static_cast<std::size_t>(cut[s])] -
               parameters[static_cast<std::size_t>(s == 0 ? 0 : cut[s - 1])];
    };
    for (std::size_t s = 0; s < stages; ++s)
        ends[s] += layout.averaging[s].of(parametersOf(s));
    double last = std::max(ends.front(), ends.back()) + layout.tiedAveraging;
    for (const double end : ends)
        last = std::max(last, end);
    double step = last;
    for (std::size_t s = 0; s < stages; ++s) {
        const auto &stage = layout.pipelines[pipeline][s];
        const auto chunks = chunksOf(family, model, s == 0 ? 0 : cut[s - 1], cut[s]);
        const int tp = m_prices.groups()[layout.placed[s * static_cast<std::size_t>(family.dp)]].size / family.cp;
        StateSharding sharding{tp, family.ep, family.zeroStage, family.replicas(),
                               expertLayout(family.ep, tp, family.cp, family.dp).expertTp};
        sharding.group = family.shardGroup;
        const double owned = ownedParameters(model, chunks, sharding);
        double end = last + owned * stage.cost->optimizerSecondsPerParameter + layout.gathering[s].of(parametersOf(s));
        if (s == 0 || s + 1 == stages)
            end += layout.tiedGathering;
        step = std::max(step, end);
    }
    return step + stack.hostStep.value * stack.scale;
}

std::vector<CheckerClock::LastPass> CheckerClock::lastPasses(const Family &family, const PricedLayout &layout,
                                                             std::size_t pipeline, const Cut &cut)
{
    const auto &sequence = sequenceOf(family, layout.stages);
    if (!sequence.complete)
        return {};
    fillLengths(family, layout, pipeline, cut);
    run(family, sequence, layout.stages);
    return m_last;
}

double CheckerClock::stepTime(const Family &family, const PricedLayout &layout, const Cut &cut)
{
    const auto &sequence = sequenceOf(family, layout.stages);
    if (!sequence.complete)
        return 0;
    double longest = 0;
    for (std::size_t p = 0; p < layout.pipelines.size(); ++p) {
        fillLengths(family, layout, p, cut);
        run(family, sequence, layout.stages);
        longest = std::max(longest, close(family, layout, p, cut));
    }
    return longest * (1 - checkerRounding);
}

} // namespace heteroscope
