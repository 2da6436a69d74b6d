// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/library_commands.h"

#include "canvas/view/canvas_view.h"
#include "catalog/catalog_dialog.h"
#include "editing/canvas_clipboard.h"
#include "editing/canvas_edits.h"
#include "project/library_edits.h"
#include "shell/commands/connect_action.h"
#include "wizard/cluster_wizard.h"

namespace heteroscope {

LibraryCommands::LibraryCommands(LibraryParts parts) : m_parts(std::move(parts))
{
    onAction(m_parts.actions, ActionId::addCluster, this, [this] { addCluster(); });
    onAction(m_parts.actions, ActionId::catalog, this, [this] { showCatalog(); });
}

LibraryCommands::~LibraryCommands() = default;

void LibraryCommands::add(PaletteKind kind, const QString &name)
{
    if (kind == PaletteKind::note)
        m_parts.actions[ActionId::addNote]->trigger();
    else
        addFromPalette(m_parts.document, kind, name, m_parts.canvas.freePlaceInView());
}

void LibraryCommands::drawLinksAs(const QString &name)
{
    if (const LinkType *type = findLinkType(m_parts.document.project(), name.toStdString())) {
        m_parts.canvas.setLinkType(*type);
        emit said(tr("Links are now drawn as %1: drag from port to port").arg(name));
    }
}

void LibraryCommands::showCatalog()
{
    if (!m_parts.beginProject())
        return;
    if (!m_catalog) {
        m_catalog = new CatalogDialog(m_parts.document, m_parts.window);
        m_catalog->setAttribute(Qt::WA_DeleteOnClose);
        m_catalog->addActions({m_parts.actions[ActionId::undo], m_parts.actions[ActionId::redo]});
        connect(m_catalog, &CatalogDialog::useRequested, this, &LibraryCommands::use);
    }
    if (m_catalog->isVisible())
        m_catalog->raise();
    m_catalog->show();
    m_catalog->activateWindow();
}

void LibraryCommands::use(EntryKind kind, const QString &name)
{
    const Project &project = m_parts.document.project();
    switch (kind) {
    case EntryKind::device:
        add(PaletteKind::device, name);
        break;
    case EntryKind::node:
        add(PaletteKind::node, name);
        break;
    case EntryKind::link:
        drawLinksAs(name);
        break;
    case EntryKind::model:
        if (const Model *model = findModel(project, name.toStdString())) {
            Workload workload = project.workload;
            workload.model = *model;
            m_parts.document.edit(tr("Train %1").arg(name), setWorkload(project, workload));
        }
        break;
    }
}

void LibraryCommands::addCluster()
{
    auto *wizard = new ClusterWizard(
        m_parts.isWelcomeShown() ? builtinCatalog() : wholeCatalog(m_parts.document.project()), m_parts.window);
    wizard->setAttribute(Qt::WA_DeleteOnClose);
    wizard->askBeforeAccepting(m_parts.beginProject);
    connect(wizard, &QDialog::accepted, this, [this, wizard] {
        CanvasView &canvas = m_parts.canvas;
        addToDrawing(m_parts.document, wizard->fragment(), canvas.mapToScene(canvas.viewport()->rect().center()),
                     tr("Add %1"), tr("Add a cluster of %1 items"));
        canvas.fit();
    });
    wizard->open();
}

} // namespace heteroscope
