// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measured times of whole layers. Where a profile fits a layer exactly (device type, software stack, shape, tensor
// degree, micro-batch), its times replace those of the curves; nothing is interpolated.
//
// The file format is resources/schema/profile.schema.json; times are seconds of one micro-batch.
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
    std::string softwareStack; ///< empty: of any stack
    int hidden = 0, heads = 0, ffn = 0, vocab = 0, sequence = 0;
    int tp = 1;
    double microBatch = 1;
    Precision precision = Precision::bf16;
    Recompute recompute = Recompute::none; ///< what the backward times contain
    bool communication = false;            ///< the times contain those of TP collectives
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

    /// The profile of a dense model's layers on this device, or nullptr. Context parallelism has none.
    const LayerProfile *find(const DeviceType &device, const Workload &workload, int tp, double microBatch) const;
    const std::vector<LayerProfile> &all() const { return m_profiles; }
    void append(std::vector<LayerProfile> profiles);

private:
    std::vector<LayerProfile> m_profiles;
};

std::vector<LayerProfile> readLayerProfiles(const Json &json, const std::string &path, Findings &findings);
Json toJson(const std::vector<LayerProfile> &profiles);

/// True when the JSON is a profile file (it has a member "profiles").
bool isProfileFile(const Json &json);

} // namespace heteroscope
