// SPDX-License-Identifier: GPL-3.0-or-later
//
// The only place that includes QCustomPlot, and how its charts look here. Include it from .cpp files only: it is heavy.
#pragma once

#include <qcustomplot.h>

class QLabel;

namespace heteroscope {

class Theme;

/// Ground, axes, grid, ticks and fonts by the theme; call again when the theme changes, before replot().
void stylePlot(QCustomPlot &plot, const Theme &theme);

/// The legend stands above the chart, in one row.
void placeLegendAbove(QCustomPlot &plot, const Theme &theme);

/// The view is this plot, with a line of text below it where a note is given: ground, layout, and all keys and mouse
/// events to the view, which filters those of the plot.
void fillWithPlot(QWidget &view, QCustomPlot &plot, QLabel *note = nullptr);

/// QCustomPlot keeps from its parents what it does not use; the menu of a right click is its dock's.
void letMenusThrough(QCustomPlot &plot);

} // namespace heteroscope
