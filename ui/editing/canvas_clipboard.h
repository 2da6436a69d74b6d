// SPDX-License-Identifier: GPL-3.0-or-later
//
// Copy, cut and paste of drawn items. The system clipboard holds the text of a project (core/project/fragment.h), so
// that it can be pasted into other windows and editors.
#pragma once

#include "document/document.h"

#include <QPointF>

namespace heteroscope {

/// Nodes, switches and notes among the selected things, and the members of selected racks; they have places and can be
/// copied.
NameSet selectedThings(Document &document);
/// The only node, switch, rack or note that is selected; empty when there are several or none.
std::string oneSelected(Document &document);

/// False when nothing that can be copied is selected; the clipboard stays as it was then.
bool copySelected(Document &document);
/// Copies, then removes as one step.
void cutSelected(Document &document);
/// Adds a fragment as one step with its middle at `centre`, or below it where something stands already, and selects it.
/// `one` and `many` name the step: "Paste %1", "Paste %1 items".
bool addToDrawing(Document &document, Project fragment, QPointF centre, const QString &one, const QString &many);
/// Adds what the clipboard holds: copied things, a project, or a recipe such as 4x8 A100 + 2x8 H100 / spine 2:1. What
/// cannot be pasted is refused with the reason.
void pasteInto(Document &document, QPointF centre);
bool clipboardHasText();

} // namespace heteroscope
