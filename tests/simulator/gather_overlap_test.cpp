// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/program/gather_overlap.h"

#include "support/property.h"
#include "support/strict_test.h"

#include <vector>

using namespace heteroscope;

namespace {

std::vector<GatheredLayer> equalLayers(int count, std::int64_t gather, std::int64_t compute, std::int64_t scatter = 0)
{
    return std::vector<GatheredLayer>(static_cast<std::size_t>(count), {Ticks(gather), Ticks(compute), Ticks(scatter)});
}

std::int64_t exposed(const std::vector<GatheredLayer> &layers, int prefetch, double contention = 0)
{
    return exposedGathers(layers, prefetch, contention).count;
}

} // namespace

class GatherOverlapTest : public StrictTest
{
    Q_OBJECT

private slots:
    void withoutPrefetchNothingIsHidden()
    {
        QCOMPARE(exposed(equalLayers(5, 7, 100), 0), std::int64_t(5 * 7));
        QCOMPARE(exposed(equalLayers(5, 100, 7), 0), std::int64_t(5 * 100));
    }
    void withPrefetchOnlyTheFirstShortGatherIsSeen()
    {
        for (const int prefetch : {1, 2, 9})
            QCOMPARE(exposed(equalLayers(5, 7, 100), prefetch), std::int64_t(7));
    }
    void longGathersHideAllComputationButTheLast()
    {
        // Gathers follow each other without a gap: 5 x 100, and the last layer computes after them.
        QCOMPARE(exposed(equalLayers(5, 100, 7), 1), std::int64_t(5 * 100 - 4 * 7));
    }
    void theLastScatterIsSeen()
    {
        QCOMPARE(exposed(equalLayers(4, 0, 100, 30), 1), std::int64_t(30));
        QCOMPARE(exposed(equalLayers(4, 0, 30, 100), 1), std::int64_t(4 * 100 - 3 * 30));
        // Gather and scatter share the link: 7 first, then all but the last scatter beside computation.
        QCOMPARE(exposed(equalLayers(4, 7, 100, 30), 1), std::int64_t(7 + 30));
    }
    void whatIsHiddenDisturbs()
    {
        QCOMPARE(exposed(equalLayers(5, 10, 100), 1, 0.5), std::int64_t(10 + 4 * 10 / 2));
        QCOMPARE(exposed(equalLayers(5, 10, 100), 0, 0.5), std::int64_t(5 * 10));
    }
    void nothingToGatherIsNothingToWaitFor()
    {
        QCOMPARE(exposed({}, 1), std::int64_t(0));
        QCOMPARE(exposed(equalLayers(5, 0, 100), 0), std::int64_t(0));
    }
    void liesBetweenTheSumsAndFallsWithPrefetch()
    {
        HETEROSCOPE_PROPERTY("max(0, sent - computed) <= exposed <= sent, and more prefetch never exposes more", [] {
            std::vector<GatheredLayer> layers;
            Ticks sent, computed;
            for (int i = *rc::gen::inRange(1, 12); i > 0; --i) {
                layers.push_back({Ticks(*rc::gen::inRange(0, 90)), Ticks(*rc::gen::inRange(0, 90)), Ticks(0)});
                sent += layers.back().gather;
                computed += layers.back().compute;
            }
            Ticks before = sent;
            for (int prefetch = 0; prefetch < 4; ++prefetch) {
                const Ticks now = exposedGathers(layers, prefetch, 0);
                RC_ASSERT(now <= before);
                RC_ASSERT(now >= std::max(Ticks(0), sent - computed));
                before = now;
            }
        });
    }
};

QTEST_GUILESS_MAIN(GatherOverlapTest)
#include "gather_overlap_test.moc"
