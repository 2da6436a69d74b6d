// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the blocks of a model of a config.json are made of: sliding windows, linear attention, state-space layers, and
// which blocks have experts.
#pragma once

#include "exchange/huggingface/config_reader.h"
#include "workload/model.h"

namespace heteroscope::huggingface {

/// Fills Model::blocks and what they need, and the model's dense layers. Failures are kept by the reader; what is
/// simplified goes into the notes.
void readBlocks(ConfigReader &reader, Model &model, std::vector<std::string> &notes);

} // namespace heteroscope::huggingface
