// SPDX-License-Identifier: GPL-3.0-or-later
//
// The edits that the canvas makes on a document, each one undo step with a name.
#pragma once

#include "document/document.h"
#include "editing/canvas_grid.h"
#include "editing/palette_mime.h"

#include <QCoreApplication>
#include <QPointF>

namespace heteroscope {

/// Names of edits, as the history lists them.
class EditNames
{
    Q_DECLARE_TR_FUNCTIONS(EditNames)
};

/// A node with one device of that type, behind the PCIe of its generation.
Node singleDeviceNode(const DeviceType &type);

/// Adds what was picked in the palette with its centre at `at`, and selects it. The new thing's name; empty when
/// nothing was added. A device dropped on a node (`onto`) joins that node.
std::string addFromPalette(Document &document, PaletteKind kind, const QString &name, QPointF at,
                           const std::string &onto = {});

/// Why a link is not allowed; empty if it is.
QString refusalOf(const Document &document, const std::string &from, const std::string &to);
bool addLinkBetween(Document &document, const std::string &from, const std::string &to, const LinkType &type);

void removeSelected(Document &document);
NameSet selectedLinks(Document &document);
/// Things with the links between them, beside the originals where nothing else is; of links alone one more beside each.
void duplicateSelected(Document &document);
void selectEverything(Document &document);
/// Moves the selected nodes, switches and notes; consecutive nudges of the same things are one undo step.
void nudgeSelected(Document &document, QPointF by);
/// Gives the selected things one height (row) or one distance from the left (column), through their middle.
void alignSelected(Document &document, Qt::Orientation line);
/// Equal distances between the selected things, the outermost stay.
void distributeSelected(Document &document, Qt::Orientation along);
/// New places for everything drawn: nodes in rows, each switch above what it connects.
void arrangeEverything(Document &document);
/// Links the two nodes, switches or racks that are selected; a refusal is announced.
void linkSelected(Document &document, const LinkType &type);
/// Links every selected node to the one selected switch.
void connectSelectedToSwitch(Document &document, const LinkType &type);

} // namespace heteroscope
