// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands that change what is drawn: undo, clipboard, notes, racks, groups, order, advice. They can be used when
// there is something for them to do.
#pragma once

#include "settings/actions.h"

#include <QObject>

class QMenu;

namespace heteroscope {

class CanvasView;
class DockLayouts;
class Docks;
class Document;
class MessagesView;

struct EditParts
{
    const Actions &actions;
    Document &document;
    CanvasView &canvas;
    const Docks &docks;
    DockLayouts &layouts;
};

class EditCommands : public QObject
{
    Q_OBJECT

public:
    explicit EditCommands(EditParts parts);

    /// What can be done now with what is selected on the canvas; the menus have the rest.
    static void fillContextMenu(QMenu &menu, const Actions &actions);

signals:
    void said(const QString &text);

private:
    void connectHistory();
    void connectClipboard();
    void connectDrawing();
    void refresh();
    void refreshHistory();
    /// Names the next step of undo or redo in its tool tip.
    void describe(ActionId id, const QString &what, const QString &step);
    void nameNewGroup();

    EditParts m_parts;
    MessagesView *m_messages;
};

} // namespace heteroscope
