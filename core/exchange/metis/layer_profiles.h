// SPDX-License-Identifier: GPL-3.0-or-later
//
// A profile of Metis, DeviceType.<TYPE>_tp<K>_bs<B>.json: {model: {num_layers, ...}, execution_time:
// {layer_compute_total_ms: [...], ...}}, one time in ms for each layer, forward and backward together; layer 0 is the
// embedding, the last one the head. Device type, tensor degree and micro-batch stand in the file's name only, the shape
// of the layers nowhere: the workload says it.
#pragma once

#include "cost/layer_profile.h"
#include "workload/workload.h"

#include <string>

namespace heteroscope {

/// Times of unlike blocks are averaged. A third of each is taken as forward, as a backward pass does twice the work;
/// they are taken to contain TP collectives and no recompute. device: a catalog name to use in the place of the file
/// name's. Errors name file and place: a name of another form, an unknown device type, another number of layers than
/// the workload's model has, times that are no numbers from 0 to 1,000 s, a mixture of experts.
Result<LayerProfile> readMetisProfile(const Json &json, const std::string &file, const Workload &workload,
                                      const std::string &device = {});

/// True when a file's name is of Metis's form.
bool isMetisProfileName(const std::string &file);

} // namespace heteroscope
