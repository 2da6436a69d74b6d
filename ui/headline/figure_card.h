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

#include <optional>

class QLabel;
class QLineEdit;
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
    std::optional<double> tokens; ///< of the training that the rows are about; empty: they are not about one
    int lane = -1;                ///< whose breakdown holds the figure; -1: the step has no lanes
    TermPath term;
};

/// simulation.result must not be null. tokens: of the training that throughput, cost and energy tell about; nullopt:
/// the usual number for the model (usualTrainingTokens).
FigureStory storyOf(HeadlineFigure figure, const Simulation &simulation, std::optional<double> tokens = {});

/// "300B", "1.5 T", "2e12", "15 billion": a number of tokens; nullopt if it is none above 0.
std::optional<double> tokensFromText(const QString &text);

class FigureCard : public QFrame
{
    Q_OBJECT

public:
    explicit FigureCard(QWidget *parent);

    /// Opens below `anchor`, in the coordinates of the screen.
    void open(const FigureStory &story, QPoint anchor);

    /// Another story of the figure that is open.
    void setStory(const FigureStory &story);

    const FigureStory &story() const { return m_story; }
    QLineEdit *tokensField() const { return m_tokens; }
    QPushButton *openButton() const { return m_open; }

signals:
    /// A number of tokens to train was entered.
    void tokensEntered(double tokens);
    void breakdownRequested(int lane, const heteroscope::TermPath &term);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    FigureStory m_story;
    QLabel *m_text;
    QWidget *m_training; ///< the field with its caption
    QLineEdit *m_tokens;
    QPushButton *m_open;
};

} // namespace heteroscope
