// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tools of the canvas as a state machine. While a mouse button is pressed exactly one gesture is active and
// receives all events, in scene coordinates. It ends with the release of the button, and only then edits the document,
// or is cancelled (Escape).
#pragma once

#include "document/selection.h"

#include <QPainter>
#include <QPointF>

#include <map>
#include <string>

namespace heteroscope {

class CanvasView;

class Gesture
{
public:
    explicit Gesture(CanvasView &view) : m_view(view) {}
    virtual ~Gesture() = default;
    Gesture(const Gesture &) = delete;
    Gesture &operator=(const Gesture &) = delete;

    virtual void move(QPointF scenePoint, QPoint viewPoint, Qt::KeyboardModifiers modifiers) = 0;
    virtual void release(QPointF scenePoint, Qt::KeyboardModifiers modifiers) = 0;
    virtual void cancel() {}
    /// Drawn over the scene, in pixels of the viewport.
    virtual void paint(QPainter &) {}
    virtual Qt::CursorShape cursor() const { return Qt::ArrowCursor; }

protected:
    CanvasView &m_view;
};

/// Drags the selected things; they stay where they were until the release makes it one edit.
class MoveGesture : public Gesture
{
public:
    MoveGesture(CanvasView &view, QPointF start, std::string grabbed, bool toggle);
    void move(QPointF scenePoint, QPoint viewPoint, Qt::KeyboardModifiers modifiers) override;
    void release(QPointF scenePoint, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;
    void paint(QPainter &painter) override;
    Qt::CursorShape cursor() const override { return m_moving ? Qt::ClosedHandCursor : Qt::ArrowCursor; }

private:
    QPointF snappedDelta(QPointF delta, bool free) const;
    /// How near a line through another thing takes hold, in scene units.
    double magnet() const;
    void findGuides();

    QPointF m_start;
    std::string m_grabbed;
    bool m_moving = false;
    bool m_clickOnly = false; // the press took the thing out of the selection
    std::map<std::string, QPointF> m_from;
    QPointF m_delta;
    std::vector<QLineF> m_guides;
};

/// Draws a link from a port and shows at every position whether it may end there, and if not, why.
class LinkGesture : public Gesture
{
public:
    LinkGesture(CanvasView &view, std::string from, QPointF port);
    void move(QPointF scenePoint, QPoint viewPoint, Qt::KeyboardModifiers modifiers) override;
    void release(QPointF scenePoint, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;
    void paint(QPainter &painter) override;
    Qt::CursorShape cursor() const override { return Qt::CrossCursor; }

    /// What is said at the pointer; empty over nothing.
    const QString &reason() const { return m_reason; }
    bool isRefused() const { return m_refused; }

private:
    std::string m_from;
    QPointF m_port;
    QPointF m_end;
    std::string m_target;
    QString m_reason;
    bool m_refused = false;
};

class PanGesture : public Gesture
{
public:
    PanGesture(CanvasView &view, QPoint start) : Gesture(view), m_last(start) {}
    void move(QPointF scenePoint, QPoint viewPoint, Qt::KeyboardModifiers modifiers) override;
    void release(QPointF, Qt::KeyboardModifiers) override {}
    Qt::CursorShape cursor() const override { return Qt::ClosedHandCursor; }

private:
    QPoint m_last;
};

/// Selects what a rectangle touches; with Shift in addition to what was selected.
class RubberBandGesture : public Gesture
{
public:
    RubberBandGesture(CanvasView &view, QPointF start, bool extend);
    void move(QPointF scenePoint, QPoint viewPoint, Qt::KeyboardModifiers modifiers) override;
    void release(QPointF scenePoint, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;
    void paint(QPainter &painter) override;

private:
    QPointF m_start;
    QPointF m_end;
    NameSet m_before;
    bool m_dragged = false;
};

} // namespace heteroscope
