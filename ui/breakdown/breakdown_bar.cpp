// SPDX-License-Identifier: GPL-3.0-or-later
#include "breakdown/breakdown_bar.h"

#include "breakdown/breakdown_model.h"
#include "language/term_words.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr int side = 12;
constexpr int upperTop = 4;
constexpr int upperHeight = 22;
constexpr int lowerTop = upperTop + upperHeight + 1;
constexpr int lowerHeight = 20;
constexpr int textRoom = 10;

/// Dark fills carry the ink of their role, pale ones plain text.
QColor inkOn(const QColor &fill, const Theme &theme)
{
    const auto contrast = [&fill](const QColor &ink) {
        const auto luminance = [](const QColor &c) {
            const auto part = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
            return 0.2126 * part(c.redF()) + 0.7152 * part(c.greenF()) + 0.0722 * part(c.blueF());
        };
        const double a = luminance(fill), b = luminance(ink);
        return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
    };
    const QColor dark = theme.isDark() ? theme[Role::base] : theme[Role::text];
    const QColor light = theme.isDark() ? theme[Role::text] : theme[Role::base];
    return contrast(dark) >= contrast(light) ? dark : light;
}

/// "TP", "Attention": what a narrow segment is called.
QString shortName(const BreakdownBar::Segment &segment)
{
    switch (segment.activity) {
    case Activity::exposedTp:
        return QStringLiteral("TP");
    case Activity::exposedPp:
        return QStringLiteral("PP");
    case Activity::exposedDp:
        return QStringLiteral("DP");
    case Activity::exposedCp:
        return QStringLiteral("CP");
    case Activity::exposedEp:
        return QStringLiteral("EP");
    default:
        return segment.name.section(u' ', 0, 0);
    }
}

} // namespace

BreakdownBar::BreakdownBar(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Step time of this device by cause"));
}

void BreakdownBar::setExplanation(std::shared_ptr<const LaneExplanation> explanation)
{
    m_explanation = std::move(explanation);
    m_segments.clear();
    m_current = m_hovered = -1;
    QStringList spoken;
    if (m_explanation && m_explanation->time.value > 0) {
        const double whole = m_explanation->time.value;
        double at = 0;
        for (const CostTerm &term : m_explanation->time.parts) {
            const Activity *known = activityOf(term.id);
            const Activity activity = known ? *known : Activity::idle;
            m_segments.push_back({{PlainTerm::step, term.id},
                                  termWords(term.id),
                                  at / whole,
                                  (at + term.value) / whole,
                                  0,
                                  activity,
                                  {},
                                  term.value});
            spoken << tr("%1 %2").arg(m_segments.back().name, formatPercent(term.value / whole));
            if (isCompute(activity)) {
                std::vector<const CostTerm *> kinds;
                for (const CostTerm &part : term.parts)
                    if (part.value > 0)
                        kinds.push_back(&part);
                std::stable_sort(kinds.begin(), kinds.end(),
                                 [](const CostTerm *a, const CostTerm *b) { return a->value > b->value; });
                double inside = at;
                for (const CostTerm *part : kinds) {
                    m_segments.push_back({{PlainTerm::step, term.id, part->id},
                                          termWords(part->id),
                                          inside / whole,
                                          (inside + part->value) / whole,
                                          1,
                                          activity,
                                          part->id,
                                          part->value});
                    inside += part->value;
                }
            }
            at += term.value;
        }
    }
    setAccessibleDescription(spoken.join(QStringLiteral(", ")));
    update();
}

void BreakdownBar::setStale(bool stale)
{
    m_stale = stale;
    update();
}

void BreakdownBar::setCurrent(const TermPath &path)
{
    int best = -1;
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        const TermPath &own = m_segments[i].path;
        if (own.size() <= path.size() && std::equal(own.begin(), own.end(), path.begin()))
            best = static_cast<int>(i); // kinds follow their activity: the last one is the closest
    }
    m_current = best;
    update();
}

QRect BreakdownBar::rectOf(const Segment &segment) const
{
    const double wide = width() - 2 * side;
    const int left = side + static_cast<int>(std::lround(segment.begin * wide));
    const int right = side + static_cast<int>(std::lround(segment.end * wide));
    const bool alone = segment.row == 0 && !isCompute(segment.activity);
    const int top = segment.row == 0 ? upperTop : lowerTop;
    const int high = alone ? lowerTop + lowerHeight - upperTop : segment.row == 0 ? upperHeight : lowerHeight;
    return {left, top, std::max(0, right - left - (right - left >= 3 ? 1 : 0)), high};
}

