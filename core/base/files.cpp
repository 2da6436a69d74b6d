// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heteroscope {

std::string fittingFileName(const std::string &name, std::size_t maxBytes)
{
    if (name.size() <= maxBytes)
        return name;
    std::size_t end = maxBytes;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) // not within a character of UTF-8
        --end;
    return name.substr(0, end);
}

namespace {

/// A new file beside the target; removed again unless it was renamed over it.
class TemporaryFile
{
public:
    explicit TemporaryFile(const std::filesystem::path &target)
        : m_name((target.parent_path() /
                  (fittingFileName(target.filename().string(), maxFileName - ending.size()) + std::string(ending)))
                     .string())
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
    static constexpr std::string_view ending = ".XXXXXX"; // for mkstemp

    std::string m_name;
    int m_descriptor = -1;
    bool m_created = false;
    bool m_renamed = false;
};

Error failure(const std::string &path, const char *what)
{
    const int reason = errno;
    return {Error::Code::unreadable,
            path,
            {},
            std::string(what) + ": " + std::strerror(reason),
            "a file that can be written",
            "choose another folder or change its permissions; the file on disk is as it was"};
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

/// "1 GiB", "64 MiB", else bytes.
std::string sizeText(std::uintmax_t bytes)
{
    if (bytes >= (1U << 30U) && bytes % (1U << 30U) == 0)
        return std::to_string(bytes >> 30U) + " GiB";
    if (bytes >= (1U << 20U) && bytes % (1U << 20U) == 0)
        return std::to_string(bytes >> 20U) + " MiB";
    return std::to_string(bytes) + " bytes";
}

/// A file that is open for reading.
class InputFile
{
public:
    /// Does not wait: a pipe without a writer would never open.
    explicit InputFile(const std::string &path) : m_descriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    {}
    ~InputFile()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    InputFile(const InputFile &) = delete;
    InputFile &operator=(const InputFile &) = delete;

    bool isOpen() const { return m_descriptor >= 0; }
    bool status(struct stat &about) const { return ::fstat(m_descriptor, &about) == 0; }
    /// -1 with errno set on failure, 0 at the end.
    ssize_t read(char *to, std::size_t size) const
    {
        ssize_t got = 0;
        do {
            got = ::read(m_descriptor, to, size);
        } while (got < 0 && errno == EINTR);
        return got;
    }

private:
    int m_descriptor;
};

} // namespace

Result<std::string> readTextFile(const std::string &path, std::uintmax_t maxBytes)
{
    const auto refuse = [&path](std::string found, std::string expected, std::string hint = {}) {
        return Error{Error::Code::unreadable, path, {}, std::move(found), std::move(expected), std::move(hint)};
    };
    const InputFile file(path);
    struct stat about = {};
    if (!file.isOpen() || !file.status(about))
        return refuse("no readable file", "a file that can be opened", "check the name and its permissions");
    if (S_ISDIR(about.st_mode))
        return refuse("a folder", "a file", "name a file in it");
    if (!S_ISREG(about.st_mode))
        return refuse("a pipe or device", "a regular file", "write its content to a file first");
    const auto tooLarge = [&] {
        return refuse("more than " + sizeText(maxBytes), "at most " + sizeText(maxBytes),
                      "give a smaller file, or split this one");
    };
    if (static_cast<std::uintmax_t>(about.st_size) > maxBytes)
        return tooLarge();
    std::string content;
    content.resize(static_cast<std::size_t>(about.st_size));
    std::size_t size = 0;
    for (;;) {
        if (size == content.size()) // it has grown meanwhile, or has no size, as files of /proc
            content.resize(size + (1U << 16U));
        const ssize_t got = file.read(content.data() + size, content.size() - size);
        if (got < 0)
            return refuse("an error while reading", "a file that can be read to its end", "copy it to another disk");
        if (got == 0)
            break;
        size += static_cast<std::size_t>(got);
        if (size > maxBytes)
            return tooLarge();
    }
    content.resize(size);
    return content;
}

Result<std::string> readFileBelow(const std::string &folder, const std::string &file, std::uintmax_t maxBytes)
{
    namespace fs = std::filesystem;
    const auto outside = [&](const std::string &found) {
        return Error{Error::Code::reference,
                     file,
                     {},
                     found,
                     "a file below " + (folder.empty() ? "a folder" : folder),
                     "name it by its path below that folder, without \"..\""};
    };
    if (folder.empty() || file.empty() || fs::path(file).is_absolute())
        return outside(folder.empty() ? "no folder to look in" : "an absolute or empty path");
    std::error_code problem;
    const fs::path root = fs::weakly_canonical(folder, problem);
    const fs::path path = problem ? fs::path() : fs::weakly_canonical(root / file, problem);
    const auto below = path.lexically_relative(root);
    if (problem || below.empty() || *below.begin() == ".." || *below.begin() == ".")
        return outside("a path that leads out of it");
    return readTextFile(path.string(), maxBytes);
}

std::string dataFolder(const char *variable, const std::string &name)
{
    namespace fs = std::filesystem;
    if (const char *folder = std::getenv(variable); folder && *folder)
        return folder;
    std::error_code problem;
    const fs::path program = fs::read_symlink("/proc/self/exe", problem);
    const fs::path build = program.parent_path().parent_path().parent_path();
    if (problem || build.filename() != "build")
        return {};
    const fs::path folder = build.parent_path().parent_path() / "shared" / name;
    return fs::is_directory(folder, problem) ? folder.string() : std::string();
}

Status writeFileAtomically(const std::string &path, std::string_view text)
{
    return writeFileAtomically(path, [text](const TextSink &sink) { sink(text); });
}

Status writeFileAtomically(const std::string &path, const TextSource &source)
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
        if ((old.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0 || ::access(target.c_str(), W_OK) != 0)
            return Error{Error::Code::unreadable,
                         path,
                         {},
                         "a write-protected file",
                         "a file that can be written",
                         "choose another name or change its permissions"};
        permissions = old.st_mode & 07777;
    } else {
        const mode_t mask = ::umask(0);
        ::umask(mask);
        permissions = 0666 & ~mask;
    }

    TemporaryFile file(target);
    if (!file.isOpen())
        return failure(path, "no new file beside it");
    bool written = true;
    int reason = 0; // errno of the first failure
    source([&](std::string_view text) {
        if (written && !file.write(text)) {
            written = false;
            reason = errno;
        }
        return written;
    });
    if (!written) {
        errno = reason;
        return failure(path, "an error while writing");
    }
    if (!file.setPermissions(permissions) || !file.flush() || !file.close())
        return failure(path, "an error while writing to disk");
    if (!file.renameTo(target))
        return failure(path, "no way to put the new file in its place");
    flushFolder(target.parent_path());
    return {};
}

} // namespace heteroscope
