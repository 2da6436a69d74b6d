// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/progress.h"

namespace heteroscope {

Progress::Progress(Callback callback, std::chrono::milliseconds interval, Clock clock)
    : m_callback(std::move(callback)), m_interval(interval), m_clock(std::move(clock))
{}

void Progress::report(const ProgressUpdate &update)
{
    if (!m_callback)
        return;
    const std::lock_guard lock(m_mutex);
    const auto now = m_clock();
    if (m_reported && now - m_last < m_interval)
        return;
    m_reported = true;
    m_last = now;
    m_callback(update);
}

} // namespace heteroscope
