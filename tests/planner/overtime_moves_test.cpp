// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a switch moves, byte by byte, and scenarios as the planner over time sees them.
#include "planner/overtime/scenario.h"
#include "planner/overtime/state_move.h"

#include "planner/space_support.h"
#include "support/strict_test.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace heteroscope;

namespace {

/// A model of so few parameters that each byte can be counted.
Workload tinyWorkload()
{
    Workload workload = test::smallGpt(2, 8, 4);
    workload.model.vocab = 10;
    workload.model.maxSequence = 8;
    workload.model.heads = workload.model.kvHeads = 4;
    workload.model.headDim = 2;
    workload.model.ffn = 16;
    if (*rc::gen::inRange(0, 2) == 0)
        workload.model.moe = MixtureOfExperts{4, 2, 0, 8, 0};
    return workload;
}

/// Pipelines of equal degrees over the first devices, ep over neighbouring pipelines where there are several.
Plan randomPlan(const Topology &topology, const Workload &workload)
{
    const int tp = 1 << *rc::gen::inRange(0, 3);
    const int cp = 1 << *rc::gen::inRange(0, 2);
    const int stages = *rc::gen::inRange(1, 3);
    const int most = static_cast<int>(topology.devices().size()) / (tp * cp * stages);
    Plan plan;
    plan.zeroStage = *rc::gen::inRange(0, 4);
    if (most == 0)
        return plan;
    const int replicas = 1 << *rc::gen::inRange(0, most >= 2 ? 2 : 1);
    int next = *rc::gen::inRange(0, static_cast<int>(topology.devices().size()) - tp * cp * stages * replicas + 1);
    const int layers = workload.model.planLayers();
    const int cut = *rc::gen::inRange(1, layers);
    for (int p = 0; p < replicas; ++p) {
        Pipeline pipeline;
        for (int s = 0; s < stages; ++s) {
            Stage stage;
            stage.chunks = {stages == 1 ? LayerRange{0, layers}
                            : s == 0    ? LayerRange{0, cut}
                                        : LayerRange{cut, layers - cut}};
            TensorGroup group;
            group.tp = tp;
            group.cp = cp;
            group.ep = workload.model.moe ? replicas : 1;
            for (int i = 0; i < tp * cp; ++i)
                group.devices.push_back(topology.devices()[static_cast<std::size_t>(next++)].name);
            stage.groups = {group};
            pipeline.stages.push_back(stage);
        }
        plan.pipelines.push_back(pipeline);
    }
    if (!workload.model.moe && plan.zeroStage > 0 && *rc::gen::arbitrary<bool>())
        plan.sharing.group = 1 << *rc::gen::inRange(0, replicas * cp >= 4 ? 3 : replicas * cp);
    return plan;
}

/// A mark for each byte of the state.
using Bitmap = std::vector<char>;

Bitmap bytesOf(const std::vector<HeldRange> &ranges, const Workload &workload)
{
    const auto rows = stateRows(workload);
    std::vector<std::uint64_t> first = {0}; // by layer and row
    for (const auto &layer : rows) {
        for (const std::uint64_t length : layer)
            first.push_back(first.back() + length);
    }
    Bitmap result(first.back());
    for (const HeldRange &range : ranges) {
        const auto row = static_cast<std::size_t>(range.layer) * stateRowCount + static_cast<std::size_t>(range.row);
        for (std::uint64_t byte = range.begin; byte < range.end; ++byte)
            result[first[row] + byte] = 1;
    }
    return result;
}

void addTo(Bitmap &all, const Bitmap &one)
{
    all.resize(one.size());
    for (std::size_t i = 0; i < one.size(); ++i)
        all[i] = all[i] != 0 || one[i] != 0 ? 1 : 0;
}

} // namespace

class OvertimeMovesTest : public StrictTest
{
    Q_OBJECT

    const Cluster m_cluster = test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4)});

