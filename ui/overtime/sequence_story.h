// SPDX-License-Identifier: GPL-3.0-or-later
//
// A sequence of plans as the window tells it: stretches of one plan with the switch before them, and what each policy
// does per second over time.
#pragma once

#include "jobs/sequence_search.h"

#include <QString>

namespace heteroscope {

/// A time in which the best sequence keeps a plan, or in which none runs.
struct SequenceStretch
{
    Seconds from;
    Seconds until;
    std::optional<std::size_t> plan;         ///< index into ReplanResult::candidates
    int letter = -1;                         ///< by first use; -1 without a plan
    std::optional<std::size_t> switchBefore; ///< index into ReplanResult::switches
    Seconds fastest{infinity}, slowest{0};   ///< step times
    friend bool operator==(const SequenceStretch &, const SequenceStretch &) = default;
};
/// Without gaps from 0 to the end of the sequence.
std::vector<SequenceStretch> stretchesOf(const ReplanResult &found);
/// The stretch at a time; the last one after its end.
const SequenceStretch *stretchAt(const std::vector<SequenceStretch> &stretches, Seconds time);

QString letterOf(int letter); ///< "A" to "Z", then "A1"; a dash for -1
/// "Switching pays: +3.5 % over the best fixed plan"; what the best sequence is worth.
QString verdictOf(const ReplanResult &found);
/// What a switch takes, gains and moves, and when it has paid.
QString switchText(const ReplanResult &found, std::size_t index);
/// Hours where it is long: "23.1 h", "1,183 s"; "never" for infinity.
QString durationOf(Seconds time);

enum class PolicyLine { sequence, fixed, greedy, pastOnly };
inline constexpr int policyLineCount = 4;
QString nameOf(PolicyLine line);

/// Tokens per second from a time on; 0 while nothing runs or a switch is under way.
struct RatePoint
{
    Seconds at;
    double rate = 0;
};
/// Of a policy, from 0 to its end, where the rate of the last point is 0.
std::vector<RatePoint> ratesOf(const SequenceAnswer &answer, PolicyLine line);

} // namespace heteroscope
