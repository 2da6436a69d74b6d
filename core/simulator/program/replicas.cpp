// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/program/replicas.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace heteroscope {

namespace {

/// Lanes [first, last) are one pipeline.
struct PipelineLanes
{
    std::size_t first = 0;
    std::size_t last = 0;
};

std::vector<PipelineLanes> pipelinesOf(const std::vector<PlanLane> &lanes)
{
    std::vector<PipelineLanes> pipelines;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        if (i == 0 || lanes[i].pipeline != lanes[i - 1].pipeline)
            pipelines.push_back({i, i});
        pipelines.back().last = i + 1;
    }
    return pipelines;
}

/// Routes are numbered apart in each pipeline; Folder::sameRoute compares where they lead.
PassWork withoutRoutes(PassWork work)
{
    for (auto &each : work.flows)
        each.flow.route = -1;
    return work;
}

bool isAlike(const PassWork &a, const PassWork &b)
{
    return a.flows.empty() ? a == b : withoutRoutes(a) == withoutRoutes(b);
}

class Folder
{
public:
    Folder(const StepProgram &program, const std::vector<PlanLane> &lanes)
        : m_program(program), m_lanes(lanes), m_pipelines(pipelinesOf(lanes)), m_class(m_pipelines.size())
    {}

    ReplicaFolding fold()
    {
        findMeetings();
        findSynchronizedEdges();
        findClasses();
        if (!m_apart)
            checkSynchronizations();
        return build();
    }

private:
    using Lists = std::vector<std::vector<Channel>>;

    /// Edges that routes of more than one pipeline use.
    void findMeetings()
    {
        m_edgeOwner.assign(m_program.edges.size(), -1);
        m_meets.assign(m_pipelines.size(), false);
        forEachRoute([this](std::size_t pipeline, const FlowRoute &route) {
            for (const auto &share : route.shares) {
                auto &owner = m_edgeOwner[static_cast<std::size_t>(share.edge)];
                if (owner < 0)
                    owner = static_cast<int>(pipeline);
                else if (owner != static_cast<int>(pipeline))
                    m_meets[pipeline] = m_meets[static_cast<std::size_t>(owner)] = true;
            }
        });
        // A conflict set may join edges of several pipelines: they meet as well.
        for (const auto &set : m_program.conflicts) {
            int first = -1;
            for (const auto edge : set.edges) {
                const int owner = m_edgeOwner[static_cast<std::size_t>(edge)];
                if (first < 0)
                    first = owner;
                else if (owner >= 0 && owner != first)
                    m_meets[static_cast<std::size_t>(first)] = m_meets[static_cast<std::size_t>(owner)] = true;
            }
        }
    }

    template<class Visit>
    void forEachRoute(Visit visit) const
    {
        for (std::size_t p = 0; p < m_pipelines.size(); ++p) {
            for (std::size_t l = m_pipelines[p].first; l < m_pipelines[p].last; ++l) {
                for (const auto *lists : {&m_program.lanes[l].forwardTo, &m_program.lanes[l].backwardTo}) {
                    for (const auto &list : *lists) {
                        for (const auto &channel : list) {
                            if (channel.route >= 0)
                                visit(p, m_program.routes[static_cast<std::size_t>(channel.route)]);
                        }
                    }
                }
                for (const auto &chunk : m_program.lanes[l].chunks) {
                    for (const auto &pass : chunk.passes) {
                        for (const auto &each : pass.flows)
                            visit(p, m_program.routes[static_cast<std::size_t>(each.flow.route)]);
                    }
                }
            }
        }
    }

    /// Which synchronizations are on an edge, and how much of them.
    void findSynchronizedEdges()
    {
        m_synchronized.resize(m_program.edges.size());
        for (const auto &synchronization : m_program.synchronizations) {
            const int route = synchronization.reduction.route;
            if (route < 0)
                continue;
            for (const auto &share : m_program.routes[static_cast<std::size_t>(route)].shares)
                m_synchronized[static_cast<std::size_t>(share.edge)].push_back({route, share.perByte});
        }
    }

