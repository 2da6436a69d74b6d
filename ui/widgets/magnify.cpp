// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/magnify.h"

#include "theme/style.h"

#include <QAbstractButton>
#include <QLayout>
#include <QToolBar>

#include <cmath>
#include <utility>
#include <vector>

namespace heteroscope {
namespace {

/// From one factor to another by way of the size without any, so that roundings do not add up.
int scaled(int size, double before, double after)
{
    return static_cast<int>(std::lround(std::round(size / before) * after));
}

QSize scaled(QSize size, double before, double after)
{
    // No max stays none.
    const auto side = [&](int value) { return value >= QWIDGETSIZE_MAX ? value : scaled(value, before, after); };
    return {side(size.width()), side(size.height())};
}

void scaleLayout(QLayout &layout, double before, double after)
{
    const QMargins margins = layout.contentsMargins();
    layout.setContentsMargins(scaled(margins.left(), before, after), scaled(margins.top(), before, after),
                              scaled(margins.right(), before, after), scaled(margins.bottom(), before, after));
    if (layout.spacing() >= 0)
        layout.setSpacing(scaled(layout.spacing(), before, after));
}

void magnifyOne(QWidget &widget, QFont font, double factor)
{
    const double before = magnificationOf(&widget);
    if (before == factor)
        return;
    widget.setProperty(magnificationProperty, factor);
    if (font.pixelSize() > 0) {
        font.setPixelSize(scaled(font.pixelSize(), before, factor));
        widget.setFont(font);
    }
    const QSize min = scaled(widget.minimumSize(), before, factor);
    const QSize max = scaled(widget.maximumSize(), before, factor);
    widget.setMinimumSize(0, 0); // or a min could be above the max for a moment
    widget.setMaximumSize(max);
    widget.setMinimumSize(min);
    if (auto *button = qobject_cast<QAbstractButton *>(&widget))
        button->setIconSize(scaled(button->iconSize(), before, factor));
    else if (auto *bar = qobject_cast<QToolBar *>(&widget))
        bar->setIconSize(scaled(bar->iconSize(), before, factor));
    if (QLayout *layout = widget.layout(); layout && !qobject_cast<QToolBar *>(&widget))
        scaleLayout(*layout, before, factor);
    widget.updateGeometry();
    widget.update();
}

} // namespace

void magnify(QWidget &root, double factor)
{
    // All fonts are read first: a child may inherit the one that is about to change.
    std::vector<std::pair<QWidget *, QFont>> fonts = {{&root, root.font()}};
    for (QWidget *widget : root.findChildren<QWidget *>())
        if (!widget->isWindow()) // menus and tips stay as they are everywhere
            fonts.emplace_back(widget, widget->font());
    for (const auto &[widget, font] : fonts)
        magnifyOne(*widget, font, factor);
}

} // namespace heteroscope
