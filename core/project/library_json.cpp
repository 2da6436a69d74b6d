// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/library_json.h"

#include "cluster/cluster_json.h"
#include "workload/workload_json.h"

namespace heteroscope {

namespace {

template<class T>
void append(Json &json, const char *key, const std::vector<T> &entries)
{
    if (entries.empty())
        return;
    Json array = Json::array();
    for (const auto &entry : entries)
        array.push_back(toJson(entry));
    json[key] = std::move(array);
}

} // namespace

Library readLibrary(const Json &json, const std::string &path, Findings &findings)
{
    ObjectReader reader(json, path, findings);
    Library library;
    const auto links = reader.items("links");
    for (std::size_t i = 0; i < links.size(); ++i)
        library.links.push_back(readLinkType(*links[i], reader.pathOf("links", i), findings));
    const auto nodes = reader.items("nodes");
    std::size_t devices = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        // A run of devices is short as text: many templates of many devices must not fill the memory.
        if (devices > maxDevices) {
            findings.addError({Error::Code::invalid,
                               {},
                               reader.pathOf("nodes", i),
                               "more than " + std::to_string(maxDevices) + " devices in node templates",
                               "at most " + std::to_string(maxDevices) + " in all",
                               "remove templates"});
            break;
        }
        library.nodes.push_back(readNode(*nodes[i], reader.pathOf("nodes", i), findings));
        devices += library.nodes.back().devices.size();
    }
    const auto models = reader.items("models");
    for (std::size_t i = 0; i < models.size(); ++i)
        library.models.push_back(readModel(*models[i], reader.pathOf("models", i), findings));
    library.extensions = reader.finish();
    return library;
}

Json toJson(const Library &library)
{
    Json json = Json::object();
    append(json, "links", library.links);
    append(json, "nodes", library.nodes);
    append(json, "models", library.models);
    writeExtensions(json, library.extensions);
    return json;
}

} // namespace heteroscope
