// SPDX-License-Identifier: GPL-3.0-or-later
//
// The edits of the timeline's markers, each one undo step with a name.
#pragma once

#include "document/document.h"

namespace heteroscope {

/// A blank text adds nothing.
void addMarkerTo(Document &document, const Marker &marker);
/// Makes the marker with the same id equal to this one, in one undo step named after what differs. A blank text removes
/// it. Without a marker of this id nothing happens.
void changeMarker(Document &document, const Marker &marker);
void deleteMarker(Document &document, int id);

} // namespace heteroscope
