// SPDX-License-Identifier: GPL-3.0-or-later
//
// One row of measured steps as typed values: what ran (the configuration columns) and what was measured. The columns
// are described in tests/validation/README.md.
#pragma once

#include "base/units.h"
#include "calibration/csv.h"

#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

/// Columns that say what ran. A prediction reads nothing else. 0 and empty text mean not stated.
struct RunConfiguration
{
    std::string model;
    int layers = 0, hidden = 0, heads = 0, kvHeads = 0, ffn = 0, vocab = 0, sequence = 0, experts = 0, topK = 0;
    std::string gpu; ///< several joined by + in a mixed cluster
    int gpusPerNode = 0, gpus = 0;
    std::string intraLink, interLink, precision;
    int tp = 1, pp = 1, cp = 1, ep = 1;
    int virtualStages = 1; ///< chunks per stage; largestVirtualStages = one block per chunk
    bool sequenceParallel = false;
    int zeroStage = 0;
    int microBatch = 0, globalBatch = 0;
    std::string recompute, schedule, flashAttention, framework;
    /// From the notes of mixed-cluster rows: layers of each stage (embedding and head counted), and for each stage the
    /// devices of each replica ("RTX-3090x8").
    std::vector<int> stageLayers;
    std::vector<std::vector<std::string>> stageDevices;

    static constexpr int largestVirtualStages = -1;
    friend bool operator==(const RunConfiguration &, const RunConfiguration &) = default;
};

struct RunRow
{
    std::string id;
    std::string source; ///< the id up to its first "-", the second for vtrain and sailor
    RunConfiguration configuration;
    std::optional<Seconds> measured; ///< none when the cell is empty or no positive number
    std::optional<Bytes> peakMemory; ///< likewise
};

std::string sourceOf(const std::string &id);

/// Errors name file, line and column: a configuration cell that is no number where one is needed, or empty where it
/// must not be.
Result<RunRow> readRunRow(const CsvTable &table, const CsvRow &row);

/// An error when a column that every row needs is missing from the header.
Status checkRunColumns(const CsvTable &table);

} // namespace heteroscope
