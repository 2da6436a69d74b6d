// SPDX-License-Identifier: GPL-3.0-or-later
//
// The values of a tool's configuration file by their path: "parallelism.tp", "networks.0.size" in a list. The first
// mistake is kept; a value with a mistake is read as its minimum.
#pragma once

#include "json/json.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope::settings {

class Settings
{
public:
    Settings(Json json, std::string file) : m_json(std::move(json)), m_file(std::move(file)) {}

    const Json &json() const { return m_json; }
    const std::string &file() const { return m_file; }

    /// The value at the path; nullptr if it is absent or null.
    const Json *find(std::string_view path) const;
    bool has(std::string_view path) const { return find(path) != nullptr; }
    /// A text; empty if it is absent or another value.
    std::string text(std::string_view path) const;
    /// A boolean, also written as a text or as 0 and 1; otherwise a mistake.
    bool flag(std::string_view path, bool otherwise);
    /// A whole number from minimum to maximum; `otherwise` if it is absent.
    int number(std::string_view path, int minimum, int maximum, int otherwise);
    /// The same for a required value.
    int number(std::string_view path, int minimum, int maximum);
    /// A required number above 0; 1 after a mistake.
    double positive(std::string_view path);
    /// A list of whole numbers; empty if it is absent.
    std::vector<int> numbers(std::string_view path, int minimum, int maximum);
    /// A list of texts; empty if it is absent.
    std::vector<std::string> texts(std::string_view path);

    void fail(std::string_view path, std::string found, std::string expected,
              std::string hint = "correct this value of the file");
    /// fail, with the value at the path as what was found.
    void refuse(std::string_view path, std::string expected, std::string hint = "correct this value of the file");
    const std::optional<Error> &error() const { return m_error; }

private:
    std::optional<int> wholeNumber(const Json &value, int minimum, int maximum) const;

    Json m_json;
    std::string m_file;
    std::optional<Error> m_error;
};

} // namespace heteroscope::settings
