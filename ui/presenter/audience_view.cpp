// SPDX-License-Identifier: GPL-3.0-or-later
#include "presenter/audience_view.h"

#include "theme/numbers.h"

#include <QCloseEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace heteroscope {
namespace {

// Sizes of a screen that is 1080 px high; others in proportion.
constexpr double referenceHeight = 1080;
constexpr double smallType = 24;
constexpr double sentenceType = 44;
constexpr double sentenceRoom = 190;
constexpr double margin = 36;
constexpr double dotRadius = 13;
constexpr double clusterScale = 1.7; // of the cluster's own type
constexpr std::size_t mostLanes = 12;

QFont fontOf(TypeRole role, double pixels)
{
    QFont made = font(role);
    made.setPixelSize(std::max(6, static_cast<int>(pixels)));
    return made;
}

} // namespace

AudienceView::AudienceView(Talk &talk, PaintCluster paintCluster, QWidget *parent)
    : QWidget(parent), m_talk(talk), m_paintCluster(std::move(paintCluster))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(320, 180);
    setWindowTitle(tr("Presentation"));
    setAccessibleName(tr("Presentation"));
    const auto renew = [this] {
        m_ground = {};
        setAccessibleDescription(m_talk.sentence());
        setCursor(m_talk.hasDot() ? Qt::BlankCursor : Qt::ArrowCursor);
        update();
    };
    connect(&m_talk, &Talk::changed, this, renew);
    connect(&m_talk, &Talk::pointerChanged, this, qOverload<>(&QWidget::update));
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, renew);
    renew();
}

void AudienceView::paint(QPainter &painter, QSize size) const
{
    paintGround(painter, size);
    paintDot(painter, size);
}

void AudienceView::paintDot(QPainter &painter, QSize size) const
{
    if (!m_talk.hasDot() || !m_talk.pointer() || m_talk.isBlack())
        return;
    const double unit = size.height() / referenceHeight;
    const QPointF at(m_talk.pointer()->x() * size.width(), m_talk.pointer()->y() * size.height());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(currentTheme().color(Role::error, 0.25));
    painter.drawEllipse(at, 2 * dotRadius * unit, 2 * dotRadius * unit);
    painter.setBrush(currentTheme()[Role::error]);
    painter.drawEllipse(at, dotRadius * unit, dotRadius * unit);
}

void AudienceView::paintGround(QPainter &painter, QSize size) const
{
    const Theme &t = currentTheme();
    if (m_talk.isBlack()) {
        painter.fillRect(QRect(QPoint(), size), Qt::black);
        return;
    }
    painter.fillRect(QRect(QPoint(), size), t[Role::base]);
    if (!m_talk.step().result)
        return;
    const double unit = size.height() / referenceHeight;
    const QRectF room =
        QRectF(QPointF(), size).adjusted(margin * unit, margin * unit, -margin * unit, -sentenceRoom * unit);
    if (m_talk.picture() == TalkPicture::cluster) {
        painter.save();
        painter.translate(room.topLeft());
        painter.scale(clusterScale * unit, clusterScale * unit);
        m_paintCluster(painter, QRectF(QPointF(), room.size() / (clusterScale * unit)));
        painter.restore();
    } else if (const StepEvent *now = m_talk.now()) {
        const FilmSize film{room.size().toSize(), static_cast<int>(smallType * unit), mostLanes};
        const ScheduleFilm made = makeFilm({m_talk.step()}, FilmOrder::time, film, t, FilmPalette::few);
        // Up to the end of the event that is talked about, so that it is seen.
        paintStill(painter, made.stillAt(now->until, m_talk.marks()),
                   QRectF(room.topLeft(), QSizeF(made.width(), made.height())));
    }
    paintSentence(painter, QRectF(room.left(), room.bottom() + 12 * unit, room.width(), (sentenceRoom - 48) * unit));
}

void AudienceView::paintSentence(QPainter &painter, const QRectF &rect) const
{
    const Theme &t = currentTheme();
    const double unit = rect.height() / (sentenceRoom - 48);
    const QFont small = fontOf(TypeRole::label, smallType * unit);
    painter.setFont(small);
    painter.setPen(t[Role::secondary]);
    const QString place = tr("%1 of %2").arg(formatCount(m_talk.index() + 1), formatCount(m_talk.events().size()));
    const QString time = m_talk.now() ? formatTicks(m_talk.now()->at) : QString();
    const double side = std::max(numberWidth(painter, place), numberWidth(painter, time)) + smallType * unit;
    const QRectF right(rect.right() - side, rect.top(), side, rect.height());
    drawNumber(painter, right.adjusted(0, 0, 0, -rect.height() / 2), Qt::AlignRight | Qt::AlignVCenter, place);
    drawNumber(painter, right.adjusted(0, rect.height() / 2, 0, 0), Qt::AlignRight | Qt::AlignVCenter, time);
    painter.fillRect(QRectF(rect.left(), rect.top(), 6 * unit, rect.height()), t[Role::selection]);
    painter.setPen(t[Role::text]);
    const QRectF room = rect.adjusted(28 * unit, 0, -side - 20 * unit, 0);
    // The largest type in which it has room; names of devices may be long.
    for (double type = sentenceType * unit;; type *= 0.9) {
        painter.setFont(fontOf(TypeRole::headline, type));
        const QRect needed = painter.fontMetrics().boundingRect(
            room.toRect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, m_talk.sentence());
        if ((needed.height() <= room.height() && needed.width() <= room.width()) || type < smallType * unit)
            break;
    }
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, m_talk.sentence());
}

void AudienceView::paintEvent(QPaintEvent *)
{
    const double ratio = devicePixelRatioF();
    if (m_ground.isNull() || m_ground.size() != (QSizeF(size()) * ratio).toSize()) {
        m_ground = QPixmap((QSizeF(size()) * ratio).toSize());
        m_ground.setDevicePixelRatio(ratio);
        QPainter ground(&m_ground);
        paintGround(ground, size());
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_ground);
    paintDot(painter, size());
}

void AudienceView::keyPressEvent(QKeyEvent *event)
{
    if (!m_talk.take(*event))
        QWidget::keyPressEvent(event);
}

void AudienceView::mouseMoveEvent(QMouseEvent *event)
{
    m_talk.setPointer(QPointF(event->position().x() / width(), event->position().y() / height()));
}

void AudienceView::mousePressEvent(QMouseEvent *event)
{
    event->button() == Qt::RightButton ? m_talk.back() : m_talk.forward();
}

void AudienceView::leaveEvent(QEvent *event)
{
    m_talk.setPointer(std::nullopt);
    QWidget::leaveEvent(event);
}

void AudienceView::closeEvent(QCloseEvent *event)
{
    event->accept();
    emit closed();
}

} // namespace heteroscope
