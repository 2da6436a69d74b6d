// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/roofline_view.h"

#include "charts/chart_table.h"
#include "charts/plot.h"
#include "language/result_words.h"
#include "language/step_words.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <cmath>

namespace heteroscope {

namespace {

constexpr double smallestDot = 6;
constexpr double largestDot = 26;
constexpr int reachOfDot = 8; ///< px around a dot that count as it
constexpr std::size_t mostNames = 10;
constexpr double floorStep = 1.14; ///< factor between neighbours that stand on the floor
constexpr double roomAround = 2;   ///< factor between the outermost points and the edges

Activity activityFor(LayerPass pass)
{
    switch (pass) {
    case LayerPass::recompute:
        return Activity::recompute;
    case LayerPass::inputGradient:
        return Activity::inputGradient;
    case LayerPass::weightGradient:
        return Activity::weightGradient;
    case LayerPass::forward:
        break;
    }
    return Activity::forward;
}

QString intensityText(const RooflinePoint &point)
{
    return RooflineView::tr("%1 FLOP/B").arg(formatSignificant(point.intensity()));
}

/// Ticks at powers of ten with one unit each.
class FlopsTicker : public QCPAxisTickerLog
{
public:
    QString getTickLabel(double tick, const QLocale &, QChar, int) override { return formatFlops(FlopPerSecond(tick)); }
};

class PlainTicker : public QCPAxisTickerLog
{
public:
    QString getTickLabel(double tick, const QLocale &, QChar, int) override { return formatSignificant(tick); }
};

} // namespace

RooflineView::RooflineView(QWidget *parent)
    : QWidget(parent), m_plot(new QCustomPlot), m_note(new PlainLabel), m_table(new ChartTable(this))
{
    fillWithPlot(*this, *m_plot, m_note);
    m_note->setWordWrap(true);
    setAccessibleName(tr("Roofline of the operations"));
    m_plot->plotLayout()->setMargins(QMargins(8, 8, 14, 2));
    for (QCPAxis *axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setScaleType(QCPAxis::stLogarithmic);
    m_plot->xAxis->setTicker(QSharedPointer<PlainTicker>::create());
    connect(m_plot, &QCustomPlot::afterLayout, this, &RooflineView::placeNames);
    m_plot->yAxis->setTicker(QSharedPointer<FlopsTicker>::create());
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, &RooflineView::rebuild);
    say(tr("The roofline appears with the first simulated step."));
}

void RooflineView::setRoofline(Roofline roofline, const QString &device)
{
    m_roofline = std::move(roofline);
    m_device = device;
    m_sentence = m_roofline.points.empty() ? tr("No operation of this lane is priced by its shape.") : QString();
    m_current = -1;
    m_stale = false;
    refreshTable();
    rebuild();
}

void RooflineView::say(const QString &sentence)
{
    m_roofline = {};
    m_current = -1;
    m_sentence = sentence;
    refreshTable();
    rebuild();
}

void RooflineView::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    rebuild();
}

void RooflineView::setCurrent(int point)
{
    if (point == m_current || point >= static_cast<int>(m_roofline.points.size()))
        return;
    m_current = point;
    rebuild();
}

