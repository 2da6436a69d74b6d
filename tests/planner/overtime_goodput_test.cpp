// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/overtime/goodput.h"

#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

/// A failure in 10,000 s on average, and always a spare at hand.
GoodputInput often()
{
    GoodputInput input;
    input.devices = 100;
    input.rates = {1e-6, 0};
    input.checkpoint = 50;
    input.restart = 200;
    input.repair = 0;
    input.horizon = 2e6;
    return input;
}

} // namespace

class OvertimeGoodputTest : public StrictTest
{
    Q_OBJECT

private slots:
    void ratesAreThoseOfTheSource()
    {
        GoodputInput llama;
        llama.devices = llama.links = 16'384;
        QVERIFY(std::abs(llama.failureRate() * 54 * 86'400 - 419) < 1e-9);
    }
    void closedForms()
    {
        QCOMPARE(youngInterval(50, 10'000), 1000.0);
        // sqrt(50 / 20000) = 0.05
        QVERIFY(std::abs(dalyInterval(50, 10'000) - (1000 * (1 + 0.05 / 3 + 0.0025 / 9) - 50)) < 1e-9);
        QCOMPARE(dalyInterval(30, 10), 10.0);
        QVERIFY(!(dalyInterval(50, infinity) < infinity));
        QCOMPARE(dalyEfficiency(1000, 50, 200, infinity), 1.0);
    }
    void theSimulationAgreesWithDaly()
    {
        const GoodputInput input = often();
        for (const double interval : {300.0, 967.0, 4000.0}) {
            const double expected = dalyEfficiency(interval, input.checkpoint, input.restart, 10'000);
            const GoodputBand band = simulateGoodput(input, interval);
            QVERIFY2(std::abs(band.mean - expected) < 0.004,
                     qPrintable(QStringLiteral("%1 %2 %3").arg(interval).arg(band.mean).arg(expected)));
            QVERIFY(band.low < band.median && band.median < band.high);
        }
        const Goodput found = findGoodput(input);
        QVERIFY2(found.best > found.daly / 2 && found.best < found.daly * 2, std::to_string(found.best).c_str());
        QVERIFY(std::abs(found.closedForm - found.atBest.mean) < 0.005);
    }
    void theSameForAnyNumberOfThreads()
    {
        GoodputInput input = often();
        input.spares = 1;
        input.repair = 5000;
        input.threads = 1;
        const GoodputBand one = simulateGoodput(input, 900);
        input.threads = 3;
        const GoodputBand three = simulateGoodput(input, 900);
        QVERIFY(one.mean == three.mean && one.low == three.low && one.high == three.high &&
                one.failures == three.failures);
        input.seed = 2;
        QVERIFY(simulateGoodput(input, 900).mean != one.mean);
    }
    void sparesSpareTheWait()
    {
        GoodputInput input = often();
        input.repair = 20'000;
        double before = 0;
        for (const std::size_t spares : {0, 1, 4, 12}) {
            input.spares = spares;
            const double now = simulateGoodput(input, 900).mean;
            QVERIFY(now > before);
            before = now;
        }
        input.repair = 0;
        QVERIFY(std::abs(simulateGoodput(input, 900).mean - before) < 0.01);
    }
    void withoutFailuresOnlyWork()
    {
        GoodputInput input = often();
        input.rates = {0, 0};
        QCOMPARE(findGoodput(input).atBest.mean, 1.0);
    }
};

QTEST_GUILESS_MAIN(OvertimeGoodputTest)
#include "overtime_goodput_test.moc"
