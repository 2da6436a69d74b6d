// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/settings/read_settings.h"

#include "json/object_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

namespace heteroscope::settings {

namespace {

/// Thrown where toml++ asserts: 3.3 asserts of some files, like "[[[", what they do not keep to, and would end the
/// program or, without assertions, let the compiler rely on it.
struct BrokenAssertion
{
};

constexpr void require(bool holds)
{
    if (!holds)
        throw BrokenAssertion();
}

} // namespace

} // namespace heteroscope::settings

#undef NDEBUG // with it toml++ ignores TOML_ASSERT
#define TOML_ASSERT(condition) heteroscope::settings::require(static_cast<bool>(condition))
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_MAX_NESTED_VALUES 32
#include <toml++/toml.h>

namespace heteroscope::settings {

namespace {

/// Dots between two separators. Each dot of a key is a level of tables, which toml++ 3.3 neither counts nor frees
/// without recursion.
constexpr int maxDots = 200;

/// The line with too many of them; 0 if there is none.
int lineOfDots(std::string_view text)
{
    int line = 1;
    int dots = 0;
    bool comment = false;
    bool begins = true;
    for (const char c : text) {
        if (c == '\n') {
            ++line;
            comment = false;
        }
        comment = comment || (begins && c == '#');
        begins = c == '\n' || (begins && (c == ' ' || c == '\t'));
        constexpr std::string_view separators = "\n=[]{},";
        if (separators.find(c) != std::string_view::npos)
            dots = 0;
        else if (c == '.' && !comment && ++dots > maxDots)
            return line;
    }
    return 0;
}

std::string textOf(const toml::node &node)
{
    std::ostringstream stream;
    if (const auto *date = node.as_date())
        stream << *date;
    else if (const auto *time = node.as_time())
        stream << *time;
    else if (const auto *both = node.as_date_time())
        stream << *both;
    return stream.str();
}

Error wrongSyntax(const std::string &file, std::string place, std::string found)
{
    return Error{Error::Code::syntax, file, std::move(place), std::move(found), "TOML", "correct the file's syntax"};
}

/// nullopt: nested deeper than maxDepth.
std::optional<Json> jsonOf(const toml::node &node, int depth)
{
    if (depth > maxDepth)
        return {};
    if (const auto *table = node.as_table()) {
        Json object = Json::object();
        for (const auto &[key, value] : *table) {
            auto inner = jsonOf(value, depth + 1);
            if (!inner)
                return {};
            appendMember(object, std::string(key.str()), std::move(*inner));
        }
        return object;
    }
    if (const auto *array = node.as_array()) {
        Json list = Json::array();
        for (const auto &value : *array) {
            auto inner = jsonOf(value, depth + 1);
            if (!inner)
                return {};
            list.push_back(std::move(*inner));
        }
        return list;
    }
    if (const auto *text = node.as_string())
        return Json(text->get());
    if (const auto *whole = node.as_integer())
        return Json(whole->get());
    if (const auto *number = node.as_floating_point())
        return std::isfinite(number->get()) ? Json(number->get()) : Json(fmt::format("{}", number->get()));
    if (const auto *flag = node.as_boolean())
        return Json(flag->get());
    return Json(textOf(node));
}

} // namespace

Result<Json> readToml(std::string_view text, const std::string &file)
{
    if (auto error = tooLarge(text, file))
        return std::move(*error);
    const auto tooDeep = [&file](const std::string &place) {
        return Error{Error::Code::syntax,
                     file,
                     place,
                     "deeper nesting",
                     fmt::format("at most {} levels", maxDepth),
                     "is this the configuration file of a training run?"};
    };
    if (const int line = lineOfDots(text); line > 0)
        return tooDeep(fmt::format("{}:1", line));
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    try {
        const auto parsed = toml::parse(text);
        if (!parsed) {
            const auto place = parsed.error().source().begin;
            return wrongSyntax(file, fmt::format("{}:{}", place.line, place.column),
                               quoteText(parsed.error().description()));
        }
        auto json = jsonOf(parsed.table(), 0);
        return json ? Result<Json>(std::move(*json)) : Result<Json>(tooDeep("1:1"));
    } catch (const BrokenAssertion &) {
        return wrongSyntax(file, {}, "brackets or keys in the wrong places");
    }
}

} // namespace heteroscope::settings
