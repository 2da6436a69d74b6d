// SPDX-License-Identifier: GPL-3.0-or-later
//
// timeline/1M, timeline/10M: one frame of a step with so many intervals in 64 lanes, drawn to an image of 1600 x 900,
// the processor's caches cold; /zoom100 and /zoom10000 are the same step, zoomed into its middle.
// canvas/4096: one frame of a cluster of 4,096 devices while it is panned; /filtered while its nodes fade; /groups with
// two device groups of everything; /curved and /orthogonal with its links drawn so. canvas/16384/racks: the same of
// 16,384 drawn as 16 racks that repeat, half of them open. open/16384/racks: its file, with a plan over all devices,
// from disk to the painted window. document/edit/16384: an edit there, from the edit to the painted window.
#include "bench_cases.h"
#include "canvas/view/canvas_view.h"
#include "project/edits.h"
#include "project/project_file.h"
#include "shell/main_window.h"
#include "support/synthetic_step.h"
#include "timeline/timeline_painter.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>

#include <benchmark/benchmark.h>

#include <numeric>

namespace {

using namespace heteroscope;

constexpr int lanes = 64;
constexpr QSize frame(1600, 900);

/// The window's fonts and styles, without a display.
void needApplication()
{
    static int argc = 1;
    static char name[] = "heteroscope_bench";
    static char *argv[] = {name, nullptr};
    if (QCoreApplication::instance())
        return;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    auto *application = new QApplication(argc, argv); // main deletes it: at exit it would be too late for its platform
    applyTheme(*application, ThemeKind::light);
}

/// Puts other things into the processor's caches.
void coolCaches()
{
    static std::vector<std::uint64_t> other(std::size_t(8) << 20, 1); // 64 MiB
    benchmark::DoNotOptimize(std::accumulate(other.begin(), other.end(), std::uint64_t(0)));
}

void timeline(benchmark::State &state, std::size_t intervals, double zoom)
{
    needApplication();
    const auto data =
        TimelineData::make(std::make_shared<const StepResult>(synthetic::manyBars(intervals / lanes, lanes)));
    // All rows are in the picture: drawn at their full height and scaled to fit.
    const QSize full(frame.width(), timelineHeight(*data));
    const TimelineLayout layout = TimelineLayout::arrange(full, lanes, 0);
    TimelineViewport view;
    view.width = layout.barsWidth();
    view.setStepEnd(data->result->stepTime);
    view.fit();
    view.zoomAt(view.width / 2, zoom);
    QImage image(frame, QImage::Format_ARGB32_Premultiplied);
    std::size_t events = 0;
    for (auto _ : state) {
        state.PauseTiming();
        coolCaches();
        state.ResumeTiming();
        QPainter painter(&image);
        painter.scale(1, static_cast<double>(frame.height()) / full.height());
        TimelinePainter drawn(painter, *data, layout, view, theme(ThemeKind::light), 1);
        drawn.paintGround();
        drawn.paintLanes();
        drawn.paintHeads({});
        drawn.paintLegend();
        drawn.paintOverview();
        drawn.paintOverviewWindow();
        drawn.paintRuler();
        painter.end();
        events = drawn.statistics().events;
    }
    state.counters["events"] = static_cast<double>(events);
}
BENCHMARK_CAPTURE(timeline, 1M, 1'000'000, 1)->Name("timeline/1M")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(timeline, 1M100, 1'000'000, 100)->Name("timeline/1M/zoom100")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(timeline, 1M10000, 1'000'000, 10'000)->Name("timeline/1M/zoom10000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(timeline, 10M, 10'000'000, 1)->Name("timeline/10M")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(timeline, 10M100, 10'000'000, 100)->Name("timeline/10M/zoom100")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(timeline, 10M10000, 10'000'000, 10'000)
    ->Name("timeline/10M/zoom10000")
    ->Unit(benchmark::kMillisecond);

/// One frame an iteration, to and fro.
void panFrames(benchmark::State &state, CanvasView &view)
{
    QImage image(frame, QImage::Format_ARGB32_Premultiplied);
    int there = 8;
    for (auto _ : state) {
        view.panBy({there, there / 2});
        there = -there;
        view.QWidget::render(&image);
        benchmark::DoNotOptimize(image.constBits());
    }
}

void canvas(benchmark::State &state, LinkRouting routing, bool filtered = false, int groups = 0)
{
    needApplication();
    const auto cluster = bench::starCluster("8x H100 HGX", 512);
    if (!cluster) {
        state.SkipWithError(toString(cluster.error()).c_str());
        return;
    }
    Project project;
    project.cluster = *cluster;
    constexpr int columns = 32;
    for (std::size_t i = 0; i < project.cluster.nodes.size(); ++i) {
        const std::size_t column = i % columns, row = i / columns;
        project.canvas[project.cluster.nodes[i].name] = {static_cast<double>(column) * 240,
                                                         static_cast<double>(row) * 160};
    }
    for (int g = 0; g < groups; ++g) {
        DeviceGroup &group = project.cluster.deviceGroups.emplace_back();
        group.name = "group-" + std::to_string(g);
        for (const Node &node : project.cluster.nodes)
            group.devices.push_back(node.name);
    }
    Document document;
    document.reset(std::move(project));
    CanvasView view(&document);
    view.resize(frame);
    view.show();
    view.canvasScene()->setLinkRouting(routing);
    view.setZoom(0.2); // all of them are in view
    if (filtered)
        view.canvasScene()->setFilter(CanvasFilter({{FacetKind::linkLoad, 0, {}}}));
    panFrames(state, view);
}
BENCHMARK_CAPTURE(canvas, straight, LinkRouting::straight)->Name("canvas/4096")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(canvas, filtered, LinkRouting::straight, true)
    ->Name("canvas/4096/filtered")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(canvas, groups, LinkRouting::straight, false, 2)
    ->Name("canvas/4096/groups")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(canvas, curved, LinkRouting::curved)->Name("canvas/4096/curved")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(canvas, orthogonal, LinkRouting::orthogonal)
    ->Name("canvas/4096/orthogonal")
    ->Unit(benchmark::kMillisecond);

/// 16 racks in four rows; every second one open, or all closed.
Result<Project> rackedProject(bool someOpen)
{
    auto racked = bench::rackedCase();
    if (!racked)
        return racked.error();
    Project project;
    project.cluster = std::move(racked->cluster);
    project.workload = std::move(racked->workload);
    project.plans.push_back({"plan", std::move(racked->plan), {}, {}});
    project.canvas["spine"] = {1600, -400};
    for (std::size_t r = 0; r < project.cluster.racks.size(); ++r) {
        Rack &rack = project.cluster.racks[r];
        rack.collapsed = !someOpen || r % 2 == 0;
        const std::size_t column = r % 4, row = r / 4;
        for (std::size_t m = 0; m < rack.members.size(); ++m) {
            const std::size_t ownColumn = m % 3, ownRow = m / 3;
            project.canvas[rack.members[m]] = {static_cast<double>(column) * 1100 +
                                                   static_cast<double>(ownColumn) * 240,
                                               static_cast<double>(row) * 700 + static_cast<double>(ownRow) * 160};
        }
    }
    return project;
}

void rackedCanvas(benchmark::State &state)
{
    needApplication();
    auto project = rackedProject(true);
    if (!project) {
        state.SkipWithError(toString(project.error()).c_str());
        return;
    }
    Document document;
    document.reset(*std::move(project));
    CanvasView view(&document);
    view.resize(frame);
    view.show();
    view.fit();
    panFrames(state, view);
}
BENCHMARK(rackedCanvas)->Name("canvas/16384/racks")->Unit(benchmark::kMillisecond);

/// A window that computes nothing by itself: what is measured is how the window follows.
struct QuietWindow
{
    MainWindow window{[] {
        Engine engine = coreEngine();
        const Error none{Error::Code::cancelled, {}, {}, "nothing", "a benchmark of the window", {}};
        engine.search = [none](auto &&...) -> Result<SearchResult> { return none; };
        return engine;
    }()};

