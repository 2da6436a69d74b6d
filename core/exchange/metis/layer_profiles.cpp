// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/metis/layer_profiles.h"

#include "calibration/run_nodes.h"
#include "cluster/catalog.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace heteroscope {

namespace {

constexpr double forwardShare = 1.0 / 3;
constexpr double longest = 1e6; // ms
constexpr int largestNumber = 100'000;

struct NameParts
{
    std::string device;
    int tp = 0;
    int microBatch = 0;
};

/// The number from 1 after the last `mark` of text, which must end in it; cuts both off.
std::optional<int> takeNumber(std::string_view &text, std::string_view mark)
{
    const auto at = text.rfind(mark);
    if (at == std::string_view::npos)
        return {};
    const auto digits = text.substr(at + mark.size());
    int value = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (problem != std::errc() || end != digits.data() + digits.size() || value < 1 || value > largestNumber)
        return {};
    text = text.substr(0, at);
    return value;
}

std::optional<NameParts> partsOf(const std::string &file)
{
    constexpr std::string_view begin = "DeviceType.";
    constexpr std::string_view end = ".json";
    std::string_view name = file;
    if (const auto slash = name.find_last_of("/\\"); slash != std::string_view::npos)
        name.remove_prefix(slash + 1);
    // Copies may have something before it.
    const auto at = name.rfind(begin);
    if (at == std::string_view::npos || !name.ends_with(end) || name.size() - at <= begin.size() + end.size())
        return {};
    name.remove_prefix(at + begin.size());
    name.remove_suffix(end.size());
    const auto batch = takeNumber(name, "_bs");
    const auto tp = batch ? takeNumber(name, "_tp") : std::nullopt;
    if (!tp || name.empty())
        return {};
    return NameParts{std::string(name), *tp, *batch};
}

Error broken(const std::string &file, std::string path, std::string found, std::string expected,
             std::string hint = "give the file as Metis's profiler wrote it")
{
    return Error{Error::Code::schema, file, std::move(path), std::move(found), std::move(expected), std::move(hint)};
}

/// Seconds of each layer.
Result<std::vector<double>> layerTimes(const Json &json, const std::string &file)
{
    const std::string path = "/execution_time/layer_compute_total_ms";
    const auto execution = json.is_object() ? json.find("execution_time") : json.end();
    const bool there = json.is_object() && execution != json.end() && execution->is_object();
    const auto list = there ? execution->find("layer_compute_total_ms") : json.end();
    if (!there || list == execution->end() || !list->is_array())
        return broken(file, path, "no list", "Metis's list of ms for each layer");
    std::vector<double> times;
    for (const auto &item : *list) {
        const double time = item.is_number() ? item.get<double>() : -1;
        if (!(time >= 0 && time <= longest))
            return broken(file, fmt::format("{}/{}", path, times.size()), "something else",
                          fmt::format("ms from 0 to {:g}", longest));
        times.push_back(time / 1000);
    }
    return times;
}

Result<std::string> deviceNamed(const std::string &file, const std::string &wanted, const std::string &ofFile)
{
    const auto &name = wanted.empty() ? ofFile : wanted;
    if (const auto *type = findDeviceType({}, name))
        return type->name;
    if (const auto *type = findDeviceType({}, deviceTypeNamed(name)))
        return type->name;
    return broken(file, {}, "device type \"" + name + "\"", "a device type of the catalog",
                  "give its name with --device; hscope catalog devices lists them");
}

LayerTime split(double seconds) { return {Seconds(seconds * forwardShare), Seconds(seconds - seconds * forwardShare)}; }

} // namespace

bool isMetisProfileName(const std::string &file) { return partsOf(file).has_value(); }

Result<MetisMeasurement> readMetisMeasurement(const Json &json, const std::string &file)
{
    const auto name = partsOf(file);
    if (!name)
        return broken(file, {}, "another file name", "DeviceType.<TYPE>_tp<K>_bs<B>.json",
                      "device, tensor degree and micro-batch stand in the name only");
    const auto times = layerTimes(json, file);
    if (!times)
        return times.error();
    if (times->size() < 3)
        return broken(file, "/execution_time/layer_compute_total_ms", fmt::format("{} layers", times->size()),
                      "an embedding, blocks and a head");
    MetisMeasurement measured{{}, name->device, name->tp, name->microBatch, static_cast<int>(times->size()), {}, {}};
    const double blocks = static_cast<double>(times->size() - 2);
    for (std::size_t i = 1; i + 1 < times->size(); ++i)
        measured.block += Seconds((*times)[i] / blocks);
    const Json &execution = json["execution_time"];
    if (const auto found = execution.find("optimizer_time_ms"); found != execution.end()) {
        const double time = found->is_number() ? found->get<double>() : -1;
        if (!(time >= 0 && time <= longest))
            return broken(file, "/execution_time/optimizer_time_ms", "something else",
                          fmt::format("ms from 0 to {:g}", longest));
        measured.optimizer = Seconds(time / 1000);
    }
    if (const auto model = json.find("model"); model != json.end() && model->is_object()) {
        const auto found = model->find("model_name");
        if (found != model->end() && found->is_string())
            measured.model = found->get<std::string>().substr(0, 100);
    }
    return measured;
}

Result<LayerProfile> readMetisProfile(const Json &json, const std::string &file, const Workload &workload,
                                      const std::string &device)
{
    const auto name = partsOf(file);
    if (!name)
        return broken(file, {}, "another file name", "DeviceType.<TYPE>_tp<K>_bs<B>.json",
                      "device, tensor degree and micro-batch stand in the name only");
    const auto &model = workload.model;
    if (model.moe)
        return broken(file, {}, model.name + ", a mixture of experts", "a dense model; layer profiles are for those");
    const auto type = deviceNamed(file, device, name->device);
    if (!type)
        return type.error();
    const auto times = layerTimes(json, file);
    if (!times)
        return times.error();
    if (times->size() != static_cast<std::size_t>(model.planLayers()) || model.layers < 1)
        return broken(
            file, "/execution_time/layer_compute_total_ms", fmt::format("{} layers", times->size()),
            fmt::format("{}: embedding, {} blocks and head of {}", model.planLayers(), model.layers, model.name),
            "give a project with the model that was profiled");
    LayerProfile profile;
    profile.device = *type;
    profile.hidden = model.hidden;
    profile.heads = model.heads;
    profile.ffn = model.ffn;
    profile.vocab = model.vocab;
    profile.sequence = workload.job.sequenceLength;
    profile.tp = name->tp;
    profile.microBatch = name->microBatch;
    profile.precision = workload.job.precision;
    profile.communication = name->tp > 1;
    profile.embedding = split(times->front());
    profile.head = split(times->back());
    double blocks = 0;
    for (std::size_t i = 1; i + 1 < times->size(); ++i)
        blocks += (*times)[i];
    profile.block = split(blocks / model.layers);
    profile.source = fmt::format("Metis profile of {} on {}, a third of each layer's time taken as forward", model.name,
                                 name->device);
    return profile;
}

} // namespace heteroscope
