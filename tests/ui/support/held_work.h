// SPDX-License-Identifier: GPL-3.0-or-later
//
// What tests of the session share: work that runs when it is told to, a small project with a plan, and edits of it.
#pragma once

#include "cluster/catalog.h"
#include "project/edits.h"
#include "ui/support/window_fixture.h"

namespace heteroscope {

/// An executor that runs nothing before it is told to, and then on the thread that tells it.
class HeldWork
{
public:
    LatestJob::Executor executor()
    {
        return [this](std::function<void()> function) {
            m_held.push_back(std::move(function));
            return std::jthread();
        };
    }
    /// Runs what is held, without its posts.
    void runOnce()
    {
        for (const auto &function : std::exchange(m_held, {}))
            function();
    }
    /// Runs everything, and what that starts, with the posts that come of it.
    void run()
    {
        while (!m_held.empty()) {
            for (const auto &function : std::exchange(m_held, {}))
                function();
            QCoreApplication::processEvents();
        }
    }

private:
    std::vector<std::function<void()>> m_held;
};

/// An engine whose searches tell nothing before their answer.
inline Engine withoutImprovements(Engine engine)
{
    engine.search = [search = engine.search](const Topology &topology, const Workload &workload, SearchOptions options,
                                             StopToken stop, Progress *progress, const ImprovementCallback &) {
        options.followed = {};
        return search(topology, workload, options, std::move(stop), progress, {});
    };
    return engine;
}

inline Project planned()
{
    Project project;
    project.workload.model = *findModel("Llama 2 7B");
    const Result<Project> drawn = addNode(project, *builtinCatalog().findNode("8x H100 HGX"), "h100-0", {0, 0});
    project = *drawn;
    Plan plan;
    plan.microBatchSize = 7;
    project.plans.push_back({"mine", plan, std::nullopt, {}});
    return project;
}

/// Another plan for the same cluster and workload.
inline void editPlan(Session &session)
{
    Plan plan = session.document()->project().plans.front().plan;
    ++plan.microBatchSize;
    session.editPlan(QStringLiteral("plan"), plan);
}

inline void setBatch(Document &document, int batch)
{
    Workload workload = document.project().workload;
    workload.job.globalBatch = batch;
    document.edit(QStringLiteral("batch"), setWorkload(document.project(), workload));
}

} // namespace heteroscope
