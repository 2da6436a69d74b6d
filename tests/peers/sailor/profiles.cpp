// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/profiles.h"

#include "json/json.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>

namespace heteroscope::sailor {

namespace {

constexpr const char *modelName = "OPT-350";
constexpr const char *zoneName = "us-central1-a";
constexpr double gibibyte = 1024.0 * 1024.0 * 1024.0;

struct TypeName
{
    const char *name;
    double memory;
};
constexpr std::array<TypeName, 2> typeNames = {{{"A100-40", 40 * gibibyte}, {"V100-16", 16 * gibibyte}}};

/// Walks down members of a JSON text and remembers the first one that is missing.
class Walker
{
public:
    Walker(const Json &json, std::string file) : m_json(&json), m_file(std::move(file)) {}

    Walker at(const std::string &key) const
    {
        Walker next = *this;
        next.m_path += "/" + key;
        if (!m_json)
            return next;
        const auto found = m_json->is_object() ? m_json->find(key) : m_json->end();
        next.m_json = found != m_json->end() && m_json->is_object() ? &*found : nullptr;
        return next;
    }
    bool exists() const { return m_json != nullptr; }
    std::size_t size() const { return m_json ? m_json->size() : 0; }
    /// Numbers of an array of at least so many.
    std::vector<double> numbers(std::size_t least) const
    {
        std::vector<double> result;
        if (!m_json || !m_json->is_array())
            return result;
        for (const Json &value : *m_json) {
            if (value.is_number())
                result.push_back(value.get<double>());
        }
        return result.size() >= least ? result : std::vector<double>();
    }
    double number() const { return m_json && m_json->is_number() ? m_json->get<double>() : std::nan(""); }
    Walker item(std::size_t index) const
    {
        Walker next = *this;
        next.m_path += "/" + std::to_string(index);
        next.m_json = m_json && m_json->is_array() && index < m_json->size() ? &(*m_json)[index] : nullptr;
        return next;
    }
    Error missing(std::string expected) const
    {
        return Error{Error::Code::schema, m_file, m_path, "nothing that can be used", std::move(expected), {}};
    }

private:
    const Json *m_json;
    std::string m_file;
    std::string m_path;
};

Status readTimes(const Walker &model, std::size_t layers, Profiles::Type &type)
{
    for (std::size_t b = 0; b < microBatchSizes.size(); ++b) {
        for (std::size_t p = 0; p < tensorDegrees.size(); ++p) {
            const Walker profile =
                model.at(type.name).at(std::to_string(microBatchSizes[b])).at(std::to_string(tensorDegrees[p]));
            for (std::size_t layer = 0; profile.exists() && layer < layers; ++layer) {
                const Walker entry = profile.at(std::to_string(layer));
                const auto times = entry.numbers(3);
                if (times.empty())
                    return entry.missing("forward, backward and update seconds");
                type.times[b][p].push_back({times[0], times[1], times[2]});
            }
        }
    }
    return {};
}

Status readSizes(const Walker &model, Profiles &profiles)
{
    for (std::size_t p = 0; p < tensorDegrees.size(); ++p) {
        const Walker sizes = model.at(std::to_string(tensorDegrees[p]));
        for (std::size_t layer = 0; layer < sizes.size(); ++layer) {
            const Walker entry = sizes.at(std::to_string(layer));
            const LayerSize size{entry.at("params_floats").number(), entry.at("act_output_floats").number(),
                                 entry.at("act_mem_floats").number()};
            if (!(size.parameters >= 0 && size.output > 0 && size.activations >= 0))
                return entry.missing("params_floats, act_output_floats and act_mem_floats");
            profiles.sizes[p].push_back(size);
        }
        if (profiles.sizes[p].empty() || profiles.sizes[p].size() != profiles.sizes[0].size())
            return sizes.missing("as many layers as at tensor degree 1");
    }
    return {};
}

Status readCurves(const Walker &zones, Profiles &profiles)
{
    for (const auto &type : profiles.types) {
        for (const int degree : tensorDegrees) {
            for (const auto &other : profiles.types) {
                for (const int otherDegree : tensorDegrees) {
                    const Walker entry = zones.at(zoneName)
                                             .at(type.name)
                                             .at(std::to_string(degree))
                                             .at(zoneName)
                                             .at(other.name)
                                             .at(std::to_string(otherDegree))
                                             .item(0);
                    const auto numbers = entry.numbers(3);
                    if (numbers.empty())
                        return entry.missing("three coefficients of a network curve");
                    profiles.curves.push_back({numbers[0], numbers[1], numbers[2]});
                }
            }
        }
    }
    return {};
}

} // namespace

double transferTime(double bytes, const NetworkCurve &curve)
{
    const double q = std::log2(bytes / 1e6);
    return bytes / 1e9 / (curve[0] * q * q + curve[1] * q + curve[2]);
}

Result<Profiles> readProfiles(const std::string &folder)
{
    Profiles profiles;
    const auto read = [&](const char *name) { return readJsonFile(folder + "/" + name); };
    const auto infos = read("llm_info.json");
    if (!infos)
        return infos.error();
    if (const auto status = readSizes(Walker(*infos, "llm_info.json").at(modelName), profiles); !status)
        return status.error();
    const auto times = read("profiles_tmp.json");
    if (!times)
        return times.error();
    for (const auto &[name, memory] : typeNames) {
        Profiles::Type type{name, memory, {}};
        const Walker model = Walker(*times, "profiles_tmp.json").at(modelName);
        if (const auto status = readTimes(model, profiles.sizes[0].size(), type); !status)
            return status.error();
        profiles.types.push_back(std::move(type));
    }
    const auto curves = read("multizone_bandwidths_het.json");
    if (!curves)
        return curves.error();
    if (const auto status = readCurves(Walker(*curves, "multizone_bandwidths_het.json"), profiles); !status)
        return status.error();
    return profiles;
}

Profiles withLayers(const Profiles &profiles, const std::vector<int> &layers)
{
    const auto pick = [&](const auto &from) {
        std::decay_t<decltype(from)> picked;
        for (const int layer : layers) {
            if (!from.empty())
                picked.push_back(from[static_cast<std::size_t>(layer)]);
        }
        return picked;
    };
    Profiles result = profiles;
    for (auto &type : result.types) {
        for (auto &byDegree : type.times) {
            for (auto &times : byDegree)
                times = pick(times);
        }
    }
    for (auto &sizes : result.sizes)
        sizes = pick(sizes);
    return result;
}

std::string profileFolder()
{
    const char *named = std::getenv("HETEROSCOPE_SAILOR_DATA");
    const std::string folder = named ? named : "../shared/sailor";
    std::error_code ignored;
    return std::filesystem::exists(folder + "/profiles_tmp.json", ignored) ? folder : std::string();
}

} // namespace heteroscope::sailor
