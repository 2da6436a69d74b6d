// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads config.json of a Hugging Face model as a Model. Keys as the transformers library names them, including the
// older names of GPT-2, BLOOM, OPT and Falcon. In a model with several parts the part under text_config is read.
// Properties that are not in the file (gated MLP, positions, biases, tied embeddings) follow from model_type; for an
// unknown type they are derived from the activation function, and a note says so.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

struct HuggingFaceModel
{
    Model model;
    std::vector<std::string> notes;
};

/// Errors: not JSON, a missing or impossible number, a model that Model cannot express (inexpressible.h), experts
/// under keys that are not known.
Result<HuggingFaceModel> readHuggingFaceConfig(std::string_view text, const std::string &file);

/// Reads one file. Uses options.name. Sets the model of the project; shortens the job's sequence length to the max of
/// the model.
Result<Imported> importHuggingFace(const Project &into, const std::vector<ImportFile> &files,
                                   const ImportOptions &options);

} // namespace heteroscope
