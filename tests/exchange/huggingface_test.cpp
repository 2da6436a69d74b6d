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
        QVERIFY(one.moe == (MixtureOfExperts{16, 4, 1, 512, 2, 4, 2}));
        QVERIFY(one.mla == (LatentAttention{256, 128, 64, 32, 64}));
        const auto imported = test::import("huggingface", "huggingface/latent.json", emptyProject());
        QCOMPARE(imported->project.workload.model.predictionModules, 1);
    }
    void readsOlderKeys()
    {
        const Model one = model("old_keys.json");
        QCOMPARE(one.hidden, 768);
        QCOMPARE(one.ffn, 4 * 768);
        QVERIFY(one.learnedPositions && one.biases && one.tiedEmbeddings && !one.gatedMlp);
        QVERIFY(std::abs(totalParameters(one) / 124.4e6 - 1) < 0.01);
    }
    void publishedModelsHaveTheirPublishedSizes_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<double>("billions");
        QTest::addColumn<double>("active");
        QTest::newRow("Llama 3 8B") << QByteArray(
                                           R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
            "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256})")
                                    << 8.03 << 8.03;
        QTest::newRow("Mixtral 8x7B") << QByteArray(
                                             R"({"model_type": "mixtral", "hidden_size": 4096, "num_hidden_layers": 32,
            "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 32000,
            "num_local_experts": 8, "num_experts_per_tok": 2})")
                                      << 46.7 << 12.9;
        QTest::newRow("DeepSeek-V3") << QByteArray(R"({"model_type": "deepseek_v3", "hidden_size": 7168,
            "num_hidden_layers": 61, "num_attention_heads": 128, "num_key_value_heads": 128, "intermediate_size": 18432,
            "moe_intermediate_size": 2048, "n_routed_experts": 256, "n_shared_experts": 1, "num_experts_per_tok": 8,
            "first_k_dense_replace": 3, "kv_lora_rank": 512, "q_lora_rank": 1536, "qk_nope_head_dim": 128,
            "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 129280})")
                                     << 671.0 << 37.0;
        QTest::newRow("OPT-6.7B") << QByteArray(R"({"model_type": "opt", "hidden_size": 4096, "num_hidden_layers": 32,
            "num_attention_heads": 32, "ffn_dim": 16384, "vocab_size": 50272, "max_position_embeddings": 2048})")
                                  << 6.66 << 6.66;
        QTest::newRow("MPT-7B") << QByteArray(R"({"model_type": "mpt", "d_model": 4096, "n_layers": 32, "n_heads": 32,
            "expansion_ratio": 4, "vocab_size": 50432, "max_seq_len": 2048, "no_bias": true})")
                                << 6.65 << 6.65;
        QTest::newRow("DBRX") << QByteArray(R"({"model_type": "dbrx", "d_model": 6144, "n_layers": 40, "n_heads": 48,
            "attn_config": {"kv_n_heads": 8}, "ffn_config": {"ffn_hidden_size": 10752, "moe_num_experts": 16,
            "moe_top_k": 4}, "vocab_size": 100352})")
                              << 131.6 << 36.5;
        QTest::newRow("Command R+") << QByteArray(R"({"model_type": "cohere", "hidden_size": 12288,
            "num_hidden_layers": 64, "num_attention_heads": 96, "num_key_value_heads": 8, "intermediate_size": 33792,
            "vocab_size": 256000, "hidden_act": "silu"})")
                                    << 103.8 << 103.8;
        QTest::newRow("ChatGLM3-6B") << QByteArray(R"({"model_type": "chatglm", "hidden_size": 4096, "num_layers": 28,
            "num_attention_heads": 32, "kv_channels": 128, "multi_query_attention": true, "multi_query_group_num": 2,
            "ffn_hidden_size": 13696, "padded_vocab_size": 65024, "seq_length": 8192})")
                                     << 6.24 << 6.24;
        QTest::newRow("Qwen-7B") << QByteArray(R"({"model_type": "qwen", "hidden_size": 4096, "num_hidden_layers": 32,
            "num_attention_heads": 32, "kv_channels": 128, "intermediate_size": 22016, "vocab_size": 151936})")
                                 << 7.72 << 7.72;
        QTest::newRow("Grok-1") << QByteArray(R"({"model_type": "grok-1", "hidden_size": 6144, "num_hidden_layers": 64,
            "num_attention_heads": 48, "num_key_value_heads": 8, "intermediate_size": 32768, "num_experts": 8,
            "num_experts_per_tok": 2, "vocab_size": 131072})")
                                << 316.0 << 84.6;
        QTest::newRow("ERNIE 4.5 21B-A3B") << QByteArray(R"({"model_type": "ernie4_5_moe", "hidden_size": 2560,
            "num_hidden_layers": 28, "num_attention_heads": 20, "num_key_value_heads": 4, "head_dim": 128,
            "intermediate_size": 12288, "moe_intermediate_size": 1536, "moe_num_experts": 64, "moe_k": 6,
            "moe_num_shared_experts": 2, "moe_layer_start_index": 1, "moe_layer_end_index": 27,
            "moe_layer_interval": 1, "vocab_size": 103424, "tie_word_embeddings": true})")
                                           << 21.8 << 3.35;
        QTest::newRow("Mamba2-2.7B") << QByteArray(R"({"model_type": "mamba2", "hidden_size": 2560, "num_heads": 80,
            "head_dim": 64, "num_hidden_layers": 64, "state_size": 128, "n_groups": 1, "expand": 2, "conv_kernel": 4,
            "chunk_size": 256, "vocab_size": 50288, "tie_word_embeddings": true})")
                                     << 2.70 << 2.70;
    }
    void publishedModelsHaveTheirPublishedSizes()
    {
        QFETCH(QByteArray, config);
        QFETCH(double, billions);
        QFETCH(double, active);
        const auto read = readHuggingFaceConfig(config.toStdString(), "config.json");
        QVERIFY(read);
        QVERIFY2(std::abs(totalParameters(read->model) / 1e9 / billions - 1) < 0.01,
                 qPrintable(QString::number(totalParameters(read->model))));
        QVERIFY2(std::abs(activeParameters(read->model) / 1e9 / active - 1) < 0.03,
                 qPrintable(QString::number(activeParameters(read->model))));
    }
    void readsTheMixersOfABlock()
    {
        const auto read =
            readHuggingFaceConfig(R"({"model_type": "nemotron_h", "hidden_size": 8192, "num_hidden_layers": 6,
            "num_attention_heads": 64, "num_key_value_heads": 8, "intermediate_size": 32768, "vocab_size": 131072,
            "hybrid_override_pattern": "M-M*-E", "mamba_num_heads": 256, "mamba_head_dim": 64, "ssm_state_size": 256,
            "n_groups": 8, "chunk_size": 128, "n_routed_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 512})",
                                  "config.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QVERIFY(read->model.stateSpace == (StateSpace{256, 64, 256, 8, 4, 128}));
        QVERIFY(read->model.block(1) == (ModelBlock{Mixer::stateSpace, Feed::none}));
        QVERIFY(read->model.block(2) == (ModelBlock{Mixer::none, Feed::dense}));
        QVERIFY(read->model.block(4) == (ModelBlock{Mixer::attention, Feed::none}));
        QVERIFY(read->model.block(6) == (ModelBlock{Mixer::none, Feed::experts}));
    }
    void readsBlocksThatAlternate_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<QByteArray>("mixers");
        QTest::newRow("types") << QByteArray(
                                      R"("sliding_window": 64, "layer_types": ["sliding_attention", "full_attention",
            "sliding_attention", "full_attention"])")
                               << QByteArray("wawa");
        QTest::newRow("interval") << QByteArray(R"("full_attention_interval": 2, "linear_num_value_heads": 8,
            "linear_num_key_heads": 4, "linear_key_head_dim": 16, "linear_value_head_dim": 16)")
                                  << QByteArray("lala");
        QTest::newRow("pattern") << QByteArray(R"("sliding_window": 64, "hybrid_layer_pattern": [0, 1, 1, 0])")
                                 << QByteArray("awwa");
        QTest::newRow("interleaved windows")
            << QByteArray(R"("sliding_window": 64, "sliding_window_pattern": 4)") << QByteArray("wwwa");
        QTest::newRow("Granite") << QByteArray(R"("layer_types": ["mamba", "mamba", "attention", "mamba"],
            "mamba_n_heads": 8, "mamba_d_head": 16, "mamba_d_state": 16)")
                                 << QByteArray("ssas");
        QTest::newRow("Bamba") << QByteArray(R"("attn_layer_indices": [1], "mamba_n_heads": 8, "mamba_d_head": 16,
            "mamba_d_state": 16)")
                               << QByteArray("sass");
        QTest::newRow("a window that is not used") << QByteArray(R"("sliding_window": 64)") << QByteArray("aaaa");
        QTest::newRow("Mistral") << QByteArray(R"("model_type": "mistral", "sliding_window": 64)")
                                 << QByteArray("wwww");
        QTest::newRow("Mistral without") << QByteArray(R"("model_type": "mistral", "sliding_window": null)")
                                         << QByteArray("aaaa");
        QTest::newRow("Qwen") << QByteArray(
                                     R"("sliding_window": 64, "use_sliding_window": true, "max_window_layers": 3)")
                              << QByteArray("aaaw");
        QTest::newRow("Qwen without")
            << QByteArray(R"("sliding_window": 64, "use_sliding_window": false, "max_window_layers": 3)")
            << QByteArray("aaaa");
    }
    void readsBlocksThatAlternate()
    {
        QFETCH(QByteArray, keys);
        QFETCH(QByteArray, mixers);
        const auto read = readHuggingFaceConfig(
            R"({"hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4,
            "intermediate_size": 128, "vocab_size": 100, )" +
                (keys.contains("model_type") ? "" : std::string(R"("model_type": "llama", )")) + keys.toStdString() +
                "}",
            "config.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QByteArray found;
        for (int layer = 1; layer <= 4; ++layer)
            found += "awlsn"[static_cast<int>(read->model.block(layer).mixer)];
        QCOMPARE(found, mixers);
    }
    void readsExpertsInEveryOtherBlock()
    {
        const auto read =
            readHuggingFaceConfig(R"({"model_type": "llama4_text", "hidden_size": 64, "num_hidden_layers": 4,
            "num_attention_heads": 4, "intermediate_size": 128, "intermediate_size_mlp": 256, "vocab_size": 100,
            "num_local_experts": 4, "num_experts_per_tok": 1, "interleave_moe_layer_step": 2})",
                                  "config.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->model.ffn, 256);
        QCOMPARE(read->model.moe->expertFfn, 128);
        QCOMPARE(read->model.moe->sharedExperts, 1);
        for (int layer = 1; layer <= 4; ++layer)
            QCOMPARE(read->model.isMoeBlock(layer), layer % 2 == 0);
    }
    void readsAnEncoderAndADecoder()
    {
        const auto read = readHuggingFaceConfig(
            R"({"model_type": "t5", "is_encoder_decoder": true, "d_model": 64, "d_kv": 32, "d_ff": 256, "num_layers": 3,
            "num_decoder_layers": 4, "num_heads": 4, "vocab_size": 100, "feed_forward_proj": "gated-gelu"})",
            "config.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->model.encoderLayers(), 3);
        QCOMPARE(read->model.layers, 7);
        QCOMPARE(read->model.headDim, 32);
        QVERIFY(read->model.gatedMlp && read->model.tiedEmbeddings && !read->model.biases);
        QVERIFY(read->model.block(3).mixer == Mixer::encoder && read->model.block(4).mixer == Mixer::cross);
    }
    void readsAVisionTower()
    {
        const auto read = readHuggingFaceConfig(
            R"({"model_type": "qwen2_5_vl", "vision_config": {"depth": 5, "hidden_size": 80, "intermediate_size": 160,
            "num_heads": 16, "patch_size": 14, "in_channels": 3, "temporal_patch_size": 2, "spatial_merge_size": 2,
            "hidden_act": "silu"}, "text_config": {"model_type": "qwen2", "hidden_size": 64, "num_hidden_layers": 4,
            "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100}})",
            "config.json");
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QVERIFY(read->model.vision == std::optional(VisionTower{5, 80, 16, 160, true, 1024, 14 * 14 * 3 * 2, 4}));
        QCOMPARE(read->model.layers, 9);
        QVERIFY(std::any_of(read->notes.begin(), read->notes.end(),
                            [](const std::string &note) { return note.find("(assumed)") != std::string::npos; }));
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
            "intermediate_size": 8, "vocab_size": 10, "hybrid_override_pattern": "M-X*"})",
                              project)
                    .startsWith("/hybrid_override_pattern: \"X\""));
        QVERIFY(test::refusal("huggingface", R"({"num_hidden_layers": 4, "hidden_size": 8, "num_attention_heads": 2,
            "intermediate_size": 8, "vocab_size": 10, "sliding_window": 8, "layer_types": ["sliding_attention"]})",
                              project)
                    .startsWith("/layer_types: 1 entries"));
        QVERIFY(!findImportFormat("huggingface")->import(project, {}, {}));
    }
    void refusesWhatNoModelHas_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<QByteArray>("refusal");
        QTest::newRow("encoder") << QByteArray(R"("model_type": "bert")")
                                 << QByteArray("/model_type: \"bert\", an encoder");
        QTest::newRow("masked") << QByteArray(R"("model_type": "new", "architectures": ["NewForMaskedLM"])")
                                << QByteArray("/architectures: a masked model");
        QTest::newRow("Jamba") << QByteArray(R"("model_type": "jamba", "mamba_dt_rank": 256, "attn_layer_period": 8)")
                               << QByteArray("/mamba_dt_rank: Mamba 1 layers");
        QTest::newRow("Griffin") << QByteArray(R"("model_type": "recurrent_gemma", "lru_width": 2560)")
                                 << QByteArray("/lru_width: recurrent layers");
        QTest::newRow("Kimi Linear") << QByteArray(R"("linear_attn_config": {"full_attn_layers": [4]})")
                                     << QByteArray("/linear_attn_config: Kimi's linear attention");
        QTest::newRow("Llama 3.2 Vision")
            << QByteArray(R"("model_type": "mllama_text_model", "cross_attention_layers": [3])")
            << QByteArray("/cross_attention_layers: blocks that attend to an image");
        QTest::newRow("Grok 2") << QByteArray(R"("num_local_experts": 8, "residual_moe": true)")
                                << QByteArray("/residual_moe: an MLP beside the experts");
        QTest::newRow("LongCat") << QByteArray(R"("n_routed_experts": 8, "expert_ffn_hidden_size": 64)")
                                 << QByteArray("/expert_ffn_hidden_size: two attentions in a block");
        QTest::newRow("lightning") << QByteArray(R"("model_type": "minimax_m1", "attn_type_list": [0, 0, 0, 1])")
                                   << QByteArray("/attn_type_list: lightning attention");
        QTest::newRow("a word") << QByteArray(R"("layer_types": ["conv", "full_attention", "conv", "conv"])")
                                << QByteArray("/layer_types: \"conv\"");
        QTest::newRow("experts by another name") << QByteArray(R"("model_type": "new", "expert_num": 16)")
                                                 << QByteArray("/expert_num: 16, experts under a name");
    }
    void refusesWhatNoModelHas()
    {
        QFETCH(QByteArray, keys);
        QFETCH(QByteArray, refusal);
        const QString found = test::refusal(
            "huggingface",
            R"({"hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4, "intermediate_size": 128,
            "vocab_size": 100, )" +
                keys.toStdString() + "}",
            emptyProject());
        QVERIFY2(found.startsWith(QString::fromUtf8(refusal)), qPrintable(found));
    }
};

QTEST_GUILESS_MAIN(HuggingFaceTest)
#include "huggingface_test.moc"
