// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/parallel_plot.h"

#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heteroscope {

namespace {

constexpr int roomBeside = 58; // px left and right of the outermost axes
constexpr int roomAbove = 40;  // titles and largest values
constexpr int roomBelow = 22;  // least values
constexpr int reachOfAxis = 9;
constexpr double reachOfLine = 6;
constexpr int halfBrush = 6;
constexpr int dragFrom = 4;

double distanceToLine(QPointF from, QPointF to, QPointF place)
{
    const QPointF along = to - from;
    const double length = QPointF::dotProduct(along, along);
    const double at = length > 0 ? std::clamp(QPointF::dotProduct(place - from, along) / length, 0.0, 1.0) : 0.0;
    const QPointF away = place - (from + at * along);
    return std::hypot(away.x(), away.y());
}

} // namespace

ParallelPlot::ParallelPlot(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Plans on parallel axes"));
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void ParallelPlot::setAxes(std::vector<ParallelAxis> axes, QStringList names)
{
    std::vector<std::optional<Range>> brushes(axes.size());
    for (std::size_t i = 0; i < axes.size(); ++i)
        for (std::size_t old = 0; old < m_axes.size(); ++old)
            if (m_axes[old].title == axes[i].title && m_axes[old].names == axes[i].names)
                brushes[i] = m_brushes[old];
    m_axes = std::move(axes);
    m_brushes = std::move(brushes);
    m_names = std::move(names);
    m_faded.clear();
    m_shown = m_hovered = m_dragged = -1;
    m_stale = false;
    m_axis = std::clamp(m_axis, 0, std::max(0, static_cast<int>(m_axes.size()) - 1));
    update();
}

void ParallelPlot::setStale(bool stale)
{
    m_stale = stale;
    update();
}

void ParallelPlot::setShown(int plan)
{
    m_shown = plan;
    update();
}

void ParallelPlot::setFaded(std::set<int> plans)
{
    m_faded = std::move(plans);
    update();
}

bool ParallelPlot::isBrushed() const
{
    return std::any_of(m_brushes.begin(), m_brushes.end(), [](const auto &brush) { return brush.has_value(); });
}

void ParallelPlot::setBrush(std::size_t axis, const std::optional<Range> &range)
{
    if (m_brushes[axis] == range)
        return;
    m_brushes[axis] = range;
    update();
    emit brushed();
}

void ParallelPlot::clearBrushes()
{
    if (!isBrushed())
        return;
    for (auto &brush : m_brushes)
        brush.reset();
    update();
    emit brushed();
}

bool ParallelPlot::isKept(int plan) const
{
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis) {
        const double value = m_axes[axis].values[static_cast<std::size_t>(plan)];
        if (m_brushes[axis] && (value < m_brushes[axis]->first || value > m_brushes[axis]->second))
            return false;
    }
    return true;
}

QRect ParallelPlot::room() const { return rect().adjusted(roomBeside, roomAbove, -roomBeside, -roomBelow); }

double ParallelPlot::xOf(std::size_t axis) const
{
    const QRect all = room();
    return m_axes.size() < 2
               ? all.center().x()
               : all.left() + static_cast<double>(axis) * all.width() / static_cast<double>(m_axes.size() - 1);
}

QPoint ParallelPlot::placeOf(std::size_t axis, double value) const
{
    const QRect all = room();
    return QPointF(xOf(axis), all.bottom() - m_axes[axis].placeOf(value) * all.height()).toPoint();
}

double ParallelPlot::valueAt(std::size_t axis, int y) const
{
    const QRect all = room();
    const double place = static_cast<double>(all.bottom() - y) / std::max(1, all.height());
    return m_axes[axis].valueAt(std::clamp(place, 0.0, 1.0));
}

int ParallelPlot::axisAt(QPoint place) const
{
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis)
        if (std::abs(xOf(axis) - place.x()) <= reachOfAxis)
            return static_cast<int>(axis);
    return -1;
}

int ParallelPlot::planAt(QPoint place) const
{
    int nearest = -1;
    double least = reachOfLine;
    for (int plan = 0; plan < planCount(); ++plan) {
        if (!isKept(plan) || m_faded.contains(plan))
            continue;
        for (std::size_t axis = 0; axis + 1 < m_axes.size(); ++axis) {
            const auto number = static_cast<std::size_t>(plan);
            const double away = distanceToLine(placeOf(axis, m_axes[axis].values[number]),
                                               placeOf(axis + 1, m_axes[axis + 1].values[number]), place);
            if (away < least) {
                least = away;
                nearest = plan;
            }
        }
    }
    return nearest;
}

