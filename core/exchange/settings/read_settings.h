// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the configuration files of training tools, YAML and TOML, as JSON values. Files come from others: size and
// nesting are bounded, so that no file exhausts stack or memory.
#pragma once

#include "json/json.h"

#include <optional>
#include <string>
#include <string_view>

namespace heteroscope::settings {

/// Max size of a configuration file in bytes.
inline constexpr std::size_t maxBytes = 1 << 20;

/// Max nesting of lists and tables.
inline constexpr int maxDepth = 32;

/// Max number of values, with those that YAML aliases repeat.
inline constexpr std::size_t maxValues = 20'000;

/// An error if the text has more than maxBytes.
std::optional<Error> tooLarge(std::string_view text, const std::string &file);

/// The first document of a YAML text. Plain scalars become null, booleans and numbers as YAML 1.1 (PyYAML) reads them;
/// quoted ones stay texts. Of a doubled key the last value counts, as in PyYAML. `<<` merges tables. Errors, located by
/// line:column: wrong syntax, a text beyond the limits above. Linear in the length of the text.
Result<Json> readYaml(std::string_view text, const std::string &file);

/// A TOML 1.0 text. Dates become texts. Errors as of readYaml.
Result<Json> readToml(std::string_view text, const std::string &file);

} // namespace heteroscope::settings
