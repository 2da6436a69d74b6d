// SPDX-License-Identifier: GPL-3.0-or-later
#include "pareto/pareto_plot.h"

#include "charts/plot.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace heteroscope {

namespace {

constexpr int reach = 12;          // px around a point that count as it
constexpr double margin = 0.12;    // of the range, free on each side
constexpr double minSpread = 0.25; // what is worse by this is always drawn

/// Points of one style, those that a filter does not accept fainter.
struct Dots
{
    std::array<QVector<double>, 2> keys, values; ///< accepted, faded

    void add(double key, double value, bool faded)
    {
        keys[faded] << key;
        values[faded] << value;
    }

    void draw(QCustomPlot &plot, const QColor &ink, const std::function<QCPScatterStyle(QColor)> &styleOf) const
    {
        for (const std::size_t faded : {1, 0}) { // the accepted ones above
            QColor shade = ink;
            if (faded)
                shade.setAlphaF(static_cast<float>(ink.alphaF() * Theme::dimmedOpacity));
            auto *graph = plot.addGraph();
            graph->setLineStyle(QCPGraph::lsNone);
            graph->setScatterStyle(styleOf(shade));
            graph->setData(keys[faded], values[faded]);
        }
    }
};

} // namespace

ParetoPlot::ParetoPlot(QWidget *parent) : QWidget(parent), m_plot(new QCustomPlot(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    setFocusPolicy(Qt::StrongFocus);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    letMenusThrough(*m_plot);
    m_plot->setAutoAddPlottableToLegend(false);
    m_plot->setInteractions(QCP::iRangeZoom);
    m_plot->plotLayout()->setMargins(QMargins(8, 8, 8, 4));
    connect(m_plot->xAxis, qOverload<const QCPRange &>(&QCPAxis::rangeChanged), this, &ParetoPlot::rangeChanged);
    connect(m_plot, &QCustomPlot::afterLayout, this, &ParetoPlot::partNumbers);
    setAccessibleName(tr("Pareto chart"));
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, &ParetoPlot::rebuild);
    rebuild();
}

void ParetoPlot::setPoints(std::vector<PlanPoint> points, ParetoAxis horizontal, ParetoAxis vertical)
{
    m_points = std::move(points);
    m_horizontal = horizontal;
    m_vertical = vertical;
    m_hovered = -1;
    if (m_shown >= static_cast<int>(m_points.size()))
        m_shown = -1;
    scale();
    rebuild();
}

void ParetoPlot::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    rebuild();
}

void ParetoPlot::setShown(int point)
{
    if (point == m_shown)
        return;
    m_shown = point;
    rebuild();
}

double ParetoPlot::x(const PlanPoint &point) const { return axisValue(m_horizontal, *point.result) / m_across.factor; }
double ParetoPlot::y(const PlanPoint &point) const { return axisValue(m_vertical, *point.result) / m_up.factor; }

QColor ParetoPlot::tint(QColor color) const
{
    if (m_stale)
        color.setAlphaF(static_cast<float>(Theme::staleOpacity));
    return color;
}

QPoint ParetoPlot::placeOf(int point) const
{
    const PlanPoint &at = m_points[static_cast<std::size_t>(point)];
    return QPointF(m_plot->xAxis->coordToPixel(x(at)), m_plot->yAxis->coordToPixel(y(at))).toPoint();
}

