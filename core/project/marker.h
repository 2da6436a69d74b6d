// SPDX-License-Identifier: GPL-3.0-or-later
//
// Markers: what a user wrote at a moment of the step, at the lane of a device or at all lanes. Without effect on the
// simulation. Their time is that of the step that they were set in; another plan does not move them.
#pragma once

#include "base/extensions.h"
#include "base/result.h"
#include "base/units.h"
#include "cluster/cluster.h"
#include "project/note.h"

#include <cstdint>
#include <string>
#include <vector>

namespace heteroscope {

inline constexpr std::size_t maxMarkers = 1000;    ///< max markers in a project
inline constexpr std::size_t maxMarkerText = 1000; ///< max bytes of UTF-8 in a marker
inline constexpr double maxMarkerTime = static_cast<double>(Ticks::max) / static_cast<double>(Ticks::perSecond);

struct Marker
{
    int id = 0;         ///< unique in the project, from 1
    Seconds time;       ///< since the start of the step; 0 to maxMarkerTime
    std::string device; ///< "a100-0:3": at the lane of this device; empty: at the whole step
    std::string text;
    NoteColour colour = NoteColour::yellow;
    Extensions extensions;
    friend bool operator==(const Marker &, const Marker &) = default;
};

/// The marker with this id, or nullptr.
const Marker *findMarker(const std::vector<Marker> &markers, int id);

/// Finds too many markers, duplicate ids, texts that are empty or too long, times beyond the longest step. Warns of
/// devices that the cluster does not have: these markers are shown at the whole step.
Findings findMarkerMistakes(const std::vector<Marker> &markers, const Cluster &cluster, const std::string &path);

} // namespace heteroscope
