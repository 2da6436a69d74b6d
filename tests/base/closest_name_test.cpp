// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/closest_name.h"

#include "support/strict_test.h"

using namespace heteroscope;

class ClosestNameTest : public StrictTest
{
    Q_OBJECT

private slots:
    void findsTheNameThatWasMeant()
    {
        QCOMPARE(didYouMean("llama 2 70b", {"Llama 2 7B", "Llama 2 70B"}),
                 std::string("did you mean \"Llama 2 70B\"?"));
        QCOMPARE(didYouMean("bandwith", {"latency", "bandwidth"}), std::string("did you mean \"bandwidth\"?"));
    }
    void staysSilentWhenNothingIsNear()
    {
        QVERIFY(didYouMean("zebra", {"latency", "bandwidth"}).empty());
        QVERIFY(didYouMean("", {"a"}).empty());
        QVERIFY(didYouMean("a", {}).empty());
    }
    void doesNotCompareEndlessTexts()
    {
        const std::string longText(100'000, 'a');
        QVERIFY(didYouMean(longText, {longText}).empty());
        QVERIFY(didYouMean("a", {longText}).empty());
    }
};

QTEST_GUILESS_MAIN(ClosestNameTest)
#include "closest_name_test.moc"
