// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/marker_json.h"

#include "project/free_id.h"
#include "json/object_reader.h"

#include <limits>

namespace heteroscope {

namespace {

Marker readMarker(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    Marker marker;
    marker.id = static_cast<int>(reader.integer("id", 1, std::numeric_limits<int>::max(), 0));
    marker.time = Seconds(reader.number("time", {0, maxMarkerTime}));
    marker.device = reader.text("device", {});
    marker.text = reader.text("text");
    marker.colour = static_cast<NoteColour>(reader.word("colour", noteColourNames, 0));
    marker.extensions = reader.finish();
    return marker;
}

} // namespace

std::vector<Marker> readMarkers(const std::vector<const Json *> &items, const std::string &path, Findings &findings)
{
    std::vector<Marker> markers;
    if (items.size() > maxMarkers) {
        findings.addError({Error::Code::invalid,
                           {},
                           path,
                           std::to_string(items.size()) + " markers",
                           "at most " + std::to_string(maxMarkers),
                           "remove markers that are not needed any more"});
        return markers;
    }
    for (std::size_t i = 0; i < items.size(); ++i)
        markers.push_back(readMarker(*items[i], path + "/" + std::to_string(i), findings));
    for (auto &marker : markers) {
        if (marker.id == 0)
            marker.id = freeId(markers);
    }
    return markers;
}

Json toJson(const Marker &marker)
{
    Json json = {{"id", marker.id}, {"time", marker.time.value}};
    if (!marker.device.empty())
        json["device"] = marker.device;
    json["text"] = marker.text;
    if (marker.colour != NoteColour::yellow)
        json["colour"] = noteColourNames[static_cast<std::size_t>(marker.colour)];
    writeExtensions(json, marker.extensions);
    return json;
}

} // namespace heteroscope
