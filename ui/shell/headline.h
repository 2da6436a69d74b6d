// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the headline of a window says of its session: the figures of the step on show, and one sentence.
#pragma once

#include "theme/icons.h"
#include "theme/roles.h"

#include <QObject>

namespace heteroscope {

class HeadlineStrip;
class Session;
class TimelineView;

struct HeadlineSentence
{
    QString text;
    QString detail = {};
    IconName icon = IconName::plan;
    Role role = Role::selection;
};

/// The one thing that matters most now: why nothing can run, a plan that does not fit, the critical path while it is
/// shown, the moment of a scenario, or how the plan compares with the best one that is known.
HeadlineSentence headlineSentence(const Session &session, bool criticalPathShown);

/// Keeps the strip up with session and timeline.
class Headline : public QObject
{
    Q_OBJECT

public:
    Headline(const Session &session, HeadlineStrip &strip, const TimelineView &timeline);

private:
    void refresh();

    const Session &m_session;
    HeadlineStrip &m_strip;
    const TimelineView &m_timeline;
};

} // namespace heteroscope
