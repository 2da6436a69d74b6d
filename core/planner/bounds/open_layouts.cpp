// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/open_layouts.h"

#include "planner/bounds/stage_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace heteroscope {

namespace {

/// Of the table of what the devices left can hold.
constexpr std::size_t maxCells = 400'000;

/// What the stages behind a place in the pipeline allow.
struct Suffix
{
    struct Begin
    {
        double latest = -infinity; ///< what the stages before may have taken; -none where nothing ends below the limit
        double round = infinity;   ///< least way of a micro-batch through these stages and back
    };
    int stages = 0;
    int first = 0;             ///< unit of the first of the begins; before and behind them nothing is below the limit
    std::vector<Begin> begins; ///< by the unit that the stages begin with

    int last() const { return first + static_cast<int>(begins.size()) - 1; }
    /// nullptr: nothing that begins there is below the limit.
    const Begin *at(int unit) const
    {
        return unit >= first && unit <= last() ? &begins[static_cast<std::size_t>(unit - first)] : nullptr;
    }
};

/// Numbers of stages: of each below `manyStages` a bit, and one for all others.
using StageCounts = std::uint64_t;
constexpr int manyStages = 63;

StageCounts oneMore(StageCounts counts) { return (counts << 1) | (counts & (StageCounts(1) << manyStages)); }

/// By the number of stages behind: the numbers of stages before them with which the family allows a layout.
std::vector<StageCounts> countsBefore(const Family &family)
{
    std::vector<StageCounts> counts(static_cast<std::size_t>(family.maxStages) + 1);
    for (std::size_t behind = counts.size() - 1; behind-- > 0;)
        counts[behind] = oneMore(counts[behind + 1] | (allowsStages(family, static_cast<int>(behind) + 1) ? 1 : 0));
    return counts;
}

/// The least that stages before a place in the pipeline can have taken, whatever their order: by the devices that are
/// left for them, of each type, and the units that they hold.
class Prefixes
{
public:
    Prefixes(const Family &family, const StageBounds &bounds, StopMeter &meter)
        : m_family(family), m_bounds(bounds), m_meter(meter), m_allowed(countsBefore(family))
    {
        const std::size_t rows = countDevices();
        m_width = static_cast<std::size_t>(bounds.units()) + 1;
        m_both.assign(rows * m_width, infinity);
        m_fill.assign(rows * m_width, infinity);
        m_counts.assign(rows * m_width, 0);
        m_most.assign(rows, 0);
        timeStages();
        for (std::size_t row = 0; row < rows; ++row) {
            m_both[row * m_width] = m_fill[row * m_width] = 0;
            m_counts[row * m_width] = 1;
            const auto choices = choicesOf(row);
            for (int first = 0; first < bounds.units() && !meter.stopAfter(1 + choices.size()); ++first) {
                for (const auto &[part, from] : choices)
                    addStages(part, first, from, row);
            }
        }
    }

    /// The row of the devices that are left. taken: of a replica, by type.
    std::size_t rowAfter(const std::vector<int> &taken) const
    {
        std::size_t row = 0;
        for (std::size_t type = 0; type < m_supply.size(); ++type) {
            const int left = std::clamp(m_supply[type].devices - taken[type], 0, m_supply[type].counted);
            row += static_cast<std::size_t>(left) * m_supply[type].stride;
        }
        return row;
    }
    /// By unit: fill and drain, and fill alone.
    const double *both(std::size_t row) const { return &m_both[row * m_width]; }
    const double *fill(std::size_t row) const { return &m_fill[row * m_width]; }
    /// By unit: the numbers of stages that can hold the units before it.
    const StageCounts *counts(std::size_t row) const { return &m_counts[row * m_width]; }
    /// The numbers of stages that the family allows before so many.
    StageCounts allowedBefore(int stages) const { return m_allowed[static_cast<std::size_t>(stages)]; }
    /// That they can hold.
    int maxUnits(std::size_t row) const { return m_most[row]; }

private:
    /// Devices of a type for one replica, all and those that are counted; rows from one of them to the next.
    struct Supply
    {
        int devices = 0, counted = 0;
        std::size_t stride = 1;
    };

