// SPDX-License-Identifier: GPL-3.0-or-later
//
// Searching bars, against a walk over every interval.
#include "analysis/bar_search.h"

#include "support/property.h"
#include "support/strict_test.h"
#include "support/synthetic_step.h"

using namespace heteroscope;

namespace {

BarWord wordFor(Activity activity, std::int32_t microBatch)
{
    BarWord word;
    word.ofMicroBatch[static_cast<std::size_t>(activity)] = true;
    word.microBatch = microBatch;
    return word;
}

StepResult stepToSearch()
{
    synthetic::Pipeline1F1B shape;
    shape.transfer = 30 * synthetic::ms;
    return synthetic::oneFOneB(shape);
}

} // namespace

class BarSearchTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aMicroBatchIsFoundInEveryLaneInTheOrderOfTime()
    {
        const StepResult result = stepToSearch();
        const auto found = findBars(result, {wordFor(Activity::forward, 2)});
        QCOMPARE(found.size(), result.lanes.size());
        Ticks last(-1);
        std::set<int> lanes;
        for (const BarId bar : found) {
            const LaneInterval &interval = *intervalOf(result, bar);
            QCOMPARE(interval.activity, Activity::forward);
            QCOMPARE(interval.microBatch, 2);
            QVERIFY(interval.start >= last);
            last = interval.start;
            lanes.insert(bar.lane);
        }
        QCOMPARE(lanes.size(), result.lanes.size());
        QVERIFY(findBars(result, {}).empty());
    }
    void allWordsMustBeTrue()
    {
        const StepResult result = stepToSearch();
        BarWord lane;
        lane.lanes.assign(result.lanes.size(), false);
        lane.lanes[3] = true;
        const auto found = findBars(result, {lane, wordFor(Activity::forward, 2)});
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.front().lane, 3);
        QCOMPARE(findBars(result, {lane}).size(), result.lanes[3].intervals.size());
        // Lanes that are not shown are not searched.
        std::vector<bool> shown(result.lanes.size(), true);
        shown[3] = false;
        QVERIFY(findBars(result, {lane}, shown).empty());
        QCOMPARE(findBars(result, {wordFor(Activity::forward, 2)}, shown).size(), result.lanes.size() - 1);
    }
    void lengthIsAWordToo()
    {
        const StepResult result = stepToSearch();
        HETEROSCOPE_PROPERTY("bars that take longer than a length are those of a walk", [&] {
            BarWord word;
            word.longerThan = Ticks(*rc::gen::inRange<std::int64_t>(0, 400 * synthetic::ms));
            std::size_t expected = 0;
            for (const Lane &lane : result.lanes)
                for (const LaneInterval &one : lane.intervals)
                    expected += one.end - one.start > word.longerThan ? 1 : 0;
            RC_ASSERT(findBars(result, {word}).size() == expected);
        });
    }
    void nextAndPreviousGoRound()
    {
        const StepResult result = stepToSearch();
        const auto bars = findBars(result, {wordFor(Activity::backward, 0)});
        const auto count = static_cast<int>(bars.size());
        QVERIFY(count > 2);
        QCOMPARE(nextBar(result, bars, {}, true), 0);
        QCOMPARE(nextBar(result, bars, {}, false), count - 1);
        for (int i = 0; i < count; ++i) {
            QCOMPARE(nextBar(result, bars, bars[static_cast<std::size_t>(i)], true), (i + 1) % count);
            QCOMPARE(nextBar(result, bars, bars[static_cast<std::size_t>(i)], false), (i + count - 1) % count);
        }
        // From a bar that is not among them: the nearest in time.
        QCOMPARE(nextBar(result, bars, {0, 0}, true), 0);
        const auto last = static_cast<int>(result.lanes[0].intervals.size()) - 1;
        QCOMPARE(nextBar(result, bars, {0, last}, false), count - 1);
        QCOMPARE(nextBar(result, {}, {0, 0}, true), -1);
    }
    void theFirstBarInViewIsTheFirstThatStartsThere()
    {
        const StepResult result = stepToSearch();
        const auto bars = findBars(result, {wordFor(Activity::backward, 5)});
        const Ticks second = intervalOf(result, bars[1])->start;
        QCOMPARE(barFrom(result, bars, Ticks(0)), 0);
        QVERIFY(intervalOf(result, bars[static_cast<std::size_t>(barFrom(result, bars, second))])->start == second);
        QCOMPARE(barFrom(result, bars, result.stepTime), 0);
        QCOMPARE(barFrom(result, {}, Ticks(0)), -1);
    }
};

QTEST_GUILESS_MAIN(BarSearchTest)
#include "bar_search_test.moc"
