// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads XML as plain elements. Files come from others: size, number of elements and nesting are bounded; documents'
// types and entities of their own are not read.
#pragma once

#include "base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope::settings {

struct XmlElement
{
    std::string name;
    std::map<std::string, std::string, std::less<>> attributes;
    std::string text; ///< of the element itself, without that of its children
    std::vector<XmlElement> children;

    /// The attribute's value; empty if it is absent.
    std::string attribute(std::string_view key) const;
    /// The first child of this name; nullptr if there is none.
    const XmlElement *child(std::string_view key) const;
    /// The text of the first child of this name; empty if there is none.
    std::string textOf(std::string_view key) const;
};

/// The root element. Errors, located by line:column: wrong syntax, more than 16 MiB, 100,000 elements or a nesting of
/// 64. Linear in the length of the text.
Result<XmlElement> readXml(std::string_view text, const std::string &file);

} // namespace heteroscope::settings
