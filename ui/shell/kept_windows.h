// SPDX-License-Identifier: GPL-3.0-or-later
//
// The projects that were open last, stored in QSettings, so that the next start opens them again, one window each.
#pragma once

#include "canvas/view/canvas_view.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace heteroscope {

/// A window with a project file.
struct KeptWindow
{
    QString path;
    QByteArray geometry; ///< QWidget::saveGeometry
    CanvasPlace place;
    QStringList selection; ///< names of nodes, switches and links
    friend bool operator==(const KeptWindow &, const KeptWindow &) = default;
};

/// In the order in which they were opened. What is not a window's any more (no path) is left out.
std::vector<KeptWindow> keptWindows();
void keepWindows(const std::vector<KeptWindow> &windows);

/// Whether a start without a project opens them; it does unless the user chose otherwise.
bool windowsComeBack();
void setWindowsComeBack(bool back);

} // namespace heteroscope
