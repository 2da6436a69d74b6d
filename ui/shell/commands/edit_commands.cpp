// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/edit_commands.h"

#include "canvas/view/canvas_view.h"
#include "editing/canvas_clipboard.h"
#include "editing/canvas_edits.h"
#include "editing/group_commands.h"
#include "editing/note_commands.h"
#include "editing/rack_commands.h"
#include "inspector/inspector.h"
#include "shell/commands/connect_action.h"
#include "shell/docks/dock_layouts.h"
#include "shell/docks/docks.h"
#include "shell/files/file_imports.h"
#include "shell/messages.h"
#include "widgets/plain_text.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

#include <algorithm>

namespace heteroscope {

EditCommands::EditCommands(EditParts parts) : m_parts(parts), m_messages(parts.docks.view<MessagesView>())
{
    connectHistory();
    connectClipboard();
    connectDrawing();
    connect(m_parts.document.undoStack(), &QUndoStack::indexChanged, this, &EditCommands::refresh);
    connect(m_parts.document.selection(), &Selection::changed, this, &EditCommands::refresh);
    connect(&m_parts.document, &Document::projectChanged, this, &EditCommands::refresh);
    connect(QApplication::clipboard(), &QClipboard::dataChanged, this, &EditCommands::refresh);
    connect(&m_parts.actions, &Actions::shortcutsChanged, this, &EditCommands::refresh);
    connect(m_messages, &MessagesView::countChanged, this, &EditCommands::refresh);
    refresh();
}

void EditCommands::connectHistory()
{
    // In the middle of a drag, that is what there is to take back.
    onAction(m_parts.actions, ActionId::undo, this, [this] {
        if (!m_parts.canvas.cancelGesture())
            m_parts.document.undoStack()->undo();
    });
    onAction(m_parts.actions, ActionId::redo, this, [this] {
        if (!m_parts.canvas.gesture())
            m_parts.document.undoStack()->redo();
    });
}

void EditCommands::connectClipboard()
{
    Document &document = m_parts.document;
    const auto on = [this](ActionId id, auto function) { onAction(m_parts.actions, id, this, std::move(function)); };
    on(ActionId::cut, [&document] { cutSelected(document); });
    on(ActionId::copy, [this, &document] {
        if (!copySelected(document))
            return;
        const std::size_t count = selectedThings(document).size();
        emit said(count == 1 ? tr("Copied 1 item") : tr("Copied %1 items").arg(count));
    });
    on(ActionId::paste, [this, &document] {
        const QString text = QApplication::clipboard()->text();
        if (const ImportFormat *format = FileImports::formatOf(text))
            m_parts.imports.takeText(text, *format);
        else
            pasteInto(document, m_parts.canvas.pastePlace());
    });
    on(ActionId::remove, [&document] { removeSelected(document); });
    on(ActionId::duplicate, [&document] { duplicateSelected(document); });
    on(ActionId::selectAll, [&document] { selectEverything(document); });
}

void EditCommands::connectDrawing()
{
    Document &document = m_parts.document;
    CanvasView &canvas = m_parts.canvas;
    const auto on = [this](ActionId id, auto function) { onAction(m_parts.actions, id, this, std::move(function)); };
    on(ActionId::addNote, [this, &canvas] {
        m_parts.layouts.setCanvasShown(true);
        canvas.addNote();
    });
    on(ActionId::editNote, [&canvas] { canvas.editNote(); });
    on(ActionId::linkTwo, [&document, &canvas] { linkSelected(document, canvas.linkType()); });
    on(ActionId::connectToSwitch, [&document, &canvas] { connectSelectedToSwitch(document, canvas.linkType()); });
    on(ActionId::makeRack, [&document] { rackSelected(document); });
    on(ActionId::ungroup, [&document] { unrackSelected(document); });
    on(ActionId::toggleRack, [&document] { toggleRacks(document, selectedRacks(document)); });
    on(ActionId::groupDevices, [this, &document] {
        if (groupSelected(document))
            nameNewGroup();
    });
    on(ActionId::alignRow, [&document] { alignSelected(document, Qt::Horizontal); });
    on(ActionId::alignColumn, [&document] { alignSelected(document, Qt::Vertical); });
    on(ActionId::distributeAcross, [&document] { distributeSelected(document, Qt::Horizontal); });
    on(ActionId::distributeDown, [&document] { distributeSelected(document, Qt::Vertical); });
    on(ActionId::arrange, [&document, &canvas] {
        arrangeEverything(document);
        canvas.fit();
    });
    on(ActionId::applyFix, [this] { m_messages->applyFix(); });
}

namespace {

/// The enabled actions of each group.
void fillWith(QMenu &menu, const Actions &actions, const std::vector<std::vector<ActionId>> &groups)
{
    for (const auto &group : groups) {
        menu.addSeparator(); // shown between groups only
        for (const ActionId id : group)
            if (actions[id]->isEnabled())
                menu.addAction(actions[id]);
    }
}

} // namespace

void EditCommands::fillItemMenu(QMenu &menu, const Actions &actions)
{
    fillWith(menu, actions,
             {{ActionId::cut, ActionId::copy, ActionId::paste, ActionId::duplicate, ActionId::remove},
              {ActionId::addNote, ActionId::editNote},
              {ActionId::linkTwo, ActionId::connectToSwitch, ActionId::makeRack, ActionId::ungroup,
               ActionId::toggleRack, ActionId::groupDevices},
              {ActionId::alignRow, ActionId::alignColumn, ActionId::distributeAcross, ActionId::distributeDown}});
}

void EditCommands::fillContextMenu(QMenu &menu, const Actions &actions)
{
    fillItemMenu(menu, actions);
    fillWith(menu, actions, {{ActionId::addCluster, ActionId::arrange, ActionId::selectAll, ActionId::fit}});
}

void EditCommands::nameNewGroup()
{
    QDockWidget *dock = m_parts.docks.dockOf<Inspector>();
    dock->show();
    dock->raise();
    m_parts.docks.view<Inspector>()->editName();
}

void EditCommands::describe(ActionId id, const QString &what, const QString &step)
{
    QAction *action = m_parts.actions[id];
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    const QString text = step.isEmpty() ? what : tr("%1: %2").arg(what, step);
    action->setToolTip(plainTip(key.isEmpty() ? text : tr("%1 (%2)").arg(text, key)));
}

void EditCommands::refreshHistory()
{
    const QUndoStack *stack = m_parts.document.undoStack();
    enableAction(m_parts.actions, ActionId::undo, stack->canUndo());
    enableAction(m_parts.actions, ActionId::redo, stack->canRedo());
    describe(ActionId::undo, tr("Undo"), stack->canUndo() ? stack->undoText() : QString());
    describe(ActionId::redo, tr("Redo"), stack->canRedo() ? stack->redoText() : QString());
}

void EditCommands::refresh()
{
    refreshHistory();
    const auto enable = [this](ActionId id, bool enabled) { enableAction(m_parts.actions, id, enabled); };
    Document &document = m_parts.document;
    const NameSet &names = document.selection()->names();
    const std::size_t things = selectedThings(document).size();
    const Cluster &cluster = document.project().cluster;
    const auto switches =
        static_cast<std::size_t>(std::count_if(cluster.switches.begin(), cluster.switches.end(),
                                               [&](const Switch &one) { return names.count(one.name) > 0; }));
    enable(ActionId::cut, things > 0);
    enable(ActionId::copy, things > 0);
    enable(ActionId::paste, clipboardHasText());
    enable(ActionId::remove, !names.empty());
    enable(ActionId::duplicate, things > 0 || !selectedLinks(document).empty());
    enable(ActionId::revealSelected, !names.empty() || !document.selection()->devices().empty());
    const std::size_t notes = selectedNotes(document).size();
    const std::size_t machines = things - notes;
    enable(ActionId::editNote, notes == 1);
    enable(ActionId::linkTwo, machines == 2);
    enable(ActionId::connectToSwitch, switches == 1 && machines > switches);
    const std::size_t racks = selectedRacks(document).size();
    enable(ActionId::makeRack, machines > 0);
    enable(ActionId::ungroup, racks > 0);
    enable(ActionId::toggleRack, racks > 0);
    enable(ActionId::groupDevices, canGroup(document));
    enable(ActionId::alignRow, things > 1);
    enable(ActionId::alignColumn, things > 1);
    enable(ActionId::distributeAcross, things > 2);
    enable(ActionId::distributeDown, things > 2);
    enable(ActionId::applyFix, m_messages->canApplyFix());
    const bool drawn = !cluster.nodes.empty() || !cluster.switches.empty();
    enable(ActionId::arrange, drawn);
    enable(ActionId::exportCanvas, drawn || !document.project().notes.empty());
    enable(ActionId::print, drawn || !document.project().notes.empty());
}

} // namespace heteroscope
