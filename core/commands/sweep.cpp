// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope sweep SPEC [--shard i/n] [--threads N] -o OUT.jsonl
#include "base/numbers.h"
#include "commands/command.h"
#include "sweep/run_shard.h"

#include <fmt/format.h>

namespace heteroscope {

namespace {

struct SweepArguments
{
    std::string spec;
    std::string shard = "1/1";
    unsigned threads = 0;
    std::string out;
};

std::string ranText(const ShardRun &run)
{
    return fmt::format("{}: {} found, {} computed{}", countedText(run.rows, "row"), countText(run.found),
                       countText(run.written), run.wasTorn ? "; a line that was cut off was removed" : "");
}

ExitStatus sweep(const SweepArguments &arguments, const Streams &streams)
{
    const auto shard = parseShard(arguments.shard);
    if (!shard) {
        Error error = shard.error();
        error.path = "--shard";
        (void)fail(streams, error);
        return ExitStatus::usage;
    }
    const auto &read = streams.foreground.keep(readSweepFile(arguments.spec));
    if (!read.spec) {
        for (std::size_t i = 1; i < read.findings.errors.size(); ++i)
            (void)fail(streams, read.findings.errors[i]);
        return fail(streams, read.findings.errors.front());
    }
    beginWork(streams);
    const auto run = runShard(*read.spec, *shard, arguments.out, arguments.threads, streams.foreground.stop(),
                              streams.foreground.progress());
    streams.foreground.clearProgress();
    if (!run)
        return fail(streams, run.error());
    streams.out << ranText(*run) << '\n';
    if (!run->stopped)
        return ExitStatus::done;
    return failStopped(streams, fmt::format("{} of its rows were computed; the same command goes on with them",
                                            countText(run->rows - run->found - run->written)));
}

} // namespace

CommandBody addSweepCommand(CLI::App &parser)
{
    const auto arguments = std::make_shared<SweepArguments>();
    parser.add_option("spec", arguments->spec, "sweep file: clusters and jobs to plan")->required();
    parser.add_option("--shard", arguments->shard,
                      "which part of the rows, like 3/8 (the third of eight); default: all");
    addThreadsOption(parser, arguments->threads);
    parser
        .add_option("-o,--output", arguments->out,
                    "file of rows, a line of JSON each; rows that it has already are not computed again")
        ->required();
    return [arguments](const Streams &streams) { return sweep(*arguments, streams); };
}

} // namespace heteroscope
