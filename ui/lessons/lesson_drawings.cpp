// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_drawings.h"

#include "theme/theme.h"
#include "widgets/drawing.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double formulaRow = 44;
constexpr double barRow = 24;
constexpr double pad = 6;

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

FormulaView::FormulaView(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMinimumHeight(sizeHint().height());
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void FormulaView::setFormula(const LessonScope &scope, const LessonFormula &formula, const QString &name)
{
    const auto sideOf = [&](const auto &textOf) {
        const ExpressionNode &root = formula.formula.root();
        if (root.operation == LessonOperation::divide)
            return Side{toQt(textOf(root.left)), toQt(textOf(root.right))};
        return Side{toQt(textOf(-1)), {}};
    };
    m_name = name;
    m_show = formula.show;
    m_names = sideOf([&](int node) { return formulaNames(formula.formula, node); });
    m_numbers = sideOf([&](int node) { return formulaNumbers(scope, formula.formula, node); });
    m_verdict.reset();
    if (scope.now)
        if (const auto verdict = compare(scope, formula))
            m_verdict = *verdict;
    const QString value = m_verdict ? toQt(shownText(m_verdict->formula, m_show)) : QStringLiteral("–");
    setAccessibleName(tr("%1 = %2 = %3 = %4; simulated: %5")
                          .arg(m_name, toQt(formulaNames(formula.formula)),
                               toQt(formulaNumbers(scope, formula.formula)), value,
                               m_verdict ? toQt(shownText(m_verdict->simulated, m_show)) : QStringLiteral("–")));
    update();
}

double FormulaView::widthOf(const Side &side)
{
    return std::max(labelWidth(side.above, TypeRole::body), labelWidth(side.below, TypeRole::body)) + 2 * pad;
}

double FormulaView::drawSide(QPainter &painter, QPointF at, const Side &side)
{
    const Theme &t = currentTheme();
    const double width = widthOf(side);
    const double half = formulaRow / 2;
    if (side.below.isEmpty()) {
        drawLabel(painter, QRectF(at.x(), at.y(), width, formulaRow), Qt::AlignCenter, side.above, TypeRole::body,
                  t[Role::text]);
        return width;
    }
    drawLabel(painter, QRectF(at.x(), at.y(), width, half), Qt::AlignCenter, side.above, TypeRole::body, t[Role::text]);
    painter.fillRect(QRectF(at.x() + 2, at.y() + half - 0.5, width - 4, 1), t[Role::text]);
    drawLabel(painter, QRectF(at.x(), at.y() + half, width, half), Qt::AlignCenter, side.below, TypeRole::body,
              t[Role::text]);
    return width;
}

void FormulaView::drawRow(QPainter &painter, double top, const std::vector<Side> &sides) const
{
    double needed = 0;
    for (const Side &side : sides)
        needed += widthOf(side);
    const double scale = std::min(1.0, width() / std::max(1.0, needed));
    painter.save();
    painter.translate(0, top + formulaRow * (1 - scale) / 2);
    painter.scale(scale, scale);
    double x = 0;
    for (const Side &side : sides)
        x += drawSide(painter, QPointF(x, 0), side);
    painter.restore();
}

void FormulaView::drawBar(QPainter &painter, double top, const QString &name, double value, bool isSimulated) const
{
    const Theme &t = currentTheme();
    const double most = std::max({m_verdict->formula, m_verdict->simulated, 1e-300}) * 1.25;
    const QRectF label(0, top, 84, barRow);
    const QRectF bar(90, top + 6, std::max(20.0, width() - 90.0 - 92.0), barRow - 12);
    drawLabel(painter, label, Qt::AlignLeft | Qt::AlignVCenter, name, TypeRole::body, t[Role::secondary]);
    painter.fillRect(bar, t[Role::memoryTrack]);
    const QRectF filled(bar.left(), bar.top(), bar.width() * std::clamp(value / most, 0.0, 1.0), bar.height());
    if (isSimulated) {
        painter.fillRect(filled, t[Role::bubble]);
        painter.fillRect(filled, t.bubbleHatch(devicePixelRatioF()));
        painter.setPen(t[Role::bubbleHatch]);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(filled.adjusted(0.5, 0.5, -0.5, -0.5));
    } else {
        painter.fillRect(filled, t[Role::memory]);
    }
    drawLabel(painter, QRectF(width() - 90.0, top, 90, barRow), Qt::AlignRight | Qt::AlignVCenter,
              toQt(shownText(value, m_show)), TypeRole::title, t[Role::text]);
}

void FormulaView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Side equals{QStringLiteral("="), {}};
    drawRow(painter, 0, {{m_name, {}}, equals, m_names});
    if (!m_verdict)
        return;
    drawRow(painter, formulaRow, {equals, m_numbers, equals, {toQt(shownText(m_verdict->formula, m_show)), {}}});
    painter.fillRect(QRectF(0, 2 * formulaRow + 4, width(), 1), currentTheme()[Role::border]);
    drawBar(painter, 2 * formulaRow + 9, tr("formula"), m_verdict->formula, false);
    drawBar(painter, 2 * formulaRow + 9 + barRow, tr("simulated"), m_verdict->simulated, true);
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
    const QRectF plot = QRectF(rect()).adjusted(58, 10, -12, -22);
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
        const double left = std::clamp(xOf(i) - width / 2, 0.0, this->width() - width);
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
