// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope validate and calibrate as a script meets them, on a file made for this test.
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QTemporaryDir>

#include <fstream>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

// Made-up times: nobody measured these.
constexpr auto rows =
    "id,model,layers,hidden,heads,kv_heads,ffn,vocab,seq_len,gpu,gpus_per_node,num_gpus,precision,tp,pp,"
    "mbs,gbs,recompute,flash_attention,framework,step_time_s,memory_gb\n"
    "alpha-1,GPT,24,2048,16,,8192,50304,1024,A100,8,8,fp16,1,1,1,64,full,no,Megatron-DeepSpeed,1.4,60\n"
    "alpha-2,GPT,24,2048,16,,8192,50304,1024,A100,8,8,fp16,2,1,2,64,full,no,Megatron-DeepSpeed,1.2,\n"
    "alpha-3,GPT,24,2048,16,,8192,50304,1024,A100,8,8,fp16,2,2,2,64,full,no,Megatron-DeepSpeed,1.3,\n"
    "beta-1,Llama 2 7B,32,4096,32,32,11008,32000,4096,H100,8,8,bf16,1,1,1,32,none,yes,NeMo/Megatron-Core,,\n"
    "beta-2,Llama 2 7B,32,4096,32,32,11008,32000,4096,H100,8,8,bf16,3,1,1,32,none,yes,NeMo/Megatron-Core,2,\n"
    "beta-3,Llama 2 7B,thirty,4096,32,32,11008,32000,4096,H100,8,8,bf16,1,1,1,32,none,yes,NeMo/Megatron-Core,2,\n";

} // namespace

class ValidateTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string file(const char *name, const std::string &text)
    {
        const auto path = m_folder.filePath(QString::fromLatin1(name)).toStdString();
        std::ofstream(path) << text;
        return path;
    }

