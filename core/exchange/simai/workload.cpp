// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/simai/workload.h"

#include "base/numbers.h"
#include "exchange/launch/import_plan.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <sstream>

namespace heteroscope {

namespace {

constexpr std::string_view workloadMark = "HYBRID_TRANSFORMER";
constexpr std::int64_t mostRecords = 1'000'000;
constexpr int workloadPasses = 3; ///< forward, input gradients, weight gradients

struct WorkloadTotals
{
    std::map<std::string, Bytes> bytes; ///< by collective
    Seconds compute;
};

/// Adds a record. False: it has another form.
bool addRecord(const std::string &line, WorkloadTotals &totals)
{
    std::istringstream words(line);
    std::string name, dependency;
    words >> name >> dependency;
    for (int pass = 0; pass < workloadPasses; ++pass) {
        double time = -1, bytes = -1;
        std::string collective;
        words >> time >> collective >> bytes;
        if (words.fail() || !(time >= 0 && time < 1e18) || !(bytes >= 0 && bytes < 1e18) || collective.size() > 64)
            return false;
        totals.compute += Seconds(time * 1e-9);
        if (collective != "NONE")
            totals.bytes[collective] += Bytes(bytes);
    }
    double process = -1;
    words >> process;
    return !words.fail() && process >= 0;
}

/// The whole numbers behind the keys "ep:" and the like; 0 for what is none.
std::map<std::string, std::int64_t> readHeader(const std::string &line)
{
    std::map<std::string, std::int64_t> values;
    std::istringstream words(line);
    std::string key;
    words >> key;
    for (std::string word; words >> word;) {
        if (word.ends_with(":")) {
            key = word.substr(0, word.size() - 1);
            continue;
        }
        std::int64_t value = 0;
        const auto parsed = std::from_chars(word.data(), word.data() + word.size(), value);
        values.emplace(key, parsed.ec == std::errc() ? value : 0); // the first of a list
    }
    return values;
}

} // namespace

bool isSimaiWorkload(std::string_view text)
{
    return text.starts_with(workloadMark) && text.substr(0, 1000).find("all_gpus:") != std::string_view::npos;
}

Result<Imported> importSimaiWorkload(const Project &into, const std::vector<ImportFile> &files,
                                     const ImportOptions &options)
{
    const auto only = launch::onlyFile(files, "one workload file");
    if (!only)
        return only.error();
    const auto refused = [&only](std::string place, std::string found, std::string expected) {
        return Error{Error::Code::syntax, only->name,          std::move(place),
                     std::move(found),    std::move(expected), "give a workload as AICB writes it for SimAI"};
    };
    std::istringstream lines(only->text);
    std::string line;
    std::getline(lines, line);
    if (!isSimaiWorkload(only->text))
        return refused("line 1", quoteText(line.substr(0, 100)),
                       "HYBRID_TRANSFORMER_FWD_IN_BCKWD with model_parallel_NPU_group, ep, pp and all_gpus");
    auto header = readHeader(line);
    const auto degree = [&header](const char *key, std::int64_t otherwise) {
        const auto found = header.find(key);
        return found == header.end() ? otherwise : found->second;
    };
    const std::int64_t tp = degree("model_parallel_NPU_group", 0), ep = degree("ep", 1), pp = degree("pp", 1);
    const std::int64_t world = degree("all_gpus", 0), batches = degree("ga", 1);
    for (const std::int64_t value : {tp, ep, pp, world}) {
        if (value < 1 || value > launch::maxDegree)
            return refused("line 1", quoteText(line.substr(0, 100)),
                           fmt::format("degrees and devices from 1 to {}", launch::maxDegree));
    }
    if (world % (tp * pp) != 0 || batches < 1 || batches > launch::maxSamples ||
        world / (tp * pp) * batches > launch::maxBatch)
        return refused("line 1", fmt::format("{} devices, TP {} and PP {}, ga {}", world, tp, pp, batches),
                       fmt::format("a multiple of TP x PP devices and ga from 1 to {}", launch::maxSamples));
    std::getline(lines, line);
    std::int64_t count = 0;
    const auto parsed = std::from_chars(line.data(), line.data() + line.size(), count);
    if (parsed.ec != std::errc() || count < 1 || count > mostRecords)
        return refused("line 2", quoteText(line.substr(0, 100)), fmt::format("1 to {} records", mostRecords));
    WorkloadTotals totals;
    std::int64_t records = 0;
    for (int number = 3; records < count && std::getline(lines, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos)
            continue;
        if (!addRecord(line, totals))
            return refused(fmt::format("line {}", number), quoteText(line.substr(0, 100)),
                           "a name, a dependency, three times a time in ns, a collective and bytes, and a time");
        ++records;
    }
    if (records != count)
        return refused("line 2", fmt::format("{} records in the file", records), fmt::format("the stated {}", count));

    Imported result{into, {}, {}};
    Workload &workload = result.project.workload;
    if (pp > workload.model.planLayers())
        return refused("line 1", fmt::format("PP {}", pp),
                       fmt::format("at most the {} layers of {}", workload.model.planLayers(), workload.model.name));
    launch::RankPlan degrees;
    degrees.tp = static_cast<int>(tp);
    degrees.ep = static_cast<int>(ep);
    degrees.pp = static_cast<int>(pp);
    degrees.dp = static_cast<int>(world / (tp * pp));
    degrees.microBatches = static_cast<int>(batches);
    degrees.layers = launch::evenLayers(workload.model.planLayers(), degrees.pp);
    workload.job.globalBatch = degrees.dp * degrees.microBatches;
    result.notes.push_back(fmt::format("the file has no model: {} and {} tokens a sequence stay; micro-batches of one "
                                       "sample are taken",
                                       workload.model.name, workload.job.sequenceLength));
    std::string collectives;
    for (const auto &[name, bytes] : totals.bytes)
        collectives += fmt::format(", {} of {}", name, bytesText(bytes));
    result.notes.push_back(fmt::format("{} records with {} of computation{}: left out, because the layers of the model "
                                       "are priced here",
                                       records, secondsText(totals.compute), collectives));
    const auto topology =
        launch::devicesFor(result.project, {{degrees.world(), {}}}, only->name, options, result.notes);
    if (!topology)
        return topology.error();
    degrees.ranks = launch::devicesOfRanks({}, degrees.world(), *topology, result.notes);
    return launch::finishImport(std::move(result), launch::planOnRanks(degrees, Plan{}), "SimAI", *topology, only->name,
                                options);
}

} // namespace heteroscope
