// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of the markers, in the format "markers" of resources/schema/project.schema.json.
#pragma once

#include "project/marker.h"
#include "json/json.h"

namespace heteroscope {

/// Reads markers. A marker without an id gets one. Adds an error for more than maxMarkers and reads none of them then.
/// The caller adds findMarkerMistakes.
std::vector<Marker> readMarkers(const std::vector<const Json *> &items, const std::string &path, Findings &findings);
Json toJson(const Marker &marker);

} // namespace heteroscope
