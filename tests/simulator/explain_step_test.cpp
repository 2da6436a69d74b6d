// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/predict_step.h"
#include "simulator/program/step_builder.h"
#include "simulator/result/explain_step.h"

#include "support/clusters.h"
#include "support/property.h"
#include "support/random_step.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

bool close(double a, double b, double relative = 1e-9)
{
    return std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b)) + 1e-18;
}

/// Every term is the sum of its parts, names its siblings apart and says how it came about.
void checkTree(const CostTerm &term)
{
    RC_ASSERT(std::isfinite(term.value));
    for (const auto &input : term.inputs)
        RC_ASSERT(std::isfinite(input.value));
    for (const auto &basis : term.basis)
        checkTree(basis);
    if (term.parts.empty()) {
        RC_ASSERT(term.formula != TermFormula::none);
        return;
    }
    double sum = 0;
    for (const auto &part : term.parts) {
        sum += part.value;
        RC_ASSERT(term.find(part.id) == &part);
        checkTree(part);
    }
    RC_ASSERT(close(sum, term.value));
}

/// No second formula: what the simulator made of it differs from what was priced only by rounding.
void checkNoRest(const CostTerm &root)
{
    for (const auto &activity : root.parts)
        RC_ASSERT(!activity.find(PlainTerm::slowedInSimulation) && !activity.find(PlainTerm::idleInSimulation) &&
                  !activity.find(PlainTerm::seenInSimulation));
}

} // namespace

class ExplainStepTest : public StrictTest
{
    Q_OBJECT

private slots:
    void leavesAddUpToTheStep()
    {
        int checked = 0;
        HETEROSCOPE_PROPERTY("an explained step adds up", [&checked] {
            const auto step = randomStep();
            const auto topology = test::topology(step.cluster);
            GroupPricer pricer(topology, step.workload);
            const auto result = predictStep(pricer, step.plan, {.timeline = false});
            RC_PRE(static_cast<bool>(result));
            // What meets other communication takes longer than its price.
            const bool meets = !buildStep(pricer, step.plan)->program.routes.empty();
            for (std::size_t lane = 0; lane < result->lanes.size(); ++lane) {
                const auto explained = explainLane(pricer, step.plan, *result, static_cast<int>(lane));
                RC_ASSERT(static_cast<bool>(explained));
                checkTree(explained->time);
                checkTree(explained->memory);
                if (!meets)
                    checkNoRest(explained->time);
                RC_ASSERT(close(explained->time.value, toSeconds(result->stepTime).value));
                RC_ASSERT(close(explained->memory.value, result->lanes[lane].memory.total().value));
                for (std::size_t a = 0; a < activityCount; ++a) {
                    const auto *term = explained->time.find(static_cast<Activity>(a));
                    RC_ASSERT(close(term ? term->value : 0, toSeconds(result->lanes[lane].time[a]).value));
                }
                ++checked;
            }
        });
        QVERIFY(checked > 100);
    }
    void passesAreThoseOfTheProgram()
    {
        HETEROSCOPE_PROPERTY("a pass of a layer is what its lane is built from", [] {
            const auto step = randomStep();
            const auto topology = test::topology(step.cluster);
            GroupPricer pricer(topology, step.workload);
            RC_PRE(findPlanMistakes(step.plan, topology, step.workload, "").ok());
            const auto built = buildStep(pricer, step.plan);
            RC_PRE(static_cast<bool>(built));
            const auto stack = findSoftwareStack(pricer.calibration(), step.workload.job);
            for (std::size_t i = 0; i < built->lanes.size(); ++i) {
                const auto &lane = built->lanes[i];
                if (lane.keptCost) // two prices: leavesAddUpToTheStep
                    continue;
                const auto price = openGroup(pricer.network(), step.workload, pricer.calibration(), **stack,
                                             lane.devices, lane.options);
                RC_ASSERT(static_cast<bool>(price));
                LayerRepeats once{};
                const auto &range = lane.planStage->chunks.front();
                for (int layer = range.first; layer < range.first + range.count; ++layer)
                    once[static_cast<std::size_t>(layerKind(step.workload.model, layer))] += 1;
                const GroupContext context{&topology, &step.workload, lane.options};
                const auto &chunk = built->program.lanes[i].chunks.front();
                const auto seconds = [&](LayerPass pass) {
                    CostTerm term;
                    explainPass(term, *price, pass, once, context);
                    return term.value;
                };
                const auto same = [](double explained, Ticks priced) {
                    return std::abs(explained - toSeconds(priced).value) <= 1.5e-12 + 1e-9 * explained;
                };
                RC_ASSERT(same(seconds(LayerPass::forward), chunk[Pass::forward].compute));
                RC_ASSERT(same(seconds(LayerPass::recompute), chunk[Pass::backward].recompute));
                RC_ASSERT(same(seconds(LayerPass::inputGradient), chunk[Pass::inputGradient].compute));
                RC_ASSERT(same(seconds(LayerPass::weightGradient), chunk[Pass::weightGradient].compute));
                CostTerm tp;
                for (const auto pass : {CollectiveTerm::Pass::backward, CollectiveTerm::Pass::recomputed})
                    explainCollectives(tp, *price, LayerCollective::Group::tp, pass, once, context);
                RC_ASSERT(same(tp.value, chunk[Pass::backward].tp));
            }
        });
    }
    void measuredLayersStandInThePlaceOfOperations()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 1)}));
        const auto workload = test::smallGpt();
        LayerProfile profile;
        profile.device = "A100-80GB SXM";
        profile.hidden = workload.model.hidden;
        profile.heads = workload.model.heads;
        profile.ffn = workload.model.ffn;
        profile.vocab = workload.model.vocab;
        profile.sequence = workload.job.sequenceLength;
        profile.precision = workload.job.precision;
        profile.block = {Seconds(0.002), Seconds(0.004)};
        profile.head = profile.embedding = {Seconds(0.001), Seconds(0.002)};
        profile.source = "by hand";
        auto calibration = builtinCalibration();
        calibration.profiles = std::make_shared<LayerProfiles>(std::vector{profile});
        GroupPricer pricer(topology, workload, Seconds(0), &calibration);
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}}, {8}, 8)};
        const auto result = predictStep(pricer, plan, {.timeline = false});
        QVERIFY(result);
        const auto explained = explainLane(pricer, plan, *result, 0);
        QVERIFY(explained);
        const auto *forward = explained->time.find(Activity::forward);
        QVERIFY(forward);
        const auto *measured = forward->find(PlainTerm::measuredLayers);
        QVERIFY(measured);
        QVERIFY(close(measured->value, 8 * (6 * 0.002 + 2 * 0.001)));
        QVERIFY(!forward->find(PlainTerm::products));
        QCOMPARE(measured->parts.front().inputs.front().source, TermSource::profile);
    }
    void aLaneThatIsNotThereIsAnError()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 1)}));
        const auto workload = test::smallGpt();
        GroupPricer pricer(topology, workload);
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}}, {8}, 8)};
        const auto result = predictStep(pricer, plan, {.timeline = false});
        QVERIFY(result);
        QCOMPARE(busiestLane(*result), 0);
        QVERIFY(!explainLane(pricer, plan, *result, 1));
        QVERIFY(!explainLane(pricer, plan, *result, -1));
    }
};

QTEST_GUILESS_MAIN(ExplainStepTest)
#include "explain_step_test.moc"
