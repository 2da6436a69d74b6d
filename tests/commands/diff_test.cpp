// SPDX-License-Identifier: GPL-3.0-or-later
//
// What changed between two projects, as a person reads it: edits of the shipped examples.
#include "project/edits.h"
#include "project/marker_edits.h"
#include "project/project_file.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"

#include <QTemporaryDir>

#include <fstream>

using namespace heteroscope;
using namespace heteroscope::test;

class DiffTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;
    Project m_project;

    std::string path(const char *name) const { return m_folder.filePath(QString::fromUtf8(name)).toStdString(); }
    /// The lines about the example after an edit.
    std::string linesAfter(const Project &edited)
    {
        const auto file = path("edited.hscope.json");
        if (const auto saved = saveProject(edited, file); !saved)
            return toString(saved.error());
        const auto run = hscope({"diff", example("mixed-32"), file});
        return run.status == 0 ? run.out : run.err;
    }

private slots:
    void init()
    {
        StrictTest::init();
        m_project = *loadProject(example("mixed-32"));
    }

    void aProjectIsIdenticalToItself()
    {
        for (const char *name : {"mixed-32", "a100-v100-32", "gpt3-175b-64", "rtx3090-titan", "rtx3090-2080-titan"}) {
            const auto run = hscope({"diff", example(name), example(name)});
            QCOMPARE(run.status, 0);
            QCOMPARE(run.out, std::string("identical\n"));
        }
        QCOMPARE(linesAfter(m_project), std::string("identical\n"));
    }
    void unlikeProjectsDifferInMany()
    {
        const auto run = hscope({"diff", example("mixed-32"), example("a100-v100-32")});
        QCOMPARE(run.status, 0);
        for (const char *said : {"project: title \"Mixed 32\" -> ", "model: Code Llama 34B -> ",
                                 "node h100-0 removed (8 x H100-80GB SXM)", "plan even split removed"})
            QVERIFY2(run.out.find(said) != std::string::npos, run.out.c_str());
    }
    void markersAreCalledByTheirText()
    {
        Marker marker;
        marker.text = "slow send";
        marker.time = Seconds(0.5);
        m_project = *addMarker(m_project, marker);
        Project edited = m_project;
        edited.markers[0].time = Seconds(1.5);
        marker.text = "starts late";
        marker.time = Seconds(0.25);
        marker.device = edited.cluster.nodes.front().name + ":0";
        edited = *addMarker(edited, marker);
        const auto before = path("before.hscope.json"), after = path("after.hscope.json");
        QVERIFY(saveProject(m_project, before));
        QVERIFY(saveProject(edited, after));
        const auto run = hscope({"diff", before, after});
        QCOMPARE(run.out, "marker \"slow send\": time 500 ms -> 1.50 s\nmarker \"starts late\" added (at 250 ms of " +
                              marker.device + ")\n");
    }
    void aLinkHasItsFigures()
    {
        Link link = m_project.cluster.links.front();
        const std::string name = link.name;
        link.bandwidth = link.bandwidth / 2;
        link.latency = Seconds(5e-6);
        link.rate.points = {{Seconds(0), 1}, {Seconds(60), 0.5}};
        const auto lines = linesAfter(*replaceLink(m_project, name, link));
        QVERIFY2(lines.starts_with("link " + name + ": bandwidth ") && lines.find("GB/s -> ") != std::string::npos,
                 lines.c_str());
        QVERIFY2(lines.find("-> 5.00 µs") != std::string::npos, lines.c_str());
        QVERIFY2(lines.find("bandwidth over time constant -> 2 points from 0 s to 60.0 s\n") != std::string::npos,
                 lines.c_str());
        QCOMPARE(std::count(lines.begin(), lines.end(), '\n'), 1);

        link = m_project.cluster.links.front();
        link.bandwidth = link.bandwidth * 1.00001;
        const auto little = linesAfter(*replaceLink(m_project, name, link));
        QVERIFY2(little.find(" (< +0.1 %)\n") != std::string::npos, little.c_str());
    }
    void aNodeHasItsDevices()
    {
        Node node = *m_project.cluster.findNode("a100-1");
        node.devices.resize(4);
        node.devices[3].speed.points = {{Seconds(0), 0.5}};
        auto edited = m_project;
        edited.plans.clear();
        const auto lines = linesAfter(*replaceNode(edited, "a100-1", node));
        QVERIFY2(lines.find("node a100-1: devices 8 x A100-80GB SXM -> 4 x A100-80GB SXM, speed over time constant -> "
                            "gpu3 times 0.5\n") != std::string::npos,
                 lines.c_str());
        QVERIFY2(lines.find("plan even split removed\n") != std::string::npos, lines.c_str());
    }
    void aRenamedNodeIsOneLine()
    {
        Node node = *m_project.cluster.findNode("a100-1");
        node.name = "old";
        QCOMPARE(linesAfter(*replaceNode(m_project, "a100-1", node)), std::string("node a100-1 renamed to old\n"));
    }
    void whatIsGoneAndNewIsSaid()
    {
        const auto less = linesAfter(*removeThings(m_project, {"a100-1"}));
        QVERIFY2(less.find("node a100-1 removed (8 x A100-80GB SXM)\n") != std::string::npos, less.c_str());
        const auto more = linesAfter(*addSwitch(m_project, "third", {10, 10}));
        QCOMPARE(more, std::string("switch third added\n"));
    }
    void alikeChangesAreOneLine()
    {
        auto edited = m_project;
        for (Link &link : edited.cluster.links)
            link.latency = Seconds(7e-6);
        const auto lines = linesAfter(edited);
        QVERIFY2(lines.find("4 links (h-0, h-1, a-0, a-1): latency 1.50 µs -> 7.00 µs\n") != std::string::npos ||
                     lines.find(" links (h-0, h-1, a-0, a-1 and ") != std::string::npos,
                 lines.c_str());
    }
    void theJobAndTheModelAreValues()
    {
        Workload workload = m_project.workload;
        workload.job.globalBatch = 1024;
        workload.job.precision = Precision::fp16;
        QCOMPARE(linesAfter(setWorkload(m_project, workload)),
                 std::string("job: global batch 64 -> 1,024, precision bf16 -> fp16\n"));
        workload = m_project.workload;
        workload.model = *findModel("Llama 2 7B");
        QCOMPARE(linesAfter(setWorkload(m_project, workload)), std::string("model: Code Llama 34B -> Llama 2 7B\n"));
        workload.model = m_project.workload.model;
        workload.model.layers = 64;
        const auto deeper = linesAfter(setWorkload(m_project, workload));
        QCOMPARE(deeper, std::string("model Code Llama 34B: layers 48 -> 64\n"));
    }
    void plansAreNamedByTheirDegrees()
    {
        Plan plan = m_project.plans.front().plan;
        plan.microBatchSize = 1;
        auto edited = m_project;
        edited.plans.front().plan = plan;
        const auto size = linesAfter(edited);
        QVERIFY2(size.find("plan even split: micro-batch size 2 -> 1\n") != std::string::npos, size.c_str());
        plan.zeroStage = 0;
        edited.plans.front().plan = plan;
        const auto label = linesAfter(edited);
        QVERIFY2(label.find("plan even split: TP4 PP4 DP2") != std::string::npos &&
                     label.find(" -> TP4") != std::string::npos,
                 label.c_str());
        plan = m_project.plans.front().plan;
        for (auto &pipeline : plan.pipelines) {
            pipeline.stages[0].chunks[0].count -= 3;
            pipeline.stages[1].chunks[0].first -= 3;
            pipeline.stages[1].chunks[0].count += 3;
        }
        edited.plans.front().plan = plan;
        QCOMPARE(linesAfter(edited), std::string("plan even split: layers 13 13 12 12 -> 10 16 12 12\n"));
        edited = m_project;
        edited.plans.insert(edited.plans.begin(), edited.plans.front());
        edited.plans.front().name = "mine";
        const auto first = linesAfter(edited);
        QVERIFY2(first.find("plan mine added\n") != std::string::npos &&
                     first.find("plan mine is now the first of the plans\n") != std::string::npos,
                 first.c_str());
    }
    void placesCountOnlyAlone()
    {
        const auto moved = moveThings(m_project, {{"a100-0", {900, 900}}});
        QCOMPARE(linesAfter(moved), std::string("moved on the canvas, nothing else: node a100-0\n"));
        QCOMPARE(linesAfter(setTitle(moved, "Other", moved.description)),
                 std::string("project: title \"Mixed 32\" -> \"Other\"\n"));
    }
    void notesAreNamedByTheirText()
    {
        Note note;
        note.id = 1;
        note.text = "ask for a second uplink";
        auto edited = m_project;
        edited.notes.push_back(note);
        QCOMPARE(linesAfter(edited), std::string("note \"ask for a second uplink\" added\n"));
    }
    void aFileThatCannotBeUsedIsNamed()
    {
        const auto bad = path("bad.hscope.json");
        std::ofstream(bad) << R"({"formatVersion": 1, "cluster": {"nodes": 3}, "workload": {}})";
        for (const auto &words :
             {std::vector<std::string>{"diff", bad, example("mixed-32")}, {"diff", example("mixed-32"), bad}}) {
            const auto run = hscope(words);
            QCOMPARE(run.status, 3);
            QVERIFY2(run.err.find(bad + ": /cluster/nodes: found 3, expected ") != std::string::npos, run.err.c_str());
            QVERIFY(run.out.empty());
        }
        QCOMPARE(hscope({"diff", example("mixed-32"), "no-such-file"}).status, 3);
        QCOMPARE(hscope({"diff", example("mixed-32")}).status, 2);
    }
};

QTEST_GUILESS_MAIN(DiffTest)
#include "diff_test.moc"