QString ParallelPlot::textOf(int plan) const
{
    QStringList parts{m_names[plan]};
    for (const ParallelAxis &axis : m_axes)
        parts << tr("%1: %2").arg(axis.title, axis.texts[plan]);
    return parts.join(QStringLiteral(" · "));
}

void ParallelPlot::paintLine(QPainter &painter, int plan) const
{
    const Theme &theme = currentTheme();
    const bool kept = isKept(plan) && !m_faded.contains(plan);
    QColor color = theme[Role::forward];
    double width = 1.2;
    if (!kept) {
        color = theme[Role::border];
    } else if (plan == m_shown) {
        color = theme[Role::selection];
        width = 3;
    } else if (plan == m_hovered) {
        color = theme[Role::text];
        width = 2;
    } else {
        color.setAlphaF(0.6F);
    }
    if (m_stale)
        color.setAlphaF(color.alphaF() * static_cast<float>(Theme::staleOpacity));
    QPolygonF line;
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis)
        line << placeOf(axis, m_axes[axis].values[static_cast<std::size_t>(plan)]);
    painter.setPen(QPen(color, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

void ParallelPlot::paintAxis(QPainter &painter, std::size_t number) const
{
    const Theme &theme = currentTheme();
    const ParallelAxis &axis = m_axes[number];
    const QRect all = room();
    const double x = std::round(xOf(number));
    const double step = m_axes.size() < 2 ? all.width() : all.width() / static_cast<double>(m_axes.size() - 1);
    const bool isCurrent = hasFocus() && static_cast<int>(number) == m_axis;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(QRectF(x, all.top(), isCurrent ? 2 : 1, all.height()),
                     theme[isCurrent ? Role::selection : Role::borderStrong]);
    if (const auto &brush = m_brushes[number]) {
        const int top = placeOf(number, brush->second).y() - 2;
        const int foot = placeOf(number, brush->first).y() + 2;
        const QRectF range(x - halfBrush, top, 2 * halfBrush + 1, foot - top);
        painter.fillRect(range, theme.color(Role::selection, 0.18));
        painter.setPen(QPen(theme[Role::selection], 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(range);
    }
    const auto write = [&](double y, const QString &text, TypeRole type, Role role) {
        painter.setFont(heteroscope::font(type));
        painter.setPen(theme[role]);
        const QRectF place(x - step / 2 + 2, y, step - 4, 16);
        painter.drawText(place, Qt::AlignCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(place.width())));
    };
    write(4, axis.title, TypeRole::badge, Role::text);
    if (!axis.names.isEmpty()) {
        for (int i = 0; i < axis.names.size(); ++i) { // beside their places
            painter.setFont(heteroscope::font(TypeRole::label));
            const QPoint at = placeOf(number, i);
            const int width = painter.fontMetrics().horizontalAdvance(axis.names[i]) + 6;
            const QRectF place(at.x() + 5, at.y() - 8, std::min<double>(width, step - 12), 16);
            painter.fillRect(place, theme.color(Role::base, 0.8));
            painter.setPen(theme[Role::secondary]);
            painter.drawText(
                place.adjusted(3, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                painter.fontMetrics().elidedText(axis.names[i], Qt::ElideRight, static_cast<int>(place.width()) - 3));
        }
        return;
    }
    const auto textAt = [&axis](double value) {
        const auto found = std::find(axis.values.begin(), axis.values.end(), value);
        return axis.texts[static_cast<int>(found - axis.values.begin())].section(QStringLiteral(" ±"), 0, 0);
    };
    write(roomAbove - 19, textAt(axis.high), TypeRole::label, Role::secondary);
    write(all.bottom() + 3, textAt(axis.low), TypeRole::label, Role::secondary);
}

void ParallelPlot::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = currentTheme();
    painter.fillRect(rect(), theme[Role::base]);
    if (planCount() == 0) {
        painter.setFont(heteroscope::font(TypeRole::body));
        painter.setPen(theme[Role::secondary]);
        painter.drawText(rect(), Qt::AlignCenter, tr("The plans appear with the first search."));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    std::vector<int> order(static_cast<std::size_t>(planCount()));
    std::iota(order.begin(), order.end(), 0);
    const auto layer = [this](int plan) {
        return plan == m_hovered ? 3 : plan == m_shown ? 2 : isKept(plan) && !m_faded.contains(plan) ? 1 : 0;
    };
    std::stable_sort(order.begin(), order.end(), [&layer](int a, int b) { return layer(a) < layer(b); });
    for (const int plan : order)
        paintLine(painter, plan);
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis)
        paintAxis(painter, axis);
    if (hasFocus() && testAttribute(Qt::WA_KeyboardFocusChange)) {
        painter.setPen(QPen(theme[Role::selection], 2));
        painter.drawRect(rect().adjusted(1, 1, -2, -2));
    }
}

void ParallelPlot::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || planCount() == 0) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_pressed = event->pos();
    m_moved = false;
    m_dragged = axisAt(m_pressed);
    if (m_dragged >= 0)
        m_axis = m_dragged;
    update();
}

void ParallelPlot::dragBrush(QPoint at)
{
    const auto axis = static_cast<std::size_t>(m_dragged);
    double low = valueAt(axis, std::max(m_pressed.y(), at.y()));
    double high = valueAt(axis, std::min(m_pressed.y(), at.y()));
    if (!m_axes[axis].names.isEmpty()) { // whole names
        low = std::round(low);
        high = std::round(high);
    }
    setBrush(axis, Range{low, high});
}

void ParallelPlot::mouseMoveEvent(QMouseEvent *event)
{
    if (m_dragged >= 0) {
        m_moved = m_moved || std::abs(event->pos().y() - m_pressed.y()) >= dragFrom;
        if (m_moved)
            dragBrush(event->pos());
        return;
    }
    setCursor(planCount() > 0 && axisAt(event->pos()) >= 0 ? Qt::SizeVerCursor : Qt::ArrowCursor);
    setHovered(planAt(event->pos()));
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent *event)
{
    const int axis = std::exchange(m_dragged, -1);
    if (event->button() != Qt::LeftButton || m_moved)
        return;
    if (axis >= 0)
        setBrush(static_cast<std::size_t>(axis), std::nullopt);
    else if (const int plan = planAt(event->pos()); plan >= 0)
        emit picked(plan);
}

void ParallelPlot::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const int plan = axisAt(event->pos()) >= 0 ? -1 : planAt(event->pos()); plan >= 0)
        emit activated(plan);
}

