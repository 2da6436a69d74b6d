// SPDX-License-Identifier: GPL-3.0-or-later
//
// A device type: one accelerator model as the catalog describes it.
#pragma once

#include "base/extensions.h"
#include "base/units.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace heteroscope {

enum class Precision { fp32, tf32, fp16, bf16, fp8, fp4 };
inline constexpr std::array<std::string_view, 6> precisionNames = {"fp32", "tf32", "fp16", "bf16", "fp8", "fp4"};

/// Bytes of one activation or weight element: 4 for fp32 and tf32, 2 for all others, because fp8 and fp4 training keeps
/// activations in 16 bits.
Bytes elementSize(Precision precision);

/// The symbol drawn for a device of this type if there is no room for text.
enum class DeviceShape { diamond, square, circle, triangle, hexagon, pentagon };
inline constexpr std::array<std::string_view, 6> deviceShapeNames = {"diamond",  "square",  "circle",
                                                                     "triangle", "hexagon", "pentagon"};

struct DeviceType
{
    std::string name;
    std::string vendor;
    int year = 0;
    std::array<std::optional<FlopPerSecond>, precisionNames.size()> peak; ///< dense, by Precision; nullopt: unsupported
    Bytes memory;                                                         ///< capacity
    BytesPerSecond memoryBandwidth;
    std::string intraLinkTechnology;
    BytesPerSecond intraLinkBandwidth;  ///< per device and direction
    double power = 0;                   ///< W at full load
    std::optional<double> pricePerHour; ///< USD
    std::string priceSource;
    DeviceShape shape = DeviceShape::pentagon;
    std::string computeClass; ///< key of its efficiency curves in resources/calibration
    std::string source;
    bool fromMemory = false; ///< the figures were written from memory; no source could be cited
    std::string notes;
    Extensions extensions;

    std::optional<FlopPerSecond> peakAt(Precision precision) const { return peak[static_cast<std::size_t>(precision)]; }
    friend bool operator==(const DeviceType &, const DeviceType &) = default;
};

/// A short name for labels: the name without its form factor, with its memory, e.g. "A100 80G".
std::string shortName(const DeviceType &type);

} // namespace heteroscope
