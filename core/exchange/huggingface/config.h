// SPDX-License-Identifier: GPL-3.0-or-later
//
// config.json of a Hugging Face model as a Model. Keys as the transformers library writes them, with the older names of
// GPT-2, BLOOM, OPT and Falcon; of a model with several parts the one under text_config. What decides the shape but is
// not in the file (gated MLP, positions, biases, tied embeddings) follows from model_type; of an unknown type from the
// activation, and the notes say so.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

struct HuggingFaceModel
{
    Model model;
    std::vector<std::string> notes;
};

/// Errors: no JSON, a missing or impossible number, an encoder-decoder, experts in some blocks only that Model cannot
/// express.
Result<HuggingFaceModel> readHuggingFaceConfig(std::string_view text, const std::string &file);

/// One file. Uses options.name. Sets the model; a sequence that is too long for it is shortened.
Result<Imported> importHuggingFace(const Project &into, const std::vector<ImportFile> &files,
                                   const ImportOptions &options);

} // namespace heteroscope
