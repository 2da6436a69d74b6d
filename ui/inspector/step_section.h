// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sections "Time" and "Memory" of some lanes, on the pages of the job and of all items with devices.
#pragma once

#include "inspector/inspector_page.h"

namespace heteroscope {

class StepSection : public QWidget
{
    Q_OBJECT

public:
    explicit StepSection(QWidget *parent);
    /// lanes may be empty: then it says why. The memory shown belongs to the fullest lane.
    void show(const StepResult *result, const std::vector<const Lane *> &lanes, bool stale, const QString &whenEmpty);
    /// The lanes that run on some things, named as lanesOn wants them. Gives the first of them, null for none.
    const Lane *showOn(Session &session, const NameSet &things, const QString &whenUnused);

private:
    QLabel *m_timeTitle;
    QLabel *m_timeAside;
    StackedBar *m_timeBar;
    ShareRows *m_timeRows;
    QWidget *m_memory;
    QLabel *m_memoryAside;
    StackedBar *m_memoryBar;
    ShareRows *m_memoryRows;
    QLabel *m_empty;
};

} // namespace heteroscope
