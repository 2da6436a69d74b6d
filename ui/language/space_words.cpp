// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/space_words.h"

#include "language/plan_words.h"
#include "theme/text.h"

#include <QCoreApplication>

namespace heteroscope {

namespace {

struct SpaceWords
{
    Q_DECLARE_TR_FUNCTIONS(SpaceWords)
};

} // namespace

QString wordOf(const MissingFeature &missing)
{
    switch (missing.lack) {
    case SoftwareLack::schedule:
        return wordOf(missing.schedule);
    case SoftwareLack::zeroStage:
        return QStringLiteral("ZeRO-%1").arg(missing.zeroStage);
    case SoftwareLack::zeroWithStages:
        return SpaceWords::tr("ZeRO-%1 with PP").arg(missing.zeroStage);
    case SoftwareLack::tensorParallel:
        return QStringLiteral("TP");
    case SoftwareLack::contextParallel:
        return QStringLiteral("CP");
    case SoftwareLack::expertParallel:
        return QStringLiteral("EP");
    case SoftwareLack::shardGroups:
        return QStringLiteral("HSDP");
    case SoftwareLack::sharedStages:
        return SpaceWords::tr("samples by speed");
    case SoftwareLack::recomputeModules:
        return SpaceWords::tr("recompute of parts");
    case SoftwareLack::tpByStage:
        return SpaceWords::tr("TP by stage");
    case SoftwareLack::recomputeByStage:
        return SpaceWords::tr("recompute by stage");
    case SoftwareLack::unlikePipelines:
        break;
    }
    return SpaceWords::tr("unlike pipelines");
}

QString sentenceOf(const UncutSchedule &uncut)
{
    switch (uncut.obstacle) {
    case UncutSchedule::Obstacle::unlikeBlocks:
        return SpaceWords::tr("the model has blocks of several kinds");
    case UncutSchedule::Obstacle::manyBlocks:
        return SpaceWords::tr("the model has more than %1 blocks").arg(maxBlockGroups);
    case UncutSchedule::Obstacle::sharedTable:
        return SpaceWords::tr("embedding and head share a table");
    case UncutSchedule::Obstacle::unequalChunks:
        break;
    }
    return SpaceWords::tr("the number of blocks is odd");
}

QString sentenceOf(SearchSpace space)
{
    if (space == SearchSpace::P)
        return SpaceWords::tr(
            "TP in one node and of one type, where the software of the job has it one for each type or, on up to 128 "
            "devices, by stage, PP, DP, micro-batches of every divisor up to 64, every order of device types and TP, "
            "every number of stages of each, every cut of the layers; what the software of the job runs, and the "
            "model can be cut for, of 1F1B, interleaved 1F1B with 2 or 4 equal chunks, GPipe, eager 1F1B, ZB-H1, "
            "ZB-H2, ZB-V, DualPipeV (with TP by stage on more than 32 devices the first two only) and ZeRO 0 to 3; in "
            "each stage what fits and takes least, in all of them the same where the software has no other setting, "
            "of no recompute, full recompute of some blocks and recompute of parts of all blocks; CP inside nodes and "
            "over up to 64 devices, with one TP, one for each of two types, of three on up to 128 devices, or by "
            "stage on up to 64; EP, ZeRO 2 and 3, and ZeRO 1 to 3 over the replicas of a part of a node or of some "
            "nodes (HSDP) with one TP or, on up to 128 devices, one for each of two or three types, or on up to 32 by "
            "stage; where all types have one TP, TP over two nodes and stages that mix types too, these with CP, EP "
            "and HSDP on up to 128 devices; where the software runs pipelines that differ, two or three types with "
            "pipelines of their own too (ZeRO 0 to 2; several chunks a stage, and EP inside nodes and across them, "
            "where the cluster has two types or up to 128 devices; CP inside nodes and over up to 64 devices on up to "
            "128), and types that share the samples of one stage or, with ZeRO 0 to 2 on up to 128 devices, of each "
            "of several");
    const QString common = SpaceWords::tr(
        "TP in one node and of one type, one for each type or, on up to 128 devices, by stage, PP, DP, micro-batch 1 "
        "to 16, every order of device types and TP, every number of stages of each, every cut of the layers");
    if (space == SearchSpace::C)
        return SpaceWords::tr("%1; 1F1B, interleaved 1F1B with 2 or 4 equal chunks, recompute, ZeRO 0/1").arg(common);
    return SpaceWords::tr("%1; 1F1B, no recompute, no ZeRO: the part of space %2 with equal pipelines")
        .arg(common, QString::fromUtf8(searchSpaceNames[static_cast<std::size_t>(space)].data()));
}

QString sentenceOf(SoftwareLack lack, const Plan &plan, const QString &software)
{
    return sentenceOf(MissingFeature{lack, plan.schedule, plan.zeroStage, software.toStdString()});
}

QString sentenceOf(const MissingFeature &missing)
{
    const QString software = text(missing.software);
    switch (missing.lack) {
    case SoftwareLack::schedule:
        return SpaceWords::tr("%1 does not run %2").arg(software, wordOf(missing.schedule));
    case SoftwareLack::zeroStage:
        return SpaceWords::tr("%1 does not have ZeRO-%2").arg(software, QString::number(missing.zeroStage));
    case SoftwareLack::zeroWithStages:
        return SpaceWords::tr("%1 does not have ZeRO-%2 with pipeline stages")
            .arg(software, QString::number(missing.zeroStage));
    case SoftwareLack::tensorParallel:
        return SpaceWords::tr("%1 does not have tensor parallelism").arg(software);
    case SoftwareLack::contextParallel:
        return SpaceWords::tr("%1 does not have context parallelism").arg(software);
    case SoftwareLack::expertParallel:
        return SpaceWords::tr("%1 does not have expert parallelism").arg(software);
    case SoftwareLack::shardGroups:
        return SpaceWords::tr("%1 does not shard states over groups of replicas (HSDP)").arg(software);
    case SoftwareLack::sharedStages:
        return SpaceWords::tr("%1 does not share a stage between groups").arg(software);
    case SoftwareLack::recomputeModules:
        return SpaceWords::tr("%1 does not recompute these parts of a block").arg(software);
    case SoftwareLack::tpByStage:
        return SpaceWords::tr("%1 does not run stages with unlike TP").arg(software);
    case SoftwareLack::recomputeByStage:
        return SpaceWords::tr("%1 does not recompute otherwise in each stage").arg(software);
    case SoftwareLack::unlikePipelines:
        break;
    }
    return SpaceWords::tr("%1 does not run pipelines that differ").arg(software);
}

} // namespace heteroscope
