// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/compare_source.h"

#include "language/plan_words.h"

#include <QCoreApplication>

namespace heteroscope {
namespace {

class CompareSourceText
{
    Q_DECLARE_TR_FUNCTIONS(CompareSource)
};

bool isSameStep(const Simulation &a, const Simulation &b)
{
    return &a == &b || (a.plan == b.plan && a.startTime == b.startTime && sameSearch(*a.project, *b.project));
}

std::shared_ptr<const Simulation> recommendedStep(const Session &session)
{
    const auto ranking = session.freshRanking();
    const Recommendation best = ranking ? ranking->recommended() : Recommendation{};
    if (!best || !best.result)
        return nullptr;
    Simulation step;
    step.project = ranking->snapshot;
    step.topology = ranking->topology;
    step.plan = *best.plan;
    step.origin = PlanOrigin::best;
    step.startTime = ranking->result.startTime;
    step.result = best.result;
    return std::make_shared<const Simulation>(std::move(step));
}

} // namespace

std::vector<CompareSource> compareSources(const Session &session, const ResultTray &tray)
{
    std::vector<CompareSource> sources;
    const auto add = [&sources](const QString &key, const QString &name, std::shared_ptr<const Simulation> step) {
        if (!step || !step->result || !step->topology ||
            std::any_of(sources.begin(), sources.end(),
                        [&step](const CompareSource &known) { return isSameStep(*known.step, *step); }))
            return;
        sources.push_back({key, name, std::move(step)});
    };
    if (const auto &shown = session.shown(); shown && shown->result)
        add(QStringLiteral("shown"), CompareSourceText::tr("On show: %1").arg(nameOf(shown->plan)), shown);
    if (const auto &before = tray.before())
        add(QStringLiteral("before"), CompareSourceText::tr("Before the last change: %1").arg(nameOf(before->plan)),
            before);
    if (const auto best = recommendedStep(session))
        add(QStringLiteral("best"), CompareSourceText::tr("Recommended: %1").arg(nameOf(best->plan)), best);
    for (const NamedStep &plan : session.planSteps())
        add(QStringLiteral("plan/") + QString::fromStdString(plan.name),
            CompareSourceText::tr("Plan of the project: %1").arg(QString::fromStdString(plan.name)), plan.step);
    for (const KeptResult &kept : tray.pinned())
        add(QStringLiteral("pin/%1").arg(kept.id), CompareSourceText::tr("Pinned: %1").arg(kept.name), kept.step);
    return sources;
}

ComparedPair usualPair(const std::vector<CompareSource> &sources)
{
    const auto find = [&sources](const char *key) {
        for (std::size_t i = 0; i < sources.size(); ++i)
            if (sources[i].key == QLatin1String(key))
                return static_cast<int>(i);
        return -1;
    };
    if (sources.empty())
        return {};
    const int shown = std::max(0, find("shown"));
    int other = find("before");
    if (other < 0)
        other = sources.size() < 2 ? shown : shown == 0 ? 1 : 0;
    return {other, shown};
}

} // namespace heteroscope
