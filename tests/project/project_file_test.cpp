// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/project_file.h"

#include "base/embedded_files.h"
#include "json/schema.h"

#include "support/sample_cluster.h"
#include "support/strict_test.h"

using namespace heteroscope;

class ProjectFileTest : public StrictTest
{
    Q_OBJECT

    static QStringList messages(const Findings &findings)
    {
        QStringList result;
        for (const auto &error : findings.errors)
            result << QString::fromStdString(toString(error));
        return result;
    }

private slots:
    void readsWhatItWrote()
    {
        const auto project = samples::project();
        const auto text = projectText(project);
        const auto loaded = parseProject(text, "p");
        QVERIFY2(loaded.findings.ok(), qPrintable(messages(loaded.findings).join('\n')));
        QVERIFY(loaded.findings.warnings.empty());
        QVERIFY(loaded.project == project);
        QCOMPARE(projectText(loaded.project), text);
    }

    void shipsSoundExamplesInCanonicalText()
    {
        std::size_t files = 0;
        for (const auto &file : embeddedFiles()) {
            if (!file.path.starts_with("examples/") || !file.path.ends_with(".hscope.json"))
                continue;
            ++files;
            const auto loaded = parseProject(file.content, std::string(file.path));
            QVERIFY2(loaded.findings.ok(), qPrintable(messages(loaded.findings).join('\n')));
            QVERIFY2(loaded.findings.warnings.empty(),
                     loaded.findings.warnings.empty() ? "" : toString(loaded.findings.warnings.front()).c_str());
            const auto again = parseProject(projectText(loaded.project), "again");
            QVERIFY(again.findings.ok());
            QVERIFY2(again.project == loaded.project, std::string(file.path).c_str());
        }
        QCOMPARE(builtinExamples().size(), files);
    }

