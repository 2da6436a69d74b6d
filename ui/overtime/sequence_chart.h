// SPDX-License-Identifier: GPL-3.0-or-later
//
// The best sequence as a band of plans with its switches, above a time axis and the tokens per second of four policies.
// A click or drag moves the start time of the shown step and snaps to switches. Left and Right move it by a hundredth,
// Page Up and Page Down to the next switch, Home and End to the ends. Colours repeat after four plans, letters do not.
#pragma once

#include "overtime/sequence_story.h"

#include <QWidget>

#include <array>

namespace heteroscope {

class SequenceChart : public QWidget
{
    Q_OBJECT

public:
    explicit SequenceChart(QWidget *parent = nullptr);

    void setAnswer(std::shared_ptr<const SequenceAnswer> answer);
    void setStale(bool stale);
    /// Start time of the shown step.
    void setMoment(Seconds moment);
    Seconds moment() const { return m_moment; }
    /// The end of the time axis: the last step of the slowest policy that is drawn.
    Seconds horizon() const { return m_horizon; }
    const std::vector<SequenceStretch> &stretches() const { return m_stretches; }
    double xOf(Seconds time) const;

    QSize sizeHint() const override { return {640, 250}; }
    QSize minimumSizeHint() const override { return {320, 150}; }

signals:
    /// Moved by the user, while dragging too.
    void timeMoved(heteroscope::Seconds time);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Rows; ///< where its parts are
    Rows rows() const;
    Seconds timeAt(double x) const;
    void moveTo(Seconds time);
    QString tipAt(QPointF place) const;
    void paintBand(QPainter &painter, const Rows &rows) const;
    void paintSwitches(QPainter &painter, const Rows &rows) const;
    void paintAxis(QPainter &painter, const Rows &rows) const;
    void paintRates(QPainter &painter, const Rows &rows) const;
    void paintLegend(QPainter &painter, const Rows &rows) const;
    void paintMoment(QPainter &painter, const Rows &rows) const;

    std::shared_ptr<const SequenceAnswer> m_answer;
    std::vector<SequenceStretch> m_stretches;
    std::array<std::vector<RatePoint>, policyLineCount> m_rates;
    double m_highest = 0; ///< tokens per second
    Seconds m_horizon{0};
    Seconds m_moment{0};
    bool m_stale = false;
};

} // namespace heteroscope
