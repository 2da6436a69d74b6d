// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the values of a config.json, which have other keys in other families of models.
#pragma once

#include "base/result.h"
#include "json/object_reader.h"

#include <initializer_list>
#include <optional>
#include <string>

namespace heteroscope::huggingface {

using Keys = std::initializer_list<const char *>;

class ConfigReader
{
public:
    ConfigReader(const Json &json, std::string file, std::string path)
        : m_json(json), m_file(std::move(file)), m_path(std::move(path))
    {}

    /// The first of the keys that is there and not null.
    const Json *find(Keys keys) const
    {
        for (const char *key : keys) {
            const auto it = m_json.find(key);
            if (it != m_json.end() && !it->is_null())
                return &*it;
        }
        return nullptr;
    }
    std::string text(Keys keys) const
    {
        const Json *value = find(keys);
        return value && value->is_string() ? value->get<std::string>() : std::string();
    }
    bool flag(Keys keys, bool otherwise) const
    {
        const Json *value = find(keys);
        return value && value->is_boolean() ? value->get<bool>() : otherwise;
    }
    /// A whole number of at least minimum; the first failure is kept.
    int count(Keys keys, int minimum, std::optional<int> otherwise = {})
    {
        constexpr int most = 1'000'000'000;
        for (const char *key : keys) {
            const auto it = m_json.find(key);
            if (it == m_json.end() || it->is_null())
                continue;
            if (it->is_number_integer()) {
                const bool fits = it->is_number_unsigned() ? it->get<std::uint64_t>() <= std::uint64_t(most)
                                                           : it->get<std::int64_t>() >= minimum;
                if (fits && it->get<std::int64_t>() >= minimum)
                    return static_cast<int>(it->get<std::int64_t>());
            }
            fail(key, describe(*it), "a whole number from " + std::to_string(minimum),
                 "correct it as the model's card says");
            return minimum;
        }
        if (otherwise)
            return *otherwise;
        fail(*keys.begin(), "nothing", "a whole number", "is this the config.json of a language model?");
        return minimum;
    }
    void fail(const std::string &key, std::string found, std::string expected, std::string hint)
    {
        if (!m_error)
            m_error = Error{Error::Code::schema, m_file,         m_path + "/" + key, std::move(found),
                            std::move(expected), std::move(hint)};
    }
    const std::optional<Error> &error() const { return m_error; }

private:
    const Json &m_json;
    std::string m_file;
    std::string m_path;
    std::optional<Error> m_error;
};

} // namespace heteroscope::huggingface
