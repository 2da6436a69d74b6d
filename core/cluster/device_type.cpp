// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/device_type.h"

#include <cmath>

namespace heteroscope {

Bytes elementSize(Precision precision)
{
    return Bytes(precision == Precision::fp32 || precision == Precision::tf32 ? 4 : 2);
}

std::string shortName(const DeviceType &type)
{
    std::string name = type.name;
    for (const char *packaging : {" SXM2/SXM3", " SXM2", " SXM", " PCIe", " (96 GB)", " NVL"}) {
        if (const auto at = name.find(packaging); at != std::string::npos)
            name.erase(at, std::string_view(packaging).size());
    }
    if (const auto dash = name.find('-'); dash != std::string::npos)
        name.erase(dash);
    const auto gigabytes = std::lround(type.memory.value / 1073741824.0);
    return name + " " + std::to_string(gigabytes) + "G";
}

} // namespace heteroscope
