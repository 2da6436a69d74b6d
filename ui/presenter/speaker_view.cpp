// SPDX-License-Identifier: GPL-3.0-or-later
#include "presenter/speaker_view.h"

#include "widgets/plain_text.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTime>
#include <QVBoxLayout>

namespace heteroscope {
namespace {

constexpr int sideWidth = 400;     // px
constexpr int clockInterval = 500; // ms

QFont larger(TypeRole role, double factor)
{
    QFont made = font(role);
    made.setPixelSize(static_cast<int>(made.pixelSize() * factor));
    return made;
}

} // namespace

SpeakerView::SpeakerView(Talk &talk, AudienceView::PaintCluster paintCluster, QWidget *parent)
    : QWidget(parent), m_talk(talk)
{
    setWindowTitle(tr("Speaker"));
    setAccessibleName(tr("Speaker"));
    auto *columns = new QHBoxLayout(this);
    columns->setContentsMargins(16, 16, 16, 16);
    columns->setSpacing(16);
    auto *left = new QVBoxLayout;
    auto *side = new QWidget(this);
    side->setFixedWidth(sideWidth);
    auto *right = new QVBoxLayout(side);
    right->setContentsMargins(0, 0, 0, 0);
    left->setSpacing(10);
    right->setSpacing(8);
    columns->addLayout(left, 1);
    columns->addWidget(side);

    left->addWidget(new AudienceView(talk, std::move(paintCluster), this), 1);
    auto *buttons = new QHBoxLayout;
    const auto addButton = [&](const QString &text, auto function) {
        auto *button = new QPushButton(text, this);
        button->setFocusPolicy(Qt::NoFocus); // keys are those of the talk
        connect(button, &QPushButton::clicked, &talk, function);
        buttons->addWidget(button);
    };
    addButton(tr("Back"), &Talk::back);
    addButton(tr("Next"), &Talk::forward);
    addButton(tr("Black screen"), &Talk::toggleBlack);
    addButton(tr("Cluster or schedule"), &Talk::togglePicture);
    buttons->addStretch(1);
    addButton(tr("End the presentation"), &Talk::end);
    left->addLayout(buttons);

    const auto addLabel = [&](const QFont &labelFont) {
        auto *label = new PlainLabel(this);
        label->setFont(labelFont);
        label->setWordWrap(true);
        right->addWidget(label);
        return label;
    };
    auto *clocks = new QHBoxLayout;
    m_elapsed = addLabel(larger(TypeRole::headline, 1.6));
    m_clock = addLabel(larger(TypeRole::headline, 1.6));
    m_clock->setAlignment(Qt::AlignRight);
    for (QLabel *clock : {m_clock, m_elapsed})
        clock->setWordWrap(false);
    clocks->addWidget(m_elapsed);
    clocks->addWidget(m_clock);
    right->addLayout(clocks);
    m_now = addLabel(larger(TypeRole::welcome, 1.2));
    addLabel(heteroscope::font(TypeRole::label))->setText(tr("Next:"));
    m_next = addLabel(heteroscope::font(TypeRole::body));
    addLabel(heteroscope::font(TypeRole::label))->setText(tr("Notes:"));
    m_notes = new QPlainTextEdit(this);
    m_notes->setReadOnly(true);
    m_notes->setFocusPolicy(Qt::NoFocus);
    m_notes->setFont(larger(TypeRole::body, 1.2));
    m_notes->setAccessibleName(tr("Notes"));
    right->addWidget(m_notes, 1);

    setFocusPolicy(Qt::StrongFocus);
    connect(&talk, &Talk::changed, this, &SpeakerView::refresh);
    connect(&m_timer, &QTimer::timeout, this, &SpeakerView::showClock);
    m_timer.start(clockInterval);
    refresh();
}

void SpeakerView::refresh()
{
    m_now->setText(m_talk.sentence());
    m_next->setText(m_talk.nextSentence().isEmpty() ? tr("the end of the step") : m_talk.nextSentence());
    m_now->setAccessibleName(tr("Now: %1").arg(m_now->text()));
    m_next->setAccessibleName(tr("Next: %1").arg(m_next->text()));
    if (m_notes->toPlainText() != m_talk.notes())
        m_notes->setPlainText(m_talk.notes());
    showClock();
}

void SpeakerView::showClock()
{
    m_clock->setText(QTime::currentTime().toString(QStringLiteral("HH:mm")));
    const qint64 seconds = m_talk.milliseconds() / 1000;
    m_elapsed->setText(QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0')));
    m_clock->setAccessibleName(tr("Time of day: %1").arg(m_clock->text()));
    m_elapsed->setAccessibleName(tr("Time since the begin: %1").arg(m_elapsed->text()));
}

void SpeakerView::keyPressEvent(QKeyEvent *event)
{
    if (!m_talk.take(*event))
        QWidget::keyPressEvent(event);
}

} // namespace heteroscope
