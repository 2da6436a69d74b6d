// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/settings/read_settings.h"

#include "base/text.h"
#include "json/object_reader.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <charconv>
#include <cmath>
#include <sstream>

namespace heteroscope::settings {

namespace {

/// Ends the reading of a text beyond the limits.
struct TooLarge
{
    YAML::Mark mark;
    std::string found;
    std::string expected;
};

std::string placeOf(const YAML::Mark &mark) { return fmt::format("{}:{}", mark.line + 1, mark.column + 1); }

/// The value of a plain scalar.
Json plainValue(const std::string &text)
{
    const std::string lower = lowerCase(text);
    if (lower.empty() || lower == "~" || lower == "null")
        return nullptr;
    if (lower == "true" || lower == "yes" || lower == "on")
        return true;
    if (lower == "false" || lower == "no" || lower == "off")
        return false;
    std::string digits = text;
    std::erase(digits, '_');
    const char *first = digits.data() + (digits.starts_with('+') ? 1 : 0);
    const char *last = digits.data() + digits.size();
    std::int64_t whole = 0;
    if (const auto read = std::from_chars(first, last, whole); read.ec == std::errc() && read.ptr == last)
        return whole;
    double number = 0;
    if (const auto read = std::from_chars(first, last, number);
        read.ec == std::errc() && read.ptr == last && std::isfinite(number))
        return number;
    return text;
}

std::size_t valuesIn(const Json &json)
{
    std::size_t count = 1;
    if (json.is_structured()) {
        for (const auto &item : json)
            count += valuesIn(item);
    }
    return count;
}

int depthOf(const Json &json)
{
    int depth = 0;
    if (json.is_structured()) {
        for (const auto &item : json)
            depth = std::max(depth, depthOf(item));
        ++depth;
    }
    return depth;
}

/// Builds the value of the first document.
class Builder : public YAML::EventHandler
{
public:
    Json take() { return std::move(m_root); }

    void OnDocumentStart(const YAML::Mark &) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override { add(mark, nullptr, anchor); }
    void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override
    {
        const auto known = m_anchors.find(anchor);
        Json value = known == m_anchors.end() ? Json() : known->second;
        if (static_cast<int>(m_open.size()) + depthOf(value) > maxDepth)
            throw TooLarge{mark, "deeper nesting", fmt::format("at most {} levels", maxDepth)};
        count(mark, valuesIn(value));
        put(std::move(value), {});
    }
    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                  const std::string &value) override
    {
        const bool plain = tag == "?" || tag.empty();
        if (isKey())
            add(mark, value, anchor); // keys are names: no, on and 1 too
        else
            add(mark, plain ? plainValue(value) : Json(value), anchor);
    }
    void OnSequenceStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        open(mark, Json::array(), anchor);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override
    {
        open(mark, Json::object(), anchor);
    }
    void OnMapEnd() override { close(); }

private:
    struct Open
    {
        Json value;
        std::string key;
        bool hasKey = false; ///< the key of a table's next value was read
        YAML::anchor_t anchor = 0;
    };

    bool isKey() const { return !m_open.empty() && m_open.back().value.is_object() && !m_open.back().hasKey; }

    void count(const YAML::Mark &mark, std::size_t values)
    {
        m_values += values;
        if (m_values > maxValues)
            throw TooLarge{mark, fmt::format("more than {} values", maxValues), "a configuration file"};
    }
    void open(const YAML::Mark &mark, Json value, YAML::anchor_t anchor)
    {
        if (static_cast<int>(m_open.size()) >= maxDepth)
            throw TooLarge{mark, "deeper nesting", fmt::format("at most {} levels", maxDepth)};
        if (isKey())
            throw TooLarge{mark, "a list or table as a key", "a name as a key"};
        count(mark, 1);
        m_open.push_back({std::move(value), {}, false, anchor});
    }
    void close()
    {
        Open closed = std::move(m_open.back());
        m_open.pop_back();
        put(std::move(closed.value), closed.anchor);
    }
    void add(const YAML::Mark &mark, Json value, YAML::anchor_t anchor)
    {
        count(mark, 1);
        put(std::move(value), anchor);
    }
    void put(Json value, YAML::anchor_t anchor)
    {
        if (anchor != 0)
            m_anchors[anchor] = value;
        if (m_open.empty()) {
            m_root = std::move(value);
            return;
        }
        Open &around = m_open.back();
        if (around.value.is_array()) {
            around.value.push_back(std::move(value));
        } else if (!around.hasKey) {
            around.key = value.is_string() ? value.get<std::string>() : describe(value);
            around.hasKey = true;
        } else {
            around.hasKey = false;
            if (around.key == "<<" && value.is_object()) {
                for (auto &[key, inner] : value.items()) {
                    if (!around.value.contains(key))
                        around.value[key] = inner;
                }
            } else {
                around.value[around.key] = std::move(value);
            }
        }
    }

    Json m_root;
    std::vector<Open> m_open;
    std::map<YAML::anchor_t, Json> m_anchors;
    std::size_t m_values = 0;
};

} // namespace

Result<Json> readYaml(std::string_view text, const std::string &file)
{
    if (auto error = tooLarge(text, file))
        return std::move(*error);
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        Builder builder;
        if (!parser.HandleNextDocument(builder))
            return Json();
        return builder.take();
    } catch (const TooLarge &large) {
        return Error{Error::Code::syntax, file,           placeOf(large.mark),
                     large.found,         large.expected, "is this the configuration file of a training run?"};
    } catch (const YAML::Exception &exception) {
        return Error{Error::Code::syntax,      file,   placeOf(exception.mark),
                     quoteText(exception.msg), "YAML", "correct the file's syntax"};
    }
}

} // namespace heteroscope::settings