private slots:
    void aPlanHoldsEveryByte()
    {
        HETEROSCOPE_PROPERTY("all devices of a plan together hold each row once or more", [this] {
            const Workload workload = tinyWorkload();
            const Topology topology = test::topology(m_cluster);
            const Plan plan = randomPlan(topology, workload);
            if (plan.pipelines.empty())
                return;
            Bitmap all;
            for (const auto &ranges : heldState(plan, topology, workload)) {
                addTo(all, bytesOf(ranges, workload));
            }
            RC_ASSERT(static_cast<double>(all.size()) == stateBytesOf(workload).value);
            RC_ASSERT(std::count(all.begin(), all.end(), 0) == 0);
        });
    }
    void expertsOfPipelinesThatDifferAreHeldOnceByEachRun()
    {
        Workload workload = test::smallGpt(2, 64, 8);
        workload.model.vocab = 10;
        workload.model.moe = MixtureOfExperts{4, 2, 0, 8, 0};
        const Topology topology = test::topology(m_cluster);
        Plan plan;
        plan.zeroStage = 1;
        plan.expertParallel = 2;
        const int layers = workload.model.planLayers();
        for (const char *device : {"a:0", "a:1", "b:0", "b:1"})
            plan.pipelines.push_back(test::pipeline({{device}}, {layers}, device[0] == 'a' ? 3 : 1));
        for (auto &pipeline : plan.pipelines)
            pipeline.stages.front().groups.front().ep = 2;
        const HeldState held = heldState(plan, topology, workload);
        std::map<StateRow, std::uint64_t> bytes;
        for (const auto &ranges : held) {
            for (const auto &range : ranges)
                bytes[range.row] += range.bytes();
        }
        std::array<std::uint64_t, stateRowCount> once{};
        for (const auto &rows : stateRows(workload)) {
            for (std::size_t row = 0; row < rows.size(); ++row)
                once[row] += rows[row];
        }
        QCOMPARE(bytes[StateRow::weights], 4 * once[static_cast<std::size_t>(StateRow::weights)]);
        QCOMPARE(bytes[StateRow::expertWeights], 2 * once[static_cast<std::size_t>(StateRow::expertWeights)]);
        QCOMPARE(bytes[StateRow::expertOptimizer], once[static_cast<std::size_t>(StateRow::expertOptimizer)]);
        Bitmap all;
        for (const auto &ranges : held)
            addTo(all, bytesOf(ranges, workload));
        QCOMPARE(std::count(all.begin(), all.end(), 0), std::ptrdiff_t(0));
    }
    void everyShardGroupHoldsEveryByte()
    {
        Workload workload = test::smallGpt(2, 64, 4);
        workload.model.vocab = 10;
        const Topology topology = test::topology(m_cluster);
        Plan plan;
        plan.zeroStage = 3;
        plan.sharing.group = 2;
        for (const char *device : {"a:0", "a:1", "b:0", "b:1"})
            plan.pipelines.push_back(test::pipeline({{device}}, {workload.model.planLayers()}, 1));
        const HeldState held = heldState(plan, topology, workload);
        const auto bytes = [&](std::size_t device) { return bytesOf(held[device], workload); };
        QVERIFY(bytes(0) == bytes(4) && bytes(1) == bytes(5) && bytes(0) != bytes(1));
        Bitmap group = bytes(0);
        addTo(group, bytes(1));
        QCOMPARE(std::count(group.begin(), group.end(), 0), std::ptrdiff_t(0));
    }
    void movedIsMissing()
    {
        HETEROSCOPE_PROPERTY("bytes moved == bytes missing, counted one by one", [this] {
            const Workload workload = tinyWorkload();
            const Topology topology = test::topology(m_cluster);
            const Plan before = randomPlan(topology, workload), after = randomPlan(topology, workload);
            std::vector<bool> gone(topology.devices().size());
            if (*rc::gen::inRange(0, 3) == 0)
                gone[*rc::gen::inRange<std::size_t>(0, gone.size())] = true;
            const HeldState held = heldState(before, topology, workload), wanted = heldState(after, topology, workload);
            std::uint64_t missing = 0, lost = 0;
            Bitmap somewhere;
            for (std::size_t d = 0; d < held.size(); ++d) {
                addTo(somewhere, bytesOf(gone[d] ? std::vector<HeldRange>() : held[d], workload));
            }
            for (std::size_t d = 0; d < held.size(); ++d) {
                const Bitmap has = bytesOf(gone[d] ? std::vector<HeldRange>() : held[d], workload);
                const Bitmap needs = bytesOf(wanted[d], workload);
                for (std::size_t byte = 0; byte < needs.size(); ++byte) {
                    missing += needs[byte] && !has[byte] ? 1U : 0U;
                    lost += needs[byte] && !somewhere[byte] ? 1U : 0U;
                }
            }
            Network network(topology, builtinCalibration());
            const StateMove move = stateMove(held, wanted, gone, network);
            RC_ASSERT(move.missing == missing);
            RC_ASSERT(move.moved + lost == missing);
            RC_ASSERT(move.isLost == (lost > 0));
        });
    }
    void theBusiestLinkSetsTheTime()
    {
        // Everything from node a to node b: each of four devices sends a quarter over its own port, all of it over the
        // one link between the nodes and the switch.
        const Workload workload = test::smallGpt();
        const Topology topology = test::topology(m_cluster);
        Plan before, after;
        before.pipelines = {test::pipeline({{"a:0", "a:1", "a:2", "a:3"}}, {workload.model.planLayers()}, 1)};
        after.pipelines = {test::pipeline({{"b:0", "b:1", "b:2", "b:3"}}, {workload.model.planLayers()}, 1)};
        Network network(topology, builtinCalibration());
        const HeldState held = heldState(before, topology, workload), wanted = heldState(after, topology, workload);
        const StateMove move = stateMove(held, wanted, std::vector<bool>(8), network);
        QCOMPARE(static_cast<double>(move.moved), stateBytesOf(workload).value);
        std::vector<double> factors(topology.edges().size(), 1.0);
        double expected = 0;
        for (std::size_t e = 0; e < topology.edges().size(); ++e) {
            if (topology.edges()[e].link == "to-a")
                expected = stateBytesOf(workload).value / network.fullCapacity(EdgeId(e)) * 4;
        }
        for (std::size_t e = 0; e < topology.edges().size(); ++e) {
            if (topology.edges()[e].link == "to-a")
                factors[e] = 0.25;
        }
        QVERIFY(std::abs(moveTime(move, network, factors).value - move.latency.value - expected) < 1e-9 * expected);
        std::fill(factors.begin(), factors.end(), 0.0);
        QVERIFY(!(moveTime(move, network, factors).value < infinity));
        // Nobody is left who holds what device 0 held.
        std::vector<bool> gone(8);
        gone[0] = true;
        QVERIFY(stateMove(held, wanted, gone, network).isLost);
    }
    void equalPiecesShareAState()
    {
        Cluster cluster = m_cluster;
        cluster.links[0].rate.points = {{Seconds(100), 0.5}, {Seconds(200), 1}, {Seconds(300), 0.5}};
        const Scenario scenario = scenarioOf(cluster);
        QCOMPARE(scenario.changes, std::size_t(3));
        QCOMPARE(scenario.states.size(), std::size_t(2));
        QCOMPARE(scenario.horizon(), Seconds(400));
        QCOMPARE(scenario.pieces.size(), std::size_t(4));
        QCOMPARE(scenario.pieces[3].state, scenario.pieces[1].state);
        QCOMPARE(scenario.resolution, 0.0);
        const Scenario finer = scenarioOf(cluster, {Seconds(400), Seconds(50), 200});
        QCOMPARE(finer.pieces.size(), std::size_t(8));
        QVERIFY(clusterIn(cluster, scenario.states[1]).links[0].rate.factorAt(Seconds(0)) == 0.5);
        QVERIFY(std::abs(unlikeness(scenario.states[0], scenario.states[1]) - std::log(2)) < 1e-12);
    }
    void manyStatesAreRounded()
    {
        Cluster cluster = m_cluster;
        for (int i = 0; i < 500; ++i)
            cluster.links[0].rate.points.push_back({Seconds(i), 0.2 + 0.8 * i / 500.0});
        const Scenario scenario = scenarioOf(cluster, {{}, {}, 50});
        QVERIFY(scenario.states.size() <= 50);
        QVERIFY(scenario.resolution > 0);
        for (const ScenarioPiece &piece : scenario.pieces) {
            const double ratio = scenario.states[piece.state].links[0] / cluster.links[0].rate.factorAt(piece.from);
            QVERIFY(std::abs(std::log(ratio)) <= scenario.resolution / 2 + 1e-9);
        }
    }
    void whatIsGoneIsNotPlannedFor()
    {
        Cluster cluster = m_cluster;
        cluster.nodes[1].devices[2].speed.points = {{Seconds(10), 0}};
        const Scenario scenario = scenarioOf(cluster);
        QCOMPARE(remainingCluster(cluster, scenario.states[0]).nodes.size(), std::size_t(2));
        QCOMPARE(remainingCluster(cluster, scenario.states[1]).nodes.size(), std::size_t(1));
        cluster = m_cluster;
        cluster.links[0].rate.points = {{Seconds(10), 0}};
        const Cluster cut = remainingCluster(cluster, scenarioOf(cluster).states[1]);
        QCOMPARE(cut.nodes.size(), std::size_t(1));
        QCOMPARE(cut.nodes[0].name, std::string("b"));
    }
};

QTEST_GUILESS_MAIN(OvertimeMovesTest)
#include "overtime_moves_test.moc"
