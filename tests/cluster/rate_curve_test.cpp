// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/rate_curve.h"

#include "support/property.h"
#include "support/strict_test.h"

using namespace heteroscope;

class RateCurveTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theMeanIsTheAreaOverTheLength()
    {
        RateCurve curve;
        QCOMPARE(curve.meanFactor(Seconds(3), Seconds(9)), 1.0);
        curve.points = {{Seconds(10), 0.5}, {Seconds(20), 0}, {Seconds(30), 2}};
        QCOMPARE(curve.meanFactor(Seconds(0), Seconds(10)), 1.0);
        QCOMPARE(curve.meanFactor(Seconds(0), Seconds(20)), 0.75);
        QCOMPARE(curve.meanFactor(Seconds(15), Seconds(35)), (2.5 + 0 + 10) / 20);
        QCOMPARE(curve.meanFactor(Seconds(100), Seconds(101)), 2.0);
        QCOMPARE(curve.meanFactor(Seconds(12), Seconds(12)), 0.5); // no length: the factor there
        QCOMPARE(curve.meanFactor(Seconds(12), Seconds(3)), 0.5);
    }
    void theMaxIsOfTheRest()
    {
        RateCurve curve;
        QCOMPARE(curve.maxFactorFrom(Seconds(5)), 1.0);
        curve.points = {{Seconds(10), 0.5}, {Seconds(20), 0.8}, {Seconds(30), 0.2}};
        QCOMPARE(curve.maxFactorFrom(Seconds(0)), 1.0);
        QCOMPARE(curve.maxFactorFrom(Seconds(10)), 0.8);
        QCOMPARE(curve.maxFactorFrom(Seconds(25)), 0.8);
        QCOMPARE(curve.maxFactorFrom(Seconds(40)), 0.2);
    }
    void theMeanOfPartsIsTheMeanOfTheWhole()
    {
        HETEROSCOPE_PROPERTY("mean of [a, c] = weighted mean of [a, b] and [b, c]", [] {
            RateCurve curve;
            double at = 0;
            for (int i = 0; i < *rc::gen::inRange(0, 6); ++i)
                curve.points.push_back({Seconds(at += *rc::gen::inRange(1, 9)), *rc::gen::inRange(0, 9) / 4.0});
            const double a = *rc::gen::inRange(0, 30), b = a + *rc::gen::inRange(1, 20),
                         c = b + *rc::gen::inRange(1, 20);
            const double parts =
                curve.meanFactor(Seconds(a), Seconds(b)) * (b - a) + curve.meanFactor(Seconds(b), Seconds(c)) * (c - b);
            RC_ASSERT(std::abs(curve.meanFactor(Seconds(a), Seconds(c)) * (c - a) - parts) < 1e-9);
        });
    }
};

QTEST_GUILESS_MAIN(RateCurveTest)
#include "rate_curve_test.moc"
