// SPDX-License-Identifier: GPL-3.0-or-later
#include "presenter/presentation.h"

#include <QGuiApplication>
#include <QScreen>

namespace heteroscope {
namespace {

/// A screen that the main window is not on; its own if there is no other.
QScreen *screenForAudience(const QWidget &window)
{
    for (QScreen *screen : QGuiApplication::screens())
        if (screen != window.screen())
            return screen;
    return window.screen();
}

} // namespace

Presentation::Presentation(QWidget &window, AudienceView::PaintCluster paintCluster)
    : m_window(window), m_paintCluster(std::move(paintCluster))
{
    // Later, because it comes from a key of a window that is deleted then.
    connect(&m_talk, &Talk::ended, this, &Presentation::end, Qt::QueuedConnection);
    connect(&m_talk, &Talk::speakerToggled, this, [this] {
        if (m_speaker && m_speaker->isVisible())
            m_speaker->hide();
        else
            showSpeaker();
    });
}

Presentation::~Presentation() = default;

void Presentation::begin(const FilmStep &step, const QString &notes)
{
    end();
    m_talk.setNotes(notes);
    m_talk.begin(step);
    m_audience = std::make_unique<AudienceView>(m_talk, m_paintCluster);
    connect(m_audience.get(), &AudienceView::closed, this, &Presentation::end, Qt::QueuedConnection);
    QScreen *screen = screenForAudience(m_window);
    m_audience->setGeometry(screen->geometry());
    m_audience->showFullScreen();
    if (screen != m_window.screen())
        showSpeaker();
    m_audience->activateWindow();
    m_audience->setFocus();
}

void Presentation::showSpeaker()
{
    if (!m_audience)
        return;
    if (!m_speaker) {
        m_speaker = std::make_unique<SpeakerView>(m_talk, m_paintCluster);
        m_speaker->resize(m_speaker->sizeHint());
        m_speaker->move(m_window.screen()->availableGeometry().center() - m_speaker->rect().center());
    }
    m_speaker->show();
}

void Presentation::end()
{
    m_speaker.reset();
    m_audience.reset();
}

} // namespace heteroscope
