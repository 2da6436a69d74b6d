// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/curve_plot.h"

#include "cluster/limits.h"
#include "scenario/time_axis.h"
#include "theme/numbers.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double reach = 7; // pixels around a point
constexpr double rateStep = 0.01;

/// The power of ten that is finer than a pixel or so: what dragging rounds times to.
double quantum(Seconds horizon) { return std::pow(10, std::floor(std::log10(horizon.value / 400))); }

} // namespace

CurvePlot::CurvePlot(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Rate over time"));
    setToolTip(tr("Drag a point; double-click adds one, Delete removes it, arrow keys move it"));
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void CurvePlot::setCurve(const RateCurve &curve)
{
    m_curve = curve;
    if (m_selected >= static_cast<int>(curve.points.size()))
        select(-1);
    update();
}

void CurvePlot::setPreview(const std::optional<RateCurve> &preview)
{
    m_preview = preview;
    update();
}

void CurvePlot::setHorizon(Seconds horizon)
{
    m_horizon = horizon;
    update();
}

void CurvePlot::setMoment(Seconds moment)
{
    m_moment = moment;
    update();
}

void CurvePlot::setValueText(std::function<QString(double)> text)
{
    m_valueText = std::move(text);
    update();
}

void CurvePlot::setSketch(bool sketch)
{
    m_sketch = sketch;
    setFocusPolicy(sketch ? Qt::NoFocus : Qt::StrongFocus);
    setCursor(sketch ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (sketch)
        setToolTip(tr("Edit this curve"));
    updateGeometry();
}

void CurvePlot::select(int point)
{
    if (point == m_selected)
        return;
    m_selected = point;
    emit selectionChanged(point);
    update();
}

QRectF CurvePlot::area() const
{
    return m_sketch ? QRectF(rect()).adjusted(1, 4, -1, -18) : QRectF(rect()).adjusted(52, 24, -30, -26);
}

double CurvePlot::highest() const
{
    double most = 1;
    for (const RateCurve::Point &point : m_curve.points)
        most = std::max(most, point.factor);
    if (m_preview)
        for (const RateCurve::Point &point : m_preview->points)
            most = std::max(most, point.factor);
    return most;
}

QPointF CurvePlot::placeOf(Seconds at, double factor) const
{
    const QRectF plot = area();
    return {plot.left() + at / m_horizon * plot.width(), plot.bottom() - factor / highest() * plot.height()};
}

Seconds CurvePlot::timeAt(double x) const
{
    const QRectF plot = area();
    const double share = std::clamp((x - plot.left()) / plot.width(), 0.0, 1.0);
    const double step = quantum(m_horizon);
    return Seconds(std::round(share * m_horizon.value / step) * step);
}

double CurvePlot::factorAt(double y) const
{
    const QRectF plot = area();
    const double factor = (plot.bottom() - y) / plot.height() * highest();
    return std::round(std::clamp(factor, 0.0, highest()) / rateStep) * rateStep;
}

int CurvePlot::pointAt(QPointF place) const
{
    int found = -1;
    double nearest = reach;
    for (std::size_t i = 0; i < m_curve.points.size(); ++i) {
        const QPointF off = placeOf(m_curve.points[i].at, m_curve.points[i].factor) - place;
        const double distance = std::hypot(off.x(), off.y());
        if (distance <= nearest) {
            nearest = distance;
            found = static_cast<int>(i);
        }
    }
    return found;
}

void CurvePlot::movePoint(int point, Seconds at, double factor)
{
    RateCurve changed = m_curve;
    const auto i = static_cast<std::size_t>(point);
    // A point stays between its neighbours.
    const double step = quantum(m_horizon);
    const double first = i > 0 ? changed.points[i - 1].at.value + step : 0;
    const double last =
        i + 1 < changed.points.size() ? changed.points[i + 1].at.value - step : limits::pointTime.maximum;
    if (first <= last)
        changed.points[i].at = Seconds(std::clamp(at.value, first, last));
    changed.points[i].factor = std::clamp(factor, 0.0, limits::factor.maximum);
    if (changed != m_curve)
        emit edited(changed, tr("Move a point"));
}

void CurvePlot::addPoint(Seconds at, double factor)
{
    RateCurve changed = m_curve;
    const auto next = std::lower_bound(changed.points.begin(), changed.points.end(), at,
                                       [](const RateCurve::Point &point, Seconds time) { return point.at < time; });
    if (next != changed.points.end() && next->at == at)
        return;
    const auto index = static_cast<int>(next - changed.points.begin());
    changed.points.insert(next, {at, factor});
    emit edited(changed, tr("Add a point"));
    emit editingFinished();
    select(index);
}

void CurvePlot::removePoint(int point)
{
    RateCurve changed = m_curve;
    changed.points.erase(changed.points.begin() + point);
    emit edited(changed, tr("Remove a point"));
    emit editingFinished();
    select(std::min(point, static_cast<int>(m_curve.points.size()) - 1));
}

void CurvePlot::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (m_sketch) {
        emit clicked();
        return;
    }
    const int point = pointAt(event->position());
    select(point);
    if (point >= 0) {
        m_drag = Drag::point;
    } else if (event->position().y() > area().bottom() + 2) {
        m_drag = Drag::moment;
        emit momentMoved(timeAt(event->position().x()));
    }
}

void CurvePlot::mouseMoveEvent(QMouseEvent *event)
{
    if (m_drag == Drag::moment)
        emit momentMoved(timeAt(event->position().x()));
    else if (m_drag == Drag::point && m_selected >= 0)
        movePoint(m_selected, timeAt(event->position().x()), factorAt(event->position().y()));
}

void CurvePlot::mouseReleaseEvent(QMouseEvent *)
{
    if (std::exchange(m_drag, Drag::none) == Drag::point)
        emit editingFinished();
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (!m_sketch && event->button() == Qt::LeftButton && pointAt(event->position()) < 0 &&
        event->position().y() <= area().bottom() + 2)
        addPoint(timeAt(event->position().x()), factorAt(event->position().y()));
}

void CurvePlot::keyPressEvent(QKeyEvent *event)
{
    const auto count = static_cast<int>(m_curve.points.size());
    if (event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown) {
        if (count > 0)
            select(std::clamp(m_selected + (event->key() == Qt::Key_PageDown ? 1 : -1), 0, count - 1));
        return;
    }
    if (m_selected < 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    const RateCurve::Point point = m_curve.points[static_cast<std::size_t>(m_selected)];
    const Seconds step = m_horizon * 0.01;
    switch (event->key()) {
    case Qt::Key_Left:
        movePoint(m_selected, point.at - step, point.factor);
        break;
    case Qt::Key_Right:
        movePoint(m_selected, point.at + step, point.factor);
        break;
    case Qt::Key_Up:
        movePoint(m_selected, point.at, point.factor + rateStep);
        break;
    case Qt::Key_Down:
        movePoint(m_selected, point.at, point.factor - rateStep);
        break;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        removePoint(m_selected);
        return;
    case Qt::Key_Escape:
        select(-1);
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    emit editingFinished();
}

QPolygonF CurvePlot::steps(const RateCurve &curve) const
{
    QPolygonF line;
    double factor = curve.factorAt(Seconds(0));
    line << placeOf(Seconds(0), factor);
    for (const RateCurve::Point &point : curve.points) {
        if (point.at <= Seconds(0) || point.at >= m_horizon)
            continue;
        line << placeOf(point.at, factor) << placeOf(point.at, point.factor);
        factor = point.factor;
    }
    line << placeOf(m_horizon, factor);
    return line;
}

void CurvePlot::paintAxes(QPainter &painter) const
{
    const Theme &t = currentTheme();
    const QRectF plot = area();
    painter.setFont(heteroscope::font(TypeRole::label));
    for (int i = 0; i <= 4; ++i) {
        const double factor = highest() * i / 4;
        const double y = std::round(placeOf({}, factor).y());
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), t[i == 0 ? Role::borderStrong : Role::border]);
        painter.setPen(t[Role::muted]);
        drawNumber(painter, QRectF(0, y - 8, plot.left() - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                   formatPercent(factor, 0));
    }
    const double step = niceTimeStep(m_horizon.value, plot.width() / 80);
    for (double at = 0; at <= m_horizon.value * 1.0001; at += step) {
        const double x = std::round(placeOf(Seconds(at), 0).x());
        painter.fillRect(QRectF(x, plot.bottom(), 1, 4), t[Role::muted]);
        painter.setPen(t[Role::muted]);
        drawNumber(painter, QRectF(x - 40, plot.bottom() + 6, 80, 16), Qt::AlignCenter,
                   formatMoment(Seconds(at), m_horizon));
    }
}

void CurvePlot::paintValues(QPainter &painter) const
{
    // What each step amounts to, where there is room for it.
    painter.setFont(heteroscope::font(TypeRole::badge));
    painter.setPen(currentTheme()[Role::secondary]);
    const auto label = [&](Seconds from, Seconds to, double factor) {
        const double left = placeOf(from, 0).x();
        const double right = placeOf(std::min(to, m_horizon), 0).x();
        const QString text = m_valueText ? m_valueText(factor) : formatPercent(factor, 0);
        if (right - left < numberWidth(painter, text) + 10)
            return;
        const double line = placeOf({}, factor).y();
        const bool below = factor > highest() * 0.35;
        drawNumber(painter, QRectF(left, below ? line + 5 : line - 21, right - left, 16), Qt::AlignCenter, text);
    };
    Seconds from(0);
    double factor = 1;
    for (const RateCurve::Point &point : m_curve.points) {
        if (point.at > from)
            label(from, point.at, factor);
        from = point.at;
        factor = point.factor;
    }
    if (from < m_horizon)
        label(from, m_horizon, factor);
}

void CurvePlot::paintMoment(QPainter &painter) const
{
    if (m_moment > m_horizon)
        return;
    const Theme &t = currentTheme();
    const QRectF plot = area();
    const double x = std::round(placeOf(m_moment, 0).x());
    painter.fillRect(QRectF(x, plot.top(), 1, plot.height()), t[Role::warning]);
    const double factor = m_curve.factorAt(m_moment);
    const QString text =
        m_sketch ? QStringLiteral("%1 · %2").arg(formatMoment(m_moment, m_horizon), formatPercent(factor, 0))
                 : formatMoment(m_moment, m_horizon);
    painter.setFont(heteroscope::font(TypeRole::badge));
    const double width = numberWidth(painter, text) + 10;
    const double left = std::clamp(x - width / 2, 0.0, std::max(0.0, this->width() - width));
    const QRectF chip(left, m_sketch ? plot.bottom() + 2 : 4, width, 16);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t[Role::warnFill]);
    painter.drawRoundedRect(chip, 3, 3);
    painter.setPen(t[Role::warning]);
    drawNumber(painter, chip, Qt::AlignCenter, text);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t[Role::warning]);
    painter.drawEllipse(placeOf(m_moment, factor) + QPointF(0.5, 0), 3, 3);
}

