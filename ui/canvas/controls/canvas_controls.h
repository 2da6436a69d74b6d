// SPDX-License-Identifier: GPL-3.0-or-later
//
// The controls that float over the canvas: colouring and overlay, legend, minimap, zoom chip, hint line, and the hint
// on an empty canvas.
#pragma once

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QToolButton;

namespace heteroscope {

class CanvasLegend;
class CanvasView;

/// A small picture of the whole cluster with a frame around the visible part. Click and drag move the view.
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

    /// Places the controls in the corners of the viewport.
    void place(const QRect &viewport);
    CanvasLegend *legend() const { return m_legend; }
    bool isLegendShown() const { return m_legendShown; }
    void setLegendShown(bool shown);
    /// The area covered by the open legend, in pixels of the view; empty if it is closed.
    QRect covered() const;
    /// Where controls stand, in pixels of the view; the hint gives way.
    std::vector<QRect> places() const;
    /// What the controls take of the view at its top and the hint at its bottom, in pixels.
    double roomAtTop() const;
    double roomAtBottom() const;
    /// Width that the controls at the left and right take from the edge of the view, in its pixels.
    double widthAtLeft() const;
    double widthAtRight() const;
    /// What minimap and zoom cover together; empty where there is no minimap.
    QRect corner() const;
    void setMagnification(double magnification);

private:
    void refresh();
    void fillOverlays();
    void showOverlays();
    /// The hint is there only while it covers nothing of the drawing, and leaves room to it.
    void showHint();

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
    double m_magnification = 1;
    QWidget *m_invitation;
};

} // namespace heteroscope
