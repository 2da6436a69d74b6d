// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file of lines that grows by whole lines and survives a kill at any moment: a line is there whole, or it is cut off
// when the file is opened next. Each line is on the disk when append returns.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

class AppendedLines
{
public:
    /// Opens the file, or makes a new one. What stands behind its last line end is the beginning of a line whose writer
    /// was killed: it is removed. Error code unreadable: no regular file, no permission, or too large (maxFileBytes in
    /// base/files.h).
    static Result<AppendedLines> open(const std::string &path);

    AppendedLines(AppendedLines &&other) noexcept;
    AppendedLines &operator=(AppendedLines &&) = delete;
    AppendedLines(const AppendedLines &) = delete;
    AppendedLines &operator=(const AppendedLines &) = delete;
    ~AppendedLines();

    /// What the file held when it was opened, without the line ends and without the torn end.
    const std::vector<std::string> &lines() const { return m_lines; }
    /// A torn end was removed.
    bool wasTorn() const { return m_wasTorn; }

    /// Adds a line, without its line end, and waits until the disk has it. On an error (unreadable: a full disk) the
    /// file has its old lines.
    Status append(std::string_view line);

private:
    AppendedLines(std::string path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) {}

    std::string m_path;
    int m_descriptor = -1;
    std::vector<std::string> m_lines;
    bool m_wasTorn = false;
};

} // namespace heteroscope
