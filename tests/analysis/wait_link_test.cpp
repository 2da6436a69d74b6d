// SPDX-License-Identifier: GPL-3.0-or-later
//
// A wait for communication is a wait for a link, which others may have used too.
#include "analysis/wait_link.h"

#include "support/small_steps.h"
#include "support/strict_test.h"

using namespace heteroscope;

class WaitLinkTest : public StrictTest
{
    Q_OBJECT

private slots:
    void twoPipelinesOverOneCableHoldEachOtherUp()
    {
        const auto &cable = test::overOneCable();
        const StepResult &result = *cable.result;
        int waits = 0;
        int shared = 0;
        for (std::size_t lane = 0; lane < result.lanes.size(); ++lane)
            for (std::size_t i = 0; i < result.lanes[lane].intervals.size(); ++i) {
                const BarId bar{int(lane), int(i)};
                const auto found = linkOfWait(result, bar);
                if (result.lanes[lane].intervals[i].activity != Activity::exposedPp) {
                    QVERIFY(!found || result.lanes[lane].intervals[i].activity == Activity::exposedDp);
                    continue;
                }
                // At its end a lane may wait for transfers of others, by the gradient norm.
                if (!endingTransfer(result.lanes[lane], result.lanes[lane].intervals[i]))
                    continue;
                ++waits;
                QVERIFY(found);
                const LinkLoad &link = result.links[found->link];
                // It is one of the links of the cable, which both pipelines cross, not one inside a node.
                const auto &edge = cable.topology->edge(link.edge);
                const auto &vertices = cable.topology->vertices();
                QVERIFY(vertices[edge.from.index()].node != vertices[edge.to.index()].node);
                QVERIFY(found->shared >= 0 && found->shared <= 1);
                QVERIFY(found->others <= 1); // there are two pipelines
                QCOMPARE(found->shared > 0, found->others > 0);
                shared += found->others;
            }
        QVERIFY(waits > 4);
        QVERIFY(shared > 0);
    }

    void withoutLoadsOfLinksNothingIsKnown()
    {
        const auto result = test::smallStep();
        for (std::size_t i = 0; i < result->lanes[0].intervals.size(); ++i)
            QVERIFY(!linkOfWait(*result, {0, int(i)}));
        QVERIFY(!linkOfWait(*result, {99, 0}));
        QVERIFY(!linkOfWait({}, {}));
    }
};

QTEST_GUILESS_MAIN(WaitLinkTest)
#include "wait_link_test.moc"
