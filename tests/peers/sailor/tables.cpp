// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/tables.h"

#include <algorithm>
#include <limits>

namespace heteroscope::sailor {

namespace {

constexpr int unlimited = std::numeric_limits<int>::max();

} // namespace

StageTables::StageTables(const Problem &problem, int microBatch)
    : m_layers(problem.profiles.layers()), m_microBatch(microBatch)
{
    const auto n = static_cast<std::size_t>(m_layers);
    const Profiles &profiles = problem.profiles;
    const double samples = microBatchSizes[static_cast<std::size_t>(microBatch)];
    m_forward.assign(patternCount * n * n, 0);
    m_backward.assign(patternCount * n * n, 0);
    m_compute.assign(patternCount * n * n, 0);
    m_inFlight.assign(patternCount * n * n, 0);
    m_byOneKind.assign(patternCount * n, 0);
    for (std::size_t k = 0; k < patternCount; ++k) {
        const Pattern &pattern = patterns()[k];
        bool profiled = true;
        for (std::size_t type = 0; type < typeCount; ++type) {
            if (const int degree = pattern.degree[type]; degree > 0)
                profiled =
                    profiled &&
                    !profiles.types[type].times[static_cast<std::size_t>(microBatch)][degreeIndex(degree)].empty();
        }
        if (!profiled)
            continue;
        m_patterns.push_back(static_cast<int>(k));
        for (std::size_t at = k * n * n; at < (k + 1) * n * n; ++at)
            m_inFlight[at] = unlimited;
        for (std::size_t type = 0; type < typeCount; ++type) {
            if (pattern.degree[type] == 0)
                continue;
            const std::size_t p = degreeIndex(pattern.degree[type]);
            const auto &times = profiles.types[type].times[static_cast<std::size_t>(microBatch)][p];
            m_update[k] = std::max(m_update[k], times[0].update);
            double whole = 0, wholeBefore = 0;
            for (std::size_t i = 0; i < n; ++i) {
                whole += times[i].forward + times[i].backward;
                wholeBefore += m_byOneKind[k * n + i];
            }
            for (std::size_t i = 0; i < n && whole > wholeBefore; ++i)
                m_byOneKind[k * n + i] = times[i].forward + times[i].backward;
            const double reserve = p == 0 ? 2e9 : 3e9;
            for (std::size_t i = 0; i < n; ++i) {
                double forwardSum = 0, backwardSum = 0, both = 0, parameters = 0, activations = 0;
                for (std::size_t j = i; j < n; ++j) {
                    const std::size_t at = (k * n + i) * n + j;
                    forwardSum += times[j].forward;
                    backwardSum += times[j].backward;
                    both += times[j].forward + times[j].backward;
                    m_forward[at] = std::max(m_forward[at], forwardSum);
                    m_backward[at] = std::max(m_backward[at], backwardSum);
                    m_compute[at] = std::max(m_compute[at], both);
                    parameters += profiles.sizes[p][j].parameters;
                    activations += profiles.sizes[p][j].activations;
                    const double room = profiles.types[type].memory - parameters * 24 - reserve;
                    const double each = activations * samples * 4;
                    const double most = each > 0 ? room / each : room >= 0 ? unlimited : -1.0;
                    m_inFlight[at] = std::min(m_inFlight[at], most < 1     ? 0
                                                              : most < 1e6 ? static_cast<int>(most)
                                                                           : unlimited);
                }
            }
        }
    }
    fillSends(profiles, samples);
}

void StageTables::fillSends(const Profiles &profiles, double samples)
{
    std::vector<double> messages;
    for (const LayerSize &size : profiles.sizes[0]) {
        const double bytes = size.output * 4 * samples;
        const auto found = std::find(messages.begin(), messages.end(), bytes);
        m_messageClass.push_back(static_cast<std::size_t>(found - messages.begin()));
        if (found == messages.end())
            messages.push_back(bytes);
    }
    for (const double bytes : messages) {
        std::array<double, typeCount * tensorDegrees.size() * typeCount * tensorDegrees.size()> times;
        for (std::size_t c = 0; c < times.size(); ++c)
            times[c] = transferTime(bytes, profiles.curves[c]);
        for (const Pattern &a : patterns()) {
            double least = std::numeric_limits<double>::infinity(), most = 0;
            for (const Pattern &b : patterns()) {
                double slowest = 0;
                for (std::size_t t = 0; t < typeCount; ++t) {
                    for (std::size_t u = 0; u < typeCount; ++u) {
                        if (a.degree[t] > 0 && b.degree[u] > 0)
                            slowest = std::max(slowest, times[((t * 3 + degreeIndex(a.degree[t])) * typeCount + u) * 3 +
                                                              degreeIndex(b.degree[u])]);
                    }
                }
                m_send.push_back(slowest);
                least = std::min(least, slowest);
                most = std::max(most, slowest);
            }
            m_minSend.push_back(least);
            m_maxSend.push_back(most);
        }
    }
}

SyncTables::SyncTables(const Problem &problem) : m_problem(&problem), m_layers(problem.profiles.layers())
{
    const auto n = static_cast<std::size_t>(m_layers);
    m_byteClass.assign(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        double floats = 0;
        for (std::size_t j = i; j < n; ++j) {
            floats += problem.profiles.sizes[0][j].parameters;
            const auto found = std::find(m_bytes.begin(), m_bytes.end(), floats * 4);
            m_byteClass[i * n + j] = static_cast<int>(found - m_bytes.begin());
            if (found == m_bytes.end())
                m_bytes.push_back(floats * 4);
        }
    }
}

void SyncTables::fill(int groups, std::vector<double> &times) const
{
    const auto n = static_cast<std::size_t>(m_layers);
    times.assign(patternCount * n * n, 0);
    if (groups == 1)
        return;
    // Types of a stage as bits; mixed stages go at the slowest of all pairs.
    constexpr std::size_t sets = 4;
    std::vector<double> distinct(tensorDegrees.size() * sets * m_bytes.size(), 0);
    const auto slowestPairs = [&](double bytes) {
        std::array<double, sets> slowest = {};
        for (std::size_t a = 0; a < typeCount; ++a) {
            for (std::size_t b = 0; b < typeCount; ++b) {
                const double time = transferTime(bytes, m_problem->profiles.curve(a, 0, b, 0));
                for (std::size_t set = 1; set < sets; ++set) {
                    if ((set >> a & 1) && (set >> b & 1))
                        slowest[set] = std::max(slowest[set], time);
                }
            }
        }
        return slowest;
    };
    const auto whole = slowestPairs(syncBucket / groups);
    for (std::size_t p = 0; p < tensorDegrees.size(); ++p) {
        for (std::size_t c = 0; c < m_bytes.size(); ++c) {
            for (double bytes = m_bytes[c] / tensorDegrees[p]; bytes > 0; bytes -= syncBucket) {
                const auto slowest = bytes < syncBucket ? slowestPairs(bytes / groups) : whole;
                for (std::size_t set = 1; set < sets; ++set)
                    distinct[(p * sets + set) * m_bytes.size() + c] += 2 * (groups - 1) * slowest[set];
            }
        }
    }
    for (std::size_t k = 0; k < patternCount; ++k) {
        const Pattern &pattern = patterns()[k];
        const std::size_t set = (pattern.degree[0] > 0 ? 1U : 0U) + (pattern.degree[1] > 0 ? 2U : 0U);
        const double *from = distinct.data() + (degreeIndex(pattern.smallestDegree) * sets + set) * m_bytes.size();
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = i; j < n; ++j)
                times[(k * n + i) * n + j] = from[m_byteClass[i * n + j]];
        }
    }
}

} // namespace heteroscope::sailor
