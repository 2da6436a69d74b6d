// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lecture about one step: which of its events is on show, and what else the audience sees. Both screens, the one of
// the audience and the one of the speaker, show the same talk, and take the same keys, which are those of a remote.
#pragma once

#include "analysis/step_events.h"
#include "film/film.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointF>

#include <functional>
#include <optional>

class QKeyEvent;

namespace heteroscope {

enum class TalkPicture { schedule, cluster };

class Talk : public QObject
{
    Q_OBJECT

public:
    explicit Talk(QObject *parent = nullptr);

    /// Milliseconds since whenever; tests replace it.
    void setClock(std::function<qint64()> clock) { m_clock = std::move(clock); }
    /// What the speaker reads.
    void setNotes(const QString &notes);
    /// Begins with the first event of the step's first pipeline. Needs a step with lanes.
    void begin(const FilmStep &step);
    /// The step has changed while it is talked about; the talk goes on at the same time of it.
    void follow(const FilmStep &step);

    const FilmStep &step() const { return m_step; }
    const std::vector<StepEvent> &events() const { return m_events; }
    std::size_t index() const { return m_index; }
    const StepEvent *now() const { return m_index < m_events.size() ? &m_events[m_index] : nullptr; }
    QString sentence() const { return sentenceAt(m_index); }
    /// Empty after the last event.
    QString nextSentence() const { return sentenceAt(m_index + 1); }
    /// The rings of the picture.
    std::vector<FilmMark> marks() const;
    const QString &notes() const { return m_notes; }
    bool isBlack() const { return m_black; }
    TalkPicture picture() const { return m_picture; }
    /// Where the dot is, 0..1 of the audience's screen each way.
    const std::optional<QPointF> &pointer() const { return m_pointer; }
    bool hasDot() const { return m_dot; }
    /// Since the talk began.
    qint64 milliseconds() const { return m_clock() - m_began; }

    /// Does what a key of the keyboard or of a remote stands for. False if it stands for nothing.
    bool take(const QKeyEvent &key);

public slots:
    void forward();
    void back();
    void first();
    void last();
    void goTo(std::size_t index);
    void toggleBlack();
    void togglePicture();
    void toggleDot();
    void setPointer(const std::optional<QPointF> &pointer);
    void end() { emit ended(); }

signals:
    void changed();
    /// The dot is elsewhere, or gone.
    void pointerChanged();
    /// Another event.
    void moved(heteroscope::Ticks at);
    /// The other screen is wanted.
    void speakerToggled();
    void ended();

private:
    QString sentenceAt(std::size_t index) const;
    void readEvents(const FilmStep &step);

    std::function<qint64()> m_clock;
    QElapsedTimer m_timer;
    qint64 m_began = 0;
    FilmStep m_step;
    std::vector<StepEvent> m_events;
    std::size_t m_index = 0;
    QString m_notes;
    std::optional<QPointF> m_pointer;
    TalkPicture m_picture = TalkPicture::schedule;
    bool m_black = false;
    bool m_dot = true;
};

} // namespace heteroscope