    void findClasses()
    {
        std::unordered_map<std::uint64_t, std::vector<std::size_t>> representatives;
        for (std::size_t p = 0; p < m_pipelines.size(); ++p) {
            m_class[p] = p;
            if (m_meets[p]) {
                m_apart = AssumptionKind::replicasShareLinks;
                continue;
            }
            auto &alike = representatives[fingerprint(p)];
            const auto found =
                std::find_if(alike.begin(), alike.end(), [&](std::size_t other) { return samePipeline(other, p); });
            if (found == alike.end())
                alike.push_back(p);
            else
                m_class[p] = *found;
        }
    }

    /// Equal for pipelines that are the same.
    std::uint64_t fingerprint(std::size_t pipeline) const
    {
        std::uint64_t sum = 0;
        const auto add = [&sum](std::int64_t value) {
            sum = sum * 0x100000001B3ULL + static_cast<std::uint64_t>(value);
        };
        for (std::size_t l = m_pipelines[pipeline].first; l < m_pipelines[pipeline].last; ++l) {
            const auto &lane = m_program.lanes[l];
            add(lane.microBatches);
            add(lane.optimizer.count);
            for (const auto &chunk : lane.chunks) {
                for (const auto &pass : chunk.passes)
                    add(pass.total().count);
            }
        }
        return sum;
    }

    bool samePipeline(std::size_t a, std::size_t b)
    {
        const auto &first = m_pipelines[a];
        const auto &second = m_pipelines[b];
        if (first.last - first.first != second.last - second.first)
            return false;
        m_edgePairs.clear();
        m_edgePairsBack.clear();
        for (std::size_t i = 0; i < first.last - first.first; ++i) {
            if (!sameLane(first.first + i, second.first + i, first.first, second.first))
                return false;
        }
        return true;
    }

    bool sameLane(std::size_t a, std::size_t b, std::size_t firstA, std::size_t firstB)
    {
        const auto &x = m_program.lanes[a];
        const auto &y = m_program.lanes[b];
        if (x.microBatches != y.microBatches || x.overheadPerMicroBatch != y.overheadPerMicroBatch ||
            x.optimizer != y.optimizer || x.stepOverhead != y.stepOverhead || x.chunks.size() != y.chunks.size() ||
            x.forwardInputs != y.forwardInputs || x.backwardInputs != y.backwardInputs || x.speed != y.speed)
            return false;
        for (std::size_t c = 0; c < x.chunks.size(); ++c) {
            if (x.chunks[c].activationBytes != y.chunks[c].activationBytes ||
                x.chunks[c].hostBytes != y.chunks[c].hostBytes)
                return false;
            for (std::size_t p = 0; p < passCount; ++p) {
                const auto &pass = x.chunks[c].passes[p];
                const auto &other = y.chunks[c].passes[p];
                if (!isAlike(pass, other))
                    return false;
                for (std::size_t f = 0; f < pass.flows.size(); ++f) {
                    if (!sameRoute(m_program.routes[static_cast<std::size_t>(pass.flows[f].flow.route)],
                                   m_program.routes[static_cast<std::size_t>(other.flows[f].flow.route)]))
                        return false;
                }
            }
        }
        return sameChannels(x.forwardTo, y.forwardTo, firstA, firstB) &&
               sameChannels(x.backwardTo, y.backwardTo, firstA, firstB) && x.order == y.order;
    }

    bool sameChannels(const Lists &a, const Lists &b, std::size_t firstA, std::size_t firstB)
    {
        for (std::size_t c = 0; c < a.size(); ++c) {
            if (a[c].size() != b[c].size())
                return false;
            for (std::size_t i = 0; i < a[c].size(); ++i) {
                const auto &x = a[c][i];
                const auto &y = b[c][i];
                if (static_cast<std::size_t>(x.toLane) - firstA != static_cast<std::size_t>(y.toLane) - firstB ||
                    x.toChunk != y.toChunk || x.occupancy != y.occupancy || x.latency != y.latency ||
                    x.bytes != y.bytes || (x.route < 0) != (y.route < 0))
                    return false;
                if (x.route >= 0 && !sameRoute(m_program.routes[static_cast<std::size_t>(x.route)],
                                               m_program.routes[static_cast<std::size_t>(y.route)]))
                    return false;
            }
        }
        return true;
    }

