// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/settings/settings.h"

#include "base/text.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace heteroscope::settings {

const Json *Settings::find(std::string_view path) const
{
    const Json *value = &m_json;
    while (!path.empty()) {
        const auto dot = std::min(path.find('.'), path.size());
        const auto step = path.substr(0, dot);
        if (value->is_array()) {
            std::size_t index = 0;
            const auto read = std::from_chars(step.data(), step.data() + step.size(), index);
            if (read.ec != std::errc() || read.ptr != step.data() + step.size() || index >= value->size())
                return nullptr;
            value = &(*value)[index];
        } else {
            const auto member = value->find(std::string(step)); // end() of what is no object
            if (member == value->end())
                return nullptr;
            value = &*member;
        }
        path.remove_prefix(std::min(dot + 1, path.size()));
    }
    return value->is_null() ? nullptr : value;
}

std::string Settings::text(std::string_view path) const
{
    const Json *value = find(path);
    return value && value->is_string() ? value->get<std::string>() : std::string();
}

bool Settings::flag(std::string_view path, bool otherwise)
{
    const Json *value = find(path);
    if (!value)
        return otherwise;
    if (value->is_boolean())
        return value->get<bool>();
    if (value->is_number_integer() && (*value == 0 || *value == 1))
        return *value == 1;
    const std::string word = value->is_string() ? lowerCase(value->get<std::string>()) : std::string();
    if (word == "true" || word == "false")
        return word == "true";
    refuse(path, "true or false");
    return otherwise;
}

std::optional<int> Settings::wholeNumber(const Json &value, int minimum, int maximum) const
{
    double number = std::numeric_limits<double>::quiet_NaN();
    if (value.is_number())
        number = value.get<double>();
    else if (value.is_string()) {
        const auto &text = value.get_ref<const std::string &>();
        std::int64_t whole = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), whole);
        if (read.ec == std::errc() && read.ptr == text.data() + text.size())
            number = static_cast<double>(whole);
    }
    if (!(number >= minimum && number <= maximum) || number != std::floor(number))
        return {};
    return static_cast<int>(number);
}

int Settings::number(std::string_view path, int minimum, int maximum, int otherwise)
{
    return has(path) ? number(path, minimum, maximum) : otherwise;
}

int Settings::number(std::string_view path, int minimum, int maximum)
{
    if (const Json *value = find(path)) {
        if (const auto whole = wholeNumber(*value, minimum, maximum))
            return *whole;
    }
    refuse(path, fmt::format("a whole number from {} to {}", minimum, maximum));
    return minimum;
}

double Settings::positive(std::string_view path)
{
    const Json *value = find(path);
    if (value && value->is_number() && value->get<double>() > 0)
        return value->get<double>();
    refuse(path, "a number above 0");
    return 1;
}

std::vector<int> Settings::numbers(std::string_view path, int minimum, int maximum)
{
    std::vector<int> result;
    const Json *list = find(path);
    if (!list)
        return result;
    const std::string expected = fmt::format("a list of whole numbers from {} to {}", minimum, maximum);
    if (!list->is_array()) {
        refuse(path, expected);
        return result;
    }
    for (const Json &item : *list) {
        const auto whole = wholeNumber(item, minimum, maximum);
        if (!whole) {
            fail(path, describe(item), expected);
            return {};
        }
        result.push_back(*whole);
    }
    return result;
}

std::vector<std::string> Settings::texts(std::string_view path)
{
    std::vector<std::string> result;
    const Json *list = find(path);
    if (!list)
        return result;
    if (!list->is_array()) {
        refuse(path, "a list of texts");
        return result;
    }
    for (const Json &item : *list) {
        if (!item.is_string()) {
            fail(path, describe(item), "a list of texts");
            return {};
        }
        result.push_back(item.get<std::string>());
    }
    return result;
}

void Settings::fail(std::string_view path, std::string found, std::string expected, std::string hint)
{
    if (m_error)
        return;
    std::string place = "/" + std::string(path);
    std::replace(place.begin(), place.end(), '.', '/');
    m_error =
        Error{Error::Code::schema, m_file, std::move(place), std::move(found), std::move(expected), std::move(hint)};
}

void Settings::refuse(std::string_view path, std::string expected, std::string hint)
{
    const Json *value = find(path);
    fail(path, value ? describe(*value) : "nothing", std::move(expected), std::move(hint));
}

} // namespace heteroscope::settings
