// SPDX-License-Identifier: GPL-3.0-or-later
//
// How far a predicted step time can be trusted, and on which measured steps that rests. `hscope calibrate --support`
// measures it (calibration/support_fit.h): errors of steps that were held back. support_file.h reads the shipped table.
// core/cost/README.md says how a question is answered that no measured step is like.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heteroscope {

/// The share of steps that stated errors are to hold.
inline constexpr double supportShare = 0.8;

/// What steps have in common whose errors are alike.
struct SupportKey
{
    std::string stack;         ///< software stack
    std::string computeClass;  ///< of the devices
    bool experts = false;      ///< the model is a mixture of experts
    bool manyNodes = false;    ///< the step runs on more than one node
    int zeroStage = 0;         ///< sharding over replicas; 3 is FSDP, 0 also where there is one replica
    bool mixedDevices = false; ///< unlike devices
    friend bool operator==(const SupportKey &, const SupportKey &) = default;
};

/// On what an error rests, from near to far. At each level the error is that of steps predicted as if none of their
/// kind had been measured.
enum class SupportLevel : std::uint8_t {
    exact,         ///< steps with the same key, of several sources
    oneSource,     ///< steps with the same key, of one source
    otherSharding, ///< steps that differ in their ZeRO stage
    otherNodes,    ///< also in one node or many
    otherExperts,  ///< also in dense or experts
    newPair,       ///< stack and class were measured, but not together
    newClass,      ///< the stack was measured, the class never
    newStack,      ///< the class was measured, the stack never
    nothing,       ///< neither, or unlike devices and no such step was measured
    stated,        ///< not from the table: the calibration of the user states it
};
inline constexpr std::array<std::string_view, 10> supportLevelNames = {
    "exact",   "oneSource", "otherSharding", "otherNodes", "otherExperts",
    "newPair", "newClass",  "newStack",      "nothing",    "stated"};
/// Levels whose error the table states.
inline constexpr std::size_t supportLevelCount = static_cast<std::size_t>(SupportLevel::nothing) + 1;

/// Pairs of a level and one that is farther from what was measured, whose error is therefore no smaller.
inline constexpr std::array<std::pair<SupportLevel, SupportLevel>, 9> supportOrder = {
    {{SupportLevel::exact, SupportLevel::oneSource},
     {SupportLevel::oneSource, SupportLevel::otherSharding},
     {SupportLevel::otherSharding, SupportLevel::otherNodes},
     {SupportLevel::otherNodes, SupportLevel::otherExperts},
     {SupportLevel::otherExperts, SupportLevel::newPair},
     {SupportLevel::newPair, SupportLevel::newClass},
     {SupportLevel::newPair, SupportLevel::newStack},
     {SupportLevel::newClass, SupportLevel::nothing},
     {SupportLevel::newStack, SupportLevel::nothing}}};

/// Nothing of the kind was ever measured: the error is that of predictions in the same plight.
constexpr bool neverMeasured(SupportLevel level)
{
    return level >= SupportLevel::newPair && level != SupportLevel::stated;
}

/// The answer for one key.
struct Support
{
    SupportKey asked{};
    SupportLevel level = SupportLevel::nothing;
    int rows = 0;     ///< measured steps that the answer rests on
    int sources = 0;  ///< of different origin among them
    double error = 0; ///< relative; 4 of 5 steps are expected within it
};

/// Measured steps of one key.
struct SupportEntry
{
    SupportKey key;
    int rows = 0;
    std::vector<std::string> sources; ///< names of their origins, sorted
    double error = 0;                 ///< of 4 of 5 held-back steps of each source
    friend bool operator==(const SupportEntry &, const SupportEntry &) = default;
};

/// The error of a level, measured by leaving out whole groups of steps.
struct SupportFold
{
    int folds = 0; ///< groups left out; 0: nothing to measure it on, so the error is that of the next level
    double error = 0;
    friend bool operator==(const SupportFold &, const SupportFold &) = default;
};

struct SupportTable
{
    std::string source;
    std::vector<SupportEntry> entries;
    std::array<SupportFold, supportLevelCount> folds{}; ///< by level; nothing at exact

    Support find(const SupportKey &key) const;
    bool hasStack(std::string_view stack) const;
    bool hasClass(std::string_view computeClass) const;
    friend bool operator==(const SupportTable &, const SupportTable &) = default;
};

/// The smallest value that at least 4 of 5 further values of the same kind are expected not to exceed: the order
/// statistic of rank 0.8 (n + 1), and the largest where there are fewer than four. 0 if there are none.
double conservativeQuantile(std::vector<double> values);

} // namespace heteroscope
