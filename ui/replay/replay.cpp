// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/replay.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr int frame = 16; // ms

} // namespace

Replay::Replay(QObject *parent) : QObject(parent)
{
    QElapsedTimer running;
    running.start();
    m_clock = [running] { return running.elapsed(); };
    m_timer.setInterval(frame);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Replay::tick);
}

void Replay::setResult(std::shared_ptr<const StepResult> result)
{
    const double share =
        m_at && end().count > 0 ? static_cast<double>(m_at->count) / static_cast<double>(end().count) : 0;
    const bool played = m_playing;
    setPlaying(false);
    m_result = std::move(result);
    if (!m_at)
        return;
    if (!m_result) {
        setAt(std::nullopt);
        return;
    }
    setAt(Ticks(static_cast<std::int64_t>(share * static_cast<double>(end().count))));
    if (played)
        play();
}

void Replay::setAt(std::optional<Ticks> at)
{
    if (at == m_at)
        return;
    m_at = at;
    emit moved();
}

void Replay::setPlaying(bool playing)
{
    if (playing == m_playing)
        return;
    m_playing = playing;
    playing ? m_timer.start() : m_timer.stop();
    emit playingChanged(playing);
}

void Replay::play()
{
    if (!m_result)
        return;
    if (!m_at || *m_at >= end())
        setAt(Ticks(0));
    m_until = end();
    m_begin = *m_at;
    m_startedAt = m_clock();
    setPlaying(true);
}

void Replay::pause() { setPlaying(false); }

void Replay::toggle() { m_playing ? pause() : play(); }

void Replay::stop()
{
    setPlaying(false);
    setAt(std::nullopt);
}

void Replay::seek(Ticks time)
{
    if (!m_result)
        return;
    setAt(std::clamp(time, Ticks(0), end()));
    m_begin = *m_at;
    m_startedAt = m_clock();
    m_until = end();
}

void Replay::runUntil(Ticks time)
{
    if (!m_result)
        return;
    if (m_at && *m_at >= time)
        setAt(Ticks(0));
    play();
    m_until = std::clamp(time, Ticks(0), end());
}

void Replay::tick()
{
    if (!m_playing)
        return;
    const double passed = static_cast<double>(m_clock() - m_startedAt) / 1000 / secondsForAStep * speed();
    const Ticks now(m_begin.count + static_cast<std::int64_t>(passed * static_cast<double>(end().count)));
    setAt(std::min(now, m_until));
    if (now >= m_until)
        setPlaying(false);
}

void Replay::stepForward()
{
    if (!m_result)
        return;
    const Ticks from = m_at.value_or(Ticks(-1));
    Ticks next = end();
    for (const Lane &lane : m_result->lanes) {
        const auto found = std::upper_bound(lane.intervals.begin(), lane.intervals.end(), from,
                                            [](Ticks time, const LaneInterval &one) { return time < one.start; });
        if (found != lane.intervals.end())
            next = std::min(next, found->start);
    }
    pause();
    seek(next);
}

void Replay::stepBack()
{
    if (!m_result)
        return;
    const Ticks from = m_at.value_or(end());
    Ticks before(0);
    for (const Lane &lane : m_result->lanes) {
        const auto found = std::lower_bound(lane.intervals.begin(), lane.intervals.end(), from,
                                            [](const LaneInterval &one, Ticks time) { return one.start < time; });
        if (found != lane.intervals.begin())
            before = std::max(before, std::prev(found)->start);
    }
    pause();
    seek(before);
}

void Replay::faster()
{
    m_speed = std::min(m_speed + 1, speeds.size() - 1);
    if (m_playing && m_at) {
        m_begin = *m_at;
        m_startedAt = m_clock();
    }
    emit speedChanged(speed());
}

void Replay::slower()
{
    m_speed = m_speed > 0 ? m_speed - 1 : 0;
    if (m_playing && m_at) {
        m_begin = *m_at;
        m_startedAt = m_clock();
    }
    emit speedChanged(speed());
}

} // namespace heteroscope
