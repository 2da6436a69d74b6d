// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/memory_view.h"

#include "charts/plot.h"
#include "language/result_words.h"
#include "language/step_words.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QLabel>
#include <QPicture>
#include <QVBoxLayout>

#include <cmath>

namespace heteroscope {

namespace {

constexpr double gibibyte = 1024.0 * 1024 * 1024;
constexpr int besidePlot = 80; // px of the vertical axis and the margins
constexpr int betweenLabels = 10;
constexpr int maxLanesALetter = 6; // lanes that one name is as wide as
constexpr std::array<const char *, memoryPartCount> partNames = {
    QT_TRANSLATE_NOOP("heteroscope::MemoryView", "weights"),
    QT_TRANSLATE_NOOP("heteroscope::MemoryView", "gradients"),
    QT_TRANSLATE_NOOP("heteroscope::MemoryView", "optimizer"),
    QT_TRANSLATE_NOOP("heteroscope::MemoryView", "activations"),
    QT_TRANSLATE_NOOP("heteroscope::MemoryView", "logits"),
    QT_TRANSLATE_NOOP("heteroscope::MemoryView", "buffers"),
    QT_TRANSLATE_NOOP("heteroscope::MemoryView", "reserve")};

/// GiB of the highest bar or capacity.
double highestLane(const StepResult &result)
{
    double highest = 0;
    for (const Lane &lane : result.lanes)
        highest = std::max({highest, lane.memory.total().value / gibibyte, lane.memoryCapacity.value / gibibyte});
    return highest;
}

QString letterAndName(const Lane &lane) { return stageLetter(lane.stage) + QStringLiteral("  ") + laneName(lane); }

} // namespace

MemoryView::MemoryView(QWidget *parent) : QWidget(parent), m_plot(new QCustomPlot), m_reason(new PlainLabel(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_reason);
    m_reason->setFont(heteroscope::font(TypeRole::label));
    m_reason->setContentsMargins(14, 0, 14, 8);
    m_reason->setBackgroundRole(QPalette::Base);
    m_reason->setAutoFillBackground(true);
    m_reason->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_plot->setAccessibleName(tr("Peak memory of each lane"));
    letMenusThrough(*m_plot);
    connect(m_plot, &QCustomPlot::afterLayout, this, &MemoryView::placePeaks);
    connect(m_plot, &QCustomPlot::mousePress, this, &MemoryView::onMousePress);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, &MemoryView::rebuild);
    rebuild();
}

void MemoryView::setResult(std::shared_ptr<const StepResult> result)
{
    m_result = std::move(result);
    m_stale = false;
    rebuild();
}

void MemoryView::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    rebuild();
}

void MemoryView::setSelectedLanes(const std::set<int> &lanes)
{
    if (lanes == m_selected)
        return;
    m_selected = lanes;
    rebuild();
}

QString MemoryView::reason() const
{
    if (!m_result || m_result->lanes.empty())
        return {};
    std::set<int> lanes = m_selected;
    if (lanes.empty()) {
        const Lane *fullest = m_result->fullestLane();
        lanes.insert(static_cast<int>(fullest - m_result->lanes.data()));
    }
    QStringList texts;
    for (const int i : lanes) {
        if (i < 0 || i >= static_cast<int>(m_result->lanes.size()) || texts.size() >= 3)
            continue;
        const Lane &lane = m_result->lanes[static_cast<std::size_t>(i)];
        const QString who = m_selected.empty() ? tr("Fullest, %1").arg(laneName(lane)) : laneName(lane);
        texts << who + QStringLiteral(": ") + peakSentence(lane);
    }
    return texts.join(u'\n');
}

void MemoryView::showReason()
{
    const QString text = reason();
    m_reason->setVisible(!text.isEmpty());
    QStringList lines = text.split(u'\n');
    const QMargins margins = m_reason->contentsMargins();
    for (QString &line : lines)
        line = m_reason->fontMetrics().elidedText(line, Qt::ElideRight, width() - margins.left() - margins.right());
    m_reason->setText(lines.join(u'\n'));
    m_reason->setToolTip(plainTip(text));
}

