// SPDX-License-Identifier: GPL-3.0-or-later
//
// The content of the headline: the values of the shown step, and one sentence.
#pragma once

#include "breakdown/term_path.h"
#include "headline/headline_strip.h"
#include "theme/icons.h"
#include "theme/roles.h"

#include <QObject>

#include <optional>

namespace heteroscope {

class FigureCard;
struct Ranking;
class Session;
struct Simulation;
class TimelineView;

struct HeadlineSentence
{
    QString text;
    QString detail = {};
    IconName icon = IconName::plan;
    Role role = Role::selection;
};

/// What limits the step: "Compute-bound: 62.0 % of the critical path, most on a100-0:0-3; PP transfers cost 1.40 s,
/// fullest link spine-leaf-1". Empty for a step without a critical path.
QString limitSentence(const Simulation &shown);

/// What a ranking with a plan says about a shown step of the same project and start time.
HeadlineSentence sentenceOfRanking(const Ranking &ranking, const Simulation &shown);

/// The most important statement about the session: why nothing can run, a plan that does not fit, the critical path
/// while it is shown, or the difference to the plan that is recommended, with the time in a scenario.
HeadlineSentence headlineSentence(const Session &session, bool criticalPathShown);

/// Updates the strip from session and timeline, and opens its figures.
class Headline : public QObject
{
    Q_OBJECT

public:
    Headline(const Session &session, HeadlineStrip &strip, const TimelineView &timeline);

    FigureCard *card() const { return m_card; }

signals:
    /// A figure was opened further: the term of a lane in the breakdown.
    void breakdownRequested(int lane, const heteroscope::TermPath &term);

private:
    void refresh();

    const Session &m_session;
    HeadlineStrip &m_strip;
    const TimelineView &m_timeline;
    FigureCard *m_card;
    std::optional<HeadlineFigure> m_figure; ///< that the card is about
    std::optional<double> m_tokens;         ///< to train, as the user entered them
};

} // namespace heteroscope
