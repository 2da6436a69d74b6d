// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/strict_test.h"

#include <filesystem>
#include <thread>

namespace {

/// Qt Test's watchdog says that its thread has ended before the thread has let go of its data, which the leak checker
/// then finds now and then. So the process ends when this thread is the only one; threads that stay are not waited for
/// long.
class OtherThreadsEnd
{
public:
    OtherThreadsEnd() = default;
    OtherThreadsEnd(const OtherThreadsEnd &) = delete;
    OtherThreadsEnd &operator=(const OtherThreadsEnd &) = delete;
    ~OtherThreadsEnd()
    {
        for (int look = 0; look < 2000 && threads() > 1; ++look)
            std::this_thread::yield();
    }

private:
    static std::ptrdiff_t threads()
    {
        std::error_code none;
        const std::filesystem::directory_iterator tasks("/proc/self/task", none);
        return std::distance(begin(tasks), end(tasks));
    }
};

const OtherThreadsEnd otherThreadsEnd;

} // namespace

#include "moc_strict_test.cpp" // so that every test links this file
