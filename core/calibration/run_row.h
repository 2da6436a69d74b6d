// SPDX-License-Identifier: GPL-3.0-or-later
//
// One row of measured steps as typed values: the configuration columns and the measured columns. The columns are
// described in tests/validation/README.md. run_stage_map.h reads the columns of mixed clusters.
#pragma once

#include "base/units.h"
#include "calibration/csv.h"

#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

/// Equal nodes of a cluster whose nodes the row names one by one.
struct RunNodes
{
    int count = 1;
    int devices = 1;    ///< of each node
    std::string gpu;    ///< "T4", "A100-40GB SXM at 585 MHz"
    std::string remark; ///< what follows the gpu: the kind of machine, or "called V100"
    friend bool operator==(const RunNodes &, const RunNodes &) = default;
};

/// A stated network between nodes that the row calls by name.
struct RunLink
{
    std::string from, to;
    BytesPerSecond bandwidth;
    Seconds latency;
    friend bool operator==(const RunLink &, const RunLink &) = default;
};

/// The configuration columns, the only ones that a prediction reads. 0 and empty text mean: not stated.
struct RunConfiguration
{
    std::string model;
    int layers = 0, hidden = 0, heads = 0, kvHeads = 0, ffn = 0, vocab = 0, sequence = 0, experts = 0, topK = 0;
    std::string gpu;               ///< in a mixed cluster several names joined by +
    int gpusPerNode = 0, gpus = 0; ///< gpusPerNode 0: not stated
    std::string intraLink, interLink, precision;
    int tp = 1, pp = 1, cp = 1, ep = 1;
    int virtualStages = 1; ///< chunks per stage; largestVirtualStages means one block per chunk
    bool sequenceParallel = false;
    int zeroStage = 0;
    int zeroGroup = 0; ///< devices that share states, "1 (8-GPU groups)"; 0: all replicas
    int microBatch = 0, globalBatch = 0;
    std::string recompute, schedule, flashAttention, framework;
    /// Number of layers of each stage, embedding and head counted; a half is a cut between attention and MLP.
    std::vector<double> stageLayers;
    /// From the notes of mixed-cluster rows: the devices of each replica by stage ("RTX-3090x8").
    std::vector<std::vector<std::string>> stageDevices;
    std::vector<RunNodes> nodes;              ///< in the order of ranks; empty: not stated
    std::vector<RunLink> links;               ///< between nodes; empty: as interLink
    std::vector<std::vector<int>> stageRanks; ///< by stage, over all replicas; empty: the order of Megatron-LM
    bool sharedStages = false;   ///< one pipeline, the devices of a stage share each micro-batch (dp is not stated)
    bool tiedEmbeddings = false; ///< the notes say "embeddings tied"
    bool fp32Gradients = false;  ///< the notes say "gradients reduced in fp32"
    bool before2021 = false;     ///< the notes say "torch 1.6" or "torch 1.7"
    bool narrowGathers = false;  ///< the notes say "Float8 all-gather"
    int nemoRelease = 0;         ///< the source names "26.06.01 NeMo Container": 2606; 0: none named

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
    bool doubtful = false; ///< the notes say that the publisher doubts the run: it is scored, but not fitted on
    bool failed = false;   ///< measured_or_predicted says that the run failed (crash or out of memory)
};

/// The release of a NeMo container that a source_ref begins with, as year * 100 + month: "26.06.01 NeMo Container" is
/// 2606. 0 for any other text.
int nemoReleaseOf(const std::string &source);

/// Devices of each group that shares states, from a zero_stage like "1 (8-GPU groups)"; 0 for any other text.
int zeroGroupOf(const std::string &zeroStage);

std::string sourceOf(const std::string &id);

/// Errors, located by file, line and column: a configuration cell that is not the required number, or is empty although
/// it is required.
Result<RunRow> readRunRow(const CsvTable &table, const CsvRow &row);

/// Error: the header lacks a column that every row needs.
Status checkRunColumns(const CsvTable &table);

} // namespace heteroscope
