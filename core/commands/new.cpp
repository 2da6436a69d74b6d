// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope new TEXT --model NAME [--batch N] [--sequence N] [--stack NAME] -o PROJECT
//
// The job is that of an empty project with the values that are given. The precision becomes one that every device
// computes in, as the window advises.
#include "base/numbers.h"
#include "commands/command.h"
#include "commands/number_check.h"
#include "design/new_project.h"
#include "exchange/import.h"
#include "project/file_lock.h"
#include "project/project_file.h"
#include "project/recipe_text.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <limits>

namespace heteroscope {

namespace {

struct NewArguments
{
    std::string text;
    std::string model;
    std::string stack;
    std::string out;
    int batch = 0;    // 0: not given
    int sequence = 0; // 0: not given
};

/// The error of what was given to an option.
Error ofOption(Error error, const char *option)
{
    error.path = option;
    return error;
}

/// The cluster of the text with the model and the job. Errors: their file is "TEXT" where it is the text.
Result<Project> makeProject(const NewArguments &options)
{
    const auto atText = [](Error error) {
        error.file = "TEXT";
        return error;
    };
    const auto recipe = parseRecipe(options.text);
    if (!recipe)
        return atText(recipe.error());
    const auto model = modelNamed(options.model);
    if (!model)
        return ofOption(model.error(), "--model");
    JobWishes wishes{*model, {}, options.batch, options.sequence};
    if (!options.stack.empty()) {
        const auto stack = stackNamed(options.stack);
        if (!stack)
            return ofOption(stack.error(), "--stack");
        wishes.stack = (*stack)->name;
    }
    auto project = newProject(*recipe, emptyProject().workload, wishes);
    return project ? project : atText(project.error());
}

/// One line.
std::string madeText(const Project &project)
{
    const Cluster &cluster = project.cluster;
    const TrainingJob &job = project.workload.job;
    return fmt::format("{} in {}, {}, {}; {}, {} of {} in {}, {}", countedText(deviceCount(cluster), "device"),
                       countedText(cluster.nodes.size(), "node"), countedText(cluster.switches.size(), "switch"),
                       countedText(linkCount(cluster), "link"), project.workload.model.name,
                       countedText(static_cast<std::size_t>(job.globalBatch), "sequence"),
                       countedText(static_cast<std::size_t>(job.sequenceLength), "token"),
                       precisionNames[static_cast<std::size_t>(job.precision)], job.softwareStack);
}

ExitStatus makeNew(const NewArguments &options, const Streams &streams)
{
    const auto project = makeProject(options);
    if (!project)
        return fail(streams, project.error());
    const Result<FileLock> lock = lockForWriting(options.out);
    if (!lock)
        return fail(streams, lock.error());
    if (const auto saved = saveProject(*project, options.out); !saved)
        return fail(streams, saved.error());
    const Cluster &cluster = project->cluster;
    const TrainingJob &job = project->workload.job;
    TextTable table({"devices", "nodes", "switches", "links", "model", "batch", "sequence", "precision", "stack"});
    table.add({deviceCount(cluster), cluster.nodes.size(), cluster.switches.size(), linkCount(cluster),
               project->workload.model.name, job.globalBatch, job.sequenceLength,
               std::string(precisionNames[static_cast<std::size_t>(job.precision)]), job.softwareStack});
    printResult(madeText(*project) + '\n', table, table.json().front(), streams);
    return ExitStatus::done;
}

} // namespace

CommandBody addNewCommand(CLI::App &parser)
{
    const auto options = std::make_shared<NewArguments>();
    parser
        .add_option("text", options->text,
                    "the cluster in a line, like \"4x8 A100 hdr200 + 2x8 H100 ndr400 / spine 2:1\": groups of NODESx"
                    "DEVICES, device and link; then switch, spine 2:1, rails, rail-only, ring, torus or zones eth10")
        ->required();
    parser.add_option("--model", options->model, "a model of hscope catalog models")->required();
    parser.add_option("--batch", options->batch, "sequences in a step")
        ->check(wholeNumberBetween(1, std::numeric_limits<int>::max()));
    parser
        .add_option("--sequence", options->sequence,
                    fmt::format("tokens of a sequence; default: the model's max, {} at most", usualSequence))
        ->check(wholeNumberBetween(1, std::numeric_limits<int>::max()));
    parser.add_option("--stack", options->stack, "a software stack of hscope catalog stacks");
    parser.add_option("-o,--output", options->out, "project file to write; one that is there is replaced")->required();
    return [options](const Streams &streams) { return makeNew(*options, streams); };
}

} // namespace heteroscope
