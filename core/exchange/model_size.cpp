// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/model_size.h"

#include "base/numbers.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace heteroscope {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

double unitOf(char c)
{
    switch (c) {
    case 'k':
    case 'K':
        return 1e3;
    case 'm':
    case 'M':
        return 1e6;
    case 'b':
    case 'B':
        return 1e9;
    case 't':
    case 'T':
        return 1e12;
    default:
        return 0;
    }
}

} // namespace

std::optional<double> namedParameters(std::string_view name)
{
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (!isDigit(name[i]) || (i > 0 && (isLetter(name[i - 1]) || isDigit(name[i - 1]) || name[i - 1] == '.')))
            continue;
        std::size_t end = i;
        while (end < name.size() &&
               (isDigit(name[end]) || (name[end] == '.' && end + 1 < name.size() && isDigit(name[end + 1]))))
            ++end;
        if (end >= name.size() || end - i > 8)
            continue;
        const double unit = unitOf(name[end]);
        const bool ends = end + 1 == name.size() || (!isLetter(name[end + 1]) && !isDigit(name[end + 1]));
        double value = 0;
        const auto parsed = std::from_chars(name.data() + i, name.data() + end, value);
        // Lengths and thousands of tokens ("8K", "128k") are no sizes of models.
        if (unit >= 1e6 && ends && parsed.ec == std::errc() && value > 0)
            return value * unit;
    }
    return std::nullopt;
}

std::string sizeWarning(const Model &model, const std::vector<std::string> &names)
{
    const auto differs = [](double counted, double said) { return std::abs(counted / said - 1) > sizeTolerance; };
    const double all = totalParameters(model);
    const double active = activeParameters(model);
    std::optional<double> said = model.parameters > 0 ? std::optional(model.parameters) : std::nullopt;
    std::string where = "its card";
    for (const std::string &name : names) {
        if (said)
            break;
        said = namedParameters(name);
        where = "the name " + quoteText(name);
    }
    if (!said || !differs(all, *said) || !differs(active, *said))
        return {};
    return fmt::format("warning: {} parameters are counted, and {} says {}: check layers, widths and experts",
                       largeCountText(all), where, largeCountText(*said));
}

} // namespace heteroscope
