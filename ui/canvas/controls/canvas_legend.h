// SPDX-License-Identifier: GPL-3.0-or-later
//
// The legend in a corner of the canvas. The chosen entries are the filter of the canvas: items of other kinds fade.
// Keyboard: Tab focuses it, arrows move between entries, Space chooses one, Escape clears the filter.
#pragma once

#include "canvas/controls/legend_content.h"

#include <QWidget>

class QScrollArea;
class QToolButton;

namespace heteroscope {

class CanvasView;
class LegendButton;

class CanvasLegend : public QWidget
{
    Q_OBJECT

public:
    explicit CanvasLegend(CanvasView *view);

    /// If it is closed, only its title is shown.
    bool isOpen() const { return m_open; }
    void setOpen(bool open);
    /// Sets the available height in pixels; the legend uses as much of it as it needs.
    void setRoom(int height);
    /// In keyboard order.
    const std::vector<LegendButton *> &entries() const { return m_entries; }
    LegendButton *entry(const Facet &facet) const;

public slots:
    void showAll();

signals:
    void openChanged(bool open);

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void refresh();
    void build();
    int innerWidth() const;
    void choose();
    void showFilter();
    void goFrom(LegendButton *entry, int by);
    void fitHeight();

    CanvasView *m_view;
    QToolButton *m_title;
    QToolButton *m_all;
    QScrollArea *m_scroll;
    QWidget *m_body = nullptr;
    std::vector<LegendSection> m_sections;
    std::vector<LegendButton *> m_entries;
    int m_bodyHeight = 0;
    int m_inner = 0; ///< width of the rows
    int m_room = 400;
    bool m_open = true;
};

} // namespace heteroscope
