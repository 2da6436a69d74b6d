// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/core_words.h"

#include <QCoreApplication>

namespace heteroscope {
namespace {

// Only so that lupdate finds them: the word itself is the key of its translation.
[[maybe_unused]] constexpr const char *words[] = {
    // Terms of a step and of the memory (core/simulator/result/explain_step.cpp, core/cost/explain_group.cpp)
    QT_TRANSLATE_NOOP("Core", "Step"),
    QT_TRANSLATE_NOOP("Core", "Memory at the peak"),
    QT_TRANSLATE_NOOP("Core", "Forward passes"),
    QT_TRANSLATE_NOOP("Core", "Recompute"),
    QT_TRANSLATE_NOOP("Core", "Backward passes"),
    QT_TRANSLATE_NOOP("Core", "Input gradients"),
    QT_TRANSLATE_NOOP("Core", "Weight gradients"),
    QT_TRANSLATE_NOOP("Core", "Optimizer"),
    QT_TRANSLATE_NOOP("Core", "Overhead"),
    QT_TRANSLATE_NOOP("Core", "Exposed TP communication"),
    QT_TRANSLATE_NOOP("Core", "Exposed pipeline communication"),
    QT_TRANSLATE_NOOP("Core", "Exposed data-parallel communication"),
    QT_TRANSLATE_NOOP("Core", "Exposed CP communication"),
    QT_TRANSLATE_NOOP("Core", "Exposed EP communication"),
    QT_TRANSLATE_NOOP("Core", "Bubble"),
    QT_TRANSLATE_NOOP("Core", "Straggler"),
    QT_TRANSLATE_NOOP("Core", "Idle"),
    QT_TRANSLATE_NOOP("Core", "Matrix products"),
    QT_TRANSLATE_NOOP("Core", "Attention core"),
    QT_TRANSLATE_NOOP("Core", "Memory-bound operations"),
    QT_TRANSLATE_NOOP("Core", "Waiting for the slowest node"),
    QT_TRANSLATE_NOOP("Core", "Reduce-scatter of gradients"),
    QT_TRANSLATE_NOOP("Core", "Gather of updated weights"),
    QT_TRANSLATE_NOOP("Core", "Host work before each micro-batch"),
    QT_TRANSLATE_NOOP("Core", "Micro-batches in flight"),
    QT_TRANSLATE_NOOP("Core", "Update of the parameters"),
    QT_TRANSLATE_NOOP("Core", "Host work once a step"),
    QT_TRANSLATE_NOOP("Core", "Waiting for others"),
    QT_TRANSLATE_NOOP("Core", "After the last work"),
    QT_TRANSLATE_NOOP("Core", "Slowed beside communication or by rate curves"),
    QT_TRANSLATE_NOOP("Core", "Seen in the simulation"),
    QT_TRANSLATE_NOOP("Core", "Rounding up to picoseconds"),
    QT_TRANSLATE_NOOP("Core", "Weights"),
    QT_TRANSLATE_NOOP("Core", "Gradients"),
    QT_TRANSLATE_NOOP("Core", "Optimizer state"),
    QT_TRANSLATE_NOOP("Core", "Activations"),
    QT_TRANSLATE_NOOP("Core", "Logits"),
    QT_TRANSLATE_NOOP("Core", "Buffers"),
    QT_TRANSLATE_NOOP("Core", "Reserve"),
    // Where a plan loses time against another (core/planner/explain/explain.cpp)
    QT_TRANSLATE_NOOP("Core", "computation"),
    QT_TRANSLATE_NOOP("Core", "recompute"),
    QT_TRANSLATE_NOOP("Core", "TP communication"),
    QT_TRANSLATE_NOOP("Core", "waits for sends"),
    QT_TRANSLATE_NOOP("Core", "gradient synchronization"),
    QT_TRANSLATE_NOOP("Core", "CP and EP communication"),
    QT_TRANSLATE_NOOP("Core", "bubble"),
    QT_TRANSLATE_NOOP("Core", "stragglers"),
    QT_TRANSLATE_NOOP("Core", "optimizer"),
    QT_TRANSLATE_NOOP("Core", "host overhead"),
    QT_TRANSLATE_NOOP("Core", "idle"),
    // ... and of a bound (core/planner/explain/why_not_family.cpp)
    QT_TRANSLATE_NOOP("Core", "pipeline fill and drain"),
    // Assumptions (core/simulator/result/step_summary.cpp, core/simulator/predict_step.cpp)
    QT_TRANSLATE_NOOP("Core", "the collectives of a pass are drawn together at its end"),
    QT_TRANSLATE_NOOP("Core", "the sums of a pass are shared out over its operations"),
    QT_TRANSLATE_NOOP("Core", "no transfers or collectives that run at one time share a link"),
    QT_TRANSLATE_NOOP("Core", "transfers and collectives that share a link do so max-min fairly; what a collective "
                              "hides beside computation meets nothing"),
    QT_TRANSLATE_NOOP("Core", "gradients go out in buckets beside the last backward pass, weights come in beside the "
                              "next step's first forward"),
    QT_TRANSLATE_NOOP("Core", "gradients are synchronized after the last backward pass"),
    QT_TRANSLATE_NOOP("Core", "sends are blocking: a rendezvous with the receiver's next receive, and the sender "
                              "computes nothing until they arrive"),
    QT_TRANSLATE_NOOP("Core", "receives are posted when the pass before them begins; sends run beside computation"),
    QT_TRANSLATE_NOOP("Core", "sends are asynchronous and receives posted in time: they run beside computation"),
    QT_TRANSLATE_NOOP("Core", "the optimizer of a stage does not wait for the global gradient norm: the step time is "
                              "the period of steps that overlap"),
    QT_TRANSLATE_NOOP("Core", "the optimizer waits for the global gradient norm"),
    QT_TRANSLATE_NOOP("Core", "a waiting device draws 30 % of its power limit (from memory)"),
    QT_TRANSLATE_NOOP("Core", "transfers and collectives follow the links' rate curves; the gathers of ZeRO-3 run at "
                              "the rates of the step's start"),
    QT_TRANSLATE_NOOP(
        "Core", "computation follows the devices' rate curves; the optimizer runs at the speed of the step's start"),
    QT_TRANSLATE_NOOP("Core", "ZeRO-2 keeps full gradients between micro-batches and reduces them once a step"),
    QT_TRANSLATE_NOOP("Core", "routing is balanced; expert gradients are averaged over the whole data-parallel group"),
    QT_TRANSLATE_NOOP("Core", "pipelines that are alike to the tick are simulated once"),
    QT_TRANSLATE_NOOP("Core", "pipelines whose transfers share links are simulated apart"),
    QT_TRANSLATE_NOOP("Core",
                      "gradients are averaged by some of the pipelines that are alike, so they are simulated apart"),
    // What became of a family of plans (core/planner/search.h), and what the search is at
    QT_TRANSLATE_NOOP("Core", "simulated"),
    QT_TRANSLATE_NOOP("Core", "bounded"),
    QT_TRANSLATE_NOOP("Core", "out of memory"),
    QT_TRANSLATE_NOOP("Core", "cannot run"),
    QT_TRANSLATE_NOOP("Core", "mapping"),
    QT_TRANSLATE_NOOP("Core", "not reached"),
    QT_TRANSLATE_NOOP("Core", "not valid"),
    // Plans beyond the space (core/planner/beyond/variations.cpp)
    QT_TRANSLATE_NOOP("Core", "samples by speed"),
    QT_TRANSLATE_NOOP("Core", "TP by stage"),
    QT_TRANSLATE_NOOP("Core", "TP over nodes"),
    QT_TRANSLATE_NOOP("Core", "unlike pipelines"),
    QT_TRANSLATE_NOOP("Core", "bounding"),
    QT_TRANSLATE_NOOP("Core", "exploring"),
};

} // namespace

QString coreWord(const std::string &english)
{
    return english.empty() ? QString() : QCoreApplication::translate("Core", english.c_str());
}

} // namespace heteroscope
