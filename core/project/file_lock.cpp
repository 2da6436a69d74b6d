// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/file_lock.h"

#include "base/files.h"
#include "base/text_hash.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heteroscope {

namespace {

constexpr mode_t everybody = 0666; // as far as the umask lets

std::string describeOwner()
{
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0)
        host[0] = '\0';
    const passwd *user = ::getpwuid(::getuid());
    std::string text = user ? user->pw_name : "user " + std::to_string(::getuid());
    if (host[0] != '\0')
        text += " on " + std::string(host.data());
    return text + ", process " + std::to_string(::getpid());
}

std::string contentOf(int descriptor)
{
    std::array<char, 512> text{};
    const auto length = ::pread(descriptor, text.data(), text.size(), 0);
    return length > 0 ? std::string(text.data(), static_cast<std::size_t>(length)) : std::string();
}

/// False when the owner before removed the file between our opening and our locking it.
bool isStillAt(const std::string &path, int descriptor)
{
    struct stat opened = {};
    struct stat named = {};
    return ::fstat(descriptor, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
}

} // namespace

FileLock::FileLock(std::string path) : m_path(std::move(path))
{
    constexpr int attempts = 16;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        m_state = State::unavailable;
        // What is written below must not end up in a file that somebody's link leads to.
        m_descriptor = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, everybody);
        if (m_descriptor < 0)
            return;
        if (::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0) {
            if (errno == EWOULDBLOCK) {
                m_state = State::others;
                m_holder = contentOf(m_descriptor);
            }
            ::close(std::exchange(m_descriptor, -1));
            return;
        }
        if (!isStillAt(m_path, m_descriptor)) {
            ::close(std::exchange(m_descriptor, -1));
            continue;
        }
        m_state = State::mine;
        m_holder = describeOwner();
        // The text is a courtesy to others; on a full disk the lock holds without it.
        if (::ftruncate(m_descriptor, 0) == 0) [[maybe_unused]]
            const auto written = ::pwrite(m_descriptor, m_holder.data(), m_holder.size(), 0);
        return;
    }
}

FileLock::FileLock(FileLock &&other) noexcept
    : m_path(std::move(other.m_path)),
      m_holder(std::move(other.m_holder)),
      m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_state(std::exchange(other.m_state, State::none))
{}

FileLock &FileLock::operator=(FileLock &&other) noexcept
{
    if (this != &other) {
        release();
        m_path = std::move(other.m_path);
        m_holder = std::move(other.m_holder);
        m_descriptor = std::exchange(other.m_descriptor, -1);
        m_state = std::exchange(other.m_state, State::none);
    }
    return *this;
}

void FileLock::release()
{
    if (m_descriptor >= 0) {
        ::unlink(m_path.c_str()); // before the lock goes, so that nobody locks a file that is about to vanish
        ::close(std::exchange(m_descriptor, -1));
    }
    m_state = State::none;
}

std::string lockPathOf(const std::string &file)
{
    std::error_code problem;
    auto path = std::filesystem::weakly_canonical(file, problem);
    if (problem)
        path = file;
    const std::string name = path.filename().string();
    std::string lock = "." + name + ".lock";
    if (lock.size() > maxFileName) {
        // The beginning of the name, and a hash that tells it from others that begin so.
        const std::string hash = fmt::format("-{:016x}.lock", textHash(name));
        lock = "." + fittingFileName(name, maxFileName - 1 - hash.size()) + hash;
    }
    return (path.parent_path() / lock).string();
}

Result<FileLock> lockForWriting(const std::string &file)
{
    FileLock lock(lockPathOf(file));
    if (lock.state() != FileLock::State::others)
        return lock;
    return Error{Error::Code::unreadable,
                 file,
                 {},
                 "open in another program" + (lock.holder().empty() ? "" : " (" + lock.holder() + ")"),
                 "a file that no other program has open",
                 "close it there first"};
}

} // namespace heteroscope