int BreakdownBar::segmentAt(QPoint at) const
{
    for (std::size_t i = 0; i < m_segments.size(); ++i)
        if (rectOf(m_segments[i]).contains(at))
            return static_cast<int>(i);
    return -1;
}

QString BreakdownBar::textOf(const Segment &segment) const
{
    return tr("%1: %2 = %3 of the step")
        .arg(segment.name, formatSeconds(Seconds(segment.seconds)), formatPercent(segment.end - segment.begin, 2));
}

void BreakdownBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &t = currentTheme();
    painter.setOpacity(m_stale ? Theme::staleOpacity : 1.0);
    const QBrush bubble = t.bubbleHatch(devicePixelRatioF());
    const QBrush straggler = t.hatch(Role::warning, devicePixelRatioF());
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        const Segment &segment = m_segments[i];
        const QRect box = rectOf(segment);
        if (box.width() <= 0)
            continue;
        const QColor fill = termColor(t, segment.activity, segment.kind);
        painter.fillRect(box, fill);
        if (segment.activity == Activity::bubble || segment.activity == Activity::straggler)
            painter.fillRect(box, segment.activity == Activity::bubble ? bubble : straggler);
        painter.setFont(heteroscope::font(segment.row == 0 ? TypeRole::badge : TypeRole::label));
        const QString percent = formatPercent(segment.end - segment.begin);
        const QFontMetrics metrics = painter.fontMetrics();
        // Name and share where they fit, else a short name, else the share, else nothing.
        QString text;
        for (const QString &candidate : {segment.name + QStringLiteral("  ") + percent,
                                         shortName(segment) + QStringLiteral("  ") + percent, percent})
            if (text.isEmpty() && metrics.horizontalAdvance(candidate) <= box.width() - textRoom)
                text = candidate;
        if (!text.isEmpty()) {
            const bool hatched = segment.activity == Activity::bubble || segment.activity == Activity::straggler;
            if (hatched) {
                const int wide = metrics.horizontalAdvance(text) + 6;
                painter.fillRect(QRect(box.center().x() - wide / 2, box.center().y() - 8, wide, 16), fill);
            }
            painter.setPen(hatched ? t[Role::text] : inkOn(fill, t));
            drawNumber(painter, box, Qt::AlignCenter, text);
        }
        if (static_cast<int>(i) == m_hovered) {
            painter.setPen(QPen(t[Role::text], 1));
            painter.drawRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
    if (m_current >= 0) {
        painter.setOpacity(1);
        const QRect box = rectOf(m_segments[static_cast<std::size_t>(m_current)]);
        painter.setPen(QPen(t[Role::base], 1));
        painter.drawRect(QRectF(box).adjusted(1.5, 1.5, -1.5, -1.5));
        painter.setPen(QPen(t[Role::selection], 2));
        painter.drawRect(QRectF(box).adjusted(0, 0, 0, 0));
    }
    if (hasFocus() && m_current < 0) {
        painter.setPen(QPen(t[Role::selection], 2));
        painter.drawRect(rect().adjusted(2, 1, -2, -1));
    }
}

void BreakdownBar::mousePressEvent(QMouseEvent *event)
{
    const int hit = segmentAt(event->pos());
    if (event->button() != Qt::LeftButton || hit < 0)
        return;
    m_current = hit;
    update();
    emit chosen(m_segments[static_cast<std::size_t>(hit)].path);
}

void BreakdownBar::mouseMoveEvent(QMouseEvent *event)
{
    const int hit = segmentAt(event->pos());
    if (hit != m_hovered) {
        m_hovered = hit;
        update();
    }
}

void BreakdownBar::leaveEvent(QEvent *)
{
    m_hovered = -1;
    update();
}

void BreakdownBar::keyPressEvent(QKeyEvent *event)
{
    const int count = static_cast<int>(m_segments.size());
    int next = m_current;
    if (event->key() == Qt::Key_Left)
        next = m_current < 0 ? count - 1 : m_current - 1;
    else if (event->key() == Qt::Key_Right)
        next = m_current + 1;
    else if (event->key() == Qt::Key_Home)
        next = 0;
    else if (event->key() == Qt::Key_End)
        next = count - 1;
    else
        return QWidget::keyPressEvent(event);
    if (count == 0)
        return;
    m_current = std::clamp(next, 0, count - 1);
    update();
    emit chosen(m_segments[static_cast<std::size_t>(m_current)].path);
}

bool BreakdownBar::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        const int hit = segmentAt(help->pos());
        if (hit < 0)
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), plainTip(textOf(m_segments[static_cast<std::size_t>(hit)])), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace heteroscope
