// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window calls the formats of other tools' files, those that are read and those that are written.
#pragma once

#include <QString>

#include <string_view>

namespace heteroscope {

/// The title of a format of importFormats() or launchFormats(); its name if it has none.
QString titleOfFormat(std::string_view format);

} // namespace heteroscope
