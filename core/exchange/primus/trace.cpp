// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/primus/trace.h"

#include "exchange/megatron/shell_files.h"
#include "exchange/settings/settings.h"
#include "exchange/trace/import_trace.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heteroscope {

namespace {

constexpr double longestPrimusTime = 1e9; // ms: 11 days

Error brokenPrimus(const std::string &file, std::string path, std::string found, std::string expected)
{
    return Error{Error::Code::schema, file,
                 std::move(path),     std::move(found),
                 std::move(expected), "give config.json and the files pp_rank_N.json of one folder"};
}

Ticks primusTicks(double milliseconds) { return Ticks(std::llround(milliseconds * 1e9)); }

/// A number of milliseconds or GB, at least 0; -1 if it is none.
double primusNumber(const Json &object, const char *key)
{
    const auto found = object.find(key);
    const double value = found != object.end() && found->is_number() ? found->get<double>() : -1;
    return value >= 0 && value <= longestPrimusTime ? value : -1;
}

/// Adds the passes of one kind; returns what is wrong, if anything.
std::optional<std::string> addPasses(const Json &iteration, bool isForward, Ticks begin, bool isOneChunk,
                                     MeasuredRank &rank)
{
    const auto starts = iteration.find(isForward ? "fwd_start" : "bwd_start");
    const auto ends = iteration.find(isForward ? "fwd_end" : "bwd_end");
    if (starts == iteration.end() || ends == iteration.end() || !starts->is_array() || !ends->is_array() ||
        starts->size() != ends->size())
        return "lists of unlike length";
    for (std::size_t i = 0; i < starts->size(); ++i) {
        const double start = (*starts)[i].is_number() ? (*starts)[i].get<double>() : -1;
        const double end = (*ends)[i].is_number() ? (*ends)[i].get<double>() : -1;
        if (!(start >= 0 && end >= start && end <= longestPrimusTime))
            return fmt::format("pass {} from {} to {}", i, start, end);
        rank.events.push_back({begin + primusTicks(start), begin + primusTicks(end),
                               isForward ? TraceKind::forward : TraceKind::backward, -1,
                               isOneChunk ? static_cast<std::int32_t>(i) : -1});
    }
    return std::nullopt;
}

Result<MeasuredRank> readRank(const Json &json, const std::string &file, bool isOneChunk)
{
    MeasuredRank rank;
    std::vector<std::pair<std::int64_t, const Json *>> iterations;
    for (const auto &[key, value] : json.items()) {
        std::int64_t number = 0;
        const auto [end, problem] = std::from_chars(key.data(), key.data() + key.size(), number);
        if (problem != std::errc() || end != key.data() + key.size() || !value.is_object())
            return brokenPrimus(file, "/" + key, "something else", "iterations by their number");
        iterations.emplace_back(number, &value);
    }
    std::sort(iterations.begin(), iterations.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    Ticks begin;
    for (const auto &[number, iteration] : iterations) {
        const std::string path = fmt::format("/{}", number);
        const double total = primusNumber(*iteration, "total");
        if (!(total > 0))
            return brokenPrimus(file, path + "/total", "no time", "milliseconds of the iteration");
        rank.memory = std::max(rank.memory, Bytes(std::max(0.0, primusNumber(*iteration, "memory")) * 1e9));
        for (const bool isForward : {true, false}) {
            if (const auto wrong = addPasses(*iteration, isForward, begin, isOneChunk, rank))
                return brokenPrimus(file, path + (isForward ? "/fwd_start" : "/bwd_start"), *wrong,
                                    "a start and an end in milliseconds of each pass");
        }
        const Ticks end = begin + primusTicks(total);
        rank.steps.push_back({begin, end, number});
        begin = end;
        if (rank.events.size() > mostMeasuredEvents || begin > Ticks(Ticks::max / 2))
            return brokenPrimus(file, path, "more passes or time",
                                fmt::format("at most {} passes", mostMeasuredEvents));
    }
    return rank;
}

/// The number in "pp_rank_3.json"; -1 if the name has another form.
int rankOfPrimusFile(std::string_view file)
{
    const std::string_view name = megatron::baseName(file);
    constexpr std::string_view mark = "rank_";
    const auto at = name.rfind(mark);
    int rank = -1;
    if (at != std::string_view::npos)
        std::from_chars(name.data() + at + mark.size(), name.data() + name.size(), rank);
    return rank;
}

} // namespace

Result<MeasuredTrace> readPrimusTrace(const std::vector<ImportFile> &files)
{
    MeasuredTrace trace;
    trace.tool = "Primus";
    std::vector<std::pair<const ImportFile *, Json>> ranks;
    bool isOneChunk = true;
    for (const ImportFile &file : files) {
        auto json = parseJson(file.text, file.name);
        if (!json)
            return json.error();
        if (!json->is_object() || json->empty())
            return brokenPrimus(file.name, "/", describe(*json), "config.json, or the iterations of a rank");
        if (!json->contains("pp_size")) {
            ranks.emplace_back(&file, std::move(*json));
            continue;
        }
        settings::Settings config(std::move(*json), file.name);
        const int size = config.number("world_size", 1, 1'000'000, 1);
        const int chunks = config.number("vp_size", 1, 1000, 1);
        const int batches = config.number("num_mbs", 1, 1'000'000, 1);
        const int stages = config.number("pp_size", 1, 1'000'000);
        if (config.error())
            return *config.error();
        trace.worldSize = size;
        isOneChunk = chunks == 1;
        trace.notes.push_back(fmt::format("config.json: {} ranks, PP {}, {} chunks a stage, {} micro-batches", size,
                                          stages, chunks, batches));
    }
    if (ranks.empty())
        return brokenPrimus(files.empty() ? std::string() : files.front().name, {}, "no passes",
                            "beside config.json the files pp_rank_N.json");
    int next = 0;
    for (const auto &[file, json] : ranks) {
        auto rank = readRank(json, file->name, isOneChunk);
        if (!rank)
            return rank.error();
        const int named = rankOfPrimusFile(file->name);
        rank->rank = named >= 0 ? named : next;
        next = rank->rank < 1'000'000 ? rank->rank + 1 : 0;
        trace.ranks.push_back(std::move(*rank));
    }
    trace.notes.emplace_back(
        "passes alone are recorded, with their collectives of TP and EP: the gaps between them are "
        "waits of the pipeline, gradients and the optimizer");
    return finishTrace(std::move(trace), files.front().name);
}

Result<Imported> importPrimusTrace(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &)
{
    return importTrace(into, readPrimusTrace(files), files.empty() ? std::string() : files.front().name);
}

} // namespace heteroscope
