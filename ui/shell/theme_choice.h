// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which theme the user wants, kept in QSettings. Until something else is chosen the window follows the system.
#pragma once

#include "theme/theme.h"

namespace heteroscope {

enum class ThemeChoice { system, light, dark, contrast };

ThemeChoice keptThemeChoice();
void keepThemeChoice(ThemeChoice choice);
/// system is what the system's colours were when the program began.
ThemeKind themeKindOf(ThemeChoice choice);

} // namespace heteroscope
