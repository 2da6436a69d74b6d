// SPDX-License-Identifier: GPL-3.0-or-later
//
// What devices cost over time, as spot devices do. The price of a device is that of its node, else that of its type,
// else the constant one of the catalog. It does not change what a step takes, so it stands beside the cluster.
#pragma once

#include "base/extensions.h"
#include "base/result.h"
#include "cluster/cluster.h"
#include "json/object_reader.h"

#include <map>
#include <string>
#include <vector>

namespace heteroscope {

inline constexpr std::size_t maxPricePoints = 1'000'000; ///< of all prices of a project together

/// USD per hour of one device over time, by name of a node or device type. The price is Point::factor; before the first
/// point the first price holds.
using PriceCurves = std::map<std::string, RateCurve>;

struct DevicePrice
{
    std::string name; ///< of a drawn node or a device type; unique
    RateCurve curve;  ///< the price is Point::factor, in USD per hour of one device
    Extensions extensions;
    friend bool operator==(const DevicePrice &, const DevicePrice &) = default;
};

PriceCurves priceCurves(const std::vector<DevicePrice> &prices);

/// Finds names that are empty or not unique, curves without a point, times that do not rise and prices out of range.
Findings findPriceMistakes(const std::vector<DevicePrice> &prices, const std::string &path);
/// Finds names that are neither a node nor the type of a device of the cluster.
Findings findPriceMisfits(const std::vector<DevicePrice> &prices, const Cluster &cluster, const std::string &path);

std::vector<DevicePrice> readPrices(const std::vector<const Json *> &items, const std::string &path,
                                    Findings &findings);
Json toJson(const DevicePrice &price);

} // namespace heteroscope
