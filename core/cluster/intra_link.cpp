// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/intra_link.h"

#include <algorithm>
#include <charconv>

namespace heteroscope {

namespace {

/// The number after the first `word` in the text; 0 if there is none.
int numberAfter(std::string_view text, std::string_view word)
{
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos)
        return 0;
    text.remove_prefix(at + word.size());
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

} // namespace

IntraLink intraLink(const DeviceType &type)
{
    const std::string_view text = type.intraLinkTechnology;
    const auto names = [text](std::string_view word) { return text.find(word) != std::string_view::npos; };
    const bool bridge = names("bridge");
    IntraLink link;
    link.nvlinkBridge = bridge && names("NVLink");
    link.nvlink = bridge || !names("NVLink") ? 0 : std::max(1, numberAfter(text, "NVLink "));
    link.pcie = numberAfter(text, "PCIe ");
    link.isModule = !text.empty() && !bridge && !names("PCIe");
    return link;
}

} // namespace heteroscope
