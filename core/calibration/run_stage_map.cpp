// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/run_stage_map.h"

#include "base/text.h"
#include "strategy/limits.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heteroscope {

namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view separator)
{
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(separator, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + separator.size();
    }
    return parts;
}

template<class Number>
std::optional<Number> numberIn(std::string_view text)
{
    Number value{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size())
        return {};
    return value;
}

/// "4x T4": the number before the x; what follows it stays in the text.
std::optional<int> takeCount(std::string_view &text)
{
    const auto x = text.find('x');
    const auto count = x == std::string_view::npos ? std::nullopt : numberIn<int>(trimmed(text.substr(0, x)));
    if (!count || *count < 1 || *count > limits::degree)
        return {};
    text = trimmed(text.substr(x + 1));
    return count;
}

std::optional<RunNodes> nodesIn(std::string_view text)
{
    RunNodes nodes;
    text = trimmed(text);
    const auto count = takeCount(text);
    if (!count || !text.starts_with('(') || !text.ends_with(')'))
        return {};
    text = text.substr(1, text.size() - 2);
    const auto devices = takeCount(text);
    if (!devices)
        return {};
    nodes.count = *count;
    nodes.devices = *devices;
    const auto comma = std::min(text.find(','), text.size());
    nodes.gpu = trimmed(text.substr(0, comma));
    nodes.remark = trimmed(text.substr(std::min(comma + 1, text.size())));
    if (nodes.gpu.empty())
        return {};
    return nodes;
}

/// "9,9.5,8,7.5"; empty if it is not such a list of positive halves.
std::vector<double> layersIn(std::string_view text)
{
    std::vector<double> layers;
    for (const auto part : split(text, ",")) {
        const auto count = numberIn<double>(trimmed(part));
        if (!count || !(*count > 0) || *count > limits::layers || std::floor(2 * *count) != 2 * *count)
            return {};
        layers.push_back(*count);
    }
    return layers;
}

/// Adds the ranks of "0-3,12"; false if it is no such list.
bool addRanks(std::string_view text, std::vector<int> &ranks)
{
    for (const auto part : split(text, ",")) {
        const auto dash = part.find('-');
        const auto first = numberIn<int>(trimmed(part.substr(0, dash)));
        const auto last = dash == std::string_view::npos ? first : numberIn<int>(trimmed(part.substr(dash + 1)));
        if (!first || !last || *first < 0 || *last < *first || *last >= limits::degree ||
            ranks.size() > static_cast<std::size_t>(limits::degree))
            return false;
        for (int rank = *first; rank <= *last; ++rank)
            ranks.push_back(rank);
    }
    return true;
}

std::vector<std::vector<int>> ranksIn(std::string_view text)
{
    std::vector<std::vector<int>> stages;
    for (const auto stage : split(text, "|")) {
        std::vector<int> ranks;
        for (const auto replica : split(stage, ";")) {
            if (!addRanks(replica, ranks))
                return {};
        }
        stages.push_back(std::move(ranks));
    }
    return stages;
}

/// The number before the unit, which ends where the text goes on: "0.625" of "0.625 GB/s 1 ms" for " GB/s".
std::optional<double> numberBefore(std::string_view text, std::string_view unit)
{
    const auto end = text.find(unit);
    if (end == std::string_view::npos)
        return {};
    const auto words = split(text.substr(0, end), " ");
    const auto value = numberIn<double>(words.back());
    return value && std::isfinite(*value) && *value > 0 ? value : std::nullopt;
}

/// All "A<->B 0.625 GB/s 1 ms" of a text; latency 0 where none is stated.
std::vector<RunLink> linksIn(std::string_view text)
{
    constexpr std::string_view between = "<->";
    std::vector<RunLink> links;
    for (std::size_t at = text.find(between); at != std::string_view::npos; at = text.find(between, at + 1)) {
        const auto before = split(text.substr(0, at), " ");
        auto after = text.substr(at + between.size());
        after = after.substr(0, after.find(between));
        const auto name = after.substr(0, after.find(' '));
        const auto rate = numberBefore(after, " GB/s");
        if (before.back().empty() || name.empty() || !rate)
            continue;
        links.push_back({std::string(before.back()), std::string(name), BytesPerSecond(*rate * 1e9),
                         Seconds(numberBefore(after, " ms").value_or(0) * 1e-3)});
    }
    return links;
}

/// The text between `key` and the next ";" that is followed by a space, or the end.
std::string_view noteAfter(std::string_view notes, std::string_view key)
{
    const auto begin = notes.find(key);
    if (begin == std::string_view::npos)
        return {};
    const auto rest = notes.substr(begin + key.size());
    return rest.substr(0, rest.find("; "));
}

/// Maps in the notes; a text that is none is a remark.
void readNotes(std::string_view notes, RunConfiguration &run)
{
    const auto layers = noteAfter(notes, "layers per stage ");
    if (run.stageLayers.empty())
        run.stageLayers = layersIn(trimmed(layers.substr(0, layers.find('('))));
    const auto devices = noteAfter(notes, "stage devices ");
    if (devices.empty())
        return;
    for (const auto stage : split(devices, ";")) {
        auto &names = run.stageDevices.emplace_back();
        for (const auto name : split(stage, "|"))
            names.emplace_back(name);
    }
}

} // namespace

std::optional<WrongCell> readStageMap(const CsvTable &table, const CsvRow &row, RunConfiguration &run)
{
    if (const auto &text = table.cell(row, "nodes"); !text.empty()) {
        for (const auto part : split(text, " + ")) {
            auto nodes = nodesIn(part);
            if (!nodes)
                return WrongCell{"nodes", "nodes like \"3x(4x T4, remark) + 1x(8x A100-40GB SXM)\""};
            run.nodes.push_back(std::move(*nodes));
        }
    }
    run.links = linksIn(table.cell(row, "network"));
    if (const auto &text = table.cell(row, "layers_per_stage"); !text.empty()) {
        run.stageLayers = layersIn(text);
        if (run.stageLayers.empty())
            return WrongCell{"layers_per_stage", "whole or half layers like \"9,9.5,8,7.5\""};
    }
    if (const auto &text = table.cell(row, "stage_ranks"); !text.empty()) {
        run.stageRanks = ranksIn(text);
        if (run.stageRanks.empty())
            return WrongCell{"stage_ranks", "ranks of each stage like \"0-3|4-7\""};
        run.sharedStages = table.cell(row, "dp").empty();
    }
    readNotes(table.cell(row, "notes"), run);
    return {};
}

} // namespace heteroscope
