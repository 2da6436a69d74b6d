// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's theme, stored in QSettings. By default the window follows the system.
#pragma once

#include "theme/theme.h"

namespace heteroscope {

enum class ThemeChoice { system, light, dark, contrast };

ThemeChoice keptThemeChoice();
void keepThemeChoice(ThemeChoice choice);
/// system is what the system's colours are now.
ThemeKind themeKindOf(ThemeChoice choice);
/// From now on, while the choice that is kept is the system's, all windows change with it.
void followSystemTheme();

} // namespace heteroscope
