// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pipelines that move in step: what they do to each other on links that they share is known before any simulation.
#include "planner/bounds/pipeline_clock.h"
#include "planner/certificate/checker_clock.h"
#include "planner/certificate/checker_links.h"

#include "planner/space_support.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

/// Four nodes of four devices behind links that are slower than the card of one.
Cluster slowCluster()
{
    std::vector<Node> nodes;
    for (int i = 0; i < 4; ++i)
        nodes.push_back(test::node("n" + std::to_string(i), "A100-80GB SXM", 4));
    return test::star(std::move(nodes), BytesPerSecond(5e9));
}

Workload mixture(const std::string &stack)
{
    auto workload = test::smallGpt(8, 1024, 32);
    workload.model.moe = MixtureOfExperts{8, 2, 0, 2048, 0};
    workload.job.softwareStack = stack;
    return workload;
}

/// How near a clock comes to the simulation, without and with the look at shared links.
struct Nearness
{
    double alone = 0, shared = 0;
};

} // namespace

class SharedLinksTest : public StrictTest
{
    Q_OBJECT

private slots:
    void partnersShareWhatTheyExchange_data()
    {
        QTest::addColumn<QString>("stack");
        QTest::addColumn<double>("near");
        QTest::newRow("averages after the passes") << "Megatron-LM" << 0.999;
        // Of gradients that go out beside the last backward only bounds are known.
        QTest::newRow("averages beside them") << "NeMo" << 0.7;
    }
    void partnersShareWhatTheyExchange()
    {
        QFETCH(QString, stack);
        QFETCH(double, near);
        test::PlannerCase asked(slowCluster(), mixture(stack.toStdString()));
        CheckerPrices prices(asked.pricer, asked.groups, asked.topology, asked.workload, asked.stack);
        CheckerClock checker(prices);
        PipelineClock clock(asked.book);
        std::size_t compared = 0, averaged = 0;
        for (const auto &family : asked.space.families) {
            const int devices = family.parts.front().devices();
            if (family.kind != FamilyKind::pure || family.dp * devices != 8 || devices > 2 || family.chunks > 1 ||
                family.schedule != ScheduleKind::oneFOneB || family.zeroStage > 1)
                continue;
            // Experts are exchanged over nodes by several pipelines of each, or averaged by two nodes that have all.
            const bool exchanges = family.ep == 8, averages = family.ep == 4 && devices == 1 && near > 0.9;
            if (!exchanges && !averages)
                continue;
            const auto placed = placedGroups(family, {{0, 2}}, asked.groups);
            const auto cut = test::evenCut(cutUnits(family, asked.workload.model), 2);
            const auto step = asked.simulate(family, placed, cut);
            QVERIFY(step);
            const double simulated = toSeconds(step->stepTime).value;
            auto model = LayoutModel::build(family, {{0, 2}}, asked.book);
            QVERIFY(model);
            Nearness search, check;
            search.alone = toSeconds(*clock.time(family, *model, cut)).value / simulated;
            model->shareLinks(asked.book);
            search.shared = toSeconds(*clock.time(family, *model, cut)).value / simulated;
            prices.startFamily(family);
            auto priced = prices.price(family, placed);
            QVERIFY(priced);
            check.alone = checker.stepTime(family, *priced, cut) / simulated;
            shareLinks(prices, family, *priced);
            check.shared = checker.stepTime(family, *priced, cut) / simulated;
            QVERIFY(search.shared <= 1 && check.shared <= 1);
            QVERIFY(search.shared >= near && check.shared >= near);
            if (exchanges)
                QVERIFY(search.alone < 0.95 && check.alone < 0.95);
            QCOMPARE(asked.book.expertWeight(family) > 0, averages);
            averaged += averages ? 1 : 0;
            ++compared;
        }
        QVERIFY(compared - averaged > 20);
        QCOMPARE(averaged > 0, near > 0.9);
    }
};

QTEST_GUILESS_MAIN(SharedLinksTest)
#include "shared_links_test.moc"
