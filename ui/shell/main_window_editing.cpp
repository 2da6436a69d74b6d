// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands that change or show what is drawn: clipboard, templates, order, finding, pictures and print.
#include "canvas/view/canvas_view.h"
#include "editing/canvas_clipboard.h"
#include "editing/canvas_edits.h"
#include "editing/group_commands.h"
#include "editing/note_commands.h"
#include "editing/rack_commands.h"
#include "inspector/inspector.h"
#include "project/library_edits.h"
#include "shell/command_palette.h"
#include "shell/dock_layouts.h"
#include "shell/main_window.h"
#include "shell/messages.h"
#include "shell/shortcut_editor.h"
#include "shell/shortcut_sheet.h"
#include "shell/status_bar.h"
#include "shell/things_view.h"
#include "widgets/picture_file.h"
#include "wizard/cluster_wizard.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QPrinter>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr QSize pictureOfCanvas(1600, 1000); // pixels; SVG and PDF have no others

} // namespace

void MainWindow::connectEditing()
{
    // In the middle of a drag, that is what there is to take back.
    on(ActionId::undo, [this] {
        if (!m_canvas->cancelGesture())
            m_document.undoStack()->undo();
    });
    on(ActionId::redo, [this] {
        if (!m_canvas->gesture())
            m_document.undoStack()->redo();
    });
    on(ActionId::cut, [this] { cutSelected(m_document); });
    on(ActionId::copy, [this] {
        if (!copySelected(m_document))
            return;
        const std::size_t count = selectedThings(m_document).size();
        m_status->say(count == 1 ? tr("Copied 1 thing") : tr("Copied %1 things").arg(count));
    });
    on(ActionId::paste, [this] { pasteInto(m_document, m_canvas->pastePlace()); });
    on(ActionId::remove, [this] { removeSelected(m_document); });
    on(ActionId::duplicate, [this] { duplicateSelected(m_document); });
    on(ActionId::selectAll, [this] { selectEverything(m_document); });
    on(ActionId::addNote, [this] {
        m_layouts->setCanvasShown(true);
        m_canvas->addNote();
    });
    on(ActionId::editNote, [this] { m_canvas->editNote(); });
    on(ActionId::linkTwo, [this] { linkSelected(m_document, m_canvas->linkType()); });
    on(ActionId::connectToSwitch, [this] { connectSelectedToSwitch(m_document, m_canvas->linkType()); });
    on(ActionId::makeRack, [this] { rackSelected(m_document); });
    on(ActionId::ungroup, [this] { unrackSelected(m_document); });
    on(ActionId::toggleRack, [this] { toggleRacks(m_document, selectedRacks(m_document)); });
    on(ActionId::groupDevices, [this] {
        if (!groupSelected(m_document))
            return;
        m_inspectorDock->show();
        m_inspectorDock->raise();
        m_inspector->editName();
    });
    on(ActionId::alignRow, [this] { alignSelected(m_document, Qt::Horizontal); });
    on(ActionId::alignColumn, [this] { alignSelected(m_document, Qt::Vertical); });
    on(ActionId::distributeAcross, [this] { distributeSelected(m_document, Qt::Horizontal); });
    on(ActionId::distributeDown, [this] { distributeSelected(m_document, Qt::Vertical); });
    on(ActionId::arrange, [this] {
        arrangeEverything(m_document);
        m_canvas->fit();
    });
    on(ActionId::mend, [this] { m_messages->mend(); });
    on(ActionId::addCluster, [this] { addCluster(); });
    on(ActionId::catalog, [this] { showCatalog(); });
    on(ActionId::exportCanvas, [this] { exportCanvas(); });
    on(ActionId::print, [this] { printCanvas(); });
    on(ActionId::findCommand, [this] { findCommand(); });
    on(ActionId::revealSelected, [this] { m_canvas->reveal(m_document.selection()->names()); });
    on(ActionId::editShortcuts, [this] {
        auto *editor = new ShortcutEditor(*m_actions, this);
        editor->setAttribute(Qt::WA_DeleteOnClose);
        editor->open();
    });
    connect(QApplication::clipboard(), &QClipboard::dataChanged, this, &MainWindow::updateEditing);
    connect(m_actions.get(), &Actions::shortcutsChanged, this, &MainWindow::updateEditing);
    connect(m_messages, &MessagesView::countChanged, this, &MainWindow::updateEditing);
    connect(m_things, &ThingsView::jumpTo, this, &MainWindow::jumpTo);
}

