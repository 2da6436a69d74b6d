// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/export_files.h"

#include "commands/find_answer.h"
#include "commands/plan_tables.h"
#include "exchange/chakra/write_trace.h"
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

ExitStatus exportChakra(const StepResult &result, const std::string &project, const std::string &out,
                        const Streams &streams)
{
    if (out == "-") {
        streams.err << "hscope: chakra writes a file for each device; name their first part with -o\n";
        return ExitStatus::usage;
    }
    const auto isSummed = [](const Lane &lane) { return lane.summed.periods > 0; };
    if (std::any_of(result.lanes.begin(), result.lanes.end(), isSummed))
        return fail(streams, Error{Error::Code::invalid, project, "/workload/job/globalBatch",
                                   "a step of which a part is kept as sums", "a step whose operations fit in memory",
                                   "raise --memory, or export a smaller batch"});
    const std::size_t ranks = lanesOfRanks(result).size();
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const auto written = writeFileAtomically(fmt::format("{}.{}.et", out, rank), chakraTrace(result, rank));
        if (!written)
            return fail(streams, written.error());
    }
    streams.out << fmt::format("{} traces: {}.0.et to {}.{}.et\n", ranks, out, out, ranks - 1);
    return ExitStatus::done;
}

} // namespace heteroscope