    /// What is there of each type for a replica; how many rows there are.
    std::size_t countDevices()
    {
        const auto types = m_bounds.devices().size();
        const double cells = static_cast<double>(maxCells) / (m_bounds.units() + 1);
        const int most = std::max(1, static_cast<int>(std::pow(cells, 1.0 / static_cast<double>(types))) - 1);
        std::size_t rows = 1;
        for (std::size_t type = 0; type < types; ++type) {
            const int devices = m_bounds.devices()[type] / m_family.dp;
            m_supply.push_back({devices, std::min(devices, most), rows});
            rows *= static_cast<std::size_t>(m_supply.back().counted) + 1;
        }
        return rows;
    }

    /// The parts that a stage of these devices may be of, each with the row of what it leaves.
    std::vector<std::pair<std::size_t, std::size_t>> choicesOf(std::size_t row) const
    {
        std::vector<std::pair<std::size_t, std::size_t>> choices;
        for (std::size_t part = 0; part < m_family.parts.size(); ++part) {
            const auto &supply = m_supply[m_family.parts[part].type];
            const int left = static_cast<int>(row / supply.stride) % (supply.counted + 1);
            const int devices = m_family.parts[part].devices();
            if (!m_bounds.parts()[part].works || left < devices)
                continue;
            // Where not all devices are counted, the last row stands for any number.
            const bool endless = left == supply.counted && supply.counted < supply.devices;
            choices.emplace_back(part, endless ? row : row - static_cast<std::size_t>(devices) * supply.stride);
        }
        return choices;
    }

    /// A stage that is not the last one, in seconds, whatever is before and behind it.
    struct Stage
    {
        double passes = 0; ///< with what comes after them
        double averaging = 0, trip = 0, fill = 0;
    };

    /// By part and first unit: stages that end one unit later, two, and so on, as long as they may be below the limit.
    void timeStages()
    {
        for (std::size_t index = 0; index < m_family.parts.size(); ++index) {
            const PartCosts &part = m_bounds.parts()[index];
            for (int first = 0; first < m_bounds.units(); ++first) {
                m_firstStage.push_back(m_stages.size());
                if (!part.works || m_meter.stopAfter())
                    continue;
                const StageSends sends{first > 0 ? part.minSend : 0, part.minSend, part.minTrip};
                const auto &begins = m_bounds.begins(index, 1);
                for (int last = first + 1; last < m_bounds.units() && begins[static_cast<std::size_t>(last)] <= first;
                     ++last) {
                    const StageUnits units{first, last};
                    const double passes = m_bounds.passes(part, units, sends) + m_bounds.after(part, units);
                    if (passes >= m_bounds.limit())
                        break;
                    m_stages.push_back({passes, m_bounds.averaging(part, units), m_bounds.trip(part, units, sends),
                                        m_bounds.fill(part, units, sends.on)});
                }
            }
        }
        m_firstStage.push_back(m_stages.size());
    }

    /// Stages of a part that begin with `first`, behind what the row `from` has before them. They are not last ones.
    void addStages(std::size_t part, int first, std::size_t from, std::size_t to)
    {
        const auto unit = static_cast<std::size_t>(first);
        const double both = m_both[from * m_width + unit], fill = m_fill[from * m_width + unit];
        if (both == infinity)
            return;
        const std::size_t place = part * static_cast<std::size_t>(m_bounds.units()) + unit;
        const StageCounts counts = oneMore(m_counts[from * m_width + unit]);
        int last = first;
        for (std::size_t i = m_firstStage[place]; i < m_firstStage[place + 1]; ++i) {
            const Stage &stage = m_stages[i];
            if (std::max(both, fill + stage.averaging) + stage.passes >= m_bounds.limit())
                break;
            const auto at = to * m_width + static_cast<std::size_t>(++last);
            m_both[at] = std::min(m_both[at], both + stage.trip);
            m_fill[at] = std::min(m_fill[at], fill + stage.fill);
            m_counts[at] |= counts;
            m_most[to] = std::max(m_most[to], last);
        }
    }

