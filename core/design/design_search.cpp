// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/design_search.h"

#include "cost/job_software.h"
#include "planner/bounds/universal_bound.h"
#include "planner/parallel.h"
#include "planner/rounding.h"
#include "project/recipe_text.h"

#include <algorithm>
#include <set>

namespace heteroscope {

namespace {

class Enumeration
{
public:
    explicit Enumeration(const DesignSpec &spec) : m_spec(spec) {}

    DesignCandidates run()
    {
        Design design;
        design.recipe.groups.clear();
        addChoice(0, design);
        return std::move(m_result);
    }

private:
    void addChoice(std::size_t index, const Design &before)
    {
        if (index == m_spec.choices.size()) {
            addFabrics(before);
            return;
        }
        const DesignChoice &choice = m_spec.choices[index];
        for (const int count : choice.counts) {
            if (count == 0) {
                addChoice(index + 1, before);
                continue;
            }
            for (const DesignNode &node : choice.nodes) {
                Design design = before;
                design.recipe.groups.push_back(node.group);
                design.recipe.groups.back().count = count;
                design.devices += static_cast<std::size_t>(count) * node.devices;
                design.pricePerHour += count * node.pricePerHour;
                design.power += count * node.power;
                design.rackUnits += count * node.rackUnits;
                addChoice(index + 1, design);
            }
        }
    }

    /// The limit that it is beyond.
    std::optional<DesignRejection> limitOf(const Design &nodes) const
    {
        if (m_spec.maxPricePerHour && nodes.pricePerHour > *m_spec.maxPricePerHour)
            return DesignRejection::price;
        if (m_spec.maxDevices && nodes.devices > *m_spec.maxDevices)
            return DesignRejection::devices;
        if (m_spec.maxPower && nodes.power > *m_spec.maxPower)
            return DesignRejection::power;
        if (m_spec.maxRackUnits && nodes.rackUnits > *m_spec.maxRackUnits)
            return DesignRejection::rackSpace;
        return {};
    }

    void addFabrics(const Design &nodes)
    {
        int count = 0;
        for (const NodeGroup &group : nodes.recipe.groups)
            count += group.count;
        if (count == 0)
            return;
        const std::size_t fabrics = count == 1 ? 1 : m_spec.fabrics.size(); // one node alone has no fabric
        for (std::size_t i = 0; i < fabrics; ++i) {
            ++m_result.enumerated;
            if (const auto beyond = limitOf(nodes)) {
                ++m_result.prunedBy[*beyond];
            } else {
                Design design = nodes;
                design.recipe = m_spec.fabrics[i];
                design.recipe.groups = nodes.recipe.groups;
                m_result.designs.push_back(std::move(design));
            }
        }
    }

    const DesignSpec &m_spec;
    DesignCandidates m_result;
};

class DesignSearch
{
public:
    DesignSearch(const DesignSpec &spec, const SearchOptions &options, const SoftwareStack &stack, StopToken stop,
                 Progress *progress)
        : m_spec(spec),
          m_options(options),
          m_stack(stack),
          m_stop(std::move(stop)),
          m_progress(progress),
          m_calibration(options.calibration ? *options.calibration : builtinCalibration()),
          m_bounds(m_spec.workload, m_calibration, m_stack),
          m_threads(options.threads > 0 ? options.threads : defaultThreads()),
          m_memory(memoryOfThread(options))
    {}

    DesignResult run()
    {
        DesignCandidates candidates = enumerateDesigns(m_spec);
        m_designs = std::move(candidates.designs);
        m_result.enumerated = candidates.enumerated;
        m_result.prunedBy = std::move(candidates.prunedBy);
        boundAll();
        std::stable_sort(m_designs.begin(), m_designs.end(), [](const Design &a, const Design &b) {
            return a.pricePerHour != b.pricePerHour ? a.pricePerHour < b.pricePerHour : a.bound < b.bound;
        });
        markRepeated();
        for (std::size_t next = 0; next < m_designs.size();)
            next = planRound(next);
        m_result.stopped = m_stop.stop_requested();
        m_result.gap = certifiedGap();
        return std::move(m_result);
    }

private:
    void reject(const Design &design, DesignRejection reason)
    {
        ++m_result.prunedBy[reason];
        if (reason != DesignRejection::noPlan)
            m_floors.emplace_back(design.pricePerHour, std::max(design.bound, design.lowerBound));
    }