private slots:
    void printsRowsAndSummaryAsTheContractSays()
    {
        const auto run = hscope({"validate", file("rows.csv", rows), "--json", "-"});
        QCOMPARE(run.status, 0);
        const auto json = parseJson(run.out);
        QVERIFY(json);
        const auto &list = (*json)["rows"];
        QCOMPARE(list.size(), std::size_t(6));
        for (const auto &row : list) {
            for (const char *key : {"id", "source", "measured", "predicted", "error", "peakMemoryMeasured",
                                    "peakMemoryPredicted", "skipped"})
                QVERIFY2(row.contains(key), key);
        }
        const double predicted = list[0]["predicted"].get<double>();
        QVERIFY(std::abs(list[0]["error"].get<double>() - (predicted / 1.4 - 1)) < 1e-12);
        QCOMPARE(list[0]["peakMemoryMeasured"].get<double>(), 60e9);
        QVERIFY(list[0]["skipped"].is_null());
        QVERIFY(list[3]["measured"].is_null() && list[3]["error"].is_null() && list[3]["predicted"].is_number());
        QVERIFY(list[4]["predicted"].is_null());
        QVERIFY(list[4]["skipped"].get<std::string>().find("multiple") != std::string::npos);
        QVERIFY(list[5]["skipped"].get<std::string>().find("line 7, column layers") != std::string::npos);
        const auto &alpha = (*json)["summary"]["alpha"];
        QCOMPARE(alpha["rows"].get<int>(), 3);
        for (const char *key : {"mape", "medianError", "p90Error", "maxError", "kendallTau", "memoryMape", "inRange"})
            QVERIFY2(alpha[key].is_number(), key);
        const auto &beta = (*json)["summary"]["beta"];
        QCOMPARE(beta["rows"].get<int>(), 0);
        QCOMPARE(beta["skipped"].get<int>(), 2);
        QVERIFY(beta["kendallTau"].is_null() && beta["memoryMape"].is_null());
    }
    void printsATableForPeople()
    {
        const auto run = hscope({"validate", file("rows.csv", rows)});
        QCOMPARE(run.status, 0);
        for (const char *text : {"source", "alpha", "all", "largest errors", "not predicted: 2 of 6 rows"})
            QVERIFY2(run.out.find(text) != std::string::npos, text);
    }
    void unusableFilesNameTheirPlace()
    {
        const auto missing = hscope({"validate", file("short.csv", "id,model\n1,GPT\n")});
        QCOMPARE(missing.status, 3);
        QVERIFY(missing.err.find("no column layers") != std::string::npos);
        const auto torn = hscope({"validate", file("torn.csv", "id,model\n1\n")});
        QCOMPARE(torn.status, 3);
        QVERIFY(torn.err.find("torn.csv: line 2") != std::string::npos);
        QCOMPARE(hscope({"validate", m_folder.filePath("none.csv").toStdString()}).status, 3);
        QCOMPARE(hscope({"validate"}).status, 2);
        QCOMPARE(hscope({"validate", file("rows.csv", rows), "--profiles", "/nonexistent"}).status, 3);
    }
    void calibrateScalesAFew()
    {
        const auto input = file("rows.csv", rows);
        const auto output = m_folder.filePath("scale.json").toStdString();
        QCOMPARE(hscope({"calibrate", input, "-o", output, "--scale"}).status, 0);
        QCOMPARE(hscope({"lint", output}).status, 0);
        const auto mape = [&](const std::vector<std::string> &more) {
            std::vector<std::string> arguments = {"validate", input, "--json", "-"};
            arguments.insert(arguments.end(), more.begin(), more.end());
            return (*parseJson(hscope(arguments).out))["summary"]["alpha"]["medianError"].get<double>();
        };
        QVERIFY(mape({"--calibration", output}) <= mape({}));
    }
    void calibrateFitsADeviceClass()
    {
        const auto table =
            file("kernels.csv", "source,dtype,accelerator,achieved_tflops,peak_tflops,efficiency,best_shape_MxNxK\n"
                                "x,bf16,NVIDIA H100 SXM,790,989,80%,2048x2048x13312\n"
                                "x,bf16,NVIDIA A100 PCIe,250,312,80%,2048x5120x6144\n");
        const auto output = m_folder.filePath("kernels.json").toStdString();
        const auto run = hscope({"calibrate", table, "-o", output, "--kernels"});
        QCOMPARE(run.status, 0);
        QVERIFY(run.out.find("ampere-pcie") != std::string::npos);
        QVERIFY(run.out.find("hopper") == std::string::npos); // steps determine it
        QCOMPARE(hscope({"lint", output}).status, 0);
        const auto steps = hscope({"calibrate", file("rows.csv", rows), "-o", output, "--kernels"});
        QCOMPARE(steps.status, 3);
        QVERIFY(steps.err.find("known table") != std::string::npos);
    }
    void calibrateWritesWhatTheProgramReads()
    {
        const auto output = m_folder.filePath("constants.json").toStdString();
        const auto run = hscope({"calibrate", file("rows.csv", rows), "-o", output, "--iterations", "2"});
        QCOMPARE(run.status, 0);
        QVERIFY(run.out.find("mean error") != std::string::npos);
        QCOMPARE(hscope({"lint", output}).status, 0);
        const auto profiles = m_folder.filePath("profiles").toStdString();
        QVERIFY(QDir().mkpath(QString::fromStdString(profiles)));
        QCOMPARE(hscope({"validate", file("rows.csv", rows), "--profiles", profiles}).status, 0);
        // No three rows of one layer shape: the honest answer names what is missing.
        const auto none = hscope({"calibrate", file("rows.csv", rows), "-o", output, "--layers"});
        QCOMPARE(none.status, 3);
        QVERIFY(none.err.find("three rows") != std::string::npos);
    }
    void aFrameworkThatNobodyCalibratedIsPredicted()
    {
        const std::string text = rows;
        const auto unknown = text.substr(0, text.find('\n') + 1) +
                             "gamma-1,GPT,24,2048,16,,8192,50304,1024,A100,8,8,fp16,1,1,1,64,full,no,Home grown,1.4,\n"
                             "gamma-2,GPT,24,2048,16,,8192,50304,1024,A100,8,8,fp16,2,1,2,64,full,no,Home grown,90,\n";
        const auto input = file("unknown.csv", unknown);
        const auto run = hscope({"validate", input, "--json", "-"});
        QCOMPARE(run.status, 0);
        const auto json = *parseJson(run.out);
        QVERIFY(json["rows"][0]["predicted"].is_number() && json["rows"][0]["skipped"].is_null());
        QVERIFY(json["rows"][0]["uncertainty"].get<double>() > 0.05);
        QVERIFY(!json["rows"][1]["inRange"].get<bool>()); // 90 s is nowhere near
        const double share = json["summary"]["gamma"]["inRange"].get<double>();
        QCOMPARE(share, json["rows"][0]["inRange"].get<bool>() ? 0.5 : 0.0);
        QVERIFY(hscope({"validate", input}).out.find("in range") != std::string::npos);
        // A few rows of its own make it a stack of its own.
        const auto output = m_folder.filePath("home.json").toStdString();
        QCOMPARE(hscope({"calibrate", input, "-o", output, "--scale"}).status, 0);
        QCOMPARE(hscope({"lint", output}).status, 0);
        QCOMPARE((*readJsonFile(output))["stacks"][0]["name"].get<std::string>(), std::string("Home grown"));
        const auto scaled = hscope({"validate", input, "--calibration", output, "--json", "-"});
        QVERIFY((*parseJson(scaled.out))["rows"][0]["predicted"] != json["rows"][0]["predicted"]);
    }
    void calibrateMeasuresItsSupport()
    {
        const auto input = file("rows.csv", rows);
        const auto output = m_folder.filePath("support.json").toStdString();
        const auto run = hscope({"calibrate", input, "--support", output, "--source", "made for this test"});
        QCOMPARE(run.status, 0);
        for (const char *text : {"Megatron-DeepSpeed", "groups left out", "newStack"})
            QVERIFY2(run.out.find(text) != std::string::npos, text);
        QCOMPARE(hscope({"lint", output}).status, 0);
        const auto json = *readJsonFile(output);
        QCOMPARE(json["source"].get<std::string>(), std::string("made for this test"));
        QCOMPARE(json["entries"].size(), std::size_t(1));
        QCOMPARE(json["entries"][0]["sources"][0].get<std::string>(), std::string("alpha"));
        auto broken = json;
        broken["levels"][0]["error"] = -1;
        const auto bad = hscope({"lint", file("broken.json", toText(broken))});
        QCOMPARE(bad.status, 1);
        QVERIFY(bad.out.find("/levels/0/error") != std::string::npos ||
                bad.err.find("/levels/0/error") != std::string::npos);
        QCOMPARE(hscope({"calibrate", input}).status, 2);
        QCOMPARE(hscope({"calibrate", input, "--support", output, "-o", output}).status, 2);
        QCOMPARE(hscope({"calibrate", input, "--support", output, "--scale"}).status, 2);
    }
};

QTEST_GUILESS_MAIN(ValidateTest)
#include "validate_test.moc"
