// SPDX-License-Identifier: GPL-3.0-or-later
//
// Power over the step: its integral is the step's energy, and it is that of the devices at work.
#include "analysis/power_trace.h"

#include "simulator/predict_step.h"
#include "support/clusters.h"
#include "support/property.h"
#include "support/random_step.h"
#include "support/small_steps.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

class PowerTraceTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theIntegralIsTheEnergy()
    {
        HETEROSCOPE_PROPERTY("mean power times step time is the energy of the step", [] {
            const auto step = test::randomStep();
            const auto topology = test::topology(step.cluster);
            const auto result = predictStep(topology, step.workload, step.plan, {});
            RC_PRE(static_cast<bool>(result));
            const PowerTrace power(*result, topology);
            const double seconds = toSeconds(result->stepTime).value;
            const double joules = power.mean(Ticks(0), result->stepTime) * seconds;
            RC_ASSERT(std::abs(joules - result->energy) <= 1e-9 * result->energy);
            // Parts add up, and none is above the most.
            const Ticks middle(result->stepTime.count / 3);
            const double parts = power.mean(Ticks(0), middle) * toSeconds(middle).value +
                                 power.mean(middle, result->stepTime) * toSeconds(result->stepTime - middle).value;
            RC_ASSERT(std::abs(parts - joules) <= 1e-9 * joules);
            RC_ASSERT(power.mean(middle, result->stepTime) <= power.most() * (1 + 1e-12));
            RC_ASSERT(power.mean(Ticks(0), Ticks(1)) >= waitingSitePower(topology) * (1 - 1e-9));
        });
    }
    void nothingHasNoPower()
    {
        const PowerTrace none;
        QVERIFY(none.isEmpty());
        QCOMPARE(none.mean(Ticks(0), Ticks(10)), 0.0);
    }
};

QTEST_GUILESS_MAIN(PowerTraceTest)
#include "power_trace_test.moc"
