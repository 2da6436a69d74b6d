// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files for simulators of networks. A trace is played as ASTRA-sim plays it, with one communication of a rank at a
// time: every node must come to its end, sends must meet receives, and collectives the same collective of their whole
// group.
#include "exchange/astra_sim/write_files.h"
#include "exchange/chakra/schema.h"
#include "exchange/chakra/write_trace.h"
#include "exchange/fixture.h"
#include "exchange/recognise.h"
#include "exchange/simai/write_topology.h"
#include "exchange/simai/write_workload.h"
#include "exchange/trace/wire_format.h"
#include "simulator/predict_step.h"
#include "support/property.h"
#include "support/random_step.h"
#include "support/strict_test.h"

#include <set>
#include <sstream>

using namespace heteroscope;

namespace {

using chakra::NodeType;

struct PlayedNode
{
    std::uint64_t id = 0;
    NodeType type = NodeType::metadata;
    std::vector<std::uint64_t> needs;
    std::map<std::string, std::uint64_t, std::less<>> numbers;
    std::string group;
    bool isDone = false;

    std::uint64_t number(std::string_view name) const { return numbers.find(name)->second; }
};

PlayedNode nodeOf(std::string_view message)
{
    PlayedNode node;
    for (WireReader reader(message); const auto field = reader.field();) {
        if (field->number == chakra::nodeId)
            node.id = field->value;
        if (field->number == chakra::nodeType)
            node.type = static_cast<NodeType>(field->value);
        if (field->number == chakra::nodeData) {
            for (WireReader packed(field->bytes); const auto need = packed.varint();)
                node.needs.push_back(*need);
        }
        if (field->number != chakra::nodeAttribute)
            continue;
        std::string name, text;
        std::uint64_t value = 0;
        for (WireReader attribute(field->bytes); const auto part = attribute.field();) {
            if (part->number == chakra::attributeName)
                name = part->bytes;
            else if (part->isBytes)
                text = part->bytes;
            else
                value = part->value;
        }
        if (name == chakra::groupAttribute)
            node.group = text;
        else
            node.numbers[name] = value;
    }
    return node;
}

class TracePlayer
{
public:
    TracePlayer(const StepResult &result, const Plan &plan) : m_ranks(result, plan, StepRanks::Order::devices)
    {
        for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
            const std::string text = chakraTrace(result, m_ranks, rank, &m_groups);
            std::vector<PlayedNode> nodes;
            WireReader messages(text);
            (void)messages.delimited();
            while (const auto message = messages.delimited())
                nodes.push_back(nodeOf(*message));
            m_nodes.push_back(std::move(nodes));
        }
        m_busy.resize(m_nodes.size());
        m_json = m_groups.json();
    }

    /// What went wrong; empty: nothing.
    std::string play()
    {
        for (bool moved = true; moved && m_problem.empty();) {
            moved = false;
            for (std::size_t rank = 0; rank < m_nodes.size(); ++rank) {
                for (PlayedNode &node : m_nodes[rank])
                    moved = (!node.isDone && isReady(rank, node) && advance(rank, node)) || moved;
            }
        }
        for (std::size_t rank = 0; rank < m_nodes.size() && m_problem.empty(); ++rank) {
            for (const PlayedNode &node : m_nodes[rank]) {
                if (!node.isDone)
                    return "rank " + std::to_string(rank) + " waits for ever in node " + std::to_string(node.id);
            }
        }
        for (const auto &[key, count] : m_underway) {
            if (count != 0 && m_problem.empty())
                return "a send without a receive";
        }
        return m_problem;
    }

    const StepRanks &ranks() const { return m_ranks; }

private:
    using Message = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

    bool isReady(std::size_t rank, const PlayedNode &node) const
    {
        return std::all_of(node.needs.begin(), node.needs.end(),
                           [&](std::uint64_t need) { return need < node.id && m_nodes[rank][need].isDone; });
    }

    bool advance(std::size_t rank, PlayedNode &node)
    {
        if (node.type == NodeType::compute)
            return node.isDone = true;
        if (m_busy[rank] && m_busy[rank] != &node)
            return false;
        const bool isNew = !m_busy[rank];
        m_busy[rank] = &node;
        if (node.type == NodeType::collective)
            return meet(node) || isNew;
        const Message message{node.number("comm_src"), node.number("comm_dst"), node.number("comm_tag"),
                              node.number("comm_size")};
        const bool isSend = node.type == NodeType::send;
        if (std::get<0>(message) == std::get<1>(message) ||
            (isSend ? std::get<0>(message) : std::get<1>(message)) != rank)
            m_problem = "a transfer of somebody else";
        if (!isSend && m_underway[message] == 0)
            return isNew;
        m_underway[message] += isSend ? 1 : -1;
        m_busy[rank] = nullptr;
        return node.isDone = true;
    }

