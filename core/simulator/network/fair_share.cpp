// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/network/fair_share.h"

#include "simulator/network/index.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace heteroscope {

namespace {

/// Below zero and NaN mean down.
double sane(double capacity) { return capacity > 0 ? capacity : 0; }

} // namespace

FairShare::FairShare(std::vector<double> capacity, const std::vector<bool> &varies,
                     const std::vector<SharedCapacity> &conflicts)
    : m_capacity(std::move(capacity)), m_variable(m_capacity.size(), none)
{
    for (double &each : m_capacity)
        each = sane(each);
    for (std::size_t edge = 0; edge < m_capacity.size(); ++edge) {
        if (varies[edge]) {
            m_variable[edge] = static_cast<std::int32_t>(m_routesOn.size());
            m_routesOn.emplace_back();
        }
    }
    if (!conflicts.empty())
        m_setsOf.resize(m_capacity.size());
    for (std::size_t set = 0; set < conflicts.size(); ++set) {
        const auto constraint = static_cast<std::int32_t>(m_capacity.size() + set);
        for (const std::int32_t edge : conflicts[set].edges) {
            assert(edge >= 0 && at(edge) < m_capacity.size());
            std::vector<std::int32_t> &sets = m_setsOf[at(edge)];
            if (sets.empty() || sets.back() != constraint) // an edge counts once
                sets.push_back(constraint);
        }
    }
    const std::size_t constraints = m_capacity.size() + conflicts.size();
    m_head.assign(constraints, none);
    m_constraintStamp.assign(constraints, 0);
    m_crowdOf.assign(constraints, none);
}

double FairShare::secondsOn(const FlowShare &share) const
{
    const double seconds = share.perByte / m_capacity[at(share.edge)];
    return seconds >= 0 ? seconds : never; // infinite traffic over an infinite capacity
}

int FairShare::addRoute(std::vector<FlowShare> shares, double weight)
{
    std::erase_if(shares, [](const FlowShare &share) { return !(share.perByte > 0); });
    std::stable_sort(shares.begin(), shares.end(),
                     [](const FlowShare &a, const FlowShare &b) { return a.edge < b.edge; });
    std::size_t kept = 0;
    for (const FlowShare &share : shares) {
        assert(share.edge >= 0 && at(share.edge) < m_capacity.size());
        if (kept > 0 && shares[kept - 1].edge == share.edge)
            shares[kept - 1].perByte += share.perByte;
        else
            shares[kept++] = share;
    }
    shares.resize(kept);

    const auto number = static_cast<std::int32_t>(m_routes.size());
    Route route;
    route.weight = weight > 0 && std::isfinite(weight) ? weight : 1;
    route.first = static_cast<std::int32_t>(m_entries.size());
    std::vector<std::int32_t> constraints;
    for (const FlowShare &share : shares) {
        constraints.push_back(share.edge);
        if (m_variable[at(share.edge)] != none)
            m_routesOn[at(m_variable[at(share.edge)])].push_back(number);
    }
    if (!m_setsOf.empty()) {
        std::vector<std::int32_t> sets;
        for (const FlowShare &share : shares)
            sets.insert(sets.end(), m_setsOf[at(share.edge)].begin(), m_setsOf[at(share.edge)].end());
        std::sort(sets.begin(), sets.end());
        sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
        constraints.insert(constraints.end(), sets.begin(), sets.end());
    }
    for (const std::int32_t constraint : constraints) {
        Entry entry;
        entry.constraint = constraint;
        entry.route = number;
        m_entries.push_back(entry);
    }
    route.last = static_cast<std::int32_t>(m_entries.size());
    price(route, shares);
    m_routes.push_back(route);
    m_shares.push_back(std::move(shares));
    m_routeStamp.push_back(0);
    return number;
}

/// Fills in what a byte of the route costs on each of its constraints: edges first, then sets by rising number.
void FairShare::price(Route &route, const std::vector<FlowShare> &shares)
{
    const auto edges = static_cast<std::int32_t>(shares.size());
    for (std::int32_t i = route.first + edges; i < route.last; ++i)
        m_entries[at(i)].secondsPerByte = 0;
    route.alone = 0;
    for (std::int32_t i = 0; i < edges; ++i) {
        const double seconds = secondsOn(shares[at(i)]);
        m_entries[at(route.first + i)].secondsPerByte = seconds;
        if (m_setsOf.empty())
            continue;
        std::int32_t entry = route.first + edges;
        for (const std::int32_t set : m_setsOf[at(shares[at(i)].edge)]) { // rising, as the entries are
            while (m_entries[at(entry)].constraint != set)
                ++entry;
            m_entries[at(entry)].secondsPerByte += seconds;
        }
    }
    for (std::int32_t i = route.first; i < route.last; ++i)
        route.alone = std::max(route.alone, m_entries[at(i)].secondsPerByte);
}

