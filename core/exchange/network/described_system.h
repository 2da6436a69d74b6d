// SPDX-License-Identifier: GPL-3.0-or-later
//
// A system as planners and simulators state it: rates of a device, devices of a node, bandwidth inside and between.
#pragma once

#include "exchange/import.h"

namespace heteroscope::network {

struct DescribedSystem
{
    std::string name;   ///< of the device type that is made; the catalog's type that it names stands behind it
    FlopPerSecond peak; ///< dense, 16 bit
    Bytes memory;
    BytesPerSecond memoryBandwidth; ///< 0: as the catalog's type
    int devicesPerNode = 8;
    BytesPerSecond inside; ///< of a device, each direction
    Seconds insideLatency;
    BytesPerSecond between; ///< of a device, each direction
    Seconds betweenLatency;
};

/// Adds a device type with the stated rates, and two nodes of it at a switch: how many there are no such file says, and
/// a note says so. What the file leaves out, such as power and efficiencies, is that of options.device, else of the
/// catalog's type whose name is in the system's. Errors: rates beyond those of hardware, no such type.
Result<Imported> addSystem(const Project &into, const DescribedSystem &system, const std::string &file,
                           const ImportOptions &options);

} // namespace heteroscope::network
