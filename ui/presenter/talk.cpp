// SPDX-License-Identifier: GPL-3.0-or-later
#include "presenter/talk.h"

#include "language/event_words.h"

#include <QKeyEvent>

#include <algorithm>

namespace heteroscope {

Talk::Talk(QObject *parent) : QObject(parent)
{
    m_timer.start();
    m_clock = [this] { return m_timer.elapsed(); };
}

void Talk::setNotes(const QString &notes)
{
    m_notes = notes;
    emit changed();
}

void Talk::readEvents(const FilmStep &step)
{
    m_step = step;
    m_events = stepEvents(*step.result, step.result->lanes.front().pipeline);
}

void Talk::begin(const FilmStep &step)
{
    readEvents(step);
    m_began = m_clock();
    m_black = false;
    m_picture = TalkPicture::schedule;
    m_pointer.reset();
    m_index = m_events.size(); // so that the first one is another
    first();
}

void Talk::follow(const FilmStep &step)
{
    const Ticks at = now() ? now()->at : Ticks();
    readEvents(step);
    m_index = m_events.size();
    goTo(eventAt(m_events, at));
}

QString Talk::sentenceAt(std::size_t index) const
{
    return index < m_events.size() ? sentenceOf(*m_step.result, m_events[index]) : QString();
}

std::vector<FilmMark> Talk::marks() const
{
    std::vector<FilmMark> marks;
    if (const StepEvent *shown = now()) {
        marks.push_back({0, shown->bar, false, shown->until});
        if (shown->awaited)
            marks.push_back({0, *shown->awaited, true, {}});
    }
    return marks;
}

void Talk::goTo(std::size_t index)
{
    if (m_events.empty() || index == m_index)
        return;
    m_index = std::min(index, m_events.size() - 1);
    emit moved(m_events[m_index].at);
    emit changed();
}

void Talk::forward()
{
    if (m_index + 1 < m_events.size())
        goTo(m_index + 1);
}

void Talk::back()
{
    if (m_index > 0)
        goTo(m_index - 1);
}

void Talk::first() { goTo(0); }

void Talk::last()
{
    if (!m_events.empty())
        goTo(m_events.size() - 1);
}

void Talk::toggleBlack()
{
    m_black = !m_black;
    emit changed();
}

void Talk::togglePicture()
{
    m_picture = m_picture == TalkPicture::schedule ? TalkPicture::cluster : TalkPicture::schedule;
    emit changed();
}

void Talk::toggleDot()
{
    m_dot = !m_dot;
    emit changed();
}

void Talk::setPointer(const std::optional<QPointF> &pointer)
{
    if (pointer == m_pointer)
        return;
    m_pointer = pointer;
    emit pointerChanged();
}

bool Talk::take(const QKeyEvent &key)
{
    switch (key.key()) {
    case Qt::Key_PageDown:
    case Qt::Key_Right:
    case Qt::Key_Down:
    case Qt::Key_Space:
        forward();
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_Left:
    case Qt::Key_Up:
    case Qt::Key_Backspace:
        back();
        return true;
    case Qt::Key_Home:
    case Qt::Key_F5: // remotes send it to begin
        first();
        return true;
    case Qt::Key_End:
        last();
        return true;
    case Qt::Key_B:
    case Qt::Key_Period: // other remotes
        toggleBlack();
        return true;
    case Qt::Key_C:
        togglePicture();
        return true;
    case Qt::Key_L:
        toggleDot();
        return true;
    case Qt::Key_N:
        emit speakerToggled();
        return true;
    case Qt::Key_Escape:
        end();
        return true;
    default:
        return false;
    }
}

} // namespace heteroscope
