// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lanes_on.h"

#include "project/device_groups.h"
#include "support/clusters.h"
#include "support/strict_test.h"

#include <QTest>

#include <memory>

using namespace heteroscope;

namespace {

using Lanes = std::vector<std::size_t>;

/// Nodes "a" (there twice, in the rack "r") and "b" with two devices each, and a step with a lane for each device:
/// 0 and 1 on a, 2 and 3 on a#2, 4 and 5 on b, or in whatever order the topology has them.
struct Shown
{
    Cluster cluster;
    std::shared_ptr<const Topology> topology;
    StepResult result;

    Shown()
    {
        cluster = test::star({test::node("a", "A100-40GB SXM", 2), test::node("b", "A100-40GB SXM", 2)});
        Rack rack;
        rack.name = "r";
        rack.members = {"a"};
        rack.repeat = 2;
        cluster.racks = {rack};
        topology = std::make_shared<const Topology>(test::topology(cluster));
        cluster.deviceGroups = {{"mine", {"a#2", "b:1", "gone:0"}, {}}, {"nothing", {}, {}}}; // newer than the step
        for (std::size_t i = 0; i < topology->devices().size(); ++i) {
            Lane lane;
            lane.devices = {DeviceId(i)};
            result.lanes.push_back(lane);
        }
    }
    /// The devices of the lanes on some things, by name.
    std::set<std::string> on(const std::set<std::string> &things) const
    {
        std::set<std::string> names;
        for (const std::size_t lane : lanesOn(*topology, result, cluster, things))
            names.insert(topology->device(result.lanes[lane].devices.front()).name);
        return names;
    }
};

using Names = std::set<std::string>;

} // namespace

class LanesOnTest : public StrictTest
{
    Q_OBJECT

private slots:
    void lanesOfADrawnNodeAreThoseOfAllItsCopies()
    {
        const Shown shown;
        QVERIFY(shown.on({"a"}) == (Names{"a:0", "a:1", "a#2:0", "a#2:1"}));
        QVERIFY(shown.on({"b"}) == (Names{"b:0", "b:1"}));
        QVERIFY(shown.on({"r"}) == shown.on({"a"}));
        QVERIFY(shown.on({"r", "b"}).size() == 6);
    }

    void lanesOfADeviceOrAGroupAreTheirOwn()
    {
        const Shown shown;
        QVERIFY(shown.on({"a:1"}) == (Names{"a:1"}));
        QVERIFY(shown.on({"a#2:1", "b:0"}) == (Names{"a#2:1", "b:0"}));
        QVERIFY(shown.on({groupKey("mine")}) == (Names{"a#2:0", "a#2:1", "b:1"}));
        QVERIFY(shown.on({groupKey("nothing")}).empty());
    }

    void aLaneOfManyDevicesIsNamedOnce()
    {
        Shown shown;
        Lane lane;
        for (std::size_t i = 0; i < shown.topology->devices().size(); ++i)
            lane.devices.push_back(DeviceId(i));
        shown.result.lanes = {lane};
        QCOMPARE(lanesOn(*shown.topology, shown.result, shown.cluster, {"a", "b:0"}), Lanes{0});
    }

    void otherThingsHaveNone()
    {
        const Shown shown;
        QVERIFY(shown.on({}).empty());
        QVERIFY(shown.on({"switch-0", "group/unknown", "a#3:0"}).empty());
    }
};

QTEST_GUILESS_MAIN(LanesOnTest)
#include "lanes_on_test.moc"