    const Family &m_family;
    const StageBounds &m_bounds;
    StopMeter &m_meter;
    std::size_t m_width = 0;
    std::vector<Supply> m_supply;
    std::vector<double> m_both, m_fill; ///< [row * width + unit]
    std::vector<StageCounts> m_counts;  ///< likewise
    std::vector<StageCounts> m_allowed; ///< countsBefore
    std::vector<int> m_most;            ///< by row
    std::vector<Stage> m_stages;
    std::vector<std::size_t> m_firstStage; ///< by part and first unit
};

/// Layouts of a pure family or with TP by stage, from their last stage to the first.
class LayoutSweep
{
public:
    LayoutSweep(const Family &family, PriceBook &book, double limit, std::size_t most, const LayoutVisit &visit)
        : m_family(family),
          m_visit(visit),
          m_choices(family, book.groups()),
          m_bounds(family, book, limit),
          m_meter(book.pricer().stop()),
          m_scratch(static_cast<std::size_t>(m_bounds.units()) + 1),
          m_most(most),
          m_places(family.parts.size()),
          m_has(family.parts.size()),
          m_taken(m_bounds.devices().size())
    {}

    OpenLayouts run()
    {
        const Suffix nothing{0, m_bounds.units(), {{infinity, 0}}};
        if (m_family.kind == FamilyKind::pure) {
            const std::size_t last = m_family.parts.size() - 1;
            addRun(last, m_family.parts[last].maxStages, {}, nothing);
            return m_found;
        }
        m_prefixes.emplace(m_family, m_bounds, m_meter);
        for (std::size_t part = 0; part < m_family.parts.size(); ++part) {
            if (!addRun(part, m_family.parts[part].maxStages, {}, nothing))
                break;
        }
        return m_found;
    }

private:
    const PartCosts &part(std::size_t index) const { return m_bounds.parts()[index]; }

    /// Layouts that have a run of the part before what is there, the last stage of it with these sends to the stage
    /// behind. False: enough is seen.
    bool addRun(std::size_t index, int most, StageSends sends, const Suffix &later)
    {
        if (!part(index).works)
            return true;
        const bool byStage = m_family.kind == FamilyKind::byStage;
        most = std::min(most, m_family.maxStages - later.stages);
        const Suffix *behind = &later;
        const auto &own = m_family.parts[index];
        m_layout.push_back({index, 0});
        m_has[index] = true;
        const auto run = m_layout.size() - 1;
        auto &withRun = m_places[run].withRun;
        for (int stages = 1; stages <= most; ++stages) {
            m_layout[run].stages = stages;
            m_taken[own.type] += own.devices();
            if ((byStage && ++m_looked > m_most) || m_meter.stopAfter()) {
                m_found = OpenLayouts::cutShort;
                return false;
            }
            const bool whole = byStage ? m_choices.isByStage(m_layout) : index == 0;
            if (whole && allowsStages(m_family, later.stages + stages) && !offer(index, sends, *behind))
                return false;
            if (!addRunBefore(index, sends, *behind))
                return false;
            if (stages == most)
                break;
            const double next = part(index).sends[index];
            sends.back = stages == 1 ? next : std::max(next, part(index).sendsWithin - sends.on);
            sends.received = next;
            auto &with = withRun[stages % 2];
            if (!addStage(index, sends, *behind, with)) {
                m_found = OpenLayouts::some;
                break;
            }
            behind = &with;
            sends = {0, next, 2 * next};
        }
        m_taken[own.type] -= m_layout[run].stages * own.devices();
        m_has[index] = false;
        m_layout.pop_back();
        return true;
    }

