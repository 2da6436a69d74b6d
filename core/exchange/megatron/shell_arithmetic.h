// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole-number arithmetic of a shell: $((GPUS_PER_NODE * NNODES)).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace heteroscope::megatron {

/// Largest magnitude of a number in arithmetic; larger ones are taken as a mistake.
inline constexpr std::int64_t mostWhole = 1'000'000'000'000'000;

using ShellNumbers = std::function<std::optional<std::int64_t>(std::string_view name)>;

/// The value of + - * / % and brackets over numbers and names; nullopt at a mistake or an unknown name. Linear in the
/// length of the text.
std::optional<std::int64_t> shellArithmetic(std::string_view text, const ShellNumbers &numbers);

} // namespace heteroscope::megatron
