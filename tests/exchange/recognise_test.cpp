// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/recognise.h"

#include "base/embedded_files.h"
#include "exchange/fixture.h"
#include "support/strict_test.h"

using namespace heteroscope;

class RecogniseTest : public StrictTest
{
    Q_OBJECT

private slots:
    void tellsFilesByWhatTheyHold_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("format");
        for (const char *name : {"gqa.json", "experts.json", "latent.json", "old_keys.json", "text_part.json"})
            QTest::newRow(name) << QStringLiteral("huggingface/%1").arg(name) << "huggingface";
        for (const char *name : {"cube.txt", "pcie.txt", "switched.txt", "query.xml", "modules.xml"})
            QTest::newRow(name) << QStringLiteral("nvidia_smi/%1").arg(name) << "nvidia-smi";
        for (const char *name : {"even.txt", "script.sh"})
            QTest::newRow(name) << QStringLiteral("megatron/%1").arg(name) << "megatron";
        for (const char *name : {"torchtitan/sharded.toml", "torchtitan/pipeline.toml", "nanotron/pipeline.yaml",
                                 "nanotron/experts.yaml", "flagscale/train/meshes.yaml", "flagscale/experiment.yaml",
                                 "flagscale/tuner.yaml", "deepspeed/zero3.json", "deepspeed/auto.json"}) {
            const QString file = QString::fromLatin1(name);
            QTest::newRow(name) << file << file.section(u'/', 0, 0);
        }
        QTest::newRow("log") << "nccl_tests/two_nodes.log"
                             << "nccl-tests";
        QTest::newRow("trace of the profiler") << "kineto/rank3.json.gz"
                                               << "kineto";
        QTest::newRow("trace of Chakra") << "chakra/step.0.et"
                                         << "chakra";
        QTest::newRow("trace of Primus") << "primus_trace/pp_rank_1.json"
                                         << "primus-trace";
        QTest::newRow("workload of SimAI") << "simai_workload/two_stages.txt"
                                           << "simai-workload";
        QTest::newRow("other JSON") << "metis/empty.json"
                                    << "";
        QTest::newRow("profile") << "metis/DeviceType.A100_tp2_bs4.json"
                                 << "metis";
        QTest::newRow("spot nodes") << "availability_csv/table.csv"
                                    << "availability-csv";
        QTest::newRow("events") << "availability_csv/events.csv"
                                << "availability-csv";
        QTest::newRow("bandwidths") << "bandwidth_csv/two_links.csv"
                                    << "bandwidth-csv";
        QTest::newRow("table") << "bandwidth_csv/semicolons.csv"
                               << "";
    }
    void tellsFilesByWhatTheyHold()
    {
        QFETCH(QString, file);
        QFETCH(QString, format);
        const auto *found = recogniseFormat({test::fixture(file.toStdString())});
        QCOMPARE(found ? QString::fromUtf8(found->name.data()) : QString(), format);
    }

    void theDeviceListMayBeAFileOfItsOwn()
    {
        const ImportFile list{"list", "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-0)\n"};
        QVERIFY(!recogniseFormat({list}));
        const auto *format = recogniseFormat({list, test::fixture("nvidia_smi/cube.txt")});
        QVERIFY(format);
        QCOMPARE(format->name, std::string_view("nvidia-smi"));
    }

    void brokenJsonIsSaidToBeThat()
    {
        QVERIFY(!brokenJson({{"table", "a,b\n"}, {"right", "{}"}}));
        const auto broken = brokenJson({{"config.json", "{\n\"hidden_size\": 64,\n}"}});
        QVERIFY(broken);
        QCOMPARE(broken->file, std::string("config.json"));
        QVERIFY2(broken->path.find('3') != std::string::npos, broken->path.c_str()); // the line
    }

    void projectsAreNoImports()
    {
        for (const auto &file : embeddedFiles()) {
            if (!file.path.ends_with(".hscope.json"))
                continue;
            QVERIFY(looksLikeProject(file.content));
            QVERIFY(!recogniseFormat({{std::string(file.path), std::string(file.content)}}));
        }
        QVERIFY(!looksLikeProject("{"));
        QVERIFY(!looksLikeProject(""));
        QVERIFY(!recogniseFormat({{"empty", ""}, {"odd", "{\"cluster"}}));
    }
};

QTEST_GUILESS_MAIN(RecogniseTest)
#include "recognise_test.moc"
