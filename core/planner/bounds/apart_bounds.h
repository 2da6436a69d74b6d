// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lower bounds on the plans of apart families (planner/space/apart.h). A plan is not faster than any of its pipelines,
// so in less than T seconds each pipeline of a type gets at most as many micro-batches as a bound on it alone allows;
// where these do not add up to those of the family, no plan takes less than T.
//
// With any cut over S stages, M micro-batches in 1F1B and no sends, W the sum of forward and backward of one
// micro-batch in all stages, t_s and f_s that of a stage and its forward part, w = S-1-s:
//   * T >= (sum of t before s) + M t_s (L1). With X the max over s, X - (sum of the first s+1) >= (1 - 1/M) (X - sum of
//     the first s), hence T >= W / (1 - (1 - 1/M)^S).
//   * T >= W + (M-1) t_s - min(w, M-1) f_s: before the first backward of stage s are the fill, f_s and the round trip,
//     after its start M backwards, the forwards that are left, and the drain. With f_s <= p t_s this gives
//     T >= W + (M-1 - min(S-1, M-1) p) max t_s, and, dividing by the factor of t_s and summing over s,
//     T >= W (1 + 1 / sum over w < S of 1 / (M-1 - min(w, M-1) p)).
// The largest stage holds at least ceil(blocks / S) blocks. What stages recompute only makes t_s longer.
//
// What averaging takes: each ring of a collective among replicas of both types leaves every node that it visits, with
// all its channels together at least once the bytes of an all-reduce where switches add up, else 2 (N-1)/N times over N
// nodes, and (n-1)/n times those of a gather among n replicas (cost/network.h). There are as many rings as the largest
// TP, each with that share of the parameters, and all of them visit the node of a group. So a collective takes at least
// the parameters' bytes times that over all that leaves the node. It counts where no node has devices of both types.
#pragma once

#include "planner/prices/price_book.h"
#include "planner/space/apart.h"

namespace heteroscope {

/// The pipelines of one part of an apart family.
class ApartPart
{
public:
    /// Error: no group of the part can be used.
    static Result<ApartPart> build(const Family &family, std::size_t part, PriceBook &book);

    int groups() const { return m_groups; }
    int maxStages() const { return m_maxStages; }
    /// Lower bound in seconds on a step with so many stages and micro-batches in a pipeline, whatever the cut.
    double least(int stages, int microBatches) const;
    /// Max number of micro-batches of a pipeline, up to `most`, for which least() is below the limit; 0 if none is.
    int mostWithin(int stages, double limit, int most) const;
    /// Of all its pipelines together, with the best number of them and of stages.
    double mostOfAll(double limit, int most) const;
    /// Not less than the micro-batches of all its pipelines for which least() is below the limit, whatever their
    /// number and stages; found faster.
    double capacity(double limit) const;

private:
    int m_groups = 0, m_maxStages = 1;
    double m_host = 0, m_hostStep = 0;
    double m_whole = 0; ///< seconds of a micro-batch in all layers
    double m_block = 0; ///< of the fastest block
    int m_blocks = 0;
    double m_forwardShare = 1; ///< max of a unit
};

/// How fast bytes leave the nodes of two device types.
class NodeExits
{
public:
    NodeExits(std::size_t one, std::size_t other, PriceBook &book);
    /// What Family::Others says of averaging. replicas: at least; pipelines: of each part, at least.
    void price(Family::Others &others, int zeroStage, int replicas, int nodes) const;
    /// Nodes that so many groups of this many devices are in, at least. part: 0 or 1, of `one` and `other`.
    int nodesOf(std::size_t part, int groups, int devices) const;

private:
    double m_perByte = 0;                       ///< 0: nothing is known
    bool m_reduces = false;                     ///< some switch adds up
    std::array<int, apartParts> m_inNode{1, 1}; ///< max number of devices of a type in a node
};

/// throughputBound of an apart family.
Result<double> apartThroughputBound(const Family &family, PriceBook &book);

} // namespace heteroscope
