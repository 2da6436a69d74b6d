// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/foreground.h"

#include "base/numbers.h"
#include "wording/planner_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <fmt/format.h>
#include <new>
#include <pthread.h>
#include <unistd.h>

namespace heteroscope {

namespace {

/// Longer than any command runs, and within the range of the clock.
constexpr double longestBudget = 365.0 * 24 * 3600;

std::chrono::steady_clock::duration durationOf(Seconds time)
{
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(std::clamp(time.value, 0.0, longestBudget)));
}

/// Ends the program as the signal would have without a watcher.
void endBy(int signal)
{
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, signal);
    std::signal(signal, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
    std::raise(signal);
}

} // namespace

Foreground::Foreground(const RunConditions &conditions)
    : m_conditions(conditions),
      m_start(m_conditions.clock()),
      m_stop(conditions.stop),
      m_isTerminal(isatty(STDERR_FILENO) != 0),
      m_progress([this](const ProgressUpdate &update) {
          if (m_isTerminal)
              std::fprintf(stderr, "\r\033[K%s %zu of %zu ", progressText(update.task).data(), update.done,
                           update.total);
      })
{}

void Foreground::begin(std::optional<Seconds> budget)
{
    m_budget = budget;
    m_stop = m_conditions.stop.orWhen([token = m_source.get_token()] { return token.stop_requested(); });
    if (budget)
        m_stop = m_stop.withDeadline(m_start + durationOf(*budget), m_conditions.clock);
    if (m_isWatching)
        return;
    m_isWatching = true;
    // A thread waits for the signals, so that nothing has to be done inside a handler. All threads that are begun from
    // here on leave the signals to it.
    sigemptyset(&m_signals);
    sigaddset(&m_signals, SIGINT);
    sigaddset(&m_signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &m_signals, &m_previous);
    m_watcher = std::jthread([this](const std::stop_token &done) {
        while (!done.stop_requested()) {
            const timespec interval{0, 20'000'000};
            const int signal = sigtimedwait(&m_signals, nullptr, &interval);
            if (signal <= 0)
                continue;
            if (m_interrupted.exchange(true))
                endBy(signal);
            m_source.request_stop();
        }
    });
}

Foreground::~Foreground()
{
    if (m_watcher.joinable()) { // else there was no memory for it
        m_watcher.request_stop();
        m_watcher.join();
    }
    if (m_isWatching)
        pthread_sigmask(SIG_SETMASK, &m_previous, nullptr);
    if (m_conditions.endsProcess) {
        // What stands here is never destroyed.
        alignas(Kept) static std::array<std::byte, sizeof(Kept)> place;
        new (place.data()) Kept(std::move(m_kept));
    }
}

StopToken Foreground::stopAfterShare(double share) const
{
    if (!m_budget)
        return m_stop;
    const Seconds now = elapsed();
    const double left = std::max(0.0, m_budget->value - now.value);
    return m_stop.withDeadline(m_start + durationOf(Seconds(now.value + share * left)), m_conditions.clock);
}

void Foreground::clearProgress()
{
    if (m_isTerminal)
        std::fprintf(stderr, "\r\033[K");
}

Seconds Foreground::elapsed() const
{
    return Seconds(std::chrono::duration<double>(m_conditions.clock() - m_start).count());
}

std::string Foreground::stopText() const
{
    const Seconds spent = elapsed();
    // A part of the work may have stopped before the whole budget was spent (stopAfterShare).
    const bool byBudget = !m_interrupted && m_budget && !m_conditions.stop.stop_requested();
    return fmt::format("stopped by {} after {}", byBudget ? "its budget" : "an interrupt", secondsText(spent));
}

} // namespace heteroscope