    /// Ends the collective if the whole group is in it.
    bool meet(PlayedNode &node)
    {
        for (const auto &rank : m_json.at(node.group)) {
            const PlayedNode *other = m_busy[rank.get<std::size_t>()];
            if (!other || other->type != NodeType::collective || other->group != node.group)
                return false;
            if (other->number("comm_type") != node.number("comm_type") ||
                other->number("comm_size") != node.number("comm_size"))
                m_problem = "unlike collectives of group " + node.group + ": " +
                            std::to_string(other->number("comm_size")) + " and " +
                            std::to_string(node.number("comm_size")) + " bytes";
        }
        for (const auto &rank : m_json.at(node.group)) {
            m_busy[rank.get<std::size_t>()]->isDone = true;
            m_busy[rank.get<std::size_t>()] = nullptr;
        }
        return true;
    }

    StepRanks m_ranks;
    ProcessGroups m_groups;
    Json m_json;
    std::vector<std::vector<PlayedNode>> m_nodes;
    std::vector<PlayedNode *> m_busy;
    std::map<Message, int> m_underway;
    std::string m_problem;
};

const SimulatorFile *find(const SimulatorFiles &files, std::string_view ending)
{
    for (const SimulatorFile &file : files.files) {
        if (file.ending == ending)
            return &file;
    }
    return nullptr;
}

} // namespace

class SimulatorFilesTest : public StrictTest
{
    Q_OBJECT

    static const Project &example(std::string_view id)
    {
        for (const auto &one : builtinExamples()) {
            if (one.file.find(id) != std::string::npos)
                return one.project;
        }
        qFatal("no such example");
    }

    static StepResult stepOf(const Topology &topology, const Workload &workload, const Plan &plan)
    {
        auto result = predictStep(topology, workload, plan, {});
        if (!result)
            qFatal("%s", toString(result.error()).c_str());
        return *std::move(result);
    }

private slots:
    void theTracesOfExamplesEnd()
    {
        for (const auto &one : builtinExamples()) {
            for (const NamedPlan &plan : one.project.plans) {
                const Topology topology = test::topology(one.project.cluster);
                const StepResult result = stepOf(topology, one.project.workload, plan.plan);
                const std::string problem = TracePlayer(result, plan.plan).play();
                QVERIFY2(problem.empty(), (one.file + ": " + problem).c_str());
            }
        }
    }

    void anyTracesEnd()
    {
        HETEROSCOPE_PROPERTY("traces come to their end", [] {
            const auto step = test::randomStep();
            const Topology topology = test::topology(step.cluster);
            const auto result = predictStep(topology, step.workload, step.plan, {});
            if (!result)
                return;
            const std::string problem = TracePlayer(*result, step.plan).play();
            if (!problem.empty())
                RC_FAIL(problem);
        });
    }

    /// Stages of TP 4 and TP 2, two replicas of unlike TP: parts of tensors, rings of each part.
    void unlikeTensorParallelism()
    {
        const Cluster cluster = test::star({test::node("a", "A100-80GB SXM", 8), test::node("h", "H100-80GB SXM", 8)});
        Workload workload = test::smallGpt(6, 1024, 8);
        Plan plan;
        plan.microBatchSize = 1;
        plan.pipelines = {test::pipeline({{"a:0", "a:1", "a:2", "a:3"}, {"a:4", "a:5"}}, {4, 4}, 4),
                          test::pipeline({{"h:0", "h:1"}, {"h:4", "h:5", "h:6", "h:7"}}, {4, 4}, 4)};
        for (const int zero : {0, 1}) {
            plan.zeroStage = zero;
            const Topology topology = test::topology(cluster);
            const StepResult result = stepOf(topology, workload, plan);
            TracePlayer player(result, plan);
            const std::string problem = player.play();
            QVERIFY2(problem.empty(), problem.c_str());
            QCOMPARE(player.ranks().size(), std::size_t(12));
            QCOMPARE(topology.device(player.ranks().deviceOf(6)).name, std::string("h:0"));
            const auto files = astraSimFiles(player.ranks(), topology, Precision::fp16);
            QVERIFY(files);
            QVERIFY(find(*files, ".network.yml")); // six of each node
        }
    }

