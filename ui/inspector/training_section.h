// SPDX-License-Identifier: GPL-3.0-or-later
//
// The section "Data, states and tuning" on the page of the job: packed documents, precisions of the optimizer's states,
// recipe of fp8 and fp4, weights in fp8, graphs, adapters on frozen weights, dispatch of experts.
#pragma once

#include "workload/workload.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSpinBox;

namespace heteroscope {

class TrainingSection : public QWidget
{
    Q_OBJECT

public:
    explicit TrainingSection(QWidget *parent);
    void show(const TrainingJob &job);

signals:
    /// what: the text of the undo step.
    void edited(const QString &what, const heteroscope::TrainingJob &job);

private:
    template<class Change>
    void change(const QString &what, Change change)
    {
        TrainingJob job = m_job;
        change(job);
        emit edited(what, job);
    }
    void changeDocuments();
    void connectFields();
    void connectExperts();

    TrainingJob m_job;
    QLineEdit *m_documents;
    QComboBox *m_moments;
    QComboBox *m_recipe;
    QCheckBox *m_narrow;
    QCheckBox *m_graphs;
    QCheckBox *m_frozen;
    QSpinBox *m_rank;
    QComboBox *m_targets;
    QComboBox *m_base;
    QComboBox *m_dispatch;
    QComboBox *m_overlap;
};

} // namespace heteroscope
