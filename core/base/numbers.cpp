// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace heteroscope {

namespace {

constexpr std::string_view notANumber = "–";
/// Decimals of a number without prefix that is far below 1; what is smaller yet is "< 0.000001".
constexpr int maxDecimals = 6;
/// Shares that differ by less are equal: sums of shares are not exact.
constexpr double shareRounding = 1e-9;

struct Prefix
{
    double factor;
    std::string_view unit;
};

constexpr double kibi = 1024;
constexpr std::array<Prefix, 5> timeUnits = {{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}, {1e-12, "ps"}}};
constexpr std::array<Prefix, 6> byteUnits = {
    {{1e15, "PB"}, {1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}, {1, "B"}}};
constexpr std::array<Prefix, 5> memoryUnits = {
    {{kibi * kibi * kibi * kibi, "TiB"}, {kibi * kibi * kibi, "GiB"}, {kibi * kibi, "MiB"}, {kibi, "KiB"}, {1, "B"}}};
constexpr std::array<Prefix, 5> rateUnits = {{{1e12, "TB/s"}, {1e9, "GB/s"}, {1e6, "MB/s"}, {1e3, "kB/s"}, {1, "B/s"}}};
constexpr std::array<Prefix, 7> flopUnits = {
    {{1e18, "EFLOP"}, {1e15, "PFLOP"}, {1e12, "TFLOP"}, {1e9, "GFLOP"}, {1e6, "MFLOP"}, {1e3, "kFLOP"}, {1, "FLOP"}}};
constexpr std::array<Prefix, 5> energyUnits = {{{1e9, "GJ"}, {1e6, "MJ"}, {1e3, "kJ"}, {1, "J"}, {1e-3, "mJ"}}};
constexpr std::array<Prefix, 3> powerUnits = {{{1e6, "MW"}, {1e3, "kW"}, {1, "W"}}};

/// Commas between thousands of the digits before the point.
std::string parted(std::string number)
{
    const auto point = std::min(number.find('.'), number.size());
    const std::size_t first = !number.empty() && number.front() == '-' ? 1 : 0;
    for (auto i = point; i > first + 3; i -= 3)
        number.insert(i - 3, 1, ',');
    return number;
}

bool isWhole(double value) { return std::abs(value - std::round(value)) <= 1e-9 * std::max(1.0, std::abs(value)); }

/// Decimals that leave three significant digits; rounding may carry into the next decade: 9.996 is "10.0".
int decimalsOf(double size)
{
    int decimals = 0;
    for (double decade = 99.95; decimals < maxDecimals && size < decade; decade /= 10)
        ++decimals;
    return decimals;
}

/// At most that many significant digits, without zeros at the end.
std::string withDigits(double value, int digits)
{
    const double size = std::abs(value);
    const int whole = size > 0 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 1;
    auto text = fmt::format("{:.{}f}", value, std::max(0, digits - whole));
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.')
            text.pop_back();
    }
    return text;
}

std::string threeDigits(double value)
{
    const double size = std::abs(value);
    if (size == 0)
        return "0";
    if (size < 0.5 * std::pow(10, -maxDecimals))
        return fmt::format("{} {}{:.{}f}", value < 0 ? ">" : "<", value < 0 ? "-" : "", std::pow(10, -maxDecimals),
                           maxDecimals);
    return parted(fmt::format("{:.{}f}", value, decimalsOf(size)));
}

/// units: largest first. usual: the unit of nothing.
NumberParts inUnits(double value, std::span<const Prefix> units, std::size_t usual)
{
    if (!std::isfinite(value))
        return {std::string(notANumber), {}};
    const double size = std::abs(value);
    if (size < units.back().factor * 0.0005)
        return {"0", std::string(units[usual].unit)};
    // 999.6 ms would round to 1000 ms.
    const auto *unit = std::find_if(units.data(), units.data() + units.size() - 1,
                                    [size](const Prefix &each) { return size >= each.factor * 0.9995; });
    return {threeDigits(value / unit->factor), std::string(unit->unit)};
}

std::string percentOf(double value, int decimals)
{
    const double size = std::abs(value);
    return parted(fmt::format("{:.{}f}", value, size < 100 ? decimals : 0));
}

} // namespace

std::string joined(const NumberParts &parts)
{
    return parts.unit.empty() ? parts.number : parts.number + ' ' + parts.unit;
}

NumberParts secondsParts(Seconds time) { return inUnits(time.value, timeUnits, 0); }

NumberParts bytesParts(Bytes amount)
{
    if (std::abs(amount.value) < 1000 && isWhole(amount.value)) // no thing of half a byte
        return {fmt::format("{:.0f}", amount.value), "B"};
    return inUnits(amount.value, byteUnits, byteUnits.size() - 1);
}

