// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares the counted parameters of an imported model with what its name says: "Qwen3-235B-A22B", "llama3_8b.yaml".
#pragma once

#include "workload/model.h"

#include <optional>
#include <string>
#include <string_view>

namespace heteroscope {

/// Largest relative difference that is not warned of.
inline constexpr double sizeTolerance = 0.03;

/// The first number of parameters in a name: digits with k, M, B or T behind them, parted from the rest by other than
/// letters and digits. Not of "8x7B" and "A22B", which are no totals. nullopt if there is none.
std::optional<double> namedParameters(std::string_view name);

/// A warning with both numbers if neither all parameters nor the active ones are within sizeTolerance of the model's
/// published number or else of what one of the names says (the first that says any); empty otherwise.
std::string sizeWarning(const Model &model, const std::vector<std::string> &names);

} // namespace heteroscope
