// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything in the planner that reckons with a schedule says what Schedule and the simulator say of it: activations
// held, blocking sends, and what a stage's passes take at least. The checker's own copies (certificate/checker_rules.h)
// are among them: they are written apart on purpose, and compared here.
#include "planner/bounds/family_schedule.h"
#include "planner/bounds/stage_passes.h"
#include "planner/certificate/checker_rules.h"
#include "planner/rounding.h"

#include "cost/send_mode.h"
#include "simulator/program/step_builder.h"
#include "strategy/schedule.h"

#include "planner/space_support.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

check::PassKind kindOf(Pass pass)
{
    switch (pass) {
    case Pass::forward:
        return check::PassKind::forward;
    case Pass::backward:
        return check::PassKind::backward;
    case Pass::inputGradient:
        return check::PassKind::inputGradient;
    case Pass::weightGradient:
        break;
    }
    return check::PassKind::weightGradient;
}

/// The checker's order of passes is that of the schedule.
void compareOrders(const Family &family, int stages, int stage)
{
    const auto orders = scheduleOf(family.schedule)
                            .orders({stages, family.microBatches, family.chunks, scheduleOptionsOf(family, stages)});
    RC_ASSERT(bool(orders));
    const auto ours = check::orderOf(family, stages, stage);
    const auto &theirs = (*orders)[static_cast<std::size_t>(stage)];
    RC_ASSERT(ours.size() == theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i)
        RC_ASSERT((ours[i] ==
                   check::PassOf{kindOf(theirs[i].pass), theirs[i].chunk, theirs[i].microBatch, theirs[i].paired}));
}

std::size_t memoriesCompared = 0;

void compareFamily(test::PlannerCase &asked, const std::vector<Family> &families)
{
    const auto &family = families[*rc::gen::inRange<std::size_t>(0, families.size())];
    const auto layout = test::randomLayout(family, asked.groups);
    const int stages = stageCount(layout);
    const auto model = LayoutModel::build(family, layout, asked.book);
    if (!model)
        return; // it cannot run
    const auto &schedule = scheduleOf(family.schedule);
    Cut cut;
    for (int s = 1; s <= stages; ++s)
        cut.push_back(cutUnits(family, asked.workload.model) * s / stages);
    const auto placed = placedGroups(family, layout, asked.groups);
    const auto plan = asked.plan(family, placed, cut);
    const auto step = predictStep(asked.pricer, plan, {.timeline = false});
    RC_ASSERT(bool(step));
    for (int s = 0; s < stages; ++s) {
        const auto held = schedule.activationsHeld(
            {stages, family.microBatches, family.chunks, scheduleOptionsOf(family, stages)}, s);
        RC_ASSERT(held.has_value());
        const auto &job = asked.workload.job;
        const double least = microBatchesHeld(family, job, stages, s) * family.chunks;
        RC_ASSERT(model->stage(s).inFlight * family.chunks == least);
        RC_ASSERT(check::pairsHeld(family, job.frozenBase, stages, s) == least);
        const auto ends = endsHeld(family, stages, s);
        const auto chunks = check::chunksHeld(family, stages, s);
        const bool differ = family.schedule == ScheduleKind::interleaved;
        RC_ASSERT(ends.embedding == (differ && s == 0 ? chunks.first : 0));
        RC_ASSERT(ends.head == (differ && s + 1 == stages ? chunks.last : 0));
        const auto &place = model->stage(s);
        const int from = s == 0 ? 0 : cut[static_cast<std::size_t>(s) - 1];
        const int to = cut[static_cast<std::size_t>(s)];
        const auto alike = [&] { return model->alikeRecomputed(cut).in(from, to, family, asked.workload.model); };
        const double need = (family.recomputesAlike ? place.memory->need(from, to, place.inFlight, alike())
                                                    : model->needOf(s, from, to, place.inFlight)) +
                            place.ofPipeline;
        compareOrders(family, stages, s);
        // Where it is not known how many stages are in front, none are.
        RC_ASSERT(microBatchesHeld(family, job, stages - s, 0) * family.chunks <= least);
        // Layers without adapters have no weight gradients to wait for.
        const bool maybeLess = job.frozenBase && splitsBackward(family);
        RC_ASSERT((maybeLess ? least <= *held : least == *held));
        for (const auto &lane : step->lanes) {
            if (lane.stage != s)
                continue;
            RC_ASSERT((lane.peakInFlight <= *held && lane.peakInFlight >= least));
            RC_ASSERT((!maybeLess || job.adapterRank > 0 || lane.peakInFlight == least));
            // What a stage recomputes is chosen by it, so it is not only a bound.
            const double peak = lane.memory.total().value;
            RC_ASSERT(need <= peak + wholeBytes);
            if (!family.isVee() && !job.frozenBase) {
                RC_ASSERT(need >= peak - wholeBytes);
                ++memoriesCompared;
            }
        }
    }
    const auto built = buildStep(asked.pricer, plan);
    RC_ASSERT(bool(built));
    const bool blocks = built->program.sends == SendMode::blocking;
    RC_ASSERT(sendsBlock(asked.stack, plan.schedule, plan.overlap.pp) == blocks);
    RC_ASSERT(sendsBlock(family, asked.stack) == blocks);
    RC_ASSERT(model->sendsBlock() == blocks);
    RC_ASSERT(check::sendsBlock(family, asked.stack) == blocks);
    RC_ASSERT(check::sendModeOf(family, asked.stack) == built->program.sends);
}

} // namespace

class ScheduleFactsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyUseSaysWhatScheduleSays()
    {
        HETEROSCOPE_PROPERTY("activations held and blocking sends are the same for bounds, checker and simulator", [] {
            auto workload = test::randomWorkload(12);
            workload.job.globalBatch = 1 << *rc::gen::inRange(0, 6);
            test::PlannerCase asked(test::randomCluster(*rc::gen::inRange(1, 9)), workload);
            if (asked.space.families.empty())
                return;
            for (int i = 0; i < 5; ++i)
                compareFamily(asked, asked.space.families);
        });
        QVERIFY2(memoriesCompared >= 100, qPrintable(QString::number(memoriesCompared)));
    }
    void layersWithoutWeightGradientsGiveUpActivationsSooner()
    {
        static std::size_t compared = 0;
        HETEROSCOPE_PROPERTY("activations held where weights are frozen and the backward is split", [] {
            auto workload = test::randomWorkload(12);
            workload.job.globalBatch = 1 << *rc::gen::inRange(2, 6);
            workload.job.frozenBase = true;
            workload.job.adapterRank = *rc::gen::element(0, 8);
            workload.job.runs = test::everyTick();
            test::PlannerCase asked(test::randomCluster(*rc::gen::inRange(2, 9)), workload);
            std::vector<Family> split;
            std::copy_if(
                asked.space.families.begin(), asked.space.families.end(), std::back_inserter(split),
                [](const Family &family) { return splitsBackward(family) && family.kind != FamilyKind::apart; });
            if (split.empty())
                return;
            ++compared;
            for (int i = 0; i < 3; ++i)
                compareFamily(asked, split);
        });
        QVERIFY2(compared >= 50, qPrintable(QString::number(compared)));
    }
    void theCheckersBoundsAreThoseOfTheSearch()
    {
        HETEROSCOPE_PROPERTY("the bounds of a stage's passes are the same for checker and search", [] {
            Family family;
            family.schedule = *rc::gen::element(ScheduleKind::oneFOneB, ScheduleKind::interleaved, ScheduleKind::gpipe,
                                                ScheduleKind::eager, ScheduleKind::zbH1, ScheduleKind::zbH2,
                                                ScheduleKind::zbV, ScheduleKind::dualPipeV);
            family.chunks = family.schedule == ScheduleKind::zbV || family.schedule == ScheduleKind::dualPipeV ? 2 : 1;
            family.microBatches = *rc::gen::inRange(1, 40);
            const auto seconds = [](int most) { return *rc::gen::inRange(0, most) / 1000.0; };
            const bool splits = splitsBackward(family); // such stages do not wait for their sends
            RC_ASSERT(splits == check::splitsBackward(family));
            const StagePasses passes{family.microBatches, seconds(500), seconds(900), splits ? 0.0 : seconds(50),
                                     splits ? 0.0 : seconds(50)};
            check::StageWork work{passes.forward, passes.backward, passes.sendForward, passes.sendBackward};
            work.behind = *rc::gen::inRange(0, 20);
            work.beyond = seconds(9000);
            // Of few micro-batches the checker has no bound beside their work.
            const int warmUp = family.schedule == ScheduleKind::eager ? 2 * work.behind : work.behind;
            const bool alternates = family.schedule == ScheduleKind::oneFOneB || family.schedule == ScheduleKind::eager;
            const double ours =
                alternates && family.microBatches - 1 <= warmUp
                    ? passes.alone()
                    : std::max(passes.alone(), passes.withRoundTrip(passOrderOf(family), work.behind, work.beyond));
            RC_ASSERT(std::abs(check::minWork(family, work) - ours) <= 1e-12 * ours);
        });
    }
    void theCheckerCountsTheSameReceives()
    {
        HETEROSCOPE_PROPERTY("the passes that wait for a receive are those of the order, and so are their kinds", [] {
            Family family;
            family.schedule = *rc::gen::element(ScheduleKind::oneFOneB, ScheduleKind::interleaved, ScheduleKind::gpipe,
                                                ScheduleKind::eager, ScheduleKind::zbH1, ScheduleKind::zbH2);
            const int stages = *rc::gen::inRange(1, 17);
            family.microBatches = *rc::gen::inRange(1, 40);
            if (family.schedule == ScheduleKind::interleaved) {
                family.chunks = *rc::gen::inRange(2, 5);
                family.microBatches = stages * *rc::gen::inRange(1, 8);
            }
            for (const auto &stack : builtinCalibration().stacks)
                RC_ASSERT(postsReceives(family, stack) == check::postsReceives(family, stack));
            for (int s = 0; s < stages; ++s) {
                const auto ours = receivesOf(family, stages, s);
                RC_ASSERT(
                    (check::PassReceives{ours.forwardAfterForward, ours.backwardAfterForward, ours.forwardAfterBackward,
                                         ours.backwardAfterBackward} == check::passReceives(family, stages, s)));
                // No pass before another one has more than one weight gradient in between, a forward none.
                const auto order = check::orderOf(family, stages, s);
                auto last = order.front().kind;
                int weights = 0;
                for (const auto &pass : order) {
                    if (pass.kind == check::PassKind::weightGradient) {
                        ++weights;
                        continue;
                    }
                    RC_ASSERT(weights <= (last == check::PassKind::forward ? 0 : 1));
                    last = pass.kind;
                    weights = 0;
                }
            }
        });
    }
    void theCheckerCountsTheSamePassesOfASpan()
    {
        static std::size_t compared = 0;
        HETEROSCOPE_PROPERTY("L5 by the orders of the passes is that of the closed form", [] {
            Family family;
            family.schedule = *rc::gen::element(ScheduleKind::oneFOneB, ScheduleKind::eager, ScheduleKind::zbH1,
                                                ScheduleKind::zbH2, ScheduleKind::gpipe);
            family.microBatches = *rc::gen::inRange(1, 70);
            const int stages = *rc::gen::inRange(2, 17);
            const int first = *rc::gen::inRange(0, stages - 1);
            const int last = *rc::gen::inRange(first + 1, stages);
            const auto seconds = [](int most) { return *rc::gen::inRange(1, most) / 1000.0; };
            const bool splits = splitsBackward(family);
            StagePasses passes{family.microBatches, seconds(500), seconds(900), splits ? 0.0 : seconds(50),
                               splits ? 0.0 : seconds(50)};
            passes.weight = splits ? passes.backward * *rc::gen::element(0.0, 0.4, 1.0) : 0.0;
            check::StageWork work{passes.forward, passes.backward, passes.sendForward, passes.sendBackward};
            work.behind = stages - 1 - first;
            work.beyond = seconds(9000);
            work.weight = passes.weight;
            const double within = seconds(3000);
            const StageSpan span{last - first + 1, passes.forward + passes.backward - passes.weight + within};
            const double ours = passes.withSpan(passOrderOf(family), first, work.behind, work.beyond, span);
            const double theirs = check::spanWork(work, check::spanPasses(family, stages, first, last), within);
            if (family.schedule == ScheduleKind::gpipe) { // nothing goes round
                RC_ASSERT(ours == 0.0);
                return;
            }
            RC_ASSERT(std::abs(theirs - ours) <= 1e-12 * ours);
            if (splits) {
                const auto counted = check::splitPasses(family, stages, first);
                RC_ASSERT(counted.late == passes.lateWeights(passOrderOf(family), first, work.behind));
                const double afterDown = seconds(100), afterUp = seconds(100);
                const double until =
                    passes.untilLastInput(passOrderOf(family), first, work.behind, work.beyond, afterDown, afterUp);
                RC_ASSERT(std::abs(check::inputWork(work, counted, afterDown, afterUp) - until) <= 1e-12 * until);
            }
            compared += ours > 0 ? 1 : 0;
        });
        QVERIFY2(compared >= 30, qPrintable(QString::number(compared)));
    }
};

QTEST_GUILESS_MAIN(ScheduleFactsTest)
#include "schedule_facts_test.moc"
