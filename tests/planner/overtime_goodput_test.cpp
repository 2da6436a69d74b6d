// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/overtime/goodput.h"

#include "support/strict_test.h"

#include <cmath>
#include <limits>

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
    void shrinkingUsesTheWait()
    {
        GoodputInput input = often();
        input.repair = 20'000;
        const double waits = simulateGoodput(input, 900).mean;
        // At full speed without a node it is as if a spare were always at hand, but for the restarts when it is back.
        input.shrunk.assign(40, 1.0);
        const double whole = simulateGoodput(input, 900).mean;
        input.shrunk.assign(40, 0.5);
        const double half = simulateGoodput(input, 900).mean;
        QVERIFY2(waits < half && half < whole, qPrintable(QStringLiteral("%1 %2 %3").arg(waits).arg(half).arg(whole)));
        input.shrunk.clear();
        input.repair = 0;
        const double spares = simulateGoodput(input, 900).mean;
        QVERIFY(whole < spares && whole > spares - 0.06);
        // A second node less is used too, and the same for any number of threads.
        input.repair = 20'000;
        input.shrunk = {0.9};
        const double one = simulateGoodput(input, 900).mean;
        input.shrunk = {0.9, 0.8};
        input.threads = 1;
        const double two = simulateGoodput(input, 900).mean;
        input.threads = 3;
        QVERIFY(waits < one && one < two && simulateGoodput(input, 900).mean == two);
    }
    void oneFailureByHand()
    {
        // Rates so small that a run has one failure or none: its work is that of the closed forms of one failure.
        GoodputInput input;
        input.devices = 1;
        input.checkpoint = 0;
        input.restart = 100;
        input.repair = 1000;
        input.horizon = 10'000;
        input.rates = {1e-5, 0};
        input.runs = 1;
        const double never = std::numeric_limits<double>::infinity();
        int judged = 0;
        for (input.seed = 1; input.seed < 200; ++input.seed) {
            input.shrunk = {};
            const GoodputBand waits = simulateGoodput(input, 1);
            input.shrunk = {0.25};
            const GoodputBand shrinks = simulateGoodput(input, 1);
            // Away from the end, and once only: 1000 s wait and 100 s restart, or 100 s restart, 900 s at a quarter of
            // the speed and another restart; a second of work is lost at most.
            if (waits.failures != 1 || shrinks.failures != 1 || waits.mean > 0.8901)
                continue;
            QVERIFY(std::abs(waits.mean * input.horizon - (10'000 - 1100)) <= 1);
            QVERIFY(std::abs(shrinks.mean * input.horizon - (10'000 - 100 - 0.75 * 900 - 100)) <= 1.25);
            ++judged;
        }
        QVERIFY(judged > 5 && simulateGoodput(input, never).mean > 0);
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
