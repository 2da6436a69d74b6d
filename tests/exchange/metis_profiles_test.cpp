// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/metis/layer_profiles.h"

#include "exchange/fixture.h"
#include "support/strict_test.h"

using namespace heteroscope;

class MetisProfilesTest : public StrictTest
{
    Q_OBJECT

    static Workload twoBlocks()
    {
        Workload workload;
        workload.model.name = "two blocks";
        workload.model.layers = 2;
        workload.model.hidden = 1024;
        workload.model.heads = workload.model.kvHeads = 16;
        workload.model.ffn = 4096;
        workload.model.vocab = 50257;
        workload.job.sequenceLength = 1024;
        workload.job.precision = Precision::fp16;
        return workload;
    }
    static Json fixtureJson(const char *name)
    {
        const auto parsed = parseJson(test::fixture(std::string("metis/") + name).text);
        if (!parsed)
            qFatal("%s", toString(parsed.error()).c_str());
        return *parsed;
    }
    static constexpr const char *good = "DeviceType.A100_tp2_bs4.json";

private slots:
    void readsEmbeddingBlocksAndHead()
    {
        const auto profile = readMetisProfile(fixtureJson(good), "folder/DeviceType.A100_tp2_bs4.json", twoBlocks());
        QVERIFY2(profile.hasValue(), profile ? "" : toString(profile.error()).c_str());
        QCOMPARE(profile->tp, 2);
        QCOMPARE(profile->microBatch, 4.0);
        QCOMPARE(profile->hidden, 1024);
        QCOMPARE(profile->precision, Precision::fp16);
        QVERIFY(profile->device.find("A100") == 0);
        QVERIFY(profile->communication);
        QCOMPARE(profile->embedding.forward.value, 0.001);
        QCOMPARE(profile->block.forward.value, 0.011); // a third of the mean of 30 and 36 ms
        QVERIFY(std::abs(profile->block.backward.value - 0.022) < 1e-12);
        QVERIFY(std::abs(profile->head.backward.value - 0.008) < 1e-12);
        Findings findings;
        QCOMPARE(readLayerProfiles(toJson({*profile}), "", findings).front(), *profile);
        QVERIFY(findings.ok());
    }
    void namesSayDeviceDegreeAndBatch()
    {
        QVERIFY(isMetisProfileName(good));
        QVERIFY(isMetisProfileName("a/b/DeviceType.RTX_6000_tp16_bs128.json"));
        for (const char *name : {"", "profile.json", "DeviceType.A100_tp2.json", "DeviceType.A100_tp0_bs1.json",
                                 "DeviceType.A100_tp2_bsx.json", "DeviceType._tp2_bs1.json", "DeviceType..json",
                                 "DeviceType.A100_tp99999999999_bs1.json"})
            QVERIFY2(!isMetisProfileName(name), name);
    }
    void saysWhatItCannotUse()
    {
        const auto json = fixtureJson(good);
        auto workload = twoBlocks();
        QVERIFY(readMetisProfile(json, "profile.json", workload).error().expected.find("DeviceType.") == 0);
        const auto device = readMetisProfile(json, "DeviceType.Abacus_tp1_bs1.json", workload);
        QVERIFY(device.error().found.find("Abacus") != std::string::npos);
        QVERIFY(readMetisProfile(json, "DeviceType.Abacus_tp1_bs1.json", workload, "A100-80GB SXM"));
        const auto broken = readMetisProfile(fixtureJson("DeviceType.T4_tp1_bs1.json"), good, workload);
        QCOMPARE(broken.error().path, std::string("/execution_time/layer_compute_total_ms/2"));
        QVERIFY(!readMetisProfile(fixtureJson("empty.json"), good, workload));
        QVERIFY(!readMetisProfile(Json::array(), good, workload));
        workload.model.layers = 3;
        QCOMPARE(readMetisProfile(json, good, workload).error().found, std::string("4 layers"));
        workload = twoBlocks();
        workload.model.moe = MixtureOfExperts{8, 2, 0, 512, 0};
        QVERIFY(readMetisProfile(json, good, workload).error().found.find("mixture") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(MetisProfilesTest)
#include "metis_profiles_test.moc"
