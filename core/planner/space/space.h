// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan spaces: what a family is, which plans belong to it, and which plans are in no family.
//
// A family is: schedule (interleaved 1F1B with 2 or 4 chunks a stage), DP degree D, CP, EP, micro-batch size,
// recompute, ZeRO stage, and how devices come to their stages, one of
//   pure     an order of device types with a TP degree for each; a stage has one type.
//   mixed    likewise with one TP for all types; groups are taken as they come, the last type's as far as needed, so
//            that a stage may differ between replicas.
//   byStage  TP by stage: runs of stages of one type and TP in any order, every type and TP in one run at most, and
//            some type with two TPs or more. One family stands for all these orders.
//   apart    two types or three, each with pipelines of its own (planner/space/apart.h): its own TP, number of
//            pipelines, stages, cut and micro-batches of each pipeline. The pipelines of a type are alike; all of them
//            together average gradients. DP and the split of the micro-batches are open within the family.
//   shares   devices of two types or more as data-parallel ranks of each stage, with one TP (sample_shares.h); how many
//            samples of a micro-batch the ranks of each type get is open within the family.
// Open within a family, so that one family represents many plans:
//   * the stages: each part of the order works in 1, 2, ... stages, as many as it has devices for; what is left over
//     is unused. Leaving a type out is another family, but with TP by stage.
//   * the cut of the layers over the stages, every one of them (of a model of more than 512 blocks those between groups
//     of blocks). With interleaving the chunks of a stage hold equally
//     many blocks, and the number of stages divides the micro-batches.
// Devices are cut into groups of TP x CP neighbours of one type. Each type gives its first groups, in the order
// of nodes, those of the largest TP first, and stage s of replica d is group s D + d of the groups so placed; replicas
// that share experts are neighbours. Overlap is what the software stack does by itself (stackOverlap).
//
// Space P, what people run, is searched unless another one is asked for. It has only what the job's software can run:
// what its user ticks in the job (TrainingJob::runs), else what its stack has by default (SoftwareStack::schedules,
// zeroStages, degrees), which may have ZeRO 2 and 3 with one stage only (zeroWithStages); without a schedule one stage.
// Its schedules are all that have a static order: 1F1B, interleaved 1F1B, GPipe, eager 1F1B with its whole longer
// warm-up, ZB-H1, ZB-H2, and in a V of two equal chunks a stage ZB-V and DualPipeV (for models of one kind of block
// without tied embeddings). All but the first two go with TP by stage on up to 32 devices only. Its micro-batches have
// any number of samples up to 64 that divides the batch. Instead of no and of full recompute each stage recomputes what
// fits in its memory and takes least time: as few of its blocks as can be, the first ones of each chunk
// (Stage::recomputeLayers), or of all its blocks a set of modules (RecomputedPart). With a software that has one
// setting for all stages, as all in the list have, it is the same in all of them (SoftwareDegrees::recomputesByStage);
// and with one that has one TP for all stages (SoftwareDegrees::tpByStage) there is one in a family. Its pure families
// also have
//   * CP of 2, 4, 8 ..., over whole nodes as well, in groups of up to 64 devices; with one TP, with one for each of two
//     types, and of three on up to 128 devices;
//   * EP of 2, 4, 8 ... up to the number of experts, over neighbouring replicas first, then over CP and TP ranks
//     (strategy/expert_layout.h), inside and across nodes;
//   * ZeRO 2 and 3;
//   * without EP, ZeRO 1 to 3 over the replicas of a part of a node or of 1, 2, 3 ... nodes (HSDP,
//     StateSharing::group): as many neighbours as divide those that a node has devices for, or a multiple of these,
//     where they are some of all replicas and divide their number;
//   * with one TP, TP up to twice the devices of a node.
// The second to the fourth of these go with one TP or, on up to 128 devices, one for each of two or three types. With
// TP by stage there is CP on up to 64 devices; and on up to 32, where groups of every TP take the same devices, there
// are those three. The mixed families have ZeRO 2 and 3 and TP over nodes too and, on up to 128 devices, CP, HSDP, and
// EP where the replicas that share experts are of one type or, on up to 32 devices, of two where one type has some left
// over. With a software that runs pipelines that differ (SoftwareDegrees::unlikePipelines, a tick of the job) it has
// the apart families too: ZeRO 0 to 2, several chunks a stage and EP, inside and across nodes, where the cluster has
// two types or up to 128 devices, TP in one node and, on up to 128 devices, CP in groups of up to 64, and micro-batches
// of any size up to 64 that divides the batch, of each three types too on clusters of up to four; and the shares
// families: TP in one node, without CP and EP, up to 64 samples of a micro-batch for a rank, one stage with ZeRO 0 to 3
// or, on up to 128 devices, several with ZeRO 0 to 2. Space C is that without CP, EP, ZeRO 2 and 3 and TP over nodes,
// with 1F1B and interleaved 1F1B whatever the software, and micro-batches of 1, 2, 4, 8 or 16 samples. The spaces A, A+
// and B are searched in the part of C that has neither recompute, ZeRO nor interleaving.
//
// In none of them: groups of unlike devices, a type's stages of one TP in two places of the pipeline, stages that mix
// types inside one replica (samples split by speed) with other types or shares than the next stage, unlike pipelines of
// one type, of four types, on large clusters of three with more than one chunk a stage or EP, with ZeRO 3 (whose
// gathers are calls of all pipelines in each pass, and these have unlike numbers of passes) or stages of two types,
// other placements of groups than the one above, orders that depend on times, shard groups of other sizes than above
// (12 on nodes of 8), more recompute than a stage needs, other sets of modules than those of the ladder or in some
// blocks only, CP, EP, ZeRO 2 and 3 and HSDP with unlike TP degrees or in mixed stages of more types or on more devices
// than above, experts shared by unlike types on more devices, with TP by stage or by pipelines that differ, larger
// micro-batches, more than 5 device types in every order (the order of the cluster is taken then, and TP is not by
// stage). Some of that is tried without proof afterwards (planner/beyond/beyond.h).
#pragma once

