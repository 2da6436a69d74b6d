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

/// The stored windows in the order in which they were opened. Entries without a path are ignored.
std::vector<KeptWindow> keptWindows();
void keepWindows(const std::vector<KeptWindow> &windows);

/// True if a start without a project opens them; the default.
bool windowsComeBack();
void setWindowsComeBack(bool back);

} // namespace heteroscope