void ParallelPlot::leaveEvent(QEvent *event)
{
    setHovered(-1);
    QWidget::leaveEvent(event);
}

void ParallelPlot::setHovered(int plan)
{
    if (plan == m_hovered)
        return;
    m_hovered = plan;
    emit hovered(plan < 0 ? QString() : textOf(plan));
    update();
}

/// The next kept plan in the order of the current axis.
void ParallelPlot::choosePlan(int step)
{
    const std::vector<double> &values = m_axes[static_cast<std::size_t>(m_axis)].values;
    std::vector<int> order;
    for (int plan = 0; plan < planCount(); ++plan)
        if (isKept(plan) && !m_faded.contains(plan))
            order.push_back(plan);
    if (order.empty())
        return;
    std::stable_sort(order.begin(), order.end(), [&values](int a, int b) {
        return values[static_cast<std::size_t>(a)] < values[static_cast<std::size_t>(b)];
    });
    const auto at = std::find(order.begin(), order.end(), m_shown);
    const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
    const std::ptrdiff_t next =
        at == order.end() ? (step > 0 ? 0 : last) : std::clamp<std::ptrdiff_t>(at - order.begin() + step, 0, last);
    const int plan = order[static_cast<std::size_t>(next)];
    setShown(plan);
    emit picked(plan);
    emit hovered(textOf(plan));
}

void ParallelPlot::endBrushAtPlan(bool lower)
{
    if (m_shown < 0)
        return;
    const auto axis = static_cast<std::size_t>(m_axis);
    const double value = m_axes[axis].values[static_cast<std::size_t>(m_shown)];
    Range range = m_brushes[axis].value_or(Range{m_axes[axis].low, m_axes[axis].high});
    (lower ? range.first : range.second) = value;
    if (range.first > range.second)
        range = {value, value};
    setBrush(axis, range);
}

void ParallelPlot::keyPressEvent(QKeyEvent *event)
{
    if (planCount() == 0 || m_axes.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        m_axis = std::clamp(m_axis + (event->key() == Qt::Key_Right ? 1 : -1), 0, static_cast<int>(m_axes.size()) - 1);
        emit hovered(m_axes[static_cast<std::size_t>(m_axis)].title);
        update();
        return;
    case Qt::Key_Up:
    case Qt::Key_Down:
        choosePlan(event->key() == Qt::Key_Up ? 1 : -1); // larger values stand above
        return;
    case Qt::Key_BracketLeft:
    case Qt::Key_BracketRight:
        endBrushAtPlan(event->key() == Qt::Key_BracketLeft);
        return;
    case Qt::Key_Escape:
        clearBrushes();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_shown >= 0)
            emit activated(m_shown);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace heteroscope