    /// Begins the run with the stage that it has now, to go on with another part before it. False: enough is seen.
    bool addRunBefore(std::size_t index, StageSends sends, const Suffix &behind)
    {
        const auto maxStages = [&](std::size_t before) {
            if (m_family.kind != FamilyKind::pure) {
                if (m_has[before])
                    return 0;
                const auto most = m_choices.maxStagesBeside(before, m_taken[m_family.parts[before].type]);
                return most ? *most : m_choices.maxStages(before, m_layout);
            }
            return before + 1 == index ? m_family.parts[before].maxStages : 0; // the order is given
        };
        auto &known = m_places[m_layout.size() - 1].withSends; // many parts are as far away as others
        std::size_t count = 0;
        StageSends dead{infinity, 0, 0, infinity}; // nothing is left with such sends, nor with longer ones
        for (std::size_t before = 0; before < m_family.parts.size(); ++before) {
            const int most = maxStages(before);
            if (most == 0)
                continue;
            const double on = part(before).sends[index];
            sends.back = part(index).sends[before];
            sends.received = on;
            if (sends.back >= dead.back && sends.received >= dead.received)
                continue;
            std::size_t now = 0;
            while (now < count && known[now].first != std::pair(sends.back, on))
                ++now;
            if (now == count) {
                if (known.size() == count)
                    known.emplace_back();
                if (!addStage(index, sends, behind, known[now].second)) {
                    m_found = OpenLayouts::some;
                    dead = sends;
                    continue;
                }
                known[count++].first = {sends.back, on};
            }
            if (!addRun(before, most, {0, on, on + sends.back}, known[now].second))
                return false;
        }
        return true;
    }

    /// With a first stage that holds all units that are left. False: enough is seen.
    bool offer(std::size_t index, StageSends sends, const Suffix &behind)
    {
        sends.back = sends.received = 0;
        const auto &begins = m_bounds.begins(index, behind.stages);
        for (int last = behind.last(); last >= std::max(1, behind.first); --last) {
            if (begins[static_cast<std::size_t>(last)] == 0 &&
                latestOf(index, {0, last}, m_bounds.passes(part(index), {0, last}, sends), sends, behind, {}) > 0)
                return m_visit({m_layout.rbegin(), m_layout.rend()});
        }
        m_found = OpenLayouts::some;
        return true;
    }

    /// What stages have taken at least: fill and drain, and fill alone.
    struct Taken
    {
        double both = 0, fill = 0;
    };

    /// What the stages before may have taken for this one, with these passes at least, and those behind it to end below
    /// the limit, when these have taken so long at least. Not more than that: none can. Asked for each cell of a stage:
    /// what it has in common with passes() is found once.
    [[gnu::always_inline]] double latestOf(std::size_t index, StageUnits units, double least, const StageSends &sends,
                                           const Suffix &behind, const Taken &before) const
    {
        const auto &rest = *behind.at(units.last);
        if (rest.latest == -infinity)
            return -infinity;
        const auto &one = part(index);
        const double room = m_bounds.limit() - m_bounds.after(one, units) -
                            (units.first == 0 ? std::max(0.0, m_bounds.averaging(one, units)) : 0.0);
        if (least + before.both >= room)
            return -infinity;
        const double work = m_bounds.passesWith(least, one, units, sends, behind.stages, rest.round + sends.trip);
        if (units.first > 0 && before.fill + m_bounds.averaging(one, units) + work >= room)
            return -infinity;
        return std::min(room - work, rest.latest - m_bounds.trip(one, units, sends));
    }

