// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/library.h"

#include "cluster/cluster_json.h"
#include "workload/workload_json.h"

#include <set>

namespace heteroscope {

namespace {

void mustHaveName(const std::string &name, const std::string &path, Findings &findings)
{
    if (name.empty())
        findings.addError({Error::Code::invalid, {}, path + "/name", "\"\"", "a name", "choose a name"});
}

// Writing and reading again finds what the readers refuse, so that every range stands in one place.

void check(const DeviceType &type, const Cluster &, const std::string &path, Findings &findings)
{
    readDeviceType(toJson(type), path, findings);
    if (findings.ok())
        findings.append(findDeviceTypeMistakes(type, path));
}

void check(const LinkType &type, const Cluster &, const std::string &path, Findings &findings)
{
    mustHaveName(type.name, path, findings);
    readLinkType(toJson(type), path, findings);
}

void check(const Model &model, const Cluster &, const std::string &path, Findings &findings)
{
    readModel(toJson(model), path, findings);
}

void check(const Node &node, const Cluster &cluster, const std::string &path, Findings &findings)
{
    mustHaveName(node.name, path, findings);
    readNode(toJson(node), path, findings);
    findings.append(findNodeMistakes(node, path));
    std::set<std::string_view> known;
    for (const auto &device : node.devices) {
        if (!known.insert(device.type).second || findDeviceType(cluster, device.type))
            continue;
        findings.addError({Error::Code::reference,
                           {},
                           path + "/devices",
                           "the device type " + quoteText(device.type),
                           "a device type of the catalog or of this project",
                           "add it to deviceTypes, or see `hscope catalog devices`"});
    }
}

template<class T>
void checkAll(const std::vector<T> &entries, const Cluster &cluster, const std::string &path, Findings &findings)
{
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto at = path + "/" + std::to_string(i);
        findings.append(findEntryMistakes(entries[i], cluster, at));
        if (!names.insert(entries[i].name).second)
            findings.addError({Error::Code::invalid,
                               {},
                               at + "/name",
                               quoteText(entries[i].name) + " again",
                               "a name of its own",
                               "rename one of them"});
    }
}

template<class T>
std::vector<CatalogEntry> asEntries(const std::vector<T> &things)
{
    return {things.begin(), things.end()};
}

} // namespace

const std::string &nameOf(const CatalogEntry &entry)
{
    return std::visit([](const auto &one) -> const std::string & { return one.name; }, entry);
}

void setName(CatalogEntry &entry, const std::string &name)
{
    std::visit([&name](auto &one) { one.name = name; }, entry);
}

std::vector<CatalogEntry> builtinEntries(EntryKind kind)
{
    switch (kind) {
    case EntryKind::device:
        return asEntries(builtinCatalog().devices);
    case EntryKind::link:
        return asEntries(builtinCatalog().links);
    case EntryKind::model:
        return asEntries(builtinModels());
    case EntryKind::node:
        break;
    }
    return asEntries(builtinCatalog().nodes);
}

Findings findEntryMistakes(const CatalogEntry &entry, const Cluster &cluster, const std::string &path)
{
    Findings findings;
    std::visit([&](const auto &one) { check(one, cluster, path, findings); }, entry);
    return findings;
}

Findings findLibraryMistakes(const Library &library, const Cluster &cluster, const std::string &path)
{
    Findings findings;
    checkAll(library.links, cluster, path + "/links", findings);
    checkAll(library.nodes, cluster, path + "/nodes", findings);
    checkAll(library.models, cluster, path + "/models", findings);
    return findings;
}

} // namespace heteroscope
