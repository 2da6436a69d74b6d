// SPDX-License-Identifier: GPL-3.0-or-later
//
// What holds for any network: nothing over its capacity, all bytes arrive, shares are max-min fair, and what was worked
// out step by step equals a plain computation from nothing.
#include "simulator/network/flow_network.h"

#include "support/property.h"
#include "support/strict_test.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace heteroscope;

namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

int anyNumber(int low, int high) { return *rc::gen::inRange(low, high + 1); }

double pick(std::vector<double> values) { return *rc::gen::elementOf(std::move(values)); }

struct FlowCase
{
    std::vector<NetworkEdge> edges;
    std::vector<SharedCapacity> sets;
    std::vector<std::vector<FlowShare>> shares;
    std::vector<double> weights;
    std::vector<double> caps;

    FlowNetwork network() const
    {
        FlowNetwork result(edges, sets);
        for (std::size_t r = 0; r < shares.size(); ++r)
            result.addRoute(shares[r], weights[r]);
        return result;
    }
};

FlowCase anyCase(bool curves)
{
    FlowCase result;
    const int edges = anyNumber(1, 8);
    for (int e = 0; e < edges; ++e) {
        NetworkEdge edge;
        edge.capacity = pick({100, 100, 100, 50, 333.3, 7, 1e11});
        if (curves && anyNumber(0, 2) == 0) {
            edge.rate = {{Ticks(0)}, {pick({1, 0.5})}};
            for (int i = anyNumber(1, 4); i > 0; --i) {
                edge.rate.at.push_back(edge.rate.at.back() + Ticks(Ticks::perSecond / 10 * anyNumber(1, 10)));
                edge.rate.factor.push_back(i == 1 ? 1.0 : pick({0, 0.1, 1, 0.7}));
            }
        }
        result.edges.push_back(edge);
    }
    for (int s = anyNumber(0, 2); s > 0; --s) {
        SharedCapacity set;
        for (int i = anyNumber(2, 4); i > 0; --i)
            set.edges.push_back(anyNumber(0, edges - 1));
        result.sets.push_back(set);
    }
    for (int r = anyNumber(1, 12); r > 0; --r) {
        std::vector<FlowShare> shares;
        for (int i = anyNumber(1, 3); i > 0; --i)
            shares.push_back({anyNumber(0, edges - 1), pick({1, 1, 1, 0.5, 1.75})});
        result.shares.push_back(shares);
        result.weights.push_back(pick({1, 1, 1, 2, 128}));
        result.caps.push_back(pick({0, 0, 0, 10, 60}));
    }
    return result;
}

/// Seconds per byte of each route on each edge and set, at the capacities given.
std::vector<std::vector<double>> usage(const FlowCase &one, const std::vector<double> &capacity)
{
    std::vector<std::vector<double>> result;
    for (const auto &shares : one.shares) {
        std::vector<double> row(one.edges.size() + one.sets.size(), 0);
        for (const FlowShare &share : shares)
            row[static_cast<std::size_t>(share.edge)] += share.perByte / capacity[static_cast<std::size_t>(share.edge)];
        for (std::size_t s = 0; s < one.sets.size(); ++s) {
            auto edges = one.sets[s].edges;
            std::sort(edges.begin(), edges.end());
            edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
            for (const auto edge : edges)
                row[one.edges.size() + s] += row[static_cast<std::size_t>(edge)];
        }
        result.push_back(row);
    }
    return result;
}

std::vector<double> capacities(const FlowCase &one, const FlowNetwork &network)
{
    std::vector<double> result;
    for (std::size_t e = 0; e < one.edges.size(); ++e)
        result.push_back(network.capacity(static_cast<std::int32_t>(e)));
    return result;
}

