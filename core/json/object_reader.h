// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the members of a JSON object one by one and knows its place. Mistakes are collected as Findings instead of
// stopping at the first one, so that a user sees all of them at once; after a mistake the default value stands.
//
//     ObjectReader reader(json, "/cluster/nodes/2", findings);
//     node.name = reader.text("name");
//     node.latency = Seconds(reader.number("latency", {.minimum = 0}));
//     node.extensions = reader.finish();      // "x-" keys; any other key not asked for is an error
#pragma once

#include "json/json.h"

#include <limits>
#include <set>

namespace heteroscope {

struct NumberRange
{
    double minimum = -std::numeric_limits<double>::max();
    double maximum = std::numeric_limits<double>::max();
};

class ObjectReader
{
public:
    /// json may be anything; if it is no object an error is noted and every member counts as absent.
    ObjectReader(const Json &json, std::string path, Findings &findings);

    bool has(const std::string &key) const;

    // Required members. A missing or wrong one is an error; the returned value is then empty or the minimum.
    std::string text(const std::string &key);
    double number(const std::string &key, NumberRange range = {});
    std::int64_t integer(const std::string &key, std::int64_t minimum, std::int64_t maximum);

    // Optional members. Absent is fine, wrong is an error.
    std::string text(const std::string &key, std::string otherwise);
    double number(const std::string &key, double otherwise, NumberRange range = {});
    std::int64_t integer(const std::string &key, std::int64_t minimum, std::int64_t maximum, std::int64_t otherwise);
    bool boolean(const std::string &key, bool otherwise);
    std::vector<std::string> texts(const std::string &key);

    /// One of the given words; the index of it. Otherwise an error that lists them, and 0.
    std::size_t word(const std::string &key, const std::vector<std::string> &words, std::size_t otherwise = std::string::npos);

    /// The member itself, or nullptr when absent.
    const Json *member(const std::string &key);
    /// The items of an array member; an absent one is empty, anything else than an array is an error.
    std::vector<const Json *> items(const std::string &key);

    std::string pathOf(const std::string &key) const { return m_path + "/" + key; }
    std::string pathOf(const std::string &key, std::size_t index) const { return pathOf(key) + "/" + std::to_string(index); }
    void error(const std::string &key, std::string found, std::string expected, std::string hint = {});

    /// Notes an error for each key nobody asked for; returns the "x-" keys.
    Extensions finish();

private:
    const Json *find(const std::string &key, bool required, const char *expected);

    const Json *m_object = nullptr;
    std::string m_path;
    Findings *m_findings;
    std::set<std::string> m_known;
};

/// The text, cut at a character border and ended with "..." when it has more than `longest` bytes.
std::string shortened(std::string text, std::size_t longest);

/// The text in quotation marks for messages, shortened when it is long.
std::string quoteText(std::string_view text);

/// A short form of a JSON value for messages.
std::string describe(const Json &json);

} // namespace heteroscope