void CurvePlot::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    if (!m_sketch)
        painter.fillRect(rect(), t[Role::base]);
    if (!m_sketch)
        paintAxes(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF plot = area();
    const QPolygonF line = steps(m_curve);
    QPolygonF ground = line;
    ground << plot.bottomRight() << plot.bottomLeft();
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.color(Role::selection, 0.12));
    painter.drawPolygon(ground);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t[Role::selection], m_sketch ? 1.5 : 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawPolyline(line);
    if (m_preview) {
        painter.setPen(QPen(t[Role::warning], 1.5, Qt::DashLine, Qt::FlatCap, Qt::MiterJoin));
        painter.drawPolyline(steps(*m_preview));
    }
    if (!m_sketch) {
        if (!m_preview)
            paintValues(painter);
        for (std::size_t i = 0; i < m_curve.points.size(); ++i) {
            if (m_curve.points[i].at > m_horizon)
                break;
            const bool selected = static_cast<int>(i) == m_selected;
            painter.setPen(QPen(t[Role::selection], 2));
            painter.setBrush(selected ? t[Role::selection] : t[Role::card]);
            painter.drawEllipse(placeOf(m_curve.points[i].at, m_curve.points[i].factor), selected ? 5 : 4,
                                selected ? 5 : 4);
        }
    }
    paintMoment(painter);
    if (hasFocus() && !m_sketch) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.fillRect(QRect(0, 0, width(), 2), t[Role::selection]);
    }
}

} // namespace heteroscope
