// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the palette hands to the canvas when something is dragged: the MIME type tells the kind, the data is the name in
// the catalog as UTF-8.
#pragma once

#include <QString>

#include <array>

namespace heteroscope {

enum class PaletteKind { device, node, networkSwitch, link, note, example };
inline constexpr std::array<PaletteKind, 6> paletteKinds = {PaletteKind::device,        PaletteKind::node,
                                                            PaletteKind::networkSwitch, PaletteKind::link,
                                                            PaletteKind::note,          PaletteKind::example};

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
    case PaletteKind::note:
        return "application/x-heteroscope-note";
    case PaletteKind::example:
        break;
    }
    return "application/x-heteroscope-example";
}

} // namespace heteroscope
