// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/headline.h"

#include "analysis/step_limit.h"
#include "cluster/scenario_span.h"
#include "headline/figure_card.h"
#include "headline/headline_strip.h"
#include "jobs/session.h"
#include "language/plan_words.h"
#include "language/planner_words.h"
#include "language/result_words.h"
#include "language/sentences.h"
#include "language/step_words.h"
#include "planner/explain/explain.h"
#include "simulator/result/worst_overflow.h"
#include "theme/numbers.h"
#include "timeline/timeline_view.h"

namespace heteroscope {
namespace {

constexpr double sameSpeed = 1.0005; // a plan that is slower by less is called as fast

/// No plan fits: how much is missing, and what comes nearest.
HeadlineSentence sentenceOfNothingFits(const SearchResult &search)
{
    if (!search.nearest)
        return {Headline::tr("No plan fits this cluster"),
                search.rejected.empty() ? QString() : sentenceOf(search.rejected.front().detail), IconName::warning,
                Role::warning};
    const NearestPlan &nearest = *search.nearest;
    QString detail = nameOf(nearest.plan);
    if (!nearest.result->overflows.empty())
        detail = Headline::tr("nearest: %1; %2").arg(detail, sentenceOf(worstOverflow(*nearest.result)));
    return {Headline::tr("No plan fits: %1").arg(sentenceOf(nearest)), detail, IconName::warning, Role::error};
}

/// While there is no step of the present project: why.
HeadlineSentence sentenceWithoutStep(const Session &session)
{
    if (session.document()->project().cluster.nodes.empty())
        return {Headline::tr("Draw a node to begin"), Headline::tr("drag one from the palette")};
    if (session.nothingFits())
        return sentenceOfNothingFits(session.ranking()->result);
    if (session.isSearching())
        return {Headline::tr("Searching for a plan"),
                session.hasNoPresentStep() ? Headline::tr("the figures are from before the edit") : QString()};
    const auto ranking = session.freshRanking();
    if (ranking && ranking->isCutOff())
        return {Headline::tr("The search was stopped before it found a plan"), Headline::tr("F5 searches on"),
                IconName::warning, Role::warning};
    if (const std::vector<Error> problems = session.problems(); !problems.empty())
        return {Headline::tr("Nothing can run on this cluster yet"),
                problemOf(problems.front(), session.document()->project().cluster), IconName::warning, Role::warning};
    return {Headline::tr("Searching for a plan")};
}

/// What the recommended plan is, if the shown plan is as fast.
HeadlineSentence sentenceOfBest(const Ranking &ranking, const Simulation &shown, const Recommendation &recommended)
{
    const SearchResult &search = ranking.result;
    const QLatin1String space(searchSpaceNames[static_cast<std::size_t>(search.searched)].data());
    QString detail = nameOf(shown.plan);
    if (recommended.isBeyond && ranking.best()) {
        const double less = -slowdown(*recommended.result, *ranking.best()->result);
        detail +=
            QStringLiteral("; ") +
            (beatsSpace(search, *recommended.result)
                 ? Headline::tr("outside the space: faster than every plan of %1; not proved among plans outside it")
                       .arg(space)
                 : Headline::tr("outside the space, not proved"));
        return {
            search.proved
                ? Headline::tr("The fastest plan found, %1 faster than the best proved one").arg(formatPercent(less))
                : Headline::tr("The fastest plan found so far"),
            detail, IconName::plan, Role::ok};
    }
    if (recommended.isBeyond)
        return {Headline::tr("The fastest plan found; no plan of the searched space fits"), detail};
    // Faster, and yet not recommended: the software cannot run it.
    if (const Recommendation beyond = ranking.betterBeyond(); beyond && beyond.lack)
        detail += QStringLiteral("; ") +
                  Headline::tr("%1 would take %2 less time, but %3")
                      .arg(wordOf(search.beyond.front().changes),
                           formatPercent(-slowdown(*beyond.result, *ranking.best()->result)),
                           sentenceOf(*beyond.lack, *beyond.plan,
                                      QString::fromStdString(ranking.snapshot->workload.job.softwareStack)));
    if (search.proved && ranking.best()->baseline)
        return {Headline::tr("A baseline's plan; no plan of %1 is faster").arg(space), detail, IconName::proved,
                Role::ok};
    if (search.proved)
        return {Headline::tr("Proved best of %1").arg(space), detail, IconName::proved, Role::ok};
    if (search.stopped)
        detail += QStringLiteral("; ") + Headline::tr("F5 searches on");
    return {search.gap < 1 ? Headline::tr("The best plan so far, gap %1").arg(formatPercent(search.gap))
                           : Headline::tr("The best plan so far, no bound yet"),
            detail};
}

/// Of what the ranking says about the shown step; both are of one start time.
HeadlineSentence sentenceOfComparison(const Session &session)
{
    const Simulation &shown = *session.shown();
    const auto ranking = session.freshRanking();
    if (ranking && ranking->recommended() && !session.isStale())
        return sentenceOfRanking(*ranking, shown);
    const QString label = nameOf(shown.plan);
    if (session.isSearching())
        return {Headline::tr("Searching for faster plans"), label};
    return {label,
            session.isRankingStale() ? Headline::tr("the ranking is from before; F5 searches again") : QString()};
}

} // namespace

HeadlineSentence sentenceOfRanking(const Ranking &ranking, const Simulation &shown)
{
    const Recommendation recommended = ranking.recommended();
    const double best = toSeconds(recommended.result->stepTime).value;
    const double now = toSeconds(shown.result->stepTime).value;
    const std::optional<SoftwareStack> stack = ranking.software();
    const auto lack = stack ? softwareLack(shown.plan, *stack) : std::nullopt;
    if (lack && !recommended.lack)
        return {now < best ? Headline::tr("%1 faster than the recommended plan, but %2")
                                 .arg(formatPercent(1 - now / best),
                                      sentenceOf(*lack, shown.plan, QString::fromStdString(stack->name)))
                           : sentenceOf(*lack, shown.plan, QString::fromStdString(stack->name)),
                Headline::tr("recommended: %1").arg(nameOf(*recommended.plan)), IconName::warning, Role::warning};
    if (now <= best)
        return sentenceOfBest(ranking, shown, recommended);
    if (now <= best * sameSpeed)
        return {Headline::tr("As fast as the recommended plan, to 0.1 %"),
                Headline::tr("recommended: %1").arg(nameOf(*recommended.plan)), IconName::plan, Role::ok};
    const QString faster = formatPercent(1 - best / now);
    return {recommended.isBeyond    ? Headline::tr("A plan %1 faster was found").arg(faster)
            : ranking.result.proved ? Headline::tr("A plan %1 faster is proved").arg(faster)
                                    : Headline::tr("A plan %1 faster is known").arg(faster),
            nameOf(*recommended.plan)};
}

QString limitSentence(const Simulation &shown)
{
    const StepResult &result = *shown.result;
    const StepLimit limit = stepLimit(result);
    const auto placeOf = [&](const LimitPart &part) {
        return laneName(result.lanes[static_cast<std::size_t>(part.lane)]);
    };
    const auto linkOf = [&](const LimitPart &part) {
        return part.link && shown.topology
                   ? QString::fromStdString(shown.topology->edge(result.links[*part.link].edge).link)
                   : QString();
    };
    if (limit.step <= Ticks(0) || (limit.compute.lane < 0 && limit.wait.lane < 0))
        return {};
    const auto shareOf = [&limit](const LimitPart &part) {
        return static_cast<double>(part.time.count) / static_cast<double>(limit.step.count);
    };
    const QString link = linkOf(limit.wait);
    if (!limit.isComputeBound()) {
        const QString cause = causeName(limit.wait.cause), share = formatPercent(shareOf(limit.wait));
        return limit.wait.lane < 0 ? QString()
               : link.isEmpty()
                   ? Headline::tr("Bound by %1: %2 of the critical path, most on %3")
                         .arg(cause, share, placeOf(limit.wait))
                   : Headline::tr("Bound by %1: %2 of the critical path, fullest link %3").arg(cause, share, link);
    }
    QString text = Headline::tr("Compute-bound: %1 of the critical path, most on %2")
                       .arg(formatPercent(shareOf(limit.compute)), placeOf(limit.compute));
    constexpr double worthSaying = 0.02;
    if (limit.wait.lane >= 0 && shareOf(limit.wait) >= worthSaying)
        text +=
            QStringLiteral("; ") +
            (link.isEmpty() ? Headline::tr("%1 cost %2").arg(causeName(limit.wait.cause), formatTicks(limit.wait.time))
                            : Headline::tr("%1 cost %2, fullest link %3")
                                  .arg(causeName(limit.wait.cause), formatTicks(limit.wait.time), link));
    return text;
}

HeadlineSentence headlineSentence(const Session &session, bool criticalPathShown)
{
    const auto &shown = session.shown();
    if (!shown || !shown->result || session.hasNoPresentStep())
        return sentenceWithoutStep(session);
    if (shown->origin == PlanOrigin::nearest && session.freshRanking() && session.ranking()->result.nearest) {
        if (session.nothingFits())
            return sentenceOfNothingFits(session.ranking()->result);
        return {Headline::tr("No plan of the searched space fits"), Headline::tr("trying plans beyond it"),
                IconName::warning, Role::warning};
    }
    if (!shown->result->feasible && !shown->result->overflows.empty())
        return {Headline::tr("This plan does not fit"), sentenceOf(worstOverflow(*shown->result)), IconName::warning,
                Role::error};
    if (criticalPathShown) {
        QStringList causes = criticalCauses(criticalThread(*shown->result));
        if (!causes.isEmpty()) {
            const QString first = causes.takeFirst();
            return {Headline::tr("Critical path: %1").arg(first), causes.join(QStringLiteral(", "))};
        }
    }
    HeadlineSentence sentence = sentenceOfComparison(session);
    if (const QString limit = limitSentence(*shown); !limit.isEmpty())
        sentence.detail = sentence.detail.isEmpty() ? limit : limit + QStringLiteral(" · ") + sentence.detail;
    if (shown->startTime > Seconds(0)) {
        const Seconds horizon = scenarioSpan(shown->project->cluster).horizon();
        sentence.text = Headline::tr("At %1: %2").arg(formatMoment(shown->startTime, horizon), sentence.text);
    }
    return sentence;
}

Headline::Headline(const Session &session, HeadlineStrip &strip, const TimelineView &timeline)
    : m_session(session), m_strip(strip), m_timeline(timeline), m_card(new FigureCard(&strip))
{
    connect(&strip, &HeadlineStrip::figureChosen, this, [this](HeadlineFigure figure) {
        if (!m_session.result())
            return;
        m_figure = figure;
        m_card->open(storyOf(figure, *m_session.shown(), m_tokens),
                     m_strip.mapToGlobal(m_strip.placeOf(figure).bottomLeft() + QPoint(0, 4)));
    });
    connect(m_card, &FigureCard::tokensEntered, this, [this](double tokens) {
        m_tokens = tokens;
        if (m_figure && m_session.result())
            m_card->setStory(storyOf(*m_figure, *m_session.shown(), m_tokens));
    });
    connect(m_card, &FigureCard::breakdownRequested, this, &Headline::breakdownRequested);
    connect(&session, &Session::shownChanged, m_card, &QWidget::close); // it speaks of the step before
    connect(&session, &Session::shownChanged, this, [this] {
        m_strip.setResult(m_session.result().get());
        m_strip.setStale(m_session.isStale());
        refresh();
    });
    connect(&session, &Session::staleChanged, this, [this] {
        m_strip.setStale(m_session.isStale());
        refresh();
    });
    connect(&session, &Session::rankingChanged, this, &Headline::refresh);
    connect(&session, &Session::searchingChanged, this, &Headline::refresh);
    connect(&session, &Session::progressChanged, this, &Headline::refresh);
    connect(&session, &Session::workFinished, this, &Headline::refresh);
    connect(&timeline, &TimelineView::criticalPathToggled, this, &Headline::refresh);
}

void Headline::refresh()
{
    const HeadlineSentence sentence = headlineSentence(m_session, m_timeline.isCriticalPathShown());
    m_strip.setSentence(sentence.text, sentence.detail, sentence.icon, sentence.role);
}

} // namespace heteroscope
