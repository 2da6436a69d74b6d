// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random projects without mistakes for rapidcheck: every field of every value is drawn, names with odd characters too.
#pragma once

#include "cluster/catalog.h"
#include "project/free_id.h"
#include "project/project.h"
#include "support/sample_cluster.h"

#include <rapidcheck.h>

namespace heteroscope::samples {

template<class T>
T pick(std::initializer_list<T> values)
{
    return *rc::gen::elementOf(std::vector<T>(values));
}

inline int number(int low, int high) { return *rc::gen::inRange(low, high + 1); }

inline bool coin() { return number(0, 1) == 1; }

/// A positive number of any size and with any digits.
inline double positive()
{
    return pick({1.0, 1e6, 1e9, 3e11}) * (1.0 + number(0, 1'000'000) / 1'048'576.0 + (coin() ? 1e-13 : 0.0));
}

inline std::string text()
{
    return pick<std::string>({"", "plain", "two words", "quotes \" and \\", "line\nbreak\ttab", "Grüße, 世界",
                              "emoji \xF0\x9F\x9A\x80", "</script>", "{\"a\": 1}"});
}

/// A name that nothing else has: a random beginning, then a number.
inline std::string name(const char *kind)
{
    static int counter = 0;
    return pick<std::string>({"", "h100 ", "Größe", "a\"b\\c", "x", "."}) + kind + std::to_string(counter++);
}

inline Extensions extensions()
{
    Extensions result;
    for (int i = number(0, 4) - 2; i > 0; --i)
        result["x-" + std::to_string(i)] =
            pick<std::string>({"null", "true", "2.5", "\"a \\\"b\\\"\"", "[1, 2]", "{\n  \"z\": 1,\n  \"a\": []\n}"});
    return result;
}

inline RateCurve curve()
{
    RateCurve result;
    double at = 0;
    for (int i = number(0, 4) - 2; i > 0; --i) {
        result.points.push_back({Seconds(at), number(0, 8) / 7.0});
        at += positive() / 1e12;
    }
    return result;
}

inline DeviceType deviceType()
{
    DeviceType type;
    type.name = name("type");
    type.vendor = text();
    type.year = number(0, 2030);
    for (auto &peak : type.peak) {
        if (coin())
            peak = FlopPerSecond(positive());
    }
    type.peak[static_cast<std::size_t>(Precision::bf16)] = FlopPerSecond(positive());
    type.memory = Bytes(positive());
    type.memoryBandwidth = BytesPerSecond(positive());
    type.intraLinkTechnology = text();
    if (coin() || !type.intraLinkTechnology.empty())
        type.intraLinkBandwidth = BytesPerSecond(positive());
    type.power = number(0, 1000) / 3.0;
    if (coin())
        type.pricePerHour = number(0, 100) / 7.0;
    type.priceSource = text();
    type.shape = static_cast<DeviceShape>(number(0, 5));
    type.computeClass = text();
    type.source = text();
    type.fromMemory = coin();
    type.notes = text();
    type.extensions = extensions();
    return type;
}

inline Cluster randomCluster()
{
    Cluster cluster;
    for (int i = number(0, 2); i > 0; --i)
        cluster.deviceTypes.push_back(deviceType());
    for (int i = number(1, 4); i > 0; --i) {
        Node node = box(name("node"), "A100-80GB SXM", static_cast<std::size_t>(number(1, 9)));
        node.templateName = text();
        for (auto &device : node.devices) {
            if (!cluster.deviceTypes.empty() && coin())
                device.type = cluster.deviceTypes.front().name;
            if (number(0, 5) == 0)
                device.speed = curve();
            if (number(0, 5) == 0)
                device.extensions = extensions();
        }
        for (auto &link : node.fabric) {
            link.bandwidth = BytesPerSecond(positive());
            link.latency = Seconds(number(0, 100) / 3e6);
            link.technology = static_cast<LinkTechnology>(number(0, 6));
            link.extensions = extensions();
        }
        node.vertices[0].extensions = extensions();
        if (coin())
            node.power = number(0, 6000) / 7.0;
        node.source = text();
        node.fromMemory = coin();
        node.notes = text();
        node.extensions = extensions();
        cluster.nodes.push_back(node);
    }
    for (int i = number(0, 3); i > 0; --i) {
        auto one = networkSwitch(name("switch"));
        one.ports = coin() ? 0 : number(100, 200);
        one.reduces = coin();
        one.latency = Seconds(number(0, 100) / 3e7);
        if (coin())
            one.power = number(0, 900) / 7.0;
        one.extensions = extensions();
        cluster.switches.push_back(one);
    }
    if (coin())
        cluster.powerUsageEffectiveness = 1 + number(0, 100) / 70.0;
    std::vector<std::string> ends;
    for (const auto &node : cluster.nodes)
        ends.push_back(node.name);
    for (const auto &one : cluster.switches)
        ends.push_back(one.name);
    for (int i = number(0, 6); i > 0; --i) {
        auto one = link(name("link"), *rc::gen::elementOf(ends), *rc::gen::elementOf(ends), positive());
        one.rate = curve();
        one.extensions = extensions();
        if (one.from != one.to)
            cluster.links.push_back(one);
    }
    if (coin() && !cluster.links.empty())
        cluster.conflictSets.push_back({name("set"), {cluster.links[0].name}, extensions()});
    if (coin())
        cluster.racks.push_back({name("rack"), {ends[0]}, number(1, 3), extensions(), coin()});
    if (coin())
        cluster.deviceGroups.push_back({name("group"), {ends[0], ends[0] + ":0"}, extensions()});
    cluster.extensions = extensions();
    return cluster;
}

/// Well-formed, but it need not fit any cluster.
inline Plan randomPlan()
{
    Plan plan;
    plan.schedule = allSchedules()[static_cast<std::size_t>(number(0, 2))];
    plan.microBatchSize = number(1, 8);
    plan.zeroStage = number(0, 3);
    plan.sequenceParallel = coin();
    plan.contextParallel = number(1, 4);
    plan.expertParallel = number(1, 4);
    plan.overlap = {coin(), coin(), coin()};
    for (int i = number(0, 3); i > 0; --i)
        plan.unusedDevices.push_back(text());
    for (int p = number(0, 2); p > 0; --p) {
        Pipeline pipeline;
        pipeline.microBatches = number(1, 1000);
        for (int s = number(0, 3); s > 0; --s) {
            Stage stage;
            stage.recompute = static_cast<Recompute>(number(0, 2));
            if (coin())
                stage.recomputeLayers = number(0, 100);
            stage.microBatchSize = number(0, 2);
            for (int c = number(0, 2); c > 0; --c)
                stage.chunks.push_back({number(0, 100), number(1, 100)});
            for (int g = number(0, 2); g > 0; --g) {
                auto one = group("a", 0, number(1, 20), number(1, 8));
                one.cp = number(1, 4);
                one.ep = number(1, 4);
                one.extensions = extensions();
                stage.groups.push_back(one);
            }
            stage.extensions = extensions();
            pipeline.stages.push_back(stage);
        }
        pipeline.extensions = extensions();
        plan.pipelines.push_back(pipeline);
    }
    plan.extensions = extensions();
    return plan;
}

inline Workload randomWorkload()
{
    Workload one = workload();
    auto &model = one.model;
    model.family = text();
    model.layers = number(1, 200);
    model.hidden = number(1, 20'000);
    model.heads = number(1, 64) * 2;
    model.kvHeads = coin() ? model.heads : model.heads / 2;
    model.headDim = number(1, 256);
    model.ffn = number(1, 60'000);
    model.vocab = number(1, 300'000);
    model.maxSequence = number(0, 8192);
    model.gatedMlp = coin();
    model.tiedEmbeddings = coin();
    model.learnedPositions = coin();
    model.biases = coin();
    if (coin())
        model.moe = MixtureOfExperts{number(4, 64), number(1, 4), number(0, 2), number(1, 4096), number(0, 1)};
    if (model.moe && model.moe->experts % 2 == 0 && coin()) {
        model.moe->groups = 2;
        model.moe->groupLimit = 1;
    }
    if (coin())
        model.mla = LatentAttention{number(0, 2048), number(1, 512), number(1, 128), number(0, 64), number(1, 128)};
    if (coin())
        model.linearAttention =
            LinearAttention{number(1, 64), number(1, 64), number(1, 256), number(1, 256), number(1, 8)};
    if (coin())
        model.stateSpace =
            StateSpace{number(1, 256), number(1, 128), number(1, 256), number(1, 8), number(1, 8), number(1, 512)};
    model.window = coin() ? 0 : number(1, 8192);
    for (int i = number(0, std::min(4, model.layers)); i > 0; --i) {
        std::vector<Mixer> mixers{Mixer::attention};
        if (model.window > 0)
            mixers.push_back(Mixer::window);
        if (model.linearAttention)
            mixers.push_back(Mixer::linear);
        if (model.stateSpace)
            mixers.push_back(Mixer::stateSpace);
        const auto feed = static_cast<Feed>(number(model.moe ? 0 : 2, 2));
        model.blocks.push_back({{*rc::gen::elementOf(mixers), model.moe || coin() ? feed : Feed::dense}, 1});
    }
    model.parameters = coin() ? 0 : positive();
    model.source = text();
    model.fromMemory = coin();
    model.notes = text();
    model.extensions = extensions();
    if (number(0, 3) == 0)
        model = *rc::gen::elementOf(builtinModels());
    one.job.sequenceLength = number(1, 100'000);
    one.job.globalBatch = number(1, 100'000);
    one.job.globalBatchFree = coin();
    one.job.precision = static_cast<Precision>(number(0, 5));
    one.job.gradientPrecision = static_cast<Precision>(number(0, 5));
    one.job.optimizer = static_cast<Optimizer>(number(0, 1));
    one.job.flashAttention = coin();
    one.job.softwareStack = text();
    one.job.softwareRelease = coin() ? text() : std::string();
    one.job.narrowWeights = one.job.precision == Precision::fp8 && coin();
    if (coin())
        one.job.expertDispatch = static_cast<ExpertDispatch>(number(0, 1));
    if (coin())
        one.job.expertOverlap = static_cast<ExpertOverlap>(number(0, 2));
    if (coin())
        one.job.memoryHeadroom = number(0, 50) / 100.0;
    one.job.extensions = extensions();
    one.extensions = extensions();
    return one;
}

/// Own entries for a project with that cluster.
inline Library randomLibrary(const Cluster &cluster)
{
    Library library;
    for (int i = number(0, 2); i > 0; --i) {
        LinkType link;
        link.name = name("link type");
        link.technology = static_cast<LinkTechnology>(number(0, static_cast<int>(linkTechnologyNames.size()) - 1));
        link.scope = text();
        link.bandwidth = BytesPerSecond(positive());
        link.latency = Seconds(number(0, 1000) * 1e-7);
        link.source = text();
        link.fromMemory = coin();
        link.notes = text();
        link.extensions = extensions();
        library.links.push_back(link);
    }
    if (!cluster.nodes.empty() && coin()) {
        library.nodes.push_back(*rc::gen::elementOf(cluster.nodes));
        library.nodes.back().name = name("template");
        library.nodes.back().source = text();
        library.nodes.back().fromMemory = coin();
    }
    for (int i = number(0, 1); i > 0; --i) {
        library.models.push_back(randomWorkload().model);
        library.models.back().name = name("model");
    }
    library.extensions = extensions();
    return library;
}

/// Devices and plan need not fit the cluster.
inline ProjectJob randomJob()
{
    ProjectJob job;
    job.name = name("job");
    job.workload = randomWorkload();
    for (int i = number(0, 2); i > 0; --i)
        job.devices.push_back(name("device"));
    if (coin())
        job.plan = randomPlan();
    job.begin = Seconds(coin() ? 0 : number(0, 1000) / 7.0);
    job.extensions = extensions();
    return job;
}

inline DevicePrice randomPrice()
{
    DevicePrice price;
    price.name = name("price");
    double at = 0;
    for (int i = number(1, 3); i > 0; --i) {
        price.curve.points.push_back({Seconds(at), number(0, 100) / 7.0});
        at += positive() / 1e12;
    }
    price.extensions = extensions();
    return price;
}

inline Project randomProject()
{
    Project project;
    project.title = text();
    project.description = text();
    project.cluster = randomCluster();
    project.workload = randomWorkload();
    project.library = randomLibrary(project.cluster);
    for (int i = number(0, 2); i > 0; --i) {
        NamedPlan named;
        named.name = name("plan");
        named.plan = randomPlan();
        if (coin())
            named.measured = MeasuredReference{text(), text()};
        named.extensions = extensions();
        project.plans.push_back(named);
    }
    for (int i = number(0, 5) - 3; i > 0; --i)
        project.jobs.push_back(randomJob());
    for (int i = number(0, 5) - 3; i > 0; --i)
        project.prices.push_back(randomPrice());
    for (const auto &node : project.cluster.nodes)
        project.canvas[node.name] = {(number(0, 1000) - 500) / 3.0, number(0, 1000) * 1e5};
    project.canvasExtensions = extensions();
    for (int i = number(0, 4) - 1; i > 0; --i) {
        Note note;
        note.id = freeId(project.notes) + number(0, 2);
        note.text = "note " + text();
        note.at = {number(-1000, 1000) / 3.0, number(-1000, 1000) * 1e5};
        note.width = number(80, 800) - (coin() ? 0 : 1.0 / 3);
        note.width = std::max(note.width, minNoteWidth);
        note.colour = static_cast<NoteColour>(number(0, static_cast<int>(noteColourNames.size()) - 1));
        note.extensions = extensions();
        project.notes.push_back(note);
    }
    for (int i = number(0, 4) - 1; i > 0; --i) {
        Marker marker;
        marker.id = freeId(project.markers) + number(0, 2);
        marker.time = Seconds(number(0, 1000) / 3.0);
        const Node &node =
            project.cluster
                .nodes[static_cast<std::size_t>(number(0, static_cast<int>(project.cluster.nodes.size()) - 1))];
        if (coin() && !node.devices.empty())
            marker.device = node.name + ":" + std::to_string(number(0, static_cast<int>(node.devices.size()) - 1));
        marker.text = "marker " + text();
        marker.colour = static_cast<NoteColour>(number(0, static_cast<int>(noteColourNames.size()) - 1));
        marker.extensions = extensions();
        project.markers.push_back(marker);
    }
    project.extensions = extensions();
    return project;
}

} // namespace heteroscope::samples
