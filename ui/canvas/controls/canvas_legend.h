// SPDX-License-Identifier: GPL-3.0-or-later
//
// The legend in a corner of the canvas. What is chosen in it is the filter of the canvas: everything of another kind
// fades. Tab goes to it, arrows go through it, Space chooses, Escape shows all again.
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

    /// Shut, only its title is there.
    bool isOpen() const { return m_open; }
    void setOpen(bool open);
    /// Takes as much of this height, in pixels, as it needs.
    void setRoom(int height);
    /// In the order of the keyboard.
    const std::vector<LegendButton *> &entries() const { return m_entries; }
    LegendButton *entry(const Facet &facet) const;

public slots:
    void showAll();

signals:
    void openChanged(bool open);
    void heightChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void refresh();
    void build();
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
    int m_room = 400;
    bool m_open = true;
};

} // namespace heteroscope
