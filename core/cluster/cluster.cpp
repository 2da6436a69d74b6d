// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/cluster.h"

#include <algorithm>

namespace heteroscope {

namespace {

template<class T>
const T *findByName(const std::vector<T> &things, std::string_view name)
{
    const auto it = std::find_if(things.begin(), things.end(), [name](const T &thing) { return thing.name == name; });
    return it == things.end() ? nullptr : &*it;
}

} // namespace

const Node *Cluster::findNode(std::string_view name) const
{
    return findByName(nodes, name);
}

const Switch *Cluster::findSwitch(std::string_view name) const
{
    return findByName(switches, name);
}

const Link *Cluster::findLink(std::string_view name) const
{
    return findByName(links, name);
}

bool Cluster::isNameTaken(std::string_view name) const
{
    return findNode(name) || findSwitch(name) || findLink(name) || findByName(racks, name);
}

} // namespace heteroscope
