// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/open_layouts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heteroscope {

namespace {

constexpr double rounding = 1e-11;
constexpr double none = std::numeric_limits<double>::infinity();
/// The simulator counts the activations of a chunk in whole bytes.
constexpr double wholeBytes = 4096;
/// Of the table of what the devices left can hold.
constexpr std::size_t mostCells = 400'000;

/// What a stage of a part costs at least, in seconds, and holds.
struct Part
{
    bool works = false;
    // Sums over the units before u: forward and backward of a micro-batch in all chunks; optimizer and gather of
    // weights; a stage's gradients, averaged after its passes.
    std::vector<double> forward, backward, after, averaging;
    double gatherFixed = 0, averagingFixed = 0;
    double tiedAfter = 0, tiedAveraging = 0; ///< of a table that the last stage need not hold or average
    const UnitMemory *memory = nullptr;
    double capacity = 0;       ///< bytes
    std::vector<double> sends; ///< from one of its stages to one of each part, at least
    double leastSend = none;   ///< the least of them
    double leastTrip = none;   ///< with the way back
    double sendsWithin = 0;    ///< back and on, of a stage with its own kind before and after
    /// By stages behind and last unit: a stage that begins before this one does not fit.
    mutable std::vector<std::vector<int>> begins{};
};

/// Units [first, last).
struct Units
{
    int first = 0, last = 0;
};

/// The sends of a stage: its gradients back, its activations on, and these with the gradients that come back.
struct Sends
{
    double back = 0, on = 0, trip = 0;
};

/// What the stages behind a place in the pipeline allow.
struct Suffix
{
    struct Begin
    {
        double latest = -none; ///< what the stages before may have taken; -none where nothing ends below the limit
        double round = none;   ///< least way of a micro-batch through these stages and back
    };
    int stages = 0;
    std::vector<Begin> begins; ///< by the unit that they begin with
};

/// Prices of the parts of a family, and the bounds of one stage.
class StageBounds
{
public:
    StageBounds(const Family &family, PriceBook &book, double limit)
        : m_family(family),
          m_units(cutUnits(family, book.workload().model)),
          m_oneFOneB(family.schedule == ScheduleKind::oneFOneB)
    {
        const auto &stack = book.stack();
        m_host = stack.hostMicroBatch.value * stack.scale;
        m_limit = limit / (1 - rounding) - stack.hostStep.value * stack.scale;
        m_blocking = family.chunks == 1 && stack.sendMode == SendMode::blocking && !stackOverlap(stack).pp;
        const auto &types = book.predictor().topology().deviceTypes();
        m_devices.resize(types.size());
        for (const auto &device : book.predictor().topology().devices())
            ++m_devices[device.type];
        for (const auto &each : family.parts) {
            const int group = book.groups().first(each.type, each.tp);
            const auto prices = book.fastest(family, each);
            const auto memory = book.memory(family, group);
            Part part;
            part.works = prices && memory;
            if (part.works)
                priceWork(part, each, **prices, **memory, book);
            part.capacity = types[each.type].memory.value + wholeBytes;
            const auto cost = book.cost(group, workOf(family), 1);
            const double bytes = cost ? (*cost)->layer(LayerKind::embedding).output.value : 0;
            for (const auto &other : family.parts) {
                const auto send = book.leastSend(each, other, family.dp);
                part.sends.push_back((send.latency + send.secondsPerByte * bytes) * stack.scale);
            }
            if (areNeighbours(each, book.groups())) {
                const auto both = book.leastSendsToBoth(each, family.dp);
                part.sendsWithin = (both.latency + both.secondsPerByte * bytes) * stack.scale;
            }
            m_parts.push_back(std::move(part));
        }
        for (std::size_t from = 0; from < m_parts.size(); ++from) {
            auto &part = m_parts[from];
            for (std::size_t to = 0; to < m_parts.size(); ++to) {
                if (!m_parts[to].works)
                    continue;
                part.leastSend = std::min(part.leastSend, part.sends[to]);
                part.leastTrip = std::min(part.leastTrip, part.sends[to] + m_parts[to].sends[from]);
            }
        }
    }

    int units() const { return m_units; }
    double limit() const { return m_limit; }
    const std::vector<Part> &parts() const { return m_parts; }
    const std::vector<int> &devices() const { return m_devices; } ///< by type, in the cluster

