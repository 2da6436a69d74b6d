// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/event_chain.h"

#include <algorithm>

namespace heteroscope::sailor {

std::int64_t EventPass::makespan(const EventChain &chain)
{
    const int stages = static_cast<int>(chain.stages());
    const int count = chain.microBatches;
    m_free.assign(chain.stages(), 0);
    // Only the newest stages + 1 micro-batches of a stage are ever looked at again.
    const int kept = stages + 1;
    m_forwardDone.assign(chain.stages() * static_cast<std::size_t>(kept), 0);
    m_backwardDone.assign(m_forwardDone.size(), 0);
    const auto at = [kept](int stage, int microBatch) {
        return static_cast<std::size_t>(stage * kept + microBatch % kept);
    };
    for (int j = -(stages - 1); j < count; ++j) {
        for (int s = stages - 1; s >= 0; --s) {
            const auto stage = static_cast<std::size_t>(s);
            const int i = j + stages - 1 - s;
            std::int64_t free = m_free[stage];
            if (i >= 0 && i < count) {
                if (s > 0)
                    free = std::max(free, m_forwardDone[at(s - 1, i)] + chain.activation[stage - 1]);
                free += chain.forward[stage];
                m_forwardDone[at(s, i)] = free;
            }
            if (j >= 0) {
                if (s + 1 < stages)
                    free = std::max(free, m_backwardDone[at(s + 1, j)] + chain.gradient[stage]);
                free += chain.backward[stage];
                m_backwardDone[at(s, j)] = free;
            }
            m_free[stage] = free;
        }
    }
    return *std::max_element(m_free.begin(), m_free.end());
}

std::int64_t lowerBoundOfAnyFlush(const EventChain &chain)
{
    std::int64_t way = 0, best = 0;
    for (std::size_t s = 0; s < chain.stages(); ++s) {
        const std::int64_t both = chain.forward[s] + chain.backward[s];
        best = std::max(best, way + chain.microBatches * both);
        way += both;
        if (s + 1 < chain.stages())
            way += chain.activation[s] + chain.gradient[s];
    }
    return best;
}

std::int64_t lowerBound(const EventChain &chain)
{
    const int stages = static_cast<int>(chain.stages());
    std::vector<std::int64_t> beyond(chain.stages() + 1, 0);
    for (int s = stages - 2; s >= 0; --s) {
        const auto stage = static_cast<std::size_t>(s);
        beyond[stage] = chain.activation[stage] + chain.gradient[stage] + chain.forward[stage + 1] +
                        chain.backward[stage + 1] + beyond[stage + 1];
    }
    std::int64_t way = 0, best = 0;
    for (int s = 0; s < stages; ++s) {
        const auto stage = static_cast<std::size_t>(s);
        const std::int64_t forward = chain.forward[stage], backward = chain.backward[stage];
        best = std::max(best, way + boundOfStage(forward, backward, beyond[stage], stages - 1 - s, chain.microBatches));
        for (int q = s; q < stages; ++q) {
            const std::int64_t trip = forward + backward + beyond[stage] - beyond[static_cast<std::size_t>(q)];
            best = std::max(best, way + boundOfInterval(forward, backward, beyond[stage], trip, q - s + 1,
                                                        stages - 1 - q, chain.microBatches));
        }
        way += forward + backward;
        if (s + 1 < stages)
            way += chain.activation[stage] + chain.gradient[stage];
    }
    return best;
}

} // namespace heteroscope::sailor
