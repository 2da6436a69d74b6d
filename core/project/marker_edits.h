// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of the markers of the timeline. The rules of edits.h apply here too. Times are clamped to the range of the file
// format.
#pragma once

#include "base/result.h"
#include "project/project.h"

namespace heteroscope {

/// Adds the marker. Its id is ignored and replaced by freeId. Errors: findMarkerMistakes.
Result<Project> addMarker(const Project &project, const Marker &marker);

/// Replaces the marker with the same id. Errors: no marker has this id; findMarkerMistakes.
Result<Project> replaceMarker(const Project &project, const Marker &marker);

/// Error: no marker has this id.
Result<Project> removeMarker(const Project &project, int id);

} // namespace heteroscope
