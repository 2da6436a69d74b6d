// SPDX-License-Identifier: GPL-3.0-or-later
//
// Real mouse events on a graphics view, said in scene coordinates.
#pragma once

#include <QGraphicsView>
#include <QMouseEvent>
#include <QTest>

class SceneMouse
{
public:
    explicit SceneMouse(QGraphicsView &view) : m_view(view) {}

    void moveTo(QPointF scenePoint) { QTest::mouseMove(m_view.viewport(), at(scenePoint)); }
    /// With a button and keys held.
    void moveTo(QPointF scenePoint, Qt::KeyboardModifiers modifiers, Qt::MouseButton held)
    {
        QMouseEvent event(QEvent::MouseMove, at(scenePoint), m_view.viewport()->mapToGlobal(at(scenePoint)),
                          Qt::NoButton, held, modifiers);
        QCoreApplication::sendEvent(m_view.viewport(), &event);
    }
    void press(QPointF scenePoint, Qt::KeyboardModifiers modifiers = {}, Qt::MouseButton button = Qt::LeftButton)
    {
        moveTo(scenePoint); // a hand is over the thing before it presses
        QTest::mousePress(m_view.viewport(), button, modifiers, at(scenePoint));
    }
    void release(QPointF scenePoint, Qt::KeyboardModifiers modifiers = {}, Qt::MouseButton button = Qt::LeftButton)
    {
        QTest::mouseRelease(m_view.viewport(), button, modifiers, at(scenePoint));
    }
    void click(QPointF scenePoint, Qt::KeyboardModifiers modifiers = {})
    {
        press(scenePoint, modifiers);
        release(scenePoint, modifiers);
    }
    /// Presses, moves in a few steps, stays pressed.
    void dragTo(QPointF from, QPointF to, Qt::KeyboardModifiers modifiers = {}, Qt::MouseButton button = Qt::LeftButton)
    {
        press(from, modifiers, button);
        for (int step = 1; step <= steps; ++step)
            moveTo(from + (to - from) * step / steps, modifiers, button);
    }
    void drag(QPointF from, QPointF to, Qt::KeyboardModifiers modifiers = {}, Qt::MouseButton button = Qt::LeftButton)
    {
        dragTo(from, to, modifiers, button);
        release(to, modifiers, button);
    }

private:
    static constexpr int steps = 5;
    QPoint at(QPointF scenePoint) const { return m_view.mapFromScene(scenePoint); }

    QGraphicsView &m_view;
};
