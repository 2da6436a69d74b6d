// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/edit_check.h"

#include "cluster/cluster_json.h"

#include <algorithm>

namespace heteroscope {

Error refusal(std::string found, std::string expected, std::string hint, Error::Code code)
{
    return {code, {}, {}, std::move(found), std::move(expected), std::move(hint)};
}

Error absent(std::string found, std::string expected)
{
    return refusal(std::move(found), std::move(expected), "it may have been renamed or removed; choose another one",
                   Error::Code::reference);
}

Result<Project> checked(const Project &old, Project edited)
{
    const auto mistakes = findClusterMistakes(edited.cluster, "/cluster");
    if (mistakes.ok())
        return edited;
    const auto before = findClusterMistakes(old.cluster, "/cluster");
    for (const auto &mistake : mistakes.errors) {
        if (std::find(before.errors.begin(), before.errors.end(), mistake) == before.errors.end())
            return mistake;
    }
    return edited;
}

Node nodeFrom(const Node &nodeTemplate, std::string name)
{
    Node node = nodeTemplate;
    node.templateName = nodeTemplate.name;
    node.name = std::move(name);
    node.source.clear();
    node.fromMemory = false;
    node.notes.clear();
    return node;
}

Link linkFrom(const LinkType &type, std::string name, std::string from, std::string to)
{
    Link link;
    link.name = std::move(name);
    link.from = std::move(from);
    link.to = std::move(to);
    link.technology = type.technology;
    link.bandwidth = type.bandwidth;
    link.latency = type.latency;
    return link;
}

} // namespace heteroscope
