// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/settings/xml.h"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <algorithm>

namespace heteroscope::settings {

namespace {

constexpr std::size_t mostBytes = 16 << 20;
constexpr std::size_t mostElements = 100'000;
constexpr int deepest = 64;

/// Copies an element with its children; false beyond the limits.
bool copied(const pugi::xml_node &from, XmlElement &to, std::size_t &count, int depth)
{
    if (++count > mostElements || depth > deepest)
        return false;
    to.name = from.name();
    for (const pugi::xml_attribute &attribute : from.attributes())
        to.attributes.emplace(attribute.name(), attribute.value());
    for (const pugi::xml_node &child : from.children()) {
        if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata) {
            to.text += child.value();
        } else if (child.type() == pugi::node_element) {
            to.children.emplace_back();
            if (!copied(child, to.children.back(), count, depth + 1))
                return false;
        }
    }
    return true;
}

} // namespace

std::string XmlElement::attribute(std::string_view key) const
{
    const auto found = attributes.find(key);
    return found == attributes.end() ? std::string() : found->second;
}

const XmlElement *XmlElement::child(std::string_view key) const
{
    const auto found =
        std::find_if(children.begin(), children.end(), [key](const auto &one) { return one.name == key; });
    return found == children.end() ? nullptr : &*found;
}

std::string XmlElement::textOf(std::string_view key) const
{
    const XmlElement *found = child(key);
    return found ? found->text : std::string();
}

Result<XmlElement> readXml(std::string_view text, const std::string &file)
{
    const auto error = [&file](std::string place, std::string found, std::string expected) {
        return Error{Error::Code::syntax, file,
                     std::move(place),    std::move(found),
                     std::move(expected), "give the file as the tool wrote it"};
    };
    if (text.size() > mostBytes)
        return error({}, fmt::format("{} bytes", text.size()), "at most 16 MiB");
    pugi::xml_document document;
    const auto read = document.load_buffer(text.data(), text.size());
    if (!read) {
        const auto before = text.substr(0, static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, read.offset)));
        const auto lines = std::count(before.begin(), before.end(), '\n') + 1;
        const auto column =
            before.size() - (before.find_last_of('\n') == std::string_view::npos ? 0 : before.find_last_of('\n') + 1);
        return error(fmt::format("{}:{}", lines, column + 1), read.description(), "XML");
    }
    XmlElement root;
    std::size_t count = 0;
    if (!document.document_element())
        return error({}, "no element", "XML");
    if (!copied(document.document_element(), root, count, 0))
        return error({}, "more elements or deeper nesting",
                     fmt::format("at most {} elements and a nesting of {}", mostElements, deepest));
    return root;
}

} // namespace heteroscope::settings
