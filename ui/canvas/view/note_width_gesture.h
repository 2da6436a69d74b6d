// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dragging the side of a selected note makes it wider or narrower around its middle; its text is wrapped anew all the
// while, and the release is one edit.
#pragma once

#include "canvas/view/gesture.h"

namespace heteroscope {

class CanvasScene;

/// The selected note whose side is under the point; empty none.
std::string noteSideAt(const CanvasScene &scene, QPointF scenePoint);

class NoteWidthGesture : public Gesture
{
public:
    NoteWidthGesture(CanvasView &view, std::string key, QPointF start);
    void move(QPointF scenePoint, QPoint viewPoint, Qt::KeyboardModifiers modifiers) override;
    void release(QPointF scenePoint, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;
    void paint(QPainter &painter) override;
    Qt::CursorShape cursor() const override { return Qt::SizeHorCursor; }

private:
    std::string m_key;
    double m_grip = 0; ///< pixels from the side to where it was grabbed, outwards
    double m_before = 0;
    double m_width = 0; ///< of the note, as it is shown
};

} // namespace heteroscope
