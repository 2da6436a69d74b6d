// SPDX-License-Identifier: GPL-3.0-or-later
//
// The front of a design search: time against what it costs, a dot a cluster on a step line; left and below is better.
// A click or the arrow keys choose a cluster, a double click or Enter draws it.
#pragma once

#include <QWidget>

#include <vector>

class QCustomPlot;

namespace heteroscope {

struct DesignDot
{
    double x = 0;
    double y = 0;
    QString text; ///< of its tooltip
};

class DesignChart : public QWidget
{
    Q_OBJECT

public:
    explicit DesignChart(QWidget *parent = nullptr);

    /// In the order of their price. Axes are named with their units.
    void setDots(std::vector<DesignDot> dots, const QString &across, const QString &up);
    /// A sentence in place of the chart.
    void say(const QString &sentence);
    /// Marks a dot; -1: none.
    void setCurrent(int dot);
    int current() const { return m_current; }
    const std::vector<DesignDot> &dots() const { return m_dots; }
    /// Where a dot stands in this widget.
    QPoint placeOf(int dot) const;
    /// -1: none.
    int dotAt(QPoint place) const;

    QSize sizeHint() const override { return {360, 240}; }
    QSize minimumSizeHint() const override { return {200, 120}; }

signals:
    void picked(int dot);
    void activated(int dot);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void rebuild();

    QCustomPlot *m_plot;
    std::vector<DesignDot> m_dots;
    QString m_across, m_up, m_sentence;
    int m_current = -1;
};

} // namespace heteroscope
