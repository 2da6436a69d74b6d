// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/files/file_imports.h"

#include "document/document.h"
#include "exchange/recognise.h"
#include "jobs/session.h"
#include "language/format_words.h"
#include "language/sentences.h"
#include "project/library_edits.h"
#include "shell/files/calibration_import.h"
#include "shell/files/project_files.h"
#include "json/json.h"

#include <QFileInfo>

namespace heteroscope {
namespace {

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

FileImports::FileImports(Session &session, ProjectFiles &files, const Dialogs &dialogs,
                         std::function<bool()> beginProject)
    : m_document(*session.document()),
      m_files(files),
      m_dialogs(dialogs),
      m_beginProject(std::move(beginProject)),
      m_calibrations(std::make_unique<CalibrationImport>(session, dialogs))
{
    connect(m_calibrations.get(), &CalibrationImport::said, this, &FileImports::said);
}

FileImports::~FileImports() = default;

const ImportFormat *FileImports::formatOf(const QString &text)
{
    const ImportFile file{"clipboard", text.toStdString()};
    return looksLikeProject(file.text) ? nullptr : recogniseFormat({file});
}

std::vector<ImportFile> FileImports::read(const QStringList &paths)
{
    std::vector<ImportFile> files;
    for (const QString &path : paths) {
        Result<std::string> text = readTextFile(path.toStdString());
        if (!text) {
            m_dialogs.report(tr("%1 cannot be read").arg(QFileInfo(path).fileName()), sentenceWithHint(text.error()));
            return {};
        }
        if (looksLikeProject(*text)) {
            m_files.openInstead(path);
            return {};
        }
        files.push_back({QFileInfo(path).fileName().toStdString(), *std::move(text)});
    }
    return files;
}

void FileImports::take(const QStringList &paths)
{
    const std::vector<ImportFile> files = read(paths);
    if (files.empty())
        return;
    if (m_calibrations->take(files, paths))
        return;
    const QString name = QFileInfo(paths.front()).fileName();
    const ImportFormat *format = recogniseFormat(files);
    if (const auto broken = format ? std::nullopt : brokenJson(files)) {
        m_dialogs.report(tr("%1 cannot be read").arg(name), sentenceWithHint(*broken));
        return;
    }
    if (!format) {
        m_dialogs.report(tr("%1 has no format that can be imported").arg(name),
                         tr("What can be dropped here: a project, measurements of collect.py, measured steps, a "
                            "calibration, and files of %1 formats of other tools: models, launch files, nodes and "
                            "networks, logs and traces.")
                             .arg(importFormats().size()));
        return;
    }
    if (m_beginProject())
        importAs(*format, files, name);
}

void FileImports::openWithDialog()
{
    const QStringList paths = m_dialogs.importFiles();
    const std::vector<ImportFile> files = read(paths);
    if (files.empty() || m_calibrations->take(files, paths))
        return;
    const QString name = QFileInfo(paths.front()).fileName();
    const ImportFormat *format = recogniseFormat(files);
    if (!format) {
        format = askedFormat(tr("The content of %1 does not tell its format. It is:").arg(name));
        if (!format)
            return;
    }
    if (m_beginProject())
        importAs(*format, files, name);
}

const ImportFormat *FileImports::askedFormat(const QString &question)
{
    QStringList titles;
    for (const ImportFormat &one : importFormats())
        titles << titleOfFormat(one.name);
    const int chosen = m_dialogs.chooseFormat(tr("Import as"), question, titles);
    return chosen < 0 ? nullptr : &importFormats()[static_cast<std::size_t>(chosen)];
}

void FileImports::takeTextAsked(const QString &text)
{
    if (const ImportFormat *format = askedFormat(tr("The text of the clipboard is:")))
        takeText(text, *format);
}

void FileImports::takeText(const QString &text, const ImportFormat &format)
{
    if (m_beginProject())
        importAs(format, {{tr("clipboard").toStdString(), text.toStdString()}}, titleOfFormat(format.name));
}

void FileImports::importAs(const ImportFormat &format, const std::vector<ImportFile> &files, const QString &name)
{
    ImportOptions options;
    for (const std::string &thing : m_document.selection()->names())
        options.things.push_back(thing);
    Result<Imported> imported = format.import(m_document.project(), files, options);
    if (!imported && format.name == "nvidia-smi" && imported.error().code == Error::Code::reference) {
        options.device = m_dialogs.chooseDevice(deviceNames(m_document.project())).toStdString();
        if (options.device.empty())
            return;
        imported = format.import(m_document.project(), files, options);
    }
    if (!imported) {
        m_dialogs.report(tr("%1 cannot be imported").arg(name), sentenceWithHint(imported.error()));
        return;
    }
    adopt(*imported, name);
}

void FileImports::adopt(const Imported &imported, const QString &name)
{
    const std::size_t nodes = m_document.project().cluster.nodes.size();
    const bool newModel = !(imported.project.workload.model == m_document.project().workload.model);
    m_document.endMerge();
    m_document.edit(tr("Import %1").arg(name), newModel ? withModelKept(imported.project) : imported.project);
    const auto &drawn = m_document.project().cluster.nodes;
    if (drawn.size() > nodes) {
        m_document.selection()->selectNames({drawn.back().name});
        emit nodesAdded();
    }
    emit said(tr("Imported %1").arg(spoken(imported.what)));
    if (!imported.notes.empty()) {
        QStringList notes;
        for (const std::string &note : imported.notes)
            notes << spoken(note);
        m_dialogs.report(tr("Imported, with assumptions"), notes.join(u'\n'));
    }
}

} // namespace heteroscope
