// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/launch/launch_file.h"

#include "base/text.h"
#include "exchange/deepspeed/config.h"
#include "exchange/flagscale/config.h"
#include "exchange/megatron/arguments.h"
#include "exchange/nanotron/config.h"
#include "exchange/torchtitan/config.h"
#include "json/json.h"

#include <algorithm>

namespace heteroscope {

const std::vector<LaunchFormat> &launchFormats()
{
    static const std::vector<LaunchFormat> formats = {
        {"megatron", "arguments of Megatron-LM", "txt", megatronLaunch},
        {"torchtitan", "TOML configuration of torchtitan", "toml", torchtitanConfig},
        {"nanotron", "YAML configuration of nanotron", "yaml", nanotronConfig},
        {"flagscale", "YAML of FlagScale's heterogeneous training", "yaml", flagscaleConfig},
        {"deepspeed", "JSON configuration of DeepSpeed", "json", deepspeedConfig},
    };
    return formats;
}

const LaunchFormat *findLaunchFormat(std::string_view name)
{
    const auto &formats = launchFormats();
    const auto it =
        std::find_if(formats.begin(), formats.end(), [name](const LaunchFormat &one) { return one.name == name; });
    return it == formats.end() ? nullptr : &*it;
}

namespace launch {

namespace {

constexpr std::string_view ranksTitle = "# ranks in order:";
constexpr std::string_view ranksLine = "#   ";

/// A comment of one line; a name from a file could hold a line break.
std::string commentText(std::string text)
{
    for (char &c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = ' ';
    }
    return text;
}

} // namespace

std::string head(std::string_view tool, const std::vector<std::string> &changes, const std::vector<std::string> &ranks)
{
    std::string result = "# " + std::string(tool) + ", written by HeteroScope\n";
    result += changes.empty() ? "# The plan runs as it is.\n" : "# What has to change:\n";
    for (const std::string &change : changes)
        result += "# - " + commentText(change) + "\n";
    result += ranksTitle;
    for (std::size_t i = 0; i < ranks.size(); ++i)
        result += (i % 8 == 0 ? "\n" + std::string(ranksLine) : " ") + commentText(ranks[i]);
    return result + "\n";
}

std::vector<std::string> readRanks(std::string_view text)
{
    std::vector<std::string> ranks;
    const auto title = text.find(ranksTitle);
    if (title == std::string_view::npos || (title > 0 && text[title - 1] != '\n'))
        return ranks;
    text.remove_prefix(std::min(text.find('\n', title), text.size() - 1) + 1);
    while (text.starts_with(ranksLine)) {
        const auto end = std::min(text.find('\n'), text.size());
        std::string_view line = trimmed(text.substr(ranksLine.size(), end - ranksLine.size()));
        while (!line.empty()) {
            const auto blank = std::min(line.find(' '), line.size());
            if (blank > 0)
                ranks.emplace_back(line.substr(0, blank));
            line.remove_prefix(std::min(blank + 1, line.size()));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return ranks;
}

std::string quoted(const std::string &text) { return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace); }

} // namespace launch

} // namespace heteroscope