    /// By the unit that a stage ends before, with so many stages behind it: the first unit that it can begin with.
    const std::vector<int> &begins(const Part &part, int behind) const
    {
        const auto row = static_cast<std::size_t>(behind);
        if (part.begins.size() <= row)
            part.begins.resize(row + 1);
        auto &begins = part.begins[row];
        if (begins.empty()) {
            const int chunks = m_family.chunks;
            const double inFlight =
                m_oneFOneB ? std::min(m_family.microBatches, behind + 1)
                           : std::min(m_family.microBatches * chunks, 2 * behind + (chunks - 1) * (behind + 1) + 1) /
                                 static_cast<double>(chunks);
            begins.assign(1, 0);
            for (int end = 1, begin = 0; end <= m_units; ++end) {
                while (begin < end && part.memory->need(begin, end, inFlight) > part.capacity)
                    ++begin;
                begins.push_back(begin);
            }
        }
        return begins;
    }

    /// Of the passes of a stage, without fill and drain: L1, which grows with its units.
    double passes(const Part &part, Units units, const Sends &sends) const
    {
        const double both = of(part.forward, units) + of(part.backward, units) + m_host;
        return m_family.microBatches * (both + (m_blocking ? sends.back + sends.on : 0.0)) -
               (m_blocking ? sends.back : 0.0);
    }
    /// The larger one of L1 and L3, with so many stages behind it and the way through them and back.
    double passes(const Part &part, Units units, const Sends &sends, int behind, double round) const
    {
        const double least = passes(part, units, sends);
        if (!m_oneFOneB)
            return least;
        const int micro = m_family.microBatches;
        const double forward = m_host + of(part.forward, units), backward = of(part.backward, units);
        const double gradient = m_blocking ? sends.back : 0.0;
        const double fullForward = forward + (m_blocking ? sends.on : 0.0), fullBackward = backward + gradient;
        if (micro - 1 - behind < 1)
            return std::max(least, std::max(forward + round, micro * fullForward) + micro * fullBackward - gradient);
        const double down = std::max(forward + round, (behind + 1) * fullForward);
        const double up = std::max(forward + round + backward, fullForward + (behind + 1) * fullBackward - gradient);
        return std::max(least, down + (micro - 1 - behind) * fullBackward + (micro - 2 - behind) * fullForward + up);
    }
    /// After the passes of all stages.
    double after(const Part &part, Units units) const
    {
        return of(part.after, units) - (units.last == m_units ? part.tiedAfter : 0.0) + part.gatherFixed;
    }
    /// After the passes of the stage, beside the drain.
    double averaging(const Part &part, Units units) const
    {
        return part.averagingFixed + of(part.averaging, units) - (units.last == m_units ? part.tiedAveraging : 0.0);
    }
    /// Fill and drain that a stage adds for those behind it. A first one's averaging may be done later than its drain.
    double trip(const Part &part, Units units, double sends) const
    {
        return m_host + (of(part.forward, units) + of(part.backward, units)) / m_family.chunks + sends +
               (units.first == 0 ? std::max(0.0, averaging(part, units)) : 0.0);
    }
    double fill(const Part &part, Units units, double send) const
    {
        return m_host + of(part.forward, units) / m_family.chunks + send;
    }
    /// Of a micro-batch, through the stage and back, all chunks.
    double round(const Part &part, Units units) const
    {
        return m_host + of(part.forward, units) + of(part.backward, units);
    }

private:
    static double of(const std::vector<double> &sums, Units units)
    {
        return sums[static_cast<std::size_t>(units.last)] - sums[static_cast<std::size_t>(units.first)];
    }

    /// Do the stages of a run have groups next to each other? With several degrees of a type, for sure where every node
    /// holds the largest of them evenly.
    bool areNeighbours(const FamilyPart &part, const TensorGroups &groups) const
    {
        return m_family.kind == FamilyKind::pure ||
               std::all_of(m_family.parts.begin(), m_family.parts.end(), [&](const FamilyPart &other) {
                   return other.type != part.type ||
                          groups.count(other.type, other.tp) * other.tp == m_devices[other.type];
               });
    }

