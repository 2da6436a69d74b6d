// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/node/pci_ids.h"

#include "base/text.h"

#include <fmt/format.h>

#include <array>

namespace heteroscope::node {

PciDevice pciDevice(std::string_view vendor, std::string_view device)
{
    struct Entry
    {
        std::string_view id;
        PciDevice device;
    };
    static constexpr std::array entries = {
        Entry{"10de15f9", {"P100 SXM2", ""}},
        Entry{"10de15f8", {"P100 SXM2", "P100 PCIe"}},
        Entry{"10de1b38", {"P40", ""}},
        Entry{"10de1db1", {"V100-16GB SXM2", ""}},
        Entry{"10de1db4", {"V100 PCIe", ""}},
        Entry{"10de1db5", {"V100-32GB SXM2/SXM3", ""}},
        Entry{"10de1db6", {"V100 PCIe", ""}},
        Entry{"10de1db8", {"V100-32GB SXM2/SXM3", ""}},
        Entry{"10de1eb8", {"T4", ""}},
        Entry{"10de1e02", {"Titan RTX", ""}},
        Entry{"10de1e04", {"RTX 2080 Ti", ""}},
        Entry{"10de1e07", {"RTX 2080 Ti", ""}},
        Entry{"10de20b0", {"A100-40GB SXM", ""}},
        Entry{"10de20b2", {"A100-80GB SXM", ""}},
        Entry{"10de20b5", {"A100-80GB PCIe", ""}},
        Entry{"10de20f1", {"A100-80GB PCIe", "A100-40GB PCIe"}},
        Entry{"10de20f3", {"A800-80GB SXM", ""}},
        Entry{"10de20b7", {"A30", ""}},
        Entry{"10de2204", {"RTX 3090", ""}},
        Entry{"10de2230", {"RTX A6000", ""}},
        Entry{"10de2235", {"A40", ""}},
        Entry{"10de2236", {"A10", ""}},
        Entry{"10de2237", {"A10G", ""}},
        Entry{"10de2321", {"H100 NVL", ""}},
        Entry{"10de2324", {"H800 SXM", ""}},
        Entry{"10de2329", {"H20", ""}},
        Entry{"10de2330", {"H100-80GB SXM", ""}},
        Entry{"10de2331", {"H100 PCIe", ""}},
        Entry{"10de2335", {"H200 SXM", ""}},
        Entry{"10de2342", {"GH200 (96 GB)", ""}},
        Entry{"10de2684", {"RTX 4090", ""}},
        Entry{"10de26b9", {"L40S", ""}},
        Entry{"10de27b8", {"L4", ""}},
        Entry{"10de2901", {"B200 SXM", ""}},
        Entry{"10de2941", {"GB200", ""}},
        Entry{"1002738c", {"MI210", "MI100"}},
        Entry{"10027408", {"MI250X", ""}},
        Entry{"1002740c", {"MI250X", ""}},
        Entry{"1002740f", {"MI210", ""}},
        Entry{"100274a1", {"MI300X", ""}},
        Entry{"100274a2", {"MI300X", "MI308X"}},
        Entry{"100274a5", {"MI325X", ""}},
        Entry{"100274a9", {"MI300X", ""}},
        Entry{"100275a0", {"MI350X", ""}},
        Entry{"100275a3", {"MI355X", ""}},
    };
    const auto plain = [](std::string_view text) { return lowerCase(text.substr(text.starts_with("0x") ? 2 : 0)); };
    const std::string id = plain(vendor) + plain(device);
    for (const Entry &entry : entries) {
        if (entry.id == id)
            return entry.device;
    }
    return {};
}

std::string standInNote(const PciDevice &device)
{
    if (device.actual.empty())
        return {};
    return fmt::format("the devices are {}, which the catalog lacks: the figures of {} are taken; name others with "
                       "--device",
                       device.actual, device.type);
}

} // namespace heteroscope::node
