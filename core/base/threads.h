// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work on several threads that may run out of memory.
#pragma once

#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace heteroscope {

/// Calls work(worker) for worker = 0 .. workers - 1, each on a thread of its own and 0 on the caller's, and waits for
/// all. An exception of any of them leaves this function, the first one if there are several. If the system gives fewer
/// threads, the last workers are not called: all must draw from one supply of work.
template<class Work>
void onThreads(unsigned workers, const Work &work)
{
    std::mutex mutex;
    std::exception_ptr first;
    const auto guarded = [&](unsigned worker) {
        try {
            work(worker);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!first)
                first = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> pool;
        try {
            pool.reserve(workers);
            for (unsigned worker = 1; worker < workers; ++worker)
                pool.emplace_back(guarded, worker);
        } catch (const std::system_error &) {
            // goes on with those that there are
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!first)
                first = std::current_exception();
        }
        guarded(0);
    }
    if (first)
        std::rethrow_exception(first);
}

} // namespace heteroscope
