// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws a step with a QPainter, for the timeline, exported pictures and thumbnails. Only visible intervals are read;
// what is drawn is computed by lane_geometry.h.
#pragma once

#include "analysis/critical_thread.h"
#include "analysis/lane_geometry.h"
#include "analysis/link_rows.h"
#include "analysis/memory_strip.h"
#include "timeline/mark_pixels.h"
#include "timeline/timeline_layout.h"
#include "timeline/timeline_text.h"

#include <QHash>
#include <QStaticText>

#include <memory>
#include <set>

class QPainter;

namespace heteroscope {

class Topology;

/// A step with the indices that make it quick to draw. Immutable once made; share it.
struct TimelineData
{
    std::shared_ptr<const StepResult> result;
    std::shared_ptr<const Topology> topology; ///< may be null: then device types are not named
    std::vector<LaneIndex> indices;           ///< by lane
    std::vector<MemoryIndex> memory;          ///< by lane
    std::vector<PathPiece> thread;            ///< the critical path
    std::size_t events = 0;                   ///< work and traffic of all lanes
    std::vector<LinkRow> links;               ///< the busiest; none without a topology or link loads
    std::size_t linkRowsInAll = 0;            ///< of which `links` are the busiest
    /// Share of all devices that compute, and that wait for a link, in equal parts of the step: the overview.
    static constexpr std::size_t overviewParts = 480;
    std::vector<double> busy;
    std::vector<double> waiting;

    static std::shared_ptr<const TimelineData> make(std::shared_ptr<const StepResult> result,
                                                    std::shared_ptr<const Topology> topology = {});
};

/// What a painting did, for the corner line and for tests.
struct TimelineStatistics
{
    std::size_t events = 0;     ///< work and traffic inside the view
    std::size_t merged = 0;     ///< of them, in marks of several
    std::size_t operations = 0; ///< drawing calls for bars
};

class TimelinePainter
{
public:
    TimelinePainter(QPainter &painter, const TimelineData &data, const TimelineLayout &layout,
                    const TimelineViewport &viewport, const Theme &theme, double devicePixelRatio);

    void paintGround();
    void paintLanes();
    /// `hovered` is the lane whose head is under the mouse: it shows what can be done with it; -1 none.
    void paintHeads(const std::set<int> &selectedLanes, int hovered = -1);
    /// Under the lanes.
    void paintLinks(const std::set<std::string> &selected);
    void paintRuler();
    void paintOverview();
    /// The window of the overview that is in view.
    void paintOverviewWindow();
    void paintLegend();
    /// In place of the legend: what the critical path consists of.
    void paintBlame();
    /// The bar again with a ring (selection) or an outline inside (critical path).
    void paintRing(BarId bar);
    /// The critical path as a thread through the lanes: its bars in full colour and outlined, a connector where it
    /// changes lanes.
    void paintCritical(const std::vector<PathPiece> &thread);
    void paintDependency(BarId from, BarId to);

    const TimelineStatistics &statistics() const { return m_statistics; }
    /// Where a bar stands in the widget.
    QRectF barRect(BarId bar) const;

private:
    void paintLane(int lane, int top);
    /// A folded group: the share of its lanes that compute, and above it the share that waits for links.
    void paintGroup(const LaneGroup &group, int top);
    void paintLaneHead(int lane, int top, bool selected);
    void paintLaneTools(int lane, int top, bool hovered);
    void paintGroupHead(const TimelineRow &row, int top, bool selected);
    void paintMemory(int lane, int top);
    void paintLinksHeader();
    void paintLinkHead(int row, int top, bool selected);
    void paintLinkLoad(int row, int top);
    void paintPiece(const PathPiece &piece);
    void paintBar(const Lane &lane, const ComputeMark &mark, int top);
    /// A run of merged marks.
    void paintMergedRun(const ComputeMark *first, const ComputeMark *last, int top);
    void paintMerged(const ComputeMark &mark, int top, bool asPixels);
    void paintTraffic(const TrafficMark &mark, int top);
    void paintLabel(const QRectF &bar, const QString &label, const QColor &ink);
    void fill(const QRectF &rect, const QColor &color);
    void fill(const QRectF &rect, const QBrush &brush);
    double snap(double x) const { return static_cast<double>(qRound64(x * m_ratio)) / m_ratio; }
    void fillMark(const QRectF &rect, const QColor &color, bool asPixels);
    const QColor &fillOf(Activity activity) const { return m_fills[static_cast<std::size_t>(activity)]; }
    QColor shade(Activity activity, int chunk) const;

    QPainter &m_painter;
    const TimelineData &m_data;
    const TimelineLayout &m_layout;
    const TimelineViewport &m_viewport;
    const Theme &m_theme;
    double m_ratio;
    std::array<QColor, activityCount> m_fills; // by activity, looked up once
    MarkPixels m_pixels;
    QBrush m_bubbleHatch;
    QBrush m_stragglerHatch;
    QBrush m_overflowHatch;
    QBrush m_stripes;
    QBrush m_dots;
    QHash<QString, QStaticText> m_labels;
    QRectF m_lastStroke; // of the critical path
    TimelineStatistics m_statistics;
};

/// Height at which TimelineView::paint shows every lane and row of links with legend and overview.
int timelineHeight(const TimelineData &data);

} // namespace heteroscope
