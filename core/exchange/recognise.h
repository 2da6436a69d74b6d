// SPDX-License-Identifier: GPL-3.0-or-later
//
// What kind of file a text is, told from its content, for files that come without a word about them (dropped on the
// window).
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// True for the text of a project.
bool looksLikeProject(std::string_view text);

/// The importer that the files are for: config.json of Hugging Face, nvidia-smi topo -m (with nvidia-smi -L in any of
/// the files), Megatron-LM arguments, a log of nccl-tests. nullptr when they look like none of these. Linear in the
/// text.
const ImportFormat *recogniseFormat(const std::vector<ImportFile> &files);

} // namespace heteroscope
