// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/measured_type.h"

#include "base/closest_name.h"
#include "base/text.h"
#include "calibration/run_case.h"
#include "calibration/run_nodes.h"
#include "cluster/catalog.h"
#include "json/object_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace heteroscope {

namespace {

/// Runs of letters and digits, in lower case.
std::set<std::string> wordsOfName(const std::string &name)
{
    std::set<std::string> words;
    std::string word;
    for (const char c : lowerCase(name) + " ") {
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            word += c;
        } else if (!word.empty()) {
            words.insert(word);
            word.clear();
        }
    }
    return words;
}

std::size_t shared(const std::set<std::string> &a, const std::set<std::string> &b)
{
    return static_cast<std::size_t>(
        std::count_if(a.begin(), a.end(), [&b](const std::string &word) { return b.contains(word); }));
}

/// The only type whose whole name is in the product's.
const DeviceType *typeInside(const std::string &product)
{
    const auto words = wordsOfName(product);
    const DeviceType *found = nullptr;
    for (const auto &type : builtinCatalog().devices) {
        const auto own = wordsOfName(type.name);
        if (shared(own, words) != own.size())
            continue;
        if (found)
            return nullptr;
        found = &type;
    }
    return found;
}

/// The catalog's names that share most words with `name`, at most three; else a name that is spelt like it.
std::string nearestNames(const std::string &name)
{
    constexpr std::size_t most = 3;
    const auto words = wordsOfName(name);
    std::vector<std::pair<std::size_t, std::string_view>> near;
    std::vector<std::string_view> all;
    for (const auto &type : builtinCatalog().devices) {
        all.push_back(type.name);
        std::size_t same = 0;
        for (const auto &word : wordsOfName(type.name)) {
            const bool isModel = word.find_first_of("0123456789") != std::string::npos && word.size() >= 2;
            same += isModel && words.contains(word) ? 1 : 0;
        }
        if (same > 0)
            near.emplace_back(same, type.name);
    }
    std::stable_sort(near.begin(), near.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    if (near.empty())
        return didYouMean(name, all);
    std::string text = "nearest: ";
    for (std::size_t i = 0; i < std::min(most, near.size()); ++i)
        text += (i > 0 ? ", " : "") + std::string(near[i].second);
    return text;
}

} // namespace

std::string_view catalogName(std::string_view product)
{
    // The first that is part of the product's name; more special names come first.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 33> names = {{
        {"A100-SXM4-80GB", "A100-80GB SXM"},
        {"A100-SXM4-40GB", "A100-40GB SXM"},
        {"A100-SXM-80GB", "A100-80GB SXM"},
        {"A100 80GB PCIe", "A100-80GB PCIe"},
        {"A800-SXM4", "A800-80GB SXM"},
        {"GH200", "GH200 (96 GB)"},
        {"H100 NVL", "H100 NVL"},
        {"H100 PCIe", "H100 PCIe"},
        {"H100 80GB HBM3", "H100-80GB SXM"},
        {"H100-SXM", "H100-80GB SXM"},
        {"H200", "H200 SXM"},
        {"H800", "H800 SXM"},
        {"H20", "H20"},
        {"GB200", "GB200"},
        {"GB300", "GB300"},
        {"B200", "B200 SXM"},
        {"B300", "B300 SXM"},
        {"V100-SXM2-16GB", "V100-16GB SXM2"},
        {"V100-SXM2-32GB", "V100-32GB SXM2/SXM3"},
        {"V100-SXM3-32GB", "V100-32GB SXM2/SXM3"},
        {"V100-PCIE", "V100 PCIe"},
        {"P100-SXM2", "P100 SXM2"},
        {"RTX 2080 Ti", "RTX 2080 Ti"},
        {"TITAN RTX", "Titan RTX"},
        {"RTX 3090", "RTX 3090"},
        {"RTX 4090", "RTX 4090"},
        {"A10G", "A10G"},
        {"A10", "A10"},
        {"A30", "A30"},
        {"A40", "A40"},
        {"L40S", "L40S"},
        {"L4", "L4"},
        {"T4", "T4"},
    }};
    for (const auto &[part, name] : names) {
        const auto found = product.find(part);
        if (found == std::string_view::npos)
            continue;
        // "A10" is not part of "A100".
        const auto behind = found + part.size();
        if (behind == product.size() || product[behind] < '0' || product[behind] > '9')
            return name;
    }
    return {};
}

const DeviceType *deviceTypeOfWord(const std::string &name, Bytes memory)
{
    const auto words = wordsOfName(name);
    const DeviceType *found = nullptr;
    double least = 0;
    for (const DeviceType &type : builtinCatalog().devices) {
        if (words.empty() || shared(words, wordsOfName(type.name)) != words.size())
            continue;
        const double away = memory.value > 0 ? std::abs(type.memory.value - memory.value) : 0;
        if (!found || away < least) {
            found = &type;
            least = away;
        }
    }
    return found;
}

Result<DeviceType> measuredDeviceType(const std::string &product, const std::string &wanted)
{
    const auto &catalog = builtinCatalog();
    const auto named = wanted.empty() ? std::string(catalogName(product)) : deviceTypeNamed(wanted);
    if (const auto *type = catalog.findDevice(named))
        return *type;
    if (const auto *type = wanted.empty() ? typeInside(product) : nullptr)
        return *type;
    const auto &unknown = wanted.empty() ? product : wanted;
    const auto nearest = nearestNames(unknown);
    return Error{Error::Code::reference,
                 {},
                 wanted.empty() ? "/device/name" : "",
                 "device " + quoteText(unknown),
                 "a device type of the catalog (hscope catalog devices)",
                 "name it with --device-type" + (nearest.empty() ? std::string() : "; " + nearest)};
}

} // namespace heteroscope
