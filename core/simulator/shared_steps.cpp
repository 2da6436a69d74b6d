// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/shared_steps.h"

#include "base/memory_budget.h"
#include "cost/group_pricer.h"
#include "simulator/engine/joint_run.h"
#include "simulator/program/step_builder.h"
#include "simulator/program/step_size.h"

#include <algorithm>
#include <memory>
#include <unordered_map>

namespace heteroscope {

namespace {

Error ofJob(std::size_t job, Error error)
{
    error.path = "/" + std::to_string(job) + error.path;
    return error;
}

/// The programs of all jobs on one network.
class SharedSimulation
{
public:
    SharedSimulation(const Topology &topology, const std::vector<SharingJob> &jobs, const SharedStepsOptions &options)
        : m_topology(topology), m_jobs(jobs), m_options(options)
    {}

    Result<SharedSteps> run()
    {
        if (auto status = simulateAlone(); !status)
            return status.error();
        findSharedEdges();
        if (auto status = buildSharing(); !status)
            return status.error();
        if (m_sharing.size() > 1) {
            joinNetworks();
            if (auto status = simulateSharing(); !status)
                return status.error();
        }
        return std::move(m_result);
    }

private:
    Status simulateAlone()
    {
        for (std::size_t job = 0; job < m_jobs.size(); ++job) {
            m_pricers.push_back(std::make_unique<GroupPricer>(m_topology, *m_jobs[job].workload, Seconds(0),
                                                              m_options.calibration, m_options.stop));
            m_pricers.back()->limitMemory(m_options.memory);
            StepOptions options;
            options.timeline = false;
            options.linkLoads = true;
            auto alone = predictStep(*m_pricers.back(), *m_jobs[job].plan, options);
            if (!alone)
                return ofJob(job, alone.error());
            SharedStep step;
            step.mean = step.shortest = step.longest = alone->stepTime;
            step.alone = std::move(*alone);
            m_result.jobs.push_back(std::move(step));
            auto built = buildStep(*m_pricers[job], *m_jobs[job].plan);
            if (!built)
                return ofJob(job, built.error());
            m_built.push_back(std::move(*built));
        }
        return {};
    }

    /// By edge, whether two jobs use it. Links of a conflict set hold each other back, so they count as one.
    void findSharedEdges()
    {
        std::vector<std::size_t> users(m_topology.edges().size());
        std::vector<std::size_t> last(m_topology.edges().size(), m_jobs.size()); // job that was counted last
        const auto count = [&](std::size_t edge, std::size_t job) {
            users[edge] += last[edge] == job ? 0 : 1;
            last[edge] = job;
        };
        for (std::size_t job = 0; job < m_jobs.size(); ++job) {
            std::vector<bool> own(m_topology.edges().size());
            for (const LinkUser &user : m_built[job].users) {
                for (const EdgeTraffic &share : user.traffic)
                    own[share.edge.index()] = true;
            }
            for (const auto &set : m_topology.conflictSets()) {
                if (std::none_of(set.begin(), set.end(), [&own](EdgeId edge) { return own[edge.index()]; }))
                    continue;
                for (const EdgeId edge : set)
                    count(edge.index(), job);
            }
            for (std::size_t edge = 0; edge < own.size(); ++edge) {
                if (own[edge])
                    count(edge, job);
            }
        }
        m_shared.resize(users.size());
        for (std::size_t edge = 0; edge < users.size(); ++edge)
            m_shared[edge] = users[edge] > 1;
    }

    bool sharesAnEdge(std::size_t job) const
    {
        return std::any_of(m_built[job].users.begin(), m_built[job].users.end(), [this](const LinkUser &user) {
            return std::any_of(user.traffic.begin(), user.traffic.end(),
                               [this](const EdgeTraffic &share) { return m_shared[share.edge.index()]; });
        });
    }

    Status buildSharing()
    {
        Bytes memory;
        for (std::size_t job = 0; job < m_jobs.size(); ++job) {
            if (!sharesAnEdge(job))
                continue;
            const Plan &plan = *m_jobs[job].plan;
            if (plan.scheduleOptions.postValidation)
                return ofJob(job, {Error::Code::invalid,
                                   {},
                                   "/scheduleOptions/postValidation",
                                   "steps that overlap, on a link of two jobs",
                                   "a plan whose steps follow each other",
                                   "turn post-validation off to see jobs together"});
            StepOptions options;
            options.timeline = false;
            const auto size = stepSize(plan, *m_jobs[job].workload, options);
            memory += size.memory;
            const Bytes budget = memoryBudget(m_options.memory);
            if (memory > budget)
                return ofJob(job, tooLargeStep(size, budget, toSeconds(m_result.jobs[job].alone.stepTime)));
            auto built = buildStep(*m_pricers[job], plan, {}, m_shared);
            if (!built)
                return ofJob(job, built.error());
            m_built[job] = std::move(*built);
            m_sharing.push_back(job);
        }
        return {};
    }

