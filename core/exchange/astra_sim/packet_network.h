// SPDX-License-Identifier: GPL-3.0-or-later
//
// The network of ASTRA-sim's ns-3 backend: a line with the numbers of nodes, switches and links, a line with the
// numbers of the switches, and a line for each link (exchange/network/packet_link.h). All other nodes are devices.
#pragma once

#include "base/result.h"
#include "exchange/network/network.h"

#include <string_view>

namespace heteroscope {

/// Whether a text begins like one.
bool isPacketNetwork(std::string_view text);

/// A host of one device for each device, a switch for each switch. Errors: another first or second line, other numbers
/// of links than the first line says, a link without its units.
Result<network::Network> readPacketNetwork(const ImportFile &file);

} // namespace heteroscope