    /// What this program's own reader makes of the analytical network has the same devices and routes.
    void theAnalyticalNetworkIsReadBack()
    {
        const Cluster cluster = test::star({test::node("a", "A100-80GB SXM", 8), test::node("b", "A100-80GB SXM", 8)});
        const Topology topology = test::topology(cluster);
        Plan plan;
        std::vector<std::string> devices;
        for (const auto &device : topology.devices())
            devices.push_back(device.name);
        plan.pipelines = {
            test::pipeline({{devices.begin(), devices.begin() + 8}, {devices.begin() + 8, devices.end()}}, {4, 4}, 8)};
        const Workload workload = test::smallGpt();
        const StepResult result = stepOf(topology, workload, plan);
        const StepRanks ranks(result, plan, StepRanks::Order::devices);
        const auto files = astraSimFiles(ranks, topology, Precision::bf16);
        QVERIFY(files);
        const SimulatorFile *network = find(*files, ".network.yml");
        const SimulatorFile *system = find(*files, ".system.json");
        QVERIFY(network && system);
        const std::vector<ImportFile> read = {{"step.network.yml", network->text}, {"step.system.json", system->text}};
        QCOMPARE(recogniseFormat(read)->name, std::string_view("astra-sim"));
        const auto imported = findImportFormat("astra-sim")->import(emptyProject(), read, {.device = "A100-80GB SXM"});
        QVERIFY2(imported, imported ? "" : toString(imported.error()).c_str());
        const Topology again = test::topology(imported->project.cluster);
        QCOMPARE(again.devices().size(), std::size_t(16));
        for (const std::size_t to : {1, 8}) {
            const auto was = topology.route(DeviceId(std::size_t(0)), DeviceId(to));
            const auto is = again.route(DeviceId(std::size_t(0)), DeviceId(to));
            QVERIFY(was && is);
            QVERIFY(std::abs(is->latency / was->latency - 1) < 1e-5);
            // 100 GB/s of a node are 12.5 GB/s of each of its eight devices, which the drawn route does not say.
            const double expected = to == 1 ? was->bandwidth.value : 1.25e10;
            QVERIFY(std::abs(is->bandwidth.value / expected - 1) < 1e-5);
        }
        QVERIFY(parseJson(find(*files, ".logical.json")->text)->at("logical-dims") == Json({"8", "2"}));
    }