    /// Numbers the edges of all programs anew, as those of one network.
    void joinNetworks()
    {
        std::unordered_map<std::size_t, std::int32_t> known; // by edge of the topology
        for (const std::size_t job : m_sharing) {
            BuiltStep &built = m_built[job];
            std::vector<std::int32_t> edgeOf;
            std::vector<double> ratio; // of the capacity that the first job sees to this job's
            for (std::size_t edge = 0; edge < built.edges.size(); ++edge) {
                const auto [at, isNew] =
                    known.try_emplace(built.edges[edge].index(), static_cast<std::int32_t>(m_network.edges.size()));
                if (isNew) {
                    m_network.edges.push_back(built.program.edges[edge]);
                    m_edges.push_back(built.edges[edge]);
                }
                const double first = m_network.edges[static_cast<std::size_t>(at->second)].capacity;
                const double own = built.program.edges[edge].capacity;
                edgeOf.push_back(at->second);
                ratio.push_back(first == own ? 1 : first / own);
            }
            for (FlowRoute &route : built.program.routes) {
                for (FlowShare &share : route.shares) {
                    const auto local = static_cast<std::size_t>(share.edge);
                    share.perByte *= ratio[local];
                    share.edge = edgeOf[local];
                }
            }
        }
        for (const auto &set : m_topology.conflictSets()) {
            SharedCapacity shared;
            for (const EdgeId edge : set) {
                if (const auto at = known.find(edge.index()); at != known.end())
                    shared.edges.push_back(at->second);
            }
            if (shared.edges.size() > 1)
                m_network.conflicts.push_back(std::move(shared));
        }
    }

    Status simulateSharing()
    {
        JointOptions joint;
        joint.mostSteps = m_options.mostSteps;
        joint.stop = m_options.stop;
        std::vector<const StepProgram *> programs;
        for (const std::size_t job : m_sharing) {
            programs.push_back(&m_built[job].program);
            joint.begins.push_back(toTicks(m_jobs[job].begin));
        }
        const auto steps = runTogether(programs, m_network, joint);
        if (!steps)
            return errorOf(steps.error());
        m_result.settled = steps->settled;
        m_result.events = steps->events;
        for (std::size_t i = 0; i < m_sharing.size(); ++i) {
            const auto &own = steps->steps[i];
            if (own.empty())
                return ofJob(m_sharing[i], {Error::Code::invalid,
                                            {},
                                            {},
                                            "no step within " + std::to_string(steps->events) + " events of all jobs",
                                            "jobs whose steps are not too unlike in length",
                                            "let it begin earlier, or give the job a smaller batch"});
            SharedStep &step = m_result.jobs[m_sharing[i]];
            const auto half = own.begin() + static_cast<std::ptrdiff_t>(own.size() / 2);
            step.shares = true;
            step.steps = own.size();
            step.mean = meanStep(own);
            step.shortest = *std::min_element(half, own.end());
            step.longest = *std::max_element(half, own.end());
        }
        return {};
    }

    Error errorOf(const JointFailure &failure) const
    {
        if (failure.why.kind == StepFailure::Kind::stopped)
            return cancelledError();
        const std::size_t job = m_sharing[failure.program];
        if (failure.why.kind == StepFailure::Kind::linkStaysDown)
            return ofJob(job, {Error::Code::infeasible,
                               {},
                               {},
                               "link " + m_topology.edge(m_edges[failure.why.index]).link +
                                   " stays down before the step can end",
                               "a link that comes back",
                               "change its rate curve or the start time"});
        return ofJob(job, {Error::Code::internal,
                           {},
                           {},
                           "a step that cannot end beside the other jobs",
                           "a step that ends as it does alone",
                           "choose another schedule or software stack"});
    }

    const Topology &m_topology;
    const std::vector<SharingJob> &m_jobs;
    const SharedStepsOptions &m_options;
    std::vector<std::unique_ptr<GroupPricer>> m_pricers;
    std::vector<BuiltStep> m_built;
    std::vector<bool> m_shared;         // by edge of the topology
    std::vector<std::size_t> m_sharing; // jobs that share an edge
    JointNetwork m_network;
    std::vector<EdgeId> m_edges; // of m_network
    SharedSteps m_result;
};

} // namespace

Result<SharedSteps> simulateTogether(const Topology &topology, const std::vector<SharingJob> &jobs,
                                     const SharedStepsOptions &options)
{
    return SharedSimulation(topology, jobs, options).run();
}

} // namespace heteroscope
