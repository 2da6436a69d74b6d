// SPDX-License-Identifier: GPL-3.0-or-later
//
// Structural mutation: a JSON text with some of its values replaced, moved, repeated, renamed or removed, or with bytes
// changed. The same seed gives the same text on every machine.
#pragma once

#include "json/json.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace heteroscope::test {

class JsonMutator
{
public:
    explicit JsonMutator(std::uint64_t seed) : m_state(seed * 2 + 1) {}

    /// One to four changes of the text.
    std::string mutated(const std::string &text)
    {
        const auto parsed = parseJson(text);
        Json json = parsed ? *parsed : Json(text);
        for (std::size_t changes = 1 + below(4); changes > 0; --changes)
            change(json);
        std::string out = json.dump(below(4) == 0 ? -1 : 2, ' ', false, Json::error_handler_t::replace);
        if (below(8) == 0)
            changeBytes(out);
        return out;
    }

private:
    /// A number below the limit, which is at least 1 (splitmix64).
    std::size_t below(std::size_t limit)
    {
        std::uint64_t z = (m_state += 0x9e3779b97f4a7c15U);
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return static_cast<std::size_t>((z ^ (z >> 31U)) % limit);
    }

    static void collect(Json &json, std::vector<Json *> &all)
    {
        all.push_back(&json);
        if (json.is_structured())
            for (Json &inner : json)
                collect(inner, all);
    }

    Json &anyOf(Json &json)
    {
        std::vector<Json *> all;
        collect(json, all);
        return *all[below(all.size())];
    }

    Json extreme()
    {
        switch (below(20)) {
        case 0:
            return nullptr;
        case 1:
            return below(2) == 0;
        case 2:
            return 0;
        case 3:
            return -1;
        case 4:
            return 1;
        case 5:
            return -0.0;
        case 6:
            return 1e308;
        case 7:
            return -1e308;
        case 8:
            return 5e-324;
        case 9:
            return std::int64_t{9223372036854775807};
        case 10:
            return std::int64_t{-9223372036854775807} - 1;
        case 11:
            return std::uint64_t{18446744073709551615U};
        case 12:
            return 2147483648;
        case 13:
            return 0.1;
        case 14:
            return "";
        case 15:
            return "x-";
        case 16:
            return std::string(5000, 'n');
        case 17:
            return "<img src='x.png'>\x1b[2J\x01 R&D =1+1";
        case 18:
            return Json::array();
        default:
            return Json::object();
        }
    }

    void change(Json &json)
    {
        Json &at = anyOf(json);
        switch (below(9)) {
        case 0:
            at = extreme();
            break;
        case 1:
            scale(at);
            break;
        case 2:
            removeOne(at);
            break;
        case 3:
            repeatOne(at);
            break;
        case 4:
            renameOne(at);
            break;
        case 5: { // another value of the same file in its place
            Json copy = anyOf(json);
            at = std::move(copy);
            break;
        }
        case 6: { // a copy, so that neither may lie within the other
            Json one = at;
            Json &other = anyOf(json);
            Json two = other;
            other = std::move(one);
            if (below(2) == 0)
                anyOf(json) = std::move(two);
            break;
        }
        case 7:
            nest(at);
            break;
        default:
            if (at.is_string())
                at = at.get<std::string>() + at.get<std::string>();
            else
                scale(at);
            break;
        }
    }

    void scale(Json &at)
    {
        if (!at.is_number()) {
            at = extreme();
            return;
        }
        static constexpr std::array factors = {-1.0, 0.0, 0.5, 2.0, 10.0, 1e-6, 1e6, 1e12, 1e-300, 1e300};
        if (at.is_number_integer() && below(2) == 0) {
            static constexpr std::array<std::int64_t, 4> steps = {-1, 1, 2, 100};
            const auto value = at.get<std::int64_t>();
            at = value > 1'000'000 || value < -1'000'000 ? value / 2 : value + steps[below(steps.size())];
        } else {
            at = at.get<double>() * factors[below(factors.size())];
        }
    }

    void removeOne(Json &at)
    {
        if (!at.is_structured() || at.empty())
            at = extreme();
        else
            at.erase(std::next(at.begin(), static_cast<std::ptrdiff_t>(below(at.size()))));
    }

    void repeatOne(Json &at)
    {
        if (!at.is_array() || at.empty()) {
            at = Json::array({at, at});
            return;
        }
        const Json one = at[below(at.size())];
        for (std::size_t copies = 1 + below(3); copies > 0; --copies)
            at.push_back(one);
    }

    void renameOne(Json &at)
    {
        if (!at.is_object() || at.empty()) {
            at = extreme();
            return;
        }
        const auto it = std::next(at.begin(), static_cast<std::ptrdiff_t>(below(at.size())));
        const std::string name = below(3) == 0 ? "x-" + it.key() : below(2) == 0 ? it.key() + "s" : std::string();
        const Json value = it.value();
        at.erase(it);
        at[name] = value;
    }

    void nest(Json &at)
    {
        const std::size_t depth = below(10) == 0 ? 300 : 1;
        for (std::size_t i = 0; i < depth; ++i) {
            Json inner = std::move(at);
            at = Json::array();
            at.push_back(std::move(inner));
        }
    }

    void changeBytes(std::string &text)
    {
        if (text.empty())
            return;
        const std::size_t at = below(text.size());
        switch (below(4)) {
        case 0:
            text.resize(at);
            break;
        case 1:
            text[at] = static_cast<char>(below(256));
            break;
        case 2:
            text.insert(at, 1, static_cast<char>(below(256)));
            break;
        default:
            text.insert(at, text.substr(at, below(200) + 1));
            break;
        }
    }

    std::uint64_t m_state;
};

} // namespace heteroscope::test
