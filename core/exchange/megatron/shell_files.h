// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which of several files is the script, and what Slurm sets for it.
#pragma once

#include "exchange/import.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope::megatron {

/// The last part of a path.
std::string_view baseName(std::string_view path);

/// Whether the script names the file behind a slash, as `source` does.
bool isSourced(const ImportFile &file, const ImportFile &script);

/// The first file that sources another of them, else the one with the most options. nullptr without files.
const ImportFile *mainScript(const std::vector<ImportFile> &files);

/// SLURM_NNODES and the like from lines "#SBATCH --nodes=2". Linear in the length of the text.
std::map<std::string, std::string> slurmVariables(std::string_view text);

} // namespace heteroscope::megatron