    /// Edge for edge alike, and one edge of the one pipeline always stands for the same edge of the other.
    bool sameRoute(const FlowRoute &a, const FlowRoute &b)
    {
        if (a.weight != b.weight || a.shares.size() != b.shares.size())
            return false;
        for (std::size_t i = 0; i < a.shares.size(); ++i) {
            const auto &x = m_program.edges[static_cast<std::size_t>(a.shares[i].edge)];
            const auto &y = m_program.edges[static_cast<std::size_t>(b.shares[i].edge)];
            const auto pair = m_edgePairs.try_emplace(a.shares[i].edge, b.shares[i].edge).first;
            const auto back = m_edgePairsBack.try_emplace(b.shares[i].edge, a.shares[i].edge).first;
            if (a.shares[i].perByte != b.shares[i].perByte || x.capacity != y.capacity || x.rate != y.rate ||
                pair->second != b.shares[i].edge || back->second != a.shares[i].edge ||
                m_synchronized[static_cast<std::size_t>(a.shares[i].edge)] !=
                    m_synchronized[static_cast<std::size_t>(b.shares[i].edge)])
                return false;
        }
        return true;
    }

    /// Every synchronization must hold all members of a class, with equal chunks, or none.
    void checkSynchronizations()
    {
        std::vector<std::size_t> pipelineOf(m_lanes.size());
        for (std::size_t p = 0; p < m_pipelines.size(); ++p)
            std::fill(pipelineOf.begin() + static_cast<std::ptrdiff_t>(m_pipelines[p].first),
                      pipelineOf.begin() + static_cast<std::ptrdiff_t>(m_pipelines[p].last), p);
        std::vector<std::size_t> size(m_pipelines.size());
        for (const auto c : m_class)
            ++size[c];
        for (const auto &synchronization : m_program.synchronizations) {
            std::map<std::array<std::size_t, 3>, std::size_t> members; // class, place in pipeline, chunk
            for (const auto &holder : synchronization.holders) {
                const auto p = pipelineOf[static_cast<std::size_t>(holder.lane)];
                ++members[{m_class[p], static_cast<std::size_t>(holder.lane) - m_pipelines[p].first,
                           static_cast<std::size_t>(holder.chunk)}];
            }
            for (const auto &[key, count] : members) {
                if (count != size[key[0]]) {
                    m_apart = AssumptionKind::replicasAveragedPartly;
                    for (std::size_t p = 0; p < m_class.size(); ++p)
                        m_class[p] = p;
                    return;
                }
            }
        }
    }

