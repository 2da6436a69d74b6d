// SPDX-License-Identifier: GPL-3.0-or-later
//
// Clusters, workloads and plans that the benchmarks measure. Everything is made of catalog parts, so a case cannot
// drift away from what the program ships.
#pragma once

#include "cluster/catalog.h"
#include "cluster/topology.h"
#include "strategy/plan.h"
#include "workload/workload.h"

#include <string>
#include <utility>
#include <vector>

namespace heteroscope::bench {

struct StepCase
{
    Cluster cluster;
    Workload workload;
    Plan plan;
};

/// count nodes of a template of the catalog behind one switch. An error names a missing template.
Result<Cluster> starCluster(const std::string &nodeTemplate, std::size_t count);

/// So many nodes of each template.
using NodeCounts = std::vector<std::pair<const char *, std::size_t>>;
/// All of them behind one switch.
Result<Cluster> starCluster(const NodeCounts &nodes);

/// One pipeline of one-device stages, A100 and V100 in turn, each in a node of its own behind one switch; uneven stages
/// of one to three layers, 1F1B. variant moves one layer between stages, so that variants are different plans of equal
/// work.
Result<StepCase> pipelineCase(int stages, int microBatches);
Plan pipelinePlan(const StepCase &pipeline, int variant);

/// One pipeline of equal A100 stages, TP 2 with sequence parallelism, that share out so many blocks, the first with the
/// embedding, the last with the head; 1F1B.
Result<StepCase> blockPipelineCase(int stages, int blocks, int microBatches);

/// 16,384 H100s in nodes of 8 behind leaf switches of 32 nodes and one spine: TP 8, PP 16, DP 128, interleaved with two
/// chunks, 32 micro-batches a pipeline. slowed: one device runs at 0.7 of its speed.
Result<StepCase> largeCase(bool slowed);

/// 256 H100s in 32 nodes behind one switch: 16 pipelines of 16 one-device stages, Qwen3 30B-A3B with EP 16 (the devices
/// of a stage share its experts across the nodes), 128 micro-batches a pipeline, 1F1B.
Result<StepCase> expertCase();

/// The same 16,384 H100s, wired alike but for a leaf to every 8 nodes, drawn as 16 racks of a leaf with 8 nodes that
/// repeat 16 times each; the same plan.
Result<StepCase> rackedCase();

} // namespace heteroscope::bench
