// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/thing_at.h"

#include "project/device_groups.h"
#include "support/clusters.h"
#include "support/strict_test.h"

using namespace heteroscope;

class ThingAtTest : public StrictTest
{
    Q_OBJECT

private slots:
    void pathsLeadToTheThingTheyAreIn()
    {
        Cluster cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-16GB SXM2", 1)});
        cluster.deviceGroups = {{"old", {"v"}, {}}};
        QCOMPARE(thingAt("/cluster/nodes/1/devices/0/type", cluster), std::string("v"));
        QCOMPARE(thingAt("/cluster/nodes/0", cluster), std::string("a"));
        QCOMPARE(thingAt("/cluster/switches/0/ports", cluster), cluster.switches[0].name);
        QCOMPARE(thingAt("/cluster/links/1", cluster), cluster.links[1].name);
        QCOMPARE(thingAt("/cluster/deviceGroups/0/devices", cluster), groupKey("old"));
        for (const char *path : {"", "/cluster", "/cluster/nodes", "/cluster/nodes/2", "/cluster/nodes/1x",
                                 "/cluster/nodes/-1", "/cluster/types/0", "/workload/job", "/cluster/racks/0"})
            QCOMPARE(thingAt(path, cluster), std::string());
    }

    void textsNameAThingByItsWholeName()
    {
        Cluster cluster =
            test::star({test::node("gpu", "A100-80GB SXM", 4), test::node("big-gpu", "V100-16GB SXM2", 4)});
        QCOMPARE(thingNamedIn("the device \"big-gpu:3\"", cluster), std::string("big-gpu"));
        QCOMPARE(thingNamedIn("the device \"gpu:3\" a second time", cluster), std::string("gpu"));
        QCOMPARE(thingNamedIn("\"gpu#2:3\"", cluster), std::string("gpu"));
        QCOMPARE(thingNamedIn("\"nobody\", then \"" + cluster.links[1].name + "\"", cluster), cluster.links[1].name);
        for (const char *text : {"", "gpu", "\"a-gpu:3\"", "\"gp\"", "\"gpu", "\"\"", "\":3\""})
            QCOMPARE(thingNamedIn(text, cluster), std::string());
    }
};

QTEST_GUILESS_MAIN(ThingAtTest)
#include "thing_at_test.moc"