void MainWindow::updateEditing()
{
    const auto enable = [this](ActionId id, bool enabled) { (*m_actions)[id]->setEnabled(enabled); };
    const QUndoStack *stack = m_document.undoStack();
    enable(ActionId::undo, stack->canUndo());
    enable(ActionId::redo, stack->canRedo());
    const auto describe = [this](ActionId id, const QString &what, const QString &step) {
        QAction *action = (*m_actions)[id];
        const QString key = action->shortcut().toString(QKeySequence::NativeText);
        const QString text = step.isEmpty() ? what : tr("%1: %2").arg(what, step);
        action->setToolTip(key.isEmpty() ? text : tr("%1 (%2)").arg(text, key));
    };
    describe(ActionId::undo, tr("Undo"), stack->canUndo() ? stack->undoText() : QString());
    describe(ActionId::redo, tr("Redo"), stack->canRedo() ? stack->redoText() : QString());
    const NameSet &names = m_document.selection()->names();
    const std::size_t things = selectedThings(m_document).size();
    const Cluster &cluster = m_document.project().cluster;
    const auto switches =
        static_cast<std::size_t>(std::count_if(cluster.switches.begin(), cluster.switches.end(),
                                               [&](const Switch &one) { return names.count(one.name) > 0; }));
    enable(ActionId::cut, things > 0);
    enable(ActionId::copy, things > 0);
    enable(ActionId::paste, clipboardHasText());
    enable(ActionId::remove, !names.empty());
    enable(ActionId::duplicate, things > 0 || !selectedLinks(m_document).empty());
    enable(ActionId::revealSelected, !names.empty());
    const std::size_t notes = selectedNotes(m_document).size();
    const std::size_t machines = things - notes;
    enable(ActionId::editNote, notes == 1);
    enable(ActionId::linkTwo, machines == 2);
    enable(ActionId::connectToSwitch, switches == 1 && machines > switches);
    const std::size_t racks = selectedRacks(m_document).size();
    enable(ActionId::makeRack, machines > 0);
    enable(ActionId::ungroup, racks > 0);
    enable(ActionId::toggleRack, racks > 0);
    enable(ActionId::groupDevices, canGroup(m_document));
    enable(ActionId::alignRow, things > 1);
    enable(ActionId::alignColumn, things > 1);
    enable(ActionId::distributeAcross, things > 2);
    enable(ActionId::distributeDown, things > 2);
    enable(ActionId::mend, m_messages->canMend());
    const bool drawn = !cluster.nodes.empty() || !cluster.switches.empty();
    enable(ActionId::arrange, drawn);
    enable(ActionId::exportCanvas, drawn || !m_document.project().notes.empty());
    enable(ActionId::print, drawn || !m_document.project().notes.empty());
}

