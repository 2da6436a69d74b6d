// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/nccl_tests/log.h"

#include "cost/network.h"
#include "exchange/fixture.h"
#include "exchange/recognise.h"
#include "support/clusters.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

using namespace heteroscope;

class NcclTestsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void fitsBandwidthAndLatency()
    {
        const auto file = test::fixture("nccl_tests/two_nodes.log");
        const auto measured = readNcclTests(file.text, file.name);
        QVERIFY(measured);
        QCOMPARE(measured->collective, std::string("all_reduce"));
        QCOMPARE(measured->ranks, 16);
        QCOMPARE(measured->hosts, 2);
        QCOMPARE(measured->rows, std::size_t(6));
        QVERIFY(std::abs(measured->busBandwidth.value / 150e9 - 1) < 1e-4);
        QVERIFY(std::abs(measured->latency.value / 120e-6 - 1) < 1e-3);
        QVERIFY(std::abs(measured->latencyPerStep.value / 4e-6 - 1) < 1e-3);
        QVERIFY(measured->worstDeviation < 1e-4);
    }
    void wrongResultsAreRefused()
    {
        const std::string head = "# nThread 1 nGpus 2\n# Rank 0 Pid 1 on a device 0\n# Rank 1 Pid 2 on a device 1\n"
                                 "# size count type redop root time algbw busbw #wrong\n";
        const auto right = readNcclTests(head + "1048576 262144 float sum -1 10 100 100 0\n", "all_reduce.log");
        QVERIFY2(right, right ? "" : toString(right.error()).c_str());
        QVERIFY(readNcclTests(head + "1048576 262144 float sum -1 10 100 100 N/A\n", "all_reduce.log"));
        const auto wrong = readNcclTests(head + "1048576 262144 float sum -1 10 100 100 7\n", "all_reduce.log");
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().path, std::string("line 5"));
        QCOMPARE(wrong.error().found, std::string("7 wrong results"));
    }
    void readsOlderColumns()
    {
        const auto file = test::fixture("nccl_tests/all_gather_short.log");
        const auto measured = readNcclTests(file.text, file.name);
        QVERIFY(measured);
        QCOMPARE(measured->ranks, 4);
        QCOMPARE(measured->collective, std::string("all_gather")); // by the file's name
        QVERIFY(std::abs(measured->busBandwidth.value / 25.2e9 - 1) < 0.01);
    }
    void logsOfRcclTestsAreTheSame()
    {
        const auto file = test::fixture("nccl_tests/rccl.log");
        QCOMPARE(recogniseFormat({file})->name, std::string_view("nccl-tests"));
        const auto measured = readNcclTests(file.text, file.name);
        QVERIFY2(measured, measured ? "" : toString(measured.error()).c_str());
        QCOMPARE(measured->collective, std::string("all_reduce"));
        QCOMPARE(measured->ranks, 8);
        QCOMPARE(measured->hosts, 1);
        QVERIFY(std::abs(measured->busBandwidth.value / 320e9 - 1) < 1e-3);
        QVERIFY(std::abs(measured->latency.value / 40e-6 - 1) < 1e-2);
    }
    void tagsOfLaunchersArePassedOver()
    {
        const auto file = test::fixture("nccl_tests/two_nodes.log");
        const auto plain = readNcclTests(file.text, file.name);
        for (const std::string tag : {"[1,0]<stdout>:", "0: "}) {
            std::string tagged = tag;
            for (const char c : file.text) {
                tagged += c;
                tagged += c == '\n' ? tag : "";
            }
            const auto measured = readNcclTests(tagged, file.name);
            QVERIFY2(measured, measured ? "" : toString(measured.error()).c_str());
            QCOMPARE(measured->busBandwidth.value, plain->busBandwidth.value);
            QCOMPARE(measured->ranks, plain->ranks);
        }
    }
    void constantsAreSharesOfTheLineRate()
    {
        NcclMeasurement measured;
        measured.busBandwidth = BytesPerSecond(150e9);
        measured.latencyPerStep = Seconds(4e-6);
        const auto constants =
            linkConstants(measured, LinkTechnology::infiniband, BytesPerSecond(200e9), Seconds(1e-6));
        QCOMPARE(constants.efficiency, 0.75);
        QCOMPARE(constants.hop.value, 3e-6);
        QVERIFY(!constants.source.empty());
    }
    void calibratedLinksPredictWhatWasMeasured()
    {
        // The devices of a box share its uplink of 200 GB/s; the log says 150 GB/s on the bus.
        auto project = samples::project();
        for (Node &node : project.cluster.nodes) {
            for (FabricLink &link : node.fabric)
                link.bandwidth = BytesPerSecond(1e13); // nothing inside a node is in the way
        }
        const auto result = test::import("nccl-tests", "nccl_tests/two_nodes.log", project);
        const auto topology = test::topology(result->project.cluster);
        Network network(topology, builtinCalibration());
        std::vector<DeviceId> all;
        for (std::size_t i = 0; i < 16; ++i)
            all.emplace_back(i);
        const double share = 2 * 15.0 / 16;
        const auto cost = network.allReduce({all});
        QVERIFY2(std::abs(share / cost->secondsPerByte / 150e9 - 1) < 1e-3,
                 std::to_string(share / cost->secondsPerByte).c_str());
        QCOMPARE(result->project.cluster.links[0].latency.value, project.cluster.links[0].latency.value);
    }
    void aLogOfOneHostIsAboutAFabric()
    {
        auto project = samples::project();
        project.cluster.nodes[0] = samples::box("a", "A100-80GB SXM", 4);
        project.plans.clear();
        const auto result = test::import("nccl-tests", "nccl_tests/all_gather_short.log", project);
        const double efficiency = builtinCalibration().linkOf(LinkTechnology::nvlink).efficiency;
        const Cluster &cluster = result->project.cluster;
        QVERIFY(std::abs(cluster.nodes[0].fabric[0].bandwidth.value * efficiency / 25.2e9 - 1) < 0.01);
        QVERIFY(cluster.nodes[0].fabric[1] == project.cluster.nodes[0].fabric[1]); // not the slower ones
        QVERIFY(cluster.nodes[1] == project.cluster.nodes[1]);                     // 8 devices, not 4
        QVERIFY(cluster.links == project.cluster.links);
    }
    void saysWhatIsMissing()
    {
        const auto project = samples::project();
        QVERIFY(!test::import("nccl-tests", "nccl_tests/empty.log", project));
        QVERIFY(test::refusal("nccl-tests", "", project).contains("no row"));
        const std::string header = "# size count type redop root time algbw busbw\n";
        QVERIFY(test::refusal("nccl-tests", header + "8 2 float sum -1 10.0 1 1\n", project).contains("collective"));
        QVERIFY(test::refusal("nccl-tests", "# all_reduce\n" + header + "8 2 float sum -1 10.0 1 1\n", project)
                    .contains("ranks"));
        QVERIFY(test::refusal("nccl-tests", header + "8 2 float sum -1 fast 1 1\n", project).startsWith("line 2"));
        QVERIFY(test::refusal("nccl-tests", header + "8 2 float\n", project).contains("a short row"));
        const auto log = test::fixture("nccl_tests/two_nodes.log").text;
        QVERIFY(test::refusal("nccl-tests", log, project, {.things = {"nobody"}}).contains("\"nobody\""));
        QVERIFY(test::refusal("nccl-tests", log, emptyProject()).contains("no link"));
        auto unlike = project;
        unlike.cluster.links[1].bandwidth = BytesPerSecond(1e9);
        QVERIFY(test::refusal("nccl-tests", log, unlike).contains("unlike"));
        QCOMPARE(test::refusal("nccl-tests", log, unlike, {.things = {"b-s"}}), QString());
    }
};

QTEST_GUILESS_MAIN(NcclTestsTest)
#include "nccl_tests_test.moc"
