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

/// Layouts of a pure family or with TP by stage, run by run and stage by stage.
class LayoutSweep
{
public:
    LayoutSweep(const Family &family, PriceBook &book, double limit, std::size_t most, const LayoutVisit &visit)
        : m_family(family),
          m_visit(visit),
          m_choices(family, book.groups()),
          m_units(cutUnits(family, book.workload().model)),
          m_most(most)
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
            for (int first = 0, last = 0; first < m_units; ++first) {
                const double capacity = types[each.type].memory.value + wholeBytes;
                while (part.works && last < m_units &&
                       (*memory)->need(first, last + 1, 1.0 / family.chunks) <= capacity)
                    ++last;
                part.ends.push_back(last);
                last = std::max(last, first + 1);
            }
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

    OpenLayouts run()
    {
        std::vector<double> before(static_cast<std::size_t>(m_units) + 1, none);
        before[0] = 0;
        if (m_family.kind == FamilyKind::pure) {
            addRun(0, m_family.parts.front().mostStages, before);
            return m_found;
        }
        buildRoom();
        keepWhatMayEnd(before);
        if (before.empty())
            return OpenLayouts::some;
        for (std::size_t part = 0; part < m_parts.size(); ++part) {
            if (!addRun(part, m_family.parts[part].mostStages, before))
                break;
        }
        return m_found;
    }

private:
    /// What the stages of a part cost at least, in seconds.
    struct Part
    {
        bool works = false;
        // Sums over the units before u: forward and backward of a micro-batch in one chunk; those of the whole step,
        // with the optimizer and the gather of weights; a first stage's gradients, averaged after its passes.
        std::vector<double> trips, work, averaging;
        double gatherFixed = 0, averagingFixed = 0;
        double tiedWork = 0, tiedAveraging = 0; ///< of a table that the last stage need not hold or average
        std::vector<int> ends;                  ///< by its first unit: a stage that holds more units does not fit
        std::vector<double> sends;              ///< from one of its stages to one of each part, at least
        double leastSend = none;                ///< the least of them
        double leastTrip = none;                ///< with the way back
        double sendsWithin = 0;                 ///< back and on, of a stage with its own kind before and after
    };
    /// The sends of a stage: its gradients back, its activations on, and these with the gradients that come back.
    struct Sends
    {
        double back = 0, on = 0, trip = 0;
    };

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
            const double pass = prices.forwardOf(0, unit) + backward;
            part.trips.push_back(pass / m_family.chunks);
            part.work.push_back(m_family.microBatches * pass + after * parameters);
            part.averaging.push_back(averaging * parameters - (beside ? backward : 0.0));
        }
        part.tiedWork = after * memory.tied;
        part.tiedAveraging = averaging * memory.tied;
    }

    // In all of these, before: least time of the stages so far that hold the units before u.

    /// Layouts that go on with a run of the part. False: enough is seen.
    bool addRun(std::size_t part, int most, std::vector<double> before)
    {
        if (!m_parts[part].works)
            return true;
        const int earlier = stageCount(m_layout);
        const bool byStage = m_family.kind == FamilyKind::byStage;
        most = std::min(most, m_family.mostStages - earlier);
        const auto previous = m_layout.empty() ? part : m_layout.back().part;
        Sends sends{m_layout.empty() ? 0 : m_parts[part].sends[previous]};
        m_layout.push_back({part, 0});
        const auto run = m_layout.size() - 1;
        for (int stages = 1; stages <= most; ++stages) {
            m_layout[run].stages = stages;
            if (byStage && ++m_looked > m_most) {
                m_found = OpenLayouts::cutShort;
                return false;
            }
            const bool whole = byStage ? m_choices.isByStage(m_layout) : part + 1 == m_parts.size();
            if (whole && allowsStages(m_family, earlier + stages) && !offer(part, sends.back, before))
                return false;
            if (!addNextRun(part, sends.back, before))
                return false;
            if (stages == most)
                break;
            const double next = m_parts[part].sends[part];
            sends.on = stages == 1 ? next : std::max(next, m_parts[part].sendsWithin - sends.back);
            sends.trip = 2 * next;
            before = addStage(part, sends, before);
            sends.back = next;
            if (before.empty()) {
                m_found = OpenLayouts::some;
                break;
            }
        }
        m_layout.pop_back();
        return true;
    }

    /// Ends the run with a last stage, to go on with another part. False: enough is seen.
    bool addNextRun(std::size_t part, double back, const std::vector<double> &before)
    {
        if (m_family.kind == FamilyKind::pure)
            return part + 1 == m_parts.size() ||
                   goOn(part, part + 1, m_family.parts[part + 1].mostStages, back, before);
        const auto nearest = addStage(part, {back, m_parts[part].leastSend, m_parts[part].leastTrip}, before);
        if (nearest.empty()) {
            m_found = OpenLayouts::some;
            return true;
        }
        for (std::size_t next = 0; next < m_parts.size(); ++next) {
            const int most = m_choices.mostStages(next, m_layout);
            if (most > 0 && !goOn(part, next, most, back, before))
                return false;
        }
        return true;
    }

    bool goOn(std::size_t part, std::size_t next, int most, double back, const std::vector<double> &before)
    {
        const double on = m_parts[part].sends[next];
        auto after = addStage(part, {back, on, on + m_parts[next].sends[part]}, before);
        if (!after.empty())
            return addRun(next, most, std::move(after));
        m_found = OpenLayouts::some;
        return true;
    }

    /// With a last stage that holds all units that are left. False: enough is seen.
    bool offer(std::size_t part, double back, const std::vector<double> &before)
    {
        for (int first = 0; first < m_units; ++first) {
            const double sum = before[static_cast<std::size_t>(first)];
            if (sum < none && m_parts[part].ends[static_cast<std::size_t>(first)] == m_units &&
                sum < latestOf(m_parts[part], first, m_units, {back}))
                return m_visit(m_layout);
        }
        m_found = OpenLayouts::some;
        return true;
    }

    /// What the stages before may have taken for a stage with these units to end below the limit.
    double latestOf(const Part &part, int first, int last, const Sends &sends) const
    {
        const double work = part.work[static_cast<std::size_t>(last)] - part.work[static_cast<std::size_t>(first)];
        const double least = work - (last == m_units ? part.tiedWork : 0.0) + averagingOf(part, first, last);
        return m_limit - least - part.gatherFixed - besides(sends);
    }
    /// The least time of a step beside what grows with the units.
    double besides(const Sends &sends) const
    {
        return m_family.microBatches * m_host +
               (m_blocking ? m_family.microBatches * (sends.back + sends.on) - sends.back : 0.0);
    }
    /// Of a first stage, after its passes; the stages before another one may be done earlier.
    double averagingOf(const Part &part, int first, int last) const
    {
        if (first > 0)
            return 0;
        const double grows =
            part.averaging[static_cast<std::size_t>(last)] - (last == m_units ? part.tiedAveraging : 0.0);
        return std::max(0.0, part.averagingFixed + grows);
    }
    /// Fill and drain that a stage adds for those after it.
    double tripOf(const Part &part, int first, int last, const Sends &sends) const
    {
        const double pass = part.trips[static_cast<std::size_t>(last)] - part.trips[static_cast<std::size_t>(first)];
        return m_host + pass + sends.trip + averagingOf(part, first, last);
    }

    /// One more stage, which is not the last one. Empty: nothing is left below the limit.
    std::vector<double> addStage(std::size_t index, const Sends &sends, const std::vector<double> &before) const
    {
        const auto &part = m_parts[index];
        std::vector<double> after(before.size(), none);
        bool any = false;
        // The same as by latestOf and tripOf for each pair of units, with all that does not change taken out.
        const double room = m_limit - part.gatherFixed - besides(sends);
        for (int first = 0; first < m_units; ++first) {
            const double sum = before[static_cast<std::size_t>(first)];
            if (sum == none)
                continue;
            const auto begin = static_cast<std::size_t>(first);
            const auto most = static_cast<std::size_t>(std::min(part.ends[begin], m_units - 1));
            const double mostWork = room - sum + part.work[begin];
            const double trip = sum + m_host + sends.trip - part.trips[begin];
            for (std::size_t last = begin + 1; last <= most; ++last) {
                const double averaging = averagingOf(part, first, static_cast<int>(last));
                if (part.work[last] + averaging >= mostWork)
                    break;
                after[last] = std::min(after[last], trip + part.trips[last] + averaging);
                any = true;
            }
        }
        if (any)
            keepWhatMayEnd(after);
        else
            after.clear();
        return after;
    }

    /// The row of m_latest for the devices that a layout leaves.
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

    /// With TP by stage: leaves of `before` what the devices that are left can still go on from. Empty: nothing.
    void keepWhatMayEnd(std::vector<double> &before) const
    {
        if (m_family.kind != FamilyKind::byStage)
            return;
        const auto row = rowAfter(m_layout) * before.size();
        bool any = false;
        for (std::size_t unit = 0; unit < before.size(); ++unit) {
            if (before[unit] >= m_latest[row + unit])
                before[unit] = none;
            any = any || before[unit] < none;
        }
        if (!any)
            before.clear();
    }

    /// What is left of each type for a replica, and the row of m_latest for all of it.
    std::size_t countDevices()
    {
        const auto types = m_devices.size();
        const double cells = static_cast<double>(mostCells) / (m_units + 1);
        const int most = std::max(1, static_cast<int>(std::pow(cells, 1.0 / static_cast<double>(types))) - 1);
        std::size_t rows = 1;
        for (std::size_t type = 0; type < types; ++type) {
            const int devices = m_devices[type] / m_family.dp;
            m_supply.push_back({devices, std::min(devices, most), rows});
            rows *= static_cast<std::size_t>(m_supply.back().counted) + 1;
        }
        return rows;
    }

    /// Fills m_latest, row by row: from fewer devices to more.
    void buildRoom()
    {
        const std::size_t rows = countDevices(), width = static_cast<std::size_t>(m_units) + 1;
        m_latest.assign(rows * width, -none);
        for (std::size_t row = 0; row < rows; ++row) {
            m_latest[row * width + width - 1] = none;
            for (int first = m_units - 1; first >= 0; --first) {
                for (std::size_t part = 0; part < m_parts.size(); ++part) {
                    const auto &supply = m_supply[m_family.parts[part].type];
                    const int left = static_cast<int>(row / supply.stride) % (supply.counted + 1);
                    const int tp = m_family.parts[part].tp;
                    if (!m_parts[part].works || left < tp)
                        continue;
                    // Where not all devices are counted, the last row stands for any number.
                    const bool endless = left == supply.counted && supply.counted < supply.devices;
                    const auto after = endless ? row : row - static_cast<std::size_t>(tp) * supply.stride;
                    addRoom(part, first, &m_latest[row * width], &m_latest[after * width]);
                }
            }
        }
    }

    /// When a stage of the part begins the rest; room for it and for what comes after.
    void addRoom(std::size_t index, int first, double *room, const double *after) const
    {
        double &latest = room[first];
        const auto &part = m_parts[index];
        Sends sends;
        sends.back = first > 0 ? part.leastSend : 0;
        const int end = part.ends[static_cast<std::size_t>(first)];
        if (end == m_units)
            latest = std::max(latest, latestOf(part, first, m_units, sends));
        sends.on = part.leastSend;
        sends.trip = part.leastTrip;
        for (int last = first + 1; last <= std::min(end, m_units - 1); ++last) {
            const double own = latestOf(part, first, last, sends);
            if (own <= latest)
                break;
            latest = std::max(latest, std::min(own, after[last] - tripOf(part, first, last, sends)));
        }
    }

    const Family &m_family;
    const LayoutVisit &m_visit;
    RunChoices m_choices;
    int m_units;
    std::size_t m_most, m_looked = 0;
    double m_host = 0, m_limit = 0;
    bool m_blocking = false; ///< a stage computes nothing until what it sends has arrived
    std::vector<Part> m_parts;
    /// Devices of a type for one replica, all and those that are counted; rows of m_latest from one of them to the
    /// next.
    struct Supply
    {
        int devices = 0, counted = 0;
        std::size_t stride = 1;
    };
    std::vector<int> m_devices; ///< by type, in the cluster
    std::vector<Supply> m_supply;
    /// With TP by stage, [row * (units + 1) + unit]: when the stages before have taken this long or longer, none of the
    /// devices left can hold the units from this one on below the limit.
    std::vector<double> m_latest;
    Layout m_layout;
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
