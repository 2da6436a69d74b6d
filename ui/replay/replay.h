// SPDX-License-Identifier: GPL-3.0-or-later
//
// The play head of a replay. It moves over the step while real time passes, or from event to event, and stops at a
// given time. The clock can be replaced, so that tests control the time.
#pragma once

#include "simulator/result/step_result.h"

#include <QObject>
#include <QTimer>

#include <array>
#include <functional>
#include <memory>
#include <optional>

namespace heteroscope {

class Replay : public QObject
{
    Q_OBJECT

public:
    static constexpr double secondsForAStep = 12; ///< of real time, at speed 1
    static constexpr std::array speeds = {0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0};

    explicit Replay(QObject *parent = nullptr);

    /// Milliseconds that have passed since whenever.
    void setClock(std::function<qint64()> clock) { m_clock = std::move(clock); }
    /// Sets another step; the head keeps its relative position, or is removed if there is no step.
    void setResult(std::shared_ptr<const StepResult> result);

    /// The time of the head; nullopt without a replay.
    const std::optional<Ticks> &at() const { return m_at; }
    bool isPlaying() const { return m_playing; }
    double speed() const { return speeds[m_speed]; }

public slots:
    void play();
    void pause();
    /// Plays from the begin when the head is at the end.
    void toggle();
    /// Takes the head away.
    void stop();
    void seek(heteroscope::Ticks time);
    /// Plays up to a moment and pauses there; one that is past is played to from the begin.
    void runUntil(heteroscope::Ticks time);
    /// To the next (or previous) moment at which any lane begins something.
    void stepForward();
    void stepBack();
    void faster();
    void slower();
    /// Lets the time that has passed count. The timer calls it while playing.
    void tick();

signals:
    /// The head is elsewhere, or gone.
    void moved();
    void playingChanged(bool playing);
    void speedChanged(double speed);

private:
    void setAt(std::optional<Ticks> at);
    void setPlaying(bool playing);
    Ticks end() const { return m_result ? m_result->stepTime : Ticks(0); }

    std::shared_ptr<const StepResult> m_result;
    std::function<qint64()> m_clock;
    QTimer m_timer;
    std::optional<Ticks> m_at;
    Ticks m_until;          ///< where playing pauses
    Ticks m_begin;          ///< where this play began ...
    qint64 m_startedAt = 0; ///< ... and when
    std::size_t m_speed = 4;
    bool m_playing = false;
};

} // namespace heteroscope
