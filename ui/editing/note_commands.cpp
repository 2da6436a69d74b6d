// SPDX-License-Identifier: GPL-3.0-or-later
#include "editing/note_commands.h"

#include "analysis/auto_layout.h"
#include "editing/canvas_edits.h"
#include "project/device_groups.h"
#include "project/edits.h"
#include "project/note_edits.h"

#include <algorithm>

namespace heteroscope {
namespace {

constexpr qsizetype longestTitle = 32;

/// Changes the notes of these keys; the first refusal is announced.
template<class Change>
void changeNotes(Document &document, const NameSet &keys, const QString &what, const QString &mergeKey, Change change)
{
    Project after = document.project();
    for (const std::string &key : keys) {
        const Note *old = findNote(after.notes, key);
        if (!old)
            continue;
        Note note = *old;
        change(note);
        Result<Project> changed = replaceNote(after, note);
        if (!changed) {
            document.edit(QString(), changed);
            return;
        }
        after = *std::move(changed);
    }
    document.edit(what, std::move(after), mergeKey);
}

template<class Change>
void changeWidths(Document &document, const NameSet &keys, Change change)
{
    QString mergeKey = QStringLiteral("noteWidth");
    for (const std::string &key : keys)
        mergeKey += u' ' + QString::fromStdString(key);
    changeNotes(document, keys,
                keys.size() == 1 ? EditNames::tr("Change the width of a note")
                                 : EditNames::tr("Change the width of %1 notes").arg(keys.size()),
                mergeKey, change);
}

} // namespace

QString noteTitle(const Note &note)
{
    const QString text = QString::fromStdString(note.text).trimmed();
    const QString line = text.section(u'\n', 0, 0).simplified();
    if (line.size() > longestTitle)
        return line.left(longestTitle - 1).trimmed() + QChar(0x2026);
    return line;
}

QString thingText(const Project &project, const std::string &name)
{
    if (const Note *note = findNote(project.notes, name))
        return EditNames::tr("“%1”").arg(noteTitle(*note));
    if (const DeviceGroup *group = findDeviceGroup(project.cluster, name))
        return EditNames::tr("the group %1").arg(QString::fromStdString(group->name));
    return QString::fromStdString(name);
}

std::map<std::string, CanvasPosition> drawnPositions(const Project &project)
{
    auto positions = completePositions(project);
    for (const Note &note : project.notes)
        positions[noteKey(note.id)] = note.at;
    return positions;
}

NameSet selectedNotes(Document &document)
{
    NameSet keys;
    for (const std::string &name : document.selection()->names())
        if (findNote(document.project().notes, name))
            keys.insert(name);
    return keys;
}

bool isAnythingDrawn(const Project &project)
{
    return !project.cluster.nodes.empty() || !project.cluster.switches.empty() || !project.notes.empty();
}

bool addNoteTo(Document &document, const Note &note)
{
    if (QString::fromStdString(note.text).trimmed().isEmpty())
        return false;
    if (!document.edit(EditNames::tr("Add a note"), addNote(document.project(), note)))
        return false;
    document.selection()->selectNames({noteKey(document.project().notes.back().id)});
    return true;
}

bool setNoteText(Document &document, int id, const QString &text)
{
    const Note *old = findNote(document.project().notes, noteKey(id));
    if (!old)
        return true;
    if (text.trimmed().isEmpty()) {
        document.edit(EditNames::tr("Delete %1").arg(thingText(document.project(), noteKey(id))),
                      removeThings(document.project(), {noteKey(id)}));
        return true;
    }
    Note note = *old;
    note.text = text.toStdString();
    const Result<Project> changed = replaceNote(document.project(), note);
    document.edit(EditNames::tr("Edit a note's text"), changed);
    return changed.hasValue();
}

void setNoteColour(Document &document, const NameSet &keys, NoteColour colour)
{
    changeNotes(document, keys,
                keys.size() == 1 ? EditNames::tr("Change the colour of a note")
                                 : EditNames::tr("Change the colour of %1 notes").arg(keys.size()),
                {}, [colour](Note &note) { note.colour = colour; });
}

void setNoteWidth(Document &document, const NameSet &keys, double width)
{
    changeWidths(document, keys, [width](Note &note) { note.width = width; });
}

void widenNotes(Document &document, const NameSet &keys, double by)
{
    changeWidths(document, keys,
                 [by](Note &note) { note.width = std::clamp(note.width + by, minNoteWidth, maxNoteWidth); });
}

} // namespace heteroscope