    void keepsExtensionsAtEveryLevel()
    {
        const std::string text = R"({
            "formatVersion": 1, "title": "t", "x-root": {"deep": [1, {"er": 2.50}]},
            "cluster": {"x-cluster": 1,
                "deviceTypes": [{"name": "D", "peakFlops": {"fp16": 1e14, "bf16": 1e14, "x-peak": 2}, "memory": 1e10, "memoryBandwidth": 1e12,
                                 "intraLink": {"bandwidth": 1e9, "x-intra": 3}, "x-type": 4}],
                "nodes": [{"name": "n", "x-node": 5, "devices": [{"type": "D", "count": 2, "x-run": 6,
                                                                  "speed": [{"at": 0, "factor": 0.5, "x-speed": 7}]}],
                           "vertices": [{"id": "nic", "kind": "nic", "x-vertex": 8}],
                           "fabric": [{"from": "gpu*", "to": "nic", "technology": "PCIe", "bandwidth": 1e10, "x-fabric": 9}]}],
                "switches": [{"name": "s", "x-switch": 10}],
                "links": [{"name": "l", "from": "n", "to": "s", "technology": "Ethernet", "bandwidth": 1e9, "x-link": 11,
                           "rate": [{"at": 1, "factor": 1}, {"at": 2, "factor": 0, "x-rate": 12}]}],
                "conflictSets": [{"name": "c", "links": ["l"], "x-set": 13}],
                "racks": [{"name": "r", "members": ["n"], "repeat": 2, "x-rack": 14}],
                "deviceGroups": [{"name": "g", "devices": ["n:0"], "x-group": 15}]},
            "workload": {"x-workload": 16, "job": {"sequenceLength": 128, "globalBatch": 1, "x-job": 17},
                "model": {"name": "M", "layers": 2, "hidden": 64, "heads": 4, "ffn": 64, "vocab": 100, "x-model": 18,
                          "moe": {"experts": 2, "topK": 1, "expertFfn": 64, "x-moe": 19},
                          "mla": {"kvRank": 8, "nopeDim": 8, "ropeDim": 8, "valueDim": 8, "x-mla": 20}}},
            "plans": [{"name": "p", "x-named": 21, "measured": {"file": "f", "row": "r", "x-measured": 22},
                "plan": {"formatVersion": 1, "schedule": "gpipe", "microBatchSize": 1, "x-plan": 23, "scheduleOptions": {"x-options": 24},
                    "overlap": {"tp": true, "x-overlap": 25},
                    "pipelines": [{"microBatches": 1, "x-pipeline": 26, "stages": [{"chunks": [[0, 4]], "x-stage": 27,
                        "groups": [{"devices": ["n:0"], "samples": 1, "x-tensor": 28}]}]}]}}],
            "canvas": {"x-canvas": 29, "n": {"x": 1, "y": 2, "x-position": 30}}})";
        const auto loaded = parseProject(text, "p");
        QVERIFY2(loaded.findings.ok(), qPrintable(messages(loaded.findings).join('\n')));
        const auto written = projectText(loaded.project);
        int kept = 0;
        for (std::size_t at = written.find("\"x-"); at != std::string::npos; at = written.find("\"x-", at + 1))
            ++kept;
        QCOMPARE(kept, 31);
        const auto again = parseProject(written, "p");
        QVERIFY2(again.findings.ok(), qPrintable(messages(again.findings).join('\n')));
        QVERIFY(again.project == loaded.project);
        QCOMPARE(projectText(again.project), written);
    }

    void refusesUnknownKeysWithTheirPlace_data()
    {
        QTest::addColumn<QString>("at");
        QTest::addColumn<QString>("path");
        QTest::newRow("root") << ""
                              << "/surprise";
        QTest::newRow("node") << "/cluster/nodes/1"
                              << "/cluster/nodes/1/surprise";
        QTest::newRow("run") << "/cluster/nodes/0/devices/0"
                             << "/cluster/nodes/0/devices/0/surprise";
        QTest::newRow("link") << "/cluster/links/1"
                              << "/cluster/links/1/surprise";
        QTest::newRow("job") << "/workload/job"
                             << "/workload/job/surprise";
        QTest::newRow("model") << "/workload/model"
                               << "/workload/model/surprise";
        QTest::newRow("plan") << "/plans/0/plan"
                              << "/plans/0/plan/surprise";
        QTest::newRow("overlap") << "/plans/0/plan/overlap"
                                 << "/plans/0/plan/overlap/surprise";
        QTest::newRow("group") << "/plans/0/plan/pipelines/0/stages/1/groups/0"
                               << "/plans/0/plan/pipelines/0/stages/1/groups/0/surprise";
        QTest::newRow("position") << "/canvas/a"
                                  << "/canvas/a/surprise";
    }
    void refusesUnknownKeysWithTheirPlace()
    {
        QFETCH(QString, at);
        QFETCH(QString, path);
        auto json = *parseJson(projectText(samples::project()));
        json[Json::json_pointer(at.toStdString())]["surprise"] = 1;
        const auto loaded = parseProject(toText(json), "file.hscope.json");
        QCOMPARE(messages(loaded.findings).size(), 1);
        QCOMPARE(QString::fromStdString(loaded.findings.errors[0].path), path);
        QCOMPARE(loaded.findings.errors[0].file, std::string("file.hscope.json"));
    }

    void refusesANewerVersionWithOneError()
    {
        const auto loaded = parseProject(R"({"formatVersion": 7, "cluster": "of a new kind", "more": true})", "f");
        QCOMPARE(messages(loaded.findings), QStringList{"f: /formatVersion: found 7, expected at most 1 (a newer "
                                                        "HeteroScope wrote this project; update this one)"});
        QCOMPARE(loaded.findings.errors[0].code, Error::Code::version);
        QVERIFY(loaded.project == Project());
    }

    void refusesBadVersions_data()
    {
        QTest::addColumn<QByteArray>("version");
        for (const char *version : {"0", "-1", "1.5", "\"1\"", "null", "1e300", "[]"})
            QTest::newRow(version) << QByteArray(version);
    }
    void refusesBadVersions()
    {
        QFETCH(QByteArray, version);
        auto json = *parseJson(projectText(samples::project()));
        json["formatVersion"] = *parseJson(version.toStdString());
        const auto loaded = parseProject(toText(json), "f");
        QCOMPARE(messages(loaded.findings).size(), 1);
        QCOMPARE(loaded.findings.errors[0].path, std::string("/formatVersion"));
    }

    void survivesEveryTruncation()
    {
        const auto text = projectText(samples::project());
        for (std::size_t length = 0; length + 2 < text.size(); length += 7) {
            const auto loaded = parseProject(std::string_view(text).substr(0, length), "f");
            QCOMPARE(loaded.findings.errors.size(), std::size_t(1));
            QCOMPARE(loaded.findings.errors[0].code, Error::Code::syntax);
            QVERIFY(!loaded.findings.errors[0].path.empty());
        }
    }

    void survivesEveryValueOfAnotherType()
    {
        // Each value of the project in turn becomes something else: always an error or another sound project, never a
        // crash.
        const auto whole = *parseJson(projectText(samples::project()));
        const auto leaves = whole.flatten();
        for (const auto &[pointer, value] : leaves.items()) {
            for (const char *text :
                 {"null", "true", "-1", "1e308", "4294967296", "\"\"", "\"x\"", "[]", "{}", "[[[]]]"}) {
                auto json = whole;
                json[Json::json_pointer(pointer)] = *parseJson(text);
                const auto loaded = parseProject(toText(json), "f");
                if (!loaded.findings.ok())
                    continue;
                const auto again = parseProject(projectText(loaded.project), "f");
                QVERIFY2(again.findings.ok() && again.project == loaded.project, pointer.c_str());
            }
        }
    }

    void survivesGarbage()
    {
        for (const char *text : {"", "null", "[]", "5", "\"project\"", "{}", "PK\x03\x04", "<?xml version=\"1.0\"?>"})
            QVERIFY(!parseProject(text, "f").findings.ok());
        std::string bytes;
        for (int i = 0; i < 256; ++i)
            bytes += static_cast<char>(i);
        QVERIFY(!parseProject(bytes, "f").findings.ok());
    }

    void hintsAtTheModelThatWasMeant()
    {
        auto json = *parseJson(projectText(samples::project()));
        json["workload"]["model"] = "Llama 2 70b";
        const auto loaded = parseProject(toText(json), "f");
        QCOMPARE(loaded.findings.errors.at(0).hint, std::string("did you mean \"Llama 2 70B\"?"));
    }

    void opensAProjectWhosePlanDoesNotFitAnyMore()
    {
        auto project = samples::project();
        project.workload.job.globalBatch = 17;
        const auto loaded = parseProject(projectText(project), "f");
        QVERIFY(loaded.findings.ok());
        QCOMPARE(loaded.findings.warnings.size(), std::size_t(1));
        QVERIFY(loaded.project == project);
        QCOMPARE(findPlanMistakes(project).errors.size(), std::size_t(1));
    }

    void keepsTheHeadroomOfTheJob()
    {
        auto project = samples::project();
        QVERIFY(projectText(project).find("memoryHeadroom") == std::string::npos);
        for (const double headroom : {0.0, 0.125, 0.5}) {
            project.workload.job.memoryHeadroom = headroom;
            const auto loaded = parseProject(projectText(project), "f");
            QVERIFY(loaded.findings.ok());
            QVERIFY(loaded.project == project);
        }
        auto json = *parseJson(projectText(project));
        json["workload"]["job"]["memoryHeadroom"] = 0.6;
        const auto loaded = parseProject(toText(json), "f");
        QCOMPARE(loaded.findings.errors.at(0).path, std::string("/workload/job/memoryHeadroom"));
        QCOMPARE(loaded.findings.errors.at(0).found, std::string("0.6"));
    }

    void keepsWhatTheJobsSoftwareRuns()
    {
        Project project;
        project.workload.model = *findModel("Llama 2 7B");
        project.workload.job.runs = {.schedules = std::vector<std::string>{"1f1b", "zb-h1"},
                                     .zeroStages = std::vector{0, 3},
                                     .degrees = SoftwareDegrees{true, false, false}};
        const auto text = projectText(project);
        const auto read = parseProject(text, "p");
        QVERIFY2(read.findings.ok(), read.findings.ok() ? "" : toString(read.findings.errors.front()).c_str());
        QVERIFY(read.project.workload == project.workload);
        QVERIFY(checkAgainstSchema(*parseJson(text), "project.schema.json").ok());
        // A name that is no schedule is found with its place, and the one that was meant.
        project.workload.job.runs.schedules->back() = "zb-h11";
        const auto wrong = parseProject(projectText(project), "p").findings;
        QCOMPARE(wrong.errors.size(), std::size_t(1));
        QCOMPARE(wrong.errors.front().path, std::string("/workload/job/runs/schedules/1"));
        QVERIFY2(wrong.errors.front().hint.find("zb-h1") != std::string::npos, wrong.errors.front().hint.c_str());
        QVERIFY(!checkAgainstSchema(*parseJson(projectText(project)), "project.schema.json").ok());
    }
    void saysWhichFileCannotBeRead()
    {
        const auto project = loadProject("no/such/file.hscope.json");
        QVERIFY(!project);
        QCOMPARE(project.error().code, Error::Code::unreadable);
        QCOMPARE(project.error().file, std::string("no/such/file.hscope.json"));
    }
};

QTEST_GUILESS_MAIN(ProjectFileTest)
#include "project_file_test.moc"
