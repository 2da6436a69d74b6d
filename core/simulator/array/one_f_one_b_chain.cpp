// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/array/one_f_one_b_chain.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace heteroscope {

namespace {

/// Some tenths of a millisecond.
constexpr std::size_t passesBetweenLooks = 65'536;

/// Rounds before it is looked for those that repeat: shorter runs are not slowed down by that.
constexpr int roundsBeforeRepeats = 512;

/// No time of a run is above the sum of all that it does; so a run with a sum within the range needs no checks.
bool mayLeaveRange(const StageChain &chain, int microBatches)
{
    double sum = 0;
    for (const auto *lengths : {&chain.forward, &chain.backward, &chain.forwardOccupancy, &chain.forwardLatency,
                                &chain.backwardOccupancy, &chain.backwardLatency})
        sum = std::accumulate(lengths->begin(), lengths->end(), sum);
    return sum * microBatches > static_cast<double>(Ticks::max);
}

template<bool checked>
std::int64_t plus(std::int64_t a, std::int64_t b)
{
    if constexpr (checked)
        return saturatingSum(a, b);
    else
        return a + b;
}

} // namespace

// Round j: for each stage from the last to the first, forward of micro-batch j + S-1-s, then backward of micro-batch j.
// The forward needs the activation that the stage before sent in round j - 1, the backward the gradient that the stage
// after sent in this round; so one arrival per stage and one running gradient are all the memory there is.
const std::vector<std::int64_t> &OneFOneBChain::run(const StageChain &chain, int microBatches, SendMode sends,
                                                    const StopToken &stop)
{
    const StopMeter meter(stop, passesBetweenLooks);
    m_anchorRound = 0;
    m_stages.resize(chain.forward.size());
    for (std::size_t s = 0; s < m_stages.size(); ++s) {
        const bool last = s + 1 == m_stages.size();
        m_stages[s] = {chain.forward[s],
                       chain.backward[s],
                       0,
                       0,
                       last ? 0 : chain.forwardOccupancy[s],
                       last ? 0 : chain.forwardLatency[s],
                       0,
                       s == 0 ? 0 : chain.backwardOccupancy[s - 1],
                       s == 0 ? 0 : chain.backwardLatency[s - 1],
                       0};
    }
    if (mayLeaveRange(chain, microBatches))
        runAll<true>(microBatches, sends, meter);
    else
        runAll<false>(microBatches, sends, meter);
    m_ends.resize(m_stages.size());
    for (std::size_t s = 0; s < m_stages.size(); ++s)
        m_ends[s] = m_stages[s].free;
    return m_ends;
}

template<bool checked>
void OneFOneBChain::runAll(int microBatches, SendMode sends, StopMeter meter)
{
    if (sends == SendMode::asynchronous)
        runAsynchronous<checked>(microBatches, std::move(meter));
    else
        runRendezvous<checked>(microBatches, sends == SendMode::blocking, std::move(meter));
}

template<bool checked>
void OneFOneBChain::runAsynchronous(int microBatches, StopMeter meter)
{
    const auto stages = static_cast<int>(m_stages.size());
    const auto isOver = [&meter, work = m_stages.size()] { return meter.stopAfter(work); };
    auto *const state = m_stages.data();
    const auto forward = [&](int s) {
        auto &at = state[s];
        at.free = plus<checked>(std::max(at.free, at.arrival), at.forward);
        if (s + 1 < stages) {
            at.forwardFree = plus<checked>(std::max(at.free, at.forwardFree), at.forwardOccupancy);
            state[s + 1].arrival = plus<checked>(at.forwardFree, at.forwardLatency);
        }
    };
    const auto backward = [&](int s, std::int64_t gradient) {
        auto &at = state[s];
        at.free = plus<checked>(std::max(at.free, gradient), at.backward);
        at.backwardFree = plus<checked>(std::max(at.free, at.backwardFree), at.backwardOccupancy);
        return plus<checked>(at.backwardFree, at.backwardLatency);
    };
    // Rounds before the first gradient and after the last forward leave stages out; those between do not.
    const auto round = [&](int j) {
        std::int64_t gradient = 0;
        for (int s = stages - 1; s >= 0; --s) {
            const int microBatch = j + stages - 1 - s;
            if (microBatch >= 0 && microBatch < microBatches)
                forward(s);
            if (j >= 0)
                gradient = backward(s, gradient);
        }
    };
    int j = 1 - stages;
    for (; j < 0 && !isOver(); ++j)
        round(j);
    for (const int full = microBatches - (stages - 1); j < full && !isOver(); ++j) {
        if (!checked && j >= roundsBeforeRepeats) {
            j += skipRepeats(j, full);
            if (j >= full)
                break;
        }
        std::int64_t gradient = 0;
        forward(stages - 1);
        gradient = backward(stages - 1, gradient);
        for (int s = stages - 2; s >= 0; --s) {
            auto &at = state[s];
            const std::int64_t forwardEnd = plus<checked>(std::max(at.free, at.arrival), at.forward);
            at.forwardFree = plus<checked>(std::max(forwardEnd, at.forwardFree), at.forwardOccupancy);
            state[s + 1].arrival = plus<checked>(at.forwardFree, at.forwardLatency);
            at.free = plus<checked>(std::max(forwardEnd, gradient), at.backward);
            at.backwardFree = plus<checked>(std::max(at.free, at.backwardFree), at.backwardOccupancy);
            gradient = plus<checked>(at.backwardFree, at.backwardLatency);
        }
    }
    for (; j < microBatches && !isOver(); ++j)
        round(j);
}

