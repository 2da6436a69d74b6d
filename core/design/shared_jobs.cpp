// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/shared_jobs.h"

#include "cost/job_software.h"
#include "planner/overtime/replan.h"
#include "planner/recommendation.h"
#include "simulator/shared_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace heteroscope {

namespace {

constexpr double worthIt = 1e-3; // of the sum of slowdowns: means are no more exact

/// Planning gives a job whole nodes.
Status checkNodes(const SharedJobsInput &input)
{
    if (!input.cluster.racks.empty())
        return Error{Error::Code::invalid,
                     {},
                     "/cluster/racks",
                     "racks that are repeated",
                     "nodes that are drawn one by one",
                     "take the racks apart, so that each node belongs to one job"};
    for (const SharedJobInput &job : input.jobs) {
        std::map<std::string, std::size_t> owned; // devices by node
        for (const std::string &device : job.devices)
            ++owned[device.substr(0, device.rfind(':'))];
        for (const Node &node : input.cluster.nodes) {
            const auto found = owned.find(node.name);
            if (found == owned.end() || found->second == node.devices.size())
                continue;
            return Error{Error::Code::invalid,
                         {},
                         job.path,
                         fmt::format("{} of {} devices of node {}", found->second, node.devices.size(), node.name),
                         "whole nodes, so that the planner knows what a job may use",
                         "give the node to one job, or see the jobs together without planning"};
        }
    }
    return {};
}

class JobTable
{
public:
    JobTable(const SharedJobsInput &input, const SharedJobsOptions &options, StopToken stop)
        : m_input(input), m_options(options), m_stop(std::move(stop))
    {
        for (const SharedJobInput &one : input.jobs) {
            SharedJob job;
            if (one.plan)
                job.plan = *one.plan;
            job.rates.assign(input.cluster.links.size(), 1.0);
            job.loads.assign(input.cluster.links.size(), 0.0);
            m_state.jobs.push_back(std::move(job));
        }
    }

    SharedJobs &state() { return m_state; }

    /// Rates and speeds at the time in the scenario, constant.
    Status begin()
    {
        auto topology = Topology::build(clusterIn(m_input.cluster, factors()));
        if (!topology)
            return topology.error();
        m_topology = std::move(*topology);
        return {};
    }

    const Topology &topology() const { return *m_topology; }

    /// The cluster of one job alone: its devices, and of each link what the others leave.
    Cluster clusterOf(std::size_t job) const
    {
        ScenarioState state = factors();
        for (std::size_t link = 0; link < state.links.size(); ++link)
            state.links[link] *= m_state.jobs[job].rates[link];
        const auto &names = m_input.jobs[job].devices;
        const std::set<std::string> own(names.begin(), names.end());
        std::size_t device = 0;
        for (const Node &node : m_input.cluster.nodes) {
            for (std::size_t i = 0; i < node.devices.size(); ++i, ++device) {
                if (!own.contains(fmt::format("{}:{}", node.name, i)))
                    state.devices[device] = 0;
            }
        }
        return remainingCluster(m_input.cluster, state);
    }

    /// Steps, loads and rates of the plans as they are.
    Status simulate()
    {
        std::vector<SharingJob> jobs;
        for (std::size_t i = 0; i < m_state.jobs.size(); ++i)
            jobs.push_back({&m_input.jobs[i].workload, &m_state.jobs[i].plan, m_input.jobs[i].begin});
        SharedStepsOptions options;
        options.calibration = m_options.search.calibration;
        options.memory = m_options.search.memory;
        options.stop = m_stop;
        const auto steps = simulateTogether(*m_topology, jobs, options);
        if (!steps)
            return located(steps.error());
        m_state.settled = steps->settled;
        m_state.events = steps->events;
        for (std::size_t i = 0; i < m_state.jobs.size(); ++i)
            take(m_state.jobs[i], steps->jobs[i]);
        for (std::size_t i = 0; i < m_state.jobs.size(); ++i) {
            for (std::size_t link = 0; link < m_state.jobs[i].rates.size(); ++link)
                m_state.jobs[i].rates[link] = rateLeft(i, link);
        }
        return {};
    }

private:
    ScenarioState factors() const
    {
        ScenarioState state;
        for (const Link &link : m_input.cluster.links)
            state.links.push_back(link.rate.factorAt(m_options.at));
        for (const Node &node : m_input.cluster.nodes) {
            for (const Device &device : node.devices)
                state.devices.push_back(device.speed.factorAt(m_options.at));
        }
        return state;
    }