    void thePacketNetworkHasEachLink()
    {
        Cluster cluster = test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 2)});
        cluster.links.push_back(test::link("second", "a", "leaf", BytesPerSecond(1e11)));
        const Topology topology = test::topology(cluster);
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0", "a:1"}, {"b:0", "b:1"}}, {4, 4}, 8)};
        const Workload workload = test::smallGpt();
        const StepResult result = stepOf(topology, workload, plan);
        const auto files = astraSimFiles(StepRanks(result, plan, StepRanks::Order::devices), topology, Precision::bf16);
        QVERIFY(files);
        const std::vector<ImportFile> read = {{"step.topology.txt", find(*files, ".topology.txt")->text}};
        QCOMPARE(recogniseFormat(read)->name, std::string_view("astra-sim"));
        const auto imported = findImportFormat("astra-sim")->import(emptyProject(), read, {.device = "A100-80GB SXM"});
        QVERIFY2(imported, imported ? "" : toString(imported.error()).c_str());
        const Topology again = test::topology(imported->project.cluster);
        QCOMPARE(again.devices().size(), std::size_t(4));
        std::istringstream text(read.front().text);
        std::size_t nodes = 0, switches = 0, links = 0;
        text >> nodes >> switches >> links;
        // Four devices of the plan; an NVSwitch and a card of each node, and the leaf.
        QCOMPARE(nodes, std::size_t(9));
        QCOMPARE(switches, std::size_t(5));
        QCOMPARE(links, std::size_t(10));
        std::set<std::size_t> numbers;
        for (std::size_t i = 0, number = 0; i < switches; ++i) {
            text >> number;
            QVERIFY(number >= 4 && number < nodes && numbers.insert(number).second);
        }
        bool isJoined = false;
        for (std::size_t i = 0; i < links; ++i) {
            std::size_t a = 0, b = 0;
            std::string rate, latency, errors;
            text >> a >> b >> rate >> latency >> errors;
            QVERIFY(a < b && b < nodes && rate.ends_with("Gbps") && latency.ends_with("ms") && errors == "0");
            isJoined = isJoined || rate == "1600Gbps"; // two links of 100 GB/s
        }
        QVERIFY(isJoined && !text.fail());
    }

    void aClusterComesBackFromSimai()
    {
        const Project &project = example("gpt3-175b-64");
        const Topology topology = test::topology(project.cluster);
        const auto written = simaiTopology(topology);
        QVERIFY2(written, written ? "" : toString(written.error()).c_str());
        const std::vector<ImportFile> read = {{"topo", written->text}};
        QCOMPARE(recogniseFormat(read)->name, std::string_view("simai-topology"));
        const auto imported = findImportFormat("simai-topology")->import(emptyProject(), read, {});
        QVERIFY2(imported, imported ? "" : toString(imported.error()).c_str());
        const Topology again = test::topology(imported->project.cluster);
        QCOMPARE(again.devices().size(), topology.devices().size());
        QCOMPARE(again.nodes().size(), topology.nodes().size());
        for (const std::size_t to : {std::size_t(1), topology.devices().size() - 1}) {
            const auto was = topology.route(DeviceId(std::size_t(0)), DeviceId(to));
            const auto is = again.route(DeviceId(std::size_t(0)), DeviceId(to));
            QVERIFY(was && is);
            QVERIFY2(std::abs(is->latency / was->latency - 1) < 1e-4,
                     qPrintable(QString::number(is->latency.value * 1e6) + u' ' +
                                QString::number(was->latency.value * 1e6)));
        }
        // Text that was written of what was read is the same.
        const auto twice = simaiTopology(again);
        QVERIFY(twice);
        QCOMPARE(twice->text.substr(0, twice->text.find('\n')), written->text.substr(0, written->text.find('\n')));
    }

    void unlikeNodesAreNotForSimai()
    {
        const auto refused = simaiTopology(
            test::topology(test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 2)})));
        QVERIFY(!refused);
        QCOMPARE(refused.error().found, std::string("4 devices in a and 2 in b"));
        QVERIFY(!simaiTopology(test::topology(Cluster())));
    }

    void theWorkloadOfSimaiSaysThePlan()
    {
        const Project &project = example("gpt3-175b-64");
        const Topology topology = test::topology(project.cluster);
        const Plan &plan = project.plans.front().plan;
        const StepResult result = stepOf(topology, project.workload, plan);
        const auto written = simaiWorkload(result, plan, topology);
        QVERIFY2(written, written ? "" : toString(written.error()).c_str());
        const auto imported =
            findImportFormat("simai-workload")->import(project, {{"workload.txt", written->text}}, {});
        QVERIFY2(imported, imported ? "" : toString(imported.error()).c_str());
        const PlanName was = planName(plan);
        const PlanName is = planName(imported->project.plans.back().plan);
        QVERIFY(is.tp == was.tp && is.stages == was.stages && is.microBatches == was.microBatches);
        QCOMPARE(is.replicas, was.replicas);
        // The computation of the busiest lane is in the records, rounded to ns each.
        double most = 0;
        for (const Lane &lane : result.lanes) {
            double seconds = 0;
            for (std::size_t a = 0; a < activityCount; ++a)
                seconds += isCompute(static_cast<Activity>(a)) ? toSeconds(lane.time[a]).value : 0;
            most = std::max(most, seconds);
        }
        std::istringstream lines(written->text);
        std::string line;
        std::getline(lines, line);
        QVERIFY(line.find("pp: 8 ") != std::string::npos && line.find("pp_comm: 0") == std::string::npos);
        std::getline(lines, line);
        double sum = 0;
        while (std::getline(lines, line)) {
            std::istringstream words(line);
            std::string name, dependency, collective;
            words >> name >> dependency;
            for (int pass = 0; pass < 3; ++pass) {
                double nanoseconds = 0, bytes = 0;
                words >> nanoseconds >> collective >> bytes;
                sum += name == "transformer_layer" ? nanoseconds * 1e-9 : 0;
            }
        }
        QVERIFY2(std::abs(sum / most - 1) < 1e-3, qPrintable(QString::number(sum) + u' ' + QString::number(most)));
    }

    void contextParallelismIsNotForSimai()
    {
        const Cluster cluster = test::star({test::node("a", "A100-80GB SXM", 8)});
        Plan plan;
        plan.contextParallel = 2;
        plan.pipelines = {test::pipeline({{"a:0", "a:1", "a:2", "a:3"}}, {8}, 8)};
        auto &group = plan.pipelines.front().stages.front().groups.front();
        group.tp = 2;
        group.cp = 2;
        const Topology topology = test::topology(cluster);
        const Workload workload = test::smallGpt();
        const auto written = simaiWorkload(stepOf(topology, workload, plan), plan, topology);
        QVERIFY(!written);
        QCOMPARE(written.error().found, std::string("CP 2"));
    }
};

QTEST_GUILESS_MAIN(SimulatorFilesTest)
#include "simulator_files_test.moc"
