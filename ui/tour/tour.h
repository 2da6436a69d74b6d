// SPDX-License-Identifier: GPL-3.0-or-later
//
// A guided tour over a window: one part of it after the other is left bright while the rest is dimmed, and a card says
// what the part is for. Enter and the arrow keys go on and back; Escape ends the tour at any stop.
#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;

namespace heteroscope {

struct TourStop
{
    QString title;
    QString text;
    /// Brings the part to the front and returns it; nullptr if it cannot be shown: then the card stands alone.
    std::function<QWidget *()> show;
};

class Tour : public QWidget
{
    Q_OBJECT

public:
    /// Covers the window, deletes itself at the end. At least one stop.
    Tour(std::vector<TourStop> stops, QWidget *window);

    std::size_t stop() const { return m_stop; }
    std::size_t count() const { return m_stops.size(); }
    /// In the tour's coordinates; empty without a part.
    QRect spot() const { return m_spot; }
    QRect card() const { return m_card->geometry(); }

public slots:
    void forward();
    void back();
    void end();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void go(std::size_t stop);
    void place();

    std::vector<TourStop> m_stops;
    std::size_t m_stop = 0;
    QWidget *m_target = nullptr;
    QRect m_spot;
    QWidget *m_card;
    QLabel *m_title;
    QLabel *m_text;
    QLabel *m_place;
    QPushButton *m_back;
    QPushButton *m_next;
};

} // namespace heteroscope