    void priceWork(Part &part, const FamilyPart &each, const UnitPrices &prices, const UnitMemory &memory,
                   PriceBook &book) const
    {
        const auto &stack = book.stack();
        const bool sharded = m_family.zeroStage > 0, beside = stackOverlap(stack).dp;
        double optimizer = none;
        for (const int group : book.groups().examples(each.type, each.tp)) {
            if (const auto cost = book.cost(group, workOf(m_family), 1))
                optimizer = std::min(optimizer, (*cost)->optimizerSecondsPerParameter);
        }
        double after = optimizer < none ? optimizer / (sharded ? m_family.dp : 1) : 0.0;
        double averaging = 0;
        if (m_family.dp > 1 && !book.workload().job.frozenBase && areNeighbours(each, book.groups())) {
            const auto state = stateBytes(book.workload().job);
            const auto collective = book.leastCollective(each, m_family.dp, sharded);
            const double fixed = (stack.collectiveBase.value + collective.latency) * stack.scale * m_family.chunks;
            const double perByte = collective.secondsPerByte * stack.scale;
            if (sharded && !beside) {
                after += perByte * state.weight;
                part.gatherFixed = fixed;
            }
            // Beside the backward of several chunks all of it may go out.
            if (!beside || m_family.chunks == 1) {
                averaging = perByte * state.gradient;
                part.averagingFixed = fixed;
            }
        }
        for (int unit = 0; unit <= m_units; ++unit) {
            const double parameters = memory.parameters[static_cast<std::size_t>(unit)];
            const double backward = prices.backwardOf(0, unit);
            part.forward.push_back(prices.forwardOf(0, unit));
            part.backward.push_back(backward);
            part.after.push_back(after * parameters);
            part.averaging.push_back(averaging * parameters - (beside ? backward : 0.0));
        }
        part.memory = &memory;
        part.tiedAfter = after * memory.tied;
        part.tiedAveraging = averaging * memory.tied;
    }

    const Family &m_family;
    int m_units;
    bool m_oneFOneB;
    double m_host = 0, m_limit = 0;
    bool m_blocking = false; ///< a stage computes nothing until what it sends has arrived
    std::vector<Part> m_parts;
    std::vector<int> m_devices;
};

/// The least that stages before a place in the pipeline can have taken, whatever their order: by the devices that are
/// left for them, of each type, and the units that they hold.
class Prefixes
{
public:
    Prefixes(const Family &family, const StageBounds &bounds) : m_family(family), m_bounds(bounds)
    {
        const std::size_t rows = countDevices();
        m_width = static_cast<std::size_t>(bounds.units()) + 1;
        m_both.assign(rows * m_width, none);
        m_fill.assign(rows * m_width, none);
        m_most.assign(rows, 0);
        for (std::size_t row = 0; row < rows; ++row) {
            m_both[row * m_width] = m_fill[row * m_width] = 0;
            for (int first = 0; first < bounds.units(); ++first) {
                for (std::size_t part = 0; part < family.parts.size(); ++part) {
                    const auto &supply = m_supply[family.parts[part].type];
                    const int left = static_cast<int>(row / supply.stride) % (supply.counted + 1);
                    const int tp = family.parts[part].tp;
                    if (!bounds.parts()[part].works || left < tp)
                        continue;
                    // Where not all devices are counted, the last row stands for any number.
                    const bool endless = left == supply.counted && supply.counted < supply.devices;
                    addStages(bounds.parts()[part], first,
                              endless ? row : row - static_cast<std::size_t>(tp) * supply.stride, row);
                }
            }
        }
    }

    /// The row of the devices that a layout leaves.
    std::size_t rowAfter(const Layout &layout) const
    {
        std::size_t row = 0;
        for (std::size_t type = 0; type < m_supply.size(); ++type) {
            int left = m_supply[type].devices;
            for (const auto &run : layout) {
                const auto &part = m_family.parts[run.part];
                left -= part.type == type ? run.stages * part.tp : 0;
            }
            row += static_cast<std::size_t>(std::clamp(left, 0, m_supply[type].counted)) * m_supply[type].stride;
        }
        return row;
    }
    /// By unit: fill and drain, and fill alone.
    const double *both(std::size_t row) const { return &m_both[row * m_width]; }
    const double *fill(std::size_t row) const { return &m_fill[row * m_width]; }
    /// That they can hold.
    int mostUnits(std::size_t row) const { return m_most[row]; }

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
        const double cells = static_cast<double>(mostCells) / (m_bounds.units() + 1);
        const int most = std::max(1, static_cast<int>(std::pow(cells, 1.0 / static_cast<double>(types))) - 1);
        std::size_t rows = 1;
        for (std::size_t type = 0; type < types; ++type) {
            const int devices = m_bounds.devices()[type] / m_family.dp;
            m_supply.push_back({devices, std::min(devices, most), rows});
            rows *= static_cast<std::size_t>(m_supply.back().counted) + 1;
        }
        return rows;
    }

