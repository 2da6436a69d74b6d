// SPDX-License-Identifier: GPL-3.0-or-later
//
// What comes into a project from elsewhere: the catalog with the project's own entries, and files that are dropped on
// the window.
#include "canvas/view/canvas_view.h"
#include "catalog/catalog_dialog.h"
#include "editing/canvas_edits.h"
#include "exchange/recognise.h"
#include "language/sentences.h"
#include "shell/main_window.h"
#include "shell/status_bar.h"
#include "json/json.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>

namespace heteroscope {
namespace {

QStringList localFiles(const QMimeData *data)
{
    QStringList paths;
    for (const QUrl &url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

/// The project's own device types first.
QStringList deviceNames(const Project &project)
{
    QStringList names;
    for (const DeviceType &own : project.cluster.deviceTypes)
        names << QString::fromStdString(own.name);
    for (const DeviceType &known : builtinCatalog().devices)
        if (!names.contains(QString::fromStdString(known.name)))
            names << QString::fromStdString(known.name);
    return names;
}

/// The imported model is also one of the project's own, so that it can be chosen again.
Project withModelKept(const Project &project)
{
    const Model &model = project.workload.model;
    if (const Model *known = findModel(project, model.name); known && *known == model)
        return project;
    Project named = project;
    named.workload.model.name = freeEntryName(project, EntryKind::model, model.name);
    const Result<Project> kept = addEntry(named, named.workload.model);
    return kept ? *kept : project;
}

} // namespace

void MainWindow::showCatalog()
{
    if (isWelcomeShown())
        newProject();
    if (!m_catalog) {
        m_catalog = new CatalogDialog(m_document, this);
        m_catalog->setAttribute(Qt::WA_DeleteOnClose);
        m_catalog->addActions({(*m_actions)[ActionId::undo], (*m_actions)[ActionId::redo]});
        connect(m_catalog, &CatalogDialog::useRequested, this, &MainWindow::useEntry);
    }
    if (m_catalog->isVisible())
        m_catalog->raise();
    m_catalog->show();
    m_catalog->activateWindow();
}

void MainWindow::useEntry(EntryKind kind, const QString &name)
{
    const Project &project = m_document.project();
    switch (kind) {
    case EntryKind::device:
        addFromPalette(m_document, PaletteKind::device, name, m_canvas->freePlaceInView());
        break;
    case EntryKind::node:
        addFromPalette(m_document, PaletteKind::node, name, m_canvas->freePlaceInView());
        break;
    case EntryKind::link:
        if (const LinkType *type = findLinkType(project, name.toStdString())) {
            m_canvas->setLinkType(*type);
            m_status->say(tr("Links are now drawn as %1: drag from port to port").arg(name));
        }
        break;
    case EntryKind::model:
        if (const Model *model = findModel(project, name.toStdString())) {
            Workload workload = project.workload;
            workload.model = *model;
            m_document.edit(tr("Train %1").arg(name), setWorkload(project, workload));
        }
        break;
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (localFiles(event->mimeData()).isEmpty()) {
        event->ignore();
        return;
    }
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QStringList paths = localFiles(event->mimeData());
    if (paths.isEmpty()) {
        event->ignore();
        return;
    }
    event->setDropAction(Qt::CopyAction);
    event->accept();
    takeFiles(paths);
}

void MainWindow::takeFiles(const QStringList &paths)
{
    std::vector<ImportFile> files;
    for (const QString &path : paths) {
        Result<std::string> text = readTextFile(path.toStdString());
        if (!text) {
            m_dialogs.report(tr("%1 cannot be read").arg(QFileInfo(path).fileName()), sentenceWithHint(text.error()));
            return;
        }
        if (looksLikeProject(*text)) {
            if (mayDiscard())
                openFile(path);
            return;
        }
        files.push_back({QFileInfo(path).fileName().toStdString(), *std::move(text)});
    }
    if (files.empty())
        return;
    const QString name = QFileInfo(paths.front()).fileName();
    const ImportFormat *format = recogniseFormat(files);
    if (!format) {
        m_dialogs.report(
            tr("%1 is nothing that can be imported").arg(name),
            tr("What can be dropped here: a project, the config.json of a Hugging Face model, the output of nvidia-smi "
               "topo -m (with that of nvidia-smi -L), Megatron-LM arguments, a log of nccl-tests."));
        return;
    }
    if (isWelcomeShown())
        newProject();
    ImportOptions options;
    for (const std::string &thing : m_document.selection()->names())
        options.things.push_back(thing);
    Result<Imported> imported = format->import(m_document.project(), files, options);
    if (!imported && format->name == "nvidia-smi" && imported.error().code == Error::Code::reference) {
        options.device = m_dialogs.chooseDevice(deviceNames(m_document.project())).toStdString();
        if (options.device.empty())
            return;
        imported = format->import(m_document.project(), files, options);
    }
    if (!imported) {
        m_dialogs.report(tr("%1 cannot be imported").arg(name), sentenceWithHint(imported.error()));
        return;
    }
    const std::size_t nodes = m_document.project().cluster.nodes.size();
    const bool newModel = !(imported->project.workload.model == m_document.project().workload.model);
    m_document.endMerge();
    m_document.edit(tr("Import %1").arg(name), newModel ? withModelKept(imported->project) : imported->project);
    const auto &drawn = m_document.project().cluster.nodes;
    if (drawn.size() > nodes) {
        m_document.selection()->selectNames({drawn.back().name});
        m_canvas->fit();
    }
    m_status->say(tr("Imported %1").arg(QString::fromStdString(imported->what)));
    if (!imported->notes.empty()) {
        QStringList notes;
        for (const std::string &note : imported->notes)
            notes << QString::fromStdString(note);
        m_dialogs.report(tr("Imported, with assumptions"), notes.join(u'\n'));
    }
}

} // namespace heteroscope
