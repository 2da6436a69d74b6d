// SPDX-License-Identifier: GPL-3.0-or-later
//
// The progress of a long computation. It reports through a callback, which is called at most once per interval. The
// clock is a parameter, so that tests do not depend on time.
#pragma once

#include "base/stop_token.h"

#include <chrono>
#include <functional>
#include <mutex>

namespace heteroscope {

/// What a job is doing; the programs word it.
enum class ProgressTask {
    boundingFamilies,  ///< the planner gives every family its bound
    exploringFamilies, ///< it follows the promising ones
    narrowingGap,      ///< it looks below shares of its best plan, which are so many
    exploringFront,    ///< the same for a Pareto front
    lookingBeyond,     ///< it simulates plans outside the space
    fitting,           ///< iterations of a calibration
    validating,        ///< measured rows that are predicted
    planningDesigns,   ///< clusters of a design search
};

/// Progress of a job. done and total have the same unit (for example families or rows); total 0 means unknown.
struct ProgressUpdate
{
    std::size_t done = 0;
    std::size_t total = 0;
    ProgressTask task = ProgressTask::boundingFamilies;
};

/// Forwards updates to the callback, at most once per interval and always the first one; the others are dropped.
/// report() may be called from several threads. The callback runs on the thread of the caller, one call at a time.
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
