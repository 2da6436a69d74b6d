// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/object_reader.h"

#include "base/closest_name.h"

#include <algorithm>

namespace heteroscope {

std::string shortened(std::string text, std::size_t longest)
{
    if (text.size() <= longest)
        return text;
    std::size_t end = longest > 3 ? longest - 3 : 0;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u)
        --end; // not in the middle of a UTF-8 character
    return text.substr(0, end) + "...";
}

std::string quoteText(std::string_view text) { return "\"" + shortened(std::string(text), 60) + "\""; }

std::string describe(const Json &json)
{
    if (json.is_object())
        return "an object";
    if (json.is_array())
        return "an array";
    auto text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return shortened(std::move(text), 60);
}

namespace {

constexpr const char *asObject = "put its members in braces, each with its key";
constexpr const char *asArray = "put its items in square brackets";
constexpr const char *asText = "put it in quotation marks";
constexpr const char *asNumber = "write such a number, without quotation marks and unit";

std::string rangeText(NumberRange range)
{
    constexpr double unlimited = std::numeric_limits<double>::max();
    const auto show = [](double value) {
        auto text = toText(Json(value));
        text.pop_back();
        return text;
    };
    if (range.minimum > -unlimited && range.maximum < unlimited)
        return "a number from " + show(range.minimum) + " to " + show(range.maximum);
    if (range.minimum > -unlimited)
        return "a number of at least " + show(range.minimum);
    return "a number";
}

} // namespace

ObjectReader::ObjectReader(const Json &json, std::string path, Findings &findings)
    : m_path(std::move(path)), m_findings(&findings)
{
    if (json.is_object())
        m_object = &json;
    else
        m_findings->addError(
            {Error::Code::schema, {}, m_path.empty() ? "/" : m_path, describe(json), "an object", asObject});
}

bool ObjectReader::has(const std::string &key) const { return m_object && m_object->contains(key); }

void ObjectReader::error(const std::string &key, std::string found, std::string expected, std::string hint)
{
    m_findings->addError(
        {Error::Code::schema, {}, pathOf(key), std::move(found), std::move(expected), std::move(hint)});
}

const Json *ObjectReader::find(const std::string &key, bool required, const char *expected)
{
    m_known.insert(key);
    if (!m_object)
        return nullptr;
    const auto it = m_object->find(key);
    if (it == m_object->end()) {
        if (required)
            error(key, "nothing", expected, "add the key \"" + key + "\"");
        return nullptr;
    }
    return &*it;
}

const Json *ObjectReader::member(const std::string &key) { return find(key, false, ""); }

std::string ObjectReader::text(const std::string &key)
{
    const Json *json = find(key, true, "a text");
    if (!json)
        return {};
    if (!json->is_string()) {
        error(key, describe(*json), "a text", asText);
        return {};
    }
    return json->get<std::string>();
}

std::string ObjectReader::text(const std::string &key, std::string otherwise)
{
    return has(key) ? text(key) : (m_known.insert(key), std::move(otherwise));
}

double ObjectReader::number(const std::string &key, NumberRange range)
{
    const double fallback = std::max(range.minimum, std::min(0.0, range.maximum));
    const Json *json = find(key, true, "a number");
    if (!json)
        return fallback;
    const double value = json->is_number() ? json->get<double>() : 0;
    if (!json->is_number() || !(value >= range.minimum && value <= range.maximum)) {
        error(key, describe(*json), rangeText(range), asNumber);
        return fallback;
    }
    return value;
}

double ObjectReader::number(const std::string &key, double otherwise, NumberRange range)
{
    return has(key) ? number(key, range) : (m_known.insert(key), otherwise);
}

std::int64_t ObjectReader::integer(const std::string &key, std::int64_t minimum, std::int64_t maximum)
{
    const Json *json = find(key, true, "a whole number");
    if (!json)
        return minimum;
    const double value = json->is_number() ? json->get<double>() : 0.5;
    if (value != static_cast<double>(static_cast<std::int64_t>(std::clamp(value, -9e15, 9e15))) ||
        value < static_cast<double>(minimum) || value > static_cast<double>(maximum)) {
        error(key, describe(*json), "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum),
              asNumber);
        return minimum;
    }
    return static_cast<std::int64_t>(value);
}

std::int64_t ObjectReader::integer(const std::string &key, std::int64_t minimum, std::int64_t maximum,
                                   std::int64_t otherwise)
{
    return has(key) ? integer(key, minimum, maximum) : (m_known.insert(key), otherwise);
}

bool ObjectReader::boolean(const std::string &key, bool otherwise)
{
    const Json *json = find(key, false, "");
    if (!json)
        return otherwise;
    if (!json->is_boolean()) {
        error(key, describe(*json), "true or false", "write one of the two, without quotation marks");
        return otherwise;
    }
    return json->get<bool>();
}

std::vector<std::string> ObjectReader::texts(const std::string &key)
{
    std::vector<std::string> result;
    for (const Json *item : items(key)) {
        if (item->is_string())
            result.push_back(item->get<std::string>());
        else
            error(key, describe(*item), "a text in each place", "put each of them in quotation marks");
    }
    return result;
}

std::size_t ObjectReader::word(const std::string &key, std::span<const std::string_view> words, std::size_t otherwise)
{
    if (otherwise != std::string::npos && !has(key)) {
        m_known.insert(key);
        return otherwise;
    }
    const auto failures = m_findings->errors.size();
    const auto value = text(key);
    const auto it = std::find(words.begin(), words.end(), value);
    if (it != words.end())
        return static_cast<std::size_t>(it - words.begin());
    if (m_findings->errors.size() == failures) {
        std::string list;
        for (const auto known : words)
            list.append(list.empty() ? "" : ", ").append(known);
        const auto hint = didYouMean(value, {words.begin(), words.end()});
        error(key, quoteText(value), "one of " + list, hint.empty() ? "write one of these words" : hint);
    }
    return otherwise == std::string::npos ? 0 : otherwise;
}

std::vector<const Json *> ObjectReader::items(const std::string &key)
{
    std::vector<const Json *> result;
    const Json *json = find(key, false, "");
    if (!json)
        return result;
    if (!json->is_array()) {
        error(key, describe(*json), "an array", asArray);
        return result;
    }
    for (const auto &item : *json)
        result.push_back(&item);
    return result;
}

Extensions ObjectReader::finish()
{
    Extensions extensions;
    if (!m_object)
        return extensions;
    for (const auto &[key, value] : m_object->items()) {
        if (key.starts_with("x-")) {
            auto text = toText(value);
            text.pop_back();
            extensions.emplace(key, std::move(text));
        } else if (!m_known.contains(key)) {
            const auto hint = m_findings->full() ? std::string() : didYouMean(key, {m_known.begin(), m_known.end()});
            error(key, "the unknown key " + quoteText(key), "a key this format knows",
                  "begin keys of your own with x-" + (hint.empty() ? std::string() : "; " + hint));
        }
    }
    return extensions;
}

} // namespace heteroscope