    /// Stages of a part that begin with `first`, behind what the row `from` has before them. They are not last ones.
    void addStages(const Part &part, int first, std::size_t from, std::size_t to)
    {
        const double both = m_both[from * m_width + static_cast<std::size_t>(first)];
        const double fill = m_fill[from * m_width + static_cast<std::size_t>(first)];
        if (both == none)
            return;
        const Sends sends{first > 0 ? part.leastSend : 0, part.leastSend, part.leastTrip};
        const auto &begins = m_bounds.begins(part, 1);
        for (int last = first + 1; last < m_bounds.units() && begins[static_cast<std::size_t>(last)] <= first; ++last) {
            const Units units{first, last};
            const double waits = std::max(both, fill + m_bounds.averaging(part, units));
            if (waits + m_bounds.passes(part, units, sends) + m_bounds.after(part, units) >= m_bounds.limit())
                break;
            const auto at = to * m_width + static_cast<std::size_t>(last);
            m_most[to] = std::max(m_most[to], last);
            m_both[at] = std::min(m_both[at], both + m_bounds.trip(part, units, sends.trip));
            m_fill[at] = std::min(m_fill[at], fill + m_bounds.fill(part, units, sends.on));
        }
    }

    const Family &m_family;
    const StageBounds &m_bounds;
    std::size_t m_width = 0;
    std::vector<Supply> m_supply;
    std::vector<double> m_both, m_fill; ///< [row * width + unit]
    std::vector<int> m_most;            ///< by row
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
          m_most(most)
    {}

    OpenLayouts run()
    {
        Suffix nothing{0, std::vector<Suffix::Begin>(static_cast<std::size_t>(m_bounds.units()) + 1)};
        nothing.begins.back() = {none, 0};
        if (m_family.kind == FamilyKind::pure) {
            const std::size_t last = m_family.parts.size() - 1;
            addRun(last, m_family.parts[last].mostStages, {}, nothing);
            return m_found;
        }
        m_prefixes.emplace(m_family, m_bounds);
        for (std::size_t part = 0; part < m_family.parts.size(); ++part) {
            if (!addRun(part, m_family.parts[part].mostStages, {}, nothing))
                break;
        }
        return m_found;
    }

private:
    const Part &part(std::size_t index) const { return m_bounds.parts()[index]; }

