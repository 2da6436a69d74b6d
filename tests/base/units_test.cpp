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
    void secondsComeBack() { QCOMPARE(toSeconds(toTicks(Seconds(1.5))).value, 1.5); }
};

QTEST_GUILESS_MAIN(UnitsTest)
#include "units_test.moc"
