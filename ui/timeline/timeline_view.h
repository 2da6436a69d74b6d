// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timeline of one step. Wheel scrolls, Ctrl+wheel zooms at the cursor, W A S D as in Perfetto, drag measures, F
// fits, C shows the critical path, Escape clears; click selects a bar and shows what it depends on and what on it;
// hovering explains. The drag leaves a card with the statistics of the stretch; Ctrl+C copies them. P pins the selected
// lanes, H hides them, Shift+H shows all, Alt+Up and Alt+Down or a drag of its head move them, G folds and opens the
// groups of lanes, Shift+G groups them by replica, stage or node, / filters the lanes. Ctrl+F searches bars by words,
// F3 and Shift+F3 go to the next and the previous one. K shows the counter tracks below the lanes: power of the site,
// memory of the selected lanes. M writes a marker at the pointer, else at the selected bar; a drag of its flag moves
// it, F2 or a double click edits its text in place, Delete removes it, Ctrl+Left and Ctrl+Right go from one to the
// next.
#pragma once

#include "timeline/marker_strip.h"
#include "timeline/timeline_painter.h"

#include <QAbstractScrollArea>
#include <QPixmap>
#include <QTimer>

#include <optional>

class QLineEdit;
class QToolButton;

namespace heteroscope {

class FindBar;
class PowerTrace;
class Replay;

class TimelineView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit TimelineView(QWidget *parent = nullptr);
    ~TimelineView() override;

    /// The step to show; null shows nothing. The view keeps its zoom when the new step is as long as a zoomed one was
    /// looked at; a view of the whole step goes on showing the whole step.
    void setResult(std::shared_ptr<const StepResult> result, std::shared_ptr<const Topology> topology = {});
    const std::shared_ptr<const StepResult> &result() const { return m_data->result; }

    /// The time axis reaches at least this far, so that steps of unlike length can be shown on one axis; what lies
    /// after the step's own end is marked. 0: it ends with the step.
    void setAxisEnd(Ticks end);
    /// Shows the part of the axis that another view of the same axis shows, and of equal rows the same ones.
    void followRange(const TimelineView &other);

    /// A stale result is drawn at 55 %.
    void setStale(bool stale);
    bool isStale() const { return m_stale; }

    void setSelectedLanes(const std::set<int> &lanes);
    const std::set<int> &selectedLanes() const { return m_selectedLanes; }
    BarId selectedBar() const { return m_selectedBar; }
    /// Selects a bar of the shown step and brings it into view; its lane may be in a folded group, but not hidden.
    void selectBar(BarId bar);

    /// Names of links whose rows are marked.
    void setSelectedLinks(const std::set<std::string> &links);
    /// Shows the rows of links under the lanes, or only the line that opens them.
    void setLinksShown(bool shown);
    bool areLinksShown() const { return m_linksShown; }

    /// Tracks below the lanes: power of the site, where the step came with a topology, and memory of the selected
    /// lanes, else of the fullest one.
    void setCountersShown(bool shown);
    bool areCountersShown() const { return m_countersShown; }
    /// What the tracks show of the view: counter,time,value with a line for each change, seconds and watts or bytes;
    /// empty while they are not shown.
    QString countersCsv() const;
    /// Lanes whose memory is tracked, -1 for the power; in their order.
    std::vector<int> counters() const;

    void setCriticalPathShown(bool shown);
    bool isCriticalPathShown() const { return m_criticalShown; }

    /// Which lanes are shown; see TimelineRows.
    const TimelineRows &rows() const { return m_rows; }
    void setLaneFilter(const QString &words);
    void toggleGroup(int group);
    void toggleAllGroups();
    void setGrouping(LaneGrouping grouping);
    LaneGrouping grouping() const { return m_rows.grouping(); }
    static QString groupingName(LaneGrouping grouping);
    void moveLanes(const std::set<int> &lanes, int by);
    void resetLaneOrder();
    void toggleLanePins(const std::set<int> &lanes);
    void hideLanes(const std::set<int> &lanes);
    void showAllLanes();

    /// The search of bars: a field beside the legend. Words may be "F3", a kind of work, a device, a stage, an
    /// operation, or ">50ms"; a bar is found if it has all of them and its lane is shown.
    void openSearch();
    void closeSearch();
    void search(const QString &words);
    /// Selects the next found bar in time, or the previous one, and brings it into view.
    void findNext(bool forward);
    const std::vector<BarId> &foundBars() const { return m_search.bars; }
    const FindBar &findBar() const { return *m_findBar; }

