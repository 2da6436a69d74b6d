// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/run_case.h"
#include "calibration/run_model.h"
#include "calibration/run_nodes.h"
#include "cluster/catalog.h"

#include "support/property.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

const std::string header = "id,model,layers,hidden,heads,kv_heads,ffn,vocab,seq_len,experts,topk,gpu,gpus_per_node,"
                           "num_gpus,intra_link,inter_link,precision,tp,pp,vp,cp,ep,sp,zero_stage,mbs,gbs,recompute,"
                           "schedule,flash_attention,framework,step_time_s,memory_gb,notes\n";

CsvTable table(const std::string &row)
{
    auto parsed = parseCsv(header + row + "\n", "f.csv");
    if (!parsed)
        qFatal("%s", toString(parsed.error()).c_str());
    return std::move(*parsed);
}

Result<RunRow> row(const std::string &text)
{
    const auto parsed = table(text);
    return readRunRow(parsed, parsed.rows.front());
}

RunConfiguration run(const std::string &text)
{
    const auto read = row(text);
    if (!read)
        qFatal("%s", toString(read.error()).c_str());
    return read->configuration;
}

// 32 layers on 4 stages, TP 2, two replicas, eight micro-batches each.
const std::string plain =
    "made-1,GPT,32,2048,16,,8192,50304,1024,,,H100-80GB SXM,8,16,NVLink,8x NDR/400G per node,bf16,"
    "2,4,,1,,yes,1,4,64,full,1f1b,yes,NeMo/Megatron-Core,1.5,20,";

/// A row of the columns for unlike devices; where: gpu to inter_link; degrees: tp, pp, dp, mbs, gbs.
RunConfiguration mixedRun(const std::string &where, const std::string &degrees, const std::string &nodes,
                          const std::string &network, const std::string &layers, const std::string &ranks)
{
    const auto parts = QString::fromStdString(where).split(',').mid(0, 4);
    const auto link = QString::fromStdString(where).section(',', 4);
    const auto text =
        "gpu,gpus_per_node,num_gpus,intra_link,inter_link,tp,pp,dp,mbs,gbs,nodes,network,layers_per_stage,"
        "stage_ranks,model,layers,hidden,heads,ffn,vocab,seq_len,precision,schedule,framework\n" +
        parts.join(',').toStdString() + ",\"" + link.toStdString() + "\"," + degrees + ",\"" + nodes + "\",\"" +
        network + "\",\"" + layers + "\"," + ranks + ",GPT,24,1024,16,4096,51200,1024,fp16,1f1b,Megatron-DeepSpeed\n";
    const auto parsed = parseCsv(text, "f.csv");
    if (!parsed)
        qFatal("%s", toString(parsed.error()).c_str());
    const auto read = readRunRow(*parsed, parsed->rows.front());
    if (!read)
        qFatal("%s", toString(read.error()).c_str());
    return read->configuration;
}

void checkPlan(const RunCase &run)
{
    const auto topology = Topology::build(run.cluster);
    QVERIFY2(topology, topology ? "" : toString(topology.error()).c_str());
    const auto mistakes = findPlanMistakes(run.plan, *topology, run.workload, "");
    QVERIFY2(mistakes.ok(), mistakes.ok() ? "" : toString(mistakes.errors.front()).c_str());
}

} // namespace

