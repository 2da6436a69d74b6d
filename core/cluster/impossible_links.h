// SPDX-License-Identifier: GPL-3.0-or-later
//
// Links that cannot be built: technologies that stay inside one server, drawn between two, and NVLink where no device
// has a port for it. They can be simulated, so they are no mistakes of the file.
//
// A server is a node with more than one device, or with a device on a board of its own kind (SXM, OAM). A node of one
// card may stand for a card of a machine that others stand in too, so PCIe and bridges between such nodes are possible.
#pragma once

#include "cluster/cluster.h"

#include <cstdint>
#include <string>
#include <vector>

namespace heteroscope {

struct ImpossibleLink
{
    enum class Reason : std::uint8_t {
        nvlinkBetweenServers,         ///< an NVLink bridge joins cards of one server, an NVSwitch the modules of one
        pcieBetweenServers,           ///< PCIe ends in the server
        infinityFabricBetweenServers, ///< likewise
        noNvlinkPort,                 ///< no device of `from` has NVLink
        bridgeAtSwitch,               ///< the NVLink of `from`'s cards is a bridge, which no switch takes
    };
    std::string link;
    std::size_t index = 0; ///< of the link in the cluster
    Reason reason = Reason::nvlinkBetweenServers;
    std::string from; ///< ends of the link; the one at fault first
    std::string to;
    friend bool operator==(const ImpossibleLink &, const ImpossibleLink &) = default;
};

/// In the order of the links. Linear in the size of the cluster. A device type counts as having NVLink if the
/// technology of its link inside the node names it; unknown types and nodes are passed over.
std::vector<ImpossibleLink> findImpossibleLinks(const Cluster &cluster);

} // namespace heteroscope
