// SPDX-License-Identifier: GPL-3.0-or-later
//
// timeline/1M, timeline/10M: one frame of a step with so many intervals in 64 lanes, drawn to an image of 1600 x 900,
// the processor's caches cold; /zoom100 and /zoom10000 are the same step, zoomed into its middle.
// canvas/4096: one frame of a cluster of 4,096 devices while it is panned.
#include "bench_cases.h"
#include "canvas/canvas_view.h"
#include "timeline/timeline_painter.h"
#include "ui/support/synthetic_step.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

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
    static QApplication application(argc, argv);
    applyTheme(application, ThemeKind::light);
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

void canvas(benchmark::State &state)
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
    for (std::size_t i = 0; i < project.cluster.nodes.size(); ++i)
        project.canvas[project.cluster.nodes[i].name] = {static_cast<double>(i % columns) * 240,
                                                         static_cast<double>(i / columns) * 160};
    Document document;
    document.reset(std::move(project));
    CanvasView view(&document);
    view.resize(frame);
    view.show();
    view.setZoom(0.2); // all of them are in view
    QImage image(frame, QImage::Format_ARGB32_Premultiplied);
    int there = 8;
    for (auto _ : state) {
        view.panBy({there, there / 2});
        there = -there;
        view.QWidget::render(&image);
        benchmark::DoNotOptimize(image.constBits());
    }
}
BENCHMARK(canvas)->Name("canvas/4096")->Unit(benchmark::kMillisecond);

} // namespace