/// Textbook progressive filling, one round after the other over all constraints.
std::vector<double> plainRates(const FlowCase &one, const std::vector<bool> &active,
                               const std::vector<double> &capacity)
{
    const auto use = usage(one, capacity);
    const std::size_t flows = one.shares.size();
    std::vector<double> rate(flows, 0);
    std::vector<bool> rising(flows, false);
    for (std::size_t f = 0; f < flows; ++f)
        rising[f] = active[f] && std::isfinite(*std::max_element(use[f].begin(), use[f].end()));
    while (std::find(rising.begin(), rising.end(), true) != rising.end()) {
        double level = std::numeric_limits<double>::infinity();
        std::vector<double> full(one.edges.size() + one.sets.size(), level);
        for (std::size_t c = 0; c < full.size(); ++c) {
            double left = 1;
            double sum = 0;
            for (std::size_t f = 0; f < flows; ++f) {
                if (rising[f])
                    sum += one.weights[f] * use[f][c];
                else if (rate[f] > 0)
                    left -= rate[f] * use[f][c];
            }
            if (sum > 0)
                full[c] = std::max(left, 0.0) / sum;
            level = std::min(level, full[c]);
        }
        for (std::size_t f = 0; f < flows; ++f) {
            if (rising[f] && one.caps[f] > 0)
                level = std::min(level, one.caps[f] / one.weights[f]);
        }
        bool stopped = false;
        for (std::size_t f = 0; f < flows; ++f) {
            if (!rising[f])
                continue;
            bool stops = one.caps[f] > 0 && one.caps[f] / one.weights[f] <= level * (1 + 1e-12);
            for (std::size_t c = 0; c < full.size(); ++c)
                stops = stops || (use[f][c] > 0 && full[c] <= level * (1 + 1e-12));
            if (stops) {
                rate[f] = level * one.weights[f];
                rising[f] = false;
                stopped = true;
            }
        }
        RC_ASSERT(stopped);
    }
    return rate;
}

void checkRates(const FlowCase &one, const FlowNetwork &network)
{
    const auto capacity = capacities(one, network);
    const auto use = usage(one, capacity);
    std::vector<bool> active;
    for (std::size_t f = 0; f < one.shares.size(); ++f)
        active.push_back(network.active(static_cast<int>(f)));
    const auto plain = plainRates(one, active, capacity);
    std::vector<double> load(one.edges.size() + one.sets.size(), 0);
    for (std::size_t f = 0; f < one.shares.size(); ++f) {
        const double rate = network.rate(static_cast<int>(f));
        RC_ASSERT(std::abs(rate - plain[f]) <= 1e-9 * plain[f]);
        for (std::size_t c = 0; c < load.size() && rate > 0; ++c)
            load[c] += rate * use[f][c];
    }
    for (const double each : load)
        RC_ASSERT(each <= 1 + 1e-12);
    // Each moving flow has a full constraint on which no subflow is faster, or runs at its cap.
    for (std::size_t f = 0; f < one.shares.size(); ++f) {
        const double rate = network.rate(static_cast<int>(f));
        if (rate == 0)
            continue;
        bool held = one.caps[f] > 0 && rate >= one.caps[f] * (1 - 1e-12);
        for (std::size_t c = 0; c < load.size(); ++c) {
            if (use[f][c] == 0 || load[c] < 1 - 1e-9)
                continue;
            bool fastest = true;
            for (std::size_t g = 0; g < one.shares.size(); ++g) {
                const double other = network.rate(static_cast<int>(g)) / one.weights[g];
                fastest = fastest && (!(use[g][c] > 0) || other <= rate / one.weights[f] * (1 + 1e-9));
            }
            held = held || fastest;
        }
        RC_ASSERT(held);
    }
}

struct Start
{
    Ticks at;
    int route;
    double bytes;
};

/// Begins a flow on some route, unless one runs there.
void startAny(FlowNetwork &network, const FlowCase &one, Ticks now)
{
    const int route = anyNumber(0, static_cast<int>(one.shares.size()) - 1);
    if (!network.active(route))
        network.start(now, route, anyNumber(1, 400), route, one.caps[static_cast<std::size_t>(route)]);
}

} // namespace

