// SPDX-License-Identifier: GPL-3.0-or-later
#include "tour/tour.h"

#include "widgets/drawing.h"
#include "widgets/plain_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace heteroscope {
namespace {

constexpr int cardWidth = 380;
constexpr int cardGap = 14;  // px between the part and the card
constexpr int dimming = 130; // of 255
constexpr int spotMargin = 2;

class TourCard : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        drawRounded(painter, QRectF(rect()), 8, currentTheme()[Role::tip], currentTheme()[Role::selection], 2);
    }
};

/// Where the card stands: beside the part, on the side with the most room; in the middle if there is no part.
QPoint placeOfCard(const QRect &window, const QRect &spot, const QSize &card)
{
    const QPoint middle = window.center() - QPoint(card.width() / 2, card.height() / 2);
    if (spot.isEmpty())
        return middle;
    struct Side
    {
        int room;
        QPoint at;
    };
    const QPoint centred = spot.center() - QPoint(card.width() / 2, card.height() / 2);
    const std::array sides = {
        Side{window.right() - spot.right() - card.width(), QPoint(spot.right() + cardGap, centred.y())},
        Side{spot.left() - card.width(), QPoint(spot.left() - cardGap - card.width(), centred.y())},
        Side{spot.top() - card.height(), QPoint(centred.x(), spot.top() - cardGap - card.height())},
        Side{window.bottom() - spot.bottom() - card.height(), QPoint(centred.x(), spot.bottom() + cardGap)}};
    const Side &best = *std::ranges::max_element(sides, {}, &Side::room);
    const QPoint at = best.room >= cardGap ? best.at : middle; // over a part that fills the window
    return {std::clamp(at.x(), cardGap, std::max(cardGap, window.width() - card.width() - cardGap)),
            std::clamp(at.y(), cardGap, std::max(cardGap, window.height() - card.height() - cardGap))};
}

} // namespace

Tour::Tour(std::vector<TourStop> stops, QWidget *window)
    : QWidget(window),
      m_stops(std::move(stops)),
      m_card(new TourCard(this)),
      m_title(new PlainLabel(m_card)),
      m_text(new PlainLabel(m_card)),
      m_place(new PlainLabel(m_card)),
      m_back(new QPushButton(tr("Back"), m_card)),
      m_next(new QPushButton(m_card))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setFocusPolicy(Qt::StrongFocus);
    m_title->setFont(heteroscope::font(TypeRole::welcome));
    m_text->setWordWrap(true);
    m_place->setFont(heteroscope::font(TypeRole::label));
    auto *layout = new QVBoxLayout(m_card);
    layout->setContentsMargins(18, 14, 18, 14);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    auto *buttons = new QHBoxLayout;
    auto *skip = new QPushButton(tr("Skip the tour"), m_card);
    buttons->addWidget(m_place);
    buttons->addStretch(1);
    for (QPushButton *button : {skip, m_back, m_next}) {
        button->setFocusPolicy(Qt::NoFocus); // keys are those of the tour
        buttons->addWidget(button);
    }
    layout->addSpacing(6);
    layout->addLayout(buttons);
    m_card->setFixedWidth(cardWidth);
    connect(skip, &QPushButton::clicked, this, &Tour::end);
    connect(m_back, &QPushButton::clicked, this, &Tour::back);
    connect(m_next, &QPushButton::clicked, this, &Tour::forward);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
    window->installEventFilter(this);
    go(0);
    show();
    raise();
    setFocus();
}

void Tour::go(std::size_t stop)
{
    m_stop = stop;
    const TourStop &now = m_stops[stop];
    m_target = now.show ? now.show() : nullptr;
    m_title->setText(now.title);
    m_text->setText(now.text);
    m_place->setText(tr("%1 of %2").arg(stop + 1).arg(m_stops.size()));
    m_back->setEnabled(stop > 0);
    m_next->setText(stop + 1 == m_stops.size() ? tr("Done") : tr("Next"));
    // The focus stays here, so what a screen reader hears of is the name.
    setAccessibleName(
        tr("Tour of the window, %1 of %2: %3. %4").arg(stop + 1).arg(m_stops.size()).arg(now.title, now.text));
    place();
    setFocus(); // showing a part may have taken it
}

void Tour::place()
{
    resize(parentWidget()->size());
    move(0, 0);
    raise();
    m_spot = {};
    if (m_target && m_target->isVisible())
        m_spot = QRect(m_target->mapTo(parentWidget(), QPoint()), m_target->size())
                     .adjusted(-spotMargin, -spotMargin, spotMargin, spotMargin)
                     .intersected(rect());
    m_card->setFixedHeight(m_card->layout()->heightForWidth(cardWidth));
    m_card->move(placeOfCard(rect(), m_spot, m_card->size()));
    update();
}

void Tour::forward() { m_stop + 1 < m_stops.size() ? go(m_stop + 1) : end(); }

void Tour::back()
{
    if (m_stop > 0)
        go(m_stop - 1);
}

void Tour::end()
{
    parentWidget()->removeEventFilter(this);
    close();
}

void Tour::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QPainterPath dimmed;
    dimmed.addRect(rect());
    if (!m_spot.isEmpty()) {
        QPainterPath bright;
        bright.addRoundedRect(m_spot, 6, 6);
        dimmed -= bright;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(dimmed, QColor(0, 0, 0, dimming));
    if (!m_spot.isEmpty()) {
        painter.setPen(QPen(currentTheme()[Role::selection], 2));
        painter.drawRoundedRect(m_spot, 6, 6);
    }
}

void Tour::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
    case Qt::Key_Right:
    case Qt::Key_PageDown:
        forward();
        break;
    case Qt::Key_Left:
    case Qt::Key_PageUp:
    case Qt::Key_Backspace:
        back();
        break;
    case Qt::Key_Escape:
        end();
        break;
    default:
        break; // nothing below it gets a key
    }
}

/// The window has another size, or its docks were laid out anew.
bool Tour::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        QMetaObject::invokeMethod(this, &Tour::place, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

bool Tour::focusNextPrevChild(bool next)
{
    next ? forward() : back();
    return true;
}

} // namespace heteroscope
