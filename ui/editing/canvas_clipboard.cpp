// SPDX-License-Identifier: GPL-3.0-or-later
#include "editing/canvas_clipboard.h"

#include "analysis/auto_layout.h"
#include "editing/canvas_edits.h"
#include "editing/free_place.h"
#include "editing/note_commands.h"
#include "editing/rack_commands.h"
#include "language/sentences.h"
#include "project/device_groups.h"
#include "project/edits.h"
#include "project/fragment.h"
#include "project/library_edits.h"
#include "project/project_file.h"
#include "project/recipe_text.h"

#include <QApplication>
#include <QClipboard>
#include <QMimeData>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace heteroscope {
namespace {

QString about(const QString &one, const QString &many, const NameSet &names, const Project &project)
{
    return names.size() == 1 ? one.arg(thingText(project, *names.begin())) : many.arg(names.size());
}

/// Nor groups: both have no place of their own.
NameSet withoutLinks(const Cluster &cluster, NameSet names)
{
    for (const Link &link : cluster.links)
        names.erase(link.name);
    for (const DeviceGroup &group : cluster.deviceGroups)
        names.erase(groupKey(group.name));
    return names;
}

QRectF extentOf(const std::map<std::string, CanvasPosition> &positions)
{
    QRectF extent;
    bool first = true;
    for (const auto &[name, at] : positions) {
        const QPointF point = toScene(at);
        extent = first ? QRectF(point, QSizeF(0, 0))
                       : QRectF(QPointF(std::min(extent.left(), point.x()), std::min(extent.top(), point.y())),
                                QPointF(std::max(extent.right(), point.x()), std::max(extent.bottom(), point.y())));
        first = false;
    }
    return extent;
}

} // namespace

NameSet selectedThings(Document &document)
{
    const Cluster &cluster = document.project().cluster;
    const NameSet &selected = document.selection()->names();
    NameSet things;
    const auto addSelected = [&](const auto &list) {
        for (const auto &thing : list)
            if (selected.count(thing.name))
                things.insert(thing.name);
    };
    addSelected(cluster.nodes);
    addSelected(cluster.switches);
    for (const Rack &rack : cluster.racks)
        if (selected.count(rack.name))
            things.insert(rack.members.begin(), rack.members.end());
    things.merge(selectedNotes(document));
    return things;
}

std::string oneSelected(Document &document)
{
    const NameSet names = withoutLinks(document.project().cluster, document.selection()->names());
    return names.size() == 1 ? *names.begin() : std::string();
}

bool copySelected(Document &document)
{
    const NameSet things = selectedThings(document);
    if (things.empty())
        return false;
    Project fragment = fragmentOf(document.project(), things);
    const auto positions = completePositions(document.project());
    for (const std::string &name : things)
        if (const auto at = positions.find(name); at != positions.end()) // notes know their own
            fragment.canvas[name] = at->second;
    const QByteArray text = QByteArray::fromStdString(projectText(fragment));
    auto *data = new QMimeData;
    data->setText(QString::fromUtf8(text));
    data->setData(QStringLiteral("application/json"), text);
    QApplication::clipboard()->setMimeData(data);
    return true;
}

void cutSelected(Document &document)
{
    if (!copySelected(document))
        return;
    const NameSet names = document.selection()->names();
    document.edit(about(EditNames::tr("Cut %1"), EditNames::tr("Cut %1 items"), names, document.project()),
                  removeThings(document.project(), withMembers(document.project().cluster, names)));
}

bool addToDrawing(Document &document, Project fragment, QPointF centre, const QString &one, const QString &many)
{
    fragment.canvas = completePositions(fragment);
    const auto pasted = drawnPositions(fragment);
    const QRectF extent = extentOf(pasted);
    const QPointF by = snappedToGrid(centre) - snappedToGrid(extent.center());
    const CanvasPosition shift = freeShift(footprintsOf(fragment), footprintsOf(document.project()), toCanvas(by));
    const Result<Duplicated> added = addFragment(document.project(), fragment, shift.x, shift.y);
    if (!added)
        return document.edit(QString(), Result<Project>(added.error()));
    const Cluster &cluster = added->project.cluster;
    if (!document.edit(about(one, many, foldedIntoRacks(cluster, withoutLinks(cluster, added->names)), added->project),
                       added->project))
        return false;
    document.selection()->selectNames(foldedIntoRacks(cluster, added->names));
    return true;
}

void pasteInto(Document &document, QPointF centre)
{
    const std::string text = QApplication::clipboard()->text().toStdString();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool isRecipe = first != std::string::npos && std::isdigit(static_cast<unsigned char>(text[first]));
    Result<Project> read = parseFragment(text);
    if (isRecipe) {
        const Catalog catalog = wholeCatalog(document.project());
        const Result<ClusterRecipe> recipe = parseRecipe(text, catalog);
        read = recipe ? buildRecipe(*recipe, catalog) : Result<Project>(recipe.error());
    }
    if (read) {
        addToDrawing(document, *std::move(read), centre, EditNames::tr("Paste %1"), EditNames::tr("Paste %1 items"));
        return;
    }
    const Error &error = read.error();
    QString place = QString::fromStdString(error.path);
    if (!place.isEmpty())
        place = EditNames::tr("at %1 of the clipboard ").arg(place);
    emit document.editRefused(EditNames::tr("Nothing is pasted: %1found %2, expected %3")
                                  .arg(place, spoken(error.found), spoken(error.expected)));
}

bool clipboardHasText()
{
    const QMimeData *data = QApplication::clipboard()->mimeData(); // null where there never was anything
    return data && data->hasText();
}

} // namespace heteroscope