int ParetoPlot::pointAt(QPoint place) const
{
    int nearest = -1;
    int least = reach * reach;
    for (int i = 0; i < static_cast<int>(m_points.size()); ++i) {
        const QPoint away = placeOf(i) - place;
        const int distance = QPoint::dotProduct(away, away);
        if (distance < least && !isFaded(i) && isInside(m_points[static_cast<std::size_t>(i)])) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

QString ParetoPlot::textOf(int point) const
{
    const PlanPoint &at = m_points[static_cast<std::size_t>(point)];
    QStringList lines;
    lines << QStringLiteral("<b>%1</b>").arg(escaped(at.label));
    if (!at.source.isEmpty())
        lines << escaped(at.source);
    for (const ParetoAxis axis : {m_horizontal, m_vertical})
        lines << tr("%1: %2").arg(axisName(axis),
                                  withUncertainty(axisText(axis, axisValue(axis, *at.result)), at.result->uncertainty));
    if (at.isOnFront()) {
        lines << tr("No plan shown is better in both.");
        return lines.join(QStringLiteral("<br>"));
    }
    // The first of the front that beats it, with what is won.
    for (std::size_t i = 0; i < m_points.size() && m_points[i].isOnFront(); ++i) {
        const double across = x(m_points[i]) / x(at) - 1, up = y(m_points[i]) / y(at) - 1;
        if (across > 0 || up > 0)
            continue;
        lines << tr("Point %1 is better: %2 %3, %4 %5")
                     .arg(i + 1)
                     .arg(axisName(m_horizontal), formatSignedPercent(across), axisName(m_vertical),
                          formatSignedPercent(up));
        break;
    }
    return lines.join(QStringLiteral("<br>"));
}

AxisUnit ParetoPlot::scaleAxis(QCPAxis *axis, ParetoAxis meaning) const
{
    // Plans that are worse by far would squeeze what matters into a corner.
    double low = std::numeric_limits<double>::infinity(), high = 0;
    for (const PlanPoint &point : m_points) {
        low = std::min(low, axisValue(meaning, *point.result));
        if (point.isOnFront() || point.kind == PlanPoint::Kind::own)
            high = std::max(high, axisValue(meaning, *point.result));
    }
    high = std::max(high, low * (1 + minSpread));
    const AxisUnit unit = axisUnit(meaning, high);
    const double free = (high - low) * margin;
    axis->setRange((low - free) / unit.factor, (high + free) / unit.factor);
    axis->setLabel(axisName(meaning) + QStringLiteral(", ") + unit.name);
    return unit;
}

void ParetoPlot::scale()
{
    if (m_points.empty())
        return;
    m_across = scaleAxis(m_plot->xAxis, m_horizontal);
    m_up = scaleAxis(m_plot->yAxis, m_vertical);
}

bool ParetoPlot::isInside(const PlanPoint &point) const
{
    return m_plot->xAxis->range().contains(x(point)) && m_plot->yAxis->range().contains(y(point));
}

int ParetoPlot::beyond() const
{
    return static_cast<int>(
        std::count_if(m_points.begin(), m_points.end(), [this](const PlanPoint &point) { return !isInside(point); }));
}

void ParetoPlot::rebuild()
{
    const Theme &t = currentTheme();
    m_plot->clearPlottables();
    m_numbers.clear();
    m_names.clear();
    m_plot->clearItems();
    stylePlot(*m_plot, t);
    m_plot->xAxis->setVisible(!m_points.empty());
    m_plot->yAxis->setVisible(!m_points.empty());
    if (!m_points.empty()) {
        addCloud(PlanPoint::Kind::ranked);
        addCloud(PlanPoint::Kind::baseline);
        addCloud(PlanPoint::Kind::beyond);
        addFront();
        addCloud(PlanPoint::Kind::own);
        if (m_hovered >= 0 && m_hovered != m_shown)
            addMark(m_hovered);
        if (m_shown >= 0)
            addMark(m_shown);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot); // several changes come together
}

void ParetoPlot::setFaded(std::set<int> points)
{
    if (points == m_faded)
        return;
    m_faded = std::move(points);
    rebuild();
}

void ParetoPlot::addCloud(PlanPoint::Kind kind)
{
    const Theme &t = currentTheme();
    Dots dots;
    for (std::size_t i = 0; i < m_points.size(); ++i)
        if (m_points[i].kind == kind)
            dots.add(x(m_points[i]), y(m_points[i]), isFaded(static_cast<int>(i)));
    dots.draw(*m_plot, tint(t[kind == PlanPoint::Kind::own ? Role::text : Role::memory]), [kind](QColor ink) {
        return kind == PlanPoint::Kind::own ? QCPScatterStyle(QCPScatterStyle::ssPlus, QPen(ink, 2), Qt::NoBrush, 11)
               : kind == PlanPoint::Kind::baseline
                   ? QCPScatterStyle(QCPScatterStyle::ssTriangle, QPen(ink, 1.4), ink, 8)
               : kind == PlanPoint::Kind::beyond
                   ? QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(ink, 1.4), Qt::NoBrush, 8)
                   : QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(ink, 1), ink, 6);
    });
    for (std::size_t i = 0; i < m_points.size(); ++i)
        if (kind == PlanPoint::Kind::own && m_points[i].kind == kind && static_cast<int>(i) != m_shown)
            addLabel(m_points[i], m_points[i].source);
}

