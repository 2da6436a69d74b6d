// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/rough_time.h"

#include "cost/send_mode.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// Layouts of a family that are looked at.
constexpr std::size_t maxLayoutsTimed = 128;

/// At most `count` numbers of stages from fewest to most, both among them, by equal factors.
std::vector<int> spread(int fewest, int most, int count)
{
    std::vector<int> numbers;
    if (most - fewest < count) {
        for (int number = most; number >= fewest; --number)
            numbers.push_back(number);
        return numbers;
    }
    const double step = std::pow(static_cast<double>(fewest) / most, 1.0 / std::max(1, count - 1));
    double number = most;
    for (int i = 0; i < count; ++i, number *= step) {
        const int next = i + 1 == count ? fewest : static_cast<int>(std::lround(number));
        if (numbers.empty() || next < numbers.back())
            numbers.push_back(next);
    }
    return numbers;
}

} // namespace

void forSomeLayouts(const Family &family, std::size_t most, const std::function<void(const Layout &)> &visit)
{
    if (family.kind == FamilyKind::byStage || family.kind == FamilyKind::apart)
        return;
    const std::size_t parts = family.kind == FamilyKind::pure ? family.parts.size() : 1;
    const auto each = static_cast<int>(
        std::max(1.0, std::floor(std::pow(static_cast<double>(most), 1.0 / static_cast<double>(parts)) + 1e-9)));
    std::vector<std::vector<int>> choices;
    if (family.kind == FamilyKind::pure) {
        for (const auto &part : family.parts)
            choices.push_back(spread(1, part.maxStages, each));
    } else {
        choices.push_back(spread(family.fewestStages, family.maxStages, each));
    }
    Layout layout(parts);
    const std::function<void(std::size_t)> choose = [&](std::size_t part) {
        if (part == parts) {
            if (allowsStages(family, stageCount(layout)))
                visit(layout);
            return;
        }
        for (const int stages : choices[part]) {
            layout[part] = {part, stages};
            choose(part + 1);
        }
    };
    choose(0);
}

RoughTime::RoughTime(const Family &family, PriceBook &book)
    : m_family(family), m_stack(book.stack()), m_units(cutUnits(family, book.workload().model))
{
    for (const auto &part : family.parts)
        m_parts.push_back(priceOf(part, book));
}

RoughTime::Part RoughTime::priceOf(const FamilyPart &part, PriceBook &book) const
{
    const Part cannot{infinity, 0, 0};
    const int first = book.groups().first(part.type, part.devices());
    const int count = book.groups().count(part.type, part.devices());
    const auto prices = book.fastest(m_family, part);
    const auto memory = book.memory(m_family, first);
    if (!prices || !memory)
        return cannot;
    Part rough;
    rough.unit = ((*prices)->forward.back() + (*prices)->backward.back()) / m_units;
    if (count > m_family.dp) {
        const auto cost = book.cost(first, workOf(m_family), 1);
        const auto send = book.send(first, first + m_family.dp);
        if (!cost || !send)
            return cannot;
        const double bytes = (*cost)->layer(LayerKind::embedding).output.value * m_family.cp;
        rough.trip = 2 * (send->latency + bytes * send->secondsPerByte) * m_stack.scale;
    }
    const auto &job = book.workload().job;
    const bool averages = m_family.zeroStage < 3 || m_family.shardGroup > 0;
    if (m_family.replicas() > 1 && averages && !job.frozenBase && (m_family.shardGroup == 0 || count >= m_family.dp)) {
        std::vector<int> replicas(static_cast<std::size_t>(std::min(count, m_family.dp)));
        for (std::size_t i = 0; i < replicas.size(); ++i)
            replicas[i] = first + static_cast<int>(i);
        const auto averaging = book.averaging(m_family, replicas);
        if (!averaging)
            return cannot;
        rough.sync = (*memory)->averaged.back() * (averaging->perParameter + averaging->gatherPerParameter);
    }
    return rough;
}

double RoughTime::of(const Layout &layout) const
{
    const auto overlap = stackOverlap(m_stack);
    const int stages = stageCount(layout);
    double rate = 0, trip = 0, sync = 0;
    const auto add = [&](const Part &part, double share) {
        rate += share / part.unit;
        trip = std::max(trip, part.trip);
        sync = std::max(sync, part.sync);
        return part.unit < infinity;
    };
    bool works = true;
    if (m_family.kind == FamilyKind::mixed) {
        for (const auto &part : m_parts)
            works = add(part, static_cast<double>(stages) / static_cast<double>(m_parts.size())) && works;
    } else {
        for (const auto &run : layout)
            works = add(m_parts[run.part], run.stages) && works;
    }
    if (!works)
        return infinity;
    const double most = std::ceil(static_cast<double>(m_units) / stages) / m_units; // of the layers, in a stage
    const double pace = m_units / rate;
    const double whole = m_units >= stages ? pace * stages * most : pace;
    double slowest = std::max(pace, whole) + m_stack.hostMicroBatch.value * m_stack.scale;
    double fill = 0;
    if (stages > 1)
        // Every family as if it were 1F1B: the order of the search is by the cheapest figure.
        (sendsBlock(m_stack, ScheduleKind::oneFOneB, overlap.pp) ? slowest : fill) += trip;
    const double after = overlap.dp ? std::max(0.0, sync * most - slowest) : sync * most;
    return (m_family.microBatches + static_cast<double>(stages - 1) / m_family.chunks) * slowest + (stages - 1) * fill +
           after + m_stack.hostStep.value * m_stack.scale;
}

double RoughTime::least() const
{
    double least = infinity;
    forSomeLayouts(m_family, maxLayoutsTimed, [&](const Layout &layout) { least = std::min(least, of(layout)); });
    return least;
}

} // namespace heteroscope
