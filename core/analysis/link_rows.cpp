// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/link_rows.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

LoadIndex::LoadIndex(const StepResult &result, const LinkLoad &link) : m_fullCapacity(heteroscope::fullCapacity(link))
{
    const auto addUp = [](Curve &curve) {
        double sum = 0;
        for (std::size_t i = 0; i < curve.points.size(); ++i) {
            curve.before.push_back(sum);
            if (i + 1 < curve.points.size())
                sum += curve.points[i].rate * toSeconds(curve.points[i + 1].at - curve.points[i].at).value;
        }
    };
    for (std::size_t kind = 0; kind < trafficKinds; ++kind) {
        LinkLoad part;
        for (const LinkUse &use : link.uses)
            if (result.flows[static_cast<std::size_t>(use.flow)].traffic == static_cast<Traffic>(kind))
                part.uses.push_back(use);
        if (part.uses.empty())
            continue;
        m_kinds[kind].points = loadOverTime(result, part);
        addUp(m_kinds[kind]);
    }
    m_sharing.points = loadOverTime(result, link);
    for (LoadPoint &point : m_sharing.points) {
        point.rate = point.flows > 1 ? 1 : 0;
        m_shared = m_shared || point.flows > 1;
    }
    addUp(m_sharing);
}

double LoadIndex::until(const Curve &curve, Ticks time, std::size_t &at)
{
    const auto &points = curve.points;
    const auto next = std::upper_bound(points.begin() + static_cast<std::ptrdiff_t>(at), points.end(), time,
                                       [](Ticks t, const LoadPoint &point) { return t < point.at; });
    at = next == points.begin() ? 0 : static_cast<std::size_t>(next - points.begin()) - 1;
    return curve.before[at] + points[at].rate * toSeconds(time - points[at].at).value;
}

double LoadIndex::bytesUntil(Traffic kind, Ticks time, Walk &walk) const
{
    const auto k = static_cast<std::size_t>(kind);
    return m_kinds[k].points.empty() ? 0 : until(m_kinds[k], time, walk.kind[k]);
}

double LoadIndex::sharedUntil(Ticks time, Walk &walk) const { return m_shared ? until(m_sharing, time, walk.all) : 0; }

std::vector<LinkRow> linkRows(const StepResult &result, const Topology &topology, std::size_t &all)
{
    auto groups = alikeLinks(result, topology);
    all = groups.size();
    groups.resize(std::min(groups.size(), maxLinkRows));
    std::vector<LinkRow> rows;
    for (auto &links : groups) {
        LinkRow row;
        row.index = LoadIndex(result, result.links[links.front()]);
        row.links = std::move(links);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<LoadColumn> loadColumns(const LoadIndex &index, const TimelineViewport &viewport, double ratio)
{
    std::vector<LoadColumn> columns;
    const double right = std::min(viewport.width, viewport.x(viewport.stepEnd));
    const auto pixels = static_cast<int>(std::ceil(right * ratio));
    LoadIndex::Walk walk;
    std::array<double, trafficKinds> bytes{};
    Ticks from = viewport.time(0);
    double shared = index.sharedUntil(from, walk);
    for (std::size_t kind = 0; kind < trafficKinds; ++kind)
        bytes[kind] = index.bytesUntil(static_cast<Traffic>(kind), from, walk);
    for (int pixel = 0; pixel < pixels; ++pixel) {
        LoadColumn column;
        column.x0 = pixel / ratio;
        column.x1 = std::min(right, (pixel + 1) / ratio);
        const Ticks to = viewport.time(column.x1);
        if (to <= from)
            continue;
        const double seconds = toSeconds(to - from).value;
        double sum = 0;
        for (std::size_t kind = 0; kind < trafficKinds; ++kind) {
            const double now = index.bytesUntil(static_cast<Traffic>(kind), to, walk);
            column.rate[kind] = (now - bytes[kind]) / seconds;
            sum += column.rate[kind];
            bytes[kind] = now;
        }
        const double now = index.sharedUntil(to, walk);
        column.shared = (now - shared) >= seconds / 2;
        shared = now;
        from = to;
        if (!(sum > 0) && !column.shared)
            continue;
        if (!columns.empty() && columns.back().x1 == column.x0 && columns.back().rate == column.rate &&
            columns.back().shared == column.shared)
            columns.back().x1 = column.x1;
        else
            columns.push_back(column);
    }
    return columns;
}

} // namespace heteroscope
