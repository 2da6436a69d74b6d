// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/view/measure.h"

#include "canvas/view/canvas_view.h"
#include "language/sentences.h"
#include "theme/numbers.h"
#include "widgets/drawing.h"

#include <cmath>

namespace heteroscope {
namespace {

constexpr Bytes shownTransfer{1e9};

/// The node that stands for a thing on the canvas: of a closed rack its first one with devices.
std::string nodeFor(const Cluster &cluster, const std::string &name)
{
    const Rack *rack = cluster.findRack(name);
    if (!rack)
        return name;
    for (const std::string &member : rack->members) {
        if (const Node *node = cluster.findNode(member); node && !node->devices.empty())
            return member;
    }
    return name;
}

QString wayText(const Way &way)
{
    const QString links = way.links.size() == 1 ? QObject::tr("1 link") : QObject::tr("%1 links").arg(way.links.size());
    return QObject::tr("%1 · %2 · %3\n1 GB takes %4; bottleneck: %5")
        .arg(formatBandwidth(way.rate), formatSeconds(way.latency), links, formatSeconds(way.time(shownTransfer)),
             QString::fromStdString(way.narrowest));
}

} // namespace

MeasuringTape::MeasuringTape(ProjectSnapshot project, Seconds at)
    : m_project(std::move(project)), m_at(at), m_calibration(CalibrationInUse::values())
{
    m_topology.emplace(Topology::build(m_project->cluster));
    if (*m_topology)
        m_network = std::make_unique<Network>(**m_topology, m_calibration ? *m_calibration : builtinCalibration(), at);
}

Measurement MeasuringTape::between(const std::string &from, const std::string &to)
{
    Measurement measured{from, to, {}, true};
    if (!m_network) {
        measured.text = sentenceOf(m_topology->error());
        return measured;
    }
    const Cluster &cluster = m_project->cluster;
    const auto way = wayBetween(*m_network, nodeFor(cluster, from), nodeFor(cluster, to));
    measured.refused = !way;
    measured.text = way ? wayText(*way) : sentenceOf(way.error());
    return measured;
}

void paintMeasurement(QPainter &painter, const CanvasView &view, const Measurement &measurement, QPointF end)
{
    const CanvasItem *from = view.canvasScene()->itemNamed(measurement.from);
    if (!from)
        return;
    const Theme &t = currentTheme();
    const QPointF a = view.mapFromScene(from->pos());
    const QPointF b = view.mapFromScene(end);
    const QColor color = measurement.refused ? t[Role::error] : t[Role::selection];
    painter.setPen(QPen(color, 2));
    painter.drawLine(a, b);
    // Marks across both ends, as on a drawing with dimensions.
    if (const QLineF line(a, b); line.length() > 1) {
        QLineF across = line.normalVector();
        across.setLength(7);
        const QPointF half(across.dx(), across.dy());
        painter.drawLine(a - half, a + half);
        painter.drawLine(b - half, b + half);
    }
    const QString text =
        measurement.to.empty() ? QObject::tr("Drop on the node to measure the route to") : measurement.text;
    const QStringList lines = text.split(QLatin1Char('\n'));
    painter.setFont(font(TypeRole::label));
    double width = 0;
    for (const QString &line : lines)
        width = std::max(width, std::ceil(numberWidth(painter, line)));
    constexpr double lineHeight = 17;
    QRectF chip(b + QPointF(14, 12), QSizeF(width + 16, lineHeight * static_cast<double>(lines.size()) + 8));
    const QRectF room = QRectF(view.viewport()->rect()).adjusted(6, 6, -6, -6);
    if (chip.right() > room.right())
        chip.moveRight(room.right());
    if (chip.bottom() > room.bottom())
        chip.moveBottom(b.y() - 12);
    drawRounded(painter, chip, 4, measurement.refused ? t[Role::errorFill] : t[Role::tip],
                measurement.refused ? t[Role::error] : t[Role::borderStrong]);
    painter.setPen(measurement.refused ? t[Role::error] : t[Role::text]);
    for (qsizetype i = 0; i < lines.size(); ++i)
        drawNumber(painter,
                   QRectF(chip.left() + 8, chip.top() + 4 + lineHeight * static_cast<double>(i), width + 4, lineHeight),
                   Qt::AlignLeft | Qt::AlignVCenter, lines[i]);
}

MeasureGesture::MeasureGesture(CanvasView &view, std::string from, QPointF start) : Gesture(view), m_end(start)
{
    m_measurement.from = std::move(from);
}

void MeasureGesture::move(QPointF point, QPoint, Qt::KeyboardModifiers)
{
    m_end = point;
    const CanvasItem *item = m_view.canvasScene()->itemAtPoint(point);
    const std::string to =
        item && item->hasPorts() && item->name() != m_measurement.from ? item->name() : std::string();
    if (to.empty())
        m_measurement = {m_measurement.from, {}, {}, false};
    else if (to != m_measurement.to)
        m_measurement = m_view.measure(m_measurement.from, to);
    m_view.viewport()->update();
}

void MeasureGesture::release(QPointF point, Qt::KeyboardModifiers modifiers)
{
    move(point, {}, modifiers);
    m_view.showMeasurement(m_measurement.to.empty() ? Measurement() : m_measurement);
}

void MeasureGesture::paint(QPainter &painter) { paintMeasurement(painter, m_view, m_measurement, m_end); }

} // namespace heteroscope
