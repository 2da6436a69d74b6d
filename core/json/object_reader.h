// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the members of a JSON object one by one and knows the object's path in the file. Mistakes are collected in
// Findings, so that a user sees all of them at once; a member with a mistake is read as its default value.
//
//     ObjectReader reader(json, "/cluster/nodes/2", findings);
//     node.name = reader.text("name");
//     node.latency = Seconds(reader.number("latency", {.minimum = 0}));
//     node.extensions = reader.finish();      // "x-" keys; every other key that was not read is an error
#pragma once

#include "json/json.h"

#include <limits>
#include <set>
#include <span>

namespace heteroscope {

struct NumberRange
{
    double minimum = -std::numeric_limits<double>::max();
    double maximum = std::numeric_limits<double>::max();
};

class ObjectReader
{
public:
    /// If json is not an object, an error is added and every member counts as absent.
    ObjectReader(const Json &json, std::string path, Findings &findings);

    bool has(const std::string &key) const;

    // Required members. A missing member or a wrong value is an error; returns an empty text or the minimum then.
    std::string text(const std::string &key);
    double number(const std::string &key, NumberRange range = {});
    std::int64_t integer(const std::string &key, std::int64_t minimum, std::int64_t maximum);

    // Optional members. Return `otherwise` if the member is absent. A wrong value is an error.
    std::string text(const std::string &key, std::string otherwise);
    double number(const std::string &key, double otherwise, NumberRange range = {});
    std::int64_t integer(const std::string &key, std::int64_t minimum, std::int64_t maximum, std::int64_t otherwise);
    bool boolean(const std::string &key, bool otherwise);
    std::vector<std::string> texts(const std::string &key);

    /// The index of the member's value in `words`. Any other value is an error that lists the words; returns 0 then.
    std::size_t word(const std::string &key, std::span<const std::string_view> words,
                     std::size_t otherwise = std::string::npos);

    /// The member itself, or nullptr when absent.
    const Json *member(const std::string &key);
    /// The items of an array member; empty if it is absent. Any value other than an array is an error.
    std::vector<const Json *> items(const std::string &key);

    std::string pathOf(const std::string &key) const { return m_path + "/" + key; }
    std::string pathOf(const std::string &key, std::size_t index) const
    {
        return pathOf(key) + "/" + std::to_string(index);
    }
    /// hint: how to mend it; never empty.
    void error(const std::string &key, std::string found, std::string expected, std::string hint);

    /// Adds an error for each key that was not read, except "x-" keys, and returns the "x-" keys.
    Extensions finish();

private:
    const Json *find(const std::string &key, bool required, const char *expected);

    const Json *m_object = nullptr;
    std::string m_path;
    Findings *m_findings;
    std::set<std::string> m_known;
};

/// The text; if it has more than `longest` bytes it is cut between two characters and ends in "...".
std::string shortened(std::string text, std::size_t longest);

/// The text in quotation marks for messages, shortened if it is long.
std::string quoteText(std::string_view text);

/// A short form of a JSON value for messages.
std::string describe(const Json &json);

} // namespace heteroscope