void RooflineView::refreshTable()
{
    std::vector<std::vector<ChartCell>> rows;
    const double all = m_roofline.computing.value;
    for (const RooflinePoint &point : m_roofline.points) {
        const bool flops = point.flops.value > 0;
        const double share = all > 0 ? point.time.value / all : 0;
        const QString roof = flops ? formatFlops(point.roof()) : formatBandwidth(point.bandwidth);
        rows.push_back({{wordOf(point.operation), std::nullopt},
                        {formatSeconds(point.time), point.time.value},
                        {formatPercent(share), share},
                        {formatFlop(point.flops), point.flops.value},
                        {formatBytes(point.bytes), point.bytes.value},
                        {flops ? intensityText(point) : QStringLiteral("–"), point.intensity()},
                        {flops ? formatFlops(point.achieved()) : formatBandwidth(point.achievedBandwidth()),
                         flops ? point.achieved().value : point.achievedBandwidth().value},
                        {roof, flops ? point.roof().value : point.bandwidth.value},
                        {formatPercent(point.share()), point.share()},
                        {point.isMemoryBound() ? tr("memory") : tr("computation"), std::nullopt}});
    }
    m_table->setTable({{tr("Operation"), QStringLiteral("operation")},
                       {tr("Time"), QStringLiteral("seconds")},
                       {tr("Share"), QStringLiteral("share_of_computing")},
                       {tr("FLOP"), QStringLiteral("flop")},
                       {tr("Moved"), QStringLiteral("bytes")},
                       {tr("Intensity"), QStringLiteral("flop_per_byte")},
                       {tr("Achieved"), QStringLiteral("achieved_per_second")},
                       {tr("Roof"), QStringLiteral("roof_per_second")},
                       {tr("Of the roof"), QStringLiteral("share_of_roof")},
                       {tr("Bound by"), QStringLiteral("bound_by")}},
                      std::move(rows));
}

double RooflineView::x(const RooflinePoint &point) const
{
    if (point.flops.value > 0)
        return point.intensity();
    // Those without FLOP stand in a row.
    const auto before = std::count_if(m_roofline.points.data(), &point,
                                      [](const RooflinePoint &each) { return !(each.flops.value > 0); });
    return m_left * std::pow(floorStep, static_cast<double>(before));
}

double RooflineView::y(const RooflinePoint &point) const
{
    return point.flops.value > 0 ? point.achieved().value : m_floor;
}

double RooflineView::sizeOf(const RooflinePoint &point) const
{
    const double share = m_roofline.computing.value > 0 ? point.time / m_roofline.computing : 0;
    return std::max(smallestDot, largestDot * std::sqrt(std::clamp(share * 2, 0.0, 1.0)));
}