void ParetoPlot::addFront()
{
    const Theme &t = currentTheme();
    const QColor ink = tint(t[Role::selection]);
    std::vector<std::pair<double, double>> line;
    int number = 0;
    for (const PlanPoint &point : m_points) {
        if (!point.isOnFront())
            continue;
        line.emplace_back(x(point), y(point));
        auto *label = new QCPItemText(m_plot);
        label->setFont(heteroscope::font(TypeRole::badge));
        label->setColor(ink);
        label->setText(QString::number(++number));
        label->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
        label->setPadding(QMargins(0, 3, 6, 0));
        label->position->setCoords(line.back().first, line.back().second);
        label->setClipToAxisRect(false);
        m_numbers.push_back(label);
    }
    std::sort(line.begin(), line.end());
    QVector<double> keys, values;
    for (const auto &[key, value] : line) {
        keys << key;
        values << value;
    }
    // What the front leaves behind is everything above and to the right of the steps.
    auto *steps = m_plot->addGraph();
    steps->setLineStyle(QCPGraph::lsStepLeft);
    steps->setPen(QPen(ink, 1.5));
    steps->setAntialiased(false);
    steps->setData(keys, values, true);
    Dots dots;
    for (std::size_t i = 0; i < m_points.size(); ++i)
        if (m_points[i].isOnFront())
            dots.add(x(m_points[i]), y(m_points[i]), isFaded(static_cast<int>(i)));
    dots.draw(*m_plot, ink, [&t](QColor fill) {
        return QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(t[Role::base], 1.5), fill, 11);
    });
}

/// A number that would stand on another or on a name is left out; the points stay.
void ParetoPlot::partNumbers()
{
    const auto placeOn = [](const QCPItemText &label) {
        return QRectF(label.topLeft->pixelPosition(), label.bottomRight->pixelPosition());
    };
    std::vector<QRectF> taken;
    for (const QCPItemText *name : m_names)
        taken.push_back(placeOn(*name));
    for (QCPItemText *label : m_numbers) {
        const QRectF place = placeOn(*label);
        const bool free =
            std::none_of(taken.begin(), taken.end(), [&place](const QRectF &other) { return other.intersects(place); });
        label->setVisible(free);
        if (free)
            taken.push_back(place);
    }
}

void ParetoPlot::addMark(int point)
{
    const Theme &t = currentTheme();
    const PlanPoint &at = m_points[static_cast<std::size_t>(point)];
    const bool shown = point == m_shown;
    auto *ring = m_plot->addGraph();
    ring->setLineStyle(QCPGraph::lsNone);
    ring->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(t[shown ? Role::text : Role::selection], 2), Qt::NoBrush, 18));
    ring->setData({x(at)}, {y(at)});
    if (shown)
        addLabel(at, at.kind == PlanPoint::Kind::own ? tr("your plan, shown") : tr("shown"));
}

void ParetoPlot::addLabel(const PlanPoint &point, const QString &text)
{
    const Theme &t = currentTheme();
    auto *label = new QCPItemText(m_plot);
    label->setFont(heteroscope::font(TypeRole::badge));
    label->setColor(tint(t[Role::text]));
    label->setText(text);
    label->setPadding(QMargins(14, 1, 14, 1));
    // Towards the middle, so that nothing is cut off.
    const bool right = x(point) > m_plot->xAxis->range().center();
    label->setPositionAlignment((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    label->position->setCoords(x(point), y(point));
    m_names.push_back(label);
}

void ParetoPlot::setHovered(int point)
{
    if (point == m_hovered)
        return;
    m_hovered = point;
    m_plot->setCursor(point >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    rebuild();
    const QString text = point >= 0 ? textOf(point) : QString();
    QTextDocument plain;
    plain.setHtml(text);
    emit hovered(plain.toPlainText().replace(u'\n', QStringLiteral(" · ")));
}

bool ParetoPlot::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::MouseMove:
        setHovered(pointAt(static_cast<QMouseEvent *>(event)->pos()));
        break;
    case QEvent::Leave:
        setHovered(-1);
        break;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick: {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        const int point = pointAt(mouse->pos());
        setFocus(Qt::MouseFocusReason);
        if (mouse->button() == Qt::LeftButton && point >= 0) {
            if (event->type() == QEvent::MouseButtonPress)
                emit picked(point);
            else
                emit activated(point);
        }
        return true;
    }
    case QEvent::ToolTip: {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int point = pointAt(help->pos());
        if (point >= 0)
            QToolTip::showText(help->globalPos(), markupTip(textOf(point)), m_plot);
        else
            QToolTip::hideText();
        return true;
    }
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void ParetoPlot::keyPressEvent(QKeyEvent *event)
{
    const auto front = static_cast<int>(
        std::count_if(m_points.begin(), m_points.end(), [](const PlanPoint &point) { return point.isOnFront(); }));
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step != 0 && front > 0) {
        // The front is in the order of the first axis.
        const int from = m_shown >= 0 && m_shown < front ? m_shown : step > 0 ? -1 : front;
        emit picked(std::clamp(from + step, 0, front - 1));
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_shown >= 0) {
        emit activated(m_shown);
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace heteroscope
