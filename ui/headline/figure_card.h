// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens a figure of the headline: how it is computed and from what, with the numbers of the shown step, and a way to
// the term of the breakdown that holds all of it. Closes with Escape or a click elsewhere.
#pragma once

#include "analysis/headline_figures.h"
#include "breakdown/term_path.h"
#include "headline/headline_strip.h"
#include "jobs/simulation.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace heteroscope {

/// What a figure is computed from.
struct FigureStory
{
    struct Row
    {
        QString what;
        QString value;
        bool result = false; ///< the figure itself
    };

    QString title;
    QString formula; ///< "model FLOP / (step time × peak of the devices)"
    std::vector<Row> rows;
    int lane = -1; ///< whose breakdown holds the figure; -1: the step has no lanes
    TermPath term;
};

/// simulation.result must not be null.
FigureStory storyOf(HeadlineFigure figure, const Simulation &simulation);

class FigureCard : public QFrame
{
    Q_OBJECT

public:
    explicit FigureCard(QWidget *parent);

    /// Opens below `anchor`, in the coordinates of the screen.
    void open(const FigureStory &story, QPoint anchor);

    const FigureStory &story() const { return m_story; }
    QPushButton *openButton() const { return m_open; }

signals:
    void breakdownRequested(int lane, const heteroscope::TermPath &term);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    FigureStory m_story;
    QLabel *m_text;
    QPushButton *m_open;
};

} // namespace heteroscope
