// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/layer_profile.h"

#include "json/object_reader.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr NumberRange profileTimeRange{.minimum = 0, .maximum = 1000};

LayerTime readTime(ObjectReader &owner, const char *key, Findings &findings)
{
    LayerTime time;
    const Json *json = owner.member(key);
    if (!json) {
        owner.error(key, "nothing", "an object with forward and backward in seconds", "add the key with both times");
        return time;
    }
    ObjectReader reader(*json, owner.pathOf(key), findings);
    time.forward = Seconds(reader.number("forward", profileTimeRange));
    time.backward = Seconds(reader.number("backward", profileTimeRange));
    reader.finish();
    return time;
}

LayerProfile readProfile(const Json &json, const std::string &path, Findings &findings)
{
    constexpr int most = 100'000'000;
    ObjectReader reader(json, path, findings);
    LayerProfile profile;
    profile.device = reader.text("device");
    profile.softwareStack = reader.text("softwareStack", {});
    for (auto [key, value] : {std::pair{"hidden", &profile.hidden}, std::pair{"heads", &profile.heads},
                              std::pair{"ffn", &profile.ffn}, std::pair{"vocab", &profile.vocab},
                              std::pair{"sequence", &profile.sequence}, std::pair{"tensorParallel", &profile.tp}})
        *value = static_cast<int>(reader.integer(key, 1, most));
    profile.microBatch = reader.number("microBatch", {.minimum = 1e-6, .maximum = 1e6});
    profile.precision = static_cast<Precision>(reader.word("precision", precisionNames));
    profile.recompute = static_cast<Recompute>(reader.word("recompute", recomputeNames));
    profile.communication = reader.boolean("communication", false);
    profile.block = readTime(reader, "block", findings);
    profile.head = readTime(reader, "head", findings);
    profile.embedding = readTime(reader, "embedding", findings);
    profile.source = reader.text("source");
    profile.extensions = reader.finish();
    return profile;
}

/// tf32 is how matrix units compute with fp32 values: a profile in fp32 on a device that has them ran in tf32.
bool sameFormat(Precision a, Precision b)
{
    const auto plain = [](Precision precision) { return precision == Precision::tf32 ? Precision::fp32 : precision; };
    return plain(a) == plain(b);
}

Json timeJson(const LayerTime &time)
{
    return Json{{"forward", time.forward.value}, {"backward", time.backward.value}};
}

} // namespace

const LayerProfile *LayerProfiles::find(const DeviceType &device, const Workload &workload, int tp,
                                        double microBatch) const
{
    const auto &model = workload.model;
    const auto &job = workload.job;
    const auto it = std::find_if(m_profiles.begin(), m_profiles.end(), [&](const LayerProfile &profile) {
        return profile.device == device.name && profile.hidden == model.hidden && profile.heads == model.heads &&
               profile.ffn == model.ffn && profile.vocab == model.vocab && profile.sequence == job.sequenceLength &&
               profile.tp == tp && std::abs(profile.microBatch - microBatch) < 1e-9 &&
               sameFormat(profile.precision, job.precision) &&
               (profile.softwareStack.empty() || profile.softwareStack == job.softwareStack);
    });
    return it == m_profiles.end() || model.moe || model.encoder || model.vision || model.predictionModules > 0 ? nullptr
                                                                                                               : &*it;
}

void LayerProfiles::append(std::vector<LayerProfile> profiles)
{
    std::move(profiles.begin(), profiles.end(), std::back_inserter(m_profiles));
}

std::vector<LayerProfile> readLayerProfiles(const Json &json, const std::string &path, Findings &findings)
{
    std::vector<LayerProfile> profiles;
    ObjectReader reader(json, path, findings);
    reader.integer("formatVersion", 1, 1);
    std::size_t index = 0;
    for (const Json *item : reader.items("profiles"))
        profiles.push_back(readProfile(*item, reader.pathOf("profiles", index++), findings));
    reader.finish();
    return profiles;
}

Json toJson(const std::vector<LayerProfile> &profiles)
{
    Json list = Json::array();
    for (const auto &profile : profiles) {
        Json json = {{"device", profile.device}};
        if (!profile.softwareStack.empty())
            json["softwareStack"] = profile.softwareStack;
        json["hidden"] = profile.hidden;
        json["heads"] = profile.heads;
        json["ffn"] = profile.ffn;
        json["vocab"] = profile.vocab;
        json["sequence"] = profile.sequence;
        json["tensorParallel"] = profile.tp;
        json["microBatch"] = profile.microBatch;
        json["precision"] = precisionNames[static_cast<std::size_t>(profile.precision)];
        json["recompute"] = recomputeNames[static_cast<std::size_t>(profile.recompute)];
        json["communication"] = profile.communication;
        json["block"] = timeJson(profile.block);
        json["head"] = timeJson(profile.head);
        json["embedding"] = timeJson(profile.embedding);
        json["source"] = profile.source;
        writeExtensions(json, profile.extensions);
        list.push_back(std::move(json));
    }
    return Json{{"formatVersion", 1}, {"profiles", std::move(list)}};
}

bool isProfileFile(const Json &json) { return json.is_object() && json.contains("profiles"); }

} // namespace heteroscope