MemoryView::Labels MemoryView::fittingLabels() const
{
    if (!m_result || m_result->lanes.empty())
        return {};
    const double room = std::max(1.0, (width() - besidePlot) / static_cast<double>(m_result->lanes.size()));
    const QFontMetricsF names(heteroscope::font(TypeRole::label));
    const QFontMetricsF peaks(heteroscope::font(TypeRole::badge));
    double widest = 0;
    double widestName = 0;
    double widestPeak = 0;
    for (const Lane &lane : m_result->lanes) {
        widest = std::max(widest, names.horizontalAdvance(letterAndName(lane)));
        widestName = std::max(widestName, names.horizontalAdvance(laneName(lane)));
        widestPeak = std::max(widestPeak, peaks.horizontalAdvance(formatMemory(lane.memory.total())));
    }
    Labels labels;
    labels.peaks = widestPeak <= room;
    labels.below = widest + betweenLabels > room;
    if (labels.below)
        labels.every = std::max(1, static_cast<int>(std::ceil((widestName + betweenLabels) / room)));
    return labels;
}

int MemoryView::namedLanes() const
{
    const auto lanes = m_result ? static_cast<int>(m_result->lanes.size()) : 0;
    return (lanes + m_labels.every - 1) / m_labels.every;
}

void MemoryView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (fittingLabels() != m_labels)
        rebuild();
    else
        showReason();
}

void MemoryView::rebuild()
{
    showReason();
    m_labels = fittingLabels();
    const Theme &t = currentTheme();
    m_plot->clearPlottables();
    m_peaks.clear();
    m_plot->clearItems();
    stylePlot(*m_plot, t);
    m_plot->legend->setVisible(m_result != nullptr);
    m_plot->xAxis->setVisible(m_result != nullptr);
    m_plot->yAxis->setVisible(m_result != nullptr);
    if (!m_result) {
        m_plot->replot();
        return;
    }
    const double highest = highestLane(*m_result);
    addBars();
    for (int i = 0; i < static_cast<int>(m_result->lanes.size()); ++i)
        markLane(i);
    labelAxes(highest);
    placeLegendAbove(*m_plot, t);
    m_plot->replot();
}

void MemoryView::addBars()
{
    const Theme &t = currentTheme();
    const auto tint = [this](QColor color) {
        if (m_stale)
            color.setAlphaF(static_cast<float>(Theme::staleOpacity));
        return color;
    };
    QVector<double> keys;
    QVector<double> over;
    std::array<QVector<double>, memoryPartCount> values;
    for (const Lane &lane : m_result->lanes) {
        const MemoryStack stack = memoryStack(lane);
        keys << static_cast<double>(keys.size());
        for (std::size_t p = 0; p < values.size(); ++p)
            values[p] << stack.parts[p] / gibibyte;
        over << stack.over / gibibyte;
    }
    QCPBars *below = nullptr;
    const auto stack = [&](const QString &name, const QVector<double> &heights, const QBrush &brush) {
        if (std::all_of(heights.begin(), heights.end(), [](double v) { return v <= 0; }))
            return;
        auto *bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
        bars->setName(name);
        bars->setWidth(0.62);
        bars->setPen(Qt::NoPen);
        bars->setBrush(brush);
        bars->setAntialiased(false);
        bars->setData(keys, heights, true);
        if (below)
            bars->moveAbove(below);
        below = bars;
    };
    for (std::size_t p = 0; p < values.size(); ++p)
        stack(tr(partNames[p]), values[p], tint(t.fill(static_cast<MemoryPart>(p))));
    stack(tr("beyond the capacity"), over, t.overflowHatch(devicePixelRatioF()));
}

