// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks of the numbers that options take, for CLI::Option::check. A word that is no number, "nan", an infinite number
// and one outside the range are refused with what was found and what is expected: CLI11's own ranges let "nan" through
// and print limits with 300 digits.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>

namespace heteroscope {

CLI::Validator positiveNumber();
CLI::Validator numberFrom(double least);
CLI::Validator numberBetween(double least, double most);

/// most: of the type that holds the value, where there is no other limit.
CLI::Validator wholeNumberBetween(std::int64_t least, std::int64_t most);
/// Before CLI::AsSizeValue, which takes "-1" for a large size.
CLI::Validator sizeWithoutSign();
/// The number of a random sequence.
CLI::Validator seedNumber();

} // namespace heteroscope
