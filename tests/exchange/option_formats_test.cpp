// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formats that hand options on to Megatron-LM: its own YAML, NeMo, Primus, and simulators' files.
#include "exchange/primus/config.h"
#include "exchange/recognise.h"

#include "exchange/fixture.h"
#include "support/strict_test.h"

using namespace heteroscope;

class OptionFormatsTest : public StrictTest
{
    Q_OBJECT

    static QString refused(const char *format, const std::string &text)
    {
        return test::refusal(format, text, emptyProject());
    }

private slots:
    void megatronYamlBecomesAPlan()
    {
        const auto result = test::import("megatron-yaml", "megatron_yaml/model_args.yaml", emptyProject());
        QVERIFY2(result, result ? "" : toString(result.error()).c_str());
        const Plan &plan = result->project.plans.front().plan;
        QCOMPARE(largestTensorDegree(plan), 2);
        QCOMPARE(pipelineDegree(plan), 2);
        QCOMPARE(virtualStages(plan), 2);
        QCOMPARE(plan.zeroStage, 1);
        QVERIFY(!plan.sequenceParallel);
        QCOMPARE(result->project.workload.job.globalBatch, 16);
        QVERIFY(test::hasNote(*result, "8 devices are assumed"));
        QCOMPARE(recogniseFormat({test::fixture("megatron_yaml/model_args.yaml")}), findImportFormat("megatron-yaml"));
        QVERIFY(refused("megatron-yaml", "a: 1").contains("MODEL_ARGS"));
        QVERIFY(refused("megatron-yaml", "MODEL_ARGS: {--num-layers: x, --hidden-size: 1, --num-attention-heads: 1}")
                    .startsWith("--num-layers: \"x\""));
    }
    void nemoBecomesAPlan()
    {
        const auto result = test::import("nemo", "nemo/small.yaml", emptyProject());
        QVERIFY2(result, result ? "" : toString(result.error()).c_str());
        const Plan &plan = result->project.plans.front().plan;
        const Model &model = result->project.workload.model;
        QCOMPARE(deviceCount(plan), 16);
        QCOMPARE(virtualStages(plan), 2);
        QCOMPARE(model.ffn, 4096); // ${multiply:4, ${.hidden_size}}
        QCOMPARE(model.kvHeads, 4);
        QVERIFY(model.gatedMlp && !model.biases && !model.tiedEmbeddings);
        QCOMPARE(planName(plan).recompute, Recompute::full);
        QVERIFY(test::hasNote(*result, "warning: ")); // 125m is not what these widths make
        QCOMPARE(recogniseFormat({test::fixture("nemo/small.yaml")}), findImportFormat("nemo"));
        QVERIFY(test::hasNote(*result,
                              emptyProject().workload.model.name + " has it: the arguments name only a tokenizer"));
        ImportFile stated = test::fixture("nemo/small.yaml");
        stated.text += "  override_vocab_size: 152064\n";
        const auto withVocabulary = findImportFormat("nemo")->import(emptyProject(), {stated}, {});
        QVERIFY2(withVocabulary, withVocabulary ? "" : toString(withVocabulary.error()).c_str());
        QCOMPARE(withVocabulary->project.workload.model.vocab, 152064);
        stated.text += "  kv_lora_rank: 512\n"; // without the base file that switches it on
        const auto latent = findImportFormat("nemo")->import(emptyProject(), {stated}, {});
        QVERIFY(latent && latent->project.workload.model.mla);
        QVERIFY(refused("nemo", "trainer: {}").contains("the section model"));
        QVERIFY(refused("nemo", "model: {encoder: {num_layers: 1}}").contains("decoder only"));
    }
    void primusFindsTheModel()
    {
        const ImportFile experiment = test::fixture("primus/experiment.yaml");
        const auto *format = recogniseFormat({experiment});
        QCOMPARE(format, findImportFormat("primus"));
        const auto given = format->import(emptyProject(), {experiment, test::fixture("primus/small.yaml")}, {});
        QVERIFY2(given, given ? "" : toString(given.error()).c_str());
        QCOMPARE(given->project.workload.model.hidden, 256);
        QCOMPARE(given->project.plans.front().plan.microBatchSize, 2);
        QVERIFY(test::hasNote(*given, "base.yaml"));
        QVERIFY(refused("primus", experiment.text).contains("the model's file"));
        QCOMPARE(modelWrittenAs("llama3.1_70B")->name, std::string("Llama 3.1 70B"));
        QCOMPARE(modelWrittenAs("deepseek_v3")->name, std::string("DeepSeek-V3 671B"));
        QCOMPARE(modelWrittenAs("deepseek_v2_lite")->name, std::string("DeepSeek-V2-Lite"));
        QVERIFY(!modelWrittenAs("grok2"));
    }
    void vtrainBecomesAPlanAndItsCluster()
    {
        const auto result = test::import("vtrain", "vtrain/small.json", emptyProject());
        QVERIFY2(result, result ? "" : toString(result.error()).c_str());
        QCOMPARE(recogniseFormat({test::fixture("vtrain/small.json")}), findImportFormat("vtrain"));
        const Plan &plan = result->project.plans.front().plan;
        QCOMPARE(deviceCount(plan), 32);
        QCOMPARE(planName(plan).replicas, 4); // 32 / (TP 4 x PP 2)
        QCOMPARE(plan.microBatchSize, 2);
        QCOMPARE(planName(plan).recompute, Recompute::none);
        const Model &model = result->project.workload.model;
        QCOMPARE(model.name, std::string("small"));
        QCOMPARE(model.ffn, 4096);
        QCOMPARE(model.vocab, 50'257);
        QVERIFY(test::hasNote(*result, "50257 is taken"));
        QVERIFY(model.learnedPositions && model.biases && !model.tiedEmbeddings);
        const Cluster &cluster = result->project.cluster;
        QCOMPARE(cluster.nodes.front().devices.size(), std::size_t(8));
        QVERIFY(cluster.nodes.front().devices.front().type.starts_with("A100"));
        QCOMPARE(cluster.links.front().bandwidth.value, 5e10);
        const auto with = [](const std::string &from, const std::string &to) {
            std::string text = test::fixture("vtrain/small.json").text;
            return text.replace(text.find(from), from.size(), to);
        };
        // Without a pipeline a micro-batch is all samples of a replica.
        const auto flat = findImportFormat("vtrain")->import(
            emptyProject(), {{"flat.json", with("\"pipeline_parallel_size\": 2", "\"pipeline_parallel_size\": 1")}},
            {});
        QVERIFY2(flat, flat ? "" : toString(flat.error()).c_str());
        QCOMPARE(flat->project.plans.front().plan.microBatchSize, 8);
        const auto more = findImportFormat("vtrain")->import(
            emptyProject(), {{"more.json", with("\"node_size\"", "\"data_parallel_size\": 2, \"node_size\"")}}, {});
        QVERIFY2(more, more ? "" : toString(more.error()).c_str());
        QCOMPARE(deviceCount(more->project.plans.front().plan), 16);
        QVERIFY(test::hasNote(*more, "num_gpus 32 is not TP 4 x DP 2 x PP 2"));
        QVERIFY(refused("vtrain", with("32", "33")).contains("a multiple of the 8 devices"));
        QVERIFY(refused("vtrain", with("\"tensor_parallel_size\": 4, ", "")).startsWith("/data_parallel_size"));
        QVERIFY(refused("vtrain", with("400", "-1")).contains("above 0"));
        QVERIFY(refused("vtrain", "[").contains("JSON"));
    }
    void filesOfSimulatorsMakeAProjectTogether_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QStringList>("files");
        QTest::newRow("Calculon") << "calculon" << QStringList{"execution.json", "application.json", "system.json"};
        QTest::newRow("SimuMax") << "simumax" << QStringList{"strategy.json", "model.json", "system.json"};
    }
    void filesOfSimulatorsMakeAProjectTogether()
    {
        QFETCH(QString, format);
        QFETCH(QStringList, files);
        const std::string name = format.toStdString();
        std::vector<ImportFile> all;
        for (const QString &file : files) {
            all.push_back(test::fixture(name + "/" + file.toStdString()));
            QCOMPARE(recogniseFormat({all.back()}), findImportFormat(name));
        }
        const auto result = findImportFormat(name)->import(emptyProject(), all, {.device = "A100-80GB SXM"});
        QVERIFY2(result, result ? "" : toString(result.error()).c_str());
        const Project &project = result->project;
        QVERIFY(parseProject(projectText(project), name).findings.ok());
        QCOMPARE(project.workload.model.layers, 8);
        QCOMPARE(project.workload.model.hidden, 1024);
        QCOMPARE(project.cluster.deviceTypes.size(), std::size_t(1));
        const Plan &plan = project.plans.front().plan;
        QCOMPARE(deviceCount(plan), 8);
        QCOMPARE(pipelineDegree(plan), 2);
        QCOMPARE(plan.zeroStage, 1);
        QCOMPARE(project.workload.job.globalBatch, 32);
        QVERIFY(test::hasNote(*result, "two nodes are drawn"));
        QVERIFY(refused(name.c_str(), "{}").contains("none of their keys"));
        QVERIFY(refused(name.c_str(), "[").contains("JSON"));
    }
};

QTEST_GUILESS_MAIN(OptionFormatsTest)
#include "option_formats_test.moc"
