// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cases worked by hand. Capacities are in bytes/s, so that 100 bytes over a link of 100 take one second.
#include "simulator/network/flow_network.h"

#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

Ticks seconds(double time) { return toTicks(Seconds(time)); }

RateSteps steps(std::vector<std::pair<double, double>> points)
{
    RateSteps result;
    for (const auto &[time, factor] : points) {
        result.at.push_back(seconds(time));
        result.factor.push_back(factor);
    }
    return result;
}

std::vector<NetworkEdge> links(std::vector<double> capacities)
{
    std::vector<NetworkEdge> result;
    for (const double capacity : capacities)
        result.push_back({capacity, {}});
    return result;
}

struct End
{
    std::int64_t tag;
    Ticks at;
    friend bool operator==(const End &, const End &) = default;
};

/// Runs until nothing changes any more.
std::vector<End> run(FlowNetwork &network)
{
    std::vector<End> result;
    std::vector<std::int64_t> ended;
    for (Ticks next = network.nextChange(); next != Ticks(std::numeric_limits<std::int64_t>::max());
         next = network.nextChange()) {
        ended.clear();
        network.advance(next, ended);
        for (const auto tag : ended)
            result.push_back({tag, next});
    }
    return result;
}

using Ends = std::vector<End>;

} // namespace

class FlowNetworkTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aFlowAloneTakesBytesOverTheNarrowestEdge()
    {
        FlowNetwork network(links({300, 100, 200}), {});
        const int route = network.addRoute({{0, 1}, {1, 1}, {2, 1}}, 1);
        network.start(Ticks(7), route, 100, 5);
        QCOMPARE(network.rate(route), 100.0);
        QCOMPARE(network.nextChange(), Ticks(7) + seconds(1));
        QVERIFY(run(network) == (Ends{{5, Ticks(7) + seconds(1)}}));
        QVERIFY(!network.active(route));
        QCOMPARE(network.rate(route), 0.0);
    }
    void aFlowThroughASwitchTakesNoLongerThanOverOneLink()
    {
        FlowNetwork network(links({100, 100}), {});
        const int route = network.addRoute({{0, 1}, {1, 1}}, 1);
        network.start(Ticks(0), route, 250, 1);
        QVERIFY(run(network) == (Ends{{1, seconds(2.5)}}));
    }
    void theEndIsRoundedUpOnce()
    {
        // 10 bytes at 3 bytes/s: 3.333... s.
        FlowNetwork network(links({3}), {});
        const int route = network.addRoute({{0, 1}}, 1);
        network.start(Ticks(1), route, 10, 1);
        const double secondsPerByte = 1.0 / 3.0;
        QVERIFY(run(network) == (Ends{{1, Ticks(1) + toTicks(Seconds(10 * secondsPerByte))}}));
    }
    void trafficPerByteCounts()
    {
        // A ring edge that carries 2 (n-1)/n bytes of each byte reduced.
        FlowNetwork network(links({100, 1000}), {});
        const int route = network.addRoute({{0, 1.5}, {1, 1}}, 1);
        network.start(Ticks(0), route, 100, 1);
        QCOMPARE(network.traffic(0), 100.0);
        QVERIFY(run(network) == (Ends{{1, seconds(1.5)}}));
    }
    void twoFlowsOnOneLinkEachTakeTwiceAsLong()
    {
        FlowNetwork network(links({100}), {});
        const int a = network.addRoute({{0, 1}}, 1);
        const int b = network.addRoute({{0, 1}}, 1);
        network.start(Ticks(0), b, 100, 2);
        network.start(Ticks(0), a, 100, 1);
        QCOMPARE(network.rate(a), 50.0);
        QVERIFY(run(network) == (Ends{{1, seconds(2)}, {2, seconds(2)}}));
    }
    void bothDirectionsOfALinkAreApart()
    {
        FlowNetwork network(links({100, 100}), {}); // there and back
        const int a = network.addRoute({{0, 1}}, 1);
        const int b = network.addRoute({{1, 1}}, 1);
        network.start(Ticks(0), a, 100, 1);
        network.start(Ticks(0), b, 100, 2);
        QVERIFY(run(network) == (Ends{{1, seconds(1)}, {2, seconds(1)}}));
    }
    void threeFlowsOverTwoLinks()
    {
        // X has 90, Y has 100. a: X, b: X and Y, c: Y. X fills first at 45 each; c takes what Y has left, 55.
        FlowNetwork network(links({90, 100}), {});
        const int a = network.addRoute({{0, 1}}, 1);
        const int b = network.addRoute({{0, 1}, {1, 1}}, 1);
        const int c = network.addRoute({{1, 1}}, 1);
        network.start(Ticks(0), a, 90, 1);
        network.start(Ticks(0), b, 180, 2);
        network.start(Ticks(0), c, 110, 3);
        QCOMPARE(network.rate(a), 45.0);
        QCOMPARE(network.rate(b), 45.0);
        QVERIFY(std::abs(network.rate(c) - 55) < 1e-12);
        // After 2 s a and c have ended; b has 90 left and runs at 90.
        const Ends ends = run(network);
        QCOMPARE(ends.size(), std::size_t(3));
        QVERIFY(ends[0] == (End{1, seconds(2)}));
        QCOMPARE(ends[1].tag, std::int64_t(3));
        QVERIFY(std::abs((ends[1].at - seconds(2)).count) <= 2);
        QCOMPARE(ends[2].tag, std::int64_t(2));
        QVERIFY(std::abs((ends[2].at - seconds(3)).count) <= 2);
    }
    void aLateComerTakesHalfOfWhatIsLeft()
    {
        FlowNetwork network(links({100}), {});
        const int a = network.addRoute({{0, 1}}, 1);
        const int b = network.addRoute({{0, 1}}, 1);
        network.start(Ticks(0), a, 200, 1);
        network.start(seconds(1), b, 50, 2);
        QCOMPARE(network.bytesLeft(a), 100.0);
        QVERIFY(run(network) == (Ends{{2, seconds(2)}, {1, seconds(2.5)}}));
    }
    void weightsCountSubflows()
    {
        FlowNetwork network(links({100}), {});
        const int a = network.addRoute({{0, 1}}, 3);
        const int b = network.addRoute({{0, 1}}, 1);
        network.start(Ticks(0), a, 150, 1);
        network.start(Ticks(0), b, 50, 2);
        QCOMPARE(network.rate(a), 75.0);
        QCOMPARE(network.rate(b), 25.0);
        QVERIFY(run(network) == (Ends{{1, seconds(2)}, {2, seconds(2)}}));
        network.start(seconds(3), a, 100, 3);
        QCOMPARE(network.rate(a), 100.0); // alone a weight means nothing
    }
    void aCapLeavesTheRestToOthers()
    {
        FlowNetwork network(links({100}), {});
        const int a = network.addRoute({{0, 1}}, 1);
        const int b = network.addRoute({{0, 1}}, 1);
        network.start(Ticks(0), a, 20, 1, 10);
        QCOMPARE(network.rate(a), 10.0);
        network.start(Ticks(0), b, 180, 2);
        QVERIFY(std::abs(network.rate(b) - 90) < 1e-12);
        network.start(seconds(10), a, 100, 3);
        QCOMPARE(network.rate(a), 100.0); // the cap was that of the earlier flow
    }
    void aLinkThatDropsToATenth()
    {
        // 0.5 s at 100, then 1 s at 10, then the remaining 40 bytes at 100.
        FlowNetwork network({{100, steps({{0, 1}, {0.5, 0.1}, {1.5, 1}})}}, {});
        const int route = network.addRoute({{0, 1}}, 1);
        network.start(Ticks(0), route, 100, 1);
        const Ends ends = run(network);
        QCOMPARE(ends.size(), std::size_t(1));
        QVERIFY(std::abs((ends[0].at - seconds(1.9)).count) <= 1);
    }
    void anOutageStallsAndResumes()
    {
        FlowNetwork network({{100, steps({{0, 1}, {0.5, 0}, {10, 1}})}}, {});
        const int route = network.addRoute({{0, 1}}, 1);
        network.start(Ticks(0), route, 100, 1);
        std::vector<std::int64_t> ended;
        network.advance(seconds(1), ended);
        QVERIFY(ended.empty());
        QCOMPARE(network.rate(route), 0.0);
        QVERIFY(!network.stalledForever());
        QCOMPARE(network.nextChange(), seconds(10));
        QVERIFY(run(network) == (Ends{{1, seconds(10.5)}}));
    }
    void aFlowThatStandsStillLeavesTheLinkToOthers()
    {
        // a needs both links and one is down; b has the other for itself.
        FlowNetwork network({{100, {}}, {100, steps({{0, 0}, {2, 1}})}}, {});
        const int a = network.addRoute({{0, 1}, {1, 1}}, 1);
        const int b = network.addRoute({{0, 1}}, 1);
        network.start(Ticks(0), a, 100, 1);
        network.start(Ticks(0), b, 300, 2);
        QCOMPARE(network.rate(b), 100.0);
        // From 2 s on they share: b has 100 left.
        QVERIFY(run(network) == (Ends{{1, seconds(4)}, {2, seconds(4)}}));
    }
    void aLinkDownForGoodIsReported()
    {
        FlowNetwork network({{100, {}}, {100, steps({{0, 1}, {1, 0.5}, {2, 0}})}, {100, steps({{5, 1}})}}, {});
        const int a = network.addRoute({{0, 1}, {1, 1}}, 1);
        const int b = network.addRoute({{0, 1}}, 1);
        network.start(Ticks(0), a, 1000, 1);
        QVERIFY(run(network).empty());
        QVERIFY(network.stalledForever() == std::pair(a, 1));
        QCOMPARE(network.nextChange(), Ticks(std::numeric_limits<std::int64_t>::max()));
        QCOMPARE(network.bytesLeft(a), 850.0);
        network.start(seconds(3), b, 100, 2);
        QVERIFY(run(network) == (Ends{{2, seconds(4)}}));
    }
    void conflictingLinksShareOneMoreCapacity()
    {
        // Half of each at most when both are used; the full capacity alone.
        FlowNetwork network(links({100, 200, 100}), {{{0, 1}}});
        const int a = network.addRoute({{0, 1}}, 1);
        const int b = network.addRoute({{1, 1}}, 1);
        network.start(Ticks(0), a, 100, 1);
        QCOMPARE(network.rate(a), 100.0);
        network.start(Ticks(0), b, 100, 2);
        // Equal rates r with r/100 + r/200 = 1.
        QVERIFY(std::abs(network.rate(a) - 200.0 / 3) < 1e-12);
        QVERIFY(std::abs(network.rate(b) - 200.0 / 3) < 1e-12);
        QVERIFY(run(network) == (Ends{{1, seconds(1.5)}, {2, seconds(1.5)}}));
    }
    void aFlowOverTwoLinksOfASetConflictsWithItself()
    {
        FlowNetwork network(links({100, 100, 100}), {{{0, 2}}});
        const int route = network.addRoute({{0, 1}, {1, 1}, {2, 1}}, 1);
        network.start(Ticks(0), route, 100, 1);
        QCOMPARE(network.rate(route), 50.0);
    }
    void conflictSetsFollowTheCurves()
    {
        FlowNetwork network({{100, {}}, {100, steps({{0, 1}, {1, 0.5}})}}, {{{0, 1}}});
        const int a = network.addRoute({{0, 1}}, 1);
        const int b = network.addRoute({{1, 1}}, 1);
        network.start(Ticks(0), a, 1000, 1);
        network.start(Ticks(0), b, 1000, 2);
        QCOMPARE(network.rate(a), 50.0);
        std::vector<std::int64_t> ended;
        network.advance(seconds(1), ended);
        QVERIFY(std::abs(network.rate(a) - 100.0 / 3) < 1e-12); // r/100 + r/50 = 1
    }
    void slowdownDividesTheRateWhileItLasts()
    {
        FlowNetwork network(links({100}), {});
        const int a = network.addRoute({{0, 1}}, 1);
        network.setSlowdown(Ticks(0), a, 7); // nothing flows yet
        network.start(Ticks(0), a, 100, 1);
        network.setSlowdown(Ticks(0), a, 2);
        QCOMPARE(network.rate(a), 50.0);
        QCOMPARE(network.nextChange(), seconds(2));
        network.setSlowdown(seconds(1), a, 1);
        QVERIFY(run(network) == (Ends{{1, seconds(1.5)}}));
        network.start(seconds(2), a, 100, 2);
        network.setSlowdown(seconds(2), a, infinite);
        QCOMPARE(network.rate(a), 0.0);
        QVERIFY(!network.stalledForever());
        network.setSlowdown(seconds(3), a, 1);
        QVERIFY(run(network) == (Ends{{2, seconds(4)}}));
    }
    void slowdownLeavesTheOthersTheirShare()
    {
        FlowNetwork network(links({100}), {});
        const int a = network.addRoute({{0, 1}}, 1);
        const int b = network.addRoute({{0, 1}}, 1);
        network.start(Ticks(0), a, 100, 1);
        network.start(Ticks(0), b, 100, 2);
        network.setSlowdown(Ticks(0), a, 2);
        QCOMPARE(network.rate(a), 25.0);
        QCOMPARE(network.rate(b), 50.0);
    }
    void nothingToSendEndsAtOnce()
    {
        FlowNetwork network(links({100, 0}), {});
        const int a = network.addRoute({{0, 1}}, 1);
        const int empty = network.addRoute({}, 1);
        const int nowhere = network.addRoute({{0, 0}, {1, -1}, {1, notANumber}}, 1);
        const int down = network.addRoute({{1, 1}}, 1);
        network.start(Ticks(0), a, 100, 1);
        network.start(Ticks(5), down, 0, 2);
        network.start(Ticks(5), nowhere, 1e9, 3);
        network.start(Ticks(5), empty, infinite, 4);
        QCOMPARE(network.nextChange(), Ticks(5));
        QVERIFY(run(network) == (Ends{{4, Ticks(5)}, {3, Ticks(5)}, {2, Ticks(5)}, {1, seconds(1)}}));
        network.start(seconds(2), a, notANumber, 5);
        network.start(seconds(2), empty, -1, 6);
        QVERIFY(run(network) == (Ends{{5, seconds(2)}, {6, seconds(2)}}));
    }
    void oddValuesAreDefined()
    {
        FlowNetwork network(links({0, -1, notANumber, infinite, 100}), {});
        std::vector<int> routes;
        for (std::int32_t edge = 0; edge < 5; ++edge)
            routes.push_back(network.addRoute({{edge, 1}}, 1));
        for (int edge = 0; edge < 3; ++edge) {
            network.start(Ticks(0), routes[static_cast<std::size_t>(edge)], 1, edge);
            QCOMPARE(network.rate(routes[static_cast<std::size_t>(edge)]), 0.0);
        }
        QVERIFY(network.stalledForever() == std::pair(routes[0], 0));
        network.start(Ticks(0), routes[3], 1e30, 3);
        QCOMPARE(network.rate(routes[3]), infinite);
        QVERIFY(run(network) == (Ends{{3, Ticks(0)}}));
        // The longest duration there is.
        network.start(Ticks(0), routes[4], infinite, 4);
        QVERIFY(run(network) == (Ends{{4, toTicks(Seconds(infinite))}}));
        const int much = network.addRoute({{4, infinite}}, 1);
        network.start(toTicks(Seconds(infinite)), much, 1, 5);
        QVERIFY(network.stalledForever() == std::pair(routes[0], 0));
    }
    void sharesOfOneEdgeAddUp()
    {
        FlowNetwork network(links({100}), {});
        const int route = network.addRoute({{0, 1}, {0, 1}}, 1);
        network.start(Ticks(0), route, 100, 1);
        QCOMPARE(network.rate(route), 50.0);
    }
    void stepsOutOfOrderReplaceEachOther()
    {
        RateSteps odd;
        odd.at = {Ticks(3), seconds(1), seconds(1), seconds(2), seconds(9)};
        odd.factor = {1, 0.5, 1, 1}; // the last time has no factor; what is left never changes
        FlowNetwork network({{100, odd}}, {});
        const int route = network.addRoute({{0, 1}}, 1);
        network.start(Ticks(0), route, 300, 1);
        QCOMPARE(network.nextChange(), seconds(3));
        QVERIFY(run(network) == (Ends{{1, seconds(3)}}));
    }
    void neighboursDoNotBreakAFlowThatKeepsItsRate()
    {
        // b comes and goes many times on a link that a does not fill: a ends as if alone, to the tick.
        FlowNetwork network(links({3, 300}), {});
        const int a = network.addRoute({{0, 1}, {1, 1}}, 7);
        const int b = network.addRoute({{1, 1}}, 1);
        network.start(Ticks(0), a, 100, 1);
        std::vector<std::int64_t> ended;
        for (int i = 1; i < 30; ++i) {
            network.start(seconds(i), b, 10, 2);
            QVERIFY(network.nextChange() < seconds(i + 1));
            network.advance(seconds(i + 0.5), ended);
        }
        QCOMPARE(ended.size(), std::size_t(29));
        QVERIFY(run(network) == (Ends{{1, toTicks(Seconds(100 * (1.0 / 3.0)))}}));
    }
    void endsAreToldInTheirOrderEvenIfStartsWentPastThem()
    {
        FlowNetwork network(links({100, 100, 100}), {});
        const int a = network.addRoute({{0, 1}}, 1);
        const int b = network.addRoute({{1, 1}}, 1);
        const int c = network.addRoute({{2, 1}}, 1);
        network.start(Ticks(0), c, 100, 3);
        network.start(Ticks(0), b, 100, 2);
        network.start(Ticks(0), a, 200, 1);
        network.start(seconds(5), c, 0, 4); // c is free again
        std::vector<std::int64_t> ended;
        network.advance(seconds(5), ended);
        QVERIFY(ended == (std::vector<std::int64_t>{2, 3, 1, 4}));
        QCOMPARE(network.activeCount(), 0);
    }
    void aCopyGoesOnAlone()
    {
        FlowNetwork network(links({100}), {});
        const int a = network.addRoute({{0, 1}}, 1);
        network.start(Ticks(0), a, 100, 1);
        FlowNetwork copy = network;
        QVERIFY(run(network) == run(copy));
        QVERIFY(!copy.active(a));
    }
};

QTEST_GUILESS_MAIN(FlowNetworkTest)
#include "flow_network_test.moc"
