// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/sailor/files.h"

#include "base/numbers.h"
#include "exchange/huggingface/config.h"
#include "exchange/network/stated_host.h"
#include "exchange/settings/settings.h"
#include "project/edits.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace heteroscope {

namespace {

using settings::Settings;

constexpr int usualGpusPerNode = 4; // of all types of Sailor's own clusters but the oldest
constexpr double usualNodeRate = 1.25e10;
constexpr std::int64_t mostGpusOfCell = 262'144;
constexpr std::size_t mostTraceRows = 100'000;
constexpr std::size_t mostTraceColumns = 1000;

struct NodeShape
{
    int gpus = usualGpusPerNode;
    Bytes memory; ///< of a GPU; 0: not stated
};

/// Types by name.
using NodeShapes = std::map<std::string, NodeShape>;

struct AvailabilityColumn
{
    std::string type;
    std::string zone;
    std::vector<std::int64_t> gpus; ///< by row
};

struct Availability
{
    std::vector<Seconds> times; ///< since the first row
    std::vector<AvailabilityColumn> columns;
};

std::vector<std::string_view> traceCells(std::string_view line)
{
    while (line.ends_with('\r') || line.ends_with(' '))
        line.remove_suffix(1);
    std::vector<std::string_view> cells;
    while (cells.size() <= mostTraceColumns) {
        const auto comma = line.find(',');
        cells.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos)
            break;
        line.remove_prefix(comma + 1);
    }
    return cells;
}

/// The line up to its end; the rest loses it.
std::string_view takeLine(std::string_view &rest)
{
    const auto end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
}

class AvailabilityReader
{
public:
    explicit AvailabilityReader(const ImportFile &file) : m_file(file) {}

    Result<Availability> read()
    {
        std::string_view rest = m_file.text;
        const auto heads = traceCells(takeLine(rest));
        const auto time = std::find(heads.begin(), heads.end(), "Timestamp");
        const auto timeColumn = static_cast<std::size_t>(time - heads.begin());
        if (time == heads.end() || timeColumn + 1 >= heads.size() || heads.size() > mostTraceColumns)
            return refused(1, shortened(std::string(heads.empty() ? "" : heads.front()), 100),
                           fmt::format("the column Timestamp and behind it 1 to {} of TYPE_ZONE", mostTraceColumns));
        for (std::size_t i = timeColumn + 1; i < heads.size(); ++i) {
            const auto split = heads[i].find('_');
            if (split == std::string_view::npos || split == 0 || split + 1 == heads[i].size())
                return refused(1, quoteText(heads[i]), "a type and a zone, like A100-40_us-central1-a");
            m_result.columns.push_back(
                {std::string(heads[i].substr(0, split)), std::string(heads[i].substr(split + 1)), {}});
        }
        for (int number = 2; !rest.empty(); ++number) {
            const std::string_view line = takeLine(rest);
            if (line.find_first_not_of(" \t\r") == std::string_view::npos)
                continue;
            if (auto status = readRow(number, traceCells(line), timeColumn); !status)
                return status.error();
        }
        if (m_result.times.empty())
            return refused(2, "no row", "a time and a number of GPUs for each column");
        return std::move(m_result);
    }

private:
    Error refused(int line, std::string found, std::string expected) const
    {
        return {Error::Code::syntax, m_file.name,         "line " + std::to_string(line),
                std::move(found),    std::move(expected), "give an availability trace as Sailor's simulations read it"};
    }

    Status readRow(int line, const std::vector<std::string_view> &cells, std::size_t timeColumn)
    {
        if (cells.size() != timeColumn + 1 + m_result.columns.size() || m_result.times.size() >= mostTraceRows)
            return refused(line, fmt::format("{} cells", cells.size()),
                           fmt::format("as many as the {} titles, in at most {} rows",
                                       timeColumn + 1 + m_result.columns.size(), mostTraceRows));
        double at = 0;
        const std::string_view text = cells[timeColumn];
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), at);
        if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || !(at >= 0 && at < 1e11))
            return refused(line, quoteText(text), "a time in seconds");
        if (m_result.times.empty())
            m_first = at;
        if (!m_result.times.empty() && at - m_first <= m_result.times.back().value)
            return refused(line, quoteText(text), "a time after that of the row before");
        m_result.times.emplace_back(at - m_first);
        for (std::size_t i = 0; i < m_result.columns.size(); ++i) {
            const std::string_view cell = cells[timeColumn + 1 + i];
            std::int64_t gpus = -1;
            const auto [end, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), gpus);
            if (problem != std::errc() || end != cell.data() + cell.size() || gpus < 0 || gpus > mostGpusOfCell)
                return refused(line, quoteText(cell), fmt::format("a number of GPUs from 0 to {}", mostGpusOfCell));
            m_result.columns[i].gpus.push_back(gpus);
        }
        return {};
    }

    const ImportFile &m_file;
    Availability m_result;
    double m_first = 0;
};

