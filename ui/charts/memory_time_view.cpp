// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/memory_time_view.h"

#include "analysis/stage_memory.h"
#include "charts/chart_table.h"
#include "charts/plot.h"
#include "language/result_words.h"
#include "language/step_words.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <algorithm>
#include <array>
#include <cmath>

namespace heteroscope {

namespace {

constexpr double bytesOfUnit = 1024.0 * 1024 * 1024; // GiB, the unit of the axis
constexpr int roomForNames = 150;                    // px at the right of the lines
constexpr double lineOfName = 15;                    // px

double inUnit(Bytes bytes) { return bytes.value / bytesOfUnit; }

/// The parts that do not change over the step, lowest first; the activations stand above them.
constexpr std::array<MemoryPart, memoryPartCount> stackOrder = {
    MemoryPart::weights, MemoryPart::gradients, MemoryPart::optimizerState, MemoryPart::logits,
    MemoryPart::buffers, MemoryPart::reserve,   MemoryPart::activations};

constexpr std::array<Qt::PenStyle, 4> lineStyles = {Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DotLine};

} // namespace

MemoryTimeView::MemoryTimeView(QWidget *parent)
    : QWidget(parent), m_plot(new QCustomPlot), m_note(new PlainLabel), m_table(new ChartTable(this))
{
    fillWithPlot(*this, *m_plot, m_note);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAccessibleName(tr("Memory over the step"));
    connect(m_plot, &QCustomPlot::afterLayout, this, &MemoryTimeView::placeNames);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, &MemoryTimeView::rebuild);
    rebuild();
}

const Lane &MemoryTimeView::laneOf(std::size_t index) const
{
    return m_result->lanes[static_cast<std::size_t>(m_lanes[index])];
}

void MemoryTimeView::setResult(std::shared_ptr<const StepResult> result)
{
    m_result = std::move(result);
    m_stale = false;
    m_lanes.clear();
    chooseLanes();
}

void MemoryTimeView::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    rebuild();
}

void MemoryTimeView::setSelectedLanes(const std::set<int> &lanes)
{
    if (lanes == m_selected)
        return;
    m_selected = lanes;
    chooseLanes();
}

/// The selected lanes, else the fullest of each stage; the series are only made anew for other lanes.
void MemoryTimeView::chooseLanes()
{
    std::vector<int> lanes;
    const auto count = m_result ? static_cast<int>(m_result->lanes.size()) : 0;
    for (const int lane : m_selected)
        if (lane >= 0 && lane < count && lanes.size() < mostLanes)
            lanes.push_back(lane);
    if (lanes.empty() && m_result) {
        std::vector<StageMemory> stages = stageMemory(*m_result);
        const auto fuller = [](const StageMemory &a, const StageMemory &b) {
            return a.peak.value * b.capacity.value > b.peak.value * a.capacity.value;
        };
        std::stable_sort(stages.begin(), stages.end(), fuller);
        stages.resize(std::min(stages.size(), mostLanes));
        for (const StageMemory &stage : stages)
            lanes.push_back(stage.lane);
        std::sort(lanes.begin(), lanes.end());
    }
    if (lanes != m_lanes || lanes.empty()) {
        m_lanes = std::move(lanes);
        m_series.clear();
        for (const int lane : m_lanes)
            m_series.push_back(
                memorySeries(m_result->lanes[static_cast<std::size_t>(lane)], m_result->stepTime, mostPoints));
        m_line = m_point = 0;
        refreshTable();
    }
    rebuild();
}

void MemoryTimeView::refreshTable()
{
    std::vector<std::vector<ChartCell>> rows;
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const Lane &lane = laneOf(i);
        const Bytes constant = lane.memory.total() - lane.memory.activations;
        for (const MemoryPoint &point : m_series[i].points) {
            const Bytes over = point.total > lane.memoryCapacity ? point.total - lane.memoryCapacity : Bytes(0);
            const Bytes activations(std::max(0.0, (point.total - constant).value));
            rows.push_back({{laneName(lane), std::nullopt},
                            {stageLetter(lane.stage), std::nullopt},
                            {formatTicks(point.at), toSeconds(point.at).value},
                            {formatMemory(point.total), point.total.value},
                            {formatMemory(activations), activations.value},
                            {QString::number(point.inFlight), static_cast<double>(point.inFlight)},
                            {formatMemory(lane.memoryCapacity), lane.memoryCapacity.value},
                            {over.value > 0 ? formatMemory(over) : QStringLiteral("–"), over.value}});
        }
    }
    m_table->setTable({{tr("Lane"), QStringLiteral("lane")},
                       {tr("Stage"), QStringLiteral("stage")},
                       {tr("From"), QStringLiteral("from_seconds")},
                       {tr("Memory"), QStringLiteral("memory_bytes")},
                       {tr("Activations"), QStringLiteral("activation_bytes")},
                       {tr("In flight"), QStringLiteral("in_flight")},
                       {tr("Limit"), QStringLiteral("limit_bytes")},
                       {tr("Beyond it"), QStringLiteral("over_bytes")}},
                      std::move(rows));
}

