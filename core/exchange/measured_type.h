// SPDX-License-Identifier: GPL-3.0-or-later
//
// The device type of the catalog that a driver calls by a product name.
#pragma once

#include "base/result.h"
#include "cluster/device_type.h"

#include <string>
#include <string_view>

namespace heteroscope {

/// The catalog's name for a product: "A100-80GB SXM" for "NVIDIA A100-SXM4-80GB"; empty if it is unknown.
std::string_view catalogName(std::string_view product);

/// The catalog's type with all words of `name` in its own name ("a100", "l4", "A6000"), of those the one with the
/// nearest memory; without memory (0) the first. nullptr if there is none.
const DeviceType *deviceTypeOfWord(const std::string &name, Bytes memory);

/// product: "NVIDIA A100-SXM4-80GB", "AMD Instinct MI300X". wanted: the catalog's name, or one that tables of measured
/// steps use; empty: told by the product. Error: the catalog has no such device; the hint names the nearest.
Result<DeviceType> measuredDeviceType(const std::string &product, const std::string &wanted);

} // namespace heteroscope