#include "cluster/topology.h"
#include "cost/job_software.h"
#include "planner/reason.h"
#include "planner/space/family_name.h"
#include "planner/space/search_space.h"
#include "planner/space/tensor_groups.h"
#include "strategy/plan.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace heteroscope {

/// A device type with a TP degree. In a pure or mixed family the parts are in pipeline order; with TP by stage they are
/// all allowed pairs.
struct FamilyPart
{
    std::size_t type = 0; ///< into Topology::deviceTypes
    int tp = 1;
    int maxStages = 1;                      ///< max number of stages that its devices fill; 0 in a mixed family
    int cp = 1;                             ///< that of the family
    int samples = 0;                        ///< of a micro-batch, of each of its groups; 0: Family::microBatchSize
    int devices() const { return tp * cp; } ///< of each of its groups
    friend bool operator==(const FamilyPart &, const FamilyPart &) = default;
};

enum class FamilyKind { pure, mixed, byStage, apart, shares };

struct Family
{
    ScheduleKind schedule = ScheduleKind::oneFOneB;
    int chunks = 1; ///< of each stage
    int dp = 1;
    int microBatchSize = 1; ///< samples of a replica, of a shares family of all ranks together
    int microBatches = 1;
    Recompute recompute = Recompute::none;
    RecomputeModules recomputeModules; ///< of selective recompute (Stage::recomputeModules)
    bool recomputesAsNeeded = false;   ///< each stage what RecomputedPart says; recompute is none then
    bool recomputesAlike = false;      ///< and all stages the same
    int zeroStage = 0;
    int shardGroup = 0;        ///< devices over which states are sharded (StateSharing::group); 0: all replicas
    int cp = 1;                ///< of every stage
    int ep = 1;                ///< of every stage with experts
    bool mixesExperts = false; ///< of a mixed family: experts are shared by replicas of two types somewhere
    /// Of the pipelines of one part of an apart family, taken alone (aloneOf): what the plan has beside them.
    struct Others
    {
        int replicas = 0; ///< pipelines that average with these
        int nodes = 0;    ///< of the whole plan, where it is known
        bool sequenceParallel = false;
        // Seconds that averaging and gathering take at least for each byte of the parameters of a stage, undivided.
        double reducePerByte = 0, gatherPerByte = 0;
        double expertShare = 1; ///< of the bytes of experts, what takes that long
        friend bool operator==(const Others &, const Others &) = default;
    };
    Others others;
    std::vector<FamilyPart> parts;
    FamilyKind kind = FamilyKind::pure;
    // Stages of all types together, of an apart family those of the longest pipeline. Of a mixed family all layouts
    // between the two; else the extremes.
    int fewestStages = 1;
    int maxStages = 1;

