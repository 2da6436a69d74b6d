// SPDX-License-Identifier: GPL-3.0-or-later
#include "welcome/example_cards.h"

#include "cluster/catalog.h"
#include "project/project_file.h"

#include <algorithm>
#include <set>

namespace heteroscope {
namespace {

constexpr const char *favouriteFile = "mixed-32.hscope.json"; // the small mixed cluster that Escape opens
constexpr double searchBudget = 0.5;                          // s of wall time for an example without a plan of its own

std::vector<std::string> typesOf(const Cluster &cluster)
{
    std::vector<std::string> types;
    for (const Node &node : cluster.nodes)
        for (const Device &device : node.devices)
            if (std::find(types.begin(), types.end(), device.type) == types.end())
                types.push_back(device.type);
    return types;
}

QString typesAndCount(const Cluster &cluster)
{
    QStringList names;
    for (const std::string &name : typesOf(cluster)) {
        const DeviceType *type = findDeviceType(cluster, name);
        QString text = QString::fromStdString(type ? shortName(*type) : name);
        names << text.section(u' ', 0, -2); // without the memory
    }
    names.removeDuplicates();
    return QStringLiteral("%1 · %2").arg(names.join(QStringLiteral(", ")), QString::number(deviceCount(cluster)));
}

std::shared_ptr<const StepResult> simulateExample(const Engine &engine, const ProjectSnapshot &project, StopToken stop)
{
    std::vector<PlanCandidate> candidates;
    if (!project->plans.empty())
        candidates.push_back({project->plans.front().plan, PlanOrigin::project});
    Simulation simulation = simulate(engine, project, candidates, {}, nullptr, stop);
    if (simulation.result || !simulation.topology)
        return simulation.result;
    SearchOptions options;
    options.budget = Seconds(searchBudget);
    options.top = 1;
    Progress progress;
    const Result<SearchResult> search =
        engine.search(*simulation.topology, project->workload, options, std::move(stop), &progress, {});
    return search && !search->plans.empty() ? search->plans.front().result : nullptr;
}

} // namespace

ExampleCards::ExampleCards(Engine engine, QObject *parent) : QObject(parent), m_engine(std::move(engine))
{
    for (const Example &example : builtinExamples()) {
        ExampleCard card;
        card.file = QString::fromStdString(example.file);
        card.title = QString::fromStdString(example.project.title.empty() ? example.file : example.project.title);
        card.description = QString::fromStdString(example.project.description);
        card.devices = typesAndCount(example.project.cluster);
        card.project = std::make_shared<const Project>(example.project);
        m_cards.push_back(std::move(card));
    }
    // The favourite is simulated and shown first.
    if (const int first = favourite(); first > 0)
        std::rotate(m_cards.begin(), m_cards.begin() + first, m_cards.begin() + first + 1);
}

int ExampleCards::favourite() const
{
    for (std::size_t i = 0; i < m_cards.size(); ++i)
        if (m_cards[i].file == QLatin1String(favouriteFile))
            return static_cast<int>(i);
    return m_cards.empty() ? -1 : 0;
}

void ExampleCards::simulateAll()
{
    struct Task
    {
        int index;
        ProjectSnapshot project;
    };
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < m_cards.size(); ++i)
        if (!m_cards[i].result)
            tasks.push_back({static_cast<int>(i), m_cards[i].project});
    if (tasks.empty() || m_job.isRunning())
        return;
    m_job.start([this, tasks, engine = m_engine](LatestJob::Handle &handle) {
        for (const Task &task : tasks) {
            if (handle.stopToken().stop_requested())
                return;
            auto result = simulateExample(engine, task.project, handle.stopToken());
            if (result)
                handle.post([this, index = task.index, result] {
                    m_cards[static_cast<std::size_t>(index)].result = result;
                    emit cardChanged(index);
                });
        }
    });
}

} // namespace heteroscope
