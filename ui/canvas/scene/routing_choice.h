// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the user wants links drawn, kept in QSettings for the windows to come.
#pragma once

#include "canvas/scene/link_routes.h"

namespace heteroscope {

LinkRouting keptLinkRouting();
void keepLinkRouting(LinkRouting routing);

} // namespace heteroscope
