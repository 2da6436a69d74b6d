// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/layer_split.h"

#include "support/property.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

StageLoad load(double secondsPerLayer, double bytesPerLayer, double capacity, int layers)
{
    StageLoad result;
    for (int l = 0; l <= layers; ++l) {
        result.time.push_back(l * secondsPerLayer);
        result.memory.push_back(l * bytesPerLayer);
    }
    result.capacity = capacity;
    return result;
}

struct Score
{
    double slowest = 0;
    double sum = 0;
};

Score score(const std::vector<const StageLoad *> &stages, const std::vector<LayerRange> &cut)
{
    Score result;
    for (std::size_t s = 0; s < cut.size(); ++s) {
        const double time = stages[s]->timeOf(cut[s].first, cut[s].first + cut[s].count);
        result.slowest = std::max(result.slowest, time);
        result.sum += time;
    }
    return result;
}

/// Every cut, one after the other.
std::optional<Score> bruteForce(const std::vector<const StageLoad *> &stages, int layers, std::size_t stage = 0,
                                int first = 0, Score so = {})
{
    if (stage == stages.size())
        return first == layers ? std::optional(so) : std::nullopt;
    std::optional<Score> best;
    for (int last = first + 1; last <= layers; ++last) {
        if (!stages[stage]->fits(first, last))
            continue;
        const double time = stages[stage]->timeOf(first, last);
        const auto found = bruteForce(stages, layers, stage + 1, last, {std::max(so.slowest, time), so.sum + time});
        if (found && (!best || std::pair(found->slowest, found->sum) < std::pair(best->slowest, best->sum)))
            best = found;
    }
    return best;
}

} // namespace

class LayerSplitTest : public StrictTest
{
    Q_OBJECT

private slots:
    void fasterStagesTakeMore()
    {
        const auto fast = load(1, 0, 1, 12), slow = load(2, 0, 1, 12);
        const auto cut = splitLayers({&fast, &slow}, 12);
        QVERIFY(cut);
        QCOMPARE((*cut)[0].count, 8);
        QCOMPARE((*cut)[1], (LayerRange{8, 4}));
    }
    void memoryLimitsTheFastStage()
    {
        const auto fast = load(1, 1, 5, 12), slow = load(2, 1, 100, 12);
        const auto cut = splitLayers({&fast, &slow}, 12);
        QVERIFY(cut);
        QCOMPARE((*cut)[0].count, 5);
    }
    void nothingFitsIsNone()
    {
        const auto small = load(1, 1, 3, 12);
        QVERIFY(!splitLayers({&small, &small}, 12));
        QVERIFY(splitLayers({&small, &small}, 12, false));
        QVERIFY(!splitLayers({&small, &small, &small}, 2));
    }
    void equalsBruteForce()
    {
        HETEROSCOPE_PROPERTY("least slowest stage, then least sum", [] {
            const int layers = *rc::gen::inRange(1, 10);
            const auto count = *rc::gen::inRange<std::size_t>(1, 5);
            std::vector<StageLoad> loads(count);
            for (auto &each : loads) {
                each.time.push_back(0);
                each.memory.push_back(0);
                for (int l = 0; l < layers; ++l) {
                    each.time.push_back(each.time.back() + *rc::gen::inRange(1, 20));
                    each.memory.push_back(each.memory.back() + *rc::gen::inRange(1, 10));
                }
                each.headMemory = *rc::gen::inRange(0, 8);
                each.fixedMemory = *rc::gen::inRange(0, 8);
                each.capacity = *rc::gen::inRange(5, 80);
            }
            std::vector<const StageLoad *> stages;
            for (const auto &each : loads)
                stages.push_back(&each);
            const auto cut = splitLayers(stages, layers);
            const auto best = bruteForce(stages, layers);
            RC_ASSERT(cut.has_value() == best.has_value());
            if (!cut)
                return;
            const auto ours = score(stages, *cut);
            RC_ASSERT(ours.slowest == best->slowest);
            RC_ASSERT(ours.sum == best->sum);
        });
    }
};

QTEST_GUILESS_MAIN(LayerSplitTest)
#include "layer_split_test.moc"
