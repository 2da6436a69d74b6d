// SPDX-License-Identifier: GPL-3.0-or-later
//
// The strip above a dock's content that states how reliable its content is: an icon, a word and a sentence on the
// colour of the state, with fields and buttons at the right.
#pragma once

#include "theme/icons.h"

#include <QHBoxLayout>
#include <QWidget>

namespace heteroscope {

class StateStrip : public QWidget
{
    Q_OBJECT

public:
    enum class Tone { neutral, good, caution, bad };

    explicit StateStrip(QWidget *parent = nullptr);

    void say(Tone tone, const QString &title, const QString &text);
    const QString &title() const { return m_title; }
    const QString &text() const { return m_text; }
    Tone tone() const { return m_tone; }
    /// Puts a widget at the right, after those that are there.
    void add(QWidget *widget) { m_layout->addWidget(widget); }

    QSize minimumSizeHint() const override { return {300, 44}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QHBoxLayout *m_layout;
    Tone m_tone = Tone::neutral;
    QString m_title;
    QString m_text;
};

inline constexpr int stripHeight = 44;
/// Ground, mark and title of a strip, the title cut at `right`. Where the text after it begins.
int paintStripHead(QPainter &painter, const QRect &strip, StateStrip::Tone tone, const QString &title, int right);

/// The text of a strip: on one line, else on two in smaller letters, and cut only where even those are too short.
void drawStripText(QPainter &painter, const QRect &room, const QString &text);

} // namespace heteroscope
