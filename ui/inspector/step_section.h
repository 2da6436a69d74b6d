// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Time" and "Memory" of some lanes, as the node, device and job pages show them.
#pragma once

#include "inspector/inspector_page.h"

namespace heteroscope {

class StepSection : public QWidget
{
    Q_OBJECT

public:
    explicit StepSection(QWidget *parent);
    /// lanes may be empty: then it says why. `fullest` is the lane whose memory is shown.
    void show(const StepResult *result, const std::vector<const Lane *> &lanes, bool stale, const QString &whenEmpty);

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
