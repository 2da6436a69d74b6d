// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a running command owes to who waits for it: it ends soon after an interrupt (Ctrl+C, SIGINT) or a request to end
// (SIGTERM) and when its budget of time is spent, with the best it has so far, and shows its progress on stderr if that
// is a terminal. One object for the whole command, so that no signal is lost between two of its phases.
#pragma once

#include "base/progress.h"
#include "base/units.h"
#include "commands/commands.h"

#include <atomic>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace heteroscope {

class Foreground
{
public:
    /// The budget counts from here.
    explicit Foreground(const RunConditions &conditions = {});
    ~Foreground();
    Foreground(const Foreground &) = delete;
    Foreground &operator=(const Foreground &) = delete;

    /// To be called once the input is read. Until then signals end the program at once, since there is no result yet;
    /// from now on the first one asks the work to stop, and a second one ends the program.
    void begin(std::optional<Seconds> budget = {});
    /// Of the whole command.
    const StopToken &stop() const { return m_stop; }
    bool isStopped() const { return m_stop.stop_requested(); }
    /// For a part of the work that others follow: says stop when the whole does, and after this share of the time that
    /// the budget leaves.
    StopToken stopAfterShare(double share) const;
    Progress *progress() { return &m_progress; }
    /// Holds something large until the command has ended; for ever where the process ends then (RunConditions).
    template<class T>
    T &keep(T value)
    {
        const auto kept = std::make_shared<T>(std::move(value));
        m_kept.push_back(kept);
        return *kept;
    }
    /// Removes the progress from the terminal.
    void clearProgress();

    /// "stopped by an interrupt after 1.52 s", "stopped by its budget after 2.00 s".
    std::string stopText() const;

private:
    using Kept = std::vector<std::shared_ptr<void>>;

    Seconds elapsed() const;

    RunConditions m_conditions;
    Kept m_kept;
    std::chrono::steady_clock::time_point m_start;
    std::optional<Seconds> m_budget;
    std::stop_source m_source;
    StopToken m_stop;
    bool m_isTerminal = false;
    Progress m_progress;
    std::atomic<bool> m_interrupted = false;
    bool m_isWatching = false;
    sigset_t m_signals{};
    sigset_t m_previous{};
    std::jthread m_watcher;
};

} // namespace heteroscope