// A round only takes maxima of times and adds lengths to them. So where all times have grown by the same amount since
// an earlier round, what follows is what followed that one, as much later. A time that is still 0 belongs to a channel
// that is not there; it is never the largest.
int OneFOneBChain::skipRepeats(int round, int full)
{
    const auto times = [](StageState &at) {
        return std::array{&at.free, &at.arrival, &at.forwardFree, &at.backwardFree, &at.start, &at.sent};
    };
    if (m_anchorRound > 0 && m_anchorRound < round) {
        const std::int64_t shift = m_stages.front().free - m_anchor.front().free;
        const auto isShifted = [shift](const std::int64_t *now, const std::int64_t *then) {
            return *now - *then == shift || (*now == 0 && *then == 0);
        };
        bool repeats = true;
        for (std::size_t s = 0; s < m_stages.size() && repeats; ++s) {
            const auto now = times(m_stages[s]), then = times(m_anchor[s]);
            repeats = std::equal(now.begin(), now.end(), then.begin(), isShifted);
        }
        if (repeats) {
            const int period = round - m_anchorRound;
            const int periods = (full - round) / period;
            for (auto &stage : m_stages) {
                for (auto *time : times(stage))
                    *time += *time == 0 ? 0 : shift * periods;
            }
            m_anchorRound = full; // no more of it
            return periods * period;
        }
    }
    if (round >= 2 * m_anchorRound) {
        m_anchor = m_stages;
        m_anchorRound = round;
    }
    return 0;
}

// A transfer also waits for its receive, which the receiver's pass before it posts: at its end with blocking sends, at
// its begin else. An activation is received in the next round, so that pass is done by now; a gradient in this one, so
// it is sent when its receiver's turn comes.
template<bool checked>
void OneFOneBChain::runRendezvous(int microBatches, bool blocking, StopMeter meter)
{
    const auto stages = static_cast<int>(m_stages.size());
    auto *const state = m_stages.data();
    const auto posted = [blocking](const StageState &receiver) { return blocking ? receiver.free : receiver.start; };
    const auto pass = [blocking](StageState &at, std::int64_t ready, std::int64_t length) {
        at.start = std::max(at.free, ready);
        if (blocking)
            at.start = std::max(at.start, at.sent);
        at.free = plus<checked>(at.start, length);
    };
    const int full = microBatches - (stages - 1); // up to there no stage is left out
    for (int j = 1 - stages; j < microBatches && !meter.stopAfter(m_stages.size()); ++j) {
        if (!checked && j >= roundsBeforeRepeats && j < full)
            j += skipRepeats(j, full);
        if (j >= microBatches) // a single stage
            break;
        for (int s = stages - 1; s >= 0; --s) {
            auto &at = state[s];
            const int microBatch = j + stages - 1 - s;
            if (microBatch >= 0 && microBatch < microBatches) {
                pass(at, at.arrival, at.forward);
                if (s + 1 < stages) {
                    auto &next = state[s + 1];
                    at.forwardFree =
                        plus<checked>(std::max({at.free, at.forwardFree, posted(next)}), at.forwardOccupancy);
                    next.arrival = plus<checked>(at.forwardFree, at.forwardLatency);
                    at.sent = std::max(at.sent, next.arrival);
                }
            }
            if (j < 0)
                continue;
            std::int64_t gradient = 0;
            if (s + 1 < stages) {
                auto &next = state[s + 1];
                next.backwardFree =
                    plus<checked>(std::max({next.free, next.backwardFree, posted(at)}), next.backwardOccupancy);
                gradient = plus<checked>(next.backwardFree, next.backwardLatency);
                next.sent = std::max(next.sent, gradient);
            }
            pass(at, gradient, at.backward);
        }
    }
}

} // namespace heteroscope
