// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the audience sees, to be read from the last row: the schedule up to the present event, or the cluster at that
// moment, and the sentence below it. Type grows with the view: at 1920 x 1080 nothing is smaller than 24 px. The mouse
// moves a dot of light.
#pragma once

#include "presenter/talk.h"

#include <QPixmap>
#include <QWidget>

#include <functional>

namespace heteroscope {

class AudienceView : public QWidget
{
    Q_OBJECT

public:
    /// Paints the cluster into a rectangle.
    using PaintCluster = std::function<void(QPainter &painter, const QRectF &target)>;

    /// The talk must outlive the view.
    AudienceView(Talk &talk, PaintCluster paintCluster, QWidget *parent = nullptr);

    /// Everything, as large as asked.
    void paint(QPainter &painter, QSize size) const;

    QSize sizeHint() const override { return {960, 540}; }

signals:
    /// The window system closed it.
    void closed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    /// All but the dot.
    void paintGround(QPainter &painter, QSize size) const;
    void paintDot(QPainter &painter, QSize size) const;
    void paintSentence(QPainter &painter, const QRectF &rect) const;

    Talk &m_talk;
    PaintCluster m_paintCluster;
    QPixmap m_ground; ///< null: to be painted
};

} // namespace heteroscope
