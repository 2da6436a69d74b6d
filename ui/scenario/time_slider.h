// SPDX-License-Identifier: GPL-3.0-or-later
//
// The slider for the start time of the step in the scenario. Drag or click sets it and snaps to the steps of the
// curves. Left and Right move it by a hundredth, Page Up and Page Down to the next change, Home and End to the ends. It
// sets the session's start time, which is not an edit of the project.
#pragma once

#include "cluster/scenario_span.h"
#include "jobs/session.h"

#include <QSlider>

class QLabel;

namespace heteroscope {

class TimeSlider : public QSlider
{
    Q_OBJECT

public:
    explicit TimeSlider(QWidget *parent = nullptr);

    void setSpan(const ScenarioSpan &span);
    const ScenarioSpan &span() const { return m_span; }
    /// Shows a time without telling about it.
    void setTime(Seconds time);
    Seconds time() const { return m_time; }
    /// Middle of the handle when it stands at a time, in pixels from the left.
    double xOf(Seconds time) const;

    QSize sizeHint() const override { return {150, 28}; }

signals:
    /// Moved by the user, while dragging too.
    void timeMoved(heteroscope::Seconds time);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    Seconds timeAt(double x) const;
    void moveTo(Seconds time);

    ScenarioSpan m_span;
    Seconds m_time;
};

/// Caption, slider and the time in figures; hidden while nothing in the project changes over time.
class TimeBar : public QWidget
{
    Q_OBJECT

public:
    explicit TimeBar(Session *session, QWidget *parent = nullptr);

    TimeSlider *slider() const { return m_slider; }
    QString text() const;
    bool isNeeded() const { return !m_slider->span().isEmpty(); }
    /// What of it is shown, the most first.
    enum class Extent { full, noCaption, sliderAlone };
    void setExtent(Extent extent);
    /// Pixels that it needs.
    int widthAt(Extent extent) const;

signals:
    void neededChanged();

private:
    void refresh();
    int sliderWidth(Extent extent) const;

    Session *m_session;
    QLabel *m_caption;
    TimeSlider *m_slider;
    QLabel *m_text;
};

} // namespace heteroscope