void RooflineView::rebuild()
{
    const Theme &theme = currentTheme();
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_names.clear();
    stylePlot(*m_plot, theme);
    for (QCPAxis *axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setVisible(m_sentence.isEmpty());
    if (m_sentence.isEmpty()) {
        m_plot->xAxis->setLabel(tr("FLOP for each byte moved"));
        addRoof(theme);
        addPoints(theme);
    } else {
        auto *text = new QCPItemText(m_plot);
        text->position->setType(QCPItemPosition::ptAxisRectRatio);
        text->position->setCoords(0.5, 0.5);
        text->setText(m_sentence);
        text->setFont(heteroscope::font(TypeRole::body));
        text->setColor(theme[Role::secondary]);
    }
    m_note->setText(note());
    m_note->setVisible(m_sentence.isEmpty());
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void RooflineView::addRoof(const Theme &theme)
{
    double least = 0, most = 0, slowest = 0, peak = 0, bandwidth = 0;
    for (const RooflinePoint &point : m_roofline.points) {
        peak = std::max(peak, point.peak.value);
        bandwidth = std::max(bandwidth, point.bandwidth.value);
        if (!(point.flops.value > 0))
            continue;
        least = least > 0 ? std::min(least, point.intensity()) : point.intensity();
        most = std::max(most, point.intensity());
        slowest = slowest > 0 ? std::min(slowest, point.achieved().value) : point.achieved().value;
    }
    if (!(peak > 0) || !(bandwidth > 0) || !(least > 0))
        least = most = 1, slowest = peak = 1;
    const double ridge = bandwidth > 0 ? peak / bandwidth : 1;
    m_left = std::min(least, ridge) / (2 * roomAround);
    const double right = std::max(most, ridge) * roomAround;
    m_floor = std::min(slowest, peak) / (2 * roomAround);
    m_plot->xAxis->setRange(m_left / roomAround, right);
    m_plot->yAxis->setRange(m_floor / roomAround, peak * roomAround);
    const double foot = std::max(m_left / roomAround, m_floor / roomAround / std::max(bandwidth, 1e-300));
    auto *roof = m_plot->addGraph();
    roof->setPen(QPen(theme[Role::text], 2));
    roof->setData({foot, ridge, right}, {foot * bandwidth, peak, peak});
    const auto caption = [&](double key, double value, Qt::Alignment side, const QString &words) {
        auto *text = new QCPItemText(m_plot);
        text->position->setCoords(key, value);
        text->setPositionAlignment(side);
        text->setText(words);
        text->setFont(heteroscope::font(TypeRole::label));
        text->setColor(theme[Role::secondary]);
        text->setPadding(QMargins(4, 2, 4, 2));
    };
    caption(right, peak, Qt::AlignRight | Qt::AlignBottom, tr("peak %1").arg(formatFlops(FlopPerSecond(peak))));
    const double middle = std::sqrt(foot * ridge);
    caption(middle, middle * bandwidth, Qt::AlignRight | Qt::AlignBottom,
            tr("memory %1").arg(formatBandwidth(BytesPerSecond(bandwidth))));
}

void RooflineView::addPoints(const Theme &theme)
{
    // The longest are drawn first, so that no small one hides below.
    for (int i = 0; i < static_cast<int>(m_roofline.points.size()); ++i) {
        const RooflinePoint &point = m_roofline.points[static_cast<std::size_t>(i)];
        QColor fill = theme[roleOf(activityFor(point.operation.pass))];
        fill.setAlphaF(static_cast<float>(m_stale ? 0.45 : 0.85));
        auto *dot = m_plot->addGraph();
        dot->setLineStyle(QCPGraph::lsNone);
        const bool ring = i == m_current;
        dot->setScatterStyle(
            QCPScatterStyle(point.flops.value > 0 ? QCPScatterStyle::ssCircle : QCPScatterStyle::ssSquare,
                            QPen(theme[ring ? Role::selection : Role::base], ring ? 3 : 1), fill, sizeOf(point)));
        dot->setData({x(point)}, {y(point)});
    }
    for (std::size_t i = 0; i < m_roofline.points.size() && m_names.size() < mostNames; ++i) {
        if (!(m_roofline.points[i].flops.value > 0))
            continue;
        auto *text = new QCPItemText(m_plot);
        text->position->setType(QCPItemPosition::ptAbsolute);
        text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        text->setText(wordOf(m_roofline.points[i].operation));
        text->setFont(heteroscope::font(TypeRole::label));
        text->setColor(theme[Role::text]);
        m_names.emplace_back(static_cast<int>(i), text);
    }
}

/// Beside their dots where they meet neither other names nor dots; the others are left out.
void RooflineView::placeNames()
{
    std::vector<QRectF> taken;
    for (int i = 0; i < static_cast<int>(m_roofline.points.size()); ++i) {
        const double side = sizeOf(m_roofline.points[static_cast<std::size_t>(i)]);
        const QPointF centre = m_plot->mapFromParent(placeOf(i));
        taken.emplace_back(centre.x() - side / 2, centre.y() - side / 2, side, side);
    }
    const QFontMetricsF metrics(heteroscope::font(TypeRole::label));
    const QRectF room = QRectF(m_plot->axisRect()->rect());
    for (const auto &[point, item] : m_names) {
        const QSizeF size(metrics.horizontalAdvance(item->text()) + 2, metrics.height());
        const QRectF dot = taken[static_cast<std::size_t>(point)];
        const QPointF middle(dot.center().x() - size.width() / 2, dot.center().y() - size.height() / 2);
        std::vector<QPointF> corners = {{dot.right() + 4, middle.y()}, {dot.left() - 4 - size.width(), middle.y()}};
        for (const double away : {2.0, 18.0, 34.0}) // rows below
            for (const double left : {middle.x(), dot.left() - size.width() + 8, dot.right() - 8})
                corners.emplace_back(left, dot.bottom() + away);
        const auto fits = [&](QPointF corner) {
            const QRectF rect(corner, size);
            return room.contains(rect) && std::none_of(taken.begin(), taken.end(),
                                                       [&rect](const QRectF &other) { return other.intersects(rect); });
        };
        const auto corner = std::find_if(corners.begin(), corners.end(), fits);
        item->setVisible(corner != corners.end());
        if (corner == corners.end())
            continue;
        item->position->setPixelPosition(*corner);
        taken.emplace_back(*corner, size);
    }
}

QString RooflineView::note() const
{
    if (!m_sentence.isEmpty() || !(m_roofline.computing.value > 0))
        return {};
    double reached = 0; // of the roofs, weighted by time
    double time = 0;
    for (const RooflinePoint &point : m_roofline.points) {
        reached += point.share() * point.time.value;
        time += point.time.value;
    }
    return tr("%1: the operations take %2 and reach %3 of their roofs in the mean; %4 of the computing time is not "
              "theirs. The squares in a row at the foot do no FLOP.")
        .arg(m_device, formatSeconds(Seconds(time)), formatPercent(time > 0 ? reached / time : 0),
             formatPercent(m_roofline.other / m_roofline.computing));
}

QPoint RooflineView::placeOf(int point) const
{
    const RooflinePoint &at = m_roofline.points[static_cast<std::size_t>(point)];
    const QPointF inPlot(m_plot->xAxis->coordToPixel(x(at)), m_plot->yAxis->coordToPixel(y(at)));
    return m_plot->mapToParent(inPlot.toPoint());
}

int RooflineView::pointAt(QPoint place) const
{
    int nearest = -1;
    double least = 1e18;
    for (int i = 0; i < static_cast<int>(m_roofline.points.size()); ++i) {
        const QPoint away = placeOf(i) - place;
        const double distance = std::hypot(away.x(), away.y());
        const double reach = std::max<double>(reachOfDot, sizeOf(m_roofline.points[static_cast<std::size_t>(i)]) / 2);
        if (distance <= reach && distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

QString RooflineView::textOf(int point) const
{
    QStringList cells;
    for (int column = 0; column < m_table->columnCount(); ++column) {
        const QString cell = m_table->index(point, column).data().toString();
        cells << (column == 0 ? cell
                              : tr("%1: %2").arg(
                                    m_table->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), cell));
    }
    return cells.join(QStringLiteral(" · "));
}

bool RooflineView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_plot && m_sentence.isEmpty()) {
        if (event->type() == QEvent::MouseMove) {
            const int point = pointAt(m_plot->mapToParent(static_cast<QMouseEvent *>(event)->pos()));
            m_plot->setToolTip(point < 0 ? QString()
                                         : plainTip(wordOf(m_roofline.points[std::size_t(point)].operation)));
            emit hovered(point < 0 ? QString() : textOf(point));
        } else if (event->type() == QEvent::Leave) {
            emit hovered(QString());
        } else if (event->type() == QEvent::MouseButtonPress &&
                   static_cast<QMouseEvent *>(event)->button() == Qt::LeftButton) {
            setFocus();
            const int point = pointAt(m_plot->mapToParent(static_cast<QMouseEvent *>(event)->pos()));
            setCurrent(point);
            emit picked(point);
        }
    }
    return QWidget::eventFilter(watched, event);
}

void RooflineView::keyPressEvent(QKeyEvent *event)
{
    const int count = static_cast<int>(m_roofline.points.size());
    const bool forward = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
    const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
    if ((!forward && !back) || count == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    setCurrent(std::clamp(m_current + (forward ? 1 : -1), 0, count - 1));
    emit picked(m_current);
    emit hovered(textOf(m_current));
}

} // namespace heteroscope