    /// Layouts that have a run of the part before what is there, the last stage of it with these sends to the stage
    /// behind. False: enough is seen.
    bool addRun(std::size_t index, int most, Sends sends, const Suffix &later)
    {
        if (!part(index).works)
            return true;
        const bool byStage = m_family.kind == FamilyKind::byStage;
        most = std::min(most, m_family.mostStages - later.stages);
        const Suffix *behind = &later;
        Suffix own;
        m_layout.push_back({index, 0});
        const auto run = m_layout.size() - 1;
        for (int stages = 1; stages <= most; ++stages) {
            m_layout[run].stages = stages;
            if (byStage && ++m_looked > m_most) {
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
            own = withStage(index, sends, *behind);
            behind = &own;
            if (own.stages == 0) {
                m_found = OpenLayouts::some;
                break;
            }
            sends = {0, next, 2 * next};
        }
        m_layout.pop_back();
        return true;
    }

    /// Begins the run with the stage that it has now, to go on with another part before it. False: enough is seen.
    bool addRunBefore(std::size_t index, Sends sends, const Suffix &behind)
    {
        const bool pure = m_family.kind == FamilyKind::pure;
        std::vector<std::pair<double, Suffix>> known; // many parts are as far away as others
        double dead = none;                           // nothing is left with so much sent back, nor with more
        for (std::size_t before = pure ? std::max<std::size_t>(index, 1) - 1 : 0; before < m_family.parts.size();
             ++before) {
            const int most = !pure                 ? m_choices.mostStages(before, m_layout)
                             : before + 1 == index ? m_family.parts[before].mostStages
                                                   : 0;
            if (most == 0)
                continue;
            const double on = part(before).sends[index];
            sends.back = part(index).sends[before];
            if (sends.back >= dead)
                continue;
            auto now =
                std::find_if(known.begin(), known.end(), [&](const auto &one) { return one.first == sends.back; });
            if (now == known.end())
                now = known.emplace(known.end(), sends.back, withStage(index, sends, behind));
            if (now->second.stages == 0) {
                m_found = OpenLayouts::some;
                dead = sends.back;
                continue;
            }
            if (!addRun(before, most, {0, on, on + sends.back}, now->second))
                return false;
        }
        return true;
    }

    /// With a first stage that holds all units that are left. False: enough is seen.
    bool offer(std::size_t index, Sends sends, const Suffix &behind)
    {
        sends.back = 0;
        const auto &begins = m_bounds.begins(part(index), behind.stages);
        for (int last = m_bounds.units(); last > 0; --last) {
            if (begins[static_cast<std::size_t>(last)] == 0 && latestOf(index, {0, last}, sends, behind, 0, 0) > 0)
                return m_visit({m_layout.rbegin(), m_layout.rend()});
        }
        m_found = OpenLayouts::some;
        return true;
    }

    /// What the stages before may have taken for this one and those behind it to end below the limit, when these have
    /// taken so long at least. Not more than that: none can.
    double latestOf(std::size_t index, Units units, const Sends &sends, const Suffix &behind, double both,
                    double fill) const
    {
        const auto last = static_cast<std::size_t>(units.last);
        const double rest = behind.begins[last].latest;
        if (rest == -none)
            return -none;
        const auto &one = part(index);
        const double room = m_bounds.limit() - m_bounds.after(one, units) -
                            (units.first == 0 ? std::max(0.0, m_bounds.averaging(one, units)) : 0.0);
        if (m_bounds.passes(one, units, sends) + both >= room)
            return -none;
        const double work = m_bounds.passes(one, units, sends, behind.stages, behind.begins[last].round + sends.trip);
        if (units.first > 0 && fill + m_bounds.averaging(one, units) + work >= room)
            return -none;
        return std::min(room - work, rest - m_bounds.trip(one, units, sends.trip));
    }

    /// One more stage, which is not the first one. With no stages: nothing is left below the limit.
    Suffix withStage(std::size_t index, const Sends &sends, const Suffix &behind) const
    {
        Suffix now{0, std::vector<Suffix::Begin>(behind.begins.size())};
        const std::size_t row = m_prefixes ? m_prefixes->rowAfter(m_layout) : 0;
        const int mostBefore = m_prefixes ? m_prefixes->mostUnits(row) : m_bounds.units();
        const double *both = m_prefixes ? m_prefixes->both(row) : nullptr;
        const double *fill = m_prefixes ? m_prefixes->fill(row) : nullptr;
        const auto &one = part(index);
        const auto &begins = m_bounds.begins(one, behind.stages);
        for (int last = m_bounds.units(); last > 1; --last) {
            const auto &rest = behind.begins[static_cast<std::size_t>(last)];
            if (rest.latest == -none)
                continue;
            const int least = std::max(1, begins[static_cast<std::size_t>(last)]);
            for (int first = std::min(last - 1, mostBefore); first >= least; --first) {
                const auto at = static_cast<std::size_t>(first);
                const double before = both ? both[at] : 0;
                const Units units{first, last};
                if (m_bounds.passes(one, units, sends) >= m_bounds.limit())
                    break;
                const double latest =
                    before < none ? latestOf(index, units, sends, behind, before, fill ? fill[at] : 0) : -none;
                if (latest <= before)
                    continue;
                auto &begin = now.begins[at];
                begin.latest = std::max(begin.latest, latest);
                begin.round = std::min(begin.round, rest.round + sends.trip + m_bounds.round(one, units));
                now.stages = behind.stages + 1;
            }
        }
        return now;
    }

    const Family &m_family;
    const LayoutVisit &m_visit;
    RunChoices m_choices;
    StageBounds m_bounds;
    std::optional<Prefixes> m_prefixes;
    std::size_t m_most, m_looked = 0;
    Layout m_layout; ///< runs from the last one to the first
    OpenLayouts m_found = OpenLayouts::all;
};

} // namespace

OpenLayouts forEachOpenLayout(const Family &family, PriceBook &book, double limit, std::size_t most,
                              const LayoutVisit &visit)
{
    if (family.kind != FamilyKind::mixed)
        return LayoutSweep(family, book, limit, most, visit).run();
    forEachLayout(family, book.groups(), visit);
    return OpenLayouts::all;
}

} // namespace heteroscope
