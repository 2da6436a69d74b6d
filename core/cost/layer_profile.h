// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measured times of whole layers. If a profile matches a layer exactly (device type, software stack, shape, TP degree,
// micro-batch size), its times replace the times of the efficiency curves. Nothing is interpolated.
//
// The file format is resources/schema/profile.schema.json. Times are in seconds, for one micro-batch.
#pragma once

#include "base/result.h"
#include "strategy/plan.h"
#include "json/json.h"

#include <memory>

namespace heteroscope {

struct LayerTime
{
    Seconds forward;
    Seconds backward;
    friend bool operator==(const LayerTime &, const LayerTime &) = default;
};

struct LayerProfile
{
    std::string device;        ///< DeviceType::name
    std::string softwareStack; ///< empty: valid for every stack
    int hidden = 0, heads = 0, ffn = 0, vocab = 0, sequence = 0;
    int tp = 1;
    double microBatch = 1;
    Precision precision = Precision::bf16;
    Recompute recompute = Recompute::none; ///< what the backward times contain
    bool communication = false;            ///< the times include the TP collectives
    LayerTime block, head, embedding;
    std::string source;
    Extensions extensions;
    friend bool operator==(const LayerProfile &, const LayerProfile &) = default;
};

class LayerProfiles
{
public:
    LayerProfiles() = default;
    explicit LayerProfiles(std::vector<LayerProfile> profiles) : m_profiles(std::move(profiles)) {}

    /// The profile that matches; nullptr if there is none. Only dense models have profiles. The caller must not ask for
    /// layers with context parallelism.
    const LayerProfile *find(const DeviceType &device, const Workload &workload, int tp, double microBatch) const;
    const std::vector<LayerProfile> &all() const { return m_profiles; }
    void append(std::vector<LayerProfile> profiles);

private:
    std::vector<LayerProfile> m_profiles;
};

std::vector<LayerProfile> readLayerProfiles(const Json &json, const std::string &path, Findings &findings);
Json toJson(const std::vector<LayerProfile> &profiles);

/// True if the JSON is a profile file (it has a member "profiles").
bool isProfileFile(const Json &json);

} // namespace heteroscope
