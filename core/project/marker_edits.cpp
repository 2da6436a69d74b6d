// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/marker_edits.h"

#include "project/edit_check.h"
#include "project/free_id.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

Marker inRange(Marker marker)
{
    const double time = marker.time.value;
    marker.time = Seconds(std::isfinite(time) ? std::clamp(time, 0.0, maxMarkerTime) : 0);
    return marker;
}

Result<Project> checkedMarkers(Project edited)
{
    auto mistakes = findMarkerMistakes(edited.markers, edited.cluster, "/markers");
    if (!mistakes.ok())
        return std::move(mistakes.errors.front());
    return edited;
}

Error noMarker(int id) { return absent("the id " + std::to_string(id), "the id of a marker"); }

} // namespace

Result<Project> addMarker(const Project &project, const Marker &marker)
{
    Project edited = project;
    edited.markers.push_back(inRange(marker));
    edited.markers.back().id = freeId(project.markers);
    return checkedMarkers(std::move(edited));
}

Result<Project> replaceMarker(const Project &project, const Marker &marker)
{
    Project edited = project;
    const auto it = std::find_if(edited.markers.begin(), edited.markers.end(),
                                 [&marker](const Marker &one) { return one.id == marker.id; });
    if (it == edited.markers.end())
        return noMarker(marker.id);
    *it = inRange(marker);
    return checkedMarkers(std::move(edited));
}

Result<Project> removeMarker(const Project &project, int id)
{
    Project edited = project;
    if (std::erase_if(edited.markers, [id](const Marker &marker) { return marker.id == id; }) == 0)
        return noMarker(id);
    return edited;
}

} // namespace heteroscope
