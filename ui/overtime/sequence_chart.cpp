// SPDX-License-Identifier: GPL-3.0-or-later
#include "overtime/sequence_chart.h"

#include "language/plan_words.h"
#include "scenario/time_axis.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double leftPad = 66;
constexpr double rightPad = 34;
constexpr double snapPixels = 5;

struct LineStyle
{
    Role role;
    Qt::PenStyle pen;
    double width;
};

LineStyle styleOf(PolicyLine line)
{
    switch (line) {
    case PolicyLine::fixed:
        return {Role::backward, Qt::DashLine, 1.5};
    case PolicyLine::greedy:
        return {Role::secondary, Qt::DotLine, 1.5};
    case PolicyLine::pastOnly:
        return {Role::tp, Qt::DashDotLine, 1.5};
    case PolicyLine::sequence:
        break;
    }
    return {Role::forward, Qt::SolidLine, 2};
}

QPen penOf(PolicyLine line)
{
    const LineStyle style = styleOf(line);
    return {currentTheme()[style.role], style.width, style.pen, Qt::FlatCap, Qt::MiterJoin};
}

} // namespace

struct SequenceChart::Rows
{
    QRectF band;
    QRectF switches;
    QRectF axis;
    QRectF legend;
    QRectF rates;
};

SequenceChart::SequenceChart(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Best sequence of plans over time"));
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void SequenceChart::setAnswer(std::shared_ptr<const SequenceAnswer> answer)
{
    m_answer = std::move(answer);
    m_stretches = m_answer ? stretchesOf(m_answer->found) : std::vector<SequenceStretch>();
    m_highest = 0;
    m_horizon = m_stretches.empty() ? Seconds(0) : m_stretches.back().until;
    for (int line = 0; line < policyLineCount; ++line) {
        auto &rates = m_rates[static_cast<std::size_t>(line)];
        rates = m_answer ? ratesOf(*m_answer, static_cast<PolicyLine>(line)) : std::vector<RatePoint>();
        for (const RatePoint &point : rates)
            m_highest = std::max(m_highest, point.rate);
        if (!rates.empty())
            m_horizon = std::max(m_horizon, rates.back().at);
    }
    setAccessibleDescription(m_answer ? verdictOf(m_answer->found) : QString());
    update();
}

void SequenceChart::setStale(bool stale)
{
    m_stale = stale;
    update();
}

void SequenceChart::setMoment(Seconds moment)
{
    m_moment = moment;
    update();
}

SequenceChart::Rows SequenceChart::rows() const
{
    const double width = std::max(1.0, this->width() - leftPad - rightPad);
    Rows rows;
    rows.band = {leftPad, 22, width, 34};
    rows.switches = {leftPad, rows.band.bottom() + 2, width, 20};
    rows.axis = {leftPad, rows.switches.bottom(), width, 22};
    rows.legend = {leftPad, rows.axis.bottom() + 2, width, 18};
    rows.rates = {leftPad, rows.legend.bottom() + 6, width, std::max(10.0, height() - rows.legend.bottom() - 16)};
    return rows;
}

double SequenceChart::xOf(Seconds time) const
{
    const double width = std::max(1.0, this->width() - leftPad - rightPad);
    return leftPad + (m_horizon > Seconds(0) ? time / m_horizon * width : 0);
}

Seconds SequenceChart::timeAt(double x) const
{
    for (const SequenceStretch &stretch : m_stretches)
        if (std::abs(xOf(stretch.from) - x) <= snapPixels)
            return stretch.from;
    const double width = std::max(1.0, this->width() - leftPad - rightPad);
    return m_horizon * std::clamp((x - leftPad) / width, 0.0, 1.0);
}

void SequenceChart::moveTo(Seconds time)
{
    if (!m_answer)
        return;
    emit timeMoved(std::clamp(time, Seconds(0), m_horizon));
}

void SequenceChart::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        moveTo(timeAt(event->position().x()));
}

void SequenceChart::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton)
        moveTo(timeAt(event->position().x()));
}

void SequenceChart::keyPressEvent(QKeyEvent *event)
{
    const auto neighbour = [this](bool later) {
        Seconds found = later ? m_horizon : Seconds(0);
        for (const SequenceStretch &stretch : m_stretches) {
            if (later && stretch.from > m_moment)
                return stretch.from;
            if (!later && stretch.from < m_moment)
                found = stretch.from;
        }
        return found;
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return moveTo(m_moment - m_horizon * 0.01);
    case Qt::Key_Right:
        return moveTo(m_moment + m_horizon * 0.01);
    case Qt::Key_PageDown:
        return moveTo(neighbour(false));
    case Qt::Key_PageUp:
        return moveTo(neighbour(true));
    case Qt::Key_Home:
        return moveTo(Seconds(0));
    case Qt::Key_End:
        return moveTo(m_horizon);
    default:
        QWidget::keyPressEvent(event);
    }
}

