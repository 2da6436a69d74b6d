// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/orders/list_scheduler.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <queue>

namespace heteroscope {

namespace {

class ListScheduler
{
public:
    ListScheduler(const ScheduleShape &shape, const ListRule &rule)
        : m_shape(shape),
          m_rule(rule),
          m_stages(static_cast<std::size_t>(shape.stages)),
          m_chunks(static_cast<std::size_t>(shape.chunks)),
          m_microBatches(static_cast<std::size_t>(shape.microBatches)),
          m_devices(m_stages),
          m_forwardReady(m_stages * m_chunks, std::vector<Ticks>(m_microBatches, never)),
          m_gradientReady(m_forwardReady),
          m_forwardNext(m_stages * m_chunks),
          m_gradientNext(m_stages * m_chunks)
    {
        for (auto &ready : m_forwardReady.front())
            ready = Ticks(0);
    }

    ListedOrders run()
    {
        for (std::size_t d = 0; d < m_stages; ++d)
            m_wakes.push({Ticks(0), d});
        while (!m_wakes.empty()) {
            const auto [now, device] = m_wakes.top();
            m_wakes.pop();
            if (m_devices[device].free <= now)
                take(device, now);
        }
        ListedOrders result;
        for (auto &device : m_devices) {
            result.makespan = std::max(result.makespan, device.free);
            result.orders.push_back(std::move(device.order));
        }
        return result;
    }

private:
    static constexpr Ticks never{std::numeric_limits<std::int64_t>::max()};

    struct Device
    {
        Ticks free;
        int held = 0;
        WorkOrder order;
        std::deque<WorkItem> weights; // weight gradients that wait
    };

    // Virtual stage k: chunk 0 down, chunk 1 up.
    std::size_t virtualStage(std::size_t device, std::size_t chunk) const
    {
        return chunk == 0 ? device : 2 * m_stages - 1 - device;
    }
    std::size_t deviceOf(std::size_t k) const { return k < m_stages ? k : 2 * m_stages - 1 - k; }
    PassTimes times(std::size_t device, std::size_t chunk) const
    {
        return m_shape.times.empty() ? PassTimes{Ticks(1), Ticks(1), Ticks(1)}
                                     : m_shape.times[device * m_chunks + chunk];
    }
    Ticks sendTime(std::size_t k) const { return k < m_shape.sendTimes.size() ? m_shape.sendTimes[k] : Ticks(0); }

    /// A forward of the first of two chunks leaves room for its own and all awaited second halves.
    bool hasRoom(std::size_t device, std::size_t chunk) const
    {
        int needed = m_devices[device].held + 1;
        if (m_chunks == 2 && chunk == 0)
            needed += 1 + static_cast<int>(m_forwardNext[virtualStage(device, 0)]) -
                      static_cast<int>(m_forwardNext[virtualStage(device, 1)]);
        return needed <= m_rule.limit;
    }

    std::optional<std::size_t> readyChunk(std::size_t device, Ticks now, bool gradient) const
    {
        const auto &ready = gradient ? m_gradientReady : m_forwardReady;
        const auto &next = gradient ? m_gradientNext : m_forwardNext;
        const bool laterFirst = gradient ? m_rule.laterChunkGradientFirst : m_rule.laterChunkForwardFirst;
        std::optional<std::size_t> found;
        for (std::size_t i = 0; i < m_chunks && !found; ++i) {
            const auto chunk = laterFirst ? m_chunks - 1 - i : i;
            const auto k = virtualStage(device, chunk);
            if (next[k] < m_microBatches && ready[k][next[k]] <= now && (gradient || hasRoom(device, chunk)))
                found = chunk;
        }
        return found;
    }

    void take(std::size_t device, Ticks now)
    {
        auto &state = m_devices[device];
        if (const auto chunk = readyChunk(device, now, true))
            inputGradient(device, *chunk, now);
        else if (const auto forwardChunk = readyChunk(device, now, false))
            forward(device, *forwardChunk, now);
        else if (!state.weights.empty()) {
            const auto item = state.weights.front();
            state.weights.pop_front();
            --state.held;
            finish(device, item, now + times(device, static_cast<std::size_t>(item.chunk)).weightGradient);
        }
    }

    void forward(std::size_t device, std::size_t chunk, Ticks now)
    {
        const auto k = virtualStage(device, chunk);
        const auto microBatch = m_forwardNext[k]++;
        const Ticks end = now + times(device, chunk).forward;
        ++m_devices[device].held;
        if (k + 1 < m_stages * m_chunks)
            hand(m_forwardReady, k + 1, microBatch, end + sendTime(k));
        else
            hand(m_gradientReady, k, microBatch, end);
        finish(device, {Pass::forward, static_cast<std::int16_t>(chunk), static_cast<std::int32_t>(microBatch)}, end);
    }

    void inputGradient(std::size_t device, std::size_t chunk, Ticks now)
    {
        const auto k = virtualStage(device, chunk);
        const auto microBatch = m_gradientNext[k]++;
        const Ticks end = now + times(device, chunk).inputGradient;
        if (k > 0)
            hand(m_gradientReady, k - 1, microBatch, end + sendTime(k - 1));
        const WorkItem weight{Pass::weightGradient, static_cast<std::int16_t>(chunk),
                              static_cast<std::int32_t>(microBatch)};
        m_devices[device].weights.push_back(weight);
        finish(device, {Pass::inputGradient, weight.chunk, weight.microBatch}, end);
    }

    void hand(std::vector<std::vector<Ticks>> &ready, std::size_t k, std::size_t microBatch, Ticks at)
    {
        ready[k][microBatch] = at;
        m_wakes.push({at, deviceOf(k)});
    }

    void finish(std::size_t device, const WorkItem &item, Ticks end)
    {
        auto &state = m_devices[device];
        state.order.push_back(item);
        state.free = end;
        m_wakes.push({end, device});
    }

    const ScheduleShape &m_shape;
    const ListRule m_rule;
    std::size_t m_stages;
    std::size_t m_chunks;
    std::size_t m_microBatches;
    std::vector<Device> m_devices;
    std::vector<std::vector<Ticks>> m_forwardReady; // by virtual stage and micro-batch
    std::vector<std::vector<Ticks>> m_gradientReady;
    std::vector<std::size_t> m_forwardNext; // micro-batches begun, by virtual stage
    std::vector<std::size_t> m_gradientNext;
    using Wake = std::pair<Ticks, std::size_t>;
    std::priority_queue<Wake, std::vector<Wake>, std::greater<>> m_wakes;
};

} // namespace

ListedOrders listSchedule(const ScheduleShape &shape, const ListRule &rule) { return ListScheduler(shape, rule).run(); }

ListedOrders bestListSchedule(const ScheduleShape &shape, int limit)
{
    std::optional<ListedOrders> best;
    for (const bool forwardFirst : {true, false}) {
        for (const bool gradientFirst : {false, true}) {
            auto listed = listSchedule(shape, {forwardFirst, gradientFirst, limit});
            if (!best || listed.makespan < best->makespan)
                best = std::move(listed);
            if (shape.chunks == 1)
                return std::move(*best); // the rules differ in chunks only
        }
    }
    return std::move(*best);
}

} // namespace heteroscope
