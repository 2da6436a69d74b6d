// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/problem.h"

#include <algorithm>

namespace heteroscope::sailor {

namespace {

struct Kind
{
    std::size_t type;
    std::size_t degree; ///< into tensorDegrees
};

std::vector<Kind> kindsOf(int pattern)
{
    std::vector<Kind> kinds;
    for (std::size_t type = 0; type < typeCount; ++type) {
        if (const int degree = patterns()[static_cast<std::size_t>(pattern)].degree[type]; degree > 0)
            kinds.push_back({type, degreeIndex(degree)});
    }
    return kinds;
}

double slowestPair(const Profiles &profiles, double bytes, const std::vector<Kind> &from, const std::vector<Kind> &to)
{
    double slowest = 0;
    for (const Kind &a : from) {
        for (const Kind &b : to)
            slowest = std::max(slowest, transferTime(bytes, profiles.curve(a.type, a.degree, b.type, b.degree)));
    }
    return slowest;
}

const std::vector<LayerTime> &timesOf(const Problem &problem, int microBatch, const Kind &kind)
{
    return problem.profiles.types[kind.type].times[static_cast<std::size_t>(microBatch)][kind.degree];
}

double bytesBetween(const Problem &problem, const SpaceAPlan &plan, int layer)
{
    return problem.profiles.sizes[0][static_cast<std::size_t>(layer)].output * 4 *
           microBatchSizes[static_cast<std::size_t>(plan.microBatch)];
}

} // namespace

const std::array<Pattern, patternCount> &patterns()
{
    static const auto list = [] {
        std::array<Pattern, patternCount> result;
        std::size_t next = 0;
        for (const int a : {0, 1, 2, 4}) {
            for (const int b : {0, 1, 2, 4}) {
                if (a + b > 0)
                    result[next++] = {{a, b}, a == 0 ? b : b == 0 ? a : std::min(a, b)};
            }
        }
        return result;
    }();
    return list;
}

double syncTime(const Profiles &profiles, const StageChoice &stage, int groups)
{
    if (groups == 1)
        return 0;
    const Pattern &pattern = patterns()[static_cast<std::size_t>(stage.pattern)];
    std::vector<Kind> kinds = kindsOf(stage.pattern);
    for (Kind &kind : kinds)
        kind.degree = 0;
    double bytes = 0;
    for (int layer = stage.first; layer <= stage.last; ++layer)
        bytes += profiles.sizes[0][static_cast<std::size_t>(layer)].parameters;
    bytes = bytes * 4 / pattern.smallestDegree;
    double time = 0;
    for (; bytes > 0; bytes -= syncBucket)
        time += 2 * (groups - 1) * slowestPair(profiles, std::min(bytes, syncBucket) / groups, kinds, kinds);
    return time;
}

double formulaTime(const Problem &problem, const SpaceAPlan &plan)
{
    const std::size_t count = plan.stages.size();
    double slowest = 0, sum = 0, update = 0, sync = 0;
    for (std::size_t s = 0; s < count; ++s) {
        const StageChoice &stage = plan.stages[s];
        const auto kinds = kindsOf(stage.pattern);
        double compute = 0;
        for (const Kind &kind : kinds) {
            const auto &times = timesOf(problem, plan.microBatch, kind);
            double time = 0;
            for (int layer = stage.first; layer <= stage.last; ++layer)
                time +=
                    times[static_cast<std::size_t>(layer)].forward + times[static_cast<std::size_t>(layer)].backward;
            compute = std::max(compute, time);
            update = std::max(update, times[0].update);
        }
        const auto to = [&](std::size_t other, int layer) {
            return slowestPair(problem.profiles, bytesBetween(problem, plan, layer), kinds,
                               kindsOf(plan.stages[other].pattern));
        };
        double sends = 0;
        if (count > 1 && s == 0)
            sends = to(1, stage.last) * (count > 3 ? 2 : 1);
        else if (count > 1 && s + 1 == count)
            sends = 2 * to(s - 1, stage.first);
        else if (count > 1)
            sends = to(s + 1, stage.last) + to(s - 1, stage.first);
        slowest = std::max(slowest, compute + sends);
        sum += compute + sends;
        sync = std::max(sync, syncTime(problem.profiles, stage, plan.groups));
    }
    return (plan.microBatches - 1) * slowest + sum + update + sync;
}

double deviceMemory(const Profiles &profiles, const StageChoice &stage, std::size_t type, int microBatch, int inFlight)
{
    const std::size_t degree = degreeIndex(patterns()[static_cast<std::size_t>(stage.pattern)].degree[type]);
    double parameters = 0, activations = 0;
    for (int layer = stage.first; layer <= stage.last; ++layer) {
        parameters += profiles.sizes[degree][static_cast<std::size_t>(layer)].parameters;
        activations += profiles.sizes[degree][static_cast<std::size_t>(layer)].activations;
    }
    return parameters * 24 + activations * microBatchSizes[static_cast<std::size_t>(microBatch)] * 4 * inFlight +
           (degree == 0 ? 2e9 : 3e9);
}

double stageMemory(const Problem &problem, const SpaceAPlan &plan, std::size_t stage, std::size_t type)
{
    return deviceMemory(problem.profiles, plan.stages[stage], type, plan.microBatch,
                        static_cast<int>(plan.stages.size() - stage));
}

double slowestSend(const Profiles &profiles, double bytes, int pattern, int other)
{
    return slowestPair(profiles, bytes, kindsOf(pattern), kindsOf(other));
}

bool isAllowed(const Problem &problem, const SpaceAPlan &plan)
{
    DeviceUse use;
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        for (const Kind &kind : kindsOf(plan.stages[s].pattern)) {
            if (timesOf(problem, plan.microBatch, kind).empty() ||
                stageMemory(problem, plan, s, kind.type) > problem.profiles.types[kind.type].memory)
                return false;
        }
        if (plan.groups < 2 && patterns()[static_cast<std::size_t>(plan.stages[s].pattern)].mixed())
            return false;
        use.add(plan.stages[s].pattern, plan.groups);
    }
    return use.fits(problem.devices);
}

