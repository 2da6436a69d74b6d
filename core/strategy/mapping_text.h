// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text form of the stages and pipelines of a mapping: stages as letters, pipelines as numbers from 1, consecutive ones
// as ranges: "A–C, E", "1–4".
#pragma once

#include "strategy/mapping.h"

namespace heteroscope {

/// A for stage 0, Z for 25, AA for 26.
std::string stageName(int stage);

/// The text of `places`, which may be in any order and have duplicates. Empty if there are no places.
std::string placesText(MappingTarget target, const std::vector<int> &places);

/// Parses such a text. Separators are commas, spaces or both; a range has "-" or "–"; letters may have either case. The
/// result is sorted and has no duplicates. Error: a part that is not a place or is above largestMappingIndex.
Result<std::vector<int>> parsePlaces(MappingTarget target, std::string_view text);

} // namespace heteroscope
