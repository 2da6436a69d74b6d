// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands that export pictures of window and cluster, and print.
#pragma once

#include "settings/actions.h"
#include "shell/files/dialogs.h"

#include <QObject>
#include <QSize>

class QPainter;
class QWidget;

namespace heteroscope {

class CanvasView;

class PictureCommands : public QObject
{
    Q_OBJECT

public:
    PictureCommands(const Actions &actions, QWidget &window, CanvasView &canvas, const Dialogs &dialogs);

signals:
    void said(const QString &text);

private:
    /// Asks for a file name and writes the picture drawn by `paint`.
    void exportPicture(QSize size, const std::function<void(QPainter &)> &paint);
    void print();

    CanvasView &m_canvas;
    const Dialogs &m_dialogs;
};

} // namespace heteroscope
