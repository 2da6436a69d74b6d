// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel beside the ranking: why the selected row is not the best. For a rejected family its lower bound by cause;
// for a plan its additional time compared with the best, or the memory by which it does not fit.
#pragma once

#include "strategies/causes.h"

#include <QString>
#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace heteroscope {

/// Causes as rows with bars.
class CauseRows : public QWidget
{
    Q_OBJECT

public:
    explicit CauseRows(QWidget *parent = nullptr);
    void setRows(std::vector<CauseRow> rows);
    const std::vector<CauseRow> &rows() const { return m_rows; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    std::vector<CauseRow> m_rows;
};

class WhyNotPanel : public QWidget
{
    Q_OBJECT

public:
    explicit WhyNotPanel(QWidget *parent = nullptr);

    /// A simulated plan against the best one; best may be null. refusal: why it may not be the answer, said first.
    /// remark: what else is to be known of it.
    void showPlan(const QString &name, const WhyNot &why, const QString &refusal, const QString &remark);
    /// said: the reason in its row.
    void showFamily(const QString &name, const WhyNotFamily &family, const QString &said);
    /// Only a sentence: while it is looked for, or where nothing is to be said.
    void showSentence(const QString &name, const QString &sentence);

    QString title() const;
    QString sentence() const;
    QString remark() const; ///< below the causes
    const std::vector<CauseRow> &causes() const { return m_causes->rows(); }
    /// Shows the plan that the family was looked at with.
    QPushButton *planButton() const { return m_showPlan; }
    QToolButton *closeButton() const { return m_close; }

    QSize sizeHint() const override { return {300, 240}; }

signals:
    void planPicked(const heteroscope::Plan &plan);
    void closed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void fill(const QString &name, const QString &sentence, const QString &heading, std::vector<CauseRow> rows,
              const QString &footer);

    QLabel *m_title;
    QToolButton *m_close;
    QLabel *m_sentence;
    QLabel *m_heading;
    CauseRows *m_causes;
    QLabel *m_footer;
    QPushButton *m_showPlan;
    QScrollArea *m_scroll;
    std::optional<Plan> m_plan;
};

} // namespace heteroscope
