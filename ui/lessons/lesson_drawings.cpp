// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_drawings.h"

#include "theme/style.h"
#include "theme/theme.h"
#include "widgets/drawing.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr int chartLines = 4;

/// The smallest 1, 2, 2.5 or 5 times a power of ten that is not below the value.
double roundStep(double value)
{
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0})
        if (factor * power >= value)
            return factor * power;
    return 10 * power;
}

QString toQt(const std::string &text) { return QString::fromStdString(text); }

} // namespace

LessonBox::LessonBox(QWidget *parent) : QFrame(parent)
{
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void LessonBox::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    drawRounded(painter, QRectF(rect()), 6, t[Role::card], t[Role::border]);
}

LessonCurve::LessonCurve(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMinimumHeight(sizeHint().height());
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void LessonCurve::setPoints(const Lesson &lesson, const LessonChart &chart, std::vector<ChartPoint> points,
                            const std::optional<ControlValue> &present)
{
    m_points = std::move(points);
    m_show = chart.show;
    m_labels.clear();
    m_present.reset();
    const LessonControl *control = lesson.findControl(chart.control);
    QStringList spoken;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        m_labels.push_back(toQt(controlText(*control, m_points[i].at)));
        if (present && *present == m_points[i].at)
            m_present = i;
        if (m_points[i].simulated)
            spoken << tr("%1: %2").arg(m_labels.back(), toQt(shownText(*m_points[i].simulated, m_show)));
    }
    setAccessibleDescription(spoken.join(QStringLiteral(", ")));
    update();
}

void LessonCurve::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    double most = 0;
    for (const ChartPoint &point : m_points)
        most = std::max({most, point.simulated.value_or(0), point.formula.value_or(0)});
    const double factor = magnificationOf(this);
    painter.scale(factor, factor);
    const QSizeF room = QSizeF(size()) / factor;
    const QRectF plot = QRectF(QPointF(), room).adjusted(58, 10, -12, -22);
    if (!(most > 0) || m_points.size() < 2 || !std::isfinite(most))
        return;
    most = chartLines * roundStep(most / chartLines);
    for (int line = 0; line <= chartLines; ++line) {
        const double y = plot.bottom() - plot.height() * line / chartLines;
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), t[line == 0 ? Role::borderStrong : Role::grid]);
        drawLabel(painter, QRectF(0, y - 8, 52, 16), Qt::AlignRight | Qt::AlignVCenter,
                  toQt(shownText(most * line / chartLines, m_show)), TypeRole::label, t[Role::secondary]);
    }
    const auto xOf = [&](std::size_t i) {
        return plot.left() + plot.width() * static_cast<double>(i) / static_cast<double>(m_points.size() - 1);
    };
    const auto yOf = [&](double value) { return plot.bottom() - plot.height() * value / most; };
    QPainterPath line;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        if (!m_points[i].formula)
            continue;
        const QPointF at(xOf(i), yOf(*m_points[i].formula));
        line.elementCount() == 0 ? line.moveTo(at) : line.lineTo(at);
    }
    painter.setPen(QPen(t[Role::memory], 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(line);
    double free = -1e9; // right end of the last label
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const double width = labelWidth(m_labels[i], TypeRole::label);
        const double left = std::clamp(xOf(i) - width / 2, 0.0, room.width() - width);
        if (left > free + 8) {
            drawLabel(painter, QRectF(left, plot.bottom() + 4, width + 2, 16), Qt::AlignLeft | Qt::AlignVCenter,
                      m_labels[i], TypeRole::label, t[Role::secondary]);
            free = left + width;
        }
        if (!m_points[i].simulated)
            continue;
        const bool isPresent = m_present == i;
        painter.setPen(QPen(t[Role::forward], 1.6));
        painter.setBrush(isPresent ? t[Role::forward] : t[Role::card]);
        painter.drawEllipse(QPointF(xOf(i), yOf(*m_points[i].simulated)), isPresent ? 6 : 3, isPresent ? 6 : 3);
    }
}

} // namespace heteroscope