void MemoryView::markLane(int index)
{
    const Theme &t = currentTheme();
    const Lane &lane = m_result->lanes[static_cast<std::size_t>(index)];
    const double held = lane.memory.total().value / gibibyte;
    auto *capacity = new QCPItemLine(m_plot);
    capacity->setPen(QPen(t[Role::error], 1.4, Qt::DashLine));
    capacity->setAntialiased(false);
    capacity->start->setCoords(index - 0.42, lane.memoryCapacity.value / gibibyte);
    capacity->end->setCoords(index + 0.42, lane.memoryCapacity.value / gibibyte);
    if (m_labels.peaks) {
        auto *label = new QCPItemText(m_plot);
        label->setFont(heteroscope::font(TypeRole::badge));
        label->setColor(t[lane.memory.total() > lane.memoryCapacity ? Role::error : Role::text]);
        label->setText(formatMemory(lane.memory.total()));
        label->setPadding(QMargins());
        label->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
        label->setClipToAxisRect(false);
        m_peaks.emplace_back(label, index);
    }
    if (m_selected.contains(index)) {
        auto *ring = new QCPItemRect(m_plot);
        ring->setPen(QPen(t[Role::selection], 2));
        ring->setBrush(Qt::NoBrush);
        ring->topLeft->setCoords(index - 0.34, held);
        ring->bottomRight->setCoords(index + 0.34, 0);
    }
}

/// Above the bars, and above the line of the capacity where they would stand on it.
void MemoryView::placePeaks()
{
    constexpr double gap = 2; // px
    const double height = QFontMetricsF(heteroscope::font(TypeRole::badge)).height();
    for (const auto &[label, index] : m_peaks) {
        const Lane &lane = m_result->lanes[static_cast<std::size_t>(index)];
        const double bar = m_plot->yAxis->coordToPixel(lane.memory.total().value / gibibyte);
        const double line = m_plot->yAxis->coordToPixel(lane.memoryCapacity.value / gibibyte);
        const bool onLine = bar >= line && bar - gap - height < line + gap;
        label->position->setCoords(index, m_plot->yAxis->pixelToCoord((onLine ? line : bar) - gap));
    }
}

void MemoryView::labelAxes(double highest)
{
    const auto lanes = static_cast<int>(m_result->lanes.size());
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const bool letters = m_labels.every <= maxLanesALetter; // a letter to each lane, its name or not
    for (int i = 0; i < lanes; i += letters ? 1 : m_labels.every) {
        const Lane &lane = m_result->lanes[static_cast<std::size_t>(i)];
        const QString name = i % m_labels.every == 0 ? u'\n' + laneName(lane) : QString();
        ticker->addTick(i, m_labels.below ? stageLetter(lane.stage) + name : letterAndName(lane));
    }
    m_plot->xAxis->setTicker(ticker);
    m_plot->xAxis->setRange(-0.6, lanes - 0.4);
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->yAxis->setRange(0, highest * 1.12);
    m_plot->yAxis->setLabel(tr("GiB per device"));
}

void MemoryView::paint(QPainter &painter, QSize size) const
{
    // QCustomPlot draws onto painters of its own; a picture carries its lines over without turning them into pixels.
    QPicture picture;
    QCPPainter charts;
    charts.begin(&picture);
    m_plot->toPainter(&charts, size.width(), size.height());
    charts.end();
    painter.fillRect(QRect(QPoint(0, 0), size), currentTheme()[Role::base]);
    painter.drawPicture(0, 0, picture);
}

void MemoryView::onMousePress(QMouseEvent *event)
{
    if (m_result && event->button() == Qt::LeftButton)
        emit laneSelected(laneOn(event->pos()));
}

int MemoryView::laneAt(QPoint at) const { return laneOn(m_plot->mapFrom(this, at)); }

int MemoryView::laneOn(QPoint inPlot) const
{
    const int lane = static_cast<int>(std::lround(m_plot->xAxis->pixelToCoord(inPlot.x())));
    const bool inside = m_result && m_plot->axisRect()->rect().contains(inPlot) && lane >= 0 &&
                        lane < static_cast<int>(m_result->lanes.size());
    return inside ? lane : -1;
}

} // namespace heteroscope
