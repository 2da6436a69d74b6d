// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/project_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heteroscope {

namespace {

/// A new file beside the target; removed again unless it was renamed over it.
class TemporaryFile
{
public:
    explicit TemporaryFile(const std::filesystem::path &target) : m_name(target.string() + ".XXXXXX")
    {
        m_descriptor = ::mkstemp(m_name.data());
    }
    ~TemporaryFile()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        if (m_created && !m_renamed)
            ::unlink(m_name.c_str());
    }
    TemporaryFile(const TemporaryFile &) = delete;
    TemporaryFile &operator=(const TemporaryFile &) = delete;

    /// False with errno set on failure.
    bool isOpen() { return (m_created = m_created || m_descriptor >= 0); }
    bool write(std::string_view text)
    {
        while (!text.empty()) {
            const auto written = ::write(m_descriptor, text.data(), text.size());
            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0)
                return false;
            text.remove_prefix(static_cast<std::size_t>(written));
        }
        return true;
    }
    bool setPermissions(mode_t mode) { return ::fchmod(m_descriptor, mode) == 0; }
    bool flush() { return ::fsync(m_descriptor) == 0; }
    bool close() { return ::close(std::exchange(m_descriptor, -1)) == 0; }
    bool renameTo(const std::filesystem::path &target)
    {
        m_renamed = ::rename(m_name.c_str(), target.c_str()) == 0;
        return m_renamed;
    }

private:
    std::string m_name;
    int m_descriptor = -1;
    bool m_created = false;
    bool m_renamed = false;
};

Error failure(const std::string &path, const char *what)
{
    const int reason = errno;
    return {Error::Code::unreadable, path, {}, std::string(what) + ": " + std::strerror(reason), "a file that can be written",
            "choose another folder or mend its permissions; the file on disk is as it was"};
}

/// Makes the renaming itself durable; the save has succeeded either way.
void flushFolder(const std::filesystem::path &folder)
{
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    ::fsync(descriptor);
    ::close(descriptor);
}

} // namespace

Status saveProject(const Project &project, const std::string &path)
{
    // A symbolic link stays one: the file it leads to is replaced.
    std::filesystem::path target = path;
    for (int hops = 0; hops < 40; ++hops) {
        std::error_code noLink;
        const auto next = std::filesystem::read_symlink(target, noLink);
        if (noLink)
            break;
        target = next.is_absolute() ? next : target.parent_path() / next;
    }

    mode_t permissions = 0;
    if (struct stat old = {}; ::stat(target.c_str(), &old) == 0) {
        if (!S_ISREG(old.st_mode))
            return Error{Error::Code::unreadable, path, {}, "no ordinary file", "a file that can be written",
                         "choose another name"};
        permissions = old.st_mode & 07777;
    } else {
        const mode_t mask = ::umask(0);
        ::umask(mask);
        permissions = 0666 & ~mask;
    }

    const auto text = projectText(project);
    if (auto again = parseProject(text, path); !again.findings.ok())   // rather no file than one that does not open
        return std::move(again.findings.errors.front());
    TemporaryFile file(target);
    if (!file.isOpen())
        return failure(path, "no new file beside it");
    if (!file.write(text))
        return failure(path, "an error while writing");
    if (!file.setPermissions(permissions) || !file.flush() || !file.close())
        return failure(path, "an error while writing to disk");
    if (!file.renameTo(target))
        return failure(path, "no way to put the new file in its place");
    flushFolder(target.parent_path());
    return {};
}

} // namespace heteroscope
