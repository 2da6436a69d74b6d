// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/network/flow_network.h"

#include "simulator/network/index.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace heteroscope {

namespace {

double times(double capacity, double factor)
{
    return factor > 0 && capacity > 0 ? capacity * factor : 0; // so that infinite * 0 is 0
}

/// The steps of an edge without those that change nothing; the first one begins at 0.
RateSteps cleaned(const RateSteps &raw)
{
    RateSteps result;
    const std::size_t count = std::min(raw.at.size(), raw.factor.size());
    for (std::size_t i = 0; i < count; ++i) {
        const double factor = raw.factor[i] > 0 ? raw.factor[i] : 0;
        if (!result.at.empty() && raw.at[i] <= result.at.back()) {
            result.factor.back() = factor;
        } else {
            result.at.push_back(result.at.empty() ? Ticks(0) : raw.at[i]);
            result.factor.push_back(factor);
        }
        // What now equals the step before is none.
        while (result.factor.size() > 1 && result.factor.back() == result.factor[result.factor.size() - 2]) {
            result.at.pop_back();
            result.factor.pop_back();
        }
    }
    return result;
}

std::vector<double> firstCapacities(const std::vector<NetworkEdge> &edges)
{
    std::vector<double> result;
    result.reserve(edges.size());
    for (const NetworkEdge &edge : edges) {
        const RateSteps steps = cleaned(edge.rate);
        result.push_back(times(edge.capacity, steps.factor.empty() ? 1 : steps.factor.front()));
    }
    return result;
}

std::vector<bool> varying(const std::vector<NetworkEdge> &edges)
{
    std::vector<bool> result;
    result.reserve(edges.size());
    for (const NetworkEdge &edge : edges)
        result.push_back(edge.rate.at.size() > 1);
    return result;
}

} // namespace

FlowNetwork::FlowNetwork(const std::vector<NetworkEdge> &edges, const std::vector<SharedCapacity> &conflicts)
    : m_shares(firstCapacities(edges), varying(edges), conflicts)
{
    m_nominal.reserve(edges.size());
    m_deadFrom.reserve(edges.size());
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
        const RateSteps steps = cleaned(edges[edge].rate);
        const double nominal = edges[edge].capacity;
        for (std::size_t i = 1; i < steps.at.size(); ++i)
            m_steps.push_back({steps.at[i].count, static_cast<std::int32_t>(edge), times(nominal, steps.factor[i])});
        m_nominal.push_back(nominal);
        if (!(nominal > 0))
            m_deadFrom.push_back(0);
        else
            m_deadFrom.push_back(!steps.factor.empty() && steps.factor.back() == 0 ? steps.at.back().count : endOfTime);
    }
    std::sort(m_steps.begin(), m_steps.end(),
              [](const Step &a, const Step &b) { return a.at != b.at ? a.at < b.at : a.edge < b.edge; });
}

int FlowNetwork::addRoute(std::vector<FlowShare> shares, double weight)
{
    const int route = m_shares.addRoute(std::move(shares), weight);
    m_flows.emplace_back();
    m_ends.addRoute();
    return route;
}

void FlowNetwork::start(Ticks now, int route, double bytes, std::int64_t tag, double cap)
{
    goTo(now.count);
    Flow &flow = m_flows[at(route)];
    assert(!flow.active);
    flow.since = m_now;
    flow.bytes = bytes > 0 ? bytes : 0;
    flow.slowdown = 1;
    flow.tag = tag;
    flow.active = true;
    flow.stuck = false;
    ++m_active;
    if (flow.bytes > 0) { // else it ends at once and must not slow others, not even for no time
        m_shares.join(route, cap);
        flow.secondsPerByte = m_shares.secondsPerByte(route);
        if (flow.secondsPerByte == FairShare::never && deadEdge(route)) {
            flow.stuck = true;
            ++m_stuck;
        }
    }
    m_ends.push(route, endOf(flow));
}

void FlowNetwork::setSlowdown(Ticks now, int route, double factor)
{
    goTo(now.count);
    Flow &flow = m_flows[at(route)];
    if (!flow.active)
        return;
    flow.slowdown = factor > 0 ? factor : 1;
    if (carry(flow, m_shares.secondsPerByte(route)))
        m_ends.set(route, endOf(flow));
}

void FlowNetwork::advance(Ticks now, std::vector<std::int64_t> &ended)
{
    goTo(now.count);
    while (!m_shares.settled()) { // what this instant has changed may end something at once
        settle();
        happen(m_now);
    }
    if (m_ended.empty())
        return;
    const auto before = [](const Ended &a, const Ended &b) {
        return a.end != b.end ? a.end < b.end : a.route < b.route;
    };
    if (m_ended.size() > 1 && !std::is_sorted(m_ended.begin(), m_ended.end(), before))
        std::stable_sort(m_ended.begin(), m_ended.end(), before);
    for (const Ended &each : m_ended)
        ended.push_back(each.tag);
    m_ended.clear();
}

double FlowNetwork::rate(int route) const
{
    settle();
    const double seconds = m_flows[at(route)].secondsPerByte;
    if (!active(route) || seconds == FairShare::never)
        return 0;
    return m_flows[at(route)].bytes > 0 ? 1 / seconds : std::numeric_limits<double>::infinity();
}

double FlowNetwork::bytesLeft(int route) const { return active(route) ? left(m_flows[at(route)]) : 0; }

