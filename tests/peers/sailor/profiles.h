// SPDX-License-Identifier: GPL-3.0-or-later
//
// The measured profiles that Sailor (eth-easl/sailor, MIT) ships, as its own planner reads them: layer times by device
// type, micro-batch and tensor degree, layer sizes, and fitted network curves. They are read from a folder that the
// user has; none of it is part of this project.
//
// Units: seconds, floats (4 bytes each), bytes.
#pragma once

#include "base/result.h"

#include <array>
#include <string>
#include <vector>

namespace heteroscope::sailor {

inline constexpr std::array<int, 3> tensorDegrees = {1, 2, 4};
inline constexpr std::array<int, 4> microBatchSizes = {1, 2, 4, 8};

struct LayerTime
{
    double forward = 0;
    double backward = 0;
    double update = 0;
};

struct LayerSize
{
    double parameters = 0;  ///< floats of a device
    double output = 0;      ///< floats of a sample, sent to the next stage
    double activations = 0; ///< floats of a sample, kept for the backward pass
};

/// GB/s = c[0] q^2 + c[1] q + c[2], q = log2 of megabytes.
using NetworkCurve = std::array<double, 3>;

/// Everything by index: device type t, micro-batch b (into microBatchSizes), tensor degree p (into tensorDegrees).
struct Profiles
{
    struct Type
    {
        std::string name;
        double memory = 0; ///< bytes a device
        /// [b][p] -> by layer; empty where nothing was measured: then it is not allowed.
        std::array<std::array<std::vector<LayerTime>, tensorDegrees.size()>, microBatchSizes.size()> times;
    };

    std::vector<Type> types;
    std::array<std::vector<LayerSize>, tensorDegrees.size()> sizes; ///< [p] -> by layer
    /// [t][p][t'][p'] flattened; see curve().
    std::vector<NetworkCurve> curves;

    int layers() const { return static_cast<int>(sizes[0].size()); }
    const NetworkCurve &curve(std::size_t type, std::size_t degree, std::size_t otherType,
                              std::size_t otherDegree) const
    {
        constexpr std::size_t degrees = tensorDegrees.size();
        return curves[((type * degrees + degree) * types.size() + otherType) * degrees + otherDegree];
    }
};

/// Seconds that so many bytes take over a curve.
double transferTime(double bytes, const NetworkCurve &curve);

/// Reads profiles_tmp.json, llm_info.json and multizone_bandwidths_het.json of the folder, for the device types
/// A100-40 and V100-16 (40 and 16 GiB, as the published comparison counts them) and the model OPT-350 in one zone.
/// Errors: a file that cannot be read, a member that is missing.
Result<Profiles> readProfiles(const std::string &folder);

/// The same with only these layers, in this order, for cases small enough to try every plan.
Profiles withLayers(const Profiles &profiles, const std::vector<int> &layers);

/// The folder named by HETEROSCOPE_SAILOR_DATA, else ../shared/sailor beside the working folder; empty when there is
/// none.
std::string profileFolder();

} // namespace heteroscope::sailor
