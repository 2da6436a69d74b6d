// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/sailor/layer_profiles.h"

#include "support/strict_test.h"
#include "json/json.h"

using namespace heteroscope;

// Made-up tables in Sailor's form.
class SailorProfilesTest : public StrictTest
{
    Q_OBJECT

    static Json json(const char *text)
    {
        const auto parsed = parseJson(text);
        if (!parsed)
            qFatal("%s", toString(parsed.error()).c_str());
        return *parsed;
    }

private slots:
    void readsLayersOfKnownModels()
    {
        const auto profiles = readSailorProfiles(
            json(
                R"({"OPT-350": {"Titan-RTX": {"2": {"4": {"0": [1, 2, 0], "1": [3, 5, 0], "2": [5, 7, 0], "3": [8, 9, 0]}}}},
                     "unknown": {"Titan-RTX": {}}})"),
            "f.json");
        QVERIFY(profiles && profiles->size() == 1);
        const auto &profile = profiles->front();
        QCOMPARE(profile.device, std::string("Titan RTX"));
        QCOMPARE(profile.hidden, 1024);
        QCOMPARE(profile.tp, 4);
        QCOMPARE(profile.microBatch, 2.0);
        QCOMPARE(profile.precision, Precision::fp32); // no tf32 units
        QVERIFY(profile.communication);
        QCOMPARE(profile.embedding.forward.value, 1.0);
        QCOMPARE(profile.block.forward.value, 4.0); // the mean of unlike blocks
        QCOMPARE(profile.block.backward.value, 6.0);
        QCOMPARE(profile.head.backward.value, 9.0);
    }
    void brokenTablesNameTheirPlace()
    {
        const auto broken = readSailorProfiles(
            json(R"({"OPT-350": {"A100-40": {"1": {"1": {"0": [1, 2], "1": "x", "2": [1, 2]}}}}})"), "f.json");
        QVERIFY(!broken);
        QCOMPARE(broken.error().path, std::string("/OPT-350/A100-40/1/1"));
        QVERIFY(!readSailorProfiles(json("[1]"), "f.json"));
        QVERIFY(!readSailorProfiles(json("{}"), "f.json"));
    }
    void readsLinksOfTheFirstZone()
    {
        const auto links = readSailorLinks(
            json(
                R"({"here": {"RTX-3090": {"1": {"here": {"Titan-RTX": {"1": [[0, 0, 0], 1e8]}, "RTX-3090": {"1": [[0, 0, 0], 2e9]}}}},
                              "abacus": {"1": {}}}})"),
            "f.json");
        QVERIFY(links && links->size() == 2);
        QCOMPARE(links->at({"RTX 3090", "Titan RTX"}).value, 1e8);
        QVERIFY(!readSailorLinks(json(R"({"here": {"RTX-3090": {"1": {"here": {"RTX-3090": {"1": [[0], 0]}}}}}})"),
                                 "f.json"));
        QVERIFY(!readSailorLinks(json("{}"), "f.json"));
    }
};

QTEST_GUILESS_MAIN(SailorProfilesTest)
#include "sailor_profiles_test.moc"
