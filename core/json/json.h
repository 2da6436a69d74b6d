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

/// The most values (numbers, texts, arrays, objects ...) of one text. More is an error and never exhausts the memory.
inline constexpr std::size_t maxJsonValues = 8'000'000;

/// Parses text. Errors, all with line:column: syntax, nesting deeper than maxJsonDepth, more than maxValues values, a
/// key twice in one object. Linear in the length of the text.
Result<Json> parseJson(std::string_view text, const std::string &file = {}, std::size_t maxValues = maxJsonValues);

/// Canonical text, ending in a newline. Arrays of up to 16 numbers or strings stand on one line.
std::string toText(const Json &json);

/// Reads a whole file. Error code unreadable.
Result<std::string> readTextFile(const std::string &path);

/// Reads and parses a file.
Result<Json> readJsonFile(const std::string &path);

/// Adds kept "x-" keys to an object that is being written. A key like "overlap/x-note" goes to the member it names
/// (keepNested made it); it is dropped when there is no such member any more.
void writeExtensions(Json &object, const Extensions &extensions);

/// Keeps the "x-" keys of a member that has no Extensions of its own with the extensions of its owner:
/// keepNested(plan.extensions, "overlap", {"x-note"}) keeps "overlap/x-note". An item of an array is "rate/3".
void keepNested(Extensions &owner, const std::string &member, const Extensions &nested);

/// Adds a member to an object that is known not to have it yet; unlike operator[] it does not search.
void appendMember(Json &object, std::string key, Json value);

} // namespace heteroscope