    QuietWindow()
    {
        window.session()->setLive(false);
        window.resize(frame);
        window.show();
    }
    /// Everything that is to be painted is painted.
    static void settle()
    {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
};

void openRacks(benchmark::State &state)
{
    needApplication();
    const auto project = rackedProject(false);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("racks.hscope.json"));
    if (!project || !saveProject(*project, path.toStdString())) {
        state.SkipWithError("no project");
        return;
    }
    for (auto _ : state) {
        state.PauseTiming();
        auto quiet = std::make_unique<QuietWindow>();
        QuietWindow::settle();
        state.ResumeTiming();
        if (!quiet->window.files().open(path))
            state.SkipWithError("the file does not open");
        QuietWindow::settle();
        state.PauseTiming();
        quiet.reset();
        state.ResumeTiming();
    }
}
BENCHMARK(openRacks)->Name("open/16384/racks")->Unit(benchmark::kMillisecond);

/// Another bandwidth of a rack's uplink, selected, with a step of the whole cluster on show.
void editRacks(benchmark::State &state)
{
    needApplication();
    const auto project = rackedProject(false);
    QuietWindow quiet;
    if (!project) {
        state.SkipWithError(toString(project.error()).c_str());
        return;
    }
    Document &document = *quiet.window.document();
    quiet.window.session()->setLive(true); // simulates once
    document.reset(*project);
    quiet.window.showWorkspace();
    QDeadlineTimer patience(60'000);
    while (!quiet.window.session()->result() && !patience.hasExpired())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 100);
    if (!quiet.window.session()->result()) {
        state.SkipWithError("nothing is simulated");
        return;
    }
    quiet.window.session()->setLive(false);
    document.selection()->selectNames({document.project().cluster.links.front().name});
    QuietWindow::settle();
    double width = 1;
    for (auto _ : state) {
        Link link = document.project().cluster.links.front();
        link.bandwidth = BytesPerSecond(1e11 * (width += 0.01));
        document.edit(QStringLiteral("bandwidth"), replaceLink(document.project(), link.name, link),
                      QStringLiteral("bandwidth"));
        QuietWindow::settle();
    }
    state.counters["devices"] = static_cast<double>(deviceCount(document.project().cluster));
}
BENCHMARK(editRacks)->Name("document/edit/16384")->Unit(benchmark::kMillisecond);

} // namespace
