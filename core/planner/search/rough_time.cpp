// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/rough_time.h"

#include "cost/send_mode.h"
#include "planner/bounds/family_schedule.h"
#include "planner/bounds/stage_recompute.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heteroscope {

namespace {

/// Layouts of a family that are looked at.
constexpr std::size_t maxLayoutsTimed = 128;
/// An estimate is so many times longer where layers in proportion to speed do not fit: others might.
constexpr double withoutMemory = 4;

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
    if (family.kind == FamilyKind::byStage || family.isUnlike())
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

RoughTime::RoughTime(const Family &family, PriceBook &book) : RoughTime(family, book, WithoutAveraging())
{
    addAveraging(book);
}

RoughTime::RoughTime(const Family &family, PriceBook &book, WithoutAveraging)
    : m_family(family),
      m_job(book.workload().job),
      m_stack(book.stack()),
      m_units(cutUnits(family, book.workload().model))
{
    for (const auto &part : family.parts)
        m_parts.push_back(priceOf(part, book));
}

RoughTime::Part RoughTime::priceOf(const FamilyPart &part, PriceBook &book) const
{
    const Part cannot{.unit = infinity};
    const int first = book.groups().first(part.type, part.devices());
    const int count = book.groups().count(part.type, part.devices());
    const auto prices = book.fastest(m_family, part);
    const auto memory = book.memory(m_family, first);
    if (!prices || !memory)
        return cannot;
    Part rough;
    rough.unit = ((*prices)->forward.back() + (*prices)->backward.back()) / m_units;
    if (m_family.ep > 1) {
        // Bounds let each group exchange its experts alone; mostly all of a node do at the same time.
        const auto cost = book.cost(first, workOf(m_family), 1);
        if (!cost)
            return cannot;
        const auto &model = book.workload().model;
        double moving = 0;
        for (int layer = 0; layer < model.planLayers(); ++layer) {
            const auto &price = (*cost)->layer(layerKind(model, layer));
            moving += price.forwardCommunication.epMoving.value + price.backwardCommunication.epMoving.value;
        }
        rough.unit += moving * (1 - book.soonest(**cost).ep) / m_units;
    }
    rough.memory = *memory;
    rough.capacity =
        usableMemory(book.pricer().topology().deviceTypes()[part.type], book.workload().job, m_stack).value;
    if (m_family.recomputesAsNeeded) {
        const auto units = book.units(m_family, first, 1);
        const auto again = book.recomputeTimes(m_family, first);
        if (units && again) {
            rough.prices = *units;
            rough.again = *again;
        }
    }
    if (count > m_family.dp) {
        const auto cost = book.cost(first, workOf(m_family), 1);
        const auto send = book.send(first, first + m_family.dp);
        if (!cost || !send)
            return cannot;
        const double bytes = (*cost)->layer(LayerKind::embedding).output.value * m_family.cp;
        rough.trip = 2 * (send->latency + bytes * send->secondsPerByte) * m_stack.scale;
    }
    return rough;
}

void RoughTime::addAveraging(PriceBook &book)
{
    for (std::size_t part = 0; part < m_parts.size(); ++part)
        m_parts[part].sync = averagingOf(part, book);
}

/// Infinite if it cannot be.
double RoughTime::averagingOf(std::size_t part, PriceBook &book) const
{
    const auto &own = m_family.parts[part];
    const int first = book.groups().first(own.type, own.devices());
    const int count = book.groups().count(own.type, own.devices());
    const bool averages = m_family.zeroStage < 3 || m_family.shardGroup > 0;
    if (m_family.replicas() == 1 || !averages || book.workload().job.frozenBase ||
        (m_family.shardGroup > 0 && count < m_family.dp) || m_parts[part].unit == infinity)
        return 0;
    std::vector<int> replicas(static_cast<std::size_t>(std::min(count, m_family.dp)));
    std::iota(replicas.begin(), replicas.end(), first);
    const auto averaging = book.averaging(m_family, replicas);
    return averaging ? m_parts[part].memory->averaged.back() * (averaging->perParameter + averaging->gatherPerParameter)
                     : infinity;
}

std::pair<double, bool> RoughTime::unitOf(const Part &part, int units, int stages, int stage) const
{
    const int held = std::clamp(units, 1, m_units);
    const int first = (m_units - held) / 2; // first blocks may be others than most
    const double inFlight = microBatchesHeld(m_family, m_job, stages, stage);
    if (!part.memory->mayFit(first, first + held, inFlight, part.capacity))
        return {part.unit + (part.prices ? part.prices->again.front().back() / m_units : 0), false};
    if (!part.prices)
        return {part.unit, true};
    const StageRecompute recompute(*part.memory, *part.again, part.capacity, inFlight);
    return {part.unit + recompute.timeOf(*part.prices, first, first + held) / held, true};
}

double RoughTime::of(const Layout &layout) const
{
    const auto overlap = stackOverlap(m_stack);
    const int stages = stageCount(layout);
    double fastest = 0, rate = 0, trip = 0, sync = 0;
    bool works = true, fits = true;
    const bool isMixed = m_family.kind == FamilyKind::mixed;
    const auto forEachPart = [&](const auto &visit) {
        int before = 0;
        for (std::size_t i = 0; i < (isMixed ? m_parts.size() : layout.size()); ++i) {
            const double share = isMixed ? static_cast<double>(stages) / static_cast<double>(m_parts.size())
                                         : static_cast<double>(layout[i].stages);
            visit(m_parts[isMixed ? i : layout[i].part], share, isMixed ? 0 : before);
            before += isMixed ? 0 : layout[i].stages;
        }
    };
    forEachPart([&](const Part &part, double share, int) {
        works = works && part.unit < infinity;
        fastest += share / part.unit;
    });
    if (!works)
        return infinity;
    forEachPart([&](const Part &part, double share, int before) {
        const double held = isMixed ? static_cast<double>(m_units) / stages : m_units / fastest / part.unit;
        const auto [unit, fitting] = unitOf(part, static_cast<int>(std::lround(held)), stages, before);
        rate += share / unit;
        fits = fits && fitting;
        trip = std::max(trip, part.trip);
        sync = std::max(sync, part.sync);
    });
    const double most = std::ceil(static_cast<double>(m_units) / stages) / m_units; // of the layers, in a stage
    const double pace = m_units / rate;
    const double whole = m_units >= stages ? pace * stages * most : pace;
    double slowest = std::max(pace, whole) + m_stack.hostMicroBatch.value * m_stack.scale;
    double fill = 0;
    if (stages > 1)
        // Every family as if it were 1F1B: the order of the search is by the cheapest figure.
        (sendsBlock(m_stack, ScheduleKind::oneFOneB, overlap.pp) ? slowest : fill) += trip;
    // Gradients go out beside the last micro-batch, and of chunks that end earlier beside more.
    const double hidden = overlap.dp ? slowest * (2 - 1.0 / m_family.chunks) : 0;
    const double after = std::max(0.0, sync * most - hidden);
    const double rough = (m_family.microBatches + static_cast<double>(stages - 1) / m_family.chunks) * slowest +
                         (stages - 1) * fill + after + m_stack.hostStep.value * m_stack.scale;
    return fits ? rough : withoutMemory * rough;
}

double RoughTime::least() const
{
    double least = infinity;
    forSomeLayouts(m_family, maxLayoutsTimed, [&](const Layout &layout) { least = std::min(least, of(layout)); });
    return least;
}

} // namespace heteroscope
