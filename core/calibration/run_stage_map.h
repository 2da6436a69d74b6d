// SPDX-License-Identifier: GPL-3.0-or-later
//
// The columns of rows on unlike devices: which nodes there are, how they are linked, and which layers and ranks a stage
// has. Formats, as tests/validation/README.md describes them:
//   nodes             "3x(4x V100-16GB SXM2, p3.8xlarge) + 1x(4x T4, g4dn.12xlarge)"; ranks count from left to right
//   layers_per_stage  "9,9.5,8,7.5"; embedding and head counted, halves cut between attention and MLP
//   stage_ranks       "8-9|0-3,12|4-7"; a ";" inside a stage parts replicas
//   network           "V100<->A100 0.625 GB/s 1 ms" among other words, where nodes are "called V100"
//   notes             "layers per stage 5,7 (...)", "stage devices RTX-3090x8;RTX-2080x8|RTX-2080x8"
#pragma once

#include "calibration/run_row.h"

namespace heteroscope {

/// A cell of the stage map that cannot be read.
struct WrongCell
{
    std::string_view column;
    std::string expected;
};

/// Reads them into the configuration; nullopt if every cell that is not empty could be read.
std::optional<WrongCell> readStageMap(const CsvTable &table, const CsvRow &row, RunConfiguration &run);

} // namespace heteroscope
