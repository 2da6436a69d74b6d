// SPDX-License-Identifier: GPL-3.0-or-later
#include "editing/marker_commands.h"

#include "editing/canvas_edits.h"
#include "project/marker_edits.h"

namespace heteroscope {
namespace {

bool isBlank(const Marker &marker) { return QString::fromStdString(marker.text).trimmed().isEmpty(); }

QString nameOfChange(const Marker &before, const Marker &after)
{
    if (before.text != after.text)
        return EditNames::tr("Edit a marker's text");
    if (before.colour != after.colour)
        return EditNames::tr("Change the colour of a marker");
    return EditNames::tr("Move a marker");
}

} // namespace

void addMarkerTo(Document &document, const Marker &marker)
{
    if (!isBlank(marker))
        document.edit(EditNames::tr("Add a marker"), addMarker(document.project(), marker));
}

void changeMarker(Document &document, const Marker &marker)
{
    const Marker *old = findMarker(document.project().markers, marker.id);
    if (!old)
        return;
    if (isBlank(marker))
        deleteMarker(document, marker.id);
    else
        document.edit(nameOfChange(*old, marker), replaceMarker(document.project(), marker));
}

void deleteMarker(Document &document, int id)
{
    if (findMarker(document.project().markers, id))
        document.edit(EditNames::tr("Delete a marker"), removeMarker(document.project(), id));
}

} // namespace heteroscope