    Result<Topology> topologyOf(const Design &design) const
    {
        const auto built = buildRecipe(design.recipe);
        return built ? Topology::build(built->cluster) : Result<Topology>(built.error());
    }

    /// nullptr: in no catalog.
    const DeviceType *typeOf(const std::string &name)
    {
        const auto [found, isNew] = m_types.try_emplace(name, nullptr);
        if (isNew)
            found->second = findDeviceType(Cluster{}, name);
        return found->second;
    }

    /// Of the devices of its nodes, which all run at nominal speed, however they are linked.
    void boundAll()
    {
        for (Design &design : m_designs) {
            if (m_stop.stop_requested())
                return;
            std::map<const DeviceType *, std::size_t> counts;
            bool isNominal = true;
            for (const NodeGroup &group : design.recipe.groups) {
                for (const Device &device : group.node.devices) {
                    const DeviceType *type = typeOf(device.type);
                    isNominal = isNominal && type && device.speed == RateCurve();
                    counts[type] += static_cast<std::size_t>(group.count);
                }
            }
            if (isNominal) {
                std::vector<DeviceCount> devices;
                for (const auto &[type, count] : counts)
                    devices.push_back({type, count});
                design.bound = m_bounds.of(devices);
            } else if (const auto topology = topologyOf(design)) {
                design.bound = universalBound(*topology, m_spec.workload, m_calibration, m_stack, m_options.startTime);
            }
        }
    }

    bool canRun(const NodeGroup &group)
    {
        return std::any_of(group.node.devices.begin(), group.node.devices.end(), [this](const Device &device) {
            const DeviceType *type = typeOf(device.type);
            return !type || m_bounds.canRun(*type);
        });
    }

    /// Those that differ from a cheaper one, or an equally dear one before it, by nodes at the switch that cannot run
    /// the job.
    void markRepeated()
    {
        m_repeated.resize(m_designs.size());
        const auto hasUnable = [this](const DesignChoice &choice) {
            return std::any_of(choice.nodes.begin(), choice.nodes.end(),
                               [this](const DesignNode &node) { return !canRun(node.group); });
        };
        if (std::none_of(m_spec.choices.begin(), m_spec.choices.end(), hasUnable))
            return;
        std::set<std::string> known;
        for (std::size_t i = 0; i < m_designs.size(); ++i) {
            ClusterRecipe able = m_designs[i].recipe;
            if (able.shape != FabricShape::singleSwitch)
                continue;
            std::erase_if(able.groups, [this](const NodeGroup &group) { return !canRun(group); });
            m_repeated[i] = !able.groups.empty() && !known.insert(recipeText(able)).second;
        }
    }

    /// Of all clusters (DesignResult::gap).
    double certifiedGap()
    {
        for (const Design &design : m_result.front)
            m_floors.emplace_back(design.pricePerHour, std::max(design.bound, design.lowerBound));
        std::sort(m_floors.begin(), m_floors.end());
        double gap = 0;
        std::size_t member = 0; // the first that costs more
        for (const auto &[price, floor] : m_floors) {
            while (member < m_result.front.size() && m_result.front[member].pricePerHour <= price)
                ++member;
            gap = std::max(gap, member == 0 ? 1 : 1 - floor / m_result.front[member - 1].stepTime());
        }
        return gap;
    }

    /// Plans the next clusters that are worth it; gives the index of the first one that was not looked at.
    std::size_t planRound(std::size_t next)
    {
        std::vector<std::size_t> round;
        for (; next < m_designs.size() && round.size() < designsOfRound; ++next) {
            if (m_stop.stop_requested())
                reject(m_designs[next], DesignRejection::notReached);
            else if (m_designs[next].bound <= Seconds(0))
                reject(m_designs[next], DesignRejection::noPlan);
            else if (m_repeated[next])
                ++m_result.prunedBy[DesignRejection::bounded]; // as slow as the cheaper one, which has a floor
            else if (m_designs[next].bound >= limit())
                reject(m_designs[next], DesignRejection::bounded);
            else
                round.push_back(next);
        }
        std::vector<std::optional<DesignRejection>> verdicts(round.size());
        parallelFor(m_threads, round.size(),
                    [&](std::size_t i, unsigned) { verdicts[i] = planOne(m_designs[round[i]]); });
        for (std::size_t i = 0; i < round.size(); ++i)
            take(std::move(m_designs[round[i]]), verdicts[i]);
        if (m_progress)
            m_progress->report({next, m_designs.size(), ProgressTask::planningDesigns});
        return next;
    }

