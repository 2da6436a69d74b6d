// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/sailor/layer_profiles.h"

#include "calibration/run_nodes.h"
#include "cluster/catalog.h"
#include "workload/model.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace heteroscope {

namespace {

/// What Sailor trained under its names.
struct SailorModel
{
    std::string_view name;
    std::string_view preset;
    int heads;
    int vocab;
    int sequence;
};
constexpr std::array<SailorModel, 3> sailorModels = {{{"OPT-350", "OPT-350M", 16, 50272, 2048},
                                                      {"GPT-Neo-2.7", "GPT-Neo 2.7B", 32, 128256, 2048},
                                                      {"OPT-30", "OPT-30B", 56, 50272, 2048}}};

Error broken(const std::string &file, std::string path, std::string expected)
{
    return Error{Error::Code::schema, file,
                 std::move(path),     "something else",
                 std::move(expected), "give the file as Sailor's profiler wrote it"};
}

int wholeNumber(const std::string &text)
{
    int value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::optional<LayerTime> timeOf(const Json &layer)
{
    if (!layer.is_array() || layer.size() < 2 || !layer[0].is_number() || !layer[1].is_number())
        return {};
    return LayerTime{Seconds(layer[0].get<double>()), Seconds(layer[1].get<double>())};
}

/// Embedding, mean block and head of one table of layers; none when it is broken or too short.
bool readLayers(const Json &layers, LayerProfile &profile)
{
    std::map<int, LayerTime> times;
    for (const auto &[number, layer] : layers.items()) {
        const auto time = timeOf(layer);
        if (!time)
            return false;
        times[wholeNumber(number)] = *time;
    }
    if (times.size() < 3)
        return false;
    profile.embedding = times.begin()->second;
    profile.head = times.rbegin()->second;
    const double blocks = static_cast<double>(times.size() - 2);
    for (auto it = std::next(times.begin()); it != std::prev(times.end()); ++it) {
        profile.block.forward += it->second.forward / blocks;
        profile.block.backward += it->second.backward / blocks;
    }
    return true;
}

Status addModel(std::vector<LayerProfile> &profiles, const SailorModel &known, const Json &gpus,
                const std::string &file)
{
    const auto *model = findModel(known.preset);
    if (!model)
        return {};
    for (const auto &[gpu, batches] : gpus.items()) {
        const auto *type = findDeviceType({}, deviceTypeNamed(gpu));
        if (!type)
            continue;
        for (const auto &[batch, degrees] : batches.items()) {
            for (const auto &[degree, layers] : degrees.items()) {
                LayerProfile profile;
                profile.device = type->name;
                profile.softwareStack = "Megatron-DeepSpeed";
                profile.hidden = model->hidden;
                profile.heads = known.heads;
                profile.ffn = model->ffn;
                profile.vocab = known.vocab;
                profile.sequence = known.sequence;
                profile.tp = wholeNumber(degree);
                profile.microBatch = wholeNumber(batch);
                profile.precision = type->peakAt(Precision::tf32) ? Precision::tf32 : Precision::fp32;
                profile.communication = true;
                profile.source = "eth-easl/sailor " + std::string(known.name) + " on " + gpu;
                if (!readLayers(layers, profile))
                    return broken(file, "/" + std::string(known.name) + "/" + gpu + "/" + batch + "/" + degree,
                                  "layers as [forward, backward, update] in seconds");
                profiles.push_back(std::move(profile));
            }
        }
    }
    return {};
}

} // namespace

Result<std::vector<LayerProfile>> readSailorProfiles(const Json &json, const std::string &file)
{
    std::vector<LayerProfile> profiles;
    for (const auto &known : sailorModels) {
        const auto gpus = json.is_object() ? json.find(known.name) : json.end();
        if (!json.is_object() || gpus == json.end())
            continue;
        if (auto status = addModel(profiles, known, *gpus, file); !status)
            return status.error();
    }
    if (profiles.empty())
        return broken(file, {}, "Sailor's {model: {gpu: {micro-batch: {tp: {layer: times}}}}}");
    return profiles;
}

Result<NodeLinks> readSailorLinks(const Json &json, const std::string &file)
{
    NodeLinks links;
    if (!json.is_object() || json.empty())
        return broken(file, {}, "Sailor's [zone][gpu][count][zone][gpu][count] table");
    const auto &zoneName = json.begin().key();
    for (const auto &[gpu, counts] : json.begin()->items()) {
        const auto from = deviceTypeNamed(gpu);
        if (from.empty() || !counts.is_object() || counts.empty())
            continue;
        const auto zones = counts.begin()->find(zoneName);
        if (zones == counts.begin()->end())
            continue;
        for (const auto &[otherGpu, otherCounts] : zones->items()) {
            const auto to = deviceTypeNamed(otherGpu);
            if (to.empty() || !otherCounts.is_object() || otherCounts.empty())
                continue;
            const auto &entry = *otherCounts.begin();
            if (!entry.is_array() || entry.size() < 2 || !entry[1].is_number() || !(entry[1].get<double>() > 0))
                return broken(file, "/" + zoneName + "/" + gpu + "/.../" + otherGpu, "[curve, bytes a second]");
            links[{from, to}] = BytesPerSecond(entry[1].get<double>());
        }
    }
    return links;
}

} // namespace heteroscope