void MainWindow::contextMenuEvent(QContextMenuEvent *event)
{
    const QRect place(m_canvas->mapTo(this, QPoint()), m_canvas->size());
    if (isWelcomeShown() || !place.contains(event->pos()))
        return;
    // Only what can be done here; the menus have the rest.
    const std::vector<std::vector<ActionId>> groups = {
        {ActionId::cut, ActionId::copy, ActionId::paste, ActionId::duplicate, ActionId::remove},
        {ActionId::addNote, ActionId::editNote},
        {ActionId::linkTwo, ActionId::connectToSwitch, ActionId::makeRack, ActionId::ungroup, ActionId::toggleRack,
         ActionId::groupDevices},
        {ActionId::alignRow, ActionId::alignColumn, ActionId::distributeAcross, ActionId::distributeDown},
        {ActionId::addCluster, ActionId::arrange, ActionId::selectAll, ActionId::fit}};
    QMenu menu(this);
    for (const auto &group : groups) {
        menu.addSeparator(); // shown between groups only
        for (const ActionId id : group)
            if ((*m_actions)[id]->isEnabled())
                menu.addAction((*m_actions)[id]);
    }
    menu.exec(event->globalPos());
}

void MainWindow::addCluster()
{
    // From the welcome page the cluster goes into a project of its own.
    auto *wizard = new ClusterWizard(isWelcomeShown() ? builtinCatalog() : wholeCatalog(m_document.project()), this);
    wizard->setAttribute(Qt::WA_DeleteOnClose);
    connect(wizard, &QDialog::accepted, this, [this, wizard] {
        if (isWelcomeShown())
            newProject();
        addToDrawing(m_document, wizard->fragment(), m_canvas->mapToScene(m_canvas->viewport()->rect().center()),
                     tr("Add %1"), tr("Add a cluster of %1 things"));
        m_canvas->fit();
    });
    wizard->open();
}

void MainWindow::findCommand()
{
    const auto jump = [this](const QString &thing) { jumpTo(thing); };
    std::vector<PaletteEntry> entries = paletteEntries(*m_actions, m_document.project().cluster, jump);
    std::ranges::move(noteEntries(m_document.project().notes, jump), std::back_inserter(entries));
    auto *palette = new CommandPalette(std::move(entries), this);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->move(mapToGlobal(QPoint((width() - palette->width()) / 2, height() / 8)));
    palette->show();
}

void MainWindow::jumpTo(const QString &thing)
{
    showWorkspace();
    m_layouts->setCanvasShown(true);
    m_document.selection()->selectNames({thing.toStdString()});
    m_canvas->reveal({thing.toStdString()});
}

void MainWindow::exportTo(const std::function<QString(const QString &path)> &write)
{
    const QString path = m_dialogs.exportFile();
    if (path.isEmpty())
        return;
    const QString problem = write(path);
    if (!problem.isEmpty())
        m_dialogs.report(tr("The picture is not written"), problem);
    else
        m_status->say(tr("Wrote %1").arg(path));
}

void MainWindow::exportPicture()
{
    exportTo([this](const QString &path) {
        return writePicture(path, size(), [this](QPainter &painter) { render(&painter); });
    });
}

void MainWindow::exportCanvas()
{
    exportTo([this](const QString &path) {
        return writePicture(path, pictureOfCanvas, [this](QPainter &painter) {
            m_canvas->renderTo(painter, QRectF(QPointF(), pictureOfCanvas));
        });
    });
}

void MainWindow::printCanvas()
{
    QPrinter printer;
    printer.setDocName(m_document.displayName());
    printer.setPageOrientation(QPageLayout::Landscape);
    if (!m_dialogs.print(printer))
        return;
    const LightForExport light;
    QPainter painter;
    if (!painter.begin(&printer)) {
        m_dialogs.report(tr("Nothing is printed"), tr("The printer does not take the page."));
        return;
    }
    // The canvas draws in pixels of a screen; the page has more of them.
    const QRectF page = printer.pageLayout().paintRectPixels(printer.resolution());
    const double scale = page.width() / pictureOfCanvas.width();
    painter.scale(scale, scale);
    m_canvas->renderTo(painter, QRectF(0, 0, page.width() / scale, page.height() / scale));
}

void MainWindow::showShortcuts()
{
    auto *sheet = new ShortcutSheet(*m_actions, this);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->show();
}

} // namespace heteroscope
