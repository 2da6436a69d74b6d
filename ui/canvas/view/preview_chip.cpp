// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/view/preview_chip.h"

#include "theme/theme.h"
#include "widgets/drawing.h"

#include <QPainter>

#include <cmath>

namespace heteroscope {
namespace {

constexpr int chipHeight = 26;
constexpr int chipPad = 12;
constexpr int chipTop = 10;

} // namespace

PreviewChip::PreviewChip(QWidget *parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void PreviewChip::say(const QString &text)
{
    m_text = text;
    setVisible(!text.isEmpty());
    if (text.isEmpty())
        return;
    const double wide = labelWidth(text, TypeRole::title) + 2 * chipPad;
    const int width = std::min(static_cast<int>(std::ceil(wide)), parentWidget()->width() - 2 * chipTop);
    setGeometry((parentWidget()->width() - width) / 2, chipTop, width, chipHeight);
    raise();
    update();
}

void PreviewChip::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    drawRounded(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, t[Role::card], t[Role::selection]);
    drawLabel(painter, QRectF(rect()).adjusted(chipPad, 0, -chipPad + 1, 0), Qt::AlignLeft | Qt::AlignVCenter, m_text,
              TypeRole::title, t[Role::text]);
}

} // namespace heteroscope