    ReplicaFolding build() const
    {
        ReplicaFolding folding;
        folding.apart = m_apart;
        folding.lane.resize(m_lanes.size());
        auto &program = folding.program;
        std::vector<std::size_t> firstOf(m_pipelines.size());
        std::size_t lanes = 0;
        for (std::size_t p = 0; p < m_pipelines.size(); ++p) {
            const auto size = m_pipelines[p].last - m_pipelines[p].first;
            firstOf[p] = m_class[p] == p ? lanes : firstOf[m_class[p]];
            for (std::size_t i = 0; i < size; ++i)
                folding.lane[m_pipelines[p].first + i] = firstOf[p] + i;
            if (m_class[p] == p) {
                lanes += size;
                ++folding.pipelines;
            }
        }
        program.sends = m_program.sends;
        program.postValidation = m_program.postValidation;
        program.computeSlowdown = m_program.computeSlowdown;
        program.bucketSlowdown = m_program.bucketSlowdown;
        program.edges = m_program.edges;
        program.conflicts = m_program.conflicts;
        program.operations = m_program.operations;
        program.routes = m_program.routes;
        for (const auto &synchronization : m_program.synchronizations) {
            if (const int route = synchronization.reduction.route; route >= 0)
                std::erase_if(program.routes[static_cast<std::size_t>(route)].shares, [this](const FlowShare &share) {
                    const int owner = m_edgeOwner[static_cast<std::size_t>(share.edge)];
                    return owner >= 0 && m_class[static_cast<std::size_t>(owner)] != static_cast<std::size_t>(owner);
                });
        }
        for (std::size_t p = 0; p < m_pipelines.size(); ++p) {
            if (m_class[p] != p)
                continue;
            for (std::size_t l = m_pipelines[p].first; l < m_pipelines[p].last; ++l) {
                auto lane = m_program.lanes[l];
                for (auto *lists : {&lane.forwardTo, &lane.backwardTo}) {
                    for (auto &list : *lists) {
                        for (auto &channel : list)
                            channel.toLane = static_cast<int>(folding.lane[static_cast<std::size_t>(channel.toLane)]);
                    }
                }
                program.lanes.push_back(std::move(lane));
            }
        }
        for (const auto &synchronization : m_program.synchronizations) {
            auto own = synchronization;
            own.holders.clear();
            for (const auto &holder : synchronization.holders)
                own.holders.push_back(
                    {static_cast<int>(folding.lane[static_cast<std::size_t>(holder.lane)]), holder.chunk});
            std::sort(own.holders.begin(), own.holders.end());
            own.holders.erase(std::unique(own.holders.begin(), own.holders.end()), own.holders.end());
            program.synchronizations.push_back(std::move(own));
        }
        return folding;
    }

    const StepProgram &m_program;
    const std::vector<PlanLane> &m_lanes;
    std::vector<PipelineLanes> m_pipelines;
    std::vector<std::size_t> m_class; // by pipeline: the first one that is the same
    std::vector<int> m_edgeOwner;
    std::vector<bool> m_meets;
    std::vector<std::vector<std::pair<int, double>>> m_synchronized; // by edge: routes and bytes per byte
    std::unordered_map<std::int32_t, std::int32_t> m_edgePairs, m_edgePairsBack;
    std::optional<AssumptionKind> m_apart;
};

} // namespace

ReplicaFolding foldReplicas(const StepProgram &program, const std::vector<PlanLane> &lanes)
{
    return Folder(program, lanes).fold();
}

StepTrace unfold(StepTrace trace, const ReplicaFolding &folding, const std::vector<PlanLane> &lanes)
{
    // By folded lane the whole step's lanes that show it; peers are named within the same pipeline.
    std::map<int, std::size_t> firstLane; // by pipeline
    for (std::size_t i = lanes.size(); i-- > 0;)
        firstLane[lanes[i].pipeline] = i;
    std::vector<std::size_t> original(trace.lanes.size());
    for (std::size_t i = lanes.size(); i-- > 0;)
        original[folding.lane[i]] = i;
    StepTrace whole;
    whole.stepTime = trace.stepTime;
    whole.events = trace.events;
    whole.rates = std::move(trace.rates);
    whole.criticalPath = std::move(trace.criticalPath);
    for (auto &piece : whole.criticalPath)
        piece.lane = static_cast<std::int32_t>(original[static_cast<std::size_t>(piece.lane)]);
    whole.lanes.reserve(lanes.size());
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const auto own = folding.lane[i];
        // A peer in the pipeline that was simulated for this one stands for the peer in this one; any other is itself.
        const auto shown = original[own];
        const auto first = firstLane[lanes[i].pipeline];
        const auto shownFirst = firstLane[lanes[shown].pipeline];
        const auto peer = [&](std::int32_t lane) {
            if (lane < 0)
                return lane;
            const auto known = original[static_cast<std::size_t>(lane)];
            return static_cast<std::int32_t>(lanes[known].pipeline == lanes[shown].pipeline ? known - shownFirst + first
                                                                                            : known);
        };
        LaneTrace copy = trace.lanes[own];
        for (auto &interval : copy.intervals)
            interval.peerLane = peer(interval.peerLane);
        for (auto &traffic : copy.traffic)
            traffic.peerLane = peer(traffic.peerLane);
        whole.lanes.push_back(std::move(copy));
    }
    return whole;
}

} // namespace heteroscope