void FairShare::setCapacity(std::int32_t edge, double capacity)
{
    assert(m_variable[at(edge)] != none);
    m_capacity[at(edge)] = sane(capacity);
    for (const std::int32_t number : m_routesOn[at(m_variable[at(edge)])]) {
        Route &route = m_routes[at(number)];
        price(route, m_shares[at(number)]);
        if (route.active)
            touchAll(route); // it may have stopped, and tie nobody together any more
    }
}

const std::vector<std::int32_t> &FairShare::settle()
{
    findComponent();
    if (m_component.size() == 1) {
        Route &route = m_routes[at(m_component.front())];
        route.fair = std::max(route.alone, route.capped);
        return m_component;
    }
    if (m_component.size() == 2) {
        settlePair(m_routes[at(m_component[0])], m_routes[at(m_component[1])]);
        return m_component;
    }
    gatherCrowds();
    fill();
    for (std::size_t i = 0; i < m_moving.size(); ++i) {
        Route &route = m_routes[at(m_moving[i])];
        // A flow that only its own limits stop runs exactly as if it were alone.
        const bool own = m_filled[i] <= m_own[i] * route.weight;
        route.fair = own ? m_own[i] : m_filled[i] / route.weight;
    }
    return m_component;
}

/// All flows whose rates may depend on a touched constraint.
void FairShare::findComponent()
{
    ++m_stamp;
    m_component.clear();
    m_stack.swap(m_touched);
    m_touched.clear();
    while (!m_stack.empty()) {
        const std::int32_t constraint = m_stack.back();
        m_stack.pop_back();
        if (m_constraintStamp[at(constraint)] == m_stamp)
            continue;
        m_constraintStamp[at(constraint)] = m_stamp;
        for (std::int32_t e = m_head[at(constraint)]; e != none; e = m_entries[at(e)].next) {
            const std::int32_t number = m_entries[at(e)].route;
            if (m_routeStamp[at(number)] == m_stamp)
                continue;
            m_routeStamp[at(number)] = m_stamp;
            m_component.push_back(number);
            const Route &route = m_routes[at(number)];
            if (route.alone == never)
                continue; // uses nothing, so it ties nobody together
            for (std::int32_t own = route.first; own < route.last; ++own) {
                const std::int32_t other = m_entries[at(own)].constraint;
                if (m_constraintStamp[at(other)] != m_stamp)
                    m_stack.push_back(other);
            }
        }
    }
    // In the order of their numbers, so that sums do not depend on who came first.
    if (m_component.size() * 8 < m_routes.size()) {
        std::sort(m_component.begin(), m_component.end());
        return;
    }
    m_component.clear();
    for (std::size_t number = 0; number < m_routes.size(); ++number) {
        if (m_routeStamp[number] == m_stamp)
            m_component.push_back(static_cast<std::int32_t>(number));
    }
}

/// The same as filling, for the most frequent meeting: two flows.
void FairShare::settlePair(Route &a, Route &b)
{
    const double ownA = std::max(a.alone, a.capped);
    const double ownB = std::max(b.alone, b.capped);
    a.fair = ownA;
    b.fair = ownB;
    if (a.alone == never || b.alone == never)
        return;
    // Entries stand by constraint: walk both routes side by side.
    const auto forEachShared = [this, &a, &b](auto use) {
        std::int32_t i = a.first;
        std::int32_t k = b.first;
        while (i < a.last && k < b.last) {
            const Entry &one = m_entries[at(i)];
            const Entry &other = m_entries[at(k)];
            if (one.constraint == other.constraint)
                use(one.secondsPerByte * a.weight, other.secondsPerByte * b.weight);
            i += one.constraint <= other.constraint ? 1 : 0;
            k += other.constraint <= one.constraint ? 1 : 0;
        }
    };
    double together = 0;
    forEachShared([&together](double onA, double onB) { together = std::max(together, onA + onB); });
    const double alikeA = ownA * a.weight;
    const double alikeB = ownB * b.weight;
    if (together > alikeA && together > alikeB) {
        a.fair = together / a.weight;
        b.fair = together / b.weight;
        return;
    }
    // The slower one keeps what it has; the other takes what is left.
    double rest = 0;
    const bool slowA = alikeA >= alikeB;
    const double slow = slowA ? alikeA : alikeB;
    forEachShared([&](double onA, double onB) {
        const double used = (slowA ? onA : onB) / slow;
        const double rising = slowA ? onB : onA;
        if (rising > 0)
            rest = std::max(rest, used < 1 ? std::min(rising / (1 - used), slow) : slow);
    });
    Route &fast = slowA ? b : a;
    if (rest > (slowA ? alikeB : alikeA))
        fast.fair = rest / fast.weight;
}

