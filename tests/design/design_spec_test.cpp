// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/design_spec.h"

#include "support/strict_test.h"

using namespace heteroscope;

class DesignSpecTest : public StrictTest
{
    Q_OBJECT

    static Json valid()
    {
        return Json::parse(R"({"formatVersion": 1,
            "workload": {"model": "Llama 3 8B", "job": {"globalBatch": 16, "sequenceLength": 2048}},
            "tokens": 1e9,
            "gap": 0.02,
            "choices": [{"nodes": [{"node": "8 H100 ndr400x8"}, {"node": "8 H100 hdr200", "pricePerHour": 10}],
                         "counts": [4, 0, 4, 1]}],
            "fabrics": ["switch", "spine 2:1"],
            "limits": {"pricePerHour": 500, "devices": 64}})");
    }
    /// "path: found, expected" of the first error.
    static QString refused(const Json &json)
    {
        const auto read = readDesignSpec(json);
        if (read.spec || read.findings.ok())
            return {};
        const Error &error = read.findings.errors.front();
        return QString::fromStdString(error.path + ": " + error.found + ", " + error.expected);
    }

private slots:
    void isRead()
    {
        const auto read = readDesignSpec(valid());
        QVERIFY2(read.spec, read.spec ? "" : toString(read.findings.errors.front()).c_str());
        const DesignSpec &spec = *read.spec;
        QCOMPARE(spec.workload.job.globalBatch, 16);
        QCOMPARE(*spec.tokens, 1e9);
        QCOMPARE(spec.gap, 0.02);
        QCOMPARE(spec.choices.front().counts, (std::vector<int>{0, 1, 4}));
        const auto &nodes = spec.choices.front().nodes;
        QCOMPARE(nodes.size(), std::size_t(2));
        QCOMPARE(nodes[0].devices, std::size_t(8));
        QCOMPARE(nodes[1].pricePerHour, 10.0);
        QVERIFY(nodes[0].pricePerHour > 0); // of the devices
        QCOMPARE(nodes[1].group.link, std::string("hdr200"));
        QCOMPARE(spec.fabrics.size(), std::size_t(2));
        QVERIFY(spec.fabrics[1].shape == FabricShape::fatTree && spec.fabrics[1].groups.empty());
        QCOMPARE(*spec.maxDevices, std::size_t(64));
        QCOMPARE(*spec.maxPricePerHour, 500.0);
    }
    void oneSwitchIsTheDefault()
    {
        Json json = valid();
        json.erase("fabrics");
        json.erase("limits");
        json.erase("tokens");
        const auto read = readDesignSpec(json);
        QVERIFY(read.spec && read.spec->fabrics.size() == 1);
        QVERIFY(read.spec->fabrics.front().shape == FabricShape::singleSwitch);
        QVERIFY(!read.spec->tokens && !read.spec->maxDevices && !read.spec->maxPricePerHour);
    }
    void powerAndSpaceAreRead()
    {
        Json json = valid();
        auto &nodes = json["choices"][0]["nodes"];
        nodes[0]["power"] = 10200;
        json["limits"]["power"] = 60000;
        auto read = readDesignSpec(json);
        QVERIFY(read.spec && read.spec->maxPower == 60000.0 && !read.spec->maxRackUnits);
        QCOMPARE(read.spec->choices[0].nodes[0].power, 10200.0);
        QVERIFY(read.spec->choices[0].nodes[1].power > 0); // of its devices
        json["limits"]["rackUnits"] = 42;
        QVERIFY2(refused(json).startsWith("/choices/0/nodes/0/rackUnits: "), qPrintable(refused(json)));
        for (auto &node : nodes)
            node["rackUnits"] = 8;
        read = readDesignSpec(json);
        QVERIFY(read.spec && read.spec->maxRackUnits == 42.0);
        QCOMPARE(read.spec->choices[0].nodes[1].rackUnits, 8.0);
    }
    void mistakesAreNamed()
    {
        Json json = valid();
        json["choices"][0]["nodes"][0]["node"] = "8 H1000";
        QVERIFY2(refused(json).startsWith("/choices/0/nodes/0/node: "), qPrintable(refused(json)));
        json = valid();
        json["choices"][0]["nodes"][0]["node"] = "8 H100 + 1x8 A100";
        QVERIFY2(refused(json).contains("one node"), qPrintable(refused(json)));
        json = valid();
        json["fabrics"][1] = "web";
        QVERIFY2(refused(json).startsWith("/fabrics/1: "), qPrintable(refused(json)));
        json = valid();
        json["choices"][0]["counts"][0] = -1;
        QVERIFY2(refused(json).startsWith("/choices/0/counts/0"), qPrintable(refused(json)));
        json = valid();
        json["workload"]["model"] = "no such model";
        QVERIFY2(refused(json).startsWith("/workload"), qPrintable(refused(json)));
        json = valid();
        json.erase("choices");
        QVERIFY(!refused(json).isEmpty());
        QVERIFY(!refused(Json::array()).isEmpty());
    }
    void aNodeNeedsAPrice()
    {
        Json json = valid();
        json["choices"][0]["nodes"][0] = {{"node", "8 Titan RTX eth25"}};
        QVERIFY2(refused(json).startsWith("/choices/0/nodes/0/pricePerHour: nothing, a price"),
                 qPrintable(refused(json)));
        json["choices"][0]["nodes"][0]["pricePerHour"] = 2;
        QVERIFY(readDesignSpec(json).spec);
    }
    void thereAreNotTooMany()
    {
        Json json = valid();
        Json counts = Json::array();
        for (int i = 0; i < 200; ++i)
            counts.push_back(i);
        json["choices"][0]["counts"] = counts;
        json["choices"].push_back(json["choices"][0]);
        json["choices"].push_back(json["choices"][0]);
        QVERIFY2(refused(json).startsWith("/choices: "), qPrintable(refused(json)));
    }
};

QTEST_GUILESS_MAIN(DesignSpecTest)
#include "design_spec_test.moc"
