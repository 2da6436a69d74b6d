// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stages and pipelines of a mapping as people write them: stages by their letters, pipelines counted from 1, runs
// as ranges: "A–C, E", "1–4".
#pragma once

#include "strategy/mapping.h"

namespace heteroscope {

/// A for stage 0, Z for 25, AA for 26.
std::string stageName(int stage);

/// Empty for none. In any order; each is named once.
std::string placesText(MappingTarget target, const std::vector<int> &places);

/// What the text means, in order and each once; commas, spaces or both between them, "-" or "–" in a range, letters of
/// either case. Error: what of it is not a place, or lies beyond the largest index of a mapping.
Result<std::vector<int>> parsePlaces(MappingTarget target, std::string_view text);

} // namespace heteroscope
