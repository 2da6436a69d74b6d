// SPDX-License-Identifier: GPL-3.0-or-later
//
// One row of measured steps as typed values: the configuration columns and the measured columns. The columns are
// described in tests/validation/README.md.
#pragma once

#include "base/units.h"
#include "calibration/csv.h"

#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

/// The configuration columns, the only ones that a prediction reads. 0 and empty text mean: not stated.
struct RunConfiguration
{
    std::string model;
    int layers = 0, hidden = 0, heads = 0, kvHeads = 0, ffn = 0, vocab = 0, sequence = 0, experts = 0, topK = 0;
    std::string gpu; ///< in a mixed cluster several names joined by +
    int gpusPerNode = 0, gpus = 0;
    std::string intraLink, interLink, precision;
    int tp = 1, pp = 1, cp = 1, ep = 1;
    int virtualStages = 1; ///< chunks per stage; largestVirtualStages means one block per chunk
    bool sequenceParallel = false;
    int zeroStage = 0;
    int microBatch = 0, globalBatch = 0;
    std::string recompute, schedule, flashAttention, framework;
    /// From the notes of mixed-cluster rows: number of layers of each stage (including embedding and head), and the
    /// devices of each replica by stage ("RTX-3090x8").
    std::vector<int> stageLayers;
    std::vector<std::vector<std::string>> stageDevices;
    bool tiedEmbeddings = false; ///< the notes say "embeddings tied"

    static constexpr int largestVirtualStages = -1;
    friend bool operator==(const RunConfiguration &, const RunConfiguration &) = default;
};

struct RunRow
{
    std::string id;
    std::string source; ///< the id up to its first "-"; for vtrain and sailor up to its second
    RunConfiguration configuration;
    std::optional<Seconds> measured; ///< nullopt if the cell is not a positive number
    std::optional<Bytes> peakMemory; ///< nullopt if the cell is not a positive number
    bool failed = false;             ///< measured_or_predicted says that the run failed (crash or out of memory)
};

std::string sourceOf(const std::string &id);

/// Errors, located by file, line and column: a configuration cell that is not the required number, or is empty although
/// it is required.
Result<RunRow> readRunRow(const CsvTable &table, const CsvRow &row);

/// Error: the header lacks a column that every row needs.
Status checkRunColumns(const CsvTable &table);

} // namespace heteroscope