class RunCaseTest : public StrictTest
{
    Q_OBJECT

private slots:
    void buildsClusterWorkloadAndPlan()
    {
        const auto built = buildRunCase(run(plain));
        QVERIFY2(built, built ? "" : toString(built.error()).c_str());
        QCOMPARE(built->cluster.nodes.size(), std::size_t(2));
        QCOMPARE(built->cluster.links.front().bandwidth.value, 4e11);
        QCOMPARE(built->workload.job.softwareStack, std::string("NeMo"));
        QCOMPARE(built->plan.pipelines.size(), std::size_t(2));
        const auto &pipeline = built->plan.pipelines[1];
        QCOMPARE(pipeline.microBatches, 8);
        QCOMPARE(pipeline.stages.size(), std::size_t(4));
        QCOMPARE(pipeline.stages[0].chunks.front().count, 9); // eight blocks and the embedding
        QCOMPARE(pipeline.stages[3].chunks.front().count, 9);
        // Stages are outermost, then replicas, then TP: stage 2 of replica 1 holds ranks 10 and 11, on the second node.
        QCOMPARE(pipeline.stages[2].groups.front().devices, (std::vector<std::string>{"n1:2", "n1:3"}));
        const auto topology = Topology::build(built->cluster);
        QVERIFY(topology);
        QVERIFY(findPlanMistakes(built->plan, *topology, built->workload, "").ok());
    }
    void embeddingAndHeadCountAsLayersWhereThatDividesEvenly()
    {
        auto even = run(plain);
        even.layers = 30; // 30 % 4 != 0, 32 % 4 == 0
        const auto built = buildRunCase(even);
        QVERIFY(built);
        for (const auto &stage : built->plan.pipelines.front().stages)
            QCOMPARE(stage.chunks.front().count, 8);
    }
    void leftOverBlocksGoToTheFirstChunks()
    {
        auto odd = run(plain);
        odd.layers = 33;
        const auto built = buildRunCase(odd);
        QVERIFY(built);
        const auto &stages = built->plan.pipelines.front().stages;
        QCOMPARE(stages[0].chunks.front().count, 10);
        QCOMPARE(stages[1].chunks.front().count, 8);
        QCOMPARE(stages[3].chunks.front().count, 9);
    }
    void nanotronCutsByParameters_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("width");
        QTest::addColumn<QList<int>>("sizes");
        // A block of 67.1 million parameters, a head of four such: each stage ends with the block that exceeds its
        // part.
        QTest::newRow("two") << 16 << 2048 << QList<int>{12, 6};
        QTest::newRow("four") << 16 << 2048 << QList<int>{7, 5, 5, 1};
        // Seven stages get all, the eighth only the loss: the stage before that with the head is cut.
        QTest::newRow("eight") << 16 << 2048 << QList<int>{4, 3, 2, 3, 2, 2, 1, 1};
        QTest::newRow("long") << 28 << 3072 << QList<int>{17, 13};
    }
    void nanotronCutsByParameters()
    {
        QFETCH(int, layers);
        QFETCH(int, width);
        QFETCH(QList<int>, sizes);
        auto cut = run(plain);
        cut.framework = "nanotron";
        cut.layers = layers;
        cut.hidden = width;
        cut.ffn = 8192;
        cut.vocab = 131072;
        cut.heads = cut.kvHeads = 32;
        cut.tp = 1;
        cut.sequenceParallel = false;
        cut.pp = static_cast<int>(sizes.size());
        const auto built = buildRunCase(cut);
        QVERIFY2(built, built ? "" : toString(built.error()).c_str());
        const auto &stages = built->plan.pipelines.front().stages;
        QList<int> found;
        for (const auto &stage : stages)
            found.push_back(stage.chunks.front().count);
        QCOMPARE(found, sizes);
    }
    void groupsOfZeroAreRead()
    {
        QCOMPARE(zeroGroupOf("1 (8-GPU groups)"), 8);
        QCOMPARE(zeroGroupOf("1 (4-rank groups)"), 4);
        QCOMPARE(zeroGroupOf("1 (all DP)"), 0);
        QCOMPARE(zeroGroupOf("1"), 0);
        QCOMPARE(zeroGroupOf("1 (99999999999-GPU groups)"), 0);
        auto grouped = run(plain); // two replicas
        grouped.zeroGroup = 2;
        QCOMPARE(buildRunCase(grouped)->plan.sharing.group, 0);
        grouped.tp = 1;
        grouped.sequenceParallel = false; // four of them
        QCOMPARE(buildRunCase(grouped)->plan.sharing.group, 2);
    }
    void virtualStagesInterleave()
    {
        auto interleaved = run(plain);
        interleaved.virtualStages = 2;
        const auto built = buildRunCase(interleaved);
        QVERIFY(built);
        QCOMPARE(built->plan.schedule, ScheduleKind::interleaved);
        const auto &stage = built->plan.pipelines.front().stages[1];
        QCOMPARE(stage.chunks.size(), std::size_t(2));
        QCOMPARE(stage.chunks[0].first, 5);
        QCOMPARE(stage.chunks[1].first, 21);
    }
    void readsPortsOfNodes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("bytes");
        QTest::newRow("ports and rate") << "8x NDR/400G per node" << 4e11;
        QTest::newRow("rate in words") << "8x HDR IB 200Gb/s per node (somewhere)" << 2e11;
        QTest::newRow("no space") << "4x100Gb/s RoCE per node" << 5e10;
        QTest::newRow("whole node") << "1600 Gb/s RoCE per node" << 2e11;
        QTest::newRow("per device") << "RDMA 400Gb/s per GPU" << 4e11;
        QTest::newRow("no figure") << "IB (DGX GB200)" << 0.0;
        QTest::newRow("nothing") << "" << 0.0;
    }
    void readsPortsOfNodes()
    {
        QFETCH(QString, text);
        QFETCH(double, bytes);
        QCOMPARE(nodeBandwidth(text.toStdString(), 8).value_or(BytesPerSecond(0)).value, bytes);
    }
    void knowsDeviceNames()
    {
        QCOMPARE(deviceTypeNamed("A100"), std::string("A100-80GB SXM"));
        QCOMPARE(deviceTypeNamed("A100-40GB SXM (DGX A100)"), std::string("A100-40GB SXM"));
        QCOMPARE(deviceTypeNamed("V100-PCIe-16GB"), std::string("V100 PCIe"));
        QCOMPARE(deviceTypeNamed("Titan-RTX"), std::string("Titan RTX"));
        QCOMPARE(deviceTypeNamed("abacus"), std::string());
    }
    void anUnknownFrameworkIsPredicted()
    {
        auto other = run(plain);
        other.framework = "unheard of";
        const auto built = buildRunCase(other);
        QVERIFY2(built, built ? "" : toString(built.error()).c_str());
        QVERIFY(softwareStackOf(other.framework).empty());
    }
    void notesTellReleaseAndGradients()
    {
        auto old =
            run("made-3,GPT,24,1024,16,16,4096,50272,1024,,,V100-16GB SXM2,4,8,NVLink2,10 Gb/s,fp16,1,2,1,1,1,,0,1,"
                "32,none,1f1b (DeepSpeed),no,Megatron-DeepSpeed,,,\"Megatron-LM 1.1.5, torch 1.7; gradients reduced "
                "in fp32 (fp32_allreduce); embedding tied to head\"");
        QVERIFY(old.before2021 && old.fp32Gradients && old.tiedEmbeddings);
        QCOMPARE(softwareStackOf(old), std::string("Megatron-DeepSpeed 2020"));
        const auto built = buildRunCase(old);
        QVERIFY2(built, built ? "" : toString(built.error()).c_str());
        QCOMPARE(built->workload.job.softwareStack, std::string("Megatron-DeepSpeed 2020"));
        QCOMPARE(built->workload.job.gradientPrecision, Precision::fp32);
        old.before2021 = old.fp32Gradients = false;
        QCOMPARE(softwareStackOf(old), std::string("Megatron-DeepSpeed"));
        QCOMPARE(buildRunCase(old)->workload.job.gradientPrecision, Precision::fp16);
        old.fp32Gradients = true;
        QCOMPARE(buildRunCase(old)->workload.job.gradientPrecision, Precision::fp32);
    }
    void sourcesTellTheReleaseOfContainers_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("stack");
        QTest::newRow("before") << "26.04.01 NeMo Container / Pre-Training"
                                << "Megatron-Bridge";
        QTest::newRow("first") << "26.06 NeMo Container"
                               << "Megatron-Bridge 26.06";
        QTest::newRow("patched") << "26.06.01 NeMo Container / SFT"
                                 << "Megatron-Bridge 26.06";
        QTest::newRow("next year") << "27.02 NeMo Container"
                                   << "Megatron-Bridge 26.06";
        QTest::newRow("not a container") << "26.06 release notes"
                                         << "Megatron-Bridge";
        QTest::newRow("no number") << "NeMo Container"
                                   << "Megatron-Bridge";
        QTest::newRow("too long") << "1234567.06 NeMo Container"
                                  << "Megatron-Bridge";
        QTest::newRow("nothing") << ""
                                 << "Megatron-Bridge";
    }
    void sourcesTellTheReleaseOfContainers()
    {
        QFETCH(QString, source);
        QFETCH(QString, stack);
        const auto parsed =
            parseCsv("source_ref,model,layers,hidden,ffn,seq_len,gpu,num_gpus,tp,pp,mbs,gbs,precision,"
                     "framework\n" +
                         source.toStdString() + ",GPT,24,1024,4096,1024,H100,8,1,1,1,8,bf16,Megatron-Bridge\n",
                     "f.csv");
        QVERIFY(parsed);
        const auto read = readRunRow(*parsed, parsed->rows.front());
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QCOMPARE(QString::fromStdString(softwareStackOf(read->configuration)), stack);
    }
    void eagerSchedulesSendBesideComputing()
    {
        auto eager = run(plain);
        QVERIFY(!buildRunCase(eager)->plan.overlap.pp);
        eager.schedule = "H-1F1B";
        QVERIFY(buildRunCase(eager)->plan.overlap.pp);
    }
    void anUnknownThingIsAReason()
    {
        auto other = run(plain);
        other.gpu = "abacus";
        QVERIFY(!buildRunCase(other));
        other = run(plain);
        other.globalBatch = 63;
        const auto built = buildRunCase(other);
        QVERIFY(!built);
        QVERIFY(built.error().found.find("63") != std::string::npos);
    }
    void aMixedClusterFollowsItsStageMap()
    {
        const auto mixed =
            run("made-2,GPT,24,1024,16,16,4096,50272,2048,,,RTX-3090+Titan-RTX,8,4,PCIe,Ethernet,,2,2,1,1,"
                "1,,0,2,8,none,1f1b,no,Megatron-DeepSpeed,,,\"layers per stage 12,14 (all counted); stage "
                "devices RTX-3090x2;Titan-RTXx2\"");
        const auto built = buildRunCase(mixed);
        QVERIFY2(built, built ? "" : toString(built.error()).c_str());
        const auto &stages = built->plan.pipelines.front().stages;
        QCOMPARE(stages[1].groups.front().devices, (std::vector<std::string>{"n1:0", "n1:1"}));
        QCOMPARE(built->cluster.nodes[1].devices.front().type, std::string("Titan RTX"));
        QCOMPARE(stages[1].chunks.front().count, 14);
        QCOMPARE(built->workload.job.precision, Precision::fp32);
        const auto measured = buildRunCase(mixed, {{{"RTX 3090", "Titan RTX"}, BytesPerSecond(2e8)},
                                                   {{"Titan RTX", "RTX 3090"}, BytesPerSecond(1e8)}});
        QVERIFY(measured);
        QCOMPARE(measured->cluster.links.front().bandwidth.value, 1e8);
    }
    void nodesAndRanksAreReadFromTheirColumns()
    {
        const auto mixed = mixedRun(
            "V100-16GB SXM2+T4,4,16,,10 Gb/s Ethernet (p3.8xlarge), 50 Gb/s Ethernet (g4dn.12xlarge)", "2,4,2,2,32",
            "3x(4x V100-16GB SXM2, p3.8xlarge) + 1x(4x T4, g4dn.12xlarge)", "", "7,6,6,7", "0-3|4-7|12-15|8-11");
        const auto built = buildRunCase(mixed);
        QVERIFY2(built, built ? "" : toString(built.error()).c_str());
        QCOMPARE(built->cluster.nodes.size(), std::size_t(4));
        QCOMPARE(built->cluster.nodes[3].devices.front().type, std::string("T4"));
        QCOMPARE(built->cluster.nodes[3].devices.size(), std::size_t(4));
        QCOMPARE(built->cluster.links[0].bandwidth.value, 1.25e9);
        QCOMPARE(built->cluster.links[3].bandwidth.value, 6.25e9);
        QCOMPARE(built->plan.pipelines.size(), std::size_t(2));
        const auto &stages = built->plan.pipelines[1].stages;
        QCOMPARE(stages[2].groups.front().devices, (std::vector<std::string>{"n3:2", "n3:3"}));
        QCOMPARE(stages[3].groups.front().devices, (std::vector<std::string>{"n2:2", "n2:3"}));
        QCOMPARE(stages[1].chunks.front(), (LayerRange{7, 6}));
        checkPlan(*built);
    }
    void devicesOfAStageShareItsMicroBatches()
    {
        // HARP: one pipeline, stages of 2, 8 and 2 devices, a cut inside a layer, links between nodes by their names.
        const auto shared =
            mixedRun("A100-40GB SXM at 585 MHz+A100-40GB SXM,,12,NVLink3,as network", ",3,,16,64",
                     "1x(8x A100-40GB SXM at 585 MHz, called V100) + 1x(2x A100-40GB SXM, called A100) "
                     "+ 1x(2x A100-40GB SXM, called A101)",
                     "inside 25 GB/s IB; V100<->A100 0.625 GB/s 1 ms (no IB); A100<->A101 0.5 GB/s 0.2 ms", "9,9.5,7.5",
                     "8-9|0-7|10-11");
        QVERIFY(cutsLayers(shared) && !buildRunCase(shared));
        const auto runs = wholeLayerRuns(shared);
        QCOMPARE(runs.size(), std::size_t(2));
        QCOMPARE(runs[0].stageLayers, (std::vector<double>{9, 9, 8}));
        QCOMPARE(runs[1].stageLayers, (std::vector<double>{9, 10, 7}));
        const auto built = buildRunCase(runs[0]);
        QVERIFY2(built, built ? "" : toString(built.error()).c_str());
        QCOMPARE(built->plan.pipelines.size(), std::size_t(1));
        const auto &stages = built->plan.pipelines.front().stages;
        QCOMPARE(stages[0].groups.size(), std::size_t(2));
        QCOMPARE(stages[0].groups[0].samples, 8);
        QCOMPARE(stages[1].groups.size(), std::size_t(8));
        QCOMPARE(stages[1].groups[7].samples, 2);
        QCOMPARE(built->cluster.links.size(), std::size_t(3));
        QCOMPARE(built->cluster.links[0].bandwidth.value, 0.625e9);
        QCOMPARE(built->cluster.links[1].bandwidth.value, 0.5e9); // V100 to A101 is not stated: the slowest of all
        QCOMPARE(built->cluster.links[1].latency.value, 1e-3);
        QCOMPARE(built->cluster.links[2].latency.value, 0.2e-3);
        const auto &held = built->cluster.deviceTypes.front();
        QCOMPARE(held.peakAt(Precision::fp16)->value, 312e12 * 585 / 1410);
        QCOMPARE(held.memoryBandwidth.value, 1555e9);
        checkPlan(*built);
    }
    void aRowWithoutNodeSizeTakesTheUsualNode()
    {
        auto bare = run(plain);
        bare.gpusPerNode = 0;
        const auto built = buildRunCase(bare);
        QVERIFY(built);
        QCOMPARE(built->cluster.nodes.size(), std::size_t(2));
        QVERIFY(row(std::string(plain).replace(plain.find(",8,16,"), 6, ",,16,")));
    }
    void everyDeviceTypeHasANodeOfAnySize()
    {
        for (const auto &type : builtinCatalog().devices) {
            for (const int count : {1, 3, 4, 8}) {
                auto some = run(plain);
                some.gpu = type.name;
                some.gpusPerNode = count;
                const auto cluster = clusterOfRun(some);
                QVERIFY2(cluster, cluster ? "" : toString(cluster.error()).c_str());
                QCOMPARE(cluster->nodes.front().devices.size(), static_cast<std::size_t>(count));
                const auto topology = Topology::build(*cluster);
                QVERIFY2(topology, topology ? type.name.c_str() : toString(topology.error()).c_str());
            }
        }
    }
    void aModelIsWhatItsColumnsSay()
    {
        auto dense = run(plain);
        dense.model = "Nemotron 340B"; // no hybrid for all that its name begins like one
        dense.hidden = 18432;
        dense.ffn = 4 * 18432;
        dense.heads = 96;
        const auto built = buildRunCase(dense);
        QVERIFY2(built, built ? "" : toString(built.error()).c_str());
        QVERIFY(!built->workload.model.gatedMlp && !built->workload.model.moe);
        auto hybrid = dense; // the shape of a preset whose blocks are not alike
        hybrid.model = "any";
        hybrid.layers = 52;
        hybrid.hidden = 2688;
        hybrid.heads = 32;
        hybrid.ffn = 1856;
        hybrid.experts = 128;
        hybrid.topK = 6;
        const auto mixed = buildRunCase(hybrid);
        QVERIFY2(mixed, mixed ? "" : toString(mixed.error()).c_str());
        QVERIFY(mixed->workload.model.uses(Mixer::stateSpace) && mixed->workload.model.uses(Mixer::attention));
        auto adopted = dense;
        adopted.model = "adopted"; // contains the name of a family, but is none
        adopted.ffn = 3 * 18432;
        QVERIFY(buildRunCase(adopted)->workload.model.gatedMlp);
    }
    void onlyConfigurationColumnsCount()
    {
        auto blank = plain;
        blank.replace(blank.find("made-1"), 6, "");
        blank.replace(blank.find(",1.5,20,"), 8, ",rubbish,-3,");
        const auto read = row(blank);
        QVERIFY(read);
        QVERIFY(!read->measured && !read->peakMemory);
        QVERIFY(read->configuration == run(plain));
    }
    void rubbishNamesFileLineAndColumn_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("column");
        QTest::newRow("text for a number") << ",32,2048"
                                           << ",many,2048"
                                           << "layers";
        QTest::newRow("nothing where a number must be") << ",4,64,full"
                                                        << ",,64,full"
                                                        << "mbs";
        QTest::newRow("negative") << ",2,4,,1,"
                                  << ",-2,4,,1,"
                                  << "tp";
        QTest::newRow("half") << ",2,4,,1,"
                              << ",2,4.5,,1,"
                              << "pp";
        QTest::newRow("beyond any run") << ",8,16,NVLink"
                                        << ",8,99999999999,NVLink"
                                        << "num_gpus";
        QTest::newRow("no such ZeRO stage") << ",yes,1,4,"
                                            << ",yes,seven,4,"
                                            << "zero_stage";
    }
    void rubbishNamesFileLineAndColumn()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, column);
        const auto read = row(QString::fromStdString(plain).replace(from, to).toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().file, std::string("f.csv"));
        QCOMPARE(read.error().path, "line 2, column " + column.toStdString());
    }
    void rubbishNeverCrashes()
    {
        HETEROSCOPE_PROPERTY("any cells are a case or a reason", [] {
            auto any = run(plain);
            for (int *cell : {&any.layers, &any.hidden, &any.gpus, &any.gpusPerNode, &any.tp, &any.pp, &any.cp,
                              &any.microBatch, &any.globalBatch, &any.virtualStages})
                *cell = *rc::gen::weightedElement<int>({{3, 1}, {3, 2}, {2, 3}, {2, 8}, {1, 1000}, {1, 200'000}});
            const auto built = buildRunCase(any);
            const bool reasoned = built ? true : !built.error().found.empty();
            RC_ASSERT(reasoned);
        });
    }
    void sourceIsTheBeginningOfTheId()
    {
        QCOMPARE(sourceOf("dgxc-v25-1"), std::string("dgxc"));
        QCOMPARE(sourceOf("vtrain-multi-3"), std::string("vtrain-multi"));
        QCOMPARE(sourceOf("sailor-mit-N2"), std::string("sailor-mit"));
        QCOMPARE(sourceOf(""), std::string());
    }
    void likelyHeadsDivide()
    {
        QCOMPARE(likelyHeads(14336, 8), 112);
        QCOMPARE(likelyHeads(13824, 8), 96); // 108 would be 128 each but is no multiple of 8
    }
};

QTEST_GUILESS_MAIN(RunCaseTest)
#include "run_case_test.moc"
