// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace heteroscope {

namespace {

std::string lineAndColumn(std::string_view text, std::size_t position)
{
    position = std::min(position, text.size());
    const auto head = text.substr(0, position);
    const auto line = 1 + std::count(head.begin(), head.end(), '\n');
    const auto lineStart = head.rfind('\n');
    const auto column = lineStart == std::string_view::npos ? position + 1 : position - lineStart;
    return std::to_string(line) + ":" + std::to_string(column);
}

/// Checks depth and doubled keys while parsing, and remembers where the parser stopped.
class CheckingSax : public nlohmann::json_sax<Json>
{
public:
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t &) override { return true; }
    bool string(string_t &) override { return true; }
    bool binary(binary_t &) override { return true; }
    bool start_object(std::size_t) override
    {
        m_keys.emplace_back();
        return enter();
    }
    bool key(string_t &name) override
    {
        if (m_keys.back().insert(name).second)
            return true;
        m_error = Error{Error::Code::syntax, {}, {}, "the key \"" + name + "\" twice in one object", "each key once",
                        "remove one of them"};
        return false;
    }
    bool end_object() override
    {
        m_keys.pop_back();
        --m_depth;
        return true;
    }
    bool start_array(std::size_t) override { return enter(); }
    bool end_array() override
    {
        --m_depth;
        return true;
    }
    bool parse_error(std::size_t position, const std::string &lastToken, const nlohmann::detail::exception &e) override
    {
        m_position = position;
        std::string what = e.what();
        if (const auto colon = what.find("syntax error"); colon != std::string::npos)
            what = what.substr(colon);
        m_error = Error{Error::Code::syntax, {}, {}, lastToken.empty() ? "no JSON" : "'" + lastToken + "'", "JSON text", what};
        return false;
    }

    const Error &error() const { return m_error; }
    std::size_t position() const { return m_position; }

private:
    bool enter()
    {
        if (++m_depth <= maxJsonDepth)
            return true;
        m_error = Error{Error::Code::syntax, {}, {}, "nesting deeper than " + std::to_string(maxJsonDepth) + " levels",
                        "at most " + std::to_string(maxJsonDepth) + " levels", {}};
        return false;
    }

    std::vector<std::set<std::string>> m_keys;
    Error m_error;
    std::size_t m_position = 0;
    int m_depth = 0;
};

void writeNumber(std::string &out, double value)
{
    if (!std::isfinite(value)) {
        out += "null";
        return;
    }
    char buffer[40];
    const auto shortest = std::to_chars(buffer, buffer + sizeof buffer, value);
    out.append(buffer, shortest.ptr);
}

bool isScalar(const Json &json)
{
    return !json.is_structured();
}

void write(std::string &out, const Json &json, int indent)
{
    const auto newLine = [&out](int level) { out += '\n'; out.append(static_cast<std::size_t>(level) * 2, ' '); };
    if (json.is_object()) {
        if (json.empty()) {
            out += "{}";
            return;
        }
        out += '{';
        bool first = true;
        for (const auto &[key, value] : json.items()) {
            if (!first)
                out += ',';
            first = false;
            newLine(indent + 1);
            out += Json(key).dump(-1, ' ', false, Json::error_handler_t::replace);
            out += ": ";
            write(out, value, indent + 1);
        }
        newLine(indent);
        out += '}';
    } else if (json.is_array()) {
        const bool oneLine = json.size() <= 16 && std::all_of(json.begin(), json.end(), isScalar);
        out += '[';
        bool first = true;
        for (const auto &value : json) {
            if (!first)
                out += oneLine ? ", " : ",";
            first = false;
            if (!oneLine)
                newLine(indent + 1);
            write(out, value, indent + 1);
        }
        if (!oneLine)
            newLine(indent);
        out += ']';
    } else if (json.is_number_float()) {
        writeNumber(out, json.get<double>());
    } else {
        out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
}

} // namespace

Result<Json> parseJson(std::string_view text, const std::string &file)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    CheckingSax checker;
    if (!Json::sax_parse(text, &checker)) {
        Error error = checker.error();
        error.file = file;
        if (checker.position() > 0)
            error.path = lineAndColumn(text, checker.position() - 1);
        return error;
    }
    return Json::parse(text, nullptr, false);
}

std::string toText(const Json &json)
{
    std::string out;
    write(out, json, 0);
    out += '\n';
    return out;
}

Result<std::string> readTextFile(const std::string &path)
{
    constexpr std::uintmax_t largest = 1u << 30;
    std::error_code failure;
    if (std::filesystem::is_directory(path, failure))
        return Error{Error::Code::unreadable, path, {}, "a folder", "a file", {}};
    const auto size = std::filesystem::file_size(path, failure);
    if (!failure && size > largest)
        return Error{Error::Code::unreadable, path, {}, std::to_string(size) + " bytes", "at most 1 GiB", {}};
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return Error{Error::Code::unreadable, path, {}, "no readable file", "a file that can be opened", "check the name and its permissions"};
    std::ostringstream content;
    content << in.rdbuf();
    if (in.bad())
        return Error{Error::Code::unreadable, path, {}, "an error while reading", "a file that can be read to its end", {}};
    return std::move(content).str();
}

Result<Json> readJsonFile(const std::string &path)
{
    auto text = readTextFile(path);
    if (!text)
        return text.error();
    return parseJson(*text, path);
}

void writeExtensions(Json &object, const Extensions &extensions)
{
    for (const auto &[key, text] : extensions)
        object[key] = Json::parse(text, nullptr, false);
}

} // namespace heteroscope