int MemoryTimeView::laneOfRow(int row) const
{
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const int points = static_cast<int>(m_series[i].points.size());
        if (row < points)
            return m_lanes[i];
        row -= points;
    }
    return -1;
}

QString MemoryTimeView::note() const
{
    if (!m_result || m_lanes.empty())
        return {};
    QStringList parts;
    if (isStacked())
        parts << laneName(laneOf(0)) + QStringLiteral(": ") + peakSentence(laneOf(0));
    else
        parts << (m_selected.empty() ? tr("the fullest lane of each stage") : tr("the selected lanes"));
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        if (const Lane &lane = laneOf(i); lane.memoryMargin().value < 0 && !isStacked())
            parts << tr("%1 needs %2 more than it has")
                         .arg(laneName(lane), formatMemory(lane.memory.total() - lane.memoryCapacity));
    for (const MemorySeries &one : m_series)
        if (!one.isExact()) {
            parts << tr("each point is the max of %1").arg(formatTicks(one.stretch));
            break;
        }
    return parts.join(QStringLiteral(" · "));
}

void MemoryTimeView::rebuild()
{
    const Theme &theme = currentTheme();
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_names.clear();
    m_limitNames.clear();
    m_plot->legend->clearItems();
    stylePlot(*m_plot, theme);
    const bool drawn = m_result && !m_lanes.empty() && m_result->stepTime > Ticks(0);
    m_plot->xAxis->setVisible(drawn);
    m_plot->yAxis->setVisible(drawn);
    m_plot->legend->setVisible(drawn && isStacked());
    if (drawn) {
        double highest = 0;
        for (std::size_t i = 0; i < m_lanes.size(); ++i)
            highest = std::max({highest, inUnit(laneOf(i).memory.total()), inUnit(laneOf(i).memoryCapacity)});
        m_plot->xAxis->setRange(0, toSeconds(m_result->stepTime).value);
        m_plot->yAxis->setRange(0, highest * 1.08);
        m_plot->xAxis->setLabel(tr("seconds of the step"));
        m_plot->yAxis->setLabel(tr("GiB per device"));
        m_plot->axisRect()->setAutoMargins(isStacked() ? QCP::msAll : QCP::msLeft | QCP::msTop | QCP::msBottom);
        m_plot->axisRect()->setMargins(QMargins(0, 0, isStacked() ? 0 : roomForNames, 0));
        if (isStacked())
            addParts(theme);
        else
            addLines(theme);
        addLimits(theme);
        if (isStacked())
            placeLegendAbove(*m_plot, theme);
    }
    const QString words = note();
    m_note->setText(words);
    m_note->setToolTip(plainTip(words));
    m_note->setVisible(drawn);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

/// A line of steps with these heights at the points of a lane.
QCPGraph *MemoryTimeView::addStep(const std::vector<double> &heights, std::size_t index)
{
    QCPGraph *graph = m_plot->addGraph();
    graph->setLineStyle(QCPGraph::lsStepLeft);
    graph->setAntialiased(false);
    QVector<QCPGraphData> steps;
    const auto &points = m_series[index].points;
    steps.reserve(static_cast<qsizetype>(points.size()) + 1);
    for (std::size_t i = 0; i < points.size(); ++i)
        steps.emplace_back(toSeconds(points[i].at).value, heights[i]);
    steps.emplace_back(toSeconds(m_result->stepTime).value, heights.back());
    graph->data()->set(steps, true);
    return graph;
}

void MemoryTimeView::addParts(const Theme &theme)
{
    const Lane &lane = laneOf(0);
    const auto &points = m_series[0].points;
    const double limit = inUnit(lane.memoryCapacity);
    std::vector<double> foot(points.size(), 0.0);
    QCPGraph *below = addStep(foot, 0);
    below->setPen(Qt::NoPen);
    const auto band = [&](const QString &name, const std::vector<double> &top, const QBrush &brush) {
        QCPGraph *graph = addStep(top, 0);
        graph->setPen(Qt::NoPen);
        graph->setBrush(brush);
        graph->setChannelFillGraph(below);
        graph->setName(name);
        graph->addToLegend();
        below = graph;
    };
    const auto cut = [limit](double height) { return std::min(height, limit); };
    const Bytes constant = lane.memory.total() - lane.memory.activations;
    double height = 0;
    for (const MemoryPart part : stackOrder) {
        std::vector<double> top(points.size());
        const double before = height;
        height += part == MemoryPart::activations ? 0 : inUnit(lane.memory[part]);
        bool grows = height > before;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double now = part == MemoryPart::activations
                                   ? std::max(height, height + inUnit(points[i].total - constant))
                                   : height;
            grows = grows || now > height;
            top[i] = cut(now);
        }
        if (!grows)
            continue;
        QColor color = theme.fill(part);
        if (m_stale)
            color.setAlphaF(static_cast<float>(Theme::staleOpacity));
        band(wordOf(part), top, color);
    }
    if (lane.memory.total() > lane.memoryCapacity) {
        std::vector<double> top(points.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            top[i] = std::max(cut(inUnit(points[i].total)), inUnit(points[i].total));
        band(tr("beyond the limit"), top, theme.overflowHatch(devicePixelRatioF()));
    }
}

void MemoryTimeView::addLines(const Theme &theme)
{
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const Lane &lane = laneOf(i);
        std::vector<double> heights;
        for (const MemoryPoint &point : m_series[i].points)
            heights.push_back(inUnit(point.total));
        QColor color = theme.stage(lane.stage);
        if (m_stale)
            color.setAlphaF(static_cast<float>(Theme::staleOpacity));
        addStep(heights, i)->setPen(QPen(color, 2, lineStyles[i % lineStyles.size()]));
        auto *name = new QCPItemText(m_plot);
        name->position->setType(QCPItemPosition::ptAbsolute);
        name->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        name->setClipToAxisRect(false);
        name->setFont(heteroscope::font(TypeRole::badge));
        name->setColor(theme[lane.memoryMargin().value < 0 ? Role::error : Role::text]);
        name->setText(QStringLiteral("%1  %2, %3")
                          .arg(stageLetter(lane.stage), formatMemory(lane.memory.total()),
                               lane.memoryCapacity.value > 0
                                   ? formatPercent(lane.memory.total() / lane.memoryCapacity, 0)
                                   : QStringLiteral("–")));
        m_names.emplace_back(i, name);
    }
}