void DeviceUse::add(int pattern, int groups)
{
    const auto &degree = patterns()[static_cast<std::size_t>(pattern)].degree;
    if (degree[0] > 0 && degree[1] > 0) {
        m_least[0] += degree[0];
        m_least[1] += degree[1];
        std::int16_t &trades = m_trades[degreeIndex(degree[0]) * tensorDegrees.size() + degreeIndex(degree[1])];
        trades = static_cast<std::int16_t>(trades + groups - 2);
        m_mixed = true;
    } else {
        m_least[0] += degree[0] * groups;
        m_least[1] += degree[1] * groups;
    }
}

bool DeviceUse::fits(const std::array<int, typeCount> &devices) const
{
    struct Item
    {
        int value; ///< devices of type 1 that an item saves
        int count;
    };
    int budget = devices[0] - m_least[0];
    int need = m_least[1] - devices[1];
    if (budget < 0 || need > 0)
        return false;
    if (!m_mixed)
        return true;
    // All groups that may be of either type start as type 1; giving one to type 0 costs its degree there. Weights are
    // powers of two, so the best choice is exact from the smallest weight up: take one if the budget is odd, pair the
    // rest into items of twice the weight.
    std::vector<Item> items;
    for (std::size_t weight = 0; weight < tensorDegrees.size(); ++weight) {
        for (std::size_t other = 0; other < tensorDegrees.size(); ++other) {
            const int count = m_trades[weight * tensorDegrees.size() + other];
            need += count * tensorDegrees[other];
            if (count > 0)
                items.push_back({tensorDegrees[other], count});
        }
        std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) { return a.value > b.value; });
        if (weight + 1 == tensorDegrees.size())
            break;
        if (budget % 2 == 1 && !items.empty()) {
            need -= items.front().value;
            if (--items.front().count == 0)
                items.erase(items.begin());
        }
        budget /= 2;
        std::vector<Item> pairs;
        int single = 0;
        for (Item item : items) {
            if (single > 0) {
                pairs.push_back({single + item.value, 1});
                single = 0;
                --item.count;
            }
            if (item.count / 2 > 0)
                pairs.push_back({2 * item.value, item.count / 2});
            if (item.count % 2 == 1)
                single = item.value;
        }
        if (single > 0)
            pairs.push_back({single, 1});
        items = std::move(pairs);
    }
    for (const Item &item : items) {
        const int taken = std::min(budget, item.count);
        need -= taken * item.value;
        budget -= taken;
    }
    return need <= 0;
}

} // namespace heteroscope::sailor