/// Sailor's names of types in the catalog's words: "GH-96" is a GH200, a number of GB at the end is memory.
network::StatedDevice deviceOf(const std::string &type, const NodeShape &shape)
{
    network::StatedDevice device{type, shape.memory};
    const auto dash = type.rfind('-');
    double gigabytes = 0;
    if (dash != std::string::npos) {
        const auto [end, problem] = std::from_chars(type.data() + dash + 1, type.data() + type.size(), gigabytes);
        const bool isMemory = problem == std::errc() && end == type.data() + type.size() && gigabytes < 512;
        if (isMemory) {
            device.name = type.substr(0, dash);
            if (!(device.memory.value > 0) && gigabytes >= 1)
                device.memory = Bytes(gigabytes * 1073741824.0);
        }
    }
    if (device.name == "GH")
        device.name = "GH200";
    std::replace(device.name.begin(), device.name.end(), '-', ' ');
    return device;
}

/// Down in the rows that leave fewer GPUs than this node and those before it have.
RateCurve speedOf(const Availability &trace, const AvailabilityColumn &column, std::int64_t needed)
{
    RateCurve curve;
    double factor = 1;
    for (std::size_t row = 0; row < trace.times.size(); ++row) {
        const double now = column.gpus[row] >= needed ? 1 : 0;
        if (now != factor)
            curve.points.push_back({trace.times[row], now});
        factor = now;
    }
    return curve;
}

Result<Imported> addAvailability(const Project &into, const Availability &trace, const NodeShapes &shapes,
                                 const std::string &file, const ImportOptions &options)
{
    std::vector<std::string> notes;
    network::Network network;
    network.technology = LinkTechnology::ethernet;
    std::vector<std::string> zones;
    std::map<std::string, RateCurve> speeds; // by host
    std::map<std::string, network::Host> insides;
    for (const AvailabilityColumn &column : trace.columns) {
        const auto found = shapes.find(column.type);
        const NodeShape shape = found == shapes.end() ? NodeShape() : found->second;
        const std::int64_t most = *std::max_element(column.gpus.begin(), column.gpus.end());
        const std::int64_t nodes = most / shape.gpus;
        if (most % shape.gpus != 0)
            notes.push_back(fmt::format("{} GPUs of {} in {} fill no node of {} and are left out", most % shape.gpus,
                                        column.type, column.zone, shape.gpus));
        if (network.hosts.size() + static_cast<std::size_t>(nodes) > network::mostHosts)
            return Error{Error::Code::invalid,
                         file,
                         "line 1",
                         fmt::format("more than {} nodes", network::mostHosts),
                         fmt::format("at most {} nodes at a time", network::mostHosts),
                         "give a part of the trace"};
        if (nodes > 0 && !insides.contains(column.type)) {
            const network::StatedHost stated{
                column.type, {static_cast<std::size_t>(shape.gpus), deviceOf(column.type, shape)}, BytesPerSecond(0)};
            auto host = network::hostWithInside(stated, into.cluster, file, options, notes);
            if (!host)
                return host.error();
            insides.emplace(column.type, *std::move(host));
        }
        if (std::find(zones.begin(), zones.end(), column.zone) == zones.end())
            zones.push_back(column.zone);
        for (std::int64_t i = 0; i < nodes; ++i) {
            network::Host host = insides.at(column.type);
            host.name = fmt::format("{}-{}-{}", column.type, column.zone, i);
            for (Device &device : host.node->devices)
                device.speed = speedOf(trace, column, (i + 1) * shape.gpus);
            network.cables.push_back({host.name, "zone-" + column.zone, BytesPerSecond(usualNodeRate)});
            network.hosts.push_back(std::move(host));
        }
    }
    for (std::size_t a = 0; a < zones.size(); ++a) {
        network.switches.push_back("zone-" + zones[a]);
        if (a > 0)
            network.cables.push_back({"zone-" + zones[a - 1], "zone-" + zones[a], BytesPerSecond(usualNodeRate)});
    }
    notes.push_back(fmt::format("the files state no bandwidth: {} for each node and between zones are taken",
                                bandwidthText(BytesPerSecond(usualNodeRate))));
    if (trace.times.size() > 1)
        notes.push_back(
            fmt::format("{} rows over {}: GPUs that are not available are down at that time of the scenario",
                        trace.times.size(), secondsText(trace.times.back())));
    if (shapes.empty())
        notes.push_back(fmt::format("no cluster configuration: {} GPUs in each node are taken", usualGpusPerNode));
    auto result = network::addNetwork(into, std::move(network), file, options);
    if (result)
        result->notes.insert(result->notes.begin(), notes.begin(), notes.end());
    return result;
}

