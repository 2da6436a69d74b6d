// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a profile of Metis, DeviceType.<TYPE>_tp<K>_bs<B>.json: {model: {num_layers, ...}, execution_time:
// {layer_compute_total_ms: [...], ...}}. There is one time in ms per layer, forward and backward together; the first
// layer is the embedding, the last one the head. Device type, TP degree and micro-batch size are in the file name only.
// The file does not state the shape of the layers; it is taken from the workload.
#pragma once

#include "cost/layer_profile.h"
#include "workload/workload.h"

#include <string>

namespace heteroscope {

/// Times of blocks that differ are averaged. One third of each time is taken as forward, because the backward pass does
/// twice the work. The times are assumed to include TP collectives and no recompute. device: a catalog name that
/// replaces the device type in the file name. Errors name file and location: a file name of another form, an unknown
/// device type, a number of layers that differs from the workload's model, a time that is not a number from 0 to 1,000
/// s, a mixture of experts.
Result<LayerProfile> readMetisProfile(const Json &json, const std::string &file, const Workload &workload,
                                      const std::string &device = {});

/// What a profile states of itself, without a model.
struct MetisMeasurement
{
    std::string model;  ///< "GPT3"; empty: not stated
    std::string device; ///< as in the file name
    int tp = 1;
    int microBatch = 1;
    int layers = 0;    ///< embedding and head among them
    Seconds block;     ///< mean of all layers but the first and the last one, forward and backward together
    Seconds optimizer; ///< 0: not stated
};

/// Errors: a file name of another form, fewer than three layers, a time that is not a number from 0 to 1,000 s.
Result<MetisMeasurement> readMetisMeasurement(const Json &json, const std::string &file);

/// True if the file name has the form of Metis's profiles.
bool isMetisProfileName(const std::string &file);

} // namespace heteroscope
