// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

namespace heteroscope {

namespace {

void writeNumber(std::string &out, double value)
{
    if (!std::isfinite(value)) {
        out += "null";
        return;
    }
    if (value == 0) { // -0 would come back as the integer 0 and be another text then
        out += '0';
        return;
    }
    char buffer[40];
    const auto shortest = std::to_chars(buffer, buffer + sizeof buffer, value);
    out.append(buffer, shortest.ptr);
}

void writeString(std::string &out, const std::string &text)
{
    out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void write(std::string &out, const Json &json, int indent)
{
    const auto newLine = [&out](int level) {
        out += '\n';
        out.append(static_cast<std::size_t>(level) * 2, ' ');
    };
    if (json.is_object()) {
        if (json.empty()) {
            out += "{}";
            return;
        }
        out += '{';
        bool first = true;
        for (const auto &[key, value] : json.get_ref<const Json::object_t &>()) {
            if (!first)
                out += ',';
            first = false;
            newLine(indent + 1);
            writeString(out, key);
            out += ": ";
            write(out, value, indent + 1);
        }
        newLine(indent);
        out += '}';
    } else if (json.is_array()) {
        const bool oneLine = json.size() <= 16 && std::none_of(json.begin(), json.end(),
                                                               [](const Json &item) { return item.is_structured(); });
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

/// The member or item that the name stands for, or nullptr.
Json *child(Json &json, const std::string &name)
{
    if (json.is_object()) {
        const auto it = json.find(name);
        return it == json.end() ? nullptr : &*it;
    }
    std::size_t index = 0;
    const auto end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data(), end, index);
    if (!json.is_array() || parsed.ec != std::errc() || parsed.ptr != end || index >= json.size())
        return nullptr;
    return &json[index];
}

} // namespace

std::string toText(const Json &json)
{
    std::string out;
    write(out, json, 0);
    out += '\n';
    return out;
}

Result<Json> readJsonFile(const std::string &path, std::uintmax_t maxBytes)
{
    auto text = readTextFile(path, maxBytes);
    if (!text)
        return text.error();
    return parseJson(*text, path);
}

void writeExtensions(Json &object, const Extensions &extensions)
{
    for (const auto &[key, text] : extensions) {
        auto value = Json::parse(text, nullptr, false);
        if (value.is_discarded())
            continue;
        Json *owner = &object;
        std::string name = key;
        while (owner && !name.starts_with("x-")) {
            const auto slash = name.find('/');
            owner = slash == std::string::npos ? nullptr : child(*owner, name.substr(0, slash));
            name = slash == std::string::npos ? std::string() : name.substr(slash + 1);
        }
        if (owner && owner->is_object())
            (*owner)[name] = std::move(value);
    }
}

void keepNested(Extensions &owner, const std::string &member, const Extensions &nested)
{
    for (const auto &[key, text] : nested)
        owner[member + "/" + key] = text;
}

void appendMember(Json &object, std::string key, Json value)
{
    if (!object.is_object())
        object = Json::object();
    object.get_ref<Json::object_t &>().emplace_back(std::move(key), std::move(value));
}

} // namespace heteroscope
