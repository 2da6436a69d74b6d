// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/document.h"

#include "document/project_edit.h"
#include "language/sentences.h"
#include "project/device_groups.h"
#include "project/note_edits.h"
#include "project/project_file.h"

#include <QFileInfo>

#include <algorithm>
#include <charconv>

namespace heteroscope {
namespace {

bool deviceExists(const Cluster &cluster, const std::string &device)
{
    const std::size_t colon = device.rfind(':');
    if (colon == std::string::npos)
        return false;
    const std::string of = device.substr(0, colon);
    const Node *node = cluster.findNode(drawnName(of));
    if (const std::size_t hash = of.find('#'); hash != std::string::npos) {
        int copy = 0;
        const char *last = of.data() + of.size();
        const Rack *rack = cluster.rackOf(drawnName(of));
        if (!rack || std::from_chars(of.data() + hash + 1, last, copy).ptr != last || copy < 2 || copy > rack->repeat)
            return false;
    }
    std::size_t index = 0;
    const char *end = device.data() + device.size();
    return node && std::from_chars(device.data() + colon + 1, end, index).ptr == end && index < node->devices.size();
}

} // namespace

Document::Document(QObject *parent) : QObject(parent), m_project(std::make_shared<const Project>())
{
    connect(&m_undoStack, &QUndoStack::cleanChanged, this, [this](bool clean) { emit modifiedChanged(!clean); });
    // Edits of another selection are another step, whatever their key.
    connect(&m_selection, &Selection::changed, this, &Document::endMerge);
}

QString documentName(const QString &filePath, const Project &project)
{
    if (!filePath.isEmpty()) {
        QString name = QFileInfo(filePath).fileName();
        for (const QLatin1String ending : {QLatin1String(".json"), QLatin1String(".hscope")}) {
            if (name.size() > ending.size() && name.endsWith(ending, Qt::CaseInsensitive))
                name.chop(ending.size());
        }
        return name;
    }
    return project.title.empty() ? Document::tr("Untitled") : QString::fromStdString(project.title);
}

void Document::reset(Project project, const QString &filePath)
{
    m_undoStack.clear();
    m_undoStack.setClean();
    replace(std::move(project), {filePath, filePath.isEmpty() ? QByteArray() : digestOfFile(filePath)});
}

void Document::restore(Project project, const WorkOrigin &origin)
{
    m_undoStack.clear();
    m_undoStack.resetClean();
    replace(std::move(project), origin);
}

void Document::replace(Project project, const WorkOrigin &origin)
{
    m_selection.clear();
    m_drafts.clear();
    m_project = std::make_shared<const Project>(std::move(project));
    m_filePath = origin.path;
    m_digest = origin.digest;
    emit filePathChanged();
    emit projectReplaced();
    emit projectChanged();
}

Status Document::save(const QString &filePath)
{
    Status status = saveProject(*m_project, filePath.toStdString());
    if (!status)
        return status;
    m_filePath = filePath;
    m_digest = digestOfFile(filePath);
    m_undoStack.setClean();
    emit filePathChanged();
    return status;
}

bool Document::isFileChangedByOthers() const
{
    return !m_filePath.isEmpty() && QFileInfo::exists(m_filePath) && digestOfFile(m_filePath) != m_digest;
}

bool Document::edit(const QString &text, Project after, const QString &mergeKey)
{
    if (after == *m_project)
        return false;
    m_undoStack.push(new ProjectEdit(this, text, m_project, std::make_shared<const Project>(std::move(after)), mergeKey,
                                     m_mergeSession));
    return true;
}

bool Document::edit(const QString &text, const Result<Project> &after, const QString &mergeKey)
{
    if (after)
        return edit(text, *after, mergeKey);
    emit editRefused(refusalOf(after.error()));
    return false;
}

void Document::setDraft(const Note &note)
{
    const Note *saved = findNote(m_project->notes, noteKey(note.id));
    if (note.text == (saved ? saved->text : std::string())) {
        dropDraft(note.id);
        return;
    }
    m_drafts[note.id] = note;
    emit draftChanged();
}

void Document::dropDraft(int id)
{
    if (m_drafts.erase(id) > 0)
        emit draftChanged();
}

ProjectSnapshot Document::unsaved() const
{
    if (m_drafts.empty())
        return m_project;
    Project project = *m_project;
    for (const auto &[id, note] : m_drafts) {
        if (QString::fromStdString(note.text).trimmed().isEmpty())
            continue;
        if (Result<Project> written = id == 0 ? addNote(project, note) : replaceNote(project, note))
            project = *std::move(written);
    }
    return std::make_shared<const Project>(std::move(project));
}

void Document::apply(const ProjectSnapshot &project)
{
    m_project = project;
    dropLostSelection();
    dropLostDrafts();
    emit projectChanged();
}

void Document::dropLostDrafts()
{
    std::erase_if(m_drafts, [this](const auto &draft) {
        return draft.first != 0 && !findNote(m_project->notes, noteKey(draft.first));
    });
}

void Document::dropLostSelection()
{
    const Cluster &cluster = m_project->cluster;
    NameSet names;
    for (const std::string &name : m_selection.names())
        if (cluster.isNameTaken(name) || findNote(m_project->notes, name) || findDeviceGroup(cluster, name))
            names.insert(name);
    if (names.size() != m_selection.names().size()) {
        m_selection.selectNames(names);
        return;
    }
    const NameSet &devices = m_selection.devices();
    if (!std::all_of(devices.begin(), devices.end(), [&](const auto &name) { return deviceExists(cluster, name); }))
        m_selection.clear();
}

} // namespace heteroscope
