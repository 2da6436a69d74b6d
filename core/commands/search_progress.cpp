// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/search_progress.h"

#include "planner/beyond/beyond.h"
#include "wording/planner_text.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <pthread.h>
#include <thread>
#include <unistd.h>

namespace heteroscope {

namespace {

/// While it lives, SIGINT asks a stop source to stop instead of ending the program. A thread waits for the signal, so
/// that nothing has to be done inside a handler.
class InterruptWatcher
{
public:
    explicit InterruptWatcher(std::stop_source &source) : m_source(source)
    {
        sigemptyset(&m_signals);
        sigaddset(&m_signals, SIGINT);
        pthread_sigmask(SIG_BLOCK, &m_signals, &m_previous);
        m_thread = std::jthread([this](const std::stop_token &done) {
            while (!done.stop_requested()) {
                const timespec interval{0, 20'000'000};
                if (sigtimedwait(&m_signals, nullptr, &interval) == SIGINT)
                    m_source.request_stop();
            }
        });
    }
    ~InterruptWatcher()
    {
        m_thread.request_stop();
        m_thread.join();
        pthread_sigmask(SIG_SETMASK, &m_previous, nullptr);
    }
    InterruptWatcher(const InterruptWatcher &) = delete;
    InterruptWatcher &operator=(const InterruptWatcher &) = delete;

private:
    std::stop_source &m_source;
    sigset_t m_signals{};
    sigset_t m_previous{};
    std::jthread m_thread;
};

/// Work with a stop that an interrupt requests and progress on the terminal.
template<class Work>
auto inForeground(const Work &work)
{
    std::stop_source source;
    const InterruptWatcher watcher(source);
    const bool terminal = isatty(STDERR_FILENO) != 0;
    Progress progress([terminal](const ProgressUpdate &update) {
        if (terminal)
            std::fprintf(stderr, "\r%s %zu of %zu ", progressText(update.task).data(), update.done, update.total);
    });
    auto result = work(source.get_token(), &progress);
    if (terminal)
        std::fprintf(stderr, "\r\033[K");
    return result;
}

} // namespace

Result<SearchResult> searchInForeground(const Topology &topology, const Workload &workload,
                                        const SearchOptions &options)
{
    return inForeground([&](const StopToken &stop, Progress *progress) {
        return searchPlans(topology, workload, options, stop, progress);
    });
}

Status lookBeyondInForeground(const Topology &topology, const Workload &workload, const SearchOptions &options,
                              SearchResult &result)
{
    return inForeground([&](const StopToken &stop, Progress *progress) {
        return lookBeyond(topology, workload, options, result, stop, progress);
    });
}

Result<ParetoFront> findFrontInForeground(const Topology &topology, const Workload &workload,
                                          const SearchOptions &options, SearchObjective first, SearchObjective second,
                                          const SearchResult &known)
{
    return inForeground([&](const StopToken &stop, Progress *progress) {
        return findParetoFront(topology, workload, options, first, second, known, stop, progress);
    });
}

} // namespace heteroscope