    /// Markers to show, with the selected one kept. The view changes none itself: it tells what the user wants.
    void setMarkers(std::vector<Marker> markers);
    const MarkerStrip &markers() const { return m_markers; }
    /// Id of the selected marker; 0: none is.
    int selectedMarker() const { return m_selectedMarker; }
    /// Selects a marker and brings it into view; 0 selects none.
    void selectMarker(int id);
    /// Opens the field for the text of a new marker: at a point of the viewport, else at the selected bar, else in the
    /// middle of the view.
    void writeMarker(std::optional<QPoint> viewportPoint);
    /// Opens the field for the text of a marker.
    void editMarker(int id);
    /// Id of the marker whose flag is at a point of the viewport; 0: none is.
    int markerAt(QPoint viewportPoint) const;
    /// The field while a text is written; otherwise hidden.
    QLineEdit *markerField() const { return m_markerField; }

    /// The play head to show and to drive: Space plays and pauses, '.' and ',' go from event to event, ']' and '[' set
    /// the speed, a drag on the ruler moves it, Shift+click runs until there.
    void setReplay(Replay *replay);

    /// Draws everything larger by this factor, for a projector.
    void setMagnification(double magnification);
    double magnification() const { return m_magnification; }
    /// Height that shows all lanes with legend and ruler at this magnification.
    int heightOfLanes(double magnification) const;

    /// Delay of the hover card in ms; 0 shows it at once.
    void setHoverDelay(int milliseconds) { m_hoverDelay = milliseconds; }

    const TimelineViewport &viewportState() const { return m_view; }
    TimelineLayout layoutState() const;
    /// For tests and linked views: shows [from, to).
    void showRange(Ticks from, Ticks to);

    /// Selects what is there as a click does, for a context menu; a lane that is selected keeps the selection.
    void pointAt(QPoint viewportPoint);
    /// The time under a point beside the heads of the lanes; nullopt elsewhere and without a step.
    std::optional<Ticks> timeAt(QPoint viewportPoint) const;

    /// "412 of 412 events · bubble 18.4 % = 3.10 s / 16.9 s": what is in view, what of it is merged.
    QString cornerText();

    /// What the drag measured, by kind and lane: of the selected lanes, else of all; empty before its end. Ctrl+C
    /// copies the CSV.
    const Explanation &measureCard() const { return m_measureCard; }
    const QString &measureCsv() const { return m_measureCsv; }
    /// The view as PNG, SVG or PDF, by the ending of the name. Returns what went wrong; empty if nothing did.
    QString exportPicture(const QString &path) const;
    /// The bars in view of the lanes that are shown, in view or scrolled out, as comma-separated values; likewise.
    QString exportCsv(const QString &path) const;

    /// Draws the present view at any size, without the widget being shown. rows: the lanes; null: all of them.
    void paint(QPainter &painter, QSize size, const Theme &theme, double devicePixelRatio = 1,
               const std::shared_ptr<const RowTable> &rows = {}) const;

    QSize sizeHint() const override { return {900, 324}; }
    QSize minimumSizeHint() const override { return {320, 90}; }

signals:
    void laneSelected(int lane); ///< -1: none
    void barSelected(heteroscope::BarId bar);
    void linkSelected(const QString &name);
    void hovered(const QString &text);  ///< what is under the cursor and why; empty when nothing
    void measured(const QString &text); ///< while dragging; empty when cleared
    void viewChanged();                 ///< zoom or scroll: cornerText is another one
    void criticalPathToggled(bool shown);
    void markerAdded(const heteroscope::Marker &marker); ///< without an id
    void markerChanged(const heteroscope::Marker &marker);
    void markerRemoved(int id);
    void markerSelected(int id); ///< 0: none

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Hover
    {
        BarId bar;
        int traffic = -1;
        QPoint at;
        bool memory = false; ///< over the memory strip
        int link = -1;       ///< row of links
        int counter = -1;
        int marker = 0; ///< id
    };
    struct Search
    {
        bool open = false;
        Ticks from;              ///< start of the view when it was opened
        std::vector<BarId> bars; ///< by start
        Ticks longest;           ///< of them
        int at = -1;             ///< the one that is selected
    };
    struct Counter
    {
        int lane = -1; ///< whose memory; -1: power of the site
    };
    enum class Drag { none, measure, overview, pan, head, lane, marker };

