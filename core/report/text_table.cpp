// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace heteroscope {

namespace {

std::size_t width(const std::string &text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool looksLikeNumber(const std::string &text)
{
    return text.empty() || (text[0] >= '0' && text[0] <= '9') || text[0] == '-' || text[0] == '+';
}

/// Three significant digits without an exponent: 7.50, 68.8, 412, 1234.
std::string threeDigits(double value)
{
    const double size = std::abs(value);
    return fmt::format("{:.{}f}", value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

struct Unit
{
    double scale;
    const char *name;
};

template<std::size_t N>
std::string withUnit(double value, const std::array<Unit, N> &units)
{
    if (value == 0)
        return fmt::format("0 {}", units.front().name);
    for (const auto &unit : units) {
        // 999.6 ms would round to 1000 ms.
        if (std::abs(value) >= unit.scale * 0.9995)
            return fmt::format("{} {}", threeDigits(value / unit.scale), unit.name);
    }
    return fmt::format("{} {}", threeDigits(value / units.back().scale), units.back().name);
}

} // namespace

std::string secondsText(Seconds time)
{
    return withUnit(time.value, std::array<Unit, 4>{{{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}});
}

std::string bytesText(Bytes bytes)
{
    return withUnit(bytes.value, std::array<Unit, 5>{{{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}, {1, "B"}}});
}

std::string bandwidthText(BytesPerSecond rate)
{
    return withUnit(rate.value, std::array<Unit, 4>{{{1e12, "TB/s"}, {1e9, "GB/s"}, {1e6, "MB/s"}, {1e3, "kB/s"}}});
}

std::string percentText(double share) { return fmt::format("{:.1f} %", share * 100); }

std::string TextTable::text() const
{
    std::vector<std::size_t> widths;
    std::vector<bool> right;
    for (std::size_t column = 0; column < m_header.size(); ++column) {
        std::size_t widest = width(m_header[column]);
        bool numbers = !m_rows.empty();
        for (const auto &row : m_rows) {
            widest = std::max(widest, width(row[column]));
            numbers = numbers && looksLikeNumber(row[column]);
        }
        widths.push_back(widest);
        right.push_back(numbers);
    }
    std::string text;
    const auto line = [&](const std::vector<std::string> &row) {
        std::string result;
        for (std::size_t column = 0; column < row.size(); ++column) {
            const std::string padding(widths[column] - width(row[column]), ' ');
            result += (column ? "  " : "") + (right[column] ? padding + row[column] : row[column] + padding);
        }
        result.erase(result.find_last_not_of(' ') + 1);
        text += result + '\n';
    };
    line(m_header);
    for (const auto &row : m_rows)
        line(row);
    return text;
}

} // namespace heteroscope
