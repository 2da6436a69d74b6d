// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/stop_token.h"

#include <atomic>
#include <utility>

namespace heteroscope {

Clock systemClock()
{
    return [] { return std::chrono::steady_clock::now(); };
}

struct StopToken::State
{
    StopToken before; ///< asked first
    std::function<bool()> also;
    std::atomic<bool> stopped = false;
};

StopToken::StopToken(std::stop_token token)
{
    if (token.stop_possible())
        *this = StopToken().orWhen([token = std::move(token)] { return token.stop_requested(); });
}

StopToken StopToken::withDeadline(std::chrono::steady_clock::time_point deadline, Clock clock) const
{
    return orWhen([deadline, clock = std::move(clock)] { return clock() >= deadline; });
}

StopToken StopToken::orWhen(std::function<bool()> also) const
{
    StopToken token;
    token.m_state = std::make_shared<State>();
    token.m_state->before = *this;
    token.m_state->also = std::move(also);
    return token;
}

bool StopToken::ask() const
{
    auto &state = *m_state;
    if (state.stopped.load(std::memory_order_relaxed))
        return true;
    if (!state.before.stop_requested() && !state.also())
        return false;
    state.stopped.store(true, std::memory_order_relaxed);
    return true;
}

Error cancelledError() { return {Error::Code::cancelled, {}, {}, "a computation that was stopped", "to go on", {}}; }

} // namespace heteroscope
