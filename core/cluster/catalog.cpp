// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/catalog.h"

#include "base/embedded_files.h"
#include "base/find_by_name.h"
#include "cluster/cluster_json.h"

#include <algorithm>
#include <set>

namespace heteroscope {

namespace {

struct ReadCatalog
{
    Catalog catalog;
    Findings findings;
};

/// Reads one file of resources/catalog; an entry with a mistake, or with the name of an earlier one, is left out.
template<class T, class Read, class Check>
std::vector<T> readFile(const char *key, Findings &all, Read read, Check check)
{
    const std::string file = std::string("catalog/") + key + ".json";
    Findings findings;
    std::vector<T> result;
    std::set<std::string> names;
    if (const auto json = parseJson(embeddedFile(file)); !json) {
        findings.addError(json.error());
    } else {
        ObjectReader reader(*json, {}, findings);
        reader.integer("formatVersion", 1, 1);
        const auto items = reader.items(key);
        for (std::size_t i = 0; i < items.size(); ++i) {
            Findings own;
            const auto path = reader.pathOf(key, i);
            T entry = read(*items[i], path, own);
            own.append(check(entry, path));
            if (!names.insert(entry.name).second)
                own.addError({Error::Code::invalid,
                              {},
                              path + "/name",
                              "\"" + entry.name + "\" again",
                              "a name of its own",
                              "rename one of them"});
            if (own.ok())
                result.push_back(std::move(entry));
            findings.append(std::move(own));
        }
        reader.finish();
    }
    for (auto *list : {&findings.errors, &findings.warnings}) {
        for (auto &error : *list)
            error.file = file;
    }
    all.append(std::move(findings));
    return result;
}

ReadCatalog readCatalog()
{
    ReadCatalog result;
    Catalog &catalog = result.catalog;
    Findings &findings = result.findings;
    catalog.devices = readFile<DeviceType>("devices", findings, readDeviceType, findDeviceTypeMistakes);
    catalog.links = readFile<LinkType>("links", findings, readLinkType,
                                       [](const LinkType &, const std::string &) { return Findings(); });
    catalog.nodes = readFile<Node>(
        "nodes", findings,
        [](const Json &json, const std::string &path, Findings &own) { return readNode(json, path, own); },
        [&catalog](const Node &node, const std::string &path) {
            auto own = findNodeMistakes(node, path);
            for (const auto &device : node.devices) {
                if (!catalog.findDevice(device.type)) {
                    own.addError({Error::Code::reference,
                                  {},
                                  path + "/devices",
                                  "\"" + device.type + "\"",
                                  "a device type of the catalog",
                                  "add it to devices.json"});
                    break;
                }
            }
            return own;
        });
    return result;
}

const ReadCatalog &shipped()
{
    static const ReadCatalog catalog = readCatalog();
    return catalog;
}

} // namespace

const DeviceType *Catalog::findDevice(std::string_view name) const { return findByName(devices, name); }

const LinkType *Catalog::findLink(std::string_view name) const { return findByName(links, name); }

const Node *Catalog::findNode(std::string_view name) const { return findByName(nodes, name); }

const Catalog &builtinCatalog() { return shipped().catalog; }

const Findings &builtinCatalogFindings() { return shipped().findings; }

const DeviceType *findDeviceType(const Cluster &cluster, std::string_view name)
{
    const auto *own = findByName(cluster.deviceTypes, name);
    return own ? own : builtinCatalog().findDevice(name);
}

} // namespace heteroscope
