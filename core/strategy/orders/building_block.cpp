// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/orders/building_block.h"

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <limits>

namespace heteroscope {

namespace {

/// Passes of a micro-batch on a stage: 3 of each of two chunks.
constexpr int period = 6;

/// When the first micro-batch has its passes on a stage.
struct BlockTimes
{
    int forward[2] = {};
    int gradient[2] = {};
};

/// Times of the building block.
class Block
{
public:
    Block(const BlockSteps &steps, int stages) : m_steps(steps), m_stages(stages) { findTimes(); }

    BlockTimes at(int stage) const
    {
        return {{m_steps.forwardDown * stage, m_up - m_steps.forwardUp * stage},
                {m_back - m_steps.gradientUp * stage, m_turn + m_steps.gradientDown * stage}};
    }

private:
    /// The earliest end of all times that never meet; among those the earliest begin.
    void findTimes()
    {
        const int last = m_stages - 1;
        const int up = (m_steps.forwardDown + m_steps.forwardUp) * last + 1;
        const int back = (m_steps.gradientDown + m_steps.gradientUp) * last + 1;
        int best = std::numeric_limits<int>::max();
        Block tried = *this;
        for (tried.m_up = up; tried.m_up < up + period; ++tried.m_up) {
            for (tried.m_turn = tried.m_up + 1; tried.m_turn <= tried.m_up + 2 * period; ++tried.m_turn) {
                for (tried.m_back = tried.m_turn + back; tried.m_back < tried.m_turn + back + period; ++tried.m_back) {
                    if (tried.m_back < best && tried.neverMeets()) {
                        *this = tried;
                        best = m_back;
                    }
                }
            }
        }
    }
    bool neverMeets() const
    {
        // Stages a period apart are at the same times modulo the period.
        for (int stage = 0; stage < std::min(m_stages, period); ++stage) {
            const auto times = at(stage);
            unsigned taken = 0;
            for (const int time : {times.forward[0], times.forward[1], times.gradient[0], times.gradient[1]})
                taken |= 1U << ((time % period + period) % period);
            if (std::popcount(taken) != 4)
                return false;
        }
        return true;
    }

    BlockSteps m_steps;
    int m_stages;
    int m_up = 0, m_turn = 0, m_back = 0; // on the first stage: forward and gradient of chunk 1, gradient of chunk 0
};

/// Forwards and input gradients of a stage in the order of the repeated block.
WorkOrder passesOf(const BlockTimes &times, int microBatches)
{
    struct Stream
    {
        int next;
        WorkItem item;
    };
    std::array<Stream, 4> streams;
    for (std::int16_t chunk = 0; chunk < 2; ++chunk) {
        streams[static_cast<std::size_t>(chunk)] = {times.forward[chunk], {Pass::forward, chunk, 0}};
        streams[static_cast<std::size_t>(2 + chunk)] = {times.gradient[chunk], {Pass::inputGradient, chunk, 0}};
    }
    WorkOrder order;
    order.reserve(4 * static_cast<std::size_t>(microBatches));
    while (order.size() < 4 * static_cast<std::size_t>(microBatches)) {
        auto &first = *std::min_element(streams.begin(), streams.end(),
                                        [](const Stream &a, const Stream &b) { return a.next < b.next; });
        order.push_back(first.item);
        first.next = ++first.item.microBatch < microBatches ? first.next + period : std::numeric_limits<int>::max();
    }
    return order;
}

/// Runs all stages at equal times of all passes: forwards and input gradients as early as their order and the limit
/// allow, weight gradients where a stage would idle.
class Filler
{
public:
    Filler(std::vector<WorkOrder> passes, int microBatches, int limit)
        : m_passes(std::move(passes)),
          m_microBatches(static_cast<std::size_t>(microBatches)),
          m_limit(limit),
          m_stages(m_passes.size()),
          m_forwardDone(2 * m_passes.size() * m_microBatches, never),
          m_gradientDone(m_forwardDone)
    {}

    std::vector<WorkOrder> run()
    {
        std::size_t left = m_passes.size();
        for (int now = 0; left > 0; ++now) {
            bool works = false;
            left = m_passes.size();
            for (std::size_t stage = 0; stage < m_passes.size(); ++stage) {
                works = step(stage, now) || works;
                left -= m_stages[stage].order.size() == period * m_microBatches ? 1 : 0;
            }
            // Only the limit can hold all of them up.
            if (!works && left > 0 && ++m_limit > 2 * static_cast<int>(m_microBatches))
                break;
        }
        std::vector<WorkOrder> orders;
        for (auto &stage : m_stages)
            orders.push_back(std::move(stage.order));
        return orders;
    }

private:
    static constexpr int never = std::numeric_limits<int>::max();

    struct Stage
    {
        std::size_t next = 0; // of its passes
        int held = 0;
        std::deque<WorkItem> weights; // weight gradients that wait
        WorkOrder order;
    };

    std::size_t place(std::size_t stage, const WorkItem &item) const
    {
        const auto virtualStage = item.chunk == 0 ? stage : 2 * m_passes.size() - 1 - stage;
        return virtualStage * m_microBatches + static_cast<std::size_t>(item.microBatch);
    }

    /// When the pass may begin.
    int ready(std::size_t stage, const WorkItem &item) const
    {
        const auto at = place(stage, item);
        if (item.pass == Pass::forward)
            return at < m_microBatches ? 0 : m_forwardDone[at - m_microBatches];
        const auto after = at + m_microBatches;
        return after < m_gradientDone.size() ? m_gradientDone[after] : m_forwardDone[at];
    }

    /// What the stage does from now to now + 1; false: nothing.
    bool step(std::size_t stage, int now)
    {
        auto &state = m_stages[stage];
        const auto &passes = m_passes[stage];
        if (state.next < passes.size()) {
            const auto &item = passes[state.next];
            const bool forward = item.pass == Pass::forward;
            if (ready(stage, item) <= now && (!forward || state.held < m_limit)) {
                ++state.next;
                (forward ? m_forwardDone : m_gradientDone)[place(stage, item)] = now + 1;
                state.order.push_back(item);
                if (forward)
                    ++state.held;
                else
                    state.weights.push_back({Pass::weightGradient, item.chunk, item.microBatch});
                return true;
            }
        }
        if (state.weights.empty())
            return false;
        state.order.push_back(state.weights.front());
        state.weights.pop_front();
        --state.held;
        return true;
    }

    std::vector<WorkOrder> m_passes; // forwards and input gradients, by stage
    std::size_t m_microBatches;
    int m_limit;
    std::vector<Stage> m_stages;
    std::vector<int> m_forwardDone; // by virtual stage and micro-batch
    std::vector<int> m_gradientDone;
};

} // namespace

std::vector<WorkOrder> blockOrders(const BlockSteps &steps, int stages, int microBatches, int limit)
{
    const Block block(steps, stages);
    std::vector<WorkOrder> passes;
    passes.reserve(static_cast<std::size_t>(stages));
    for (int stage = 0; stage < stages; ++stage)
        passes.push_back(passesOf(block.at(stage), microBatches));
    return Filler(std::move(passes), microBatches, limit).run();
}

} // namespace heteroscope
