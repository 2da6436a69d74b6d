// SPDX-License-Identifier: GPL-3.0-or-later
//
// The section "Software runs" on the page of the job: a check box for each schedule, ZeRO stage, kind of
// parallelism and part of a block that is recomputed alone. They show what the job's stack has by default until the
// user ticks something else; then that list is the job's own.
#pragma once

#include "inspector/inspector_page.h"
#include "workload/workload.h"

#include <QCheckBox>

class QGridLayout;

namespace heteroscope {

struct SoftwareStack;

class SoftwareSection : public QWidget
{
    Q_OBJECT

public:
    explicit SoftwareSection(QWidget *parent);
    void show(const TrainingJob &job);

signals:
    /// what: the text of the undo step.
    void edited(const QString &what, const heteroscope::SoftwareTicks &ticks);

private:
    /// Which list of the ticks a box belongs to, and the item's place in it: of tickableSchedules(), the ZeRO stage, of
    /// softwareDegreeNames, of recomputeModuleNames.
    enum class List { schedules, zeroStages, degrees, modules };
    struct Box
    {
        List list;
        int item;
        QString name;
        QCheckBox *check;
    };

    QGridLayout *addList(const QString &caption);
    void add(QGridLayout *grid, int row, int column, List list, int item, const QString &name, const QString &what);
    void click(const Box &box, bool on);
    void follow(bool on);
    static bool isTicked(const Box &box, const SoftwareStack &software);

    TrainingJob m_job;
    QLabel *m_aside;
    QCheckBox *m_asSoftware;
    QVBoxLayout *m_layout;
    std::vector<Box> m_boxes;
};

} // namespace heteroscope