NumberParts memoryParts(Bytes amount)
{
    auto parts = inUnits(amount.value, memoryUnits, 1);
    for (const auto &unit : memoryUnits)
        if (unit.unit == parts.unit && isWhole(amount.value / unit.factor))
            parts.number = parted(fmt::format("{:.0f}", amount.value / unit.factor));
    return parts;
}

NumberParts rateParts(double perSecond, std::string_view what)
{
    if (!std::isfinite(perSecond))
        return {std::string(notANumber), std::string(what)};
    const double size = std::abs(perSecond);
    constexpr std::array<Prefix, 3> prefixes = {{{1e9, "G "}, {1e6, "M "}, {1e3, "k "}}};
    for (const auto &prefix : prefixes)
        if (size >= prefix.factor * 0.9995)
            return {threeDigits(perSecond / prefix.factor), fmt::format("{}{}", prefix.unit, what)};
    return {threeDigits(perSecond), std::string(what)};
}

std::string secondsText(Seconds time) { return joined(secondsParts(time)); }

std::string signedSecondsText(Seconds time) { return (time.value < 0 ? "" : "+") + secondsText(time); }

std::string bytesText(Bytes amount) { return joined(bytesParts(amount)); }

std::string memoryText(Bytes amount) { return joined(memoryParts(amount)); }

std::string memoryOfText(Bytes held, Bytes capacity)
{
    const auto part = memoryParts(held);
    const auto whole = memoryParts(capacity);
    return fmt::format("{} / {}", part.unit == whole.unit ? part.number : joined(part), joined(whole));
}

std::string bandwidthText(BytesPerSecond rate) { return joined(inUnits(rate.value, rateUnits, 1)); }

std::string flopText(Flop work) { return joined(inUnits(work.value, flopUnits, 2)); }

std::string flopsText(FlopPerSecond rate)
{
    auto parts = inUnits(rate.value, flopUnits, 2);
    if (!parts.unit.empty())
        parts.unit += "/s";
    return joined(parts);
}

std::string energyText(double joules) { return joined(inUnits(joules, energyUnits, 3)); }

std::string powerText(double watts) { return joined(inUnits(watts, powerUnits, powerUnits.size() - 1)); }

std::string costText(double dollars)
{
    const auto number = significantText(dollars);
    return number == notANumber ? number : number + " USD";
}

std::string significantText(double value)
{
    return std::isfinite(value) ? threeDigits(value) : std::string(notANumber);
}

std::string countText(std::size_t count) { return parted(std::to_string(count)); }

std::string countedText(std::size_t count, std::string_view one)
{
    std::string text = countText(count) + ' ' + std::string(one);
    if (count == 1)
        return text;
    const auto isVowel = [](char c) { return std::string_view("aeiou").find(c) != std::string_view::npos; };
    if (one.ends_with('y') && one.size() > 1 && !isVowel(one[one.size() - 2]))
        return text.replace(text.size() - 1, 1, "ies");
    return text + (one.ends_with("ch") || one.ends_with('s') ? "es" : "s"); // switches, passes
}

std::string largeCountText(double count)
{
    if (!std::isfinite(count))
        return std::string(notANumber);
    constexpr std::array<Prefix, 3> words = {{{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}}};
    for (const auto &word : words)
        if (std::abs(count) >= word.factor * 0.9995)
            return fmt::format("{} {}", threeDigits(count / word.factor), word.unit);
    return inputText(count);
}

std::string inputText(double value)
{
    if (!std::isfinite(value))
        return std::string(notANumber);
    return parted(isWhole(value) ? fmt::format("{:.0f}", value) : withDigits(value, 4));
}

std::string factorText(double value) { return std::isfinite(value) ? withDigits(value, 6) : std::string(notANumber); }

std::string rateText(double perSecond, std::string_view what) { return joined(rateParts(perSecond, what)); }

std::string percentText(double share, int decimals)
{
    if (!std::isfinite(share))
        return std::string(notANumber);
    if (std::abs(share) < shareRounding)
        return "0 %";
    if (std::abs(share - 1) < shareRounding)
        return "100 %";
    const double value = share * 100;
    const double least = std::pow(10, -decimals);
    if (std::abs(value) <= least / 2)
        return fmt::format("{} {} %", value < 0 ? ">" : "<", percentOf(value < 0 ? -least : least, decimals));
    if (value < 100 && value >= 100 - least / 2)
        return fmt::format("> {} %", percentOf(100 - least, decimals));
    if (value > 100 && value < 100.5)
        return "> 100 %";
    return percentOf(value, decimals) + " %";
}

std::string signedPercentText(double share)
{
    const auto text = percentText(share);
    if (!std::isfinite(share) || text == "0 %" || share < 0)
        return text;
    const auto number = text.find_first_of("0123456789");
    return text.substr(0, number) + '+' + text.substr(number);
}

} // namespace heteroscope
