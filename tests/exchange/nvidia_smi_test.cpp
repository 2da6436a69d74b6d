// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/nvidia_smi/matrix.h"

#include "exchange/measured_type.h"
#include "exchange/nvidia_smi/topology.h"

#include "exchange/fixture.h"
#include "support/clusters.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

#include <fmt/format.h>

using namespace heteroscope;

class NvidiaSmiTest : public StrictTest
{
    Q_OBJECT

    static Imported imported(const std::string &name, const ImportOptions &options = {})
    {
        auto result = test::import("nvidia-smi", "nvidia_smi/" + name, emptyProject(), options);
        if (!result)
            qFatal("%s", toString(result.error()).c_str());
        return std::move(*result);
    }
    static double bandwidth(const Topology &topology, const char *from, const char *to)
    {
        const auto route = topology.route(*topology.findDevice(from), *topology.findDevice(to));
        return route ? route->bandwidth.value : 0;
    }

private slots:
    void moreLinksThanADeviceHasAreASwitch()
    {
        const auto result = imported("switched.txt");
        const Node &node = result.project.cluster.nodes.front();
        QCOMPARE(node.name, std::string("node-0"));
        QCOMPARE(node.devices.size(), std::size_t(4));
        QCOMPARE(node.devices[3].type, std::string("A100-80GB SXM"));
        QVERIFY(std::any_of(node.vertices.begin(), node.vertices.end(),
                            [](const FabricVertex &v) { return v.kind == FabricVertex::Kind::nvswitch; }));
        const auto topology = test::topology(result.project.cluster);
        QCOMPARE(bandwidth(topology, "node-0:0", "node-0:3"), 3e11);
        QVERIFY(test::hasNote(result, "2 sockets"));
        QVERIFY(test::hasNote(result, "network cards: 200 Gbit/s"));
    }
    void networkCardsHangAtTheirSwitches()
    {
        // Two cards, each behind the PCIe switches of one socket.
        const auto result = imported("switched.txt", {.name = "big", .networkCard = BytesPerSecond(5e10)});
        const Node &node = *result.project.cluster.findNode("big");
        int links = 0;
        for (const FabricLink &link : node.fabric) {
            if (link.to != "nic")
                continue;
            ++links;
            QCOMPARE(link.bandwidth.value, 5e10);
        }
        QCOMPARE(links, 2);
    }
    void bridgesJoinPairsAndTheRestIsPcie()
    {
        const auto result = imported("pcie.txt");
        const auto topology = test::topology(result.project.cluster);
        QCOMPARE(topology.typeOf(*topology.findDevice("node-0:0")).name, std::string("RTX 3090"));
        QCOMPARE(topology.typeOf(*topology.findDevice("node-0:2")).name, std::string("RTX 2080 Ti"));
        QCOMPARE(bandwidth(topology, "node-0:0", "node-0:1"), 4 * 1.40625e10);
        QCOMPARE(bandwidth(topology, "node-0:2", "node-0:3"), 1.575e10); // PCIe 3, the older type's
        QCOMPARE(bandwidth(topology, "node-0:0", "node-0:2"), 1.575e10);
        const auto far = topology.route(*topology.findDevice("node-0:0"), *topology.findDevice("node-0:2"));
        const auto near = topology.route(*topology.findDevice("node-0:2"), *topology.findDevice("node-0:3"));
        QCOMPARE(far->edges.size(), std::size_t(4)); // gpu, host, host, switch, gpu
        QCOMPARE(near->edges.size(), std::size_t(2));
    }
    void aMeshOfUnlikeNvlinksKeepsItsLinks()
    {
        const auto result = imported("cube.txt", {.device = "V100-16GB SXM2"});
        const auto topology = test::topology(result.project.cluster);
        QCOMPARE(bandwidth(topology, "node-0:0", "node-0:1"), 2.5e10);
        QCOMPARE(bandwidth(topology, "node-0:0", "node-0:3"), 5e10);
        QVERIFY(std::none_of(result.project.cluster.nodes[0].vertices.begin(),
                             result.project.cluster.nodes[0].vertices.end(),
                             [](const FabricVertex &v) { return v.kind != FabricVertex::Kind::host; }));
    }
    void theNodeJoinsAProject()
    {
        const auto result = test::import("nvidia-smi", "nvidia_smi/cube.txt", samples::project(),
                                         {.name = "c", .device = "V100-16GB SXM2"});
        QCOMPARE(result->project.cluster.nodes.size(), std::size_t(3));
        QVERIFY(result->project.canvas.contains("c"));
        const auto taken = test::import("nvidia-smi", "nvidia_smi/cube.txt", samples::project(),
                                        {.name = "a", .device = "V100-16GB SXM2"});
        QVERIFY(!taken);
    }
    void productsAreFoundInTheCatalog()
    {
        for (const auto &[product, name] :
             std::vector<std::pair<const char *, const char *>>{{"NVIDIA H100 80GB HBM3", "H100-80GB SXM"},
                                                                {"NVIDIA H100 PCIe", "H100 PCIe"},
                                                                {"NVIDIA A10", "A10"},
                                                                {"NVIDIA A10G", "A10G"},
                                                                {"Tesla V100-SXM3-32GB", "V100-32GB SXM2/SXM3"},
                                                                {"NVIDIA L40S", "L40S"},
                                                                {"NVIDIA L4", "L4"},
                                                                {"Tesla T4", "T4"},
                                                                {"NVIDIA GH200 480GB", "GH200 (96 GB)"},
                                                                {"NVIDIA H200", "H200 SXM"}}) {
            QCOMPARE(std::string(catalogName(product)), std::string(name));
            QVERIFY(builtinCatalog().findDevice(name));
        }
        QVERIFY(catalogName("NVIDIA A1000").empty());
        QVERIFY(catalogName("NVIDIA TITAN V").empty());
    }
    void aQueryBecomesCardsAtAHost()
    {
        const auto result = imported("query.xml");
        const Node &node = result.project.cluster.nodes.front();
        QCOMPARE(node.devices.size(), std::size_t(3));
        QCOMPARE(node.devices[0].type, std::string("RTX 4090"));
        QCOMPARE(node.devices[1].type, std::string("RTX A6000"));
        QCOMPARE(node.devices[2].type, std::string("L4"));
        const auto topology = test::topology(result.project.cluster);
        QCOMPARE(bandwidth(topology, "node-0:0", "node-0:2"), 3.15e10 / 2); // PCIe 4 with 8 of 16 lanes
        QVERIFY(test::hasNote(result, "generation 4"));
        QVERIFY(test::hasNote(result, "8 lanes, as the file says"));
        QVERIFY(test::hasNote(result, "the devices' PCIe links differ"));
        QVERIFY(test::hasNote(result, "4 devices are attached, 3 are in the file"));
        QVERIFY(test::hasNote(result, "warning: GPU 2 has 11.7 GiB, L4 has 24 GiB"));
    }
    void modulesOfAQueryHaveAnNvswitch()
    {
        const auto result = imported("modules.xml");
        const auto topology = test::topology(result.project.cluster);
        QCOMPARE(bandwidth(topology, "node-0:0", "node-0:1"), 4.5e11);
        QVERIFY(test::hasNote(result, "an NVSwitch"));
        QVERIFY(!test::hasNote(result, "warning"));
        // Beside a matrix it names the devices.
        const auto both = findImportFormat("nvidia-smi")
                              ->import(emptyProject(),
                                       {test::fixture("nvidia_smi/modules.xml"),
                                        {"matrix", "\tGPU0\tGPU1\tCPU Affinity\nGPU0\tX\tNV4\t0\nGPU1\tNV4\tX\t0\n"}},
                                       {});
        QVERIFY2(both, both ? "" : toString(both.error()).c_str());
        QCOMPARE(both->project.cluster.nodes.front().devices[1].type, std::string("H100-80GB SXM"));
        QCOMPARE(bandwidth(test::topology(both->project.cluster), "node-0:0", "node-0:1"), 1e11);
    }
    void queriesThatCannotBeUsedAreRefused()
    {
        const auto project = emptyProject();
        const auto gpu = [](const char *name) {
            return fmt::format("<nvidia_smi_log><gpu><product_name>{}</product_name></gpu></nvidia_smi_log>", name);
        };
        QVERIFY(test::refusal("nvidia-smi", gpu("NVIDIA Toaster"), project).contains("NVIDIA Toaster"));
        QVERIFY(test::refusal("nvidia-smi", gpu("NVIDIA L4"), project).isEmpty());
        QVERIFY(test::refusal("nvidia-smi", "<nvidia_smi_log/>", project).contains("0 devices"));
        QVERIFY(test::refusal("nvidia-smi", "<a><nvidia_smi_log/></a>", project).contains("<nvidia_smi_log>"));
        QVERIFY(test::refusal("nvidia-smi", "<nvidia_smi_log>", project).contains("XML"));
        const auto two = findImportFormat("nvidia-smi")->import(project, {{"a", gpu("L4")}, {"b", gpu("L4")}}, {});
        QVERIFY(!two && two.error().file == "b");
    }
    void refusesWhatIsNoMatrix()
    {
        const auto project = emptyProject();
        const ImportOptions device{.device = "T4"};
        QCOMPARE(test::import("nvidia-smi", "nvidia_smi/broken.txt", project, device).error().path,
                 std::string("2:10"));
        QVERIFY(test::refusal("nvidia-smi", "command not found", project, device).contains("GPU0"));
        QVERIFY(test::refusal("nvidia-smi", "\tGPU0\tGPU1\nGPU0\tX\tNV1\n", project, device).contains("no row GPU1"));
        QVERIFY(test::refusal("nvidia-smi", "\tGPU0\tGPU1\nGPU0\tX\n", project, device).contains("1 cells"));
        QVERIFY(test::refusal("nvidia-smi", "\tGPU0\nGPU0\tX\n", project).contains("nvidia-smi -L"));
        QVERIFY(test::refusal("nvidia-smi", "\tGPU0\nGPU0\tX\n", project, {.device = "T44"}).contains("\"T44\""));
        QVERIFY(test::refusal("nvidia-smi", "GPU 0: NVIDIA Toaster (UUID: 0)\n\tGPU0\nGPU0\tX\n", project)
                    .contains("Toaster"));
    }
};

QTEST_GUILESS_MAIN(NvidiaSmiTest)
#include "nvidia_smi_test.moc"
