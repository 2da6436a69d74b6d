// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/step_words.h"

namespace heteroscope {
namespace {

QString numbered(QChar letter, std::int32_t microBatch)
{
    return microBatch < 0 ? QString(letter) : letter + QString::number(microBatch + 1);
}

} // namespace

QString barLabel(Activity activity, std::int32_t microBatch)
{
    switch (activity) {
    case Activity::forward:
        return numbered(u'F', microBatch);
    case Activity::recompute:
        return numbered(u'R', microBatch);
    case Activity::backward:
    case Activity::inputGradient:
        return numbered(u'B', microBatch);
    case Activity::weightGradient:
        return numbered(u'W', microBatch);
    case Activity::optimizer:
        return QStringLiteral("opt");
    default:
        return {};
    }
}

QString activityName(Activity activity)
{
    switch (activity) {
    case Activity::forward:
        return StepWords::tr("forward");
    case Activity::recompute:
        return StepWords::tr("recompute");
    case Activity::backward:
        return StepWords::tr("backward");
    case Activity::inputGradient:
        return StepWords::tr("input gradient");
    case Activity::weightGradient:
        return StepWords::tr("weight gradient");
    case Activity::optimizer:
        return StepWords::tr("optimizer");
    case Activity::overhead:
        return StepWords::tr("overhead");
    case Activity::exposedTp:
        return StepWords::tr("TP, exposed");
    case Activity::exposedPp:
        return StepWords::tr("PP, exposed");
    case Activity::exposedDp:
        return StepWords::tr("DP, exposed");
    case Activity::exposedCp:
        return StepWords::tr("CP, exposed");
    case Activity::exposedEp:
        return StepWords::tr("EP, exposed");
    case Activity::bubble:
        return StepWords::tr("bubble");
    case Activity::straggler:
        return StepWords::tr("straggler");
    case Activity::idle:
        break;
    }
    return StepWords::tr("idle");
}

QString causeName(Activity cause)
{
    switch (cause) {
    case Activity::exposedTp:
        return StepWords::tr("TP collectives");
    case Activity::exposedPp:
        return StepWords::tr("PP transfers");
    case Activity::exposedDp:
        return StepWords::tr("DP synchronization");
    case Activity::exposedCp:
        return StepWords::tr("CP exchange");
    case Activity::exposedEp:
        return StepWords::tr("EP all-to-all");
    case Activity::overhead:
        return StepWords::tr("host time");
    default:
        return activityName(cause);
    }
}

QString laneName(const Lane &lane)
{
    QString name = QString::fromStdString(lane.name);
    const qsizetype colon = name.lastIndexOf(u':');
    const qsizetype dash = name.indexOf(u'-', colon);
    if (colon >= 0 && dash > colon)
        name[dash] = QChar(0x2013);
    return name;
}

} // namespace heteroscope
