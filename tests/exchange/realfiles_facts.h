// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an import says, in the words of expected.json of the real files.
#pragma once

#include "cluster/catalog.h"
#include "exchange/import.h"
#include "exchange/metis/layer_profiles.h"
#include "exchange/nccl_tests/log.h"
#include "exchange/trace/import_trace.h"
#include "json/json.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>

namespace heteroscope::test {

/// A plain value must be equal; one with a tolerance lies within it, relatively.
inline bool isFact(const Json &known, const Json &expected)
{
    if (expected.is_object() && expected.contains("tolerance")) {
        const double value = expected["value"].get<double>();
        return known.is_number() &&
               std::abs(known.get<double>() - value) <= expected["tolerance"].get<double>() * std::abs(value);
    }
    if (expected.is_number() && known.is_number())
        return std::abs(known.get<double>() - expected.get<double>()) <= 1e-6 * std::abs(expected.get<double>());
    if (expected.is_array() && known.is_array() && expected.size() == known.size())
        return std::equal(known.begin(), known.end(), expected.begin(), isFact);
    if (expected.is_string() && known.is_string()) // "H20" of "H20 (96 GB)", and names in any case
        return known.get<std::string>().find(expected.get<std::string>()) != std::string::npos;
    if (expected.is_object() && known.is_object()) {
        return known.size() == expected.size() &&
               std::all_of(expected.items().begin(), expected.items().end(), [&known](const auto &item) {
                   return known.contains(item.key()) && isFact(known[item.key()], item.value());
               });
    }
    return known == expected;
}

/// The number before a word in any of the notes; -1 if there is none.
inline int notedNumber(const Imported &imported, const std::string &words)
{
    const std::regex pattern("(\\d+) " + words);
    std::smatch match;
    for (const std::string &note : imported.notes) {
        if (std::regex_search(note, match, pattern))
            return std::stoi(match[1]);
    }
    return -1;
}

inline Json factsOfModel(const Imported &imported)
{
    const Workload &workload = imported.project.workload;
    const Model &model = workload.model;
    Json facts = {{"layers", model.layers - model.towerLayers() - model.encoderLayers()},
                  {"hidden", model.hidden},
                  {"heads", model.heads},
                  {"seq_len", workload.job.sequenceLength},
                  {"gbs", workload.job.globalBatch},
                  {"parameters_1e9", totalParameters(model) / 1e9}};
    if (model.moe) {
        facts["experts"] = model.moe->experts;
        facts["topk"] = model.moe->topK;
    }
    return facts;
}

inline void addPlan(Json &facts, const Imported &imported)
{
    if (imported.project.plans.empty())
        return;
    const Plan &plan = imported.project.plans.back().plan;
    const PlanName name = planName(plan);
    facts.update({{"tp", name.tp.high},
                  {"pp", name.stages.high},
                  {"dp", name.replicas},
                  {"cp", name.cp.high},
                  {"ep", name.ep.high},
                  {"vp", name.chunks},
                  {"mbs", plan.microBatchSize},
                  {"micro_batches", name.microBatches.high},
                  {"zero_stage", plan.zeroStage},
                  {"world_size", deviceCount(plan)},
                  {"local_batch", plan.microBatchSize * name.microBatches.high},
                  {"shard", plan.zeroStage == 3 ? name.replicas : 0},
                  {"recompute", recomputeNames[static_cast<std::size_t>(name.recompute)]}});
    const auto &stages = plan.pipelines.front().stages;
    Json tp = Json::array(), dp = Json::array(), layers = Json::array(), types = Json::array();
    for (std::size_t s = 0; s < stages.size(); ++s) {
        tp.push_back(stages[s].groups.front().tp);
        std::size_t groups = 0;
        for (const Pipeline &pipeline : plan.pipelines)
            groups += pipeline.stages[s].groups.size();
        dp.push_back(groups);
        layers.push_back(stages[s].chunks.front().count - (s == 0 ? 1 : 0) - (s + 1 == stages.size() ? 1 : 0));
        types.push_back(imported.project.cluster.nodes.front().devices.front().type);
    }
    facts.update({{"meshes", stages.size()},
                  {"tp_by_mesh", tp},
                  {"dp_by_mesh", dp},
                  {"layers_by_stage", layers},
                  {"device_types", types}});
}

/// The shape of the links between a node's devices; a vertex with one device stands for that device. Empty if it is
/// none of the three.
inline std::string shapeOf(const Node &node)
{
    std::map<std::string, std::set<std::string>> next;
    const auto isDevice = [](const std::string &name) { return name.starts_with("gpu"); };
    for (const FabricLink &link : node.fabric) {
        for (std::size_t i = 0; i < node.devices.size(); ++i) {
            const std::string own = "gpu" + std::to_string(i);
            const std::string from = link.from == "gpu*" ? own : link.from;
            const std::string to = link.to == "gpu*" ? own : link.to;
            next[from].insert(to);
            next[to].insert(from);
        }
    }
    const auto deviceOf = [&](const std::string &vertex) {
        const auto &around = next[vertex];
        if (isDevice(vertex) || std::count_if(around.begin(), around.end(), isDevice) != 1)
            return vertex;
        return *std::find_if(around.begin(), around.end(), isDevice);
    };
    std::map<std::string, std::set<std::string>> joined;
    for (const auto &[from, ends] : std::map(next)) {
        for (const std::string &to : ends) {
            if (deviceOf(from) != deviceOf(to))
                joined[deviceOf(from)].insert(deviceOf(to));
        }
    }
    std::set<std::size_t> degrees;
    for (const auto &[name, ends] : joined) {
        if (!isDevice(name) && ends.size() == node.devices.size())
            return "Switch";
        if (isDevice(name))
            degrees.insert(static_cast<std::size_t>(std::count_if(ends.begin(), ends.end(), isDevice)));
    }
    if (degrees == std::set<std::size_t>{node.devices.size() - 1})
        return "FullyConnected";
    return degrees == std::set<std::size_t>{2} ? "Ring" : "";
}

/// The narrowest link on the way between the first two devices.
inline void addRoute(Json &facts, const Cluster &cluster)
{
    const auto topology = Topology::build(cluster);
    if (!topology || topology->devices().size() < 2)
        return;
    const auto route = topology->route(DeviceId(0), DeviceId(1));
    if (!route || route->edges.empty())
        return;
    const EdgeId narrow = *std::min_element(route->edges.begin(), route->edges.end(), [&](EdgeId a, EdgeId b) {
        return topology->edge(a).bandwidth < topology->edge(b).bandwidth;
    });
    facts["bandwidth_gbs"] = topology->edge(narrow).bandwidth.value / 1e9;
    facts["latency_ns"] = topology->edge(narrow).latency.value * 1e9;
}

inline void addCluster(Json &facts, const Imported &imported)
{
    const Cluster &cluster = imported.project.cluster;
    if (cluster.nodes.empty())
        return;
    facts["devices"] = deviceCount(cluster);
    facts["hosts"] = cluster.nodes.size();
    if (const int adapters = notedNumber(imported, "adapters"); adapters >= 0)
        facts["adapters"] = adapters;
    facts["switches"] = cluster.switches.size();
    if (const int blocks = notedNumber(imported, "blocks"); blocks >= 0)
        facts["blocks"] = blocks;
    if (const int switches = notedNumber(imported, "switches of the file"); switches >= 0)
        facts["switches"] = switches;
    if (const int links = notedNumber(imported, "links of the file"); links >= 0)
        facts["links"] = links;
    if (const int domains = notedNumber(imported, "NVLink domains"); domains >= 0)
        facts["nvlink_domains"] = domains;
    const Node &node = cluster.nodes.front();
    facts["node_devices"] = facts["devices_per_node"] = node.devices.size();
    facts["nics"] = std::max(0, notedNumber(imported, "network cards as one vertex")); // no note without a card
    int hosts = 0;
    for (const FabricVertex &vertex : node.vertices)
        hosts += vertex.kind == FabricVertex::Kind::host ? 1 : 0;
    facts["sockets"] = facts["numa"] = hosts;
    bool nvlink = false, xgmi = false;
    std::map<std::string, int> direct;
    for (const FabricLink &link : node.fabric) {
        nvlink = nvlink || link.technology == LinkTechnology::nvlink;
        xgmi = xgmi || link.technology == LinkTechnology::infinityFabric;
        if (deviceRange(link.from, node.devices.size()) && deviceRange(link.to, node.devices.size())) {
            ++direct[link.from];
            ++direct[link.to];
        }
        if (deviceRange(link.from, node.devices.size()) && !facts.contains("intra_gbs"))
            facts["intra_gbs"] = link.bandwidth.value / 1e9;
        if (link.technology == LinkTechnology::nvlink)
            facts["nvlink_gbits"] = link.bandwidth.value * 8e-9;
    }
    int nvswitches = 0;
    for (const Node &one : cluster.nodes) {
        nvswitches += static_cast<int>(std::count_if(one.vertices.begin(), one.vertices.end(), [](const auto &vertex) {
            return vertex.kind == FabricVertex::Kind::nvswitch;
        }));
    }
    facts["nvswitches"] = nvswitches;
    facts["nvlink"] = nvlink;
    facts["xgmi"] = xgmi;
    facts["links_each"] = direct.empty() ? 0 : direct.begin()->second;
    if (const int speed = notedNumber(imported, "Gbit/s each"); speed >= 0)
        facts["nic_gbits"] = speed;
    facts["device"] = node.devices.front().type;
    facts["shape"] = shapeOf(node);
    addRoute(facts, cluster);
    std::set<std::string> types;
    for (const Node &one : cluster.nodes) {
        for (const Device &device : one.devices)
            types.insert(device.type);
    }
    if (!facts.contains("device_types")) // those of a plan's stages
        facts["device_types"] = types.size();
    if (const DeviceType *type = findDeviceType(cluster, node.devices.front().type)) {
        facts["tflops_16bit"] = type->peakAt(Precision::fp16).value_or(FlopPerSecond(0)).value / 1e12;
        facts["memory_gbs"] = facts["local_mem_gbs"] = type->memoryBandwidth.value / 1e9;
    }
    if (!cluster.links.empty()) {
        const Link &link = cluster.links.front();
        facts["inter_gbs"] = link.bandwidth.value / 1e9 / static_cast<double>(node.devices.size());
        if (!facts.contains("nic_gbits"))
            facts["nic_gbits"] = link.bandwidth.value * 8e-9 / static_cast<double>(node.devices.size());
        for (const auto &[name, rate] : {std::pair{"4xNDR", 50e9}, std::pair{"4xEDR", 12.5e9}}) {
            if (std::abs(link.bandwidth.value / rate - 1) < 0.05)
                facts["link"] = name;
        }
    }
}

inline Json factsOf(const Imported &imported)
{
    Json facts = factsOfModel(imported);
    addPlan(facts, imported);
    addCluster(facts, imported);
    return facts;
}

inline Json factsOf(const NcclMeasurement &measured)
{
    return {{"ranks", measured.ranks},
            {"nodes", measured.hosts},
            {"rows", measured.rows},
            {"collective", measured.collective},
            {"top_busbw_gbs", measured.busBandwidth.value / 1e9}};
}

inline Json factsOf(const MeasuredTrace &trace)
{
    const MeasuredRank &rank = trace.ranks.front();
    Json facts = {{"rank", rank.rank},
                  {"ranks", std::max<std::size_t>(trace.ranks.size(), static_cast<std::size_t>(trace.worldSize))},
                  {"world_size", trace.worldSize},
                  {"nodes", rank.events.size()},
                  {"steps", rank.steps.size()},
                  {"iterations", rank.steps.size()},
                  {"memory_gb_rank0", rank.memory.value / 1e9}};
    const auto micros = [](Ticks time) { return static_cast<double>(time.count) * 1e-6; };
    double all = 0, kernels = 0, collectives = 0;
    int count = 0, forward = 0, batches = 0;
    std::map<std::string, double> streams;
    for (const MeasuredEvent &event : rank.events) {
        const double time = micros(event.end - event.start);
        all += time;
        forward += event.kind == TraceKind::forward ? 1 : 0;
        batches = std::max(batches, event.microBatch + 1);
        if (event.kind == TraceKind::copy || event.kind == TraceKind::host)
            continue;
        ++count;
        kernels += time;
        streams[std::to_string(event.stream)] += time;
        if (isMeasuredCommunication(event.kind))
            collectives += time;
    }
    Json byStream = Json::object();
    for (const auto &[stream, time] : streams)
        byStream[stream] = std::round(time * 10) / 10;
    const MeasuredMark step = medianStep(rank);
    facts.update({{"runtime_sum", all},
                  {"kernels", count},
                  {"kernel_us", kernels},
                  {"collective_us", collectives},
                  {"streams", streams.size()},
                  {"stream_us", byStream},
                  {"forward_passes_rank0", forward},
                  {"micro_batches", batches},
                  {"step_s", toSeconds(step.end - step.start).value}});
    const auto noted = [&trace](const std::string &pattern) {
        std::smatch match;
        for (const std::string &note : trace.notes) {
            if (std::regex_search(note, match, std::regex(pattern)))
                return std::stoi(match[1]);
        }
        return -1;
    };
    facts["pp"] = noted("PP (\\d+)");
    facts["vp"] = noted("(\\d+) chunks");
    return facts;
}

inline Json factsOf(const MetisMeasurement &measured)
{
    return {{"layers", measured.layers},
            {"tp", measured.tp},
            {"mbs", measured.microBatch},
            {"layer_ms", measured.block.value * 1e3},
            {"optimizer_ms", measured.optimizer.value * 1e3}};
}

} // namespace heteroscope::test
