// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/headline.h"

#include "cluster/scenario_span.h"
#include "headline/headline_strip.h"
#include "jobs/session.h"
#include "language/plan_words.h"
#include "language/planner_words.h"
#include "language/result_words.h"
#include "language/sentences.h"
#include "theme/numbers.h"
#include "timeline/timeline_view.h"

namespace heteroscope {
namespace {

constexpr double sameSpeed = 1.0005; // a plan that is slower by less is called as fast

/// While there is no step: why.
HeadlineSentence sentenceWithoutStep(const Session &session)
{
    if (session.document()->project().cluster.nodes.empty())
        return {Headline::tr("Draw a node to begin"), Headline::tr("drag one from the palette")};
    if (!session.problems().empty())
        return {Headline::tr("Nothing can run on this cluster yet"), sentenceOf(session.problems().front()),
                IconName::warning, Role::warning};
    const auto &ranking = session.ranking();
    if (ranking && !ranking->best() && !session.isSearching())
        return {Headline::tr("No plan fits this cluster"),
                ranking->result.rejected.empty() ? QString() : sentenceOf(ranking->result.rejected.front().detail),
                IconName::warning, Role::warning};
    return {Headline::tr("Searching for a plan")};
}

/// Beside the best plan of a ranking that is not stale.
HeadlineSentence sentenceOfRanking(const Ranking &ranking, const Simulation &shown)
{
    const double best = toSeconds(ranking.best()->result->stepTime).value;
    const double now = toSeconds(shown.result->stepTime).value;
    if (now > best * sameSpeed)
        return {ranking.result.proved ? Headline::tr("A plan %1 faster is proved").arg(formatPercent(1 - best / now))
                                      : Headline::tr("A plan %1 faster is known").arg(formatPercent(1 - best / now)),
                nameOf(ranking.best()->plan)};
    const QString label = nameOf(shown.plan);
    if (ranking.result.proved)
        return {Headline::tr("No plan in the space is faster: proved"), label, IconName::proved, Role::ok};
    return {Headline::tr("The best plan so far, gap %1").arg(formatPercent(ranking.result.gap)), label};
}

} // namespace

HeadlineSentence headlineSentence(const Session &session, bool criticalPathShown)
{
    const auto &shown = session.shown();
    if (!shown || !shown->result)
        return sentenceWithoutStep(session);
    if (!shown->result->feasible && !shown->result->overflows.empty())
        return {Headline::tr("This plan does not fit"), sentenceOf(shown->result->overflows.front()), IconName::warning,
                Role::error};
    if (criticalPathShown) {
        QStringList causes = criticalCauses(criticalThread(*shown->result));
        if (!causes.isEmpty()) {
            const QString first = causes.takeFirst();
            return {Headline::tr("Critical path: %1").arg(first), causes.join(QStringLiteral(", "))};
        }
    }
    const QString label = nameOf(shown->plan);
    if (shown->startTime > Seconds(0)) {
        const Seconds horizon = scenarioSpan(shown->project->cluster).horizon();
        return {Headline::tr("At %1 of the scenario").arg(formatMoment(shown->startTime, horizon)), label};
    }
    const auto &ranking = session.ranking();
    const bool ranked = ranking && ranking->best();
    if (session.isSearching() && !ranked)
        return {Headline::tr("Searching for faster plans"), label};
    if (ranked && !session.isRankingStale())
        return sentenceOfRanking(*ranking, *shown);
    return {label, session.isRankingStale() ? Headline::tr("searching for plans") : QString()};
}

Headline::Headline(const Session &session, HeadlineStrip &strip, const TimelineView &timeline)
    : m_session(session), m_strip(strip), m_timeline(timeline)
{
    connect(&session, &Session::shownChanged, this, [this] {
        m_strip.setResult(m_session.result().get());
        m_strip.setStale(m_session.isStale());
        refresh();
    });
    connect(&session, &Session::staleChanged, this, [this] { m_strip.setStale(m_session.isStale()); });
    connect(&session, &Session::rankingChanged, this, &Headline::refresh);
    connect(&session, &Session::searchingChanged, this, &Headline::refresh);
    connect(&session, &Session::progressChanged, this, &Headline::refresh);
    connect(&timeline, &TimelineView::criticalPathToggled, this, &Headline::refresh);
}

void Headline::refresh()
{
    const HeadlineSentence sentence = headlineSentence(m_session, m_timeline.isCriticalPathShown());
    m_strip.setSentence(sentence.text, sentence.detail, sentence.icon, sentence.role);
}

} // namespace heteroscope
