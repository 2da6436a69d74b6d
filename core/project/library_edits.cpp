// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/library_edits.h"

#include "base/find_by_name.h"
#include "project/edit_check.h"
#include "json/object_reader.h"

#include <algorithm>

namespace heteroscope {

namespace {

template<class T>
std::vector<T> &listOf(Project &project)
{
    if constexpr (std::is_same_v<T, DeviceType>)
        return project.cluster.deviceTypes;
    else if constexpr (std::is_same_v<T, LinkType>)
        return project.library.links;
    else if constexpr (std::is_same_v<T, Model>)
        return project.library.models;
    else
        return project.library.nodes;
}

template<class T>
const std::vector<T> &listOf(const Project &project)
{
    return listOf<T>(const_cast<Project &>(project)); // NOLINT: gives nothing away that may be changed
}

bool isOwn(const Project &project, EntryKind kind, std::string_view name)
{
    switch (kind) {
    case EntryKind::device:
        return findByName(project.cluster.deviceTypes, name);
    case EntryKind::link:
        return findByName(project.library.links, name);
    case EntryKind::model:
        return findByName(project.library.models, name);
    case EntryKind::node:
        break;
    }
    return findByName(project.library.nodes, name);
}

bool isBuiltin(EntryKind kind, std::string_view name)
{
    switch (kind) {
    case EntryKind::device:
        return builtinCatalog().findDevice(name);
    case EntryKind::link:
        return builtinCatalog().findLink(name);
    case EntryKind::model:
        return findModel(name);
    case EntryKind::node:
        break;
    }
    return builtinCatalog().findNode(name);
}

bool hasType(const Node &node, const std::string &type)
{
    return std::any_of(node.devices.begin(), node.devices.end(),
                       [&type](const Device &device) { return device.type == type; });
}

void carryTypeName(std::vector<Node> &nodes, const std::string &from, const std::string &to)
{
    for (auto &node : nodes) {
        for (auto &device : node.devices) {
            if (device.type == from)
                device.type = to;
        }
    }
}

/// What follows in the project when `before` becomes `after`.
void carry(Project &project, const DeviceType &before, const DeviceType &after)
{
    if (before.name == after.name)
        return;
    carryTypeName(project.cluster.nodes, before.name, after.name);
    carryTypeName(project.library.nodes, before.name, after.name);
    for (DevicePrice &price : project.prices) {
        if (price.name == before.name)
            price.name = after.name;
    }
}

void carry(Project &, const LinkType &, const LinkType &) {}

void carry(Project &project, const Model &before, const Model &after)
{
    if (project.workload.model == before)
        project.workload.model = after;
    for (ProjectJob &job : project.jobs) {
        if (job.workload.model == before)
            job.workload.model = after;
    }
}

void carry(Project &project, const Node &before, const Node &after)
{
    for (auto &node : project.cluster.nodes) {
        if (node.templateName == before.name)
            node.templateName = after.name;
    }
}

/// The first mistake of an entry, or an own entry that has the name already.
std::optional<Error> whyNot(const Project &project, const CatalogEntry &entry, bool newName)
{
    auto mistakes = findEntryMistakes(entry, project.cluster, {});
    if (!mistakes.ok()) {
        Error error = std::move(mistakes.errors.front());
        error.found = error.path.substr(std::min<std::size_t>(1, error.path.size())) + ": " + error.found;
        if (error.hint.empty())
            error.hint = "expected " + error.expected;
        return error;
    }
    if (newName && isOwn(project, kindOf(entry), nameOf(entry))) {
        return refusal("the name " + quoteText(nameOf(entry)) + " is taken", "a name of its own",
                       "choose another name");
    }
    return std::nullopt;
}

std::string listed(const EntryUsers &users)
{
    constexpr std::size_t mostNamed = 3;
    std::vector<std::string> names = users.nodes;
    names.insert(names.end(), users.templates.begin(), users.templates.end());
    if (users.job)
        names.emplace_back("the training job");
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), mostNamed); ++i)
        text += (i > 0 ? ", " : "") + names[i];
    if (names.size() > mostNamed)
        text += " and " + std::to_string(names.size() - mostNamed) + " more";
    return text;
}

} // namespace

std::vector<CatalogEntry> ownEntries(const Project &project, EntryKind kind)
{
    const auto all = [](const auto &list) { return std::vector<CatalogEntry>(list.begin(), list.end()); };
    switch (kind) {
    case EntryKind::device:
        return all(project.cluster.deviceTypes);
    case EntryKind::link:
        return all(project.library.links);
    case EntryKind::model:
        return all(project.library.models);
    case EntryKind::node:
        break;
    }
    return all(project.library.nodes);
}

Catalog ownCatalog(const Project &project)
{
    return {project.cluster.deviceTypes, project.library.links, project.library.nodes};
}

Catalog wholeCatalog(const Project &project)
{
    const auto joined = [](auto all, const auto &own) {
        for (const auto &entry : own) {
            if (auto *hidden = findByName(all, entry.name))
                *hidden = entry;
            else
                all.push_back(entry);
        }
        return all;
    };
    const Catalog &builtin = builtinCatalog();
    return {joined(builtin.devices, project.cluster.deviceTypes), joined(builtin.links, project.library.links),
            joined(builtin.nodes, project.library.nodes)};
}

