// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/cost_term_json.h"

#include "base/numbers.h"
#include "cost/rounding.h"
#include "wording/term_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace heteroscope {

namespace {

class TreeText
{
public:
    TreeText(double whole, const TermTextOptions &options) : m_whole(whole), m_options(options) {}

    std::string text(const CostTerm &root)
    {
        add(root, 0);
        if (!m_sources.empty())
            m_text += "\nsources\n";
        for (const auto &[what, source] : m_sources)
            m_text += fmt::format("  {}: {}\n", what, source);
        return std::move(m_text);
    }

private:
    static std::size_t width(std::string_view text)
    {
        return static_cast<std::size_t>(
            std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
    }
    static std::string padded(std::string text, std::size_t to)
    {
        const auto wide = width(text);
        return wide < to ? text + std::string(to - wide, ' ') : text;
    }
    void line(int depth, const std::string &name, double value, TermUnit unit, const std::string &where)
    {
        constexpr std::size_t nameWidth = 52;
        constexpr std::size_t valueWidth = 10;
        auto value3 = termText(value, unit);
        if (width(value3) < valueWidth)
            value3.insert(0, valueWidth - width(value3), ' ');
        auto text = padded(std::string(static_cast<std::size_t>(2 * depth), ' ') + name, nameWidth) + "  " + value3;
        text += fmt::format("  {:>8}", percentText(m_whole > 0 ? value / m_whole : 0));
        if (!where.empty())
            text += "  " + where;
        m_text += text + '\n';
    }
    void add(const CostTerm &term, int depth)
    {
        line(depth, termName(term.id), term.value, term.unit, placeText(term.where));
        if (m_options.formulas && term.parts.empty())
            addFormula(term, depth + 1);
        if (depth >= m_options.depth)
            return;
        std::vector<const CostTerm *> parts;
        for (const auto &part : term.parts)
            parts.push_back(&part);
        if (depth > 0)
            std::stable_sort(parts.begin(), parts.end(),
                             [](const CostTerm *a, const CostTerm *b) { return a->value > b->value; });
        double rest = 0;
        int small = 0;
        for (const auto *part : parts) {
            if (std::abs(part->value) < std::max(m_options.minimumShare, termRounding) * m_whole) {
                rest += part->value;
                ++small;
            } else {
                add(*part, depth + 1);
            }
        }
        if (std::abs(rest) > termRounding * m_whole)
            line(depth + 1, fmt::format("{} smaller", small), rest, term.unit, {});
    }
    void addFormula(const CostTerm &term, int depth)
    {
        const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
        if (term.formula != TermFormula::none)
            m_text += fmt::format("{}= {}\n", indent, repeatedFormulaText(term));
        for (const auto &input : term.inputs) {
            auto from = originText(input.from);
            // Where the constants of an entry come from stands once, at the end.
            if (const auto *entry = std::get_if<CalibrationEntry>(&input.from)) {
                from = entryText(*entry);
                m_sources.emplace(from, entry->source);
            }
            m_text +=
                fmt::format("{}  {} = {} ({}{})\n", indent, symbolText(input.symbol), termText(input.value, input.unit),
                            sourceText(input.source), from.empty() ? from : ", " + from);
        }
        for (const auto &basis : term.basis) {
            m_text += fmt::format("{}  {}: {}\n", indent, termName(basis.id), termText(basis.value, basis.unit));
            addFormula(basis, depth + 2);
        }
    }

    double m_whole;
    const TermTextOptions &m_options;
    std::string m_text;
    std::map<std::string, std::string> m_sources;
};

} // namespace

Json toJson(const CostTerm &term)
{
    Json json;
    json["name"] = termName(term.id);
    json["key"] = termKey(term.id);
    if (const auto where = placeText(term.where); !where.empty())
        json["where"] = where;
    json["value"] = term.value;
    json["unit"] = unitText(term.unit);
    json["repeats"] = term.repeats;
    if (term.formula != TermFormula::none)
        json["formula"] = formulaText(term);
    json["inputs"] = Json::array();
    for (const auto &input : term.inputs)
        json["inputs"].push_back({{"symbol", symbolText(input.symbol)},
                                  {"value", input.value},
                                  {"unit", unitText(input.unit)},
                                  {"source", sourceText(input.source)},
                                  {"from", originText(input.from)}});
    json["parts"] = Json::array();
    for (const auto &part : term.parts)
        json["parts"].push_back(toJson(part));
    json["basis"] = Json::array();
    for (const auto &basis : term.basis)
        json["basis"].push_back(toJson(basis));
    return json;
}

std::string termText(double value, TermUnit unit)
{
    switch (unit) {
    case TermUnit::seconds:
        return secondsText(Seconds(value));
    case TermUnit::bytes:
        return bytesText(Bytes(value));
    case TermUnit::memory:
        return memoryText(Bytes(value));
    case TermUnit::bytesPerSecond:
        return bandwidthText(BytesPerSecond(value));
    case TermUnit::flop:
        return flopText(Flop(value));
    case TermUnit::flopPerSecond:
        return flopsText(FlopPerSecond(value));
    case TermUnit::share:
        return percentText(value);
    case TermUnit::count:
        break;
    }
    return inputText(value);
}

std::string termTree(const CostTerm &term, const TermTextOptions &options)
{
    return TreeText(term.value, options).text(term);
}

} // namespace heteroscope