QString SequenceChart::tipAt(QPointF place) const
{
    const Rows rows = this->rows();
    if (!m_answer || place.y() > rows.axis.bottom())
        return {};
    const ReplanResult &found = m_answer->found;
    const Seconds time = timeAt(place.x());
    const SequenceStretch *stretch = stretchAt(m_stretches, time);
    if (!stretch || !rows.band.united(rows.axis).contains(place))
        return {};
    QString text =
        stretch->plan ? letterOf(stretch->letter) + QStringLiteral("  ") + nameOf(found.candidates[*stretch->plan].plan)
                      : tr("No plan runs: devices are gone");
    text += QStringLiteral("\n") +
            tr("%1 to %2").arg(formatMoment(stretch->from, m_horizon), formatMoment(stretch->until, m_horizon));
    if (stretch->switchBefore)
        text += QStringLiteral("\n") + tr("The switch %1").arg(switchText(found, *stretch->switchBefore));
    return text;
}

bool SequenceChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    auto *help = static_cast<QHelpEvent *>(event);
    const QString tip = tipAt(help->pos());
    if (tip.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), plainTip(tip), this);
    return true;
}

void SequenceChart::paintBand(QPainter &painter, const Rows &rows) const
{
    const Theme &t = currentTheme();
    for (const SequenceStretch &stretch : m_stretches) {
        const double left = xOf(stretch.from);
        const QRectF box(left, rows.band.top(), std::max(1.0, xOf(stretch.until) - left - 1), rows.band.height());
        if (!stretch.plan) {
            painter.fillRect(box, t[Role::bubble]);
            painter.fillRect(box, t.bubbleHatch(devicePixelRatioF()));
            continue;
        }
        painter.setPen(QPen(t.stage(stretch.letter), 1));
        painter.setBrush(t.stageFill(stretch.letter));
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        // What the switch takes of it.
        if (stretch.switchBefore) {
            const auto &change = m_answer->found.switches[*stretch.switchBefore].change;
            const double lost = xOf(Seconds(change.at + change.time)) - left;
            painter.fillRect(QRectF(box.left(), box.top(), std::min(lost, box.width()), box.height()),
                             t.bubbleHatch(devicePixelRatioF()));
        }
        painter.setPen(t[Role::text]);
        painter.setFont(heteroscope::font(TypeRole::title));
        const QString letter = letterOf(stretch.letter);
        const double wide = painter.fontMetrics().horizontalAdvance(letter);
        if (box.width() < wide + 6)
            continue;
        const QString name = nameOf(m_answer->found.candidates[*stretch.plan].plan);
        if (box.width() < wide + 60) {
            painter.drawText(box, Qt::AlignCenter, letter);
            continue;
        }
        const QRectF inner = box.adjusted(8, 0, -6, 0);
        painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, letter);
        painter.setFont(heteroscope::font(TypeRole::label));
        const QRectF rest = inner.adjusted(wide + 8, 0, 0, 0);
        painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(rest.width())));
    }
}

void SequenceChart::paintSwitches(QPainter &painter, const Rows &rows) const
{
    const Theme &t = currentTheme();
    painter.setFont(heteroscope::font(TypeRole::label));
    double free = 0; // from where on the row is empty
    for (const ReplanSwitch &one : m_answer->found.switches) {
        const double x = xOf(Seconds(one.change.at));
        QPolygonF mark;
        mark << QPointF(x, rows.switches.top()) << QPointF(x - 4, rows.switches.top() + 6)
             << QPointF(x + 4, rows.switches.top() + 6);
        painter.setPen(Qt::NoPen);
        painter.setBrush(t[Role::text]);
        painter.drawPolygon(mark);
        const QString cost = QStringLiteral("−") + formatSeconds(Seconds(one.change.time));
        const QString gain = (one.gain.value >= 0 ? QStringLiteral("+") : QString()) + durationOf(one.gain);
        const double costWidth = numberWidth(painter, cost), gainWidth = numberWidth(painter, gain);
        const double from = x + 7;
        if (from < free || from + costWidth + 8 + gainWidth > width())
            continue;
        const QRectF row(from, rows.switches.top(), costWidth, 16);
        painter.setPen(t[Role::warning]);
        drawNumber(painter, row, Qt::AlignLeft | Qt::AlignVCenter, cost);
        painter.setPen(t[one.gain.value >= 0 ? Role::ok : Role::error]);
        drawNumber(painter, QRectF(row.right() + 8, row.top(), gainWidth, 16), Qt::AlignLeft | Qt::AlignVCenter, gain);
        free = row.right() + 8 + gainWidth + 6;
    }
}