/// A line for each limit that a drawn lane has.
void MemoryTimeView::addLimits(const Theme &theme)
{
    std::set<double> limits;
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        if (laneOf(i).memoryCapacity.value > 0)
            limits.insert(laneOf(i).memoryCapacity.value);
    for (const double limit : limits) {
        auto *line = new QCPItemStraightLine(m_plot);
        line->setPen(QPen(theme[Role::error], 1.4, Qt::DashLine));
        line->setAntialiased(false);
        line->point1->setCoords(0, limit / bytesOfUnit);
        line->point2->setCoords(1, limit / bytesOfUnit);
        auto *name = new QCPItemText(m_plot);
        name->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
        name->position->setTypeY(QCPItemPosition::ptPlotCoords);
        name->position->setCoords(0.01, limit / bytesOfUnit);
        name->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
        name->setFont(heteroscope::font(TypeRole::label));
        name->setColor(theme[Role::error]);
        name->setBrush(theme.color(Role::base, 0.85)); // it may stand on a hatch
        name->setText(tr("limit %1").arg(formatMemory(Bytes(limit))));
        m_limitNames.push_back(name);
    }
}

/// At the right of the lines' peaks, pushed apart where they would meet.
void MemoryTimeView::placeNames()
{
    // Where there is no room above its line, the name of a limit stands below it.
    for (QCPItemText *name : m_limitNames) {
        const bool isCut = name->position->pixelPosition().y() - m_plot->axisRect()->top() < lineOfName;
        name->setPositionAlignment(Qt::AlignLeft | (isCut ? Qt::AlignTop : Qt::AlignBottom));
    }
    std::vector<std::pair<double, QCPItemText *>> places;
    for (const auto &[index, name] : m_names)
        places.emplace_back(m_plot->yAxis->coordToPixel(inUnit(laneOf(index).memory.total())), name);
    std::sort(places.begin(), places.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    const double foot = m_plot->axisRect()->bottom();
    for (std::size_t i = 1; i < places.size(); ++i)
        places[i].first = std::max(places[i].first, places[i - 1].first + lineOfName);
    double lowest = foot;
    for (auto at = places.rbegin(); at != places.rend(); ++at) {
        at->first = std::min(at->first, lowest);
        lowest = at->first - lineOfName;
    }
    for (const auto &[y, name] : places)
        name->position->setPixelPosition({static_cast<double>(m_plot->axisRect()->right()) + 8, y});
}

std::size_t MemoryTimeView::pointAt(std::size_t index, double seconds) const
{
    const auto &points = m_series[index].points;
    const auto after = std::upper_bound(points.begin(), points.end(), seconds,
                                        [](double time, const MemoryPoint &p) { return time < toSeconds(p.at).value; });
    return after == points.begin() ? 0 : static_cast<std::size_t>(after - points.begin()) - 1;
}

std::size_t MemoryTimeView::lineAt(QPoint inPlot) const
{
    const double seconds = m_plot->xAxis->pixelToCoord(inPlot.x());
    std::size_t nearest = 0;
    double least = 1e300;
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const double height = inUnit(m_series[i].points[pointAt(i, seconds)].total);
        const double away = std::abs(m_plot->yAxis->coordToPixel(height) - inPlot.y());
        if (away < least) {
            least = away;
            nearest = i;
        }
    }
    return nearest;
}

