// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads Sailor's profile folder (eth-easl/sailor). profiles_tmp.json is {model: {gpu: {micro-batch: {tp: {layer:
// [forward, backward, update]}}}}} in seconds; the first layer is the embedding, the last one the head.
// multizone_bandwidths_het.json is [zone][gpu][count][zone][gpu][count] = [curve, max bytes/s] between nodes. Times
// include TP collectives and no recompute. Training is in fp32 (tf32 if the device supports it).
#pragma once

#include "calibration/run_cluster.h"
#include "cost/layer_profile.h"

namespace heteroscope {

/// Profiles of all models that are in the catalog or that Sailor changed (GPT-Neo with 32 heads). Times of blocks that
/// differ are averaged. Error: an entry that is not an array of three numbers.
Result<std::vector<LayerProfile>> readSailorProfiles(const Json &json, const std::string &file);

/// The links between single devices of the first zone.
Result<NodeLinks> readSailorLinks(const Json &json, const std::string &file);

} // namespace heteroscope
