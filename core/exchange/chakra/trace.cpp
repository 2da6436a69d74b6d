// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/chakra/trace.h"

#include "exchange/chakra/schema.h"
#include "exchange/megatron/shell_files.h"
#include "exchange/trace/import_trace.h"
#include "exchange/trace/wire_format.h"
#include "json/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace heteroscope {

namespace {

using chakra::NodeType;

constexpr std::uint64_t longestChakraTime = 2'000'000'000'000; // µs: 23 days
constexpr std::size_t mostDependencies = 64'000'000;

struct ChakraNode
{
    std::uint64_t id = 0;
    std::uint64_t type = 0;
    std::uint64_t start = 0;    ///< µs
    std::uint64_t duration = 0; ///< µs
    std::vector<std::uint64_t> needs;
    bool onHost = false;
    bool isAllToAll = false;
    TraceKind group = TraceKind::collective; ///< of the process group
    bool isDescribed = false;                ///< group is that of its description
};

Error brokenChakra(const std::string &file, std::string path, std::string found, std::string expected)
{
    return Error{Error::Code::schema, file,
                 std::move(path),     std::move(found),
                 std::move(expected), "give the trace as Chakra's converter wrote it"};
}

void readAttribute(ChakraNode &node, std::string_view name, std::uint64_t value)
{
    if (name == "is_cpu_op")
        node.onHost = value != 0;
    else if (name == "comm_type")
        node.isAllToAll = value == static_cast<std::uint64_t>(chakra::Collective::allToAll);
}

std::optional<ChakraNode> nodeOfMessage(std::string_view message)
{
    ChakraNode node;
    WireReader reader(message);
    while (const auto field = reader.field()) {
        switch (field->number) {
        case chakra::nodeId:
            node.id = field->value;
            break;
        case chakra::nodeType:
            node.type = field->value;
            break;
        case chakra::nodeStart:
            node.start = field->value;
            break;
        case chakra::nodeDuration:
            node.duration = field->value;
            break;
        case chakra::nodeControl:
        case chakra::nodeData:
            if (!field->isBytes)
                node.needs.push_back(field->value);
            for (WireReader packed(field->bytes); const auto need = packed.varint();)
                node.needs.push_back(*need);
            break;
        case chakra::nodeAttribute: {
            std::string_view name, text;
            std::uint64_t value = 0;
            for (WireReader attribute(field->bytes); const auto part = attribute.field();) {
                if (part->number == chakra::attributeName)
                    name = part->bytes;
                else if (part->isBytes)
                    text = part->bytes;
                else
                    value = part->value;
            }
            readAttribute(node, name, value);
            if (name == chakra::groupDescription || (name == chakra::groupAttribute && !node.isDescribed))
                node.group = kindOfProcessGroup(text);
            node.isDescribed = node.isDescribed || name == chakra::groupDescription;
            break;
        }
        default:
            break;
        }
    }
    return reader.isBroken() ? std::nullopt : std::optional(std::move(node));
}

Result<std::vector<ChakraNode>> readBinary(const ImportFile &file)
{
    WireReader messages(file.text);
    std::vector<ChakraNode> nodes;
    (void)messages.delimited(); // GlobalMetadata
    while (const auto message = messages.delimited()) {
        auto node = nodeOfMessage(*message);
        if (!node)
            return brokenChakra(file.name, fmt::format("message {}", nodes.size() + 2), "broken fields",
                                "a Node of et_def.proto");
        nodes.push_back(std::move(*node));
        if (nodes.size() > mostMeasuredEvents)
            break;
    }
    if (!messages.isAtEnd() && nodes.size() <= mostMeasuredEvents)
        return brokenChakra(file.name, fmt::format("message {}", nodes.size() + 2), "the end of the file",
                            "as many bytes as the message's length says");
    return nodes;
}

/// The member under any of its names; nullptr if it has none.
const Json *memberOf(const Json &object, std::initializer_list<const char *> names)
{
    for (const char *name : names) {
        if (const auto found = object.find(name); found != object.end() && !found->is_null())
            return &*found;
    }
    return nullptr;
}

/// A whole number from 0, also as a text; JSON of Protocol Buffers writes 64 bits so.
std::optional<std::uint64_t> wholeOf(const Json &value)
{
    if (value.is_number_unsigned())
        return value.get<std::uint64_t>();
    if (value.is_boolean())
        return value.get<bool>() ? 1 : 0;
    if (value.is_number_float() && value.get<double>() >= 0 && value.get<double>() < 1e18)
        return static_cast<std::uint64_t>(value.get<double>());
    std::uint64_t number = 0;
    if (!value.is_string())
        return std::nullopt;
    const auto &text = value.get_ref<const std::string &>();
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> typeOf(const Json &value)
{
    constexpr std::array<std::string_view, 8> names = {"INVALID_NODE",   "METADATA_NODE", "MEM_LOAD_NODE",
                                                       "MEM_STORE_NODE", "COMP_NODE",     "COMM_SEND_NODE",
                                                       "COMM_RECV_NODE", "COMM_COLL_NODE"};
    if (!value.is_string())
        return wholeOf(value);
    const auto found = std::find(names.begin(), names.end(), value.get_ref<const std::string &>());
    if (found == names.end())
        return wholeOf(value);
    return static_cast<std::uint64_t>(found - names.begin());
}

Result<ChakraNode> nodeOfJson(const Json &json, const std::string &file, const std::string &path)
{
    ChakraNode node;
    const auto refuse = [&](const char *key, const char *expected) {
        return brokenChakra(file, path + "/" + key, "something else", expected);
    };
    if (!json.is_object())
        return refuse("", "an object with id, type, dependencies and duration");
    const auto number = [&json](std::initializer_list<const char *> names, std::uint64_t &into) {
        const Json *value = memberOf(json, names);
        const auto whole = value ? wholeOf(*value) : std::optional<std::uint64_t>(into);
        into = whole.value_or(0);
        return whole.has_value();
    };
    if (!memberOf(json, {"id", "Id"}) || !number({"id", "Id"}, node.id))
        return refuse("id", "a whole number");
    if (!number({"runtime", "duration_micros", "durationMicros"}, node.duration))
        return refuse("duration_micros", "microseconds, a whole number");
    if (!number({"start_time_micros", "startTimeMicros"}, node.start))
        return refuse("start_time_micros", "microseconds, a whole number");
    const Json *type = memberOf(json, {"type", "NodeType"});
    const auto kind = type ? typeOf(*type) : std::nullopt;
    if (!kind)
        return refuse("type", "a type of node: COMP_NODE or its number");
    node.type = *kind;
    for (const auto &names :
         {std::initializer_list<const char *>{"ctrl_deps", "ctrlDeps"}, {"data_deps", "dataDeps"}}) {
        const Json *list = memberOf(json, names);
        if (list && !list->is_array())
            return refuse("data_deps", "a list of ids");
        for (std::size_t i = 0; list && i < list->size(); ++i) {
            const auto need = wholeOf((*list)[i]);
            if (!need)
                return refuse("data_deps", "a list of ids");
            node.needs.push_back(*need);
        }
    }
    if (const Json *onHost = memberOf(json, {"is_cpu_op"}))
        readAttribute(node, "is_cpu_op", wholeOf(*onHost).value_or(0));
    const Json *attributes = memberOf(json, {"attr", "attrs"});
    for (std::size_t i = 0; attributes && attributes->is_array() && i < attributes->size(); ++i) {
        const Json &one = (*attributes)[i];
        const Json *name = one.is_object() ? memberOf(one, {"name"}) : nullptr;
        const Json *value = name ? memberOf(one, {"boolVal", "bool_val", "int64Val", "int64_val", "uint64Val",
                                                  "uint64_val", "int32Val", "int32_val"})
                                 : nullptr;
        if (value && name->is_string())
            readAttribute(node, name->get_ref<const std::string &>(), wholeOf(*value).value_or(0));
    }
    return node;
}

Result<std::vector<ChakraNode>> readJsonNodes(const ImportFile &file, int &worldSize)
{
    const auto json = parseJson(file.text, file.name);
    if (!json)
        return json.error();
    const Json *list = json->is_object() ? memberOf(*json, {"workload_graph", "nodes", "node"}) : nullptr;
    if (!list || !list->is_array())
        return brokenChakra(file.name, "/workload_graph", "no list", "the nodes of a trace");
    if (const Json *ranks = memberOf(*json, {"ngpus"})) {
        if (const auto number = wholeOf(*ranks); number && *number <= 1'000'000)
            worldSize = std::max(worldSize, static_cast<int>(*number));
    }
    std::vector<ChakraNode> nodes;
    for (std::size_t i = 0; i < list->size(); ++i) {
        auto node = nodeOfJson((*list)[i], file.name, fmt::format("/workload_graph/{}", i));
        if (!node)
            return node.error();
        nodes.push_back(std::move(*node));
    }
    return nodes;
}

/// Lets each node begin when what it needs has ended. False: a circle.
bool layOut(std::vector<ChakraNode> &nodes)
{
    std::unordered_map<std::uint64_t, std::size_t> indices;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        indices.emplace(nodes[i].id, i);
    std::vector<std::vector<std::size_t>> followers(nodes.size());
    std::vector<std::size_t> open(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (const std::uint64_t need : nodes[i].needs) {
            const auto found = indices.find(need);
            if (found == indices.end())
                continue; // cut out of the trace
            followers[found->second].push_back(i);
            ++open[i];
        }
    }
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (open[i] == 0)
            ready.push_back(i);
    }
    std::size_t placed = 0;
    for (; placed < ready.size(); ++placed) {
        const ChakraNode &done = nodes[ready[placed]];
        for (const std::size_t next : followers[ready[placed]]) {
            nodes[next].start = std::max(nodes[next].start, std::min(done.start + done.duration, longestChakraTime));
            if (--open[next] == 0)
                ready.push_back(next);
        }
    }
    return placed == nodes.size();
}

TraceKind kindOfNode(const ChakraNode &node)
{
    if (node.onHost)
        return TraceKind::host;
    switch (static_cast<NodeType>(node.type)) {
    case NodeType::memoryLoad:
    case NodeType::memoryStore:
        return TraceKind::copy;
    case NodeType::send:
    case NodeType::receive:
        return TraceKind::pp;
    case NodeType::collective:
        return node.isAllToAll && node.group == TraceKind::collective ? TraceKind::ep : node.group;
    default:
        return TraceKind::compute;
    }
}

/// The last number of the file's name before its ending; `otherwise` if it has none.
int rankOfName(std::string_view file, int otherwise)
{
    std::string_view name = megatron::baseName(file);
    name = name.substr(0, name.rfind('.'));
    const auto digits = name.find_last_not_of("0123456789");
    name.remove_prefix(digits == std::string_view::npos ? 0 : digits + 1);
    int rank = 0;
    const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), rank);
    return problem == std::errc() && end == name.data() + name.size() ? rank : otherwise;
}

} // namespace

