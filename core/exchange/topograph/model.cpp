// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/topograph/model.h"

#include "exchange/launch/import_plan.h"
#include "exchange/network/network.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <set>

namespace heteroscope {

Result<Imported> importTopograph(const Project &into, const std::vector<ImportFile> &files,
                                 const ImportOptions &options)
{
    const auto file = launch::onlyYaml(files);
    if (!file)
        return file.error();
    const Json &yaml = file->json();
    const auto refused = [&file](std::string path, std::string found, std::string expected) {
        return Error{Error::Code::schema, file->file(),
                     std::move(path),     std::move(found),
                     std::move(expected), "give a model of topograph (tests/models of that project)"};
    };
    if (!yaml.is_object() || !yaml.contains("switches") || !yaml["switches"].is_object())
        return refused("/switches", "nothing", "the table of switches");
    network::Network network;
    for (const auto &[name, value] : yaml["switches"].items()) {
        network.switches.push_back(name);
        for (const Json &below : value.is_object() ? value.value("switches", Json::array()) : Json::array()) {
            if (below.is_string())
                network.cables.push_back({below.get<std::string>(), name});
        }
    }
    const char *section = yaml.contains("blocks") ? "blocks" : "capacity_blocks";
    std::set<std::string> domains;
    std::set<std::string> seen;
    for (const Json &block : yaml.value(section, Json::array())) {
        if (!block.is_object())
            continue;
        const Json annotations =
            block.contains("annotations") && block["annotations"].is_object() ? block["annotations"] : Json::object();
        for (const auto &[key, value] : annotations.items()) {
            if (key.find("accelerator") != std::string::npos && value.is_string())
                domains.insert(value.get<std::string>());
        }
        if (block.contains("nvlink") && block["nvlink"].is_string())
            domains.insert(block["nvlink"].get<std::string>());
        const Json above = block.value("switch", Json());
        for (const Json &list : block.value("nodes", Json::array())) {
            const std::string text = list.is_string() ? list.get<std::string>() : list.dump();
            const auto names = network::hostList(text);
            if (!names)
                return refused(std::string("/") + section, quoteText(text), "a list of names like node[1-4]");
            for (const std::string &name : *names) {
                if (seen.insert(name).second)
                    network.hosts.push_back({.name = name});
                if (above.is_string())
                    network.cables.push_back({name, above.get<std::string>()});
            }
        }
    }
    // Leaves are named by the switches above them and by blocks alone.
    std::set<std::string> known(network.switches.begin(), network.switches.end());
    for (const network::Cable &cable : network.cables) {
        for (const std::string &end : {cable.from, cable.to}) {
            if (!seen.contains(end) && known.insert(end).second)
                network.switches.push_back(end);
        }
    }
    auto result = network::addNetwork(into, std::move(network), file->file(), options);
    if (result && !domains.empty())
        result->notes.push_back(
            fmt::format("{} NVLink domains are named: NVLink between nodes is not drawn", domains.size()));
    return result;
}

} // namespace heteroscope
