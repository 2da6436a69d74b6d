// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands for a lecture: presenter mode, and films of schedules.
#pragma once

#include "presenter/presentation.h"
#include "settings/actions.h"
#include "shell/files/dialogs.h"

namespace heteroscope {

class CanvasView;
class Replay;
class Session;

struct PresentParts
{
    const Actions &actions;
    Session &session;
    Replay &replay;
    CanvasView &canvas;
    const Dialogs &dialogs;
    QWidget &window;
};

class PresentCommands : public QObject
{
    Q_OBJECT

public:
    explicit PresentCommands(PresentParts parts);

    Presentation &presentation() { return m_presentation; }

signals:
    void said(const QString &text);

private:
    void present();
    void showFilm();
    void refresh();

    PresentParts m_parts;
    Presentation m_presentation;
};

} // namespace heteroscope
