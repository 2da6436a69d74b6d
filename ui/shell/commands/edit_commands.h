// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands that change the drawing: undo, clipboard, notes, racks, groups, alignment, advice. They are enabled if
// they have something to act on.
#pragma once

#include "settings/actions.h"

#include <QObject>

class QMenu;

namespace heteroscope {

class CanvasView;
class DockLayouts;
class Docks;
class Document;
class FileImports;
class MessagesView;

struct EditParts
{
    const Actions &actions;
    Document &document;
    CanvasView &canvas;
    const Docks &docks;
    DockLayouts &layouts;
    FileImports &imports;
};

class EditCommands : public QObject
{
    Q_OBJECT

public:
    explicit EditCommands(EditParts parts);

    /// Fills the menu with the enabled commands for the selected items.
    static void fillItemMenu(QMenu &menu, const Actions &actions);
    /// The same, and what can be done with the whole drawing.
    static void fillContextMenu(QMenu &menu, const Actions &actions);

signals:
    void said(const QString &text);

private:
    void connectHistory();
    void connectClipboard();
    void connectDrawing();
    void refresh();
    void refreshHistory();
    /// Shows the next step of undo or redo in the tool tip.
    void describe(ActionId id, const QString &what, const QString &step);
    void nameNewGroup();

    EditParts m_parts;
    MessagesView *m_messages;
};

} // namespace heteroscope
