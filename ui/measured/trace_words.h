// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words and colours of measured steps.
#pragma once

#include "exchange/trace/trace_difference.h"

#include <QColor>
#include <QString>

namespace heteroscope {

class Theme;

QString wordOf(TraceKind kind);   ///< "forward", "DP"; host: "idle"
QString wordOf(TraceCause cause); ///< "computation", "DP, not hidden"

/// idle: the ground.
QColor colorOf(TraceKind kind, const Theme &theme);
/// Of a simulated activity beside measured ones: what waits for communication has the full colour of it, as a measured
/// kernel of communication that nothing hides.
QColor overlayColorOf(Activity activity, const Theme &theme);

} // namespace heteroscope