    /// Why it has no plan that is faster than the best before the round; empty if it has.
    std::optional<DesignRejection> planOne(Design &design) const
    {
        const auto topology = topologyOf(design);
        if (!topology)
            return DesignRejection::noPlan;
        SearchOptions options = m_options;
        options.threads = 1;
        options.memory = m_memory;
        options.top = 1;
        options.mappings.clear();
        if (m_best < Seconds(infinity)) {
            options.maxTime = limit();
            options.baselines = false; // the limit is known already
        }
        const auto result = searchPlans(*topology, m_spec.workload, options, m_stop);
        if (!result)
            return DesignRejection::noPlan;
        design.lowerBound = result->lowerBound;
        if (result->plans.empty()) {
            switch (whyNoPlan(*result)) {
            case NoPlan::noneFits:
                return DesignRejection::noPlan;
            case NoPlan::noneInBudget:
                return DesignRejection::slower;
            case NoPlan::notAllFollowed:
                return DesignRejection::open;
            case NoPlan::stopped:
                return DesignRejection::notReached;
            }
        }
        design.plan = result->plans.front().plan;
        design.step = result->plans.front().result;
        design.proved = result->proved;
        design.gap = result->gap;
        return {};
    }

    /// Steps that are not shorter are not for the front.
    Seconds limit() const { return m_best * (1 - m_spec.gap); }

    /// Of a planned cluster that is not on the front.
    DesignRejection verdictOf(const Design &design) const
    {
        return design.lowerBound < limit() ? DesignRejection::open : DesignRejection::slower;
    }

    void take(Design design, std::optional<DesignRejection> verdict)
    {
        if (verdict != DesignRejection::notReached)
            ++m_result.planned;
        if (verdict)
            return reject(design, *verdict);
        if (design.stepTime() >= limit()) // a cheaper one of the same round is as fast
            return reject(design, verdictOf(design));
        m_best = design.stepTime();
        // Of equal prices the last is the fastest.
        if (!m_result.front.empty() && m_result.front.back().pricePerHour == design.pricePerHour) {
            reject(m_result.front.back(), verdictOf(m_result.front.back()));
            m_result.front.pop_back();
        }
        design.cluster = recipeText(design.recipe);
        m_result.front.push_back(std::move(design));
    }

    const DesignSpec &m_spec;
    const SearchOptions &m_options;
    const SoftwareStack &m_stack;
    StopToken m_stop;
    Progress *m_progress;
    const CalibrationValues &m_calibration;
    UniversalBounds m_bounds;
    std::map<std::string, const DeviceType *> m_types;
    unsigned m_threads;
    Bytes m_memory; ///< of each thread
    std::vector<Design> m_designs;
    std::vector<bool> m_repeated; ///< by design: not planned, a cheaper one has the same plans
    std::vector<std::pair<double, Seconds>>
        m_floors;             ///< price and lower bound of the clusters that are not on the front
    Seconds m_best{infinity}; ///< shortest step so far, of clusters that cost no more than the next
    DesignResult m_result;
};

} // namespace

DesignCandidates enumerateDesigns(const DesignSpec &spec) { return Enumeration(spec).run(); }

double daysToTrain(const Design &design, const Workload &workload, double tokens)
{
    return tokens / workload.job.tokensPerStep() * design.stepTime().value / 86'400;
}

double costToTrain(const Design &design, const Workload &workload, double tokens)
{
    return daysToTrain(design, workload, tokens) * 24 * design.pricePerHour;
}

Result<DesignResult> searchDesigns(const DesignSpec &spec, const SearchOptions &options, StopToken stop,
                                   Progress *progress)
{
    const auto software =
        jobSoftware(options.calibration ? *options.calibration : builtinCalibration(), spec.workload.job);
    if (!software)
        return software.error();
    return DesignSearch(spec, options, *software, std::move(stop), progress).run();
}

} // namespace heteroscope
