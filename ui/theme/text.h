// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names and words of core as text of Qt.
#pragma once

#include <QString>

#include <string>

namespace heteroscope {

inline QString text(const std::string &words) { return QString::fromStdString(words); }

} // namespace heteroscope
