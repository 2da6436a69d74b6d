// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state_strip.h"

#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

namespace heteroscope {

namespace {

constexpr int textLeft = 38;

struct Look
{
    Role ground;
    Role ink;
    IconName mark;
};

Look lookOf(StateStrip::Tone tone)
{
    switch (tone) {
    case StateStrip::Tone::good:
        return {Role::okFill, Role::ok, IconName::proved};
    case StateStrip::Tone::caution:
        return {Role::warnFill, Role::warning, IconName::warning};
    case StateStrip::Tone::bad:
        return {Role::errorFill, Role::error, IconName::refused};
    case StateStrip::Tone::neutral:
        break;
    }
    return {Role::panel, Role::secondary, IconName::plan};
}

} // namespace

StateStrip::StateStrip(QWidget *parent) : QWidget(parent), m_layout(new QHBoxLayout(this))
{
    setFixedHeight(stripHeight);
    m_layout->setContentsMargins(14, 0, 14, 0);
    m_layout->setSpacing(8);
    m_layout->addStretch();
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void StateStrip::say(Tone tone, const QString &title, const QString &text)
{
    if (tone == m_tone && title == m_title && text == m_text)
        return;
    m_tone = tone;
    m_title = title;
    m_text = text;
    setAccessibleName(title);
    setAccessibleDescription(text);
    setToolTip(plainTip(text.isEmpty() ? title : title + QStringLiteral(": ") + text));
    update();
}

int paintStripHead(QPainter &painter, const QRect &strip, StateStrip::Tone tone, const QString &title, int right)
{
    const Theme &t = currentTheme();
    const Look look = lookOf(tone);
    painter.fillRect(strip, t[look.ground]);
    painter.fillRect(QRect(strip.left(), strip.bottom(), strip.width(), 1), t[Role::border]);
    paintIcon(painter, QRectF(14, strip.height() / 2.0 - 8, 16, 16), look.mark, t[look.ink]);
    painter.setFont(heteroscope::font(TypeRole::title));
    painter.setPen(t[look.ink]);
    const QString cut = painter.fontMetrics().elidedText(title, Qt::ElideRight, std::max(0, right - textLeft));
    painter.drawText(strip.adjusted(textLeft, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, cut);
    return textLeft + painter.fontMetrics().horizontalAdvance(cut) + 14;
}

void StateStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    int right = width() - 14;
    for (const QWidget *widget : findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
        if (widget->isVisibleTo(this))
            right = std::min(right, widget->geometry().left() - 12);
    const int left = paintStripHead(painter, rect(), m_tone, m_title, right);
    if (right > left + 40)
        drawStripText(painter, QRect(left, 0, right - left, height()), m_text);
}

void drawStripText(QPainter &painter, const QRect &room, const QString &text)
{
    painter.setPen(currentTheme()[Role::secondary]);
    painter.setFont(heteroscope::font(TypeRole::body));
    if (painter.fontMetrics().horizontalAdvance(text) <= room.width()) {
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, text);
        return;
    }
    // Two lines of small letters rather than half a sentence.
    painter.setFont(heteroscope::font(TypeRole::label));
    QTextLayout lines(text, painter.font());
    QTextOption wrap(Qt::AlignLeft);
    wrap.setWrapMode(QTextOption::WordWrap);
    lines.setTextOption(wrap);
    lines.beginLayout();
    QTextLine first = lines.createLine();
    first.setLineWidth(room.width());
    lines.endLayout();
    const int height = painter.fontMetrics().height();
    const QRect top(room.left(), room.center().y() - height + 1, room.width(), height);
    painter.drawText(top, Qt::AlignVCenter | Qt::AlignLeft, text.left(first.textLength()).trimmed());
    painter.drawText(top.translated(0, height), Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(text.mid(first.textLength()), Qt::ElideRight, room.width()));
}

} // namespace heteroscope
