// SPDX-License-Identifier: GPL-3.0-or-later
//
// A parallel loop over indices. The body must write only to the data of its index, so that the result does not depend
// on the number of threads.
#pragma once

#include "base/threads.h"

#include <algorithm>
#include <atomic>

namespace heteroscope {

inline unsigned defaultThreads() { return std::max(1U, std::thread::hardware_concurrency()); }

/// Calls body(index, worker) for each index below count; worker < threads is the number of the thread that runs it.
template<class Body>
void parallelFor(unsigned threads, std::size_t count, const Body &body)
{
    const auto workers = static_cast<unsigned>(std::min<std::size_t>(threads, count));
    if (workers <= 1) {
        for (std::size_t i = 0; i < count; ++i)
            body(i, 0U);
        return;
    }
    std::atomic<std::size_t> next = 0;
    const auto work = [&](unsigned worker) {
        for (std::size_t i = next++; i < count; i = next++)
            body(i, worker);
    };
    onThreads(workers, work);
}

} // namespace heteroscope