class FlowNetworkPropertyTest : public StrictTest
{
    Q_OBJECT

private slots:
    void sharesAreMaxMinFairAtEveryInstant()
    {
        HETEROSCOPE_PROPERTY("rates equal a plain computation, full links hold every flow", [] {
            const FlowCase one = anyCase(true);
            FlowNetwork network = one.network();
            std::vector<std::int64_t> ended;
            Ticks now(0);
            for (int turn = anyNumber(1, 25); turn > 0; --turn) {
                startAny(network, one, now);
                if (anyNumber(0, 2) == 0)
                    checkRates(one, network);
                if (anyNumber(0, 1) == 0) {
                    const Ticks next = network.nextChange();
                    now = anyNumber(0, 1) == 0 && next.count != never
                              ? next
                              : now + Ticks(anyNumber(1, 1000) * 1'000'000'000LL);
                    network.advance(now, ended);
                }
            }
            checkRates(one, network);
        });
    }
    void whatWasWorkedOutStepByStepEqualsABeginningFromNothing()
    {
        HETEROSCOPE_PROPERTY("rates do not depend on history, to the bit", [] {
            const FlowCase one = anyCase(false);
            FlowNetwork network = one.network();
            std::vector<std::int64_t> ended;
            Ticks now(0);
            for (int turn = anyNumber(1, 25); turn > 0; --turn) {
                startAny(network, one, now);
                now = anyNumber(0, 1) == 0 ? now : std::min(network.nextChange(), now + Ticks(Ticks::perSecond));
                network.advance(now, ended);
            }
            FlowNetwork fresh = one.network();
            for (int route = 0; route < static_cast<int>(one.shares.size()); ++route) {
                if (network.active(route))
                    fresh.start(Ticks(0), route, 1e6, route, one.caps[static_cast<std::size_t>(route)]);
            }
            for (int route = 0; route < static_cast<int>(one.shares.size()); ++route)
                RC_ASSERT(network.rate(route) == fresh.rate(route));
        });
    }
    void allBytesArrive()
    {
        HETEROSCOPE_PROPERTY("rates integrated over time are the bytes that were sent", [] {
            const FlowCase one = anyCase(true);
            FlowNetwork network = one.network();
            std::vector<double> sent(one.shares.size(), 0);
            std::vector<double> bytes;
            for (std::size_t r = 0; r < one.shares.size(); ++r) {
                bytes.push_back(anyNumber(1, 400));
                network.start(Ticks(0), static_cast<int>(r), bytes[r], static_cast<std::int64_t>(r), one.caps[r]);
            }
            Ticks now(0);
            std::vector<std::int64_t> ended;
            for (Ticks next = network.nextChange(); next.count != never; next = network.nextChange()) {
                for (std::size_t r = 0; r < one.shares.size(); ++r) {
                    const int route = static_cast<int>(r);
                    sent[r] += network.rate(route) * toSeconds(next - now).value;
                    if (network.active(route) && anyNumber(0, 20) == 0)
                        network.setSlowdown(now, route, 1.0); // changes nothing
                }
                network.advance(next, ended);
                now = next;
            }
            RC_ASSERT(ended.size() == one.shares.size());
            // A tick of rounding at each change, at no more than the fastest rate.
            for (std::size_t r = 0; r < one.shares.size(); ++r)
                RC_ASSERT(std::abs(sent[r] - bytes[r]) <= 1e-9 * bytes[r] + 40 * 1e-12 * 2e11);
        });
    }
    void theOrderOfCallsAtOneInstantDoesNotMatter()
    {
        HETEROSCOPE_PROPERTY("starts in any order and with questions between end alike", [] {
            const FlowCase one = anyCase(true);
            std::vector<Start> starts;
            for (std::size_t r = 0; r < one.shares.size(); ++r)
                starts.push_back(
                    {Ticks(anyNumber(0, 2) * Ticks::perSecond), static_cast<int>(r), double(anyNumber(0, 300))});
            const auto play = [&one](std::vector<Start> order, bool ask) {
                std::stable_sort(order.begin(), order.end(),
                                 [](const Start &a, const Start &b) { return a.at < b.at; });
                FlowNetwork network = one.network();
                std::vector<std::int64_t> story;
                std::vector<std::int64_t> ended;
                const auto goTo = [&](Ticks until) {
                    for (Ticks next = network.nextChange(); next <= until && next.count != never;
                         next = network.nextChange()) {
                        network.advance(next, ended);
                        for (const auto tag : ended) {
                            story.push_back(next.count);
                            story.push_back(tag);
                        }
                        ended.clear();
                    }
                };
                for (std::size_t i = 0; i < order.size(); ++i) {
                    if (i == 0 || order[i].at != order[i - 1].at)
                        goTo(order[i].at);
                    network.start(order[i].at, order[i].route, order[i].bytes, order[i].route,
                                  one.caps[static_cast<std::size_t>(order[i].route)]);
                    if (ask)
                        network.nextChange();
                }
                goTo(Ticks(never));
                return story;
            };
            const auto plain = play(starts, false);
            RC_ASSERT(plain.size() == 2 * starts.size());
            std::vector<Start> other(starts.rbegin(), starts.rend());
            std::rotate(other.begin(), other.begin() + anyNumber(0, static_cast<int>(other.size()) - 1), other.end());
            RC_ASSERT(play(other, false) == plain);
            RC_ASSERT(play(other, true) == plain);
        });
    }
};

QTEST_GUILESS_MAIN(FlowNetworkPropertyTest)
#include "flow_network_property_test.moc"