void SequenceChart::paintAxis(QPainter &painter, const Rows &rows) const
{
    const Theme &t = currentTheme();
    painter.setFont(heteroscope::font(TypeRole::label));
    painter.fillRect(QRectF(rows.axis.left(), rows.axis.top() + 1, rows.axis.width(), 1), t[Role::borderStrong]);
    const double step = niceTimeStep(m_horizon.value, rows.axis.width() / 80);
    for (double at = 0; at <= m_horizon.value; at += step) {
        const double x = std::round(xOf(Seconds(at)));
        painter.fillRect(QRectF(x, rows.axis.top() + 1, 1, 4), t[Role::muted]);
        painter.setPen(t[Role::muted]);
        drawNumber(painter, QRectF(x - 40, rows.axis.top() + 5, 80, 16), Qt::AlignCenter,
                   formatMoment(Seconds(at), m_horizon));
    }
}

void SequenceChart::paintRates(QPainter &painter, const Rows &rows) const
{
    const Theme &t = currentTheme();
    painter.setFont(heteroscope::font(TypeRole::label));
    const auto y = [&](double rate) {
        return rows.rates.bottom() - (m_highest > 0 ? rate / m_highest * rows.rates.height() : 0);
    };
    const int marks = rows.rates.height() >= 70 ? 2 : 1;
    for (int i = 0; i <= marks; ++i) {
        const double rate = m_highest * i / marks;
        const double line = std::round(y(rate));
        painter.fillRect(QRectF(rows.rates.left(), line, rows.rates.width(), 1),
                         t[i == 0 ? Role::borderStrong : Role::border]);
        const NumberWithUnit number = splitRate(rate, tr("tok/s"));
        painter.setPen(t[Role::muted]);
        drawNumber(painter, QRectF(0, line - 8, leftPad - 6, 16), Qt::AlignRight | Qt::AlignVCenter,
                   i == 0 ? QStringLiteral("0") : number.number + number.unit.section(u' ', 0, -2));
    }
    painter.setBrush(Qt::NoBrush);
    for (int line = policyLineCount - 1; line >= 0; --line) { // the sequence on top
        QPolygonF path;
        double last = 0;
        for (const RatePoint &point : m_rates[static_cast<std::size_t>(line)]) {
            const double x = xOf(point.at);
            path << QPointF(x, y(last)) << QPointF(x, y(point.rate));
            last = point.rate;
        }
        painter.setPen(penOf(static_cast<PolicyLine>(line)));
        painter.drawPolyline(path);
    }
}

void SequenceChart::paintLegend(QPainter &painter, const Rows &rows) const
{
    const Theme &t = currentTheme();
    painter.setFont(heteroscope::font(TypeRole::label));
    painter.setPen(t[Role::muted]);
    drawNumber(painter, QRectF(0, rows.legend.top(), leftPad - 6, 18), Qt::AlignRight | Qt::AlignVCenter,
               splitRate(m_highest, tr("tok/s")).unit.section(u' ', -1));
    double x = rows.legend.left();
    const std::array<double, policyLineCount> ends = {m_answer->found.best.totalTime, m_answer->found.fixed.totalTime,
                                                      m_answer->found.greedy.totalTime,
                                                      m_answer->found.pastOnly.totalTime};
    for (int line = 0; line < policyLineCount; ++line) {
        const auto policy = static_cast<PolicyLine>(line);
        const QString text = tr("%1 %2").arg(nameOf(policy), durationOf(Seconds(ends[static_cast<std::size_t>(line)])));
        const double wide = numberWidth(painter, text);
        if (x + 26 + wide > rows.legend.right())
            break;
        painter.setPen(penOf(policy));
        painter.drawLine(QPointF(x, rows.legend.center().y()), QPointF(x + 20, rows.legend.center().y()));
        painter.setPen(t[Role::secondary]);
        drawNumber(painter, QRectF(x + 26, rows.legend.top(), wide, 18), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += 26 + wide + 16;
    }
}

void SequenceChart::paintMoment(QPainter &painter, const Rows &rows) const
{
    if (m_moment > m_horizon)
        return;
    const Theme &t = currentTheme();
    const double x = std::round(xOf(m_moment));
    painter.fillRect(QRectF(x, rows.band.top() - 4, 1, rows.rates.bottom() - rows.band.top() + 4), t[Role::warning]);
    painter.setFont(heteroscope::font(TypeRole::badge));
    const QString text = formatMoment(m_moment, m_horizon);
    const double wide = numberWidth(painter, text) + 10;
    const QRectF chip(std::clamp(x - wide / 2, 0.0, std::max(0.0, width() - wide)), 2, wide, 16);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t[Role::warnFill]);
    painter.drawRoundedRect(chip, 3, 3);
    painter.setPen(t[Role::warning]);
    drawNumber(painter, chip, Qt::AlignCenter, text);
}

void SequenceChart::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), t[Role::base]);
    if (hasFocus())
        painter.fillRect(QRect(0, 0, width(), 2), t[Role::selection]);
    if (!m_answer || m_stretches.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(m_stale ? Theme::staleOpacity : 1.0);
    const Rows rows = this->rows();
    paintBand(painter, rows);
    paintSwitches(painter, rows);
    paintAxis(painter, rows);
    paintLegend(painter, rows);
    paintRates(painter, rows);
    painter.setOpacity(1);
    paintMoment(painter, rows);
}

} // namespace heteroscope
