// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lock file that marks a project file as open. The lock is held by the kernel (flock), which releases it when the
// owning process ends for any reason, so a lock is never stale. The text of the lock file names the owner.
#pragma once

#include "base/result.h"

#include <string>

namespace heteroscope {

class FileLock
{
public:
    enum class State {
        none, ///< not requested, or released
        mine,
        others,      ///< locked by another process; holder() names it
        unavailable, ///< the lock file cannot be created (for example in a read-only folder) or is a symbolic link
    };

    FileLock() = default;
    /// Tries once, without waiting.
    explicit FileLock(std::string path);
    ~FileLock() { release(); }
    FileLock(FileLock &&other) noexcept;
    FileLock &operator=(FileLock &&other) noexcept;
    FileLock(const FileLock &) = delete;
    FileLock &operator=(const FileLock &) = delete;

    State state() const { return m_state; }
    bool isMine() const { return m_state == State::mine; }
    /// "ada on lab-7, process 4711"; empty if unknown.
    const std::string &holder() const { return m_holder; }
    const std::string &path() const { return m_path; }
    /// Releases the lock and removes its file.
    void release();

private:
    std::string m_path;
    std::string m_holder;
    int m_descriptor = -1;
    State m_state = State::none;
};

/// The path of the lock file of a project file: a hidden file in the same folder. Symbolic links are resolved first, so
/// that a file has one lock under all its paths.
std::string lockPathOf(const std::string &file);

/// The lock of a file that is about to be written; hold it from before reading what it has until it is written. Error
/// code unreadable: another program has it open. A lock that cannot be made is no error; then writing will say why.
Result<FileLock> lockForWriting(const std::string &file);

} // namespace heteroscope
