// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sends and collectives are priced once for all groups that stand alike in the cluster (TensorGroupChoice::place): each
// must cost what the network says of its own devices.
#include "planner/space_support.h"
#include "project/project_file.h"
#include "support/strict_test.h"

#include <set>

using namespace heteroscope;

namespace {

constexpr std::size_t mostDevices = 128;

bool isSame(double one, double other) { return std::abs(one - other) <= 1e-12 * std::abs(other); }

bool areDisjoint(const TensorGroupChoice &one, const TensorGroupChoice &other)
{
    return one.devices.back() < other.devices.front() || other.devices.back() < one.devices.front();
}

class Compared
{
public:
    explicit Compared(const Cluster &cluster)
        : m_topology(test::topology(cluster)), m_groups(m_topology, {}, TensorGroups::Extent::overNodes)
    {}

    /// Between all groups that have no device in common. Returns the number of places.
    std::size_t sends()
    {
        std::set<int> places;
        for (std::size_t from = 0; from < m_groups.all().size(); ++from) {
            places.insert(m_groups.all()[from].place);
            for (std::size_t to = 0; to < m_groups.all().size(); ++to) {
                const auto &sender = m_groups.all()[from], &receiver = m_groups.all()[to];
                if (from == to || !areDisjoint(sender, receiver))
                    continue;
                const auto price = m_book.send(static_cast<int>(from), static_cast<int>(to));
                const auto cost = m_pricer.network().transfer(sender.devices, receiver.devices);
                if (static_cast<bool>(price) != static_cast<bool>(cost) ||
                    (price && (!isSame(price->latency, cost->shortestLatency().value) ||
                               !isSame(price->secondsPerByte, cost->secondsPerByte))))
                    qFatal("the price of a send from group %zu to group %zu is another one", from, to);
            }
        }
        return places.size();
    }
    /// Among neighbours and among every second group.
    void collectives()
    {
        for (std::size_t type = 0; type < m_topology.deviceTypes().size(); ++type) {
            for (int size = 1; size <= m_groups.largestSize(); size *= 2) {
                const int begin = m_groups.first(type, size), count = m_groups.count(type, size);
                for (const int replicas : {2, 3, 4, 8}) {
                    for (const int stride : {1, 2}) {
                        for (int first = 0; first + replicas * stride <= count; first += stride)
                            collective(begin + first, replicas, stride);
                    }
                }
            }
        }
    }

private:
    void collective(int first, int replicas, int stride)
    {
        std::vector<int> groups(static_cast<std::size_t>(replicas));
        for (std::size_t i = 0; i < groups.size(); ++i)
            groups[i] = first + static_cast<int>(i) * stride;
        for (const bool gather : {false, true}) {
            const auto rings = m_book.gradientRings(groups, 1);
            const auto price = m_book.collective(groups, gather, 1);
            const auto cost = gather ? m_pricer.network().allGather(rings) : m_pricer.network().allReduce(rings);
            if (static_cast<bool>(price) != static_cast<bool>(cost) ||
                (price && (!isSame(price->latency, cost->shortestLatency().value) ||
                           !isSame(price->secondsPerByte, cost->secondsPerByte))))
                qFatal("the price of a collective among %d groups from %d on is another one", replicas, first);
        }
    }

    Topology m_topology;
    TensorGroups m_groups;
    Workload m_workload = test::smallGpt(4, 512, 8);
    GroupPricer m_pricer{m_topology, m_workload, Seconds(0), nullptr, {}};
    const SoftwareStack m_stack = *jobSoftware(builtinCalibration(), m_workload.job);
    PriceBook m_book{m_pricer, m_groups, m_stack};
};

} // namespace

class PlacesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void groupsOfAPlaceCostTheSame_data()
    {
        QTest::addColumn<int>("example");
        for (std::size_t i = 0; i < builtinExamples().size(); ++i) {
            const auto &example = builtinExamples()[i];
            if (test::topology(example.project.cluster).devices().size() <= mostDevices)
                QTest::newRow(example.file.c_str()) << static_cast<int>(i);
        }
    }
    void groupsOfAPlaceCostTheSame()
    {
        QFETCH(int, example);
        Compared compared(builtinExamples()[static_cast<std::size_t>(example)].project.cluster);
        compared.sends();
        compared.collectives();
    }
    void inRandomClustersToo()
    {
        HETEROSCOPE_PROPERTY("prices of sends and collectives are those of the network", [] {
            auto cluster = test::randomCluster(12);
            for (auto &link : cluster.links)
                link.rate = {}; // a price is the least over time
            Compared compared(cluster);
            compared.sends();
            compared.collectives();
        });
    }
    void alikeNodesOfASwitchHaveOnePlaceForEachPosition()
    {
        std::vector<Node> nodes;
        for (const char *name : {"a", "b", "c", "d"})
            nodes.push_back(test::node(name, "A100-80GB SXM", 4));
        // One device has 4 positions in a node, two have 2, four 1; over two and over four nodes there is one each.
        QCOMPARE(Compared(test::star(nodes)).sends(), std::size_t{9});
        auto cluster = test::star(nodes);
        cluster.links.back().bandwidth = cluster.links.back().bandwidth * 0.5;
        // The last node is another one then: 7 positions of its own, and the groups over nodes with it.
        QCOMPARE(Compared(cluster).sends(), std::size_t{7 + 7 + 2 + 1});
    }
};

QTEST_GUILESS_MAIN(PlacesTest)
#include "places_test.moc"
