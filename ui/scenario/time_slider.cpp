// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/time_slider.h"

#include "theme/numbers.h"
#include "theme/style.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr int fineness = 100'000; // positions of the slider; the time itself is kept beside it, exact
constexpr double edge = 8;        // half a handle
constexpr int usualSlider = 84;
constexpr int compactSlider = 68;
constexpr double snapReach = 4; // pixels around a change

} // namespace

TimeSlider::TimeSlider(QWidget *parent) : QSlider(Qt::Horizontal, parent)
{
    setRange(0, fineness);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Start time of the step"));
    setToolTip(tr("When in the scenario the step begins. Page Up and Page Down go from change to change."));
}

void TimeSlider::setSpan(const ScenarioSpan &span)
{
    if (span == m_span)
        return;
    m_span = span;
    setTime(m_time);
    update();
}

void TimeSlider::setTime(Seconds time)
{
    m_time = std::clamp(time, Seconds(0), m_span.horizon());
    const double horizon = m_span.horizon().value;
    setValue(horizon > 0 ? static_cast<int>(std::lround(m_time.value / horizon * fineness)) : 0);
}

double TimeSlider::xOf(Seconds time) const
{
    const double horizon = m_span.horizon().value;
    return edge + (horizon > 0 ? time.value / horizon : 0) * (width() - 2 * edge);
}

Seconds TimeSlider::timeAt(double x) const
{
    const double share = std::clamp((x - edge) / std::max(1.0, width() - 2 * edge), 0.0, 1.0);
    for (const Seconds change : m_span.changes)
        if (std::abs(xOf(change) - x) <= snapReach)
            return change;
    return m_span.horizon() * share;
}

void TimeSlider::moveTo(Seconds time)
{
    const Seconds before = m_time;
    setTime(time);
    if (m_time != before)
        emit timeMoved(m_time);
}

void TimeSlider::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    double last = -10;
    for (const Seconds change : m_span.changes) {
        const double x = std::round(xOf(change));
        if (x - last < 3)
            continue; // closer marks would be a bar
        last = x;
        painter.fillRect(QRectF(x, height() / 2.0 + 6, 1, 5), currentTheme()[Role::muted]);
    }
    painter.end();
    QSlider::paintEvent(event);
}

void TimeSlider::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    setSliderDown(true);
    moveTo(timeAt(event->position().x()));
}

void TimeSlider::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton)
        moveTo(timeAt(event->position().x()));
}

void TimeSlider::mouseReleaseEvent(QMouseEvent *) { setSliderDown(false); }

void TimeSlider::wheelEvent(QWheelEvent *event)
{
    moveTo(m_time + m_span.horizon() * (event->angleDelta().y() / 120.0 / 100));
    event->accept();
}

void TimeSlider::keyPressEvent(QKeyEvent *event)
{
    const Seconds little = m_span.horizon() * 0.01;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
        moveTo(m_time - little);
        break;
    case Qt::Key_Right:
    case Qt::Key_Up:
        moveTo(m_time + little);
        break;
    case Qt::Key_PageDown:
        moveTo(m_span.before(m_time));
        break;
    case Qt::Key_PageUp:
        moveTo(m_span.after(m_time));
        break;
    case Qt::Key_Home:
        moveTo(Seconds(0));
        break;
    case Qt::Key_End:
        moveTo(m_span.horizon());
        break;
    default:
        event->ignore();
    }
}

TimeBar::TimeBar(Session *session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_caption(new PlainLabel(tr("Time"), this)),
      m_slider(new TimeSlider(this)),
      m_text(new PlainLabel(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 0, 2, 0);
    layout->setSpacing(6);
    m_caption->setFont(heteroscope::font(TypeRole::label));
    m_caption->setForegroundRole(QPalette::PlaceholderText);
    m_caption->setBuddy(m_slider);
    m_text->setFixedWidth(m_text->fontMetrics().horizontalAdvance(QStringLiteral("00:00:00")) + 4);
    layout->addWidget(m_caption);
    layout->addWidget(m_slider);
    layout->addWidget(m_text);
    connect(m_slider, &TimeSlider::timeMoved, session, &Session::setStartTime);
    connect(session, &Session::startTimeChanged, this, &TimeBar::refresh);
    connect(session->document(), &Document::projectChanged, this, &TimeBar::refresh);
    refresh();
}

QString TimeBar::text() const { return m_text->text(); }

void TimeBar::setExtent(Extent extent)
{
    m_caption->setVisible(extent == Extent::full);
    m_text->setVisible(extent != Extent::sliderAlone);
    m_slider->setFixedWidth(sliderWidth(extent));
}

int TimeBar::sliderWidth(Extent extent) const
{
    return qRound((extent == Extent::full ? usualSlider : compactSlider) * magnificationOf(this));
}

int TimeBar::widthAt(Extent extent) const
{
    const QMargins margins = layout()->contentsMargins();
    int width = margins.left() + sliderWidth(extent) + margins.right();
    if (extent != Extent::sliderAlone)
        width += layout()->spacing() + m_text->maximumWidth();
    if (extent == Extent::full)
        width += layout()->spacing() + m_caption->sizeHint().width();
    return width;
}

void TimeBar::refresh()
{
    const bool wasNeeded = isNeeded();
    m_slider->setSpan(scenarioSpan(m_session->document()->project().cluster));
    m_slider->setTime(m_session->startTime());
    m_text->setText(formatMoment(m_slider->time(), m_slider->span().horizon()));
    m_slider->setAccessibleDescription(m_text->text());
    if (isNeeded() != wasNeeded)
        emit neededChanged();
}

} // namespace heteroscope
