// SPDX-License-Identifier: GPL-3.0-or-later
//
// --format of every command: JSON that can be parsed, CSV whose lines have one number of fields, text as before.
#include "base/files.h"
#include "commands/command_list.h"
#include "project/project_file.h"
#include "support/clusters.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QTemporaryDir>

#include <fstream>
#include <map>
#include <set>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

using Words = std::vector<std::string>;

// Nobody measured these.
constexpr auto madeUpSteps =
    "id,model,layers,hidden,heads,kv_heads,ffn,vocab,seq_len,gpu,gpus_per_node,num_gpus,precision,tp,pp,"
    "mbs,gbs,recompute,flash_attention,framework,step_time_s,memory_gb\n"
    "a-1,GPT,24,2048,16,,8192,50304,1024,A100,8,8,fp16,1,1,1,64,full,no,Megatron-DeepSpeed,1.4,60\n"
    "a-2,GPT,24,2048,16,,8192,50304,1024,A100,8,8,fp16,2,1,2,64,full,no,Megatron-DeepSpeed,1.2,\n";

constexpr auto smallDesign =
    R"({"formatVersion": 1, "workload": {"model": "GPT-3 1.3B", "job": {"globalBatch": 8, "sequenceLength": 2048}},)"
    R"("choices": [{"nodes": [{"node": "4 A100 hdr200", "pricePerHour": 8}], "counts": [1]}]})";

/// The numbers of fields of all lines, quotes taken into account.
std::set<std::size_t> fieldCounts(const std::string &csv)
{
    std::set<std::size_t> counts;
    std::size_t fields = 1;
    bool quoted = false;
    for (const char c : csv) {
        quoted = quoted != (c == '"');
        if (c == ',' && !quoted)
            ++fields;
        if (c == '\n' && !quoted) {
            counts.insert(fields);
            fields = 1;
        }
    }
    return counts;
}

/// A job on one of two nodes.
Project jobOn(const std::string &node)
{
    Project project;
    project.cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2)});
    project.workload = test::smallGpt();
    Plan plan;
    plan.pipelines = {test::pipeline({{node + ":0", node + ":1"}}, {project.workload.model.planLayers()},
                                     project.workload.job.globalBatch)};
    const std::string other = node == "a" ? "b" : "a";
    plan.unusedDevices = {other + ":0", other + ":1"};
    project.plans = {{"plan", plan, {}, {}}};
    return project;
}

} // namespace

class FormatTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::map<std::string, Words> m_words; ///< of each command

    std::string path(const char *name) const { return m_folder.filePath(QString::fromUtf8(name)).toStdString(); }

