// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/family_bound.h"

#include <algorithm>
#include <cmath>
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

bool familyMayBeat(const Family &family, PriceBook &book, double limit)
{
    const auto &stack = book.stack();
    const auto &types = book.predictor().topology().deviceTypes();
    const int units = cutUnits(family, book.workload().model);
    const double host = stack.hostMicroBatch.value * stack.scale;
    const double least = limit / (1 - rounding) - stack.hostStep.value * stack.scale;
    std::vector<double> before(static_cast<std::size_t>(units) + 1, none);
    before[0] = 0;
    for (const auto &part : family.parts) {
        const auto prices = book.fastest(family, part);
        const auto memory = book.memory(family, book.groups().first(part.type, part.tp));
        if (!prices)
            return false; // no group of the type works, so the family has no plan
        const double capacity = types[part.type].memory.value;
        const int stages = mostStagesOf(family, part, book);
        for (int s = 0; s < stages; ++s) {
            auto after = before; // the stage stays empty
            bool better = false;
            for (int first = 0; first < units; ++first) {
                const double sum = before[static_cast<std::size_t>(first)];
                if (sum == none)
                    continue;
                for (int last = first + 1; last <= units; ++last) {
                    const double pass = (*prices)->forwardOf(first, last) + (*prices)->backwardOf(first, last);
                    if (sum + family.microBatches * (host + pass) >= least ||
                        (family.pure && memory && (*memory)->need(first, last, 1.0 / family.chunks) > capacity + 4096))
                        break;
                    auto &to = after[static_cast<std::size_t>(last)];
                    const double through = sum + host + pass / family.chunks;
                    better = better || through < to;
                    to = std::min(to, through);
                }
            }
            before = std::move(after);
            if (!better)
                break; // more stages of this type change nothing
        }
    }
    return before.back() < none;
}

} // namespace heteroscope