    /// One more stage, which is not the first one. False: nothing is left below the limit.
    bool addStage(std::size_t index, const StageSends &sends, const Suffix &behind, Suffix &with)
    {
        const std::size_t row = m_prefixes ? m_prefixes->rowAfter(m_taken) : 0;
        const int maxBefore = m_prefixes ? m_prefixes->maxUnits(row) : m_bounds.units();
        const double *both = m_prefixes ? m_prefixes->both(row) : nullptr;
        const double *fill = m_prefixes ? m_prefixes->fill(row) : nullptr;
        const StageCounts *counts = m_prefixes ? m_prefixes->counts(row) : nullptr;
        const StageCounts allowed = m_prefixes ? m_prefixes->allowedBefore(behind.stages + 1) : 0;
        const auto &one = part(index);
        const auto &begins = m_bounds.begins(index, behind.stages);
        int lowest = m_bounds.units(), highest = 0; // units that it may begin with
        for (int last = behind.last(); last >= std::max(2, behind.first); --last) {
            const auto &rest = *behind.at(last);
            if (rest.latest == -infinity)
                continue;
            const int least = std::max(1, begins[static_cast<std::size_t>(last)]);
            int first = std::min(last - 1, maxBefore);
            if (m_meter.stopAfter(static_cast<std::size_t>(std::max(1, first - least + 1))))
                break;
            for (; first >= least; --first) {
                const auto at = static_cast<std::size_t>(first);
                if (counts && (counts[at] & allowed) == 0)
                    continue;
                const Taken before = both ? Taken{both[at], fill[at]} : Taken{};
                if (before.both >= rest.latest) // latestOf is not above that
                    continue;
                const StageUnits units{first, last};
                const double passes = m_bounds.passes(one, units, sends);
                if (passes >= m_bounds.limit())
                    break;
                const double latest = latestOf(index, units, passes, sends, behind, before);
                if (latest <= before.both)
                    continue;
                auto &begin = m_scratch[at];
                begin.latest = std::max(begin.latest, latest);
                begin.round = std::min(begin.round, rest.round + sends.trip + m_bounds.round(one, units));
                lowest = std::min(lowest, first);
                highest = std::max(highest, first);
            }
        }
        if (highest == 0)
            return false;
        const auto from = m_scratch.begin() + lowest, to = m_scratch.begin() + highest + 1;
        with.stages = behind.stages + 1;
        with.first = lowest;
        with.begins.assign(from, to);
        std::fill(from, to, Suffix::Begin());
        return true;
    }

    /// What is computed for a run at its place among those of the layout.
    struct Place
    {
        std::array<Suffix, 2> withRun; ///< with all its stages so far, by turns
        /// Before other parts, by the send back and the one received.
        std::vector<std::pair<std::pair<double, double>, Suffix>> withSends;
    };

    const Family &m_family;
    const LayoutVisit &m_visit;
    RunChoices m_choices;
    StageBounds m_bounds;
    StopMeter m_meter;                    // a unit: a cell of a table, or a layout
    std::vector<Suffix::Begin> m_scratch; ///< by unit; empty ones between the calls that use it
    std::optional<Prefixes> m_prefixes;
    std::size_t m_most, m_looked = 0;
    std::vector<Place> m_places; ///< by number of runs behind; kept for their memory
    Layout m_layout;             ///< runs from the last one to the first
    std::vector<bool> m_has;     ///< by part: it has a run
    std::vector<int> m_taken;    ///< by type: devices of a replica that the runs have
    OpenLayouts m_found = OpenLayouts::all;
};

} // namespace

OpenLayouts forEachOpenLayout(const Family &family, PriceBook &book, double limit, std::size_t most,
                              const LayoutVisit &visit)
{
    if (family.kind != FamilyKind::mixed)
        return LayoutSweep(family, book, limit, most, visit).run();
    forEachLayout(family, book.groups(), visit, book.pricer().stop());
    return book.pricer().stop().stop_requested() ? OpenLayouts::cutShort : OpenLayouts::all;
}

} // namespace heteroscope
