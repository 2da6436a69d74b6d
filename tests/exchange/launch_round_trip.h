// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exported launch files are read back by the importer of the same name and give the plan again.
#pragma once

#include "exchange/import.h"
#include "exchange/launch/launch_file.h"
#include "project/edits.h"
#include "strategy/plan_json.h"
#include "support/sample_cluster.h"

#include <QTest>

namespace heteroscope::test {

/// Degrees of a plan on the 16 devices of samples::pairCluster.
struct PlanShape
{
    int tp = 1;
    int pp = 1;
    int cp = 1;
    int chunks = 1;
    std::vector<int> layers = {}; ///< of each virtual stage; empty: 10 as evenly as possible
    int devices = 16;
};

/// A plan with ranks in the order of the cluster, TP innermost and PP outermost; gradients are reduced meanwhile. The
/// batch of samples::workload has 16 samples.
inline Plan uniformPlan(const PlanShape &shape, int microBatch = 1)
{
    Plan plan;
    plan.microBatchSize = microBatch;
    plan.contextParallel = shape.cp;
    plan.sequenceParallel = shape.tp > 1;
    plan.overlap.dp = true;
    plan.schedule = shape.chunks > 1 ? ScheduleKind::interleaved : ScheduleKind::oneFOneB;
    const int group = shape.tp * shape.cp;
    const int replicas = shape.devices / group / shape.pp;
    const int parts = shape.pp * shape.chunks;
    std::vector<int> layers = shape.layers;
    for (int i = 0; shape.layers.empty() && i < parts; ++i)
        layers.push_back(10 / parts + (i < 10 % parts ? 1 : 0));
    const auto name = [](int rank) { return (rank < 8 ? "a:" : "b:") + std::to_string(rank % 8); };
    for (int d = 0; d < replicas; ++d) {
        Pipeline pipeline;
        pipeline.microBatches = 16 / replicas / microBatch;
        for (int p = 0; p < shape.pp; ++p) {
            Stage stage;
            int first = 0;
            for (int part = 0; part < parts; ++part) {
                const int count = layers[static_cast<std::size_t>(part)];
                if (part % shape.pp == p)
                    stage.chunks.push_back({first, count});
                first += count;
            }
            TensorGroup devices;
            devices.tp = shape.tp;
            devices.cp = shape.cp;
            devices.samples = microBatch;
            for (int i = 0; i < group; ++i)
                devices.devices.push_back(name(i + group * (d + replicas * p)));
            stage.groups.push_back(devices);
            pipeline.stages.push_back(stage);
        }
        plan.pipelines.push_back(pipeline);
    }
    for (int rank = shape.devices; rank < 16; ++rank)
        plan.unusedDevices.push_back(name(rank));
    return plan;
}

inline void setRecompute(Plan &plan, Recompute recompute, std::optional<int> layers = {})
{
    for (Pipeline &pipeline : plan.pipelines) {
        for (Stage &stage : pipeline.stages) {
            stage.recompute = recompute;
            stage.recomputeLayers = layers;
        }
    }
}

inline Result<LaunchFile> exported(const char *format, const Plan &plan, const Project &project)
{
    return findLaunchFormat(format)->write(plan, project.workload, *Topology::build(project.cluster));
}

/// All sentences of the verdict, or why the plan is refused.
inline std::string verdict(const char *format, const Plan &plan, const Project &project)
{
    const auto file = exported(format, plan, project);
    if (!file)
        return "refused: " + toString(file.error());
    std::string all;
    for (const auto &change : file->changes)
        all += change + "; ";
    return all;
}

/// Whether the exported plan is read back the same, into the same project.
inline bool comesBack(const char *format, const Plan &plan, const Project &project)
{
    const Findings mistakes = findPlanMistakes(plan, *Topology::build(project.cluster), project.workload, "");
    if (!mistakes.ok())
        qFatal("%s", toString(mistakes.errors.front()).c_str());
    const auto file = exported(format, plan, project);
    if (!file)
        qFatal("%s", toString(file.error()).c_str());
    const auto again = findImportFormat(format)->import(project, {{"again", file->text}}, {});
    if (!again)
        qFatal("%s\n%s", toString(again.error()).c_str(), file->text.c_str());
    const Plan &back = again->project.plans.front().plan;
    if (!(back == plan))
        qWarning("%s\n%s\n%s", file->text.c_str(), toText(toJson(plan)).c_str(), toText(toJson(back)).c_str());
    return back == plan && again->project.workload.job.globalBatch == project.workload.job.globalBatch &&
           again->project.workload.job.sequenceLength == project.workload.job.sequenceLength;
}

} // namespace heteroscope::test
