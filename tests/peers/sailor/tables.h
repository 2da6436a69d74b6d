// SPDX-License-Identifier: GPL-3.0-or-later
//
// Flat tables of one micro-batch size over all stages (pattern, first layer, last layer), for searches: nothing is
// looked up by name or added up twice in an inner loop.
#pragma once

#include "peers/sailor/problem.h"

namespace heteroscope::sailor {

class StageTables
{
public:
    StageTables(const Problem &problem, int microBatch);

    int layers() const { return m_layers; }
    int microBatch() const { return m_microBatch; }
    /// Patterns whose kinds are all profiled at this micro-batch.
    const std::vector<int> &allowedPatterns() const { return m_patterns; }

    std::size_t index(int pattern, int first, int last) const
    {
        return static_cast<std::size_t>((pattern * m_layers + first) * m_layers + last);
    }
    /// Seconds of one micro-batch, of the slowest kind: forward, backward, and their sum (of one kind).
    double forward(std::size_t stage) const { return m_forward[stage]; }
    double backward(std::size_t stage) const { return m_backward[stage]; }
    double compute(std::size_t stage) const { return m_compute[stage]; }
    /// Forward and backward of one layer by one kind of the pattern, the same for all layers: the one slowest over the
    /// whole model. Sums of these over layers never exceed the stage's time, while sums of each layer's slowest kind
    /// may.
    double byOneKind(int pattern, int layer) const
    {
        return m_byOneKind[static_cast<std::size_t>(pattern * m_layers + layer)];
    }
    /// The most micro-batches that fit in flight; 0 = the stage never fits.
    int mostInFlight(std::size_t stage) const { return m_inFlight[stage]; }
    double update(int pattern) const { return m_update[static_cast<std::size_t>(pattern)]; }
    /// Seconds for the output of a layer between two patterns, and the least and the most to any pattern.
    double send(int layer, int pattern, int other) const
    {
        return m_send[(m_messageClass[static_cast<std::size_t>(layer)] * patternCount +
                       static_cast<std::size_t>(pattern)) *
                          patternCount +
                      static_cast<std::size_t>(other)];
    }
    double minSend(int layer, int pattern) const
    {
        return m_minSend[m_messageClass[static_cast<std::size_t>(layer)] * patternCount +
                         static_cast<std::size_t>(pattern)];
    }
    double maxSend(int layer, int pattern) const
    {
        return m_maxSend[m_messageClass[static_cast<std::size_t>(layer)] * patternCount +
                         static_cast<std::size_t>(pattern)];
    }

private:
    void fillSends(const Profiles &profiles, double samples);

    int m_layers;
    int m_microBatch;
    std::vector<int> m_patterns;
    std::vector<double> m_forward, m_backward, m_compute;
    std::vector<double> m_byOneKind; ///< [pattern][layer]
    std::vector<int> m_inFlight;
    std::vector<double> m_send, m_minSend, m_maxSend;
    std::vector<std::size_t> m_messageClass; ///< by layer: which distinct message size
    std::array<double, patternCount> m_update = {};
};

/// Gradient synchronization of all stages. Distinct sums of bytes are few, so one number of groups costs little.
class SyncTables
{
public:
    explicit SyncTables(const Problem &problem);

    /// By StageTables::index; reuses the vector.
    void fill(int groups, std::vector<double> &times) const;

private:
    const Problem *m_problem;
    int m_layers;
    std::vector<int> m_byteClass; ///< [first][last] -> distinct sum
    std::vector<double> m_bytes;  ///< distinct sums
};

} // namespace heteroscope::sailor
