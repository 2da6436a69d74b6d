// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step on racks that repeat is the step on the same cluster drawn node by node.
#include "simulator/predict_step.h"

#include "support/property.h"
#include "support/random_step.h"
#include "support/strict_test.h"

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

constexpr int perNode = 2; // devices

struct Shape
{
    int nodes = 1;  // in a rack
    int repeat = 2; // racks
    bool slow = false;
};

std::string nodeName(int inRack, bool isRack, int copy)
{
    const std::string drawn = "n" + std::to_string(inRack);
    if (!isRack)
        return drawn + "-" + std::to_string(copy);
    return copy == 1 ? drawn : drawn + "#" + std::to_string(copy);
}

Node nodeOf(const std::string &name, const Shape &shape)
{
    Node made = node(name, "A100-80GB SXM", perNode);
    made.power = 700;
    if (shape.slow)
        made.devices[1].speed.points = {{Seconds(0), 0.8}};
    return made;
}

/// Nodes behind a leaf each rack, leaves behind a spine: as one rack that repeats, or every rack drawn.
Cluster clusterOf(const Shape &shape, bool isRack)
{
    const BytesPerSecond wide(5e10);
    const BytesPerSecond narrow(2e10);
    const int drawn = isRack ? 1 : shape.repeat;
    const auto leaf = [&](int copy) { return isRack ? std::string("leaf") : "leaf-" + std::to_string(copy); };
    Cluster cluster;
    cluster.powerUsageEffectiveness = 1.25;
    cluster.switches.push_back({"spine", 0, Seconds(5e-7), false, {}});
    Rack rack{"rack", {}, shape.repeat, {}};
    for (int copy = 1; copy <= drawn; ++copy) {
        for (int n = 0; n < shape.nodes; ++n) {
            cluster.nodes.push_back(nodeOf(nodeName(n, isRack, copy), shape));
            rack.members.push_back(cluster.nodes.back().name);
        }
        cluster.switches.push_back({leaf(copy), 0, Seconds(5e-7), false, {}});
        cluster.switches.back().power = 150;
        rack.members.push_back(leaf(copy));
    }
    for (int n = 0; n < shape.nodes; ++n)
        for (int copy = 1; copy <= drawn; ++copy) {
            const std::string name = nodeName(n, isRack, copy);
            cluster.links.push_back(link("to-" + name, name, leaf(copy), wide));
        }
    for (int copy = 1; copy <= drawn; ++copy)
        cluster.links.push_back(link("up-" + leaf(copy), leaf(copy), "spine", narrow));
    if (isRack)
        cluster.racks = {rack};
    return cluster;
}

/// Data parallel over pipelines that go through the nodes in the order of the devices.
Plan planOf(const Shape &shape, bool isRack, int stages, int layers, int microBatches, ScheduleKind schedule)
{
    std::vector<std::string> devices;
    for (int copy = 1; copy <= shape.repeat; ++copy)
        for (int n = 0; n < shape.nodes; ++n)
            for (int d = 0; d < perNode; ++d)
                devices.push_back(nodeName(n, isRack, copy) + ":" + std::to_string(d));
    Plan plan;
    plan.schedule = schedule;
    for (std::size_t first = 0; first + static_cast<std::size_t>(stages) <= devices.size();
         first += static_cast<std::size_t>(stages)) {
        std::vector<std::vector<std::string>> stageDevices;
        std::vector<int> stageLayers;
        for (int s = 0; s < stages; ++s) {
            stageDevices.push_back({devices[first + static_cast<std::size_t>(s)]});
            stageLayers.push_back(layers * (s + 1) / stages - layers * s / stages);
        }
        plan.pipelines.push_back(pipeline(stageDevices, stageLayers, microBatches));
    }
    return plan;
}

void compare(const StepResult &a, const StepResult &b)
{
    RC_ASSERT(a.stepTime == b.stepTime);
    RC_ASSERT(a.idealTime == b.idealTime);
    RC_ASSERT(a.mfu == b.mfu);
    RC_ASSERT(a.energy == b.energy);
    RC_ASSERT(a.cost == b.cost);
    RC_ASSERT(a.feasible == b.feasible);
    RC_ASSERT(a.simulatedLanes == b.simulatedLanes);
    RC_ASSERT(a.unusedDevices == b.unusedDevices);
    RC_ASSERT(a.lanes.size() == b.lanes.size());
    for (std::size_t i = 0; i < a.lanes.size(); ++i) {
        const Lane &x = a.lanes[i];
        const Lane &y = b.lanes[i];
        RC_ASSERT(x.devices == y.devices);
        RC_ASSERT(x.time == y.time);
        RC_ASSERT(x.memory.total() == y.memory.total());
        RC_ASSERT(x.peakAt == y.peakAt);
        RC_ASSERT(x.traffic.size() == y.traffic.size());
        RC_ASSERT(x.intervals.size() == y.intervals.size());
        for (std::size_t k = 0; k < x.intervals.size(); ++k) {
            RC_ASSERT(x.intervals[k].end == y.intervals[k].end);
            RC_ASSERT(x.intervals[k].activity == y.intervals[k].activity);
            RC_ASSERT(x.intervals[k].microBatch == y.intervals[k].microBatch);
        }
    }
    RC_ASSERT(a.links.size() == b.links.size());
    for (std::size_t i = 0; i < a.links.size(); ++i) {
        RC_ASSERT(a.links[i].edge == b.links[i].edge);
        RC_ASSERT(a.links[i].bytes == b.links[i].bytes);
        RC_ASSERT(a.links[i].busy == b.links[i].busy);
        RC_ASSERT(a.links[i].flowsAtOnce == b.links[i].flowsAtOnce);
        RC_ASSERT(a.links[i].slower == b.links[i].slower);
    }
}

} // namespace

class RackTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theStepIsThatOfTheDrawnCluster()
    {
        HETEROSCOPE_PROPERTY("predictStep on a rack that repeats and on the same written out are equal", [] {
            const Shape shape{number(1, 3), number(2, 4), coin()};
            const int stages = pick({1, 2, 4});
            const int microBatches = number(1, 4);
            Workload workload = smallGpt(number(4, 8));
            const int layers = workload.model.planLayers();
            const auto schedule = pick({ScheduleKind::gpipe, ScheduleKind::oneFOneB, ScheduleKind::zbH1});
            PredictOptions options;
            options.linkLoads = coin();
            options.foldReplicas = coin();
            std::vector<StepResult> results;
            for (const bool isRack : {true, false}) {
                const Plan plan = planOf(shape, isRack, stages, layers, microBatches, schedule);
                RC_PRE(!plan.pipelines.empty());
                workload.job.globalBatch = microBatches * static_cast<int>(plan.pipelines.size());
                auto result = predictStep(topology(clusterOf(shape, isRack)), workload, plan, options);
                RC_ASSERT((result ? std::string() : toString(result.error())) == "");
                results.push_back(std::move(*result));
            }
            compare(results[0], results[1]);
        });
    }
};

QTEST_GUILESS_MAIN(RackTest)
#include "rack_test.moc"
