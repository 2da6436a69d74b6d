// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/export_files.h"

#include "commands/find_answer.h"
#include "commands/plan_tables.h"
#include "exchange/astra_sim/write_files.h"
#include "exchange/chakra/write_trace.h"
#include "exchange/simai/write_topology.h"
#include "exchange/simai/write_workload.h"
#include "wording/planner_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

ExitStatus exportRanking(const std::string &format, const std::string &project, const OpenedProject &opened,
                         std::size_t top, const std::string &out, const Streams &streams)
{
    SearchOptions search = answerOptions(opened);
    search.top = top;
    const auto answer =
        findAnswer(opened, search, streams.foreground.stop(), streams.foreground.progress(), /*beyond=*/false);
    streams.foreground.clearProgress();
    if (!answer)
        return fail(streams, located(answer.error(), project));
    if (answer->result.plans.empty()) {
        streams.err << "hscope: " << noPlanText(whyNoPlan(answer->result)) << "; there is no ranking to write\n";
        return ExitStatus::no;
    }
    const TextTable table = rankingTable(answer->result);
    const std::string text = format == "markdown" ? table.markdown() : format == "latex" ? table.latex() : table.csv();
    const auto written = writeText(text, out, streams);
    return written ? ExitStatus::done : fail(streams, written.error());
}

namespace {

/// Says what was written, and how it differs from the step.
void reportFiles(const std::string &text, const std::vector<std::string> &files, const std::vector<std::string> &notes,
                 const Streams &streams)
{
    for (const auto &note : notes)
        streams.err << "note: " << note << '\n';
    TextTable table({"file"});
    for (const auto &file : files)
        table.add({file});
    printResult(text, table, {{"files", files}, {"notes", notes}}, streams);
}

/// OUT.N.et for each device of the plan.
Result<std::vector<std::string>> writeTraces(const ExportedStep &step, const StepRanks &ranks, const std::string &out,
                                             ProcessGroups *groups)
{
    std::vector<std::string> files;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        files.push_back(fmt::format("{}.{}.et", out, rank));
        if (const auto written = writeFileAtomically(files.back(), chakraTrace(step.result, ranks, rank, groups));
            !written)
            return written.error();
    }
    return files;
}

ExitStatus exportTraces(bool forAstraSim, const ExportedStep &step, const std::string &out, const Streams &streams)
{
    const StepRanks ranks(step.result, step.plan.plan,
                          forAstraSim ? StepRanks::Order::devices : StepRanks::Order::lanes);
    SimulatorFiles others;
    ProcessGroups groups;
    if (forAstraSim) {
        auto made = astraSimFiles(ranks, step.opened.topology, step.opened.project.workload.job.precision);
        if (!made)
            return fail(streams, located(made.error(), step.project, &step.plan));
        others = *std::move(made);
    }
    auto files = writeTraces(step, ranks, out, forAstraSim ? &groups : nullptr);
    if (!files)
        return fail(streams, files.error());
    if (forAstraSim)
        others.files.push_back({".groups.json", toText(groups.json())});
    for (const SimulatorFile &file : others.files) {
        files->push_back(out + file.ending);
        if (const auto written = writeFileAtomically(files->back(), file.text); !written)
            return fail(streams, written.error());
    }
    std::string text = fmt::format("{} traces: {}.0.et to {}.{}.et\n", ranks.size(), out, out, ranks.size() - 1);
    for (const SimulatorFile &file : others.files)
        text += out + file.ending + '\n';
    reportFiles(text, *files, others.notes, streams);
    return ExitStatus::done;
}

} // namespace

ExitStatus exportStep(const std::string &format, const ExportedStep &step, const std::string &out,
                      const Streams &streams)
{
    const bool isTrace = format != "simai-workload";
    if (out == "-" && isTrace) {
        streams.err << fmt::format("hscope: {} writes a file for each device; name their first part with -o\n", format);
        return ExitStatus::usage;
    }
    const auto isSummed = [](const Lane &lane) { return lane.summed.periods > 0; };
    if (std::any_of(step.result.lanes.begin(), step.result.lanes.end(), isSummed))
        return fail(streams, Error{Error::Code::invalid, step.project, "/workload/job/globalBatch",
                                   "a step of which a part is kept as sums", "a step whose operations fit in memory",
                                   "raise --memory, or export a smaller batch"});
    if (isTrace)
        return exportTraces(format == "astra-sim", step, out, streams);
    const auto workload = simaiWorkload(step.result, step.plan.plan, step.opened.topology);
    if (!workload)
        return fail(streams, located(workload.error(), step.project, &step.plan));
    if (const auto written = writeText(workload->text, out, streams); !written)
        return fail(streams, written.error());
    reportFiles({}, {out}, workload->notes, streams);
    return ExitStatus::done;
}

ExitStatus exportSimaiTopology(const OpenedProject &opened, const std::string &project, const std::string &out,
                               const Streams &streams)
{
    const auto topology = simaiTopology(opened.topology);
    if (!topology)
        return fail(streams, located(topology.error(), project));
    if (const auto written = writeText(topology->text, out, streams); !written)
        return fail(streams, written.error());
    reportFiles({}, {out}, topology->notes, streams);
    return ExitStatus::done;
}

} // namespace heteroscope
