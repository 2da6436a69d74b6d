// SPDX-License-Identifier: GPL-3.0-or-later
//
// The field that searches bars of the timeline: words, how many bars have them, previous and next.
#pragma once

#include "theme/icons.h"

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace heteroscope {

class PlainLabel;

class FindBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr int width = 330; ///< not magnified

    explicit FindBar(QWidget *parent);

    QLineEdit *field() const { return m_field; }
    /// index: of the bar that is shown, -1 for none; count: of all that were found.
    void showFound(int index, std::size_t count);
    /// "3 of 16", "no bar"; empty without words.
    QString foundText() const;
    void setMagnified(const QFont &text, int iconSide);

signals:
    void searched(const QString &words);
    void stepped(bool forward);
    /// By Escape or the cross.
    void left();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QToolButton *addButton(IconName sign, const QString &name, const QString &tip);

    QLineEdit *m_field;
    PlainLabel *m_found;
    QToolButton *m_previous;
    QToolButton *m_next;
    QToolButton *m_close;
};

} // namespace heteroscope
