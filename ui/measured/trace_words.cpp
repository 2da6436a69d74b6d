// SPDX-License-Identifier: GPL-3.0-or-later
#include "measured/trace_words.h"

#include "theme/theme.h"

#include <QCoreApplication>

namespace heteroscope {

namespace {

class TraceWords
{
    Q_DECLARE_TR_FUNCTIONS(TraceWords)
};

} // namespace

QString wordOf(TraceKind kind)
{
    switch (kind) {
    case TraceKind::forward:
        return TraceWords::tr("forward");
    case TraceKind::backward:
        return TraceWords::tr("backward");
    case TraceKind::compute:
        return TraceWords::tr("computation");
    case TraceKind::tp:
        return TraceWords::tr("TP");
    case TraceKind::ep:
        return TraceWords::tr("EP");
    case TraceKind::cp:
        return TraceWords::tr("CP");
    case TraceKind::pp:
        return TraceWords::tr("PP");
    case TraceKind::dp:
        return TraceWords::tr("DP");
    case TraceKind::collective:
        return TraceWords::tr("collectives");
    case TraceKind::copy:
        return TraceWords::tr("copies");
    case TraceKind::host:
        break;
    }
    return TraceWords::tr("idle");
}

QString wordOf(TraceCause cause)
{
    switch (cause) {
    case TraceCause::compute:
        return TraceWords::tr("computation");
    case TraceCause::tp:
        return TraceWords::tr("TP, not hidden");
    case TraceCause::ep:
        return TraceWords::tr("EP, not hidden");
    case TraceCause::cp:
        return TraceWords::tr("CP, not hidden");
    case TraceCause::dp:
        return TraceWords::tr("DP, not hidden");
    case TraceCause::collectives:
        return TraceWords::tr("collectives, not hidden");
    case TraceCause::pipeline:
        return TraceWords::tr("pipeline: PP and bubbles");
    case TraceCause::copies:
        return TraceWords::tr("copies");
    case TraceCause::idle:
        return TraceWords::tr("idle");
    case TraceCause::waiting:
        break;
    }
    return TraceWords::tr("waiting");
}

QColor colorOf(TraceKind kind, const Theme &theme)
{
    switch (kind) {
    case TraceKind::forward:
        return theme[Role::forward];
    case TraceKind::backward:
        return theme[Role::backward];
    case TraceKind::compute:
        return theme[Role::optimizer];
    case TraceKind::tp:
        return theme.fill(Traffic::tp);
    case TraceKind::ep:
        return theme.fill(Traffic::ep);
    case TraceKind::cp:
        return theme.fill(Traffic::cp);
    case TraceKind::pp:
        return theme.fill(Traffic::send);
    case TraceKind::dp:
        return theme.fill(Traffic::dp);
    case TraceKind::collective:
        return theme[Role::muted];
    case TraceKind::copy:
        return theme[Role::memory];
    case TraceKind::host:
        break;
    }
    return theme[Role::base];
}

QColor overlayColorOf(Activity activity, const Theme &theme)
{
    if (activity == Activity::idle || activity == Activity::overhead)
        return theme[Role::base];
    return isExposed(activity) ? theme[roleOf(activity)] : theme.fill(activity);
}

} // namespace heteroscope
