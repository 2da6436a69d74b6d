// SPDX-License-Identifier: GPL-3.0-or-later
//
// The title line of a dock. Hidden if the dock is a tab, which shows the title itself, or floating, when the system
// draws a frame. A drag on the line moves the dock.
#pragma once

#include <QWidget>

class QDockWidget;

namespace heteroscope {

class DockTitle : public QWidget
{
    Q_OBJECT

public:
    explicit DockTitle(QDockWidget *dock);

    /// Updates the line after the dock was moved.
    void refresh();
    bool isShown() const { return m_shown; }
    /// The x position at which the title ends.
    int textEnd() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QDockWidget *m_dock;
    bool m_shown = false;
};

} // namespace heteroscope
