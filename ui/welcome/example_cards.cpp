// SPDX-License-Identifier: GPL-3.0-or-later
#include "welcome/example_cards.h"

#include "cluster/catalog.h"
#include "cluster/scenario_span.h"
#include "language/lesson_language.h"
#include "lesson/gallery.h"
#include "theme/numbers.h"

#include <algorithm>

namespace heteroscope {
namespace {

constexpr const char *favouriteFile = "mixed-32.hscope.json"; // the small mixed cluster that Escape opens
constexpr double firstBudget = 0.5; // s of wall time to search for an example without a plan of its own ...
constexpr double lastBudget = 32;   // ... doubled up to this until there is one, for a slow or busy machine

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
    return QStringLiteral("%1 · %2").arg(names.join(QStringLiteral(", ")), formatCount(deviceCount(cluster)));
}

/// Without a result where it cannot be simulated.
LessonMoment simulateExample(const Engine &engine, const ProjectSnapshot &project, Seconds startTime, StopToken stop)
{
    LessonMoment moment{{*project, startTime}, {}, nullptr, nullptr};
    std::vector<PlanCandidate> candidates;
    if (!project->plans.empty())
        candidates.push_back({project->plans.front().plan, PlanOrigin::project});
    Simulation simulation = simulate(engine, project, candidates, startTime, nullptr, stop);
    moment.topology = simulation.topology;
    if (simulation.result || !simulation.topology) {
        moment.plan = std::move(simulation.plan);
        moment.result = std::move(simulation.result);
        return moment;
    }
    SearchOptions options;
    options.startTime = startTime;
    options.top = 1;
    for (double budget = firstBudget; budget <= lastBudget && !stop.stop_requested(); budget *= 2) {
        options.budget = Seconds(budget);
        Progress progress;
        const auto search = engine.search(*simulation.topology, project->workload, options, stop, &progress, {});
        if (!search)
            break;
        if (!search->plans.empty()) {
            moment.plan = search->plans.front().plan;
            moment.result = search->plans.front().result;
        }
        if (moment.result || !search->stopped)
            break;
    }
    return moment;
}

} // namespace

ExampleCards::ExampleCards(Engine engine, QObject *parent) : QObject(parent), m_engine(std::move(engine))
{
    const std::string language = lessonLanguage().toStdString();
    for (const GalleryEntry &entry : builtinGallery()) {
        ExampleCard card;
        card.entry = m_cards.size();
        card.file = QString::fromStdString(entry.file);
        card.title = QString::fromStdString(entry.title.in(language));
        if (card.title.isEmpty())
            card.title = card.file;
        card.description = QString::fromStdString(entry.description.in(language));
        card.devices = typesAndCount(entry.project.cluster);
        card.question = QString::fromStdString(entry.question.in(language));
        card.answerPattern = QString::fromStdString(entry.answer.in(language));
        card.project = std::make_shared<const Project>(entry.project);
        card.startTime = entry.startTime;
        if (entry.startTime > Seconds(0))
            card.devices +=
                QStringLiteral(" · ") + formatMoment(entry.startTime, scenarioSpan(entry.project.cluster).horizon());
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
        std::size_t index;
        std::size_t entry;
        ProjectSnapshot project;
    };
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < m_cards.size(); ++i)
        if (!m_cards[i].result)
            tasks.push_back({i, m_cards[i].entry, m_cards[i].project});
    if (tasks.empty() || m_job.isRunning())
        return;
    m_job.start([this, tasks, engine = m_engine, language = lessonLanguage()](LatestJob::Handle &handle) {
        for (const Task &task : tasks) {
            if (handle.stopToken().stop_requested())
                return;
            const GalleryEntry &entry = builtinGallery()[task.entry];
            const LessonMoment moment = simulateExample(engine, task.project, entry.startTime, handle.stopToken());
            if (!moment.result)
                continue;
            const auto answer = galleryAnswer(entry, moment, language.toStdString());
            const QString words = answer ? QString::fromStdString(*answer) : QString();
            handle.post([this, index = task.index, result = moment.result, words] {
                m_cards[index].result = result;
                m_cards[index].answer = words;
                emit cardChanged(static_cast<int>(index));
            });
        }
    });
}

} // namespace heteroscope