Result<NodeShapes> readShapes(const ImportFile &file)
{
    auto json = parseJson(file.text, file.name);
    if (!json)
        return json.error();
    NodeShapes shapes;
    Settings settings(std::move(*json), file.name);
    for (const auto &[type, value] : settings.json().items()) {
        if (!value.is_object() || type.find('.') != std::string::npos)
            continue; // the zone
        NodeShape shape;
        shape.gpus = settings.number(type + ".gpus_per_node", 1, 1024);
        if (settings.has(type + ".mem_per_gpu"))
            shape.memory = Bytes(settings.positive(type + ".mem_per_gpu"));
        if (shape.memory.value > 1e13)
            settings.refuse(type + ".mem_per_gpu", "bytes of a GPU");
        shapes.emplace(type, shape);
    }
    if (settings.error())
        return *settings.error();
    return shapes;
}

/// Model and job, read as what the names of Hugging Face's GPT-2 say.
Result<Imported> addTraining(const Project &into, const ImportFile &file, const ImportOptions &options)
{
    auto json = parseJson(file.text, file.name);
    if (!json)
        return json.error();
    Settings settings(std::move(*json), file.name);
    const int sequence = settings.number("sequence_length", 1, 100'000'000);
    const int batch = settings.number("global_batch_size", 1, 1'000'000'000);
    const Json config = {{"model_type", "gpt2"},
                         {"n_layer", settings.number("num_layers", 1, 100'000)},
                         {"n_embd", settings.number("hidden_size", 1, 10'000'000)},
                         {"n_head", settings.number("heads", 1, 1'000'000)},
                         {"vocab_size", settings.number("vocab_size", 1, 100'000'000)},
                         {"n_positions", settings.number("max_position_embeddings", 1, 100'000'000, sequence)}};
    if (settings.error())
        return *settings.error();
    auto result = importHuggingFace(into, {{file.name, toText(config)}}, options);
    if (!result)
        return result;
    Workload &workload = result->project.workload;
    if (const std::string name = settings.text("model"); !name.empty() && options.name.empty())
        workload.model.name = shortened(name, 200);
    workload.model.source = "training configuration of Sailor";
    workload.job.globalBatch = batch;
    workload.job.sequenceLength = sequence;
    result->what = fmt::format("{}, batch {}, sequence {}", workload.model.name, batch, sequence);
    result->notes.push_back("the file states no MLP: four times the hidden size is taken, as in GPT and OPT");
    return result;
}

bool isAvailability(std::string_view text)
{
    const std::string_view line = text.substr(0, std::min<std::size_t>(text.find('\n'), 100'000));
    return (line.starts_with("Timestamp,") || line.find(",Timestamp,") != std::string_view::npos) &&
           line.find('_') != std::string_view::npos && line.find('(') == std::string_view::npos;
}
bool isNodeShapes(std::string_view text)
{
    return text.find("\"gpus_per_node\"") != std::string_view::npos &&
           text.find("\"mem_per_gpu\"") != std::string_view::npos;
}
bool isTraining(std::string_view text)
{
    return text.find("\"num_all_layers\"") != std::string_view::npos &&
           text.find("\"heads\"") != std::string_view::npos;
}

} // namespace

bool isSailor(std::string_view text) { return isAvailability(text) || isNodeShapes(text) || isTraining(text); }

Result<Imported> importSailor(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options)
{
    const ImportFile *trace = nullptr, *shapesFile = nullptr, *training = nullptr;
    std::vector<std::string> notes;
    for (const ImportFile &file : files) {
        const ImportFile **which = isAvailability(file.text) ? &trace
                                   : isNodeShapes(file.text) ? &shapesFile
                                   : isTraining(file.text)   ? &training
                                                             : nullptr;
        if (which && !*which)
            *which = &file;
        else
            notes.push_back(file.name + " is left out: " + (which ? "one of its kind is enough" : "another file"));
    }
    if (!trace && !training)
        return Error{Error::Code::schema,
                     files.empty() ? std::string() : files.front().name,
                     "/",
                     shapesFile ? "types of nodes, and no number of them" : "none of Sailor's inputs",
                     "an availability trace or a training configuration of Sailor",
                     "give the trace with the cluster configuration"};
    NodeShapes shapes;
    if (shapesFile) {
        auto read = readShapes(*shapesFile);
        if (!read)
            return read.error();
        shapes = *std::move(read);
    }
    Imported result{into, {}, {}};
    const auto take = [&result, &notes](Imported next) {
        result.what += (result.what.empty() ? "" : "; ") + next.what;
        notes.insert(notes.end(), next.notes.begin(), next.notes.end());
        result.project = std::move(next.project);
    };
    if (trace) {
        const auto read = AvailabilityReader(*trace).read();
        if (!read)
            return read.error();
        auto added = addAvailability(result.project, *read, shapes, trace->name, options);
        if (!added)
            return added;
        take(*std::move(added));
    }
    if (training) {
        auto added = addTraining(result.project, *training, options);
        if (!added)
            return added;
        take(*std::move(added));
    }
    result.notes = std::move(notes);
    return result;
}

} // namespace heteroscope
