// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line as a script meets it.
#include "base/files.h"
#include "project/file_lock.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QTemporaryDir>

#include <cmath>
#include <fstream>

using namespace heteroscope;
using namespace heteroscope::test;

class HscopeTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("HETEROSCOPE_MEASURED", "/nonexistent"); }

    void simulateAddsUpForEveryDevice()
    {
        for (const char *name : {"mixed-32", "gpt3-175b-64", "rtx3090-titan", "rtx3090-2080-titan"}) {
            const auto run = hscope({"simulate", example(name), "--json", "-"});
            QCOMPARE(run.status, 0);
            const auto json = parseJson(run.out);
            QVERIFY(json);
            const double step = (*json)["stepTime"].get<double>();
            QVERIFY(step > 0);
            for (const auto &device : (*json)["devices"]) {
                double sum = 0;
                for (const char *part : {"compute", "bubble", "straggler", "optimizer", "overhead", "idle"})
                    sum += device[part].get<double>();
                for (const auto &[kind, seconds] : device["exposed"].items())
                    sum += seconds.get<double>();
                QVERIFY(std::abs(sum / step - 1) < 1e-9);
            }
        }
    }
    void contextParallelismHasAColumn()
    {
        const auto header = [](const std::string &out) {
            const auto at = out.find("\nlane ");
            return at == std::string::npos ? std::string() : out.substr(at + 1, out.find('\n', at + 1) - at);
        };
        const auto plain = header(hscope({"simulate", example("mixed-32")}).out);
        QVERIFY2(plain.find(" TP ") != std::string::npos && plain.find(" CP ") == std::string::npos, plain.c_str());

        auto plan = *parseJson(*readTextFile(example("mixed-32")));
        plan = plan["plans"][0]["plan"];
        plan["contextParallel"] = 2;
        for (auto &pipeline : plan["pipelines"])
            for (auto &stage : pipeline["stages"])
                for (auto &group : stage["groups"])
                    group.update({{"tp", 2}, {"cp", 2}});
        QTemporaryDir folder;
        const auto file = folder.filePath("plan.json").toStdString();
        std::ofstream(file) << plan.dump();
        const auto run = hscope({"simulate", example("mixed-32"), "--plan", file});
        QCOMPARE(run.status, 0);
        const auto wide = header(run.out);
        QVERIFY2(wide.find(" CP ") != std::string::npos && wide.find(" EP ") == std::string::npos, wide.c_str());
    }
    void explainOpensEverySecond()
    {
        const auto run = hscope({"explain", example("mixed-32"), "--device", "h100-0:1", "--json", "-"});
        QCOMPARE(run.status, 0);
        const auto json = parseJson(run.out);
        QVERIFY(json);
        QCOMPARE((*json)["lanes"].size(), std::size_t(1));
        const auto &time = (*json)["lanes"][0]["time"];
        QCOMPARE(time["value"].get<double>(), (*json)["stepTime"].get<double>());
        double sum = 0;
        for (const auto &part : time["parts"])
            sum += part["value"].get<double>();
        QVERIFY(std::abs(sum / time["value"].get<double>() - 1) < 1e-9);
        QVERIFY((*json)["uncertainty"].get<double>() > 0);
        QVERIFY(!(*json)["assumptions"].empty());

        const auto text = hscope({"explain", example("mixed-32"), "--formulas"});
        QCOMPARE(text.status, 0);
        for (const char *part : {"step time", "+-", "Forward passes", "Matrix products", "efficiency", "catalog",
                                 "calibration constant", "Memory at the peak", "Weights", "assumptions", "sources"})
            QVERIFY2(text.out.find(part) != std::string::npos, part);
        QVERIFY(text.out.size() > hscope({"explain", example("mixed-32"), "--depth", "1"}).out.size());
    }
    void profilesOfOtherToolsBecomeOurs()
    {
        QTemporaryDir folder;
        const auto in = folder.filePath("sailor.json").toStdString();
        const auto out = folder.filePath("profiles.json").toStdString();
        std::ofstream(in) << R"({"OPT-350": {"Titan-RTX": {"1": {"1": {"0": [1, 2], "1": [3, 5], "2": [8, 9]}}}}})";
        QCOMPARE(hscope({"profiles", "sailor", in, "-o", out}).status, 0);
        QCOMPARE(hscope({"lint", out}).status, 0);

        const auto fixture = sourcePath("/tests/exchange/fixtures/metis/DeviceType.A100_tp2_bs4.json");
        QCOMPARE(hscope({"profiles", "metis", fixture, "-o", out}).status, 2); // of which model?
        const auto other = hscope({"profiles", "metis", fixture, "-o", out, "--project", example("mixed-32")});
        QCOMPARE(other.status, 3);
        QVERIFY(other.err.find("4 layers") != std::string::npos);
    }
    void explainNamesWhatIsWrong()
    {
        const auto run = hscope({"explain", example("mixed-32"), "--device", "nobody:7"});
        QCOMPARE(run.status, 3);
        QVERIFY(run.err.find("nobody:7") != std::string::npos);
        QCOMPARE(hscope({"explain", example("mixed-32"), "--all", "--device", "h100-0:1"}).status, 2);
    }
    void aListedPlanSimulatesToItsListedTime()
    {
        const auto listed = hscope({"plan", example("a100-v100-32"), "--top", "3", "--json", "-"});
        QCOMPARE(listed.status, 0);
        const auto json = parseJson(listed.out);
        QVERIFY((*json)["proved"].get<bool>());
        QTemporaryDir folder;
        for (const auto &plan : (*json)["plans"]) {
            const auto file = folder.filePath("plan.json").toStdString();
            std::ofstream(file) << toText(plan["plan"]);
            const auto run = hscope({"simulate", example("a100-v100-32"), "--plan", file, "--json", "-"});
            QCOMPARE(run.status, 0);
            QCOMPARE((*parseJson(run.out))["stepTime"].get<double>(), plan["stepTime"].get<double>());
        }
    }
    void simulateWithoutAPlanTakesThePlannersBest()
    {
        const auto best = parseJson(hscope({"plan", example("a100-v100-32"), "--json", "-"}).out);
        const auto step = parseJson(hscope({"simulate", example("a100-v100-32"), "--json", "-"}).out);
        QCOMPARE((*step)["stepTime"].get<double>(), (*best)["plans"][0]["stepTime"].get<double>());
    }
    void measuredStandsBesidePredicted()
    {
        QTemporaryDir folder;
        std::ofstream(folder.filePath("steps_check.csv").toStdString())
            << "id,source,notes,step_time_s\nsailor-mit-N2-plan_config_N2_D1,somebody,\"a, b\",100.5\n";
        qputenv("HETEROSCOPE_MEASURED", folder.path().toUtf8());
        const auto run = hscope({"simulate", example("rtx3090-titan")});
        qputenv("HETEROSCOPE_MEASURED", "/nonexistent");
        QVERIFY2(run.out.find("measured    100 s (somebody") != std::string::npos ||
                     run.out.find("measured    101 s (somebody") != std::string::npos,
                 run.out.c_str());
        QVERIFY(hscope({"simulate", example("rtx3090-titan")}).out.find("not at hand") != std::string::npos);
    }
    void traceIsPerfettoJson()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("trace.json").toStdString();
        QCOMPARE(hscope({"simulate", example("mixed-32"), "--trace", file}).status, 0);
        const auto trace = readJsonFile(file);
        QVERIFY(trace && (*trace)["traceEvents"].size() > 100);
        for (const auto &event : (*trace)["traceEvents"]) {
            QVERIFY(event["pid"].is_number_integer() && event["tid"].is_number_integer());
            QVERIFY(event["ph"] != "X" || event["dur"].get<double>() > 0);
        }
    }
    void simulateAtBeginsTheStepThere()
    {
        // Every link of the example drops to a tenth after 1,000 s.
        QTemporaryDir folder;
        const auto write = [&folder](const char *name, const Json &rate) {
            auto json = *readJsonFile(example("mixed-32"));
            for (auto &link : json["cluster"]["links"]) {
                if (!rate.is_null())
                    link["rate"] = rate;
            }
            const auto file = folder.filePath(name).toStdString();
            std::ofstream(file) << toText(json);
            return file;
        };
        const auto stepTime = [](const std::string &file, const std::string &at) {
            const auto run = hscope({"simulate", file, "--at", at, "--json", "-"});
            return run.status == 0 ? (*parseJson(run.out))["stepTime"].get<double>() : -1.0;
        };
        const auto drops = write("drops.hscope.json", {{{"at", 1000.0}, {"factor", 0.1}}});
        const auto slow = write("slow.hscope.json", {{{"at", 0.0}, {"factor", 0.1}}});
        const auto plain = write("plain.hscope.json", nullptr);
        QVERIFY(stepTime(plain, "0") > 0);
        QCOMPARE(stepTime(drops, "0"), stepTime(plain, "0"));
        QCOMPARE(stepTime(drops, "1000"), stepTime(slow, "0"));
        QVERIFY(stepTime(drops, "1000") > stepTime(drops, "0"));
        QCOMPARE(hscope({"simulate", plain, "--at", "-1"}).status, 2);
    }
    void whatOtherToolsWriteBecomesAProject()
    {
        QTemporaryDir folder;
        const auto project = folder.filePath("mine.hscope.json").toStdString();
        const auto fixture = [](const std::string &name) { return sourcePath("/tests/exchange/fixtures/" + name); };
        // A node, a model and a plan, one after the other into one file.
        auto run = hscope({"import", "nvidia-smi", fixture("nvidia_smi/switched.txt"), "-o", project, "--name", "box"});
        QVERIFY2(run.status == 0, run.err.c_str());
        QVERIFY(run.out.find("node box: 4 devices") != std::string::npos);
        QVERIFY(run.out.find("note: ") != std::string::npos);
        run = hscope({"import", "huggingface", fixture("huggingface/gqa.json"), "-o", project});
        QVERIFY2(run.status == 0, run.err.c_str());
        const auto arguments = folder.filePath("arguments.txt").toStdString();
        std::ofstream(arguments) << "--tensor-model-parallel-size 2 --micro-batch-size 1 --global-batch-size 8 --bf16";
        run = hscope({"import", "megatron", arguments, "-o", project, "--name", "launched"});
        QVERIFY2(run.status == 0, run.err.c_str());
        QCOMPARE(hscope({"lint", project}).status, 0);
        QCOMPARE(hscope({"simulate", project, "--plan", "launched"}).status, 0);
        // And out again.
        run = hscope({"export", "megatron", project, "-o", "-"});
        QCOMPARE(run.status, 0);
        QVERIFY(run.out.find("--tensor-model-parallel-size 2") != std::string::npos);
        const auto trace = folder.filePath("trace.json").toStdString();
        QCOMPARE(hscope({"export", "perfetto", project, "-o", trace}).status, 0);
        QVERIFY((*readJsonFile(trace))["traceEvents"].size() > 10);
    }
    void importAndExportSayWhatIsWrong()
    {
        QTemporaryDir folder;
        const auto project = folder.filePath("mine.hscope.json").toStdString();
        QCOMPARE(hscope({"import", "punch-cards", "x", "-o", project}).status, 2);
        QCOMPARE(hscope({"import", "huggingface", "no-such-file", "-o", project}).status, 3);
        const auto broken = folder.filePath("config.json").toStdString();
        std::ofstream(broken) << "{}";
        const auto run = hscope({"import", "huggingface", broken, "-o", project});
        QCOMPARE(run.status, 3);
        QVERIFY(run.err.find("config.json: /num_hidden_layers") != std::string::npos);
        QVERIFY(!std::ifstream(project).good()); // nothing is written then
        std::ofstream(project) << "no project";
        QCOMPARE(hscope({"import", "huggingface", broken, "-o", project}).status, 3);
        QCOMPARE(hscope({"export", "megatron", example("mixed-32"), "-o", "-", "--plan", "nobody"}).status, 3);
        QCOMPARE(hscope({"export", "megatron", example("mixed-32"), "-o", "/no/such/folder/x"}).status, 3);
    }
    void reportIsOnePage()
    {
        const auto run = hscope({"report", example("a100-v100-32"), "-o", "-", "--top", "3"});
        QVERIFY2(run.status == 0, run.err.c_str());
        QVERIFY(run.out.starts_with("<!DOCTYPE html>"));
        QVERIFY(run.out.find("Proved") != std::string::npos);
        QVERIFY(run.out.find("<svg") != std::string::npos);
        QCOMPARE(hscope({"report", example("mixed-32"), "-o", "-", "--plan", "nobody"}).status, 3);
        QCOMPARE(hscope({"report", example("mixed-32"), "-o", "/no/such/folder/x", "--top", "1"}).status, 3);
    }
    void exitStatusTellsWhatHappened()
    {
        QCOMPARE(hscope({}).status, 2);
        QCOMPARE(hscope({"simulate"}).status, 2);
        QCOMPARE(hscope({"plan", example("mixed-32"), "--space", "Z"}).status, 2);
        QCOMPARE(hscope({"--help"}).status, 0);
        const auto missing = hscope({"simulate", "no-such-file.hscope.json"});
        QCOMPARE(missing.status, 3);
        QVERIFY(missing.err.find("no-such-file.hscope.json") != std::string::npos);
        const auto noPlan = hscope({"simulate", example("mixed-32"), "--plan", "no such plan"});
        QCOMPARE(noPlan.status, 3);
        QVERIFY(noPlan.err.find("even split") != std::string::npos);
    }
    void outputThatCannotBeWrittenIsAnError()
    {
        std::ofstream full("/dev/full");
        std::ostringstream err;
        QCOMPARE(runHscope({"catalog", "links"}, full, err), 4);
        QVERIFY(err.str().find("standard output") != std::string::npos);
    }
    void namesCannotSteerTheTerminal()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("a.hscope.json").toStdString();
        auto json = parseJson(*readTextFile(example("mixed-32")));
        (*json)["plans"][0]["name"] = "\x1b]0;title\x07\x1b[2J";
        QVERIFY(writeFileAtomically(file, toText(*json)));
        const auto run = hscope({"simulate", file});
        QCOMPARE(run.status, 0);
        QVERIFY(run.out.find('\x1b') == std::string::npos);
        QVERIFY(run.out.find("\\x1b[2J") != std::string::npos);
        const auto refused = hscope({"simulate", file, "--plan", "\x1b[2J"});
        QVERIFY(refused.err.find('\x1b') == std::string::npos);
    }
    void importLeavesAnOpenProjectAlone()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("a.hscope.json").toStdString();
        QVERIFY(writeFileAtomically(file, *readTextFile(example("mixed-32"))));
        const auto before = *readTextFile(file);
        const auto config = sourcePath("/tests/exchange/fixtures/huggingface/gqa.json");
        {
            const FileLock lock(lockPathOf(file));
            QVERIFY(lock.isMine());
            const auto run = hscope({"import", "huggingface", config, "-o", file});
            QCOMPARE(run.status, 3);
            QVERIFY2(run.err.find("open in another program") != std::string::npos, run.err.c_str());
            QCOMPARE(*readTextFile(file), before);
        }
        QCOMPARE(hscope({"import", "huggingface", config, "-o", file}).status, 0);
        QVERIFY(*readTextFile(file) != before);
    }
    void lintFindsPlaceFoundExpected()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("broken.hscope.json").toStdString();
        auto text = readTextFile(example("mixed-32"));
        auto json = parseJson(*text);
        (*json)["cluster"]["links"][0]["bandwidth"] = "fast";
        (*json)["cluster"]["colour"] = 1;
        std::ofstream(file) << toText(*json);
        const auto run = hscope({"lint", file, "--json", "-"});
        QCOMPARE(run.status, 1);
        const auto findings = parseJson(run.out);
        QVERIFY((*findings)["errors"].size() >= 2);
        std::string paths;
        for (const auto &error : (*findings)["errors"]) {
            QVERIFY(error["file"] == file);
            paths += error["path"].get<std::string>() + " ";
        }
        QVERIFY2(paths.find("/cluster/links/0/bandwidth") != std::string::npos, paths.c_str());
        QVERIFY2(paths.find("/cluster/colour") != std::string::npos, paths.c_str());
    }
    void lintWarnsOfLinksThatCannotBeBuilt()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("bridge.hscope.json").toStdString();
        auto json = parseJson(*readTextFile(example("mixed-32")));
        auto &links = (*json)["cluster"]["links"];
        links.push_back(links[0]);
        links.back()["name"] = "bridge";
        links.back()["from"] = "a100-0";
        links.back()["to"] = "a100-1";
        links.back()["technology"] = "NVLink";
        std::ofstream(file) << toText(*json);
        const auto run = hscope({"lint", file, "--json", "-"});
        QCOMPARE(run.status, 0); // a warning
        const auto findings = parseJson(run.out);
        bool warned = false;
        for (const auto &warning : (*findings)["warnings"])
            warned = warned || (warning["path"] == "/cluster/links/" + std::to_string(links.size() - 1) &&
                                warning["found"].get<std::string>().find("NVLink") != std::string::npos);
        QVERIFY2(warned, run.out.c_str());
    }
    void lintWarnsOfUnknownSoftwareAndExcessRecompute()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("odd.hscope.json").toStdString();
        auto json = *parseJson(*readTextFile(example("mixed-32")));
        auto &stages = json["plans"][0]["plan"]["pipelines"][0]["stages"];
        QVERIFY(stages.size() > 1);
        const auto warningsOf = [&] {
            std::ofstream(file) << toText(json);
            const auto run = hscope({"lint", file, "--json", "-"});
            return run.status == 0 ? (*parseJson(run.out))["warnings"] : Json();
        };
        QVERIFY(warningsOf() == Json::array());
        json["workload"]["job"]["softwareStack"] = "Megatronn LM";
        auto warnings = warningsOf();
        QCOMPARE(warnings.size(), std::size_t(1));
        QCOMPARE(warnings[0]["path"].get<std::string>(), std::string("/workload/job/softwareStack"));
        QCOMPARE(warnings[0]["found"].get<std::string>(), std::string("\"Megatronn LM\""));
        QVERIFY(warnings[0]["hint"].get<std::string>().find("\"Megatron-LM\"") != std::string::npos);
        json["workload"]["job"]["softwareStack"] = "Megatron-LM";

        for (auto &stage : stages)
            stage["recompute"] = "full";
        stages[0]["recomputeLayers"] = 99;
        warnings = warningsOf();
        QCOMPARE(warnings.size(), std::size_t(1));
        const std::string place = "/plans/0/plan/pipelines/0/stages/0/recomputeLayers";
        QCOMPARE(warnings[0]["path"].get<std::string>(), place);
        QCOMPARE(warnings[0]["found"].get<std::string>(), std::string("99 blocks to recompute"));
        QVERIFY(warnings[0]["expected"].get<std::string>().starts_with("at most "));
        // Simulating says it too, and a plan alone.
        const auto run = hscope({"simulate", file});
        QCOMPARE(run.status, 0);
        QVERIFY2(run.err.find(file + ": " + place + ": found 99 blocks to recompute, ") != std::string::npos,
                 run.err.c_str());
        const auto plan = folder.filePath("plan.json").toStdString();
        std::ofstream(plan) << json["plans"][0]["plan"].dump();
        const auto alone = hscope({"lint", plan});
        QCOMPARE(alone.status, 0);
        QVERIFY2(alone.out.find("/pipelines/0/stages/0/recomputeLayers: found 99") != std::string::npos,
                 alone.out.c_str());
        // One number for all stages is that of the longest one.
        int most = 0;
        for (const auto &stage : stages)
            most = std::max(most, stage["chunks"][0][1].get<int>() - 1);
        json["plans"][0]["plan"]["pipelines"][0]["stages"][0]["recomputeLayers"] = most;
        for (auto &stage : stages)
            stage["recomputeLayers"] = most;
        QVERIFY(warningsOf() == Json::array());
    }
    void catalogListsEverything()
    {
        for (const char *what : {"devices", "links", "models", "nodes", "stacks"}) {
            const auto run = hscope({"catalog", what});
            QCOMPARE(run.status, 0);
            QVERIFY(std::count(run.out.begin(), run.out.end(), '\n') > 5);
        }
        QCOMPARE(hscope({"catalog", "spoons"}).status, 2);
    }
};

QTEST_GUILESS_MAIN(HscopeTest)
#include "hscope_test.moc"