    bool sequenceParallel() const;
    /// Only software that runs pipelines that differ has it.
    bool isUnlike() const { return kind == FamilyKind::apart || kind == FamilyKind::shares; }
    /// Two chunks a stage, down and up again: a unit is a block of the way down and its mirror image on the way up.
    bool isVee() const;
    /// Devices that hold the same dense parameters, so that they average their gradients and may share their states.
    int replicas() const { return (dp + others.replicas) * cp; }
    /// Devices that share the states of the same parameters.
    int stateShards() const { return zeroStage == 0 ? 1 : shardGroup > 0 ? shardGroup : replicas(); }
    friend bool operator==(const Family &, const Family &) = default;
};

/// What a stage of a family that recomputes as needed repeats: nothing, its first units whole, or of all its blocks a
/// set of modules (planner/space/module_ladder.h). Of those that fit in its memory the one that takes least time in its
/// first replica, on one node at the speeds of the step's start.
///
/// If all stages recompute the same: nothing where that fits in all of them. Else, of the sets of modules that fit in
/// each stage that nothing does not fit in, and the least number of blocks of each chunk that does, the one that takes
/// the stages least time together; all blocks where none does. A model in groups of blocks (maxBlockGroups) has all of
/// its blocks recomputed or none.
struct RecomputedPart
{
    int units = 0;
    RecomputeModules modules;
    friend bool operator==(const RecomputedPart &, const RecomputedPart &) = default;
};

/// The schedules of space P, in the order of its families.
inline constexpr std::array practicalSchedules = {
    ScheduleKind::oneFOneB, ScheduleKind::interleaved, ScheduleKind::gpipe, ScheduleKind::eager,
    ScheduleKind::zbH1,     ScheduleKind::zbH2,        ScheduleKind::zbV,   ScheduleKind::dualPipeV};

/// Why the model cannot be cut for a schedule of the space; nullopt if it can.
std::optional<UncutSchedule> whyUncut(ScheduleKind kind, const Model &model);
/// The numbers of chunks that stages have in a schedule of the space; empty: the model cannot be cut so.
std::vector<int> chunksOfSchedule(ScheduleKind kind, const Model &model);

/// Stages one after another.
struct StageRun
{
    std::size_t part = 0; ///< into Family::parts
    int stages = 1;
    friend auto operator<=>(const StageRun &, const StageRun &) = default;
};

/// The stages of a plan: a run of each part, in the order of the pipeline; of a mixed family one run of all parts.
using Layout = std::vector<StageRun>;

/// Blocks of a model of more are cut in groups, this many of them as equal as can be; such a model is not interleaved.
/// Tables over all cuts grow with the square of the units, and one block of so many changes little.
inline constexpr int maxBlockGroups = 512;
/// Number of stages that the layers of a model can be cut into.
int maxStagesOf(const Model &model);

/// Cuts are counted in units: layers (groups of blocks, see above), or with v chunks v blocks, one in each chunk.
/// Embedding and head belong to the first and the last unit, in a V both to the first.
int cutUnits(const Family &family, const Model &model);
/// Layers of a unit.
std::vector<int> layersOfUnit(const Family &family, const Model &model, int unit);
/// Where a layer lies among the units of a family with one chunk: in which unit, behind which share of its layers.
struct UnitPlace
{
    int unit = 0;
    double share = 0;
};
/// layer: up to planLayers(), whose place is behind the last unit.
UnitPlace unitPlaceOf(const Model &model, int layer);
/// Stage s holds units [ends[s-1], ends[s]).
using Cut = std::vector<int>;
/// Chunks of the stage that holds units [first, last).
std::vector<LayerRange> chunksOf(const Family &family, const Model &model, int first, int last);

