// SPDX-License-Identifier: GPL-3.0-or-later
//
// A predicted quantity as a tree of its causes. Each term has its value, its formula, the inputs of the formula with
// units and sources, and the parts that add up to it. The values are those of the prediction; they are not computed a
// second time.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

enum class TermUnit : std::uint8_t { seconds, bytes, bytesPerSecond, flop, flopPerSecond, count, share };
inline constexpr std::array<std::string_view, 7> termUnitNames = {"s", "B", "B/s", "FLOP", "FLOP/s", "", "share"};

/// Where an input comes from. simulation: read from the simulated step; derived: another term of this tree.
enum class TermSource : std::uint8_t { catalog, calibration, model, job, plan, cluster, profile, simulation, derived };
inline constexpr std::array<std::string_view, 9> termSourceNames = {
    "catalog", "calibration constant", "model", "job", "plan", "cluster", "measured profile", "simulation", "derived"};

struct TermInput
{
    std::string symbol; ///< as it stands in the formula
    double value = 0;   ///< SI
    TermUnit unit = TermUnit::count;
    TermSource source = TermSource::derived;
    std::string from{}; ///< which entry: "H100-80GB SXM", "class ampere: ..."
};

struct CostTerm
{
    std::string name;
    /// A word that stays the same between results, unique among its siblings: of the first level an activity, below
    /// that a kind of operation.
    std::string key;
    std::string where{}; ///< "24 blocks, 8 micro-batches"
    double value = 0;    ///< all repeats together, SI
    TermUnit unit = TermUnit::seconds;
    double repeats = 1; ///< how often in the step
    std::string formula{};
    std::vector<TermInput> inputs{};
    std::vector<CostTerm> parts{}; ///< add up to value
    std::vector<CostTerm> basis{}; ///< what inputs come from; they do not add up to anything

    double one() const { return repeats > 0 ? value / repeats : value; }
    CostTerm &input(std::string symbol, double amount, TermUnit of, TermSource source, std::string from = {})
    {
        inputs.push_back({std::move(symbol), amount, of, source, std::move(from)});
        return *this;
    }
    /// Adds a part and its value; what is 0 is left out.
    void add(CostTerm part)
    {
        if (!(part.value < 0 || part.value > 0))
            return;
        value += part.value;
        parts.push_back(std::move(part));
    }
    /// The part of that key, made when there is none.
    CostTerm &part(std::string_view word, std::string_view title)
    {
        for (auto &each : parts) {
            if (each.key == word)
                return each;
        }
        CostTerm made;
        made.name = title;
        made.key = word;
        return parts.emplace_back(std::move(made));
    }
    const CostTerm *find(std::string_view word) const
    {
        for (const auto &each : parts) {
            if (each.key == word)
                return &each;
        }
        return nullptr;
    }
};

} // namespace heteroscope
