// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/plan_words.h"

#include "language/sentences.h"

#include <QCoreApplication>

namespace heteroscope {

namespace {

struct PlanWords
{
    Q_DECLARE_TR_FUNCTIONS(PlanWords)
};

QString degree(const char *name, const IntRange &range)
{
    return QLatin1String(name) + QString::fromStdString(toString(range));
}

QString degree(const char *name, int value) { return QLatin1String(name) + QString::number(value); }

void addZero(QStringList &chips, int zeroStage, int shardGroup)
{
    const QString chip = zeroChip(zeroStage, shardGroup);
    if (!chip.isEmpty())
        chips << chip;
}

QString selectiveChip(const PlanName &name)
{
    constexpr std::size_t named = 2; // of more it would be too long for a chip
    if (!namesModules(name))
        return PlanWords::tr("R sel");
    const std::size_t count = name.recomputeModules.names().size();
    return count <= named ? PlanWords::tr("recompute %1").arg(QString::fromStdString(toString(name.recomputeModules)))
                          : PlanWords::tr("recompute of %1 parts").arg(count);
}

} // namespace

QString wordOf(ScheduleKind schedule) { return spoken(displayName(schedule)); }

QString NameChips::text() const { return (QStringList(degrees.join(u' ')) + rest).join(QStringLiteral(" · ")); }

QString zeroChip(int zeroStage, int shardGroup)
{
    if (zeroStage == 0)
        return {};
    const QString chip = QStringLiteral("ZeRO-%1").arg(zeroStage);
    return shardGroup > 0 ? PlanWords::tr("%1 over %2").arg(chip).arg(shardGroup) : chip;
}

QString scheduleChip(const PlanName &name)
{
    return name.schedule == ScheduleKind::interleaved ? PlanWords::tr("interleaved x%1").arg(name.chunks)
                                                      : wordOf(name.schedule);
}

QString recomputeChip(const PlanName &name)
{
    if (name.recompute == Recompute::none)
        return {};
    if (name.recompute == Recompute::selective)
        return selectiveChip(name);
    return name.recomputeLayers
               ? PlanWords::tr("recompute %1").arg(QString::fromStdString(toString(*name.recomputeLayers)))
               : PlanWords::tr("recompute");
}

NameChips chipsOf(const PlanName &name)
{
    NameChips chips;
    chips.degrees << degree("TP", name.tp) << degree("PP", name.stages) << degree("DP", name.replicas);
    if (name.cp.high > 1)
        chips.degrees << degree("CP", name.cp);
    if (name.ep.high > 1)
        chips.degrees << degree("EP", name.ep);
    if (name.chunks > 1 && name.schedule != ScheduleKind::interleaved)
        chips.degrees << degree("VP", name.chunks);
    chips.rest << QStringLiteral("%1 m%2").arg(scheduleChip(name), QString::fromStdString(toString(name.microBatches)));
    addZero(chips.rest, name.zeroStage, name.shardGroup);
    if (const QString chip = recomputeChip(name); !chip.isEmpty())
        chips.rest << chip;
    return chips;
}

NameChips chipsOf(const FamilyName &name)
{
    NameChips chips;
    QStringList list;
    for (const int tp : name.tp)
        list << QString::number(tp);
    chips.degrees << (list.isEmpty() ? PlanWords::tr("TP by stage") : QStringLiteral("TP%1").arg(list.join(u'/')));
    if (name.dp == 0 && name.hasOrder())
        return chips;
    if (name.stages > 0)
        chips.degrees << degree("PP", name.stages);
    if (name.hasOrder()) // else how many of each type is open, or given by the cluster
        chips.degrees << degree("DP", name.dp);
    if (name.cp > 1)
        chips.degrees << degree("CP", name.cp);
    if (name.ep > 1)
        chips.degrees << degree("EP", name.ep);
    const QString schedule = name.schedule == ScheduleKind::interleaved
                                 ? PlanWords::tr("interleaved x%1").arg(name.chunks)
                                 : wordOf(name.schedule);
    chips.rest << QStringLiteral("%1 m%2").arg(schedule).arg(name.microBatches);
    addZero(chips.rest, name.zeroStage, name.shardGroup);
    if (name.recompute == Recompute::full)
        chips.rest << PlanWords::tr("recompute full");
    else if (name.recompute == Recompute::selective)
        chips.rest << PlanWords::tr("recompute selective");
    list.clear();
    for (const std::string &type : name.types)
        list << QString::fromStdString(type);
    const QString types = list.join(name.hasOrder() ? QStringLiteral(" > ") : QStringLiteral(" + "));
    if (!types.isEmpty())
        chips.rest << (name.mixed    ? PlanWords::tr("%1 (mixed stages)").arg(types)
                       : name.apart  ? PlanWords::tr("%1 (pipelines by type)").arg(types)
                       : name.shares ? PlanWords::tr("%1 (samples by type)").arg(types)
                                     : types);
    return chips;
}

QString nameOf(const Plan &plan) { return chipsOf(planName(plan)).text(); }

} // namespace heteroscope
