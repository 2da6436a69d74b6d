// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading and writing JSON text. Objects keep the order of their keys, because the writers of this project write keys
// in one canonical order. Output is indented by two spaces and has the shortest number forms, so that files compare
// well line by line.
#pragma once

#include "base/extensions.h"
#include "base/files.h"
#include "base/result.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace heteroscope {

using Json = nlohmann::ordered_json;

/// Max nesting depth when reading. Deeper text is an error, so that it cannot exhaust the stack.
inline constexpr int maxJsonDepth = 64;

/// Max number of values (numbers, strings, arrays, objects ...) in one text. More is an error, so that a text cannot
/// exhaust the memory.
inline constexpr std::size_t maxJsonValues = 8'000'000;

/// Max size of a JSON file in bytes.
inline constexpr std::uintmax_t maxJsonBytes = std::uintmax_t{1} << 28;

/// An object or array that is being read: its key in the object around it, or its index in the array around it.
struct JsonStep
{
    std::string key;
    std::size_t index = 0;
};

/// Looks at each item of an array as soon as it is read, with the arrays and objects around it from the root on. The
/// error that it returns ends the reading, so that what is too large is refused before all of it is in memory.
using JsonWatch = std::function<std::optional<Error>(std::span<const JsonStep> around, const Json &item)>;

/// Parses text. Errors, all located by line:column: wrong syntax, nesting deeper than maxJsonDepth, more than maxValues
/// values, a duplicate key in an object; and the first error of the watch. Linear in the length of the text.
Result<Json> parseJson(std::string_view text, const std::string &file = {}, std::size_t maxValues = maxJsonValues,
                       const JsonWatch &watch = {});

/// Canonical text, ending in a newline. Arrays of up to 16 numbers or strings are written on one line.
std::string toText(const Json &json);

/// Reads and parses a file.
Result<Json> readJsonFile(const std::string &path, std::uintmax_t maxBytes = maxJsonBytes);

/// Adds the preserved "x-" keys to an object that is being written. A key like "overlap/x-note" (made by keepNested) is
/// written into the member "overlap"; it is dropped if that member no longer exists.
void writeExtensions(Json &object, const Extensions &extensions);

/// Stores the "x-" keys of a member that has no Extensions of its own in the extensions of its owner:
/// keepNested(plan.extensions, "overlap", {"x-note"}) stores "overlap/x-note". Item 3 of the array "rate" is "rate/3".
void keepNested(Extensions &owner, const std::string &member, const Extensions &nested);

/// Adds a member that the object does not have yet. Constant time, because unlike operator[] it does not search.
void appendMember(Json &object, std::string key, Json value);

} // namespace heteroscope
