// SPDX-License-Identifier: GPL-3.0-or-later
//
// The data of the link rows below the lanes: for each pixel the mean rate of each kind of communication, so that the
// painted area is proportional to the bytes at every zoom, and whether flows shared the link. Needs a step predicted
// with StepOptions::linkLoads.
#pragma once

#include "analysis/lane_index.h"
#include "analysis/timeline_viewport.h"
#include "simulator/result/link_load.h"

#include <array>

namespace heteroscope {

/// The load of a link with prefix sums. Building costs one pass over its flows for each kind of communication.
class LoadIndex
{
public:
    LoadIndex() = default;
    LoadIndex(const StepResult &result, const LinkLoad &link);

    /// The position of a walk from left to right in the lists.
    struct Walk
    {
        std::array<std::size_t, trafficKinds> kind{};
        std::size_t all = 0;
    };
    /// Bytes of one kind before `time`. The times of one walk must be ascending.
    double bytesUntil(Traffic kind, Ticks time, Walk &walk) const;
    /// Time before `time` in which at least two flows were on the link.
    double sharedUntil(Ticks time, Walk &walk) const;
    bool carries(Traffic kind) const { return !m_kinds[static_cast<std::size_t>(kind)].points.empty(); }
    bool isShared() const { return m_shared; }
    double fullCapacity() const { return m_fullCapacity; }

private:
    struct Curve
    {
        std::vector<LoadPoint> points;
        std::vector<double> before; // sum before each point
    };
    static double until(const Curve &curve, Ticks time, std::size_t &at);

    std::array<Curve, trafficKinds> m_kinds;
    Curve m_sharing; // of seconds
    bool m_shared = false;
    double m_fullCapacity = 0;
};

/// A link, or links of a node with equal load.
struct LinkRow
{
    std::vector<std::size_t> links; ///< of StepResult::links
    LoadIndex index;
};

inline constexpr std::size_t maxLinkRows = 12;
/// The links of a step with the highest load. all: number of rows without a limit.
std::vector<LinkRow> linkRows(const StepResult &result, const Topology &topology, std::size_t &all);

/// Consecutive pixels that are drawn equally.
struct LoadColumn
{
    double x0 = 0;
    double x1 = 0;
    std::array<double, trafficKinds> rate{}; ///< mean, bytes/s
    bool shared = false;                     ///< for at least half of the time
};

/// At most one column per device pixel (`width * ratio` of them), only if there is traffic on the link.
std::vector<LoadColumn> loadColumns(const LoadIndex &index, const TimelineViewport &viewport, double ratio);

} // namespace heteroscope
