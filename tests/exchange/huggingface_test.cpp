// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/huggingface/config.h"

#include "exchange/fixture.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

using namespace heteroscope;

class HuggingFaceTest : public StrictTest
{
    Q_OBJECT

    static Model model(const std::string &name)
    {
        return test::import("huggingface", "huggingface/" + name, emptyProject())->project.workload.model;
    }

private slots:
    void readsGroupedQueries()
    {
        const Model one = model("gqa.json");
        QCOMPARE(one.name, std::string("Small-GQA"));
        QCOMPARE(one.family, std::string("Llama"));
        QCOMPARE(one.layers, 8);
        QCOMPARE(one.hidden, 1024);
        QCOMPARE(one.heads, 16);
        QCOMPARE(one.kvHeads, 4);
        QCOMPARE(one.headDim, 64);
        QCOMPARE(one.ffn, 2816);
        QCOMPARE(one.vocab, 32000);
        QCOMPARE(one.maxSequence, 4096);
        QVERIFY(one.gatedMlp && !one.tiedEmbeddings && !one.learnedPositions && !one.biases && !one.moe && !one.mla);
    }
    void readsExperts()
    {
        const Model one = model("experts.json");
        QVERIFY(one.moe == (MixtureOfExperts{8, 2, 0, 1792, 0}));
    }
    void readsLatentAttention()
    {
        const Model one = model("latent.json");
        QVERIFY(one.moe == (MixtureOfExperts{16, 4, 1, 512, 2}));
        QVERIFY(one.mla == (LatentAttention{256, 128, 64, 32, 64}));
        const auto imported = test::import("huggingface", "huggingface/latent.json", emptyProject());
        QVERIFY(test::hasNote(*imported, "multi-token prediction"));
    }
    void readsOlderKeys()
    {
        const Model one = model("old_keys.json");
        QCOMPARE(one.hidden, 768);
        QCOMPARE(one.ffn, 4 * 768);
        QVERIFY(one.learnedPositions && one.biases && one.tiedEmbeddings && !one.gatedMlp);
        QVERIFY(std::abs(totalParameters(one) / 124.4e6 - 1) < 0.01);
    }
    void saysWhatIsAssumedOfAnUnknownType()
    {
        const auto imported = test::import("huggingface", "huggingface/text_part.json", emptyProject());
        QVERIFY(test::hasNote(*imported, "not known"));
        QVERIFY(test::hasNote(*imported, "text part"));
        const Model &one = imported->project.workload.model;
        QVERIFY(one.gatedMlp && one.tiedEmbeddings);
        QCOMPARE(one.headDim, 128);
    }
    void theModelJoinsAProject()
    {
        auto project = samples::project();
        project.workload.job.sequenceLength = 8192;
        const auto imported = test::import("huggingface", "huggingface/old_keys.json", project, {.name = "mine"});
        QCOMPARE(imported->project.workload.model.name, std::string("mine"));
        QCOMPARE(imported->project.workload.job.sequenceLength, 1024);
        QCOMPARE(imported->project.cluster.nodes.size(), std::size_t(2));
        QVERIFY(test::hasNote(*imported, "another number of layers"));
    }
    void refusesWhatCannotBeAModel()
    {
        const auto project = emptyProject();
        QCOMPARE(test::import("huggingface", "huggingface/encoder_decoder.json", project).error().path,
                 std::string("/is_encoder_decoder"));
        const auto wrong = test::import("huggingface", "huggingface/wrong_number.json", project).error();
        QCOMPARE(wrong.path, std::string("/hidden_size"));
        QCOMPARE(wrong.found, std::string("\"wide\""));
        QVERIFY(test::refusal("huggingface", "{}", project).startsWith("/num_hidden_layers: nothing"));
        QVERIFY(test::refusal("huggingface", "[]", project).contains("config.json"));
        QVERIFY(!test::refusal("huggingface", "{", project).isEmpty());
        QVERIFY(!test::refusal("huggingface",
                               R"({"num_hidden_layers": 99999999, "hidden_size": 8, "num_attention_heads": 2,
            "intermediate_size": 8, "vocab_size": 10})",
                               project)
                     .isEmpty());
        QVERIFY(test::refusal("huggingface", R"({"num_hidden_layers": 4, "hidden_size": 8, "num_attention_heads": 2,
            "intermediate_size": 8, "vocab_size": 10, "num_experts": 4, "num_experts_per_tok": 1, "decoder_sparse_step": 2})",
                              project)
                    .startsWith("/decoder_sparse_step: 2"));
        QVERIFY(!findImportFormat("huggingface")->import(project, {}, {}));
    }
};

QTEST_GUILESS_MAIN(HuggingFaceTest)
#include "huggingface_test.moc"
