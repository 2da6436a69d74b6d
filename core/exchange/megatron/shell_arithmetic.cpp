// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/shell_arithmetic.h"

#include "exchange/megatron/shell_words.h"

#include <charconv>

namespace heteroscope::megatron {

namespace {

/// Recursive descent over + - * / % and brackets in whole numbers; names stand for variables.
class Arithmetic
{
public:
    Arithmetic(std::string_view text, const ShellNumbers &lookup) : m_text(text), m_lookup(lookup) {}

    std::optional<std::int64_t> read()
    {
        const auto value = sum(0);
        blanks();
        return m_failed || m_at != m_text.size() ? std::nullopt : std::optional(value);
    }

private:
    void blanks()
    {
        while (m_at < m_text.size() && (isBlank(m_text[m_at]) || m_text[m_at] == '"'))
            ++m_at;
    }
    bool take(char c)
    {
        blanks();
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }
    std::int64_t sum(int depth)
    {
        std::int64_t value = product(depth);
        while (!m_failed) {
            if (take('+'))
                value += product(depth);
            else if (take('-'))
                value -= product(depth);
            else
                break;
            m_failed = m_failed || value > mostWhole || value < -mostWhole;
        }
        return value;
    }
    std::int64_t product(int depth)
    {
        std::int64_t value = factor(depth);
        while (!m_failed) {
            if (take('*')) {
                const std::int64_t by = factor(depth);
                const double exact = static_cast<double>(value) * static_cast<double>(by);
                m_failed = m_failed || exact > double(mostWhole) || exact < -double(mostWhole);
                value = m_failed ? 0 : value * by;
            } else if (take('/') || take('%')) {
                const bool rest = m_text[m_at - 1] == '%';
                const std::int64_t by = factor(depth);
                m_failed = m_failed || by == 0;
                value = m_failed ? 0 : rest ? value % by : value / by;
            } else {
                break;
            }
        }
        return value;
    }
    std::int64_t factor(int depth)
    {
        if (depth > deepestShell) {
            m_failed = true;
            return 0;
        }
        if (take('-'))
            return -factor(depth + 1);
        if (take('(')) {
            const std::int64_t value = sum(depth + 1);
            m_failed = m_failed || !take(')');
            return value;
        }
        blanks();
        while (m_at < m_text.size() && (m_text[m_at] == '$' || m_text[m_at] == '{'))
            ++m_at;
        const std::size_t first = m_at;
        while (m_at < m_text.size() && isNamePart(m_text[m_at]))
            ++m_at;
        const auto name = m_text.substr(first, m_at - first);
        take('}');
        if (name.empty()) {
            m_failed = true;
            return 0;
        }
        std::int64_t value = 0;
        const auto parsed = std::from_chars(name.data(), name.data() + name.size(), value);
        if (parsed.ec == std::errc() && parsed.ptr == name.data() + name.size()) {
            m_failed = m_failed || value > mostWhole;
            return m_failed ? 0 : value;
        }
        const bool isDigits = name[0] >= '0' && name[0] <= '9';
        const auto known = isDigits || !m_lookup ? std::nullopt : m_lookup(name);
        m_failed = m_failed || !known;
        return known.value_or(0);
    }

    std::string_view m_text;
    const ShellNumbers &m_lookup;
    std::size_t m_at = 0;
    bool m_failed = false;
};

} // namespace

std::optional<std::int64_t> shellArithmetic(std::string_view text, const ShellNumbers &numbers)
{
    return Arithmetic(text, numbers).read();
}

} // namespace heteroscope::megatron
