// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line at the top of the canvas that says which plan is previewed there.
#pragma once

#include <QWidget>

namespace heteroscope {

class PreviewChip : public QWidget
{
    Q_OBJECT

public:
    explicit PreviewChip(QWidget *parent);

    /// An empty text hides it.
    void say(const QString &text);
    const QString &text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
};

} // namespace heteroscope
