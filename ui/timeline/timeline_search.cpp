// SPDX-License-Identifier: GPL-3.0-or-later
//
// The search of bars: what words mean, the way from bar to bar, and the marks of what was found.
#include "analysis/bar_search.h"
#include "language/result_words.h"
#include "language/step_words.h"
#include "theme/icons.h"
#include "timeline/find_bar.h"
#include "timeline/timeline_view.h"

#include <QtWidgets>

#include <cmath>

namespace heteroscope {

namespace {

constexpr std::size_t mostApart = 2000; ///< found bars in view that are set apart; the ruler marks all

/// ">50ms"; negative: not a length.
Ticks lengthOf(const QString &word)
{
    static const QRegularExpression pattern(QStringLiteral("^>(\\d+(?:\\.\\d+)?)(s|ms|us|µs)$"),
                                            QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = pattern.match(word);
    if (!match.hasMatch())
        return Ticks(-1);
    const QString unit = match.captured(2).toLower();
    const double factor = unit == QLatin1String("s") ? 1 : unit == QLatin1String("ms") ? 1e-3 : 1e-6;
    const double ticks = match.captured(1).toDouble() * factor * static_cast<double>(Ticks::perSecond);
    return ticks > static_cast<double>(Ticks::max) ? Ticks(Ticks::max) : Ticks(std::llround(ticks));
}

bool hasMicroBatch(const StepResult &result, std::int32_t microBatch)
{
    return std::any_of(result.lanes.begin(), result.lanes.end(), [microBatch](const Lane &lane) {
        return std::any_of(lane.intervals.begin(), lane.intervals.end(),
                           [microBatch](const LaneInterval &bar) { return bar.microBatch == microBatch; });
    });
}

BarWord wordFor(const QString &text, const StepResult &result, const TimelineRows &rows)
{
    BarWord word;
    word.longerThan = lengthOf(text);
    if (word.longerThan >= Ticks(0))
        return word;
    const bool isName = text.size() > 1; // a single letter is a stage or a pass
    for (std::size_t a = 0; a < activityCount; ++a) {
        const auto activity = static_cast<Activity>(a);
        const QString label = barLabel(activity, 0); // "F1"; the optimizer's has no number
        const bool numbered = label.endsWith(u'1');
        const QString letter = numbered ? label.chopped(1) : label;
        word.activities[a] = (isName && activityName(activity).contains(text, Qt::CaseInsensitive)) ||
                             (!letter.isEmpty() && text.compare(letter, Qt::CaseInsensitive) == 0);
        bool isNumber = false;
        const int number = text.mid(letter.size()).toInt(&isNumber);
        // "b200" is a device where there are not as many micro-batches.
        if (numbered && isNumber && number > 0 && text.startsWith(letter, Qt::CaseInsensitive) &&
            hasMicroBatch(result, number - 1)) {
            word.ofMicroBatch[a] = true;
            word.microBatch = number - 1;
        }
    }
    if (word.microBatch < 0) {
        for (int lane = 0; lane < static_cast<int>(result.lanes.size()); ++lane)
            word.lanes.push_back(rows.hasWord(lane, text));
        for (const StepOperation &operation : result.operations)
            word.operations.push_back(isName && wordOf(operation).contains(text, Qt::CaseInsensitive));
    }
    return word;
}

} // namespace

void TimelineView::buildSearch()
{
    constexpr int iconSide = 12;
    m_findButton->setIcon(icon(IconName::search));
    m_findButton->setIconSize(QSize(iconSide, iconSide));
    m_findButton->setAccessibleName(tr("Find bars"));
    m_findButton->setToolTip(tr("Find bars (Ctrl+F)"));
    m_findButton->setFocusPolicy(Qt::NoFocus);
    m_findButton->setCursor(Qt::ArrowCursor);
    m_findButton->hide();
    m_findBar->setMagnified(heteroscope::font(TypeRole::label), iconSide);
    m_findBar->hide();
    connect(m_findButton, &QToolButton::clicked, this, &TimelineView::openSearch);
    connect(m_findBar, &FindBar::searched, this, &TimelineView::search);
    connect(m_findBar, &FindBar::stepped, this, &TimelineView::findNext);
    connect(m_findBar, &FindBar::left, this, &TimelineView::closeSearch);
}

void TimelineView::openSearch()
{
    if (!m_data->result)
        return;
    m_search.open = true;
    m_search.from = m_view.start;
    updateScrollBar();
    changeView();
    m_findBar->field()->setFocus();
    m_findBar->field()->selectAll();
}

void TimelineView::closeSearch()
{
    const bool hadFocus = m_findBar->isAncestorOf(QApplication::focusWidget());
    m_search = {};
    m_findBar->field()->clear();
    updateScrollBar();
    changeView();
    if (hadFocus)
        setFocus();
}

void TimelineView::search(const QString &words)
{
    if (words != m_findBar->field()->text()) { // comes back with the text
        m_findBar->field()->setText(words);
        return;
    }
    if (!m_search.open)
        return;
    findAgain();
    m_search.at = m_data->result ? barFrom(*m_data->result, m_search.bars, m_search.from) : -1;
    m_findBar->showFound(m_search.at, m_search.bars.size());
    if (m_search.at >= 0)
        reveal(m_search.bars[static_cast<std::size_t>(m_search.at)]);
    viewport()->update();
}

/// What has the words in the present step and rows; goes nowhere.
void TimelineView::findAgain()
{
    m_search.bars.clear();
    m_search.longest = Ticks(0);
    m_search.at = -1;
    const QStringList texts = m_findBar->field()->text().split(u' ', Qt::SkipEmptyParts);
    if (m_search.open && m_data->result && !texts.isEmpty()) {
        const StepResult &result = *m_data->result;
        std::vector<BarWord> words;
        for (const QString &text : texts)
            words.push_back(wordFor(text, result, m_rows));
        const RowTable &rows = *m_rows.table();
        std::vector<bool> shown(result.lanes.size());
        for (std::size_t lane = 0; lane < shown.size(); ++lane)
            shown[lane] = rows.rowOf[lane] >= 0 || rows.pinOf[lane] >= 0;
        m_search.bars = findBars(result, words, shown);
        for (const BarId bar : m_search.bars) {
            const LaneInterval &interval = *intervalOf(result, bar);
            m_search.longest = std::max(m_search.longest, interval.end - interval.start);
        }
    }
    m_findBar->showFound(m_search.at, m_search.bars.size());
}

void TimelineView::findNext(bool forward)
{
    if (!m_search.open) {
        openSearch();
        return;
    }
    if (m_search.bars.empty())
        return;
    // From what is selected, else from the one that was found last.
    BarId from = m_selectedBar;
    if (!from.isValid() && m_search.at >= 0)
        from = m_search.bars[static_cast<std::size_t>(m_search.at)];
    m_search.at = nextBar(*m_data->result, m_search.bars, from, forward);
    m_findBar->showFound(m_search.at, m_search.bars.size());
    reveal(m_search.bars[static_cast<std::size_t>(m_search.at)]);
}

/// Selects a bar and brings it into view; its group is opened.
void TimelineView::selectBar(BarId bar)
{
    if (m_data->result && intervalOf(*m_data->result, bar))
        reveal(bar);
}

void TimelineView::reveal(BarId bar)
{
    const RowTable &rows = *m_rows.table();
    const auto lane = static_cast<std::size_t>(bar.lane);
    if (const int row = rows.rowOf[lane]; row >= 0 && rows.pinOf[lane] < 0) {
        const TimelineRow &found = rows.rows[static_cast<std::size_t>(row)];
        if (found.folded) {
            m_rows.toggleGroup(found.group);
            updateScrollBar();
        }
    }
    m_selectedBar = bar;
    m_selectedLanes = {bar.lane};
    makeCounters();
    const LaneInterval &interval = *intervalOf(*m_data->result, bar);
    const double length = static_cast<double>((interval.end - interval.start).count);
    const double left = m_view.x(interval.start);
    const double right = m_view.x(interval.end);
    if (length > 0 && length / m_view.ticksPerPixel < 3) { // too small to be seen
        constexpr double around = 20;
        const auto margin = static_cast<std::int64_t>(around * length);
        m_view.show(interval.start - Ticks(margin), interval.end + Ticks(margin));
    } else if (left < 0 || right > m_view.width) {
        m_view.scrollBy((left + right) / 2 - m_view.width / 2);
    }
    const TimelineLayout layout = layoutState();
    if (m_rows.table()->pinOf[lane] < 0) {
        const int top = layout.laneTop(bar.lane) - layout.bodyTop() + layout.scroll;
        const int room = layout.size.height() - layout.bodyTop();
        verticalScrollBar()->setValue(std::min(top, std::max(verticalScrollBar()->value(), top + laneHeight - room)));
    }
    clearHover();
    changeView();
    emit laneSelected(bar.lane);
    emit barSelected(bar);
    emit hovered(explainBar(*m_data->result, bar, m_data->topology.get()).plain());
}

bool TimelineView::searchKey(const QKeyEvent &event)
{
    if (event.matches(QKeySequence::Find)) {
        openSearch();
        return true;
    }
    if (event.matches(QKeySequence::FindNext) || event.matches(QKeySequence::FindPrevious)) {
        findNext(event.matches(QKeySequence::FindNext));
        return true;
    }
    if (event.key() == Qt::Key_Escape && m_search.open) {
        closeSearch();
        return true;
    }
    return false;
}

void TimelineView::paintFound(QPainter &painter, const TimelineLayout &layout) const
{
    if (m_search.bars.empty())
        return;
    const StepResult &result = *m_data->result;
    const QColor mark = currentTheme()[Role::selection];
    const auto startOf = [&result](BarId bar) { return intervalOf(result, bar)->start; };
    const auto from = [&](Ticks time) {
        return std::partition_point(m_search.bars.begin(), m_search.bars.end(),
                                    [&](BarId bar) { return startOf(bar) < time; });
    };
    // One mark a pixel on the ruler, and on the overview of the whole step.
    const auto marks = [&](Ticks begin, Ticks end, double ticksPerPixel, int top, int height) {
        for (auto bar = from(begin); bar != m_search.bars.end() && startOf(*bar) < end;) {
            const double pixel = std::floor(static_cast<double>((startOf(*bar) - begin).count) / ticksPerPixel);
            painter.fillRect(QRectF(laneHeadWidth + pixel, top, 2, height), mark);
            bar = from(begin + Ticks(static_cast<std::int64_t>(std::ceil((pixel + 1) * ticksPerPixel))));
        }
    };
    const QRect ruler = layout.rulerRect();
    marks(m_view.start, m_view.visibleEnd(), m_view.ticksPerPixel, ruler.bottom() - 5, 6);
    if (layout.overview > 0 && m_view.width > TimelineViewport::rightPad)
        marks(Ticks(0), m_view.stepEnd,
              static_cast<double>(m_view.stepEnd.count) / (m_view.width - TimelineViewport::rightPad),
              layout.overviewRect().bottom() - 4, 4);
    // What was not found steps back, unless so much was found that a look could not part it.
    std::vector<QRectF> found;
    const QRectF lanes = layout.lanesRect();
    const TimelinePainter timeline(painter, *m_data, layout, m_view, currentTheme(), innerRatio());
    for (auto bar = from(m_view.start - m_search.longest);
         bar != m_search.bars.end() && startOf(*bar) < m_view.visibleEnd() && found.size() <= mostApart; ++bar) {
        const QRectF rect = timeline.barRect(*bar).intersected(lanes);
        if (layout.isVisible(bar->lane) && rect.width() > 0 && rect.height() > 0)
            found.push_back(rect);
    }
    if (found.size() > mostApart)
        return;
    painter.fillRect(lanes, currentTheme().color(Role::base, 1 - Theme::dimmedOpacity));
    const double ratio = innerRatio();
    for (const QRectF &rect : found) {
        const QRectF wide = rect.adjusted(0, 0, std::max(0.0, 2 - rect.width()), 0) & lanes;
        painter.drawPixmap(wide, m_bars, QRectF(wide.topLeft() * ratio, wide.size() * ratio));
    }
}

} // namespace heteroscope