QPoint MemoryTimeView::placeOf(std::size_t index, std::size_t point) const
{
    const MemoryPoint &at = m_series[index].points[point];
    return m_plot->mapToParent(
        QPointF(m_plot->xAxis->coordToPixel(toSeconds(at.at).value), m_plot->yAxis->coordToPixel(inUnit(at.total)))
            .toPoint());
}

QString MemoryTimeView::textOf(std::size_t index, std::size_t point) const
{
    const Lane &lane = laneOf(index);
    const MemoryPoint &at = m_series[index].points[point];
    QString text = tr("%1 from %2: %3, %4 in flight")
                       .arg(laneName(lane), formatTicks(at.at), formatMemoryOf(at.total, lane.memoryCapacity),
                            QString::number(at.inFlight));
    if (at.total > lane.memoryCapacity)
        text += QStringLiteral(", ") + tr("%1 beyond the limit").arg(formatMemory(at.total - lane.memoryCapacity));
    return text;
}

bool MemoryTimeView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_plot || m_lanes.empty())
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::MouseMove) {
        const QPoint at = static_cast<QMouseEvent *>(event)->pos();
        if (!m_plot->axisRect()->rect().contains(at)) {
            emit hovered(QString());
        } else {
            const std::size_t line = lineAt(at);
            emit hovered(textOf(line, pointAt(line, m_plot->xAxis->pixelToCoord(at.x()))));
        }
    } else if (event->type() == QEvent::Leave) {
        emit hovered(QString());
    } else if (event->type() == QEvent::MouseButtonPress &&
               static_cast<QMouseEvent *>(event)->button() == Qt::LeftButton) {
        setFocus();
        const QPoint at = static_cast<QMouseEvent *>(event)->pos();
        emit laneSelected(m_plot->axisRect()->rect().contains(at) ? m_lanes[lineAt(at)] : -1);
    }
    return QWidget::eventFilter(watched, event);
}

void MemoryTimeView::keyPressEvent(QKeyEvent *event)
{
    if (m_lanes.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const auto step = [](std::size_t at, bool forward, std::size_t count) {
        return forward ? std::min(at + 1, count - 1) : at - std::min<std::size_t>(at, 1);
    };
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        m_point = step(m_point, event->key() == Qt::Key_Right, m_series[m_line].points.size());
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        m_line = step(m_line, event->key() == Qt::Key_Down, m_lanes.size());
        m_point = std::min(m_point, m_series[m_line].points.size() - 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit laneSelected(m_lanes[m_line]);
        return;
    case Qt::Key_Escape:
        emit laneSelected(-1);
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    emit hovered(textOf(m_line, m_point));
}

} // namespace heteroscope
