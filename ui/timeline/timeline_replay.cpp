// SPDX-License-Identifier: GPL-3.0-or-later
//
// The play head on the timeline, and the keys that drive it.
#include "replay/replay.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "timeline/timeline_view.h"

#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace heteroscope {

void TimelineView::setReplay(Replay *replay)
{
    m_replay = replay;
    connect(replay, &Replay::moved, this, &TimelineView::followPlayHead);
    connect(replay, &Replay::playingChanged, this, &TimelineView::showPlaying);
    connect(m_playButton, &QToolButton::clicked, replay, &Replay::toggle);
    showPlaying(replay->isPlaying());
    placeControls();
}

void TimelineView::showPlaying(bool playing)
{
    m_playButton->setIcon(icon(playing ? IconName::pause : IconName::play));
    m_playButton->setAccessibleName(playing ? tr("Pause") : tr("Play"));
    m_playButton->setToolTip(tr(
        "Play or pause the step (Space). “.” and “,” go from event to event, “]” and “[” set the speed, a drag on the "
        "ruler moves the head, Shift+click runs until there."));
}

void TimelineView::followPlayHead()
{
    // A head that plays out of the view takes the view along.
    if (m_replay->isPlaying() && m_replay->at()) {
        const double x = m_view.x(*m_replay->at());
        if (x < 0 || x > m_view.width - TimelineViewport::rightPad) {
            m_view.scrollBy(x - m_view.width * 0.1);
            changeView();
        }
    }
    viewport()->update();
}

bool TimelineView::replayKey(QKeyEvent *event)
{
    if (!m_replay || !m_data->result)
        return false;
    switch (event->key()) {
    case Qt::Key_Space:
        m_replay->toggle();
        return true;
    case Qt::Key_Period:
        m_replay->stepForward();
        return true;
    case Qt::Key_Comma:
        m_replay->stepBack();
        return true;
    case Qt::Key_BracketRight:
        m_replay->faster();
        return true;
    case Qt::Key_BracketLeft:
        m_replay->slower();
        return true;
    case Qt::Key_Escape:
        m_replay->stop();
        return false; // it clears the rest, too
    default:
        return false;
    }
}

void TimelineView::paintPlayHead(QPainter &painter, const TimelineLayout &layout) const
{
    if (!m_replay || !m_replay->at())
        return;
    const double x = std::round(laneHeadWidth + m_view.x(*m_replay->at()));
    if (x < laneHeadWidth || x > layout.size.width())
        return;
    const Theme &theme = currentTheme();
    const QRect ruler = layout.rulerRect();
    painter.fillRect(QRectF(x, ruler.top(), 1, layout.size.height() - ruler.top()), theme[Role::warning]);
    painter.setFont(heteroscope::font(TypeRole::badge));
    const QString text = formatTicks(*m_replay->at());
    const double width = numberWidth(painter, text) + 10;
    const double left = std::clamp(x - width / 2, static_cast<double>(laneHeadWidth),
                                   std::max<double>(laneHeadWidth, layout.size.width() - width));
    const QRectF chip(left, ruler.top() + 2, width, rulerHeight - 4);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme[Role::warnFill]);
    painter.drawRoundedRect(chip, 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(theme[Role::warning]);
    drawNumber(painter, chip, Qt::AlignCenter, text);
}

} // namespace heteroscope
