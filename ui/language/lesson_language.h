// SPDX-License-Identifier: GPL-3.0-or-later
//
// The language in which texts of lessons and of the gallery are shown.
#pragma once

#include <QString>

namespace heteroscope {

/// "en", "de" or "zh_CN", as such files name them: the one that fits spokenLanguage(), else English.
QString lessonLanguage();

} // namespace heteroscope
