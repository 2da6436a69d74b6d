// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asking a long computation to end early. A computation asks its token at check points that are at most some
// milliseconds of work apart, ends at the first one that says so, and returns what it has, or the error `cancelled`.
// A token is a value: copies ask the same. Once it has said stop it says so for ever.
#pragma once

#include "base/result.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

namespace heteroscope {

/// A clock as a parameter, so that tests do not depend on time.
using Clock = std::function<std::chrono::steady_clock::time_point()>;

/// The steady clock of the machine.
Clock systemClock();

/// May be asked from several threads.
class StopToken
{
public:
    /// Never says stop.
    StopToken() = default;
    /// Says stop when its source was asked to.
    StopToken(std::stop_token token); // NOLINT: implicit by design, jobs of the window have a std::stop_source

    /// Says stop when this one does, and at the deadline.
    StopToken withDeadline(std::chrono::steady_clock::time_point deadline, Clock clock = systemClock()) const;
    /// Says stop when this one does, and when `also` returns true. `also` is called at every check point until one of
    /// them says stop.
    StopToken orWhen(std::function<bool()> also) const;

    /// Named as in the standard library, whose tokens it stands in for.
    bool stop_requested() const { return m_state && ask(); } // NOLINT(readability-identifier-naming)

private:
    struct State;
    bool ask() const;

    std::shared_ptr<State> m_state;
};

/// A check point for loops whose turns are short: asks the token once in `interval` units of work. A unit is some
/// nanoseconds of work, up to a hundred.
class StopMeter
{
public:
    explicit StopMeter(StopToken stop, std::size_t interval = 8'192) : m_stop(std::move(stop)), m_interval(interval) {}

    /// Was it told to stop?
    bool isStopped() const { return m_stopped; }
    /// Call it with the work that was done since the last call. True: stop.
    bool stopAfter(std::size_t units = 1)
    {
        m_spent += units;
        if (m_spent < m_interval)
            return m_stopped;
        m_spent = 0;
        m_stopped = m_stopped || m_stop.stop_requested();
        return m_stopped;
    }

private:
    StopToken m_stop;
    std::size_t m_interval;
    std::size_t m_spent = 0;
    bool m_stopped = false;
};

/// What a computation without a partial result returns after a stop.
Error cancelledError();

} // namespace heteroscope
