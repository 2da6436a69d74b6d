// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/plot.h"

#include "theme/theme.h"

#include <QLabel>
#include <QVBoxLayout>

namespace heteroscope {

void stylePlot(QCustomPlot &plot, const Theme &theme)
{
    plot.setBackground(theme[Role::base]);
    plot.setNotAntialiasedElements(QCP::aeAxes | QCP::aeGrid | QCP::aeSubGrid | QCP::aeZeroLine);
    for (QCPAxisRect *rect : plot.axisRects()) {
        for (QCPAxis *axis : rect->axes()) {
            axis->setBasePen(QPen(theme[Role::border], 1));
            axis->setTickPen(QPen(theme[Role::border], 1));
            axis->setSubTickPen(Qt::NoPen);
            axis->setTickLabelFont(font(TypeRole::label));
            axis->setLabelFont(font(TypeRole::label));
            axis->setTickLabelColor(theme[Role::secondary]);
            axis->setLabelColor(theme[Role::secondary]);
            axis->setTickLength(0, 4);
            axis->setSubTicks(false);
            axis->grid()->setPen(QPen(theme[Role::grid], 1));
            axis->grid()->setZeroLinePen(QPen(theme[Role::border], 1));
            axis->grid()->setSubGridVisible(false);
        }
    }
}

void placeLegendAbove(QCustomPlot &plot, const Theme &theme)
{
    if (plot.plotLayout()->rowCount() == 1) {
        plot.plotLayout()->insertRow(0);
        plot.plotLayout()->addElement(0, 0, plot.legend);
        plot.plotLayout()->setRowStretchFactor(0, 0.001);
        plot.legend->setFillOrder(QCPLegend::foColumnsFirst);
    }
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setFont(font(TypeRole::label));
    plot.legend->setTextColor(theme[Role::secondary]);
    plot.legend->setIconSize(12, 10);
}

void fillWithPlot(QWidget &view, QCustomPlot &plot, QLabel *note)
{
    view.setAutoFillBackground(true);
    view.setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(&view);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(&plot, 1);
    if (note) {
        layout->addWidget(note);
        note->setFont(font(TypeRole::label));
        note->setForegroundRole(QPalette::PlaceholderText);
        note->setContentsMargins(12, 2, 12, 6);
    }
    view.setFocusPolicy(Qt::StrongFocus);
    plot.setFocusPolicy(Qt::NoFocus);
    plot.setMouseTracking(true);
    plot.installEventFilter(&view);
    plot.setMinimumHeight(60);
    plot.setAutoAddPlottableToLegend(false);
    letMenusThrough(plot);
}

void letMenusThrough(QCustomPlot &plot) { plot.setAttribute(Qt::WA_NoMousePropagation, false); }

} // namespace heteroscope
