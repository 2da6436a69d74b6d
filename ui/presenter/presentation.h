// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenter mode: a talk with its windows. With one screen the audience's fills it, and N shows the speaker's; with
// several the speaker's stays on the screen of the main window and the audience's fills another.
#pragma once

#include "presenter/speaker_view.h"

#include <memory>

namespace heteroscope {

class Presentation : public QObject
{
    Q_OBJECT

public:
    /// `window` is the main window.
    Presentation(QWidget &window, AudienceView::PaintCluster paintCluster);
    ~Presentation() override;

    Talk &talk() { return m_talk; }
    bool isOn() const { return m_audience != nullptr; }
    AudienceView *audience() const { return m_audience.get(); }
    SpeakerView *speaker() const { return m_speaker.get(); }

    void begin(const FilmStep &step, const QString &notes);
    void end();

private:
    void showSpeaker();

    QWidget &m_window;
    AudienceView::PaintCluster m_paintCluster;
    Talk m_talk;
    std::unique_ptr<AudienceView> m_audience;
    std::unique_ptr<SpeakerView> m_speaker;
};

} // namespace heteroscope