/// Sorts what limits the flows of the component into what each has for itself and constraints with several flows.
void FairShare::gatherCrowds()
{
    m_moving.clear();
    m_crowds.clear();
    m_own.clear();
    for (const std::int32_t number : m_component) {
        Route &route = m_routes[at(number)];
        if (route.alone == never) {
            route.fair = never;
            continue;
        }
        double own = route.capped;
        for (std::int32_t e = route.first; e < route.last; ++e) {
            const Entry &entry = m_entries[at(e)];
            if (entry.next == none && entry.previous == none) {
                own = std::max(own, entry.secondsPerByte);
                continue;
            }
            std::int32_t &crowd = m_crowdOf[at(entry.constraint)];
            if (crowd == none) {
                crowd = static_cast<std::int32_t>(m_crowds.size());
                m_crowds.emplace_back();
            }
            ++m_crowds[at(crowd)].last;
        }
        m_moving.push_back(number);
        m_own.push_back(own);
    }
    std::int32_t end = 0;
    for (Crowded &crowd : m_crowds) {
        crowd.first = end;
        end += crowd.last;
        crowd.last = crowd.first;
    }
    m_members.resize(at(end));
    for (std::size_t i = 0; i < m_moving.size(); ++i) {
        const Route &route = m_routes[at(m_moving[i])];
        for (std::int32_t e = route.first; e < route.last; ++e) {
            const Entry &entry = m_entries[at(e)];
            if (entry.next == none && entry.previous == none)
                continue;
            Crowded &crowd = m_crowds[at(m_crowdOf[at(entry.constraint)])];
            const double seconds = entry.secondsPerByte * route.weight;
            m_members[at(crowd.last++)] = {static_cast<std::int32_t>(i), seconds};
            crowd.sum += seconds;
        }
    }
    for (const std::int32_t number : m_moving) {
        const Route &route = m_routes[at(number)];
        for (std::int32_t e = route.first; e < route.last; ++e)
            m_crowdOf[at(m_entries[at(e)].constraint)] = none;
    }
}

/// Seconds per byte of a subflow at which the constraint is full, given the flows that have stopped rising.
double FairShare::levelOf(const Crowded &crowd, double atMost) const
{
    double rising = 0;
    double left = 1;
    for (std::int32_t m = crowd.first; m < crowd.last; ++m) {
        const Member &member = m_members[at(m)];
        const double filled = m_filled[at(member.flow)];
        if (filled < 0)
            rising += member.seconds;
        else if (member.seconds > 0)
            left -= member.seconds / filled;
    }
    // The level only ever falls; where rounding has eaten what is left, it stays.
    return left > 0 ? std::min(rising / left, atMost) : atMost;
}

/// Progressive filling. Rates rise, so seconds per byte fall: the fullest constraint has the highest level.
void FairShare::fill()
{
    const auto crowds = static_cast<std::int32_t>(m_crowds.size());
    const auto flows = static_cast<std::int32_t>(m_moving.size());
    m_filled.assign(m_moving.size(), -1);
    m_frozen = 0;
    m_levels.clear();
    for (std::int32_t c = 0; c < crowds; ++c)
        m_levels.push_back({m_crowds[at(c)].sum, c});
    for (std::int32_t f = 0; f < flows; ++f)
        m_levels.push_back({m_own[at(f)] * m_routes[at(m_moving[at(f)])].weight, crowds + f});
    std::make_heap(m_levels.begin(), m_levels.end());
    while (m_frozen < flows) {
        std::pop_heap(m_levels.begin(), m_levels.end());
        Level top = m_levels.back();
        m_levels.pop_back();
        if (top.id >= crowds) {
            double &filled = m_filled[at(top.id - crowds)];
            if (filled < 0) {
                filled = top.seconds;
                ++m_frozen;
            }
            continue;
        }
        Crowded &crowd = m_crowds[at(top.id)];
        if (crowd.seen != m_frozen) {
            top.seconds = levelOf(crowd, top.seconds);
            crowd.seen = m_frozen;
            if (!m_levels.empty() && top < m_levels.front()) {
                m_levels.push_back(top);
                std::push_heap(m_levels.begin(), m_levels.end());
                continue;
            }
        }
        for (std::int32_t m = crowd.first; m < crowd.last; ++m) {
            double &filled = m_filled[at(m_members[at(m)].flow)];
            if (filled < 0) {
                filled = top.seconds;
                ++m_frozen;
            }
        }
    }
}

} // namespace heteroscope
