// SPDX-License-Identifier: GPL-3.0-or-later
//
// An entry of the legend: a sample of a kind of item, checked while it is chosen.
#pragma once

#include "canvas/controls/legend_content.h"

#include <QAbstractButton>

namespace heteroscope {

class LegendButton : public QAbstractButton
{
    Q_OBJECT

public:
    LegendButton(LegendItem item, LegendLook look, QWidget *parent);

    const LegendItem &item() const { return m_item; }
    /// Device types have colours only while the canvas is coloured by them.
    void setColoured(bool coloured);
    /// Of a row with its whole name.
    double wantedWidth() const;

signals:
    void leftWithArrows(int by); ///< arrows, Home (-1000) and End (1000): to another entry
    void escaped();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void paintSample(QPainter &painter, const QRectF &rect) const;
    QColor stepColour() const;

    LegendItem m_item;
    LegendLook m_look;
    bool m_coloured = false;
};

} // namespace heteroscope
