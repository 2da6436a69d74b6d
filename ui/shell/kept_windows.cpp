// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/kept_windows.h"

#include <QSettings>

#include <cmath>

namespace heteroscope {
namespace {

constexpr int maxWindows = 16; // a broken file of settings must not open a thousand
const QString listKey = QStringLiteral("session/windows");
const QString backKey = QStringLiteral("session/comeBack");

} // namespace

std::vector<KeptWindow> keptWindows()
{
    std::vector<KeptWindow> windows;
    QSettings settings;
    const int count = std::min(settings.beginReadArray(listKey), maxWindows);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        KeptWindow window;
        window.path = settings.value(QStringLiteral("path")).toString();
        if (window.path.isEmpty())
            continue;
        window.geometry = settings.value(QStringLiteral("geometry")).toByteArray();
        window.selection = settings.value(QStringLiteral("selection")).toStringList();
        const double zoom = settings.value(QStringLiteral("zoom")).toDouble();
        const QPointF centre = settings.value(QStringLiteral("centre")).toPointF();
        if (zoom > 0 && std::isfinite(zoom) && std::isfinite(centre.x()) && std::isfinite(centre.y()))
            window.place = {zoom, centre, settings.value(QStringLiteral("fitted"), true).toBool()};
        windows.push_back(std::move(window));
    }
    return windows;
}

void keepWindows(const std::vector<KeptWindow> &windows)
{
    QSettings settings;
    settings.remove(listKey);
    settings.beginWriteArray(listKey, static_cast<int>(windows.size()));
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const KeptWindow &window = windows[i];
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue(QStringLiteral("path"), window.path);
        settings.setValue(QStringLiteral("geometry"), window.geometry);
        settings.setValue(QStringLiteral("selection"), window.selection);
        settings.setValue(QStringLiteral("zoom"), window.place.zoom);
        settings.setValue(QStringLiteral("centre"), window.place.centre);
        settings.setValue(QStringLiteral("fitted"), window.place.fitted);
    }
    settings.endArray();
}

bool windowsComeBack() { return QSettings().value(backKey, true).toBool(); }

void setWindowsComeBack(bool back) { QSettings().setValue(backKey, back); }

} // namespace heteroscope