double FlowNetwork::traffic(std::int32_t edge) const
{
    settle();
    double sum = 0;
    m_shares.forEachOn(edge, [&](std::int32_t route) {
        for (const FlowShare &share : m_shares.shares(route)) {
            if (share.edge == edge)
                sum += share.perByte * rate(route);
        }
    });
    return sum;
}

std::optional<std::pair<int, std::int32_t>> FlowNetwork::stalledForever() const
{
    if (m_stuck == 0)
        return std::nullopt;
    for (int route = 0; at(route) < m_flows.size(); ++route) {
        if (!active(route) || !m_flows[at(route)].stuck)
            continue;
        if (const auto edge = deadEdge(route))
            return std::pair(route, *edge);
    }
    return std::nullopt;
}

/// Carries new fair shares over to the flows.
void FlowNetwork::share() const
{
    const std::vector<std::int32_t> &routes = m_shares.settle();
    m_retimed += routes.size();
    const bool many = routes.size() * 4 > m_ends.size() && routes.size() > 8;
    for (const std::int32_t route : routes) {
        Flow &flow = m_flows[at(route)];
        if (!carry(flow, m_shares.secondsPerByte(route)))
            continue;
        if (many)
            m_ends.put(route, endOf(flow));
        else
            m_ends.set(route, endOf(flow));
    }
    if (many)
        m_ends.rebuild();
}

/// Gives the flow a new share from now on. False when its rate stays: then its end does, to the tick.
bool FlowNetwork::carry(Flow &flow, double secondsPerByte) const
{
    double seconds = secondsPerByte * flow.slowdown;
    if (!(seconds >= 0))
        seconds = FairShare::never; // an infinite slowdown of an unlimited flow
    if (flow.bytes == 0 || seconds == flow.secondsPerByte)
        return false;
    const double rest = left(flow);
    if (m_recording)
        note(flow, m_now, flow.bytes - rest);
    flow.bytes = rest;
    flow.since = m_now;
    flow.secondsPerByte = seconds;
    return true;
}

/// Of the bytes, not of secondsPerByte, which the rounding of ends to whole ticks has not seen.
void FlowNetwork::note(const Flow &flow, std::int64_t end, double bytes) const
{
    if (end > flow.since)
        m_rates.push_back({Ticks(flow.since), Ticks(end), static_cast<std::int32_t>(&flow - m_flows.data()),
                           bytes / toSeconds(Ticks(end - flow.since)).value});
}

double FlowNetwork::left(const Flow &flow) const
{
    if (m_now == flow.since)
        return flow.bytes;
    const double elapsed = toSeconds(Ticks(m_now - flow.since)).value;
    return std::max(0.0, flow.bytes - elapsed / flow.secondsPerByte);
}

std::int64_t FlowNetwork::endOf(const Flow &flow)
{
    if (flow.bytes == 0)
        return flow.since;
    if (flow.secondsPerByte == FairShare::never)
        return endOfTime;
    const std::int64_t duration = toTicks(Seconds(flow.bytes * flow.secondsPerByte)).count;
    return flow.since < endOfTime - duration ? flow.since + duration : endOfTime - 1;
}

/// To the instant now, through all that happens on the way; what ends is noted in m_ended.
void FlowNetwork::goTo(std::int64_t now)
{
    assert(now >= m_now);
    now = std::min(now, endOfTime - 1);
    while (now > m_now) {
        settle();
        const std::int64_t step = m_nextStep < m_steps.size() ? m_steps[m_nextStep].at : endOfTime;
        const std::int64_t end = m_ends.empty() ? endOfTime : m_ends.topEnd();
        const std::int64_t next = std::min(step, end);
        if (next > now || next == endOfTime) {
            m_now = now;
            return;
        }
        happen(std::max(next, m_now));
    }
    happen(m_now);
}

/// All ends and steps of the instant now.
void FlowNetwork::happen(std::int64_t now)
{
    m_now = now;
    while (!m_ends.empty() && m_ends.topEnd() <= now)
        finishTop();
    while (m_nextStep < m_steps.size() && m_steps[m_nextStep].at <= now)
        applyStep(m_steps[m_nextStep++]);
}

void FlowNetwork::finishTop()
{
    const std::int32_t route = m_ends.topRoute();
    Flow &flow = m_flows[at(route)];
    m_ended.push_back({m_ends.topEnd(), route, flow.tag});
    if (m_recording)
        note(flow, m_ends.topEnd(), flow.bytes);
    m_ends.pop();
    if (m_shares.active(route))
        m_shares.leave(route);
    flow.active = false;
    --m_active;
}

void FlowNetwork::applyStep(const Step &step)
{
    m_shares.setCapacity(step.edge, step.capacity);
    if (m_deadFrom[at(step.edge)] > m_now)
        return;
    m_shares.forEachOn(step.edge, [this](std::int32_t route) {
        Flow &flow = m_flows[at(route)];
        m_stuck += flow.stuck ? 0 : 1;
        flow.stuck = true;
    });
}

std::optional<std::int32_t> FlowNetwork::deadEdge(int route) const
{
    for (const FlowShare &share : m_shares.shares(route)) {
        if (m_deadFrom[at(share.edge)] <= m_now || std::isinf(share.perByte))
            return share.edge;
    }
    return std::nullopt;
}

} // namespace heteroscope
