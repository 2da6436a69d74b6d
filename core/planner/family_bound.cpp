// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/family_bound.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace heteroscope {

namespace {

constexpr double rounding = 1e-11;
constexpr double none = std::numeric_limits<double>::infinity();

/// Most stages that the groups of a part can be in; of a mixed family each of its groups may be in a stage of its own.
int mostStagesOf(const Family &family, const FamilyPart &part, PriceBook &book)
{
    return family.pure ? part.mostStages
                       : std::min(family.mostStages, book.groups().count(part.type, part.tp) / family.dp + 2);
}

} // namespace

Result<double> throughputBound(const Family &family, PriceBook &book)
{
    const auto &stack = book.stack();
    const auto &model = book.workload().model;
    const int units = cutUnits(family, model);
    struct Speed
    {
        double unit = 0;
        int stages = 0;
    };
    std::vector<Speed> speeds;
    double once = none; // embedding and head, where a unit is a layer
    double rate = 0;
    for (const auto &part : family.parts) {
        const auto prices = book.fastest(family, part);
        if (!prices)
            return prices.error();
        const auto time = [&](int unit) {
            return (*prices)->forwardOf(unit, unit + 1) + (*prices)->backwardOf(unit, unit + 1);
        };
        Speed speed{none, mostStagesOf(family, part, book)};
        const int from = family.chunks == 1 ? 1 : 0, to = family.chunks == 1 ? units - 1 : units;
        for (int unit = from; unit < to; ++unit)
            speed.unit = std::min(speed.unit, time(unit));
        if (family.chunks == 1)
            once = std::min(once, time(0) + time(units - 1));
        if (speed.unit == none || !(speed.unit > 0))
            return 0.0; // no block, or it costs nothing
        rate += speed.stages / speed.unit;
        speeds.push_back(speed);
    }
    const int blocks = family.chunks == 1 ? units - 2 : units;
    // The least pace at which whole units of all stages add up to the model.
    double pace = blocks / rate;
    for (;;) {
        int held = 0;
        double next = none;
        for (const auto &speed : speeds) {
            const double count = std::floor(pace / speed.unit * (1 + rounding));
            held += static_cast<int>(std::min(count, 1e6)) * speed.stages;
            next = std::min(next, (count + 1) * speed.unit);
        }
        if (held >= blocks)
            break;
        pace = next;
    }
    if (family.mostStages == 1 && once < none)
        pace += once;
    return (family.microBatches * (pace + stack.hostMicroBatch.value * stack.scale) +
            stack.hostStep.value * stack.scale) *
           (1 - rounding);
}

namespace {

/// Layouts of a pure family, part by part and stage by stage.
class LayoutSweep
{
public:
    LayoutSweep(const Family &family, PriceBook &book, double limit, const std::function<bool(const Layout &)> &visit)
        : m_family(family), m_visit(visit), m_units(cutUnits(family, book.workload().model))
    {
        const auto &stack = book.stack();
        m_host = stack.hostMicroBatch.value * stack.scale;
        m_limit = limit / (1 - rounding) - stack.hostStep.value * stack.scale;
        const auto &types = book.predictor().topology().deviceTypes();
        for (const auto &part : family.parts) {
            const auto prices = book.fastest(family, part);
            const auto memory = book.memory(family, book.groups().first(part.type, part.tp));
            m_prices.push_back(prices ? *prices : nullptr);
            m_memory.push_back(memory ? *memory : nullptr);
            m_capacity.push_back(types[part.type].memory.value);
        }
    }

    /// false: some layouts were left out.
    bool run()
    {
        std::vector<double> before(static_cast<std::size_t>(m_units) + 1, none);
        before[0] = 0;
        addPart(0, before);
        return m_complete;
    }

private:
    /// before: least time of the stages so far that hold the units before u.
    bool addPart(std::size_t part, std::vector<double> before)
    {
        const bool last = part + 1 == m_family.parts.size();
        if (!m_prices[part])
            return true; // no group of the type works
        m_layout.push_back(0);
        for (int stages = 1; stages <= m_family.parts[part].mostStages; ++stages) {
            m_layout.back() = stages;
            if (!addStage(part, before)) {
                m_complete = false;
                break;
            }
            if (!last) {
                if (!addPart(part + 1, before))
                    return false;
            } else if (allowsStages(m_family, stageCount(m_layout))) {
                if (before.back() == none)
                    m_complete = false;
                else if (!m_visit(m_layout))
                    return false;
            }
        }
        m_layout.pop_back();
        return true;
    }

    /// false: nothing is left below the limit.
    bool addStage(std::size_t part, std::vector<double> &before) const
    {
        std::vector<double> after(before.size(), none);
        const auto &prices = *m_prices[part];
        const auto *memory = m_memory[part];
        bool any = false;
        for (int first = 0; first < m_units; ++first) {
            const double sum = before[static_cast<std::size_t>(first)];
            if (sum == none)
                continue;
            for (int last = first + 1; last <= m_units; ++last) {
                const double pass = prices.forwardOf(first, last) + prices.backwardOf(first, last);
                if (sum + m_family.microBatches * (m_host + pass) >= m_limit ||
                    (memory && memory->need(first, last, 1.0 / m_family.chunks) > m_capacity[part] + 4096))
                    break;
                auto &to = after[static_cast<std::size_t>(last)];
                to = std::min(to, sum + m_host + pass / m_family.chunks);
                any = true;
            }
        }
        before = std::move(after);
        return any;
    }

    const Family &m_family;
    const std::function<bool(const Layout &)> &m_visit;
    int m_units;
    double m_host = 0, m_limit = 0;
    std::vector<const UnitPrices *> m_prices;
    std::vector<const UnitMemory *> m_memory;
    std::vector<double> m_capacity;
    Layout m_layout;
    bool m_complete = true;
};

} // namespace

bool forEachOpenLayout(const Family &family, PriceBook &book, double limit,
                       const std::function<bool(const Layout &)> &visit)
{
    if (family.pure)
        return LayoutSweep(family, book, limit, visit).run();
    forEachLayout(family, visit);
    return true;
}

} // namespace heteroscope
