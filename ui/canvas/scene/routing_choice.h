// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's choice how links are drawn, stored in QSettings for new windows.
#pragma once

#include "canvas/scene/link_routes.h"

namespace heteroscope {

LinkRouting keptLinkRouting();
void keepLinkRouting(LinkRouting routing);

} // namespace heteroscope
