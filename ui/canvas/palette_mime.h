// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the palette hands to the canvas when something is dragged: the MIME type tells the kind, the data is the name in
// the catalog as UTF-8.
#pragma once

#include <QString>

namespace heteroscope {

enum class PaletteKind { device, node, networkSwitch, link, example };

inline const char *mimeTypeOf(PaletteKind kind)
{
    switch (kind) {
    case PaletteKind::device:
        return "application/x-heteroscope-device";
    case PaletteKind::node:
        return "application/x-heteroscope-node";
    case PaletteKind::networkSwitch:
        return "application/x-heteroscope-switch";
    case PaletteKind::link:
        return "application/x-heteroscope-link";
    case PaletteKind::example:
        break;
    }
    return "application/x-heteroscope-example";
}

} // namespace heteroscope
