// SPDX-License-Identifier: GPL-3.0-or-later
//
// One accelerator model as the catalog describes it.
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

/// Bytes of one activation or weight element in compute (fp32 and tf32 4, 16 bit 2; fp8 and fp4 keep 16-bit activations).
Bytes elementSize(Precision precision);

/// The dot that stands for a device of this type where no text fits.
enum class DeviceShape { diamond, square, circle, triangle, hexagon, pentagon };
inline constexpr std::array<std::string_view, 6> deviceShapeNames = {"diamond", "square", "circle",
                                                                    "triangle", "hexagon", "pentagon"};

struct DeviceType
{
    std::string name;
    std::string vendor;
    int year = 0;
    std::array<std::optional<FlopPerSecond>, precisionNames.size()> peak;   ///< dense, by Precision; none = unsupported
    Bytes memory;                                                           ///< capacity
    BytesPerSecond memoryBandwidth;
    std::string intraLinkTechnology;
    BytesPerSecond intraLinkBandwidth;          ///< per device and direction
    double power = 0;                           ///< W at full load
    std::optional<double> pricePerHour;         ///< USD
    std::string priceSource;
    DeviceShape shape = DeviceShape::pentagon;
    std::string computeClass;                   ///< key of its efficiency curves in resources/calibration
    std::string source;
    bool fromMemory = false;                    ///< the figures come from memory, not from the named source
    std::string notes;
    Extensions extensions;

    std::optional<FlopPerSecond> peakAt(Precision precision) const { return peak[static_cast<std::size_t>(precision)]; }
    friend bool operator==(const DeviceType &, const DeviceType &) = default;
};

/// "A100 80G": the name without its packaging, with its memory, for chips and cards.
std::string shortName(const DeviceType &type);

} // namespace heteroscope
