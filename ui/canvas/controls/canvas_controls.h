// SPDX-License-Identifier: GPL-3.0-or-later
//
// What floats over the canvas: colouring and overlay, the legend, minimap, zoom chip, hint line and the
// invitation of an empty canvas.
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QToolButton;

namespace heteroscope {

class CanvasLegend;
class CanvasView;

/// The whole cluster in small with the visible part framed; click and drag move the view.
class Minimap : public QWidget
{
    Q_OBJECT

public:
    explicit Minimap(CanvasView *view);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    QTransform toMap() const;
    void centreViewOn(QPointF point);

    CanvasView *m_view;
};

class CanvasControls : public QObject
{
    Q_OBJECT

public:
    explicit CanvasControls(CanvasView *view);

    /// Puts everything into its corner of the viewport.
    void place(const QRect &viewport);
    CanvasLegend *legend() const { return m_legend; }
    bool isLegendShown() const { return m_legendShown; }
    void setLegendShown(bool shown);
    /// What the open legend covers, in pixels of the view; empty for none.
    QRect covered() const;

private:
    void refresh();
    void fillOverlays();
    void showOverlays();

    CanvasView *m_view;
    QWidget *m_colours;
    QComboBox *m_colourBy;
    QComboBox *m_overlay;
    CanvasLegend *m_legend;
    bool m_legendShown = true;
    Minimap *m_minimap;
    bool m_mapFits = true;
    QWidget *m_zoomChip;
    QToolButton *m_zoomText;
    QWidget *m_hint;
    QWidget *m_invitation;
};

} // namespace heteroscope
