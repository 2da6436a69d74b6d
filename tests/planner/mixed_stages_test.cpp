// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families whose stages may have replicas of several types, against brute force: every number of stages and every cut.
#include "planner/optimum_support.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

/// Several nodes of two types or three, whose groups do not fill whole stages.
Cluster unevenNodes()
{
    const std::array<std::string, 3> types = {"H100-80GB SXM", "A100-80GB SXM", "V100-32GB SXM2/SXM3"};
    const BytesPerSecond inside(3e11), outside(*rc::gen::inRange(1, 100) * 1e9);
    const auto nodes = *rc::gen::element<std::size_t>(2, 3, 3, 4);
    std::vector<Node> all;
    for (std::size_t i = 0; i < nodes; ++i)
        all.push_back(test::node("n" + std::to_string(i), types[i % *rc::gen::element<std::size_t>(2, 3)],
                                 *rc::gen::element(2U, 3U, 4U), inside, outside));
    return test::star(std::move(all));
}

test::PlannerCase unevenCase()
{
    auto workload = test::randomWorkload(5);
    workload.job.sequenceLength = 1024;
    workload.job.globalBatch = *rc::gen::element(6, 8, 12);
    workload.job.runs = test::everyTick();
    workload.job.runs.degrees->unlikePipelines = false;
    return {unevenNodes(), workload};
}

} // namespace

class MixedStagesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void searchAndCheckerFindTheBestPlan()
    {
        static std::map<bool, std::size_t> families; // with CP
        static std::size_t fit = 0;
        HETEROSCOPE_PROPERTY("mixed families == brute force", [] {
            for (int i = 0; i < 2; ++i) {
                auto asked = unevenCase();
                for (const bool slices : {false, true}) {
                    std::vector<Family> mixed;
                    for (const auto &family : asked.space.families) {
                        if (family.kind == FamilyKind::mixed && (family.cp > 1) == slices)
                            mixed.push_back(family);
                    }
                    if (mixed.empty())
                        continue;
                    const Family family = *rc::gen::elementOf(mixed);
                    RC_LOG() << familyLabel(family, asked.topology) << " with " << asked.stack.name << "\n";
                    const auto tried = test::tryAllCuts(asked, family);
                    ++families[slices];
                    fit += test::compareWithBest(asked, family, tried) ? 1 : 0;
                }
            }
        });
        for (const bool slices : {false, true})
            QVERIFY2(families[slices] >= 20, qPrintable(QString::number(families[slices])));
        QVERIFY2(fit >= 20, qPrintable(QString::number(fit)));
    }
};

QTEST_GUILESS_MAIN(MixedStagesTest)
#include "mixed_stages_test.moc"
