// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/units.h"

#include "support/strict_test.h"

using namespace heteroscope;

class UnitsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void dividesBytesByRate() { QCOMPARE((Bytes(1e9) / BytesPerSecond(5e8)).value, 2.0); }
    void roundsDurationsUpOnce()
    {
        QCOMPARE(toTicks(Seconds(1e-12)).count, std::int64_t(1));
        QCOMPARE(toTicks(Seconds(1.2e-12)).count, std::int64_t(2));
        QCOMPARE(toTicks(Seconds(0)).count, std::int64_t(0));
        QCOMPARE(toTicks(Seconds(3)).count, 3 * Ticks::perSecond);
    }
    void saturatesInsteadOfOverflowing()
    {
        QVERIFY(toTicks(Seconds(1e300)) == toTicks(Seconds(1e200)));
        QVERIFY(toTicks(Seconds(std::numeric_limits<double>::infinity())).count > 0);
        QCOMPARE(toTicks(Seconds(std::nan(""))).count, std::int64_t(0));
        QCOMPARE(toTicks(Seconds(-1)).count, std::int64_t(0));
    }
    void timesNeverOverflow()
    {
        const Ticks max(Ticks::max);
        QCOMPARE(toTicks(Seconds(1e300)), max);
        QCOMPARE(toTicks(std::numeric_limits<double>::infinity()), max);
        QVERIFY(max + max > max);
        QVERIFY(max * 1000 > max);
        QCOMPARE((max + max).count, saturated);
        QCOMPARE((max + max + max).count, saturated);
        QCOMPARE(toSeconds(max).value, 100 * 86'400.0);
    }
    void sharesOfADurationAddUp()
    {
        for (const std::int64_t whole : {std::int64_t(0), std::int64_t(1), std::int64_t(1'000'003), Ticks::max}) {
            std::int64_t sum = 0;
            for (int i = 0; i < 7; ++i)
                sum += (shareOf(Ticks(whole), i + 1, 7) - shareOf(Ticks(whole), i, 7)).count;
            QCOMPARE(sum, whole);
        }
        QCOMPARE(shareOf(Ticks(1'000), 3, 7).count, std::int64_t(3'000 / 7));
    }
    void secondsComeBack() { QCOMPARE(toSeconds(toTicks(Seconds(1.5))).value, 1.5); }
};

QTEST_GUILESS_MAIN(UnitsTest)
#include "units_test.moc"