    /// The path begins with the index of the job.
    Error located(Error error) const
    {
        std::size_t job = 0;
        const char *begin = error.path.data() + 1, *end = error.path.data() + error.path.size();
        if (error.path.size() < 2 || error.path.front() != '/')
            return error;
        const auto parsed = std::from_chars(begin, end, job);
        if (parsed.ec == std::errc() && job < m_input.jobs.size())
            error.path = m_input.jobs[job].path + std::string(parsed.ptr, end);
        return error;
    }

    void take(SharedJob &job, const SharedStep &step) const
    {
        job.alone = toSeconds(step.alone.stepTime);
        job.together = toSeconds(step.mean);
        job.shortest = toSeconds(step.shortest);
        job.longest = toSeconds(step.longest);
        job.steps = step.steps;
        job.feasible = step.alone.feasible;
        std::map<std::string, double> busy; // seconds, by drawn link; of its copies and directions the busiest
        for (const LinkLoad &load : step.alone.links) {
            const std::string &name = m_topology->edges()[load.edge.index()].link;
            double &most = busy[name.substr(0, name.find('#'))];
            most = std::max(most, load.busy.value);
        }
        for (std::size_t link = 0; link < job.loads.size(); ++link) {
            const auto found = busy.find(m_input.cluster.links[link].name);
            job.loads[link] = found == busy.end() ? 0 : found->second / job.together.value;
        }
    }

    /// What the others leave a job of a link.
    double rateLeft(std::size_t job, std::size_t link) const
    {
        double others = 0;
        int users = 1;
        for (std::size_t other = 0; other < m_state.jobs.size(); ++other) {
            if (other == job || !(m_state.jobs[other].loads[link] > 0))
                continue;
            others += m_state.jobs[other].loads[link];
            ++users;
        }
        return std::max(1 - others, 1.0 / users);
    }

    const SharedJobsInput &m_input;
    const SharedJobsOptions &m_options;
    StopToken m_stop;
    std::optional<Topology> m_topology;
    SharedJobs m_state;
};

/// The best plans of a search for one job with the rates that the others leave it, best first.
Result<std::vector<Plan>> proposalsFor(std::size_t job, const JobTable &table, const SharedJobsInput &input,
                                       const SharedJobsOptions &options, const StopToken &stop, Progress *progress)
{
    const auto &calibration = options.search.calibration ? *options.search.calibration : builtinCalibration();
    const auto software = jobSoftware(calibration, input.jobs[job].workload.job);
    if (!software)
        return software.error();
    const Cluster own = table.clusterOf(job);
    const auto topology = Topology::build(own);
    if (!topology)
        return topology.error();
    SearchOptions search = options.search;
    search.objective = SearchObjective::time;
    search.top = std::max(options.plansOfSearch, rankedForAnswer);
    search.mappings = resolveMappings(input.jobs[job].mappings, own, *topology);
    const auto found = searchPlans(*topology, input.jobs[job].workload, search, stop, progress);
    std::vector<Plan> plans;
    if (!found) {
        if (found.error().code == Error::Code::infeasible || stop.stop_requested())
            return plans;
        return found.error();
    }
    const auto add = [&](const Plan &plan) {
        Plan whole = withUnusedDevices(plan, table.topology());
        if (std::find(plans.begin(), plans.end(), whole) == plans.end())
            plans.push_back(std::move(whole));
    };
    if (const auto best = recommend(*found, &*software))
        add(*best.plan);
    for (const RankedPlan &ranked : found->plans) {
        if (plans.size() < options.plansOfSearch && !softwareLack(ranked.plan, *software))
            add(ranked.plan);
    }
    return plans;
}

/// Plans for the jobs that have none, each alone on the cluster.
Status planMissing(JobTable &table, const SharedJobsInput &input, const SharedJobsOptions &options,
                   const StopToken &stop, Progress *progress)
{
    for (std::size_t job = 0; job < input.jobs.size(); ++job) {
        if (input.jobs[job].plan)
            continue;
        const auto plans = proposalsFor(job, table, input, options, stop, progress);
        if (!plans)
            return plans.error();
        if (stop.stop_requested())
            return cancelledError();
        ++table.state().searches;
        if (plans->empty())
            return Error{Error::Code::infeasible, {},
                         input.jobs[job].path,    "no plan that fits on the devices of the job",
                         "at least one",          "give the job more devices"};
        table.state().jobs[job].plan = plans->front();
    }
    return {};
}

void rememberStart(SharedJobs &state)
{
    for (SharedJob &job : state.jobs)
        job.atStart = job.alone;
}

/// Takes the proposal with which all jobs together are best; false if none is better than what there is.
bool takeBest(JobTable &table, std::size_t job, const std::vector<Plan> &proposals, const StopToken &stop)
{
    const SharedJobs before = table.state();
    SharedJobs best = before;
    double least = before.slowdown() - worthIt;
    bool taken = false;
    for (const Plan &plan : proposals) {
        if (plan == before.jobs[job].plan || stop.stop_requested())
            continue;
        table.state() = before;
        table.state().jobs[job].plan = plan;
        if (!table.simulate() || !(table.state().slowdown() < least))
            continue;
        best = table.state();
        least = best.slowdown();
        taken = true;
    }
    table.state() = std::move(best);
    return taken;
}

} // namespace

