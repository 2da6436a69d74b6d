// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/scenario_shapes.h"

#include "support/property.h"
#include "support/strict_test.h"

using namespace heteroscope;

class ScenarioShapesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void curvesAreSoundAndRepeat()
    {
        HETEROSCOPE_PROPERTY("sorted, in range, the same for the same seed", [] {
            const auto shape = static_cast<ScenarioShape>(*rc::gen::inRange<std::size_t>(0, scenarioShapeNames.size()));
            ShapeOptions options;
            options.horizon = Seconds(*rc::gen::inRange(60, 100'000));
            options.every = Seconds(*rc::gen::inRange(10, 1000));
            options.low = *rc::gen::inRange(0, 100) / 100.0;
            options.seed = *rc::gen::arbitrary<std::uint64_t>();
            const RateCurve curve = scenarioCurve(shape, options);
            RC_ASSERT(curve == scenarioCurve(shape, options));
            RC_ASSERT(!curve.points.empty());
            RC_ASSERT(curve.points.front().at == Seconds(0));
            for (std::size_t i = 0; i < curve.points.size(); ++i) {
                RC_ASSERT(curve.points[i].factor >= 0 && curve.points[i].factor <= 1);
                RC_ASSERT(curve.points[i].at < options.horizon);
                RC_ASSERT(i == 0 || curve.points[i - 1].at < curve.points[i].at);
                RC_ASSERT(i == 0 || curve.points[i - 1].factor != curve.points[i].factor);
            }
        });
    }
    void anotherSeedIsAnotherCurve()
    {
        ShapeOptions options;
        const RateCurve one = scenarioCurve(ScenarioShape::preemption, options);
        options.seed = 2;
        QVERIFY(one != scenarioCurve(ScenarioShape::preemption, options));
    }
    void backgroundHasItsPeriod()
    {
        ShapeOptions options;
        options.horizon = Seconds(400);
        options.every = Seconds(10);
        options.period = Seconds(200);
        options.low = 0.25;
        const RateCurve curve = scenarioCurve(ScenarioShape::background, options);
        const std::vector<RateCurve::Point> expected = {
            {Seconds(0), 0.25}, {Seconds(100), 1}, {Seconds(200), 0.25}, {Seconds(300), 1}};
        QVERIFY(curve.points == expected);
    }
    void timesHaveTheirMeans()
    {
        ShapeOptions options;
        options.horizon = Seconds(1e8);
        const RateCurve curve = scenarioCurve(ScenarioShape::preemption, options);
        const double there = curve.meanFactor(Seconds(0), options.horizon);
        QVERIFY2(std::abs(there - 3600.0 / 4200) < 0.01, std::to_string(there).c_str());
        ShapeOptions day;
        day.noise = 0;
        QVERIFY(std::abs(scenarioCurve(ScenarioShape::diurnal, day).meanFactor(Seconds(0), day.horizon) - 0.65) < 1e-3);
    }
};

QTEST_GUILESS_MAIN(ScenarioShapesTest)
#include "scenario_shapes_test.moc"
