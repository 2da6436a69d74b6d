// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/support_file.h"

#include "support/property.h"
#include "support/strict_test.h"

#include <algorithm>

using namespace heteroscope;

namespace {

/// Two stacks on two classes, with errors that tell which entry or level answered.
SupportTable table()
{
    SupportTable made;
    made.source = "made for this test";
    made.entries = {{{"Alpha", "ampere", false, false, 0}, 40, {"lab", "shop"}, 0.03},
                    {{"Alpha", "ampere", false, false, 1}, 12, {"lab"}, 0.05},
                    {{"Alpha", "ampere", true, true, 1}, 9, {"lab"}, 0.3},
                    {{"Beta", "hopper", false, true, 3}, 7, {"shop"}, 0.04}};
    for (std::size_t level = 1; level < supportLevelCount; ++level)
        made.folds[level] = {static_cast<int>(level), 0.1 * static_cast<double>(level)};
    return made;
}

void answer(const SupportKey &key, SupportLevel level, int rows, double error)
{
    const auto support = table().find(key);
    QCOMPARE(support.asked, key);
    QCOMPARE(support.level, level);
    QCOMPARE(support.rows, rows);
    QVERIFY2(std::abs(support.error - error) < 1e-12, std::to_string(support.error).c_str());
}

Findings reading(const Json &json)
{
    Findings findings;
    readSupport(json, "", findings);
    return findings;
}

} // namespace

class SupportTest : public StrictTest
{
    Q_OBJECT

private slots:
    void anEntryOfSeveralSourcesAnswersAlone()
    {
        answer({"Alpha", "ampere", false, false, 0}, SupportLevel::exact, 40, 0.03);
        QCOMPARE(table().find({"Alpha", "ampere", false, false, 0}).sources, 2);
        QVERIFY(!neverMeasured(SupportLevel::exact) && !neverMeasured(SupportLevel::stated));
    }
    void anEntryOfOneSourceIsRaisedToTheErrorOfALeftOutSource()
    {
        answer({"Alpha", "ampere", false, false, 1}, SupportLevel::oneSource, 12, 0.1);
        answer({"Alpha", "ampere", true, true, 1}, SupportLevel::oneSource, 9, 0.3); // its own is larger
    }
    void whatIsNotMeasuredIsAnsweredFromFartherOff()
    {
        answer({"Alpha", "ampere", false, false, 3}, SupportLevel::otherSharding, 52, 0.2);
        answer({"Alpha", "ampere", false, true, 1}, SupportLevel::otherNodes, 52, 0.3);
        answer({"Beta", "hopper", true, false, 0}, SupportLevel::otherExperts, 7, 0.4);
        answer({"Beta", "ampere", false, true, 3}, SupportLevel::newPair, 0, 0.5);
        answer({"Beta", "turing", false, true, 3}, SupportLevel::newClass, 0, 0.6);
        answer({"Gamma", "hopper", false, true, 3}, SupportLevel::newStack, 0, 0.7);
        answer({"Gamma", "turing", false, true, 3}, SupportLevel::nothing, 0, 0.8);
        for (const auto level :
             {SupportLevel::newPair, SupportLevel::newClass, SupportLevel::newStack, SupportLevel::nothing})
            QVERIFY(neverMeasured(level));
    }
    void unlikeDevicesAreNotAnsweredByLikeOnes()
    {
        answer({"Alpha", "ampere", false, false, 0, true}, SupportLevel::nothing, 0, 0.8);
    }
    void theQuantileIsCautiousWithFewValues()
    {
        QCOMPARE(conservativeQuantile({}), 0.0);
        QCOMPARE(conservativeQuantile({2, 1}), 2.0);
        QCOMPARE(conservativeQuantile({1, 2, 3, 4}), 4.0);
        QCOMPARE(conservativeQuantile({1, 2, 3, 4, 5, 6, 7, 8, 9}), 8.0);
        HETEROSCOPE_PROPERTY("at least 4 of 5 values are within", [](const std::vector<double> &values) {
            const double held = conservativeQuantile(values);
            const auto within =
                std::count_if(values.begin(), values.end(), [held](double value) { return value <= held; });
            RC_ASSERT(static_cast<double>(within) >= supportShare * static_cast<double>(values.size()));
        });
    }
    void aTableReadsAsItWasWritten()
    {
        Findings findings;
        const auto read = readSupport(toJson(table()), "", findings);
        QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
        QCOMPARE(read, table());
        QCOMPARE(toText(toJson(read)), toText(toJson(table())));
    }
    void mistakesNameTheirPlace()
    {
        auto twice = toJson(table());
        twice["entries"].push_back(twice["entries"][1]);
        auto findings = reading(twice);
        QVERIFY(!findings.ok());
        QCOMPARE(findings.errors.front().path, std::string("/entries/4"));

        auto falling = toJson(table());
        falling["levels"][3]["error"] = 0.01;
        findings = reading(falling);
        QVERIFY(!findings.ok());
        QCOMPARE(findings.errors.front().path, std::string("/levels"));
        QVERIFY(!findings.errors.front().hint.empty());

        auto unknown = toJson(table());
        unknown["entries"][0]["rows"] = 0;
        unknown["levels"][0]["level"] = "elsewhere";
        findings = reading(unknown);
        QCOMPARE(findings.errors.size(), std::size_t(2));
        QCOMPARE(findings.errors[0].path, std::string("/entries/0/rows"));
        QCOMPARE(findings.errors[1].path, std::string("/levels/0/level"));
    }
    void theShippedTableIsWhole()
    {
        QVERIFY(builtinSupportFindings().ok());
        const auto &shipped = builtinSupport();
        QVERIFY(!shipped.entries.empty());
        for (const auto &entry : shipped.entries) {
            const auto support = shipped.find(entry.key);
            QVERIFY(support.level == SupportLevel::exact || support.level == SupportLevel::oneSource);
            QVERIFY(support.error > 0.005 && support.error >= entry.error);
        }
        const auto unknown = shipped.find({"nobody's", "unheard of"});
        QCOMPARE(unknown.level, SupportLevel::nothing);
        QVERIFY(unknown.error > 0.2);
    }
};

QTEST_GUILESS_MAIN(SupportTest)
#include "support_test.moc"
