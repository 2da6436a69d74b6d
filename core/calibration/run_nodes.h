// SPDX-License-Identifier: GPL-3.0-or-later
//
// Device types and nodes as the rows of measured runs name them, made from the catalog.
#pragma once

#include "base/result.h"
#include "cluster/cluster.h"

namespace heteroscope {

/// The catalog name of the device type of a gpu cell ("A100", "GH-96"); empty if it is unknown.
std::string deviceTypeNamed(const std::string &gpu);

/// The device type of a gpu cell. "A100-40GB SXM at 585 MHz" is a type of that name whose peak rates fall with the
/// clock. Errors: the catalog does not have it; a clock beside a type whose own clock is not known.
Result<DeviceType> deviceTypeOfRun(const std::string &gpu);

/// A node of `count` devices: the catalog's template of this type and number; else one of another number with more or
/// fewer devices where all attach alike, or its first devices; else devices behind one switch or host, by the type's
/// own link. isRack: a rack of the catalog with more devices.
Node nodeOfRun(const DeviceType &type, int count, bool isRack);

/// Devices of a node for a row that does not say: those of the catalog's first template of this type.
int usualNodeSize(const DeviceType &type);

/// Devices of an NVL72 rack that jobs use: whole powers of two.
inline constexpr int rackDevices = 64;

} // namespace heteroscope
