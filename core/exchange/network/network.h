// SPDX-License-Identifier: GPL-3.0-or-later
//
// A network of hosts and switches as many tools state it, drawn into a project.
//
// A route uses one path through the network (cluster/topology.h), so switches that are cabled to the same things (the
// rails of a rail-optimized fabric, the spines above the same leaves) are drawn as one with the sum of their links.
#pragma once

#include "exchange/import.h"

#include <map>

namespace heteroscope::network {

inline constexpr std::size_t mostHosts = 8192;
inline constexpr std::size_t mostLinks = 262'144;

struct Host
{
    std::string name;
    int devices = 0;               ///< 0: not stated
    std::string type = {};         ///< a part of the device type's name; empty: not stated
    std::optional<Node> node = {}; ///< its inside, where the file states it
};

/// Names of hosts and switches; zero bandwidth: not stated.
struct Cable
{
    std::string from;
    std::string to;
    BytesPerSecond bandwidth = {};
    Seconds latency = Seconds(1e-6);
};

struct Network
{
    std::vector<Host> hosts;
    std::vector<std::string> switches;
    std::vector<Cable> cables;
    LinkTechnology technology = LinkTechnology::infiniband;
};

/// Adds the network to the project; hosts that the project has already under their names stay and are cabled. Hosts
/// without devices get eight of options.device (else H100-80GB SXM); cables without bandwidth 400 Gbit/s for each
/// device below them: notes say so. Errors: too many hosts, a name that is not allowed, a cable to nothing, an unknown
/// type.
Result<Imported> addNetwork(const Project &into, Network network, const std::string &file,
                            const ImportOptions &options);

/// The names of a host list of Slurm: "tux[0-3,7],srv[01-08]". nullopt at a mistake or beyond mostHosts names.
std::optional<std::vector<std::string>> hostList(std::string_view text);

} // namespace heteroscope::network