double SharedJobs::slowdown() const
{
    double sum = 0;
    for (const SharedJob &job : jobs)
        sum += job.feasible ? job.together / job.atStart : infinity;
    return sum;
}

Result<SharedJobs> simulateShared(const SharedJobsInput &input, const SharedJobsOptions &options, const StopToken &stop)
{
    for (const SharedJobInput &job : input.jobs) {
        if (!job.plan)
            return Error{Error::Code::invalid,
                         {},
                         job.path,
                         "no plan",
                         "a plan of each job",
                         "plan the jobs first: hscope jobs --plan"};
    }
    JobTable table(input, options, stop);
    if (const auto status = table.begin(); !status)
        return status.error();
    if (const auto status = table.simulate(); !status)
        return status.error();
    rememberStart(table.state());
    return std::move(table.state());
}

Result<SharedJobs> planShared(const SharedJobsInput &input, const SharedJobsOptions &options, const StopToken &stop,
                              Progress *progress)
{
    if (const auto status = checkNodes(input); !status)
        return status.error();
    JobTable table(input, options, stop);
    if (const auto status = table.begin(); !status)
        return status.error();
    if (const auto status = planMissing(table, input, options, stop, progress); !status)
        return status.error();
    if (const auto status = table.simulate(); !status)
        return status.error();
    rememberStart(table.state());
    std::size_t unchanged = 0;
    const std::size_t jobs = input.jobs.size();
    for (std::size_t turn = 0; turn < options.mostTurns * jobs && unchanged < jobs; ++turn) {
        const std::size_t job = turn % jobs;
        const auto proposals = proposalsFor(job, table, input, options, stop, progress);
        if (!proposals)
            return proposals.error();
        if (stop.stop_requested())
            break;
        ++table.state().searches;
        ++unchanged;
        if (!takeBest(table, job, *proposals, stop))
            continue;
        ++table.state().changes;
        unchanged = 1;
    }
    return std::move(table.state());
}

Result<SharedJobs> simulateShared(const std::vector<Project> &projects, const SharedJobsOptions &options,
                                  const StopToken &stop)
{
    const auto input = sharedJobsOf(projects);
    if (!input)
        return input.error();
    return simulateShared(*input, options, stop);
}

Result<SharedJobs> planShared(const std::vector<Project> &projects, const SharedJobsOptions &options,
                              const StopToken &stop, Progress *progress)
{
    const auto input = sharedJobsOf(projects);
    if (!input)
        return input.error();
    return planShared(*input, options, stop, progress);
}

} // namespace heteroscope
