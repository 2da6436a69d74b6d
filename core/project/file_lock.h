// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lock file that says "somebody is at work here". The kernel holds the lock (flock) and drops it when its owner ends,
// by whatever means, so a lock is never stale. The file's text names the owner for the others.
#pragma once

#include <string>

namespace heteroscope {

class FileLock
{
public:
    enum class State {
        none, ///< not tried, or released
        mine,
        others,      ///< somebody else has it; holder() says who
        unavailable, ///< no lock file can be made there, as in a read-only folder; or a symbolic link stands there
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
    /// "ada on lab-7, process 4711"; empty when nothing is known.
    const std::string &holder() const { return m_holder; }
    const std::string &path() const { return m_path; }
    /// Gives the lock back and removes its file.
    void release();

private:
    std::string m_path;
    std::string m_holder;
    int m_descriptor = -1;
    State m_state = State::none;
};

/// The lock file of a project file: hidden, beside it. A symbolic link is followed, so that every way to a file meets
/// one lock.
std::string lockPathOf(const std::string &file);

} // namespace heteroscope
