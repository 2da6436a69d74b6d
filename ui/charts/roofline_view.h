// SPDX-License-Identifier: GPL-3.0-or-later
//
// The roofline of a lane's device: achieved FLOP/s of each operation against the FLOP that it does for each byte it
// moves, below what peak and memory bandwidth would allow. A dot's area is its share of the computing time, its colour
// the pass. Operations without FLOP stand on the floor of the chart. A click chooses an operation.
#pragma once

#include "analysis/roofline.h"

#include <QWidget>

#include <utility>
#include <vector>

class QCPItemText;
class QCustomPlot;
class QLabel;

namespace heteroscope {

class ChartTable;
class Theme;

class RooflineView : public QWidget
{
    Q_OBJECT

public:
    explicit RooflineView(QWidget *parent = nullptr);

    /// device: what the roof is of, "H100-80GB SXM · h100-0:0–3". Without points nothing is drawn.
    void setRoofline(Roofline roofline, const QString &device);
    /// Shows a sentence in place of the chart.
    void say(const QString &sentence);
    void setStale(bool stale);
    /// Marks an operation; -1: none.
    void setCurrent(int point);
    int current() const { return m_current; }

    const Roofline &roofline() const { return m_roofline; }
    /// A row for each operation, longest first.
    ChartTable *table() const { return m_table; }
    /// Where a point stands in this widget; operations without FLOP on the floor.
    QPoint placeOf(int point) const;
    /// -1: none.
    int pointAt(QPoint place) const;
    /// The sentence below the chart.
    QString note() const;

signals:
    void picked(int point);
    void hovered(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void rebuild();
    void addRoof(const Theme &theme);
    void addPoints(const Theme &theme);
    void placeNames();
    void refreshTable();
    double x(const RooflinePoint &point) const;
    double y(const RooflinePoint &point) const;
    double sizeOf(const RooflinePoint &point) const;
    QString textOf(int point) const;

    QCustomPlot *m_plot;
    std::vector<std::pair<int, QCPItemText *>> m_names; ///< by point; the plot owns them
    QLabel *m_note;
    ChartTable *m_table;
    Roofline m_roofline;
    QString m_device;
    QString m_sentence;
    int m_current = -1;
    bool m_stale = false;
    double m_floor = 1; ///< FLOP/s at the foot of the chart
    double m_left = 1;  ///< least intensity
};

} // namespace heteroscope
