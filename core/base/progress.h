// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a long computation talks to whoever started it: it looks at a std::stop_token (base re-exports it as
// StopToken) and reports progress through a callback that is called at most once per interval of an injected clock.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>

namespace heteroscope {

using StopToken = std::stop_token;
using Clock = std::function<std::chrono::steady_clock::time_point()>;

/// The steady clock of the machine.
Clock systemClock();

/// Progress of a job. done and total count the same thing (candidates, rows); total 0 means not known.
struct ProgressUpdate
{
    std::size_t done = 0;
    std::size_t total = 0;
    std::string what;
};

/// Passes updates on, but not more often than once per interval; the first one always passes. Safe to call from
/// several threads; the callback runs on the caller's thread, one at a time.
class Progress
{
public:
    using Callback = std::function<void(const ProgressUpdate &)>;

    Progress() = default;
    explicit Progress(Callback callback, std::chrono::milliseconds interval = std::chrono::milliseconds(50),
                      Clock clock = systemClock());

    void report(const ProgressUpdate &update);

private:
    Callback m_callback;
    std::chrono::milliseconds m_interval{0};
    Clock m_clock;
    std::mutex m_mutex;
    std::chrono::steady_clock::time_point m_last;
    bool m_reported = false;
};

} // namespace heteroscope
