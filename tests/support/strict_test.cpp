// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/strict_test.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

namespace {

/// Qt says that a thread of its own has ended (Qt Test's watchdog, those of pools) before the thread has let go of its
/// data. The leak checker then finds that data now and then, or crashes on it. So the process ends when its threads
/// have really ended; this object is the last one of the program to go. Threads that libraries keep are not waited for.
class OtherThreadsEnd
{
public:
    OtherThreadsEnd() = default;
    OtherThreadsEnd(const OtherThreadsEnd &) = delete;
    OtherThreadsEnd &operator=(const OtherThreadsEnd &) = delete;
    ~OtherThreadsEnd()
    {
        const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (endingThreads() > 1 && std::chrono::steady_clock::now() < latest)
            std::this_thread::yield();
    }

private:
    static int endingThreads()
    {
        constexpr std::array<std::string_view, 4> staying = {"gmain", "gdbus", "dconf worker", "QDBusConnection"};
        std::error_code none;
        int count = 0;
        for (const auto &task : std::filesystem::directory_iterator("/proc/self/task", none)) {
            std::ifstream file(task.path() / "comm");
            std::string name;
            std::getline(file, name);
            count += std::find(staying.begin(), staying.end(), name) == staying.end() ? 1 : 0;
        }
        return count;
    }
};

const OtherThreadsEnd otherThreadsEnd;

} // namespace

#include "moc_strict_test.cpp" // so that every test links this file
