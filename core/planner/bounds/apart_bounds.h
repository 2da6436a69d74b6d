// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lower bounds on the plans of apart families (planner/space/apart.h). A plan is not faster than any of its pipelines,
// so in less than T seconds each pipeline of a type gets at most as many micro-batches as a bound on it alone allows;
// where these do not add up to those of the family, no plan takes less than T.
//
// With any cut over S stages, M micro-batches and no sends, W the sum of forward and backward of one micro-batch in all
// stages, t_s and f_s that of a stage and its forward part, w the forwards of a stage before its pairs: S-1-s of 1F1B,
// twice as many of eager 1F1B:
//   * T >= (sum of t before s) + M t_s (L1). With X the max over s, X - (sum of the first s+1) >= (1 - 1/M) (X - sum of
//     the first s), hence T >= W / (1 - (1 - 1/M)^S).
//   * T >= W + (M-1) t_s - min(w, M-1) f_s: before the first backward of stage s are the fill, f_s and the round trip,
//     after its start M backwards, the forwards that are left, and the drain. With f_s <= p t_s this gives
//     T >= W + (M-1 - min(max w, M-1) p) max t_s, and, dividing by the factor of t_s and summing over s,
//     T >= W (1 + 1 / sum over s of 1 / (M-1 - min(w, M-1) p)). The same with w = 0 for GPipe (L4f): between the last
//     forward of a stage and the drain are the round trip and M backwards.
//   * Where the backward is split (ZB-H1, ZB-H2) only the forwards of the stages before s come before M t_s. With
//     f_s >= q t_s this gives T / q >= (sum of t before s) + (M / q) t_s, hence T >= q W / (1 - (1 - q/M)^S).
//   * With v equal chunks a stage what comes before M t_s is one chunk of each stage before s, that has at least 1/v of
//     the blocks and all of the host's time: T >= q W / (1 - (1 - q/M)^S) with q = 1/v, or q/v where the backward is
//     split. And a micro-batch goes through all stages: T >= W where it is not split.
// The largest stage holds at least ceil(blocks / S) blocks. What stages recompute only makes t_s longer; the last of
// these holds with t_s without it.
//
// What averaging takes: each ring of a collective among replicas of all types leaves every node that it visits, with
// all its channels together at least once the bytes of an all-reduce where switches add up, else 2 (N-1)/N times over N
// nodes, and (n-1)/n times those of a gather among n replicas (cost/network.h). There are as many rings as the largest
// TP, each with that share of the parameters, and all of them visit the node of a group. So a collective takes at least
// the parameters' bytes times that over all that leaves the node. It counts where no node has devices of two of the
// types. Experts that pipelines of a node share are there once, so of them all rings visit it too; a ring has one
// device of each EP replicas. Where a node has a share of the pipelines that share experts, that share of the rings of
// experts visits it, each with two nodes at least; whichever pipelines share, some node has the share of them that
// sharingInNode says, at least. Beside the passes too: a stage has a call for each part of it that the same stages
// hold, one at a time (simulator/engine/engine.h), and each of them takes at least so long for its bytes. The first one
// begins with the last backward of the stage or later. Where a node has several stages of a type, all that these
// average leaves it, once the first of them may begin.
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
    /// Pipelines of so many stages, at most.
    int mostPipelines(int stages) const { return m_groups / stages / m_pipelineStep * m_pipelineStep; }
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
    int m_pipelineStep = 1; ///< the number of pipelines is a multiple of it
    double m_host = 0, m_hostStep = 0;
    double m_whole = 0; ///< seconds of a micro-batch in all layers
    double m_block = 0; ///< of the fastest block
    int m_blocks = 0;
    double m_forwardShare = 1; ///< max of a unit; 0 for GPipe: p as above
    double m_filling = 1;      ///< what of a micro-batch in all stages fills the pipeline: q as above, or 1
    bool m_splits = false;
    int m_chunks = 1;
    int m_early = 1; ///< forwards before the pairs for each stage behind
};

/// How fast bytes leave the nodes of the device types of an apart family, or of a shares family.
class NodeExits
{
public:
    NodeExits(const Family &family, PriceBook &book);
    /// Of the bytes of the parameters of a stage, what leaves each node in a call that averages their gradients or
    /// gathers the weights.
    struct Shares
    {
        double reduced = 0, gathered = 0;
    };
    /// replicas, nodes: of the plan, at least.
    Shares sharesOf(int replicas, int nodes) const;
    /// What Family::Others says of averaging. replicas, nodes: at least.
    void price(Family::Others &others, int replicas, int nodes) const;
    /// Seconds that a byte takes at least to leave the node; 0: nothing is known.
    double perByteFrom(std::size_t node) const { return m_isKnown && m_leaving[node] > 0 ? 1 / m_leaving[node] : 0; }
    /// Likewise to leave the narrowest of the nodes of these groups, for a call whose rings visit all of them.
    double perByteOfAll(const std::vector<int> &placed, PriceBook &book) const;
    /// Nodes that so many groups of this many devices of a part are in, at least.
    int nodesOf(std::size_t part, int groups, int devices) const;
    /// Of the bytes of experts, what leaves a node at least where so many bytes of dense parameters leave it as
    /// sharesOf() says, if this share of the pipelines that share them is in it.
    double expertShare(double inNode) const;

private:
    std::vector<double> m_leaving; ///< leavingNodes
    bool m_isKnown = false;        ///< no node has devices of two of the types
    std::vector<double> m_perByte; ///< by part; 0: nothing is known
    bool m_reduces = false;        ///< some switch adds up
    int m_ep = 1;                  ///< replicas for each member of a ring, of experts
    bool m_gathers = false;        ///< weights, for states are sharded
    double m_sharingInNode = 1;    ///< of the pipelines that share experts, in some node, at least
    std::vector<int> m_inNode;     ///< by part, max number of devices of its type in a node
};

/// By node: bytes/s of all links that leave it, at their fastest.
std::vector<double> leavingNodes(PriceBook &book);

/// throughputBound of an apart family.
Result<double> apartThroughputBound(const Family &family, PriceBook &book);

} // namespace heteroscope
