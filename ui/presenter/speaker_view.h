// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the speaker sees on the other screen: the audience's picture small, the sentence of this event and of the next
// one, notes, the time of day and the time since the talk began.
#pragma once

#include "presenter/audience_view.h"

#include <QTimer>

class QLabel;
class QPlainTextEdit;

namespace heteroscope {

class SpeakerView : public QWidget
{
    Q_OBJECT

public:
    SpeakerView(Talk &talk, AudienceView::PaintCluster paintCluster, QWidget *parent = nullptr);

    QSize sizeHint() const override { return {1180, 640}; }

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void refresh();
    void showClock();

    Talk &m_talk;
    QLabel *m_clock;
    QLabel *m_elapsed;
    QLabel *m_now;
    QLabel *m_next;
    QPlainTextEdit *m_notes;
    QTimer m_timer;
};

} // namespace heteroscope