const LinkType *findLinkType(const Project &project, std::string_view name)
{
    const LinkType *own = findByName(project.library.links, name);
    return own ? own : builtinCatalog().findLink(name);
}

const Node *findNodeTemplate(const Project &project, std::string_view name)
{
    const Node *own = findByName(project.library.nodes, name);
    return own ? own : builtinCatalog().findNode(name);
}

const Model *findModel(const Project &project, std::string_view name)
{
    const Model *own = findByName(project.library.models, name);
    return own ? own : findModel(name);
}

std::vector<std::string> modelNames(const Project &project)
{
    std::vector<std::string> names;
    for (const auto *models : {&project.library.models, &builtinModels()})
        for (const Model &model : *models)
            if (std::find(names.begin(), names.end(), model.name) == names.end())
                names.push_back(model.name);
    return names;
}

std::string freeEntryName(const Project &project, EntryKind kind, const std::string &base)
{
    std::string name = base;
    for (int next = 2; isOwn(project, kind, name) || isBuiltin(kind, name); ++next)
        name = base + " (" + std::to_string(next) + ")";
    return name;
}

CatalogEntry newEntry(EntryKind kind)
{
    switch (kind) {
    case EntryKind::device: {
        DeviceType type;
        type.name = "New device";
        type.peak[static_cast<std::size_t>(Precision::fp32)] = FlopPerSecond(2e13);
        type.peak[static_cast<std::size_t>(Precision::fp16)] = FlopPerSecond(1e14);
        type.peak[static_cast<std::size_t>(Precision::bf16)] = FlopPerSecond(1e14);
        type.memory = Bytes(32.0 * 1024 * 1024 * 1024);
        type.memoryBandwidth = BytesPerSecond(1e12);
        type.intraLinkTechnology = "PCIe 4 x16";
        type.intraLinkBandwidth = BytesPerSecond(3.15e10);
        type.power = 300;
        return type;
    }
    case EntryKind::link: {
        LinkType type;
        type.name = "New link";
        type.technology = LinkTechnology::ethernet;
        type.scope = "inter-node";
        type.bandwidth = BytesPerSecond(1.25e10);
        type.latency = Seconds(5e-6);
        return type;
    }
    case EntryKind::model: {
        Model model;
        model.name = "New model";
        model.layers = 32;
        model.hidden = 4096;
        model.heads = 32;
        model.kvHeads = 32;
        model.headDim = 128;
        model.ffn = 16384;
        model.vocab = 50257;
        model.maxSequence = 4096;
        return model;
    }
    case EntryKind::node:
        break;
    }
    Node node;
    node.name = "New node";
    node.devices.assign(4, Device{builtinCatalog().devices.empty() ? "" : builtinCatalog().devices.front().name, {}});
    node.vertices.push_back({"host", FabricVertex::Kind::host, {}});
    node.fabric.push_back({"gpu*", "host", LinkTechnology::pcie, BytesPerSecond(3.15e10), Seconds(1.2e-6), {}});
    return node;
}

Result<Project> addEntry(const Project &project, const CatalogEntry &entry)
{
    if (auto why = whyNot(project, entry, true))
        return *std::move(why);
    Project edited = project;
    std::visit([&edited]<class T>(const T &one) { listOf<T>(edited).push_back(one); }, entry);
    return checked(project, std::move(edited));
}

Result<Project> replaceEntry(const Project &project, const std::string &name, const CatalogEntry &entry)
{
    return std::visit(
        [&]<class T>(const T &after) -> Result<Project> {
            const T *before = findByName(listOf<T>(project), name);
            if (!before)
                return absent(quoteText(name), "an entry of this project");
            if (*before == after)
                return project;
            if (auto why = whyNot(project, entry, after.name != name))
                return *std::move(why);
            Project edited = project;
            *findByName(listOf<T>(edited), name) = after;
            carry(edited, *before, after);
            return checked(project, std::move(edited));
        },
        entry);
}

EntryUsers usersOf(const Project &project, EntryKind kind, const std::string &name)
{
    EntryUsers users;
    if (kind == EntryKind::device) {
        for (const auto &node : project.cluster.nodes) {
            if (hasType(node, name))
                users.nodes.push_back(node.name);
        }
        for (const auto &node : project.library.nodes) {
            if (hasType(node, name))
                users.templates.push_back(node.name);
        }
    } else if (kind == EntryKind::model) {
        const Model *own = findByName(project.library.models, name);
        users.job = own && project.workload.model == *own;
    }
    return users;
}

Result<Project> removeEntry(const Project &project, EntryKind kind, const std::string &name)
{
    if (!isOwn(project, kind, name))
        return absent(quoteText(name), "an entry of this project");
    if (const auto users = usersOf(project, kind, name); users.any()) {
        return refusal(quoteText(name) + " is used by " + listed(users), "an entry that nothing uses",
                       "give them another one first");
    }
    Project edited = project;
    const auto isNamed = [&name](const auto &one) { return one.name == name; };
    switch (kind) {
    case EntryKind::device:
        std::erase_if(edited.cluster.deviceTypes, isNamed);
        break;
    case EntryKind::link:
        std::erase_if(edited.library.links, isNamed);
        break;
    case EntryKind::model:
        std::erase_if(edited.library.models, isNamed);
        break;
    case EntryKind::node:
        std::erase_if(edited.library.nodes, isNamed);
        break;
    }
    return checked(project, std::move(edited));
}

} // namespace heteroscope
