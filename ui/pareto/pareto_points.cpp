// SPDX-License-Identifier: GPL-3.0-or-later
#include "pareto/pareto_points.h"

#include "jobs/simulation.h"
#include "language/plan_words.h"
#include "language/planner_words.h"

#include <QCoreApplication>

namespace heteroscope {

namespace {

class Collector
{
public:
    void add(PlanPoint::Kind kind, const Plan &plan, const std::shared_ptr<const StepResult> &result,
             const QString &source)
    {
        if (!result || !result->feasible)
            return;
        for (PlanPoint &known : m_points) {
            if (known.result->stepTime != result->stepTime || *known.plan != plan)
                continue;
            // A plan of the front says whose it is besides.
            if (known.source.isEmpty())
                known.source = source;
            return;
        }
        m_points.push_back({kind, std::make_shared<const Plan>(plan), result, nameOf(plan), source});
    }
    std::vector<PlanPoint> take() { return std::move(m_points); }

private:
    std::vector<PlanPoint> m_points;
};

} // namespace

std::vector<PlanPoint> planPoints(const ParetoFront *front, const SearchResult *ranking, const Simulation *own)
{
    Collector points;
    if (front) {
        for (const ParetoPoint &point : front->points)
            points.add(PlanPoint::Kind::front, point.plan, point.result,
                       point.baseline ? wordOf(*point.baseline) : QString());
    }
    if (own)
        points.add(PlanPoint::Kind::own, own->plan, own->result, QCoreApplication::translate("PlanPoint", "your plan"));
    if (ranking) {
        for (std::size_t i = 0; i < ranking->plans.size(); ++i)
            points.add(PlanPoint::Kind::ranked, ranking->plans[i].plan, ranking->plans[i].result,
                       QCoreApplication::translate("PlanPoint", "rank %1").arg(i + 1));
        for (const Baseline &baseline : ranking->baselines) {
            if (baseline.plan && baseline.mayWin())
                points.add(PlanPoint::Kind::baseline, *baseline.plan, baseline.result, wordOf(baseline.kind));
        }
        for (const BeyondPlan &beyond : ranking->beyond)
            points.add(PlanPoint::Kind::beyond, beyond.plan, beyond.result,
                       QCoreApplication::translate("PlanPoint", "outside the space: %1").arg(wordOf(beyond.changes)));
    }
    return points.take();
}

} // namespace heteroscope
