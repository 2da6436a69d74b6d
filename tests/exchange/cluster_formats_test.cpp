// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formats that become nodes and networks: topology files of NCCL, hwloc, rocm-smi, Slurm, Topograph, ibnetdiscover,
// SimAI, ASTRA-sim, Metis, Zorse.
#include "exchange/network/network.h"
#include "exchange/recognise.h"

#include "exchange/fixture.h"
#include "support/strict_test.h"

#include <fmt/format.h>

using namespace heteroscope;

class ClusterFormatsTest : public StrictTest
{
    Q_OBJECT

    static Imported imported(const char *format, const std::string &name, const ImportOptions &options = {})
    {
        if (recogniseFormat({test::fixture(name)}) != findImportFormat(format))
            qFatal("%s is not recognised", name.c_str());
        auto result = test::import(format, name, emptyProject(), options);
        if (!result)
            qFatal("%s", toString(result.error()).c_str());
        return std::move(*result);
    }
    static QString refused(const char *format, const std::string &text)
    {
        return test::refusal(format, text, emptyProject());
    }
    static std::size_t countOf(const Node &node, LinkTechnology technology)
    {
        return static_cast<std::size_t>(
            std::count_if(node.fabric.begin(), node.fabric.end(),
                          [&](const FabricLink &link) { return link.technology == technology; }));
    }

private slots:
    void ncclTopologyBecomesANode()
    {
        const auto result = imported("nccl-topology", "nccl_topology/two_switches.xml");
        const Node &node = result.project.cluster.nodes.front();
        QCOMPARE(node.devices.size(), std::size_t(2));
        QCOMPARE(node.devices[0].type, std::string("A100-80GB SXM"));
        QCOMPARE(countOf(node, LinkTechnology::nvlink), std::size_t(1));
        QVERIFY(test::hasNote(result, "200 Gbit/s each, as the file says"));
        QVERIFY(test::hasNote(result, "2 sockets"));
        QVERIFY(refused("nccl-topology", test::fixture("nccl_topology/graph.xml").text).contains("rings and trees"));
        QVERIFY(refused("nccl-topology", "<system version='1'/>").contains("0 GPUs"));
        QVERIFY(refused("nccl-topology", "<system>").contains("XML"));
        std::string deep;
        for (int i = 0; i < 10'000; ++i)
            deep += "<a>";
        QVERIFY(!refused("nccl-topology", deep).isEmpty());
    }
    void hwlocBecomesANode()
    {
        const auto result = imported("hwloc", "hwloc/pair.xml");
        const Node &node = result.project.cluster.nodes.front();
        QCOMPARE(node.devices.size(), std::size_t(2));
        QCOMPARE(node.devices[1].type, std::string("P100 SXM2"));
        QCOMPARE(countOf(node, LinkTechnology::nvlink), std::size_t(1)); // two lanes as one link
        QVERIFY(test::hasNote(result, "1 network cards as one vertex"));
        QVERIFY(refused("hwloc", "<topology><object type='Machine'/></topology>").contains("0 GPUs"));
        QVERIFY(refused("hwloc", "<html/>").contains("<html>"));
    }
    void rocmSmiBecomesANode()
    {
        const auto result = imported("rocm-smi", "rocm_smi/two.txt", {.device = "MI250X"});
        const Node &node = result.project.cluster.nodes.front();
        QCOMPARE(node.devices.size(), std::size_t(2));
        QCOMPARE(countOf(node, LinkTechnology::infinityFabric), std::size_t(1));
        const std::string head = "=== Link Type between two GPUs ===\n GPU0 GPU1\n";
        QVERIFY(refused("rocm-smi", head + "GPU0 0 CABLE\nGPU1 CABLE 0").contains("CABLE"));
        QVERIFY(refused("rocm-smi", head + "GPU0 0 XGMI\n").contains("2 columns"));
        QVERIFY(refused("rocm-smi", head + "GPU1 0 XGMI\n").contains("the row of GPU0"));
        QVERIFY(test::hasNote(
            *findImportFormat("rocm-smi")->import(emptyProject(), {{"f", head + "GPU0 0 PCIE\nGPU1 PCIE 0"}}, {}),
            "does not name the devices"));
    }
    void slurmBecomesANetwork()
    {
        const auto tree = imported("slurm", "slurm/tree.conf");
        QCOMPARE(tree.project.cluster.nodes.size(), std::size_t(4));
        QCOMPARE(tree.project.cluster.switches.size(), std::size_t(3));
        QCOMPARE(tree.project.cluster.links.size(), std::size_t(6));
        QVERIFY(test::hasNote(tree, "no bandwidths"));
        QVERIFY(test::hasNote(tree, "4 hosts whose devices the file does not state"));
        const auto blocks = imported("slurm", "slurm/blocks.conf");
        QVERIFY(test::hasNote(blocks, "2 blocks"));
        QCOMPARE(blocks.project.cluster.switches.size(), std::size_t(3));
        // Devices of scontrol, in the tree of topology.conf.
        const auto both = findImportFormat("slurm")->import(
            emptyProject(), {test::fixture("slurm/tree.conf"), test::fixture("slurm/nodes.txt")}, {});
        QVERIFY2(both, both ? "" : toString(both.error()).c_str());
        QCOMPARE(both->project.cluster.findNode("n01")->devices.size(), std::size_t(4));
        QVERIFY(both->project.cluster.findNode("n01")->devices[0].type.starts_with("A100"));
        QCOMPARE(both->project.cluster.findNode("n02")->devices.size(), std::size_t(2));
        QVERIFY(refused("slurm", "SwitchName=a Nodes=n1\nBlockName=b Nodes=n2").contains("either switches"));
        QVERIFY(refused("slurm", "SwitchName=a Nodes=n[1-").contains("a list of names"));
        QVERIFY(refused("slurm", "SwitchName=a Nodes=n1\nSwitchName=b Switches=c").contains("a link to"));
        QVERIFY(refused("slurm", "# nothing").contains("no node"));
    }
    void devicesOfSlurmHaveTheirTypes_data()
    {
        QTest::addColumn<QString>("gres");
        QTest::addColumn<QStringList>("types"); // of the devices, in order
        const auto row = [](const char *gres, int count, const char *type) {
            QTest::newRow(gres) << QString::fromUtf8(gres) << QStringList(count, QString::fromUtf8(type));
        };
        row("gpu:nvidia_a100-sxm4-80gb:4(S:0-1)", 4, "A100-80GB SXM");
        row("gpu:nvidia_a100-sxm4-40gb:8", 8, "A100-40GB SXM");
        row("gpu:v100-sxm2-32gb:4", 4, "V100-32GB SXM2/SXM3");
        row("gpu:tesla_t4:4", 4, "T4");
        row("gpu:rtx_a6000:2", 2, "RTX A6000");
        row("gpu:nvidia_h100_80gb_hbm3:8,shard:16", 8, "H100-80GB SXM");
        QTest::newRow("two types") << "gpu:nvidia_a100-sxm4-80gb:2(S:0),gpu:nvidia_h100_80gb_hbm3:1"
                                   << QStringList{"A100-80GB SXM", "A100-80GB SXM", "H100-80GB SXM"};
    }
    void devicesOfSlurmHaveTheirTypes()
    {
        QFETCH(QString, gres);
        QFETCH(QStringList, types);
        const std::string text = "NodeName=n1 CPUTot=64\n   Gres=" + gres.toStdString() + "\n";
        const auto read = findImportFormat("slurm")->import(emptyProject(), {{"nodes.txt", text}}, {});
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QStringList found;
        for (const auto &device : read->project.cluster.nodes.front().devices)
            found << QString::fromStdString(device.type);
        QCOMPARE(found, types);
    }
    void nodesOfSlurmWithoutDevicesAreLeftOut()
    {
        const std::string text = "NodeName=login CPUTot=8\n   Gres=(null)\n   State=IDLE\n"
                                 "NodeName=sliced CPUTot=8\n   Gres=gpu:a100_1g.10gb:7\n"
                                 "NodeName=old CPUTot=8\n   Gres=gpu:tesla_t4:1\n   State=DOWN+DRAIN\n";
        const auto read = findImportFormat("slurm")->import(emptyProject(), {{"nodes.txt", text}}, {});
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->project.cluster.nodes.size(), std::size_t(1));
        QVERIFY(test::hasNote(*read, "no device: login"));
        QVERIFY(test::hasNote(*read, "(MIG) left out, of nodes: sliced"));
        QVERIFY(test::hasNote(*read, "down or drained: old"));
        QVERIFY(refused("slurm", "NodeName=a CPUTot=8\n Gres=(null)\n").contains("no node with a whole device"));
        QVERIFY(refused("slurm", "NodeName=a CPUTot=8\n Gres=gpu:rtx_pro_6000_blackwell:8\n")
                    .contains("a device type of the catalog"));
    }
    void hostListsAreReadAsSlurmWritesThem()
    {
        using network::hostList;
        QCOMPARE(hostList("a[1-2,5],b").value(), (std::vector<std::string>{"a1", "a2", "a5", "b"}));
        QCOMPARE(hostList("r[08-10]n[1-2]").value().size(), std::size_t(6));
        QCOMPARE(hostList("r[08-10]").value().front(), std::string("r08"));
        for (const char *bad : {"a[1-", "a]", "a[2-1]", "a[[1]]", "a[x]", "", "a[1-99999999]", "a[0-9999][0-9999]"})
            QVERIFY2(!hostList(bad), bad);
    }
    void topographBecomesANetwork()
    {
        const auto result = imported("topograph", "topograph/small.yaml");
        QCOMPARE(result.project.cluster.nodes.size(), std::size_t(4));
        QCOMPARE(result.project.cluster.switches.size(), std::size_t(3));
        QVERIFY(test::hasNote(result, "2 NVLink domains"));
        QVERIFY(refused("topograph", "a: 1").contains("the table of switches"));
    }
    void parallelSwitchesAreDrawnAsOne()
    {
        const auto result = imported("ibnetdiscover", "ibnetdiscover/two_rails.out");
        const Cluster &cluster = result.project.cluster;
        QCOMPARE(cluster.nodes.size(), std::size_t(2));
        QCOMPARE(cluster.switches.size(), std::size_t(1));
        QCOMPARE(cluster.links.size(), std::size_t(2));
        QCOMPARE(cluster.links[0].bandwidth, BytesPerSecond(1e11)); // two rails of 400 Gbit/s
        QVERIFY(test::hasNote(result, "2 switches of the file, and 4 adapters at 2 hosts"));
        QVERIFY(refused("ibnetdiscover", "# nothing").contains("no channel adapter"));
    }
    void simaiTopologyBecomesServers()
    {
        const auto result = imported("simai-topology", "simai_topology/two_servers");
        const Cluster &cluster = result.project.cluster;
        QCOMPARE(cluster.nodes.size(), std::size_t(2));
        QCOMPARE(cluster.nodes[0].devices.size(), std::size_t(2));
        QCOMPARE(cluster.nodes[0].devices[0].type, std::string("H20"));
        QCOMPARE(countOf(cluster.nodes[0], LinkTechnology::nvlink), std::size_t(2));
        QCOMPARE(cluster.switches.size(), std::size_t(1));
        QCOMPARE(cluster.links[0].bandwidth, BytesPerSecond(5e10));
        QVERIFY(refused("simai-topology", "8 2 2 2 9 H20\n4 5 6 7\n0 4 900Gbps 0ms 0").contains("1 links in the file"));
        QVERIFY(refused("simai-topology", "8 2 2 2 1 H20\n4 5 6 7\n0 4 fast 0ms 0").contains("a rate like"));
        QVERIFY(refused("simai-topology", "x").contains("devices per server"));
    }
    void astraSimDimensionsBecomeNodesLinksAndSwitches()
    {
        const auto result = imported("astra-sim", "astra_sim/three_dimensions.yml");
        const Cluster &cluster = result.project.cluster;
        QCOMPARE(cluster.nodes.size(), std::size_t(6));
        QCOMPARE(cluster.nodes[0].devices.size(), std::size_t(4));
        QCOMPARE(cluster.nodes[0].devices[0].type, std::string("H100-80GB SXM"));
        QVERIFY(test::hasNote(result, "--device"));
        QCOMPARE(cluster.switches.size(), std::size_t(2)); // of the nodes with the same place in their pair
        QCOMPARE(cluster.links.size(), std::size_t(3 + 6));
        const auto topology = Topology::build(cluster);
        QVERIFY(topology);
        const auto route = [&topology](const char *from, const char *to) {
            return *topology->route(*topology->findDevice(from), *topology->findDevice(to));
        };
        // Across a ring of four: two links of 250 ns.
        QCOMPARE(route("npus-0:0", "npus-0:2").bandwidth.value, 1e11);
        QCOMPARE(route("npus-0:0", "npus-0:2").latency.value, 500e-9);
        QCOMPARE(route("npus-0:3", "npus-0:0").latency.value, 250e-9);
        // The neighbour in the pair; the link of the nodes carries four devices.
        QCOMPARE(route("npus-0:0", "npus-1:0").bandwidth.value, 5e10);
        QCOMPARE(route("npus-0:0", "npus-1:0").latency.value, 500e-9);
        QCOMPARE(cluster.links[0].bandwidth.value, 2e11);
        // Up to a switch and down, and another link to the neighbour.
        QCOMPARE(route("npus-1:0", "npus-5:0").latency.value, 2000e-9);
        QCOMPARE(route("npus-0:0", "npus-5:0").latency.value, 2500e-9);
        // Again, beside what is there.
        const auto again = findImportFormat("astra-sim")
                               ->import(result.project, {test::fixture("astra_sim/three_dimensions.yml")},
                                        {.device = "A100-80GB SXM"});
        QVERIFY2(again, again ? "" : toString(again.error()).c_str());
        QCOMPARE(again->project.cluster.nodes.size(), std::size_t(12));
        QCOMPARE(again->project.cluster.nodes.back().devices[0].type, std::string("A100-80GB SXM"));
    }
    void metisFilesBecomeNodesAtASwitch()
    {
        const ImportFile file = test::fixture("metis_cluster/clusterfile.json");
        const auto alone = imported("metis", "metis_cluster/clusterfile.json");
        QCOMPARE(alone.project.cluster.nodes.size(), std::size_t(2));
        QVERIFY(test::hasNote(alone, "no hostfile"));
        const auto both =
            findImportFormat("metis")->import(emptyProject(), {test::fixture("metis_cluster/hostfile"), file}, {});
        QVERIFY2(both, both ? "" : toString(both.error()).c_str());
        const Cluster &cluster = both->project.cluster;
        QCOMPARE(cluster.nodes.size(), std::size_t(3));
        QCOMPARE(cluster.nodes[0].devices.size(), std::size_t(4));
        QCOMPARE(cluster.nodes[0].devices[0].type, std::string("A100-80GB SXM"));
        QCOMPARE(cluster.nodes[2].name, std::string("10.0.0.2-2"));
        QCOMPARE(cluster.nodes[2].devices[0].type, std::string("T4"));
        QVERIFY(test::hasNote(*both, "warning: T4 of the file has 12 GiB, T4 has 16 GiB"));
        const auto topology = Topology::build(cluster);
        const auto rate = [&topology](const char *from, const char *to) {
            return topology->route(*topology->findDevice(from), *topology->findDevice(to))->bandwidth.value;
        };
        QCOMPARE(rate("10.0.0.1:0", "10.0.0.1:3"), 2.5e11);
        QCOMPARE(rate("10.0.0.2:0", "10.0.0.2:1"), 1e10);
        QCOMPARE(rate("10.0.0.1:0", "10.0.0.2:1"), 5e9);
        QVERIFY(refused("metis", "10.0.0.1 slots=4\n").contains("clusterfile.json"));
        QVERIFY(refused("metis", "10.0.0.1 slots=many\n").startsWith("line 1"));
        const auto strange = findImportFormat("metis")->import(emptyProject(), {file, {"h", "10.9.9.9 slots=4"}}, {});
        QVERIFY(!strange && strange.error().found.find("10.9.9.9") != std::string::npos);
        QVERIFY(refused("metis", R"({"a": {"instance_type": "A100"}})").startsWith("/a/intra_bandwidth"));
        QVERIFY(refused("metis", R"({"a": 1})").startsWith("/a/instance_type"));
        QVERIFY(refused("metis", "{}").contains("no address"));
        // Profiles are calibration.
        const auto profile = test::import("metis", "metis/DeviceType.A100_tp2_bs4.json", emptyProject());
        QVERIFY(profile && profile->project == emptyProject());
        QVERIFY(test::hasNote(*profile, "hscope profiles metis"));
    }
    void zorseMachinesKeepWhatWasMeasured()
    {
        const auto result = imported("zorse", "zorse/pair.json");
        const Cluster &cluster = result.project.cluster;
        QCOMPARE(cluster.nodes.size(), std::size_t(2));
        QCOMPARE(cluster.nodes[0].devices[0].type, std::string("RTX A6000"));
        QCOMPARE(cluster.nodes[0].devices[2].type, std::string("L4"));
        QCOMPARE(cluster.nodes[1].devices[0].type, std::string("V100-32GB SXM2/SXM3"));
        QCOMPARE(cluster.switches.size(), std::size_t(1));
        const auto topology = Topology::build(cluster);
        const auto rate = [&topology](const char *from, const char *to) {
            return topology->route(*topology->findDevice(from), *topology->findDevice(to))->bandwidth.value;
        };
        QCOMPARE(rate("left:0", "left:2"), 9.5e9);
        QCOMPARE(rate("left:1", "right:0"), 1.1e9);
        QVERIFY(test::hasNote(result, "times of whole messages"));
        const auto machines = [](const char *rates) {
            return R"({"gpu_list": [], "machines": [{"machine": "a", "gpus": [{"name": "t4"}]},
                      {"machine": "b", "gpus": [{"name": "t4"}]}, {"machine": "c", "gpus": [{"name": "t4"}]}],
                      "bandwidth": {"internode_bandwidth": )" +
                   std::string(rates) + "}}";
        };
        // Two near each other and one far away are more than a switch can tell.
        const auto far = findImportFormat("zorse")->import(
            emptyProject(), {{"f", machines(R"({"0": {"1": 10, "2": 1}, "1": {"2": 2}})")}}, {});
        QVERIFY2(far, far ? "" : toString(far.error()).c_str());
        QCOMPARE(far->project.cluster.switches.size(), std::size_t(0));
        QCOMPARE(far->project.cluster.links.size(), std::size_t(3));
        QVERIFY(test::hasNote(*far, "each pair is joined"));
        const auto apart =
            findImportFormat("zorse")->import(emptyProject(), {{"f", machines(R"({"0": {"1": 10}})")}}, {});
        QVERIFY2(apart, apart ? "" : toString(apart.error()).c_str());
        QVERIFY(test::hasNote(*apart, "no bandwidth of c was measured"));
        QVERIFY(refused("zorse", machines(R"({"0": {"1": "fast"}})")).contains("above 0"));
        QVERIFY(refused("zorse", R"({"machines": []})").contains("a list of 1 to 512"));
        QVERIFY(refused("zorse", R"({"machines": [{"machine": "a", "gpus": []}]})").contains("0 devices"));
        QVERIFY(
            refused("zorse", R"({"machines": [{"machine": "a", "gpus": [{"name": "toaster"}]}]})").contains("toaster"));
        QVERIFY(refused("zorse", "{}").contains("no machines"));
    }
    void theNs3NetworkOfAstraSimHasNodesOfOneDevice()
    {
        const auto result = imported("astra-sim", "astra_sim/two_leaves.txt");
        const Cluster &cluster = result.project.cluster;
        QVERIFY(cluster.findNode("npu-3") && cluster.findSwitch("switch-4") && cluster.findSwitch("switch-5"));
        QCOMPARE(cluster.findNode("npu-3")->devices.size(), std::size_t(1));
        const auto topology = Topology::build(cluster);
        const auto route = topology->route(*topology->findDevice("npu-0:0"), *topology->findDevice("npu-3:0"));
        QVERIFY(route);
        QCOMPARE(route->bandwidth.value, 2.5e10);
        QVERIFY(std::abs(route->latency.value - 2e-6) < 1e-12);
        const std::string text = test::fixture("astra_sim/two_leaves.txt").text;
        QVERIFY(refused("astra-sim", "6 2 7" + text.substr(5)).contains("the 7 that are stated"));
        QVERIFY(refused("astra-sim", "6 3 6" + text.substr(5)).contains("3 of switches"));
        QVERIFY(refused("astra-sim", text + "4 6 1Gbps 1ms 0\n").contains("line 9"));
    }

    void astraSimSystemDescribesTheDevices()
    {
        const ImportFile system = test::fixture("astra_sim/system.json");
        QCOMPARE(recogniseFormat({system}), findImportFormat("astra-sim"));
        const auto result =
            findImportFormat("astra-sim")->import(emptyProject(), {system, test::fixture("astra_sim/switch.json")}, {});
        QVERIFY2(result, result ? "" : toString(result.error()).c_str());
        const Cluster &cluster = result->project.cluster;
        QCOMPARE(cluster.nodes.front().devices.size(), std::size_t(8));
        const DeviceType *type = findDeviceType(cluster, cluster.nodes.front().devices.front().type);
        QCOMPARE(type->memoryBandwidth.value, 2.5e12);
        QCOMPARE(type->peakAt(Precision::bf16)->value, 6e14);
        QVERIFY(parseProject(projectText(result->project), "astra-sim").findings.ok());
        QVERIFY(refused("astra-sim", system.text).contains("settings of a system, no network"));
    }
    void astraSimFilesWithoutANetworkAreRefused()
    {
        QVERIFY(refused("astra-sim", R"({"memory-type": "NO_MEMORY_EXPANSION"})").contains("memory expansion, no"));
        QVERIFY(refused("astra-sim", R"({"logical-dims": ["4", "2"]})").contains("ns-3"));
        QVERIFY(refused("astra-sim", "a: 1").contains("none of its keys"));
        const auto network = [](const char *shape, const char *count, const char *rate, const char *latency) {
            return fmt::format("topology: [{}]\nnpus_count: [{}]\nbandwidth: [{}]\nlatency: [{}]\n", shape, count, rate,
                               latency);
        };
        QVERIFY(refused("astra-sim", network("Torus2D", "4", "1", "1")).contains("Ring, FullyConnected or Switch"));
        QVERIFY(refused("astra-sim", network("Ring", "4, 2", "1", "1")).contains("2 numbers"));
        QVERIFY(refused("astra-sim", network("Ring", "4", "0", "1")).contains("above 0"));
        QVERIFY(refused("astra-sim", network("Ring", "4", "1", "-1")).contains("ns of a link"));
        QVERIFY(refused("astra-sim", network("Ring", "2048", "1", "1")).contains("1024 along the first"));
        QVERIFY(refused("astra-sim", network("Ring, Ring", "64, 99999", "1, 1", "1, 1")).contains("nodes of them"));
        QVERIFY(refused("astra-sim", network("FullyConnected", "1000", "1", "1")).contains("499500 links"));
    }
};

QTEST_GUILESS_MAIN(ClusterFormatsTest)
#include "cluster_formats_test.moc"