/// Which TP groups the plans of a space are made of.
constexpr TensorGroups::Extent groupExtent(SearchSpace searched)
{
    return searched == SearchSpace::P ? TensorGroups::Extent::overNodes : TensorGroups::Extent::insideNodes;
}

struct FamilySpace
{
    std::vector<Family> families;       ///< in a fixed order
    std::vector<DegreeMistake> refused; ///< TP degrees that no plan can have
    bool isWhole = true;                ///< false: a stop ended the enumeration
};

/// Each of their schedules once, in the order of the families.
std::vector<ScheduleKind> schedulesOf(const std::vector<Family> &families);

/// stack: with the ticks of the job (cost/job_software.h). After a stop the space is not whole.
FamilySpace enumerateFamilies(const Topology &topology, const TensorGroups &groups, const Workload &workload,
                              const SoftwareStack &stack, SearchSpace searched = defaultSpace,
                              const StopToken &stop = {});

/// Calls visit for each layout of the family until it returns false, or a stop. Largest first, except with TP by stage.
/// Apart families have layouts of their own (apart.h).
void forEachLayout(const Family &family, const TensorGroups &groups, const std::function<bool(const Layout &)> &visit,
                   const StopToken &stop = {});
int stageCount(const Layout &layout);
/// True if plans of the family may have this number of stages.
bool allowsStages(const Family &family, int stages);

/// Which parts may come next in a layout with TP by stage, and with how many stages.
class RunChoices
{
public:
    RunChoices(const Family &family, const TensorGroups &groups);

    /// Max number of stages of a run of the part, given the runs of the layout; 0 if the part has a run already or no
    /// device is left.
    int maxStages(std::size_t part, const Layout &layout) const;
    /// The same of a part that has no run, found from the devices of its type that the runs of one replica take;
    /// nullopt if these do not say it.
    std::optional<int> maxStagesBeside(std::size_t part, int taken) const;
    /// True if groups of every TP of a type take the same devices, so that of each TP those of a stage, DP of them,
    /// begin at a multiple of DP.
    bool coversAll() const;
    /// True if some type has two TP degrees.
    bool isByStage(const Layout &layout) const;

private:
    const Family &m_family;
    std::vector<int> m_groups;     ///< by part, that the cluster has
    std::vector<bool> m_coversAll; ///< by part: groups of every TP of its type take the same devices
};

/// The TP groups of a layout, stage-major: stage s of replica d is s * dp + d. Indices into TensorGroups::all.
std::vector<int> placedGroups(const Family &family, const Layout &layout, const TensorGroups &groups);

/// The first layer of a chunk that is not recomputed, if so many units of its stage are.
int firstKept(const Family &family, const Model &model, const LayerRange &chunk, int recomputed);

/// The blocks of each chunk in the first so many units of a stage, from this one on.
int blocksRepeated(const Family &family, const Model &model, int first, int units);
/// The units of a stage, [first, last), that hold so many blocks of each chunk, or all; in groups of blocks always all.
int unitsRepeated(const Family &family, const Model &model, int first, int last, int blocks);

/// The options of the family's schedule in a plan of so many stages.
ScheduleOptions scheduleOptionsOf(const Family &family, int stages);

/// What this TP degree does not divide; empty when plans may have it.
std::optional<DegreeMistake> findDegreeMistake(const Workload &workload, int tp);

/// The space in words, for the certificate.
std::string spaceDescription(SearchSpace searched = defaultSpace);

/// One plan of the family. recomputed: by stage, if the family recomputes as needed.
Plan planOf(const Family &family, const std::vector<int> &placed, const Cut &cut,
            const std::vector<RecomputedPart> &recomputed, const TensorGroups &groups, const Topology &topology,
            const Workload &workload, const SoftwareStack &stack);

} // namespace heteroscope
