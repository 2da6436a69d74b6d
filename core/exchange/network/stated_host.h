// SPDX-License-Identifier: GPL-3.0-or-later
//
// A host as planners for unlike devices state it: a word and a memory for each device, and one bandwidth inside.
#pragma once

#include "exchange/network/network.h"

namespace heteroscope::network {

struct StatedDevice
{
    std::string name; ///< "A100", "l4"
    Bytes memory;     ///< 0: not stated
};

struct StatedHost
{
    std::string name;
    std::vector<StatedDevice> devices;
    BytesPerSecond inside; ///< between two of its devices, each direction; 0: not stated
};

/// The host with its inside: modules with NVLink at an NVSwitch, cards at one PCIe host; links of devices have the
/// stated bandwidth, else the catalog's. options.device is the type of all devices, else the catalog's type with the
/// word in its name whose memory is nearest. Notes are added once each: what is assumed, and a type whose memory is
/// more than a tenth from what is stated. Errors: no device or more than 1024, no such type.
Result<Host> hostWithInside(const StatedHost &stated, const Cluster &own, const std::string &file,
                            const ImportOptions &options, std::vector<std::string> &notes);

} // namespace heteroscope::network
