// SPDX-License-Identifier: GPL-3.0-or-later
//
// The energy of a step with hosts, switches and PUE, against its closed form.
#include "simulator/result/step_power.h"

#include "simulator/predict_step.h"
#include "support/clusters.h"
#include "support/strict_test.h"

#include <algorithm>
#include <cmath>

using namespace heteroscope;

namespace {

constexpr double hostA = 900, hostB = 1400, switchPower = 250, pue = 1.3;

Cluster plainCluster()
{
    return test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "H100-80GB SXM", 2)});
}

Cluster poweredCluster()
{
    auto cluster = plainCluster();
    cluster.nodes[0].power = hostA;
    cluster.nodes[1].power = hostB;
    cluster.switches[0].power = switchPower;
    cluster.powerUsageEffectiveness = pue;
    return cluster;
}

/// Two stages on node a; half of it and the whole node b are unused.
Plan halfOfA()
{
    Plan plan;
    plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {4, 4}, 8)};
    return plan;
}

StepResult predict(const Cluster &cluster)
{
    auto result = predictStep(test::topology(cluster), test::smallGpt(), halfOfA());
    if (!result)
        qFatal("%s", toString(result.error()).c_str());
    return std::move(*result);
}

const Assumption *siteOf(const StepResult &result)
{
    const auto found = std::find_if(result.assumptions.begin(), result.assumptions.end(),
                                    [](const Assumption &each) { return each.kind == AssumptionKind::powerOfSite; });
    return found == result.assumptions.end() ? nullptr : &*found;
}

} // namespace

class StepPowerTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theEnergyIsItsClosedForm()
    {
        const auto topology = test::topology(poweredCluster());
        const auto step = predict(poweredCluster());
        const double seconds = toSeconds(step.stepTime).value;
        QCOMPARE(step.unusedDevices.size(), std::size_t(4));
        double devices = 0;
        for (const auto &lane : step.lanes) {
            double busy = 0;
            for (const auto activity : {Activity::forward, Activity::recompute, Activity::backward,
                                        Activity::inputGradient, Activity::weightGradient, Activity::optimizer})
                busy += toSeconds(lane.time[static_cast<std::size_t>(activity)]).value;
            QVERIFY(busy > 0 && busy < seconds);
            devices += topology.typeOf(lane.devices.front()).power * (busy + waitingPowerShare * (seconds - busy));
        }
        for (const auto device : step.unusedDevices)
            devices += topology.typeOf(device).power * waitingPowerShare * seconds;
        const double wanted = pue * (devices + (hostA + hostB + switchPower) * seconds);
        QVERIFY2(std::abs(step.energy - wanted) <= 1e-12 * wanted, std::to_string(step.energy / wanted).c_str());
    }
    void whatIsNotStatedCountsNothing()
    {
        const auto plain = predict(plainCluster());
        const auto powered = predict(poweredCluster());
        QVERIFY(!siteOf(plain));
        QVERIFY(siteOf(powered));
        QCOMPARE(siteOf(powered)->watts, hostA + hostB + switchPower);
        QCOMPARE(siteOf(powered)->share, pue);
        // Neither time nor price changes, and the energy by what is stated.
        QCOMPARE(powered.stepTime, plain.stepTime);
        QCOMPARE(powered.cost, plain.cost);
        const double wanted = pue * (plain.energy + (hostA + hostB + switchPower) * toSeconds(plain.stepTime).value);
        QVERIFY(std::abs(powered.energy - wanted) <= 1e-12 * wanted);
        auto one = plainCluster();
        one.powerUsageEffectiveness = 2;
        QCOMPARE(predict(one).energy, 2 * plain.energy);
    }
    void everyCopyOfARackCounts()
    {
        auto cluster = poweredCluster();
        cluster.racks = {{"rack", {"a", "leaf"}, 3, {}}};
        const auto topology = test::topology(cluster);
        QCOMPARE(powerBesideDevices(topology), 3 * (hostA + switchPower) + hostB);
        double devices = 0;
        for (const auto &device : topology.devices())
            devices += topology.deviceTypes()[device.type].power;
        const double wanted = pue * (waitingPowerShare * devices + powerBesideDevices(topology));
        QVERIFY(std::abs(waitingSitePower(topology) - wanted) <= 1e-12 * wanted);
    }
};

QTEST_GUILESS_MAIN(StepPowerTest)
#include "step_power_test.moc"
