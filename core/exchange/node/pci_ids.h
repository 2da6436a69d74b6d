// SPDX-License-Identifier: GPL-3.0-or-later
//
// Device types by what the PCI bus says of them (vendor and device of the PCI ID repository, https://pci-ids.ucw.cz).
#pragma once

#include <string>
#include <string_view>

namespace heteroscope::node {

struct PciDevice
{
    std::string_view type;   ///< of the catalog
    std::string_view actual; ///< the device, where the catalog lacks it and `type` stands in for it; else empty
};

/// "0x10de", "0x20b2" or "10de", "20b2". Empty if the device is not known.
PciDevice pciDevice(std::string_view vendor, std::string_view device);

/// A note if a device of the catalog stands in for another; empty otherwise.
std::string standInNote(const PciDevice &device);

} // namespace heteroscope::node
