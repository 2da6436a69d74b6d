// SPDX-License-Identifier: GPL-3.0-or-later
//
// Expands a cluster that has no mistakes (findClusterMistakes) into a Topology. Used by Topology::build only.
#pragma once

#include "cluster/cluster_json.h"
#include "cluster/topology.h"

namespace heteroscope {

class TopologyBuilder
{
public:
    explicit TopologyBuilder(const Cluster &cluster) : m_cluster(cluster) {}
    Topology build();

private:
    /// A copy of a drawn node or switch; copy 1 is the drawn element.
    struct Copy
    {
        std::size_t index = 0; // of the node or switch in the cluster
        int copy = 1;
    };

    void findRacks();
    void separateDeadEnds();
    std::vector<VertexId> findDeadEnds() const;
    void listCopies();
    void addDevices();
    void addVertices();
    void addFabric();
    void addLinks();
    void addConflictSets();
    void sortOutgoing();
    void orderNodes();
    void addLink(VertexId a, VertexId b, const TopologyEdge &edge);
    /// The vertex that links to copy `copy` of a node or switch attach to.
    VertexId attachedTo(const std::string &thing, int copy) const;
    std::size_t typeIndex(const std::string &name);

    const Cluster &m_cluster;
    Topology m_topology;
    std::unordered_map<std::string, std::size_t> m_rackOf; // node or switch -> rack
    std::unordered_map<std::string, std::size_t> m_typeIndex;
    std::vector<Copy> m_nodes;
    std::vector<Copy> m_switches;
    std::unordered_map<std::string, VertexId> m_attach;             // by name of the copy
    std::vector<std::unordered_map<std::string, VertexId>> m_inner; // by node of the topology: vertex id -> vertex
};

} // namespace heteroscope
