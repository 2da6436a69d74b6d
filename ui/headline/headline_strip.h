// SPDX-License-Identifier: GPL-3.0-or-later
//
// The headline between canvas and docks: step time, MFU, tokens/s, bubble, exposed communication, peak memory of the
// fullest device, where there is room cost and energy of a million tokens, and one sentence. 56 px high. If there is
// little width, the values move together and the sentence gets a row of its own.
#pragma once

#include "theme/icons.h"

#include <QWidget>

#include <vector>

namespace heteroscope {

struct StepResult;

/// In the order of the strip.
enum class HeadlineFigure { stepTime, mfu, throughput, bubble, exposed, memory, cost, energy };
/// The figures after these are shown only where they take no room from the sentence.
inline constexpr std::size_t mainFigures = 6;

class HeadlineStrip : public QWidget
{
    Q_OBJECT

public:
    struct Item
    {
        QString label;
        QString number;
        QString unit;
        bool error = false;
        QString explanation; ///< how it is computed, for the tool tip
        HeadlineFigure figure = HeadlineFigure::stepTime;
    };

    explicit HeadlineStrip(QWidget *parent = nullptr);

    /// Null: no figures. They are fresh until setStale says otherwise.
    void setResult(const StepResult *result);
    void setStale(bool stale);
    bool isStale() const { return m_stale; }
    const QString &sentence() const { return m_sentence; }
    const QString &detail() const { return m_detail; }
    /// The one sentence, and a quieter line below it. `name` and `role` make its icon.
    void setSentence(const QString &sentence, const QString &detail = {}, IconName name = IconName::plan,
                     Role role = Role::selection);

    /// Draws everything larger by this factor.
    void setMagnification(double magnification);

    static std::vector<Item> items(const StepResult *result);

    const std::vector<Item> &shownItems() const { return m_items; }
    /// Where a shown figure lies in the strip; empty if it has no room.
    QRect placeOf(HeadlineFigure figure) const;
    bool isStacked() const { return m_stacked; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A figure was chosen, by a click or with the arrow keys and Enter.
    void figureChosen(heteroscope::HeadlineFigure figure);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();
    void paintSentence(QPainter &painter) const;
    int itemAt(int pixels) const;
    double inner(int pixels) const { return pixels / m_magnification; } ///< in the drawing's own pixels
    std::vector<double> edges() const; ///< left edge of each item, and the end of the last

    std::vector<Item> m_all;
    std::vector<Item> m_items; ///< those that there is room for
    double m_side = 14;        ///< room either side of a rule
    bool m_stacked = false;    ///< the sentence stands below the figures
    QString m_sentence;
    QString m_detail;
    IconName m_icon = IconName::plan;
    Role m_role = Role::selection;
    int m_current = 0; ///< of m_items: what the keyboard would open
    bool m_stale = false;
    double m_magnification = 1;
};

} // namespace heteroscope
