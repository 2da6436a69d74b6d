// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sailor's profile folder (eth-easl/sailor): profiles_tmp.json holds {model: {gpu: {micro-batch: {tp: {layer: [forward,
// backward, update]}}}}} in seconds, layer 0 the embedding, the last one the head; multizone_bandwidths_het.json holds
// [zone][gpu][count][zone][gpu][count] = [curve, largest bytes/s] between nodes. Times contain TP collectives and no
// recompute; training is in fp32 (tf32 where the device has it).
#pragma once

#include "calibration/run_cluster.h"
#include "cost/layer_profile.h"

namespace heteroscope {

/// Profiles of the models that the catalog knows or that Sailor changed (GPT-Neo with 32 heads). Times of unlike blocks
/// are averaged. Entries that are no array of three numbers are errors.
Result<std::vector<LayerProfile>> readSailorProfiles(const Json &json, const std::string &file);

/// The first zone's links between single devices.
Result<NodeLinks> readSailorLinks(const Json &json, const std::string &file);

} // namespace heteroscope
