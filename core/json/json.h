// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading and writing JSON text. Objects keep the order of their keys, because the writers of this project emit keys
// in one canonical order; text out is two-space indented with short number forms, so that files diff well.
#pragma once

#include "base/extensions.h"
#include "base/result.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace heteroscope {

using Json = nlohmann::ordered_json;

/// The deepest nesting that is read. Deeper text is an error and never exhausts the stack.
inline constexpr int maxJsonDepth = 64;

/// Parses text. Errors: syntax with line:column, nesting deeper than maxJsonDepth, a key twice in one object.
Result<Json> parseJson(std::string_view text, const std::string &file = {});

/// Canonical text, ending in a newline. Arrays of up to 16 numbers or strings stand on one line.
std::string toText(const Json &json);

/// Reads a whole file. Error code unreadable.
Result<std::string> readTextFile(const std::string &path);

/// Reads and parses a file.
Result<Json> readJsonFile(const std::string &path);

/// Adds kept "x-" keys to an object that is being written.
void writeExtensions(Json &object, const Extensions &extensions);

} // namespace heteroscope