bool isChakraBinary(std::string_view text)
{
    const auto isControl = [](char one) { return one >= 0 && one < 9; };
    const std::string_view head = text.substr(0, 16);
    if (std::none_of(head.begin(), head.end(), isControl))
        return false; // text
    WireReader messages(text);
    const auto first = messages.delimited();
    if (!first || !messages.delimited())
        return false;
    WireReader metadata(*first);
    while (const auto field = metadata.field()) {
        if (!field->isBytes || field->number > chakra::metadataAttribute)
            return false;
    }
    return !metadata.isBroken();
}

Result<MeasuredTrace> readChakra(const std::vector<ImportFile> &files)
{
    MeasuredTrace trace;
    trace.tool = "Chakra";
    bool isLaidOut = false;
    for (const ImportFile &file : files) {
        auto nodes = isChakraBinary(file.text) ? readBinary(file) : readJsonNodes(file, trace.worldSize);
        if (!nodes)
            return nodes.error();
        std::size_t dependencies = 0;
        for (const ChakraNode &node : *nodes) {
            dependencies += node.needs.size();
            if (node.duration > longestChakraTime || node.start > (std::uint64_t{1} << 62))
                return brokenChakra(file.name, fmt::format("node {}", node.id), "a longer time",
                                    fmt::format("at most {} microseconds", longestChakraTime));
        }
        if (nodes->size() > mostMeasuredEvents || dependencies > mostDependencies)
            return brokenChakra(file.name, {}, "more nodes or dependencies",
                                fmt::format("at most {} nodes", mostMeasuredEvents));
        if (std::all_of(nodes->begin(), nodes->end(), [](const ChakraNode &node) { return node.duration == 0; }))
            return brokenChakra(file.name, {}, fmt::format("{} nodes without duration", nodes->size()),
                                "durations that were measured: this trace says what depends on what alone");
        if (std::all_of(nodes->begin(), nodes->end(), [](const ChakraNode &node) { return node.start == 0; })) {
            isLaidOut = true;
            if (!layOut(*nodes))
                return brokenChakra(file.name, {}, "dependencies in a circle", "nodes that can follow each other");
        }
        std::uint64_t first = longestChakraTime * 1000;
        for (const ChakraNode &node : *nodes)
            first = std::min(first, node.start);
        MeasuredRank rank;
        rank.rank = rankOfName(file.name, static_cast<int>(trace.ranks.size()));
        for (const ChakraNode &node : *nodes) {
            if (static_cast<NodeType>(node.type) == NodeType::metadata)
                continue;
            if (node.start - first > longestChakraTime)
                return brokenChakra(file.name, fmt::format("node {}", node.id), "a time far from the first one's",
                                    "nodes of one run");
            constexpr std::int64_t picoseconds = Ticks::perSecond / 1'000'000;
            const Ticks start(static_cast<std::int64_t>(node.start - first) * picoseconds);
            rank.events.push_back({start, start + Ticks(static_cast<std::int64_t>(node.duration) * picoseconds),
                                   kindOfNode(node), -1, -1});
        }
        trace.ranks.push_back(std::move(rank));
    }
    if (isLaidOut)
        trace.notes.emplace_back("the trace has durations without start times: each node begins when the last of its "
                                 "dependencies has ended");
    return finishTrace(std::move(trace), files.empty() ? std::string() : files.front().name);
}

Result<Imported> importChakra(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &)
{
    return importTrace(into, readChakra(files), files.empty() ? std::string() : files.front().name);
}

} // namespace heteroscope