private slots:
    void initTestCase()
    {
        qputenv("HETEROSCOPE_MEASURED", "/nonexistent");
        const auto project = example("rtx3090-titan");
        const auto certificate = path("certificate.json");
        QCOMPARE(hscope({"plan", example("a100-v100-32"), "--no-beyond", "--json", certificate}).status, 0);
        const auto design = path("small.design.json");
        std::ofstream(design) << smallDesign;
        const auto steps = path("steps.csv");
        std::ofstream(steps) << madeUpSteps;
        const auto sailor = path("sailor.json");
        std::ofstream(sailor) << R"({"OPT-350": {"Titan-RTX": {"1": {"1": {"0": [1, 2], "1": [3, 5], "2": [8, 9]}}}}})";
        QCOMPARE(hscope({"sheet", "09-interleaving", "--students", "1", "-o", m_folder.path().toStdString()}).status,
                 0);
        for (const auto &[file, first] : {std::pair("one.hscope.json", "a"), std::pair("two.hscope.json", "b")})
            QVERIFY(saveProject(jobOn(first), path(file)));
        QVERIFY(QFile::copy(QString::fromStdString(example("mixed-32")), m_folder.filePath("changing.hscope.json")));
        m_words = {
            {"simulate", {project}},
            {"explain", {project, "--depth", "2"}},
            {"plan", {project, "--top", "3", "--no-beyond"}},
            {"replan", {project, "--space", "C", "--searches", "1"}},
            {"jobs", {path("one.hscope.json"), path("two.hscope.json")}},
            {"grade", {path("sheet.json"), path("student-01-09-interleaving.hscope.json")}},
            {"compare", {project, example("rtx3090-2080-titan")}},
            {"diff", {project, example("rtx3090-2080-titan")}},
            {"check-certificate", {certificate, example("a100-v100-32")}},
            {"lint", {project}},
            {"validate", {steps}},
            {"calibrate", {steps, "--scale", "-o", path("scale.json")}},
            {"profiles", {"sailor", sailor, "-o", path("profiles.json")}},
            {"new", {"1x8 A100", "--model", "Llama 2 7B", "-o", path("new.hscope.json")}},
            {"detect", {"--sys", m_folder.path().toStdString()}},
            {"scenario", {"flapping", "--of", "up-1", "-o", path("changing.hscope.json")}},
            {"import",
             {sourcePath("/tests/exchange/fixtures/nvidia_smi/query.xml"), "-o", path("imported.hscope.json")}},
            {"export", {"megatron", project, "-o", path("launch.sh")}},
            {"report", {project, "-o", path("page.html")}},
            {"design", {design, "--space", "C"}},
            {"catalog", {"devices"}},
        };
    }
    void everyCommandHasFormats_data()
    {
        QTest::addColumn<QString>("command");
        for (const auto &[parser, body] : hscopeCommands().commands) {
            // merge writes CSV or JSON only (commands/sweep).
            if (parser->get_option_no_throw("--format") && parser->get_name() != "merge")
                QTest::newRow(parser->get_name().c_str()) << QString::fromStdString(parser->get_name());
        }
    }
    void everyCommandHasFormats()
    {
        QFETCH(QString, command);
        const auto known = m_words.find(command.toStdString());
        QVERIFY2(known != m_words.end(), "a new command: add its words above");
        Words words = {known->first};
        words.insert(words.end(), known->second.begin(), known->second.end());
        const auto with = [&words](const char *format) {
            Words all = words;
            all.insert(all.end(), {"--format", format});
            return hscope(all);
        };
        const auto json = with("json");
        QVERIFY2(json.status <= 1, json.err.c_str());
        const auto parsed = parseJson(json.out);
        QVERIFY2(parsed && parsed->is_object() && !parsed->empty(), json.out.c_str());
        const auto csv = with("csv");
        QCOMPARE(csv.status, json.status);
        QVERIFY2(fieldCounts(csv.out).size() == 1, csv.out.c_str());
        QVERIFY(csv.out.ends_with('\n'));
        const auto table = with("table");
        QCOMPARE(table.status, json.status);
        // Two runs of these print two texts: they say how long they took, or find the file of the first.
        const std::set<std::string> varying = {"plan", "replan", "design", "import"};
        if (!varying.contains(command.toStdString()))
            QCOMPARE(table.out, hscope(words).out);
    }
    void numbersAreInFull()
    {
        const auto csv = hscope({"simulate", example("rtx3090-titan"), "--format", "csv"}).out;
        const std::string header = csv.substr(0, csv.find('\n'));
        QVERIFY2(header.starts_with("lane,type,stage,layers,compute (s),") && header.ends_with(",margin (bytes)"),
                 header.c_str());
        const auto devices = hscope({"catalog", "devices", "--format", "json"}).out;
        const auto json = parseJson(devices);
        QVERIFY(json && (*json)["devices"][0]["memory"].is_number_integer());
        QCOMPARE(hscope({"simulate", example("rtx3090-titan"), "--format", "json"}).out,
                 hscope({"simulate", example("rtx3090-titan"), "--json", "-"}).out);
    }
    void onlyOneThingIsPrinted()
    {
        const auto project = example("rtx3090-titan");
        QCOMPARE(hscope({"simulate", project, "--format", "csv", "--json", "-"}).status, 2);
        QCOMPARE(hscope({"simulate", project, "--format", "json", "--json", path("x.json")}).status, 2);
        QCOMPARE(hscope({"export", "megatron", project, "-o", "-", "--format", "json"}).status, 2);
        QCOMPARE(hscope({"simulate", project, "--format", "xml"}).status, 2);
        const auto both = hscope({"simulate", project, "--format", "csv", "--json", path("both.json")});
        QCOMPARE(both.status, 0);
        QVERIFY(both.out.starts_with("lane,"));
        QVERIFY(readJsonFile(path("both.json")));
    }
};

QTEST_GUILESS_MAIN(FormatTest)
#include "format_test.moc"
