// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the exporters share that write a file line by line: its text and the changes that the plan has to accept.
#pragma once

#include "exchange/launch/launch_file.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace heteroscope::launch {

class LineWriter
{
protected:
    explicit LineWriter(std::vector<std::string> changes = {}) : m_changes(std::move(changes)) {}
    ~LineWriter() = default;

    template<class... T>
    void line(fmt::format_string<T...> format, T &&...values)
    {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<T>(values)...);
        m_text += '\n';
    }
    void change(std::string text) { m_changes.push_back(std::move(text)); }
    std::vector<std::string> &changes() { return m_changes; }

    /// The file, with a head as head() makes it.
    LaunchFile file(std::string_view tool, const std::vector<std::string> &ranks) const
    {
        return {head(tool, m_changes, ranks) + m_text, m_changes};
    }

private:
    std::string m_text;
    std::vector<std::string> m_changes;
};

} // namespace heteroscope::launch
