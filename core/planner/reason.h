// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a family or a plan is not the answer, as values with ids and numbers. The command line and the report word them
// in wording/planner_text.h, the window in the user's language.
#pragma once

#include "cost/software_lack.h"
#include "planner/search_options.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace heteroscope {

/// Why a family is not in the ranking; sorted by name, as in every list of counts.
enum class Rejection { bounded, cannotRun, mapping, notReached, notValid, outOfMemory };
inline constexpr std::array<std::string_view, 6> rejectionNames = {"bounded",     "cannot run", "mapping",
                                                                   "not reached", "not valid",  "out of memory"};

/// A reason that needs no numbers.
enum class PlainReason {
    searchStopped,          ///< the search was stopped before it
    overBudget,             ///< the plan costs or draws more than is allowed
    familyOverBudget,       ///< no plan of the family is within the budget
    noCutFits,              ///< no cut of the layers fits every device
    noPlanOfTheRulesFits,   ///< baselines: none of the plans that the rules propose
    planOfTheRulesTooLarge, ///< baselines: the plan is shown, but does not fit; its result has the overflows
};

/// A TP degree that does not divide a size of the model or of the job.
struct DegreeMistake
{
    enum class Size { heads, mlpWidth, expertWidth, sequenceLength, mixerHeads };

    int tp = 1;
    Size size = Size::heads;
    std::int64_t value = 0; ///< of that size
    friend bool operator==(const DegreeMistake &, const DegreeMistake &) = default;
};

/// No plan of a family is below a value of the objective: seconds, or joules.
struct LowerBound
{
    double value = 0;
    std::optional<double>
        best{}; ///< the best plan's, where that is no more; empty: the family was not followed to its end
    SearchObjective objective = SearchObjective::time;
    friend bool operator==(const LowerBound &, const LowerBound &) = default;
};

/// A device that would have to hold more than it can, with the layers cut evenly.
struct MemoryShortfall
{
    enum class Part { states, activations };

    Part part = Part::states; ///< the larger one
    Bytes over;
    std::string device;
    friend bool operator==(const MemoryShortfall &, const MemoryShortfall &) = default;
};

/// What the software of the job does not have, so that nothing with it is searched or shown as an answer.
struct MissingFeature
{
    SoftwareLack lack = SoftwareLack::schedule;
    ScheduleKind schedule = ScheduleKind::oneFOneB; ///< of a schedule
    int zeroStage = 0;                              ///< of a ZeRO stage
    std::string software;
    friend bool operator==(const MissingFeature &, const MissingFeature &) = default;
};

/// A schedule that space and software have, and that no plan of this model can have.
struct UncutSchedule
{
    enum class Obstacle {
        unlikeBlocks,  ///< chunks of equally many blocks are unequal
        manyBlocks,    ///< of more than maxBlockGroups (planner/space/space.h) chunks are not looked at
        sharedTable,   ///< the head needs the table of the embedding, which a V would hold twice on a device
        unequalChunks, ///< the number of blocks does not make two equal chunks
    };

    ScheduleKind schedule = ScheduleKind::interleaved;
    Obstacle obstacle = Obstacle::unlikeBlocks;
    friend bool operator==(const UncutSchedule &, const UncutSchedule &) = default;
};

/// monostate: nothing speaks against it. Error: the plan or family cannot run at all.
using Reason = std::variant<std::monostate, PlainReason, DegreeMistake, LowerBound, MemoryShortfall, MappingBreach,
                            MissingFeature, Error>;

inline bool isEmpty(const Reason &reason) { return reason.index() == 0; }

} // namespace heteroscope
