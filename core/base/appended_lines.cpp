// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/appended_lines.h"

#include "base/files.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heteroscope {

namespace {

Error appendingFailed(const std::string &path, const std::string &what, int reason)
{
    return {Error::Code::unreadable,
            path,
            {},
            what + ": " + std::strerror(reason),
            "a file that lines can be added to",
            "make room, change its permissions or choose another file; the lines that were there are whole"};
}

} // namespace

Result<AppendedLines> AppendedLines::open(const std::string &path)
{
    // Not waiting: a pipe without a reader would never open.
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return appendingFailed(path, "it cannot be opened for writing", errno);
    AppendedLines file(path, descriptor);
    auto text = readTextFile(path);
    if (!text)
        return text.error();
    const std::size_t whole = text->rfind('\n') == std::string::npos ? 0 : text->rfind('\n') + 1;
    file.m_wasTorn = whole < text->size();
    if (file.m_wasTorn && (::ftruncate(descriptor, static_cast<off_t>(whole)) != 0 || ::fsync(descriptor) != 0))
        return appendingFailed(path, "its torn end cannot be removed", errno);
    for (std::size_t at = 0; at < whole;) {
        const std::size_t end = text->find('\n', at);
        file.m_lines.push_back(text->substr(at, end - at));
        at = end + 1;
    }
    return file;
}

AppendedLines::AppendedLines(AppendedLines &&other) noexcept
    : m_path(std::move(other.m_path)),
      m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_lines(std::move(other.m_lines)),
      m_wasTorn(other.m_wasTorn)
{}

AppendedLines::~AppendedLines()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Status AppendedLines::append(std::string_view line)
{
    struct stat before = {};
    if (::fstat(m_descriptor, &before) != 0)
        return appendingFailed(m_path, "it cannot be looked at", errno);
    std::string text(line);
    text += '\n';
    std::string_view left = text;
    int reason = 0;
    while (!left.empty() && reason == 0) {
        const ssize_t written = ::write(m_descriptor, left.data(), left.size());
        if (written > 0)
            left.remove_prefix(static_cast<std::size_t>(written));
        else if (written == 0 || errno != EINTR)
            reason = written == 0 ? ENOSPC : errno;
    }
    if (reason == 0 && ::fsync(m_descriptor) != 0)
        reason = errno;
    if (reason == 0)
        return {};
    // Whatever becomes of this, the next one to open the file removes a torn end.
    [[maybe_unused]] const int cut = ::ftruncate(m_descriptor, before.st_size);
    return appendingFailed(m_path, "a line cannot be added", reason);
}

} // namespace heteroscope
