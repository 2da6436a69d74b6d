// SPDX-License-Identifier: GPL-3.0-or-later
//
// A ring around the panel that F6 went to, so that all stops can be seen and told apart. It follows the keyboard focus
// from panel to panel and goes away with the first click.
#pragma once

#include <QPointer>
#include <QWidget>

#include <vector>

namespace heteroscope {

class PanelRing : public QWidget
{
    Q_OBJECT

public:
    PanelRing(std::vector<QWidget *> panels, QWidget *window);

    /// Shows the ring around the panel that has the keyboard focus.
    void showAtFocus();
    /// The panel with the ring; nullptr if none has it.
    QWidget *panel() const { return m_panel; }

signals:
    /// The ring is around another panel, which is called so.
    void reached(const QString &name);
    void left(); ///< the ring went away

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void moveTo(QWidget *panel);

    std::vector<QWidget *> m_panels;
    QPointer<QWidget> m_panel;
};

} // namespace heteroscope
