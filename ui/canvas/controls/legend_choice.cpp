// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/controls/legend_choice.h"

#include "canvas/controls/canvas_legend.h"
#include "canvas/view/canvas_view.h"

#include <QSettings>

namespace heteroscope {
namespace {

const QString shownKey = QStringLiteral("canvas/legendShown");
const QString openKey = QStringLiteral("canvas/legendOpen");

} // namespace

void restoreLegend(CanvasView &canvas)
{
    const QSettings settings;
    canvas.legend()->setOpen(settings.value(openKey, false).toBool());
    canvas.setLegendShown(settings.value(shownKey, true).toBool());
}

void keepLegend(CanvasView &canvas)
{
    QObject::connect(&canvas, &CanvasView::legendShownChanged, &canvas,
                     [](bool shown) { QSettings().setValue(shownKey, shown); });
    QObject::connect(canvas.legend(), &CanvasLegend::openChanged, &canvas,
                     [](bool open) { QSettings().setValue(openKey, open); });
}

} // namespace heteroscope
