// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/marker.h"

#include "base/numbers.h"
#include "project/device_names.h"
#include "json/object_reader.h"

#include <algorithm>
#include <set>

namespace heteroscope {

const Marker *findMarker(const std::vector<Marker> &markers, int id)
{
    const auto it =
        std::find_if(markers.begin(), markers.end(), [id](const Marker &marker) { return marker.id == id; });
    return it == markers.end() ? nullptr : &*it;
}

Findings findMarkerMistakes(const std::vector<Marker> &markers, const Cluster &cluster, const std::string &path)
{
    Findings findings;
    if (markers.empty())
        return findings;
    const auto add = [&findings](const std::string &place, std::string found, std::string expected, std::string hint) {
        findings.addError({Error::Code::invalid, {}, place, std::move(found), std::move(expected), std::move(hint)});
    };
    if (markers.size() > maxMarkers)
        add(path, std::to_string(markers.size()) + " markers", "at most " + std::to_string(maxMarkers),
            "remove markers that are not needed any more");
    const DeviceNames devices(cluster);
    std::set<int> ids;
    for (std::size_t i = 0; i < markers.size() && !findings.full(); ++i) {
        const auto &marker = markers[i];
        const auto at = path + "/" + std::to_string(i);
        if (marker.id < 1)
            add(at + "/id", std::to_string(marker.id), "an id from 1", "leave it out: one is given");
        else if (!ids.insert(marker.id).second)
            add(at + "/id", "the id " + std::to_string(marker.id) + " again", "an id of its own",
                "leave one of them out: one is given");
        if (!(marker.time.value >= 0 && marker.time.value <= maxMarkerTime))
            add(at + "/time", secondsText(marker.time), "0 s to " + secondsText(Seconds(maxMarkerTime)),
                "give the seconds since the start of the step");
        if (marker.text.empty())
            add(at + "/text", "an empty text", "something to read", "write something, or remove the marker");
        else if (marker.text.size() > maxMarkerText)
            add(at + "/text", "a marker of " + std::to_string(marker.text.size()) + " bytes",
                "at most " + std::to_string(maxMarkerText), "shorten it, or write a note on the canvas");
        if (!marker.device.empty() && !devices.isDevice(marker.device) && findings.warnings.size() < Findings::most)
            findings.warnings.push_back({Error::Code::reference,
                                         {},
                                         at + "/device",
                                         quoteText(marker.device),
                                         "a device of the cluster, like \"node:0\"",
                                         "name another one, or leave it out: the marker is shown at the whole step"});
    }
    return findings;
}

} // namespace heteroscope