    void dropLayers();
    void updateScrollBar();
    void placeControls();
    void buildFilter();
    void buildSearch();
    void changeRows();
    bool laneKey(const QKeyEvent &event);
    bool moveKey(const QKeyEvent &event);
    void dragLane(QPoint at);
    void buildMarkers();
    int markersHeight() const;
    int flagAt(QPoint at) const;
    bool markerKey(const QKeyEvent &event);
    void pressMarker(int id);
    void dragMarker(QPoint at);
    void openMarkerField(const Marker &marker);
    void placeMarkerField();
    void closeMarkerField(bool take);
    void stepMarker(bool forward);
    Explanation explanationOf(const Marker &marker) const;
    const Marker *movedMarker() const { return m_draggedMarker ? &*m_draggedMarker : nullptr; }
    /// A click on the heading of a group, or on what pins or hides a lane.
    bool clickRow(QPoint at);
    void hoverHead(QPoint at);
    QString leftOutText() const;
    void makeCounters();
    void fillCounters();
    QString counterText(std::size_t counter, Ticks time) const;
    void paintCounters(QPainter &painter, const TimelineLayout &layout, const TimelineViewport &view,
                       const Theme &theme, double ratio) const;
    void paintCounter(QPainter &painter, std::size_t number, int top, const TimelineLayout &layout,
                      const TimelineViewport &view, const Theme &theme, double ratio) const;
    void findAgain();
    void reveal(BarId bar);
    bool searchKey(const QKeyEvent &event);
    void paintFound(QPainter &painter, const TimelineLayout &layout) const;
    bool isFilterShown() const;
    void changeView();
    std::optional<Hover> hoverAt(QPoint at) const;
    BarId barAt(QPoint at) const;
    void showHover();
    Explanation explanationOf(const Hover &hover) const;
    void clearHover();
    void moveOverview(int x);
    void selectLaneBeside(int step);
    void click(QPoint at, Qt::KeyboardModifiers modifiers);
    const std::vector<BarId> &dependentsOfSelected();
    void paintAfterEnd(QPainter &painter, const TimelineLayout &layout, const TimelineViewport &view,
                       const Theme &theme) const;
    void paintMeasure(QPainter &painter, const TimelineLayout &layout) const;
    /// Beside a point of the viewport, inside it.
    void paintCard(QPainter &painter, const Explanation &card, QPoint at) const;
    void clearMeasure();
    void finishMeasure();
    void paintPlayHead(QPainter &painter, const TimelineLayout &layout) const;
    void followPlayHead();
    bool replayKey(QKeyEvent *event);
    void showPlaying(bool playing);
    TimelineStatistics drawLayers();
    /// Of the viewport in the pixels of the drawing, which a magnification makes larger.
    QSize innerSize() const;
    QPoint inner(QPointF viewportPoint) const { return (viewportPoint / m_magnification).toPoint(); }
    double innerRatio() const { return devicePixelRatioF() * m_magnification; }

    std::shared_ptr<const TimelineData> m_data;
    TimelineViewport m_view;
    Ticks m_axisEnd;
    double m_magnification = 1;
    bool m_stale = false;
    bool m_criticalShown = false;
    bool m_linksShown = true;
    std::set<int> m_selectedLanes;
    std::set<std::string> m_selectedLinks;
    BarId m_selectedBar;
    struct
    {
        std::shared_ptr<const TimelineData> data;
        BarId bar;
        std::vector<BarId> bars;
    } m_dependents; ///< of the bar that was selected when it was last painted
    int m_hoverDelay = 300;
    QTimer m_hoverTimer;
    QPoint m_cursor;
    std::optional<Hover> m_hover;
    Explanation m_card;
    Drag m_drag = Drag::none;
    QPoint m_pressed;
    bool m_moved = false;
    int m_draggedLane = -1;
    MarkerStrip m_markers;
    int m_selectedMarker = 0;
    std::optional<Marker> m_draggedMarker; ///< where it is now
    std::optional<Marker> m_writtenMarker; ///< whose text is in the field
    QLineEdit *m_markerField;
    bool m_isPointed = false; ///< the mouse is over the view
    std::optional<std::pair<Ticks, Ticks>> m_measure;
    Explanation m_measureCard; ///< after the drag
    QString m_measureCsv;
    QPixmap m_bars;     // lanes, ruler, legend: redrawn when view, step or theme change
    QPixmap m_overview; // redrawn when step, width or theme change
    TimelineStatistics m_statistics;
    TimelineRows m_rows;
    int m_headHover = -1;     // lane whose head is under the mouse
    QLineEdit *m_filterField; // left of the button
    bool m_filterWanted = false;
    bool m_countersShown = false;
    std::vector<Counter> m_counters;
    std::shared_ptr<const PowerTrace> m_power;     ///< made when it is shown first
    std::shared_ptr<const TimelineData> m_powerOf; ///< whose power it is
    Search m_search;
    FindBar *m_findBar;            // left of the filter, while it is open
    QToolButton *m_findButton;     // opens it
    QToolButton *m_criticalButton; // at the right of the legend
    Replay *m_replay = nullptr;
    QToolButton *m_playButton; // left of the ruler
};

} // namespace heteroscope
