// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/render.h"

#include "base/files.h"
#include "base/same_file.h"
#include "breakdown/breakdown_view.h"
#include "canvas/scene/routing_choice.h"
#include "canvas/view/canvas_view.h"
#include "charts/load_view.h"
#include "jobs/session.h"
#include "language/plan_words.h"
#include "language/planner_words.h"
#include "project/project_file.h"
#include "report/html_page.h"
#include "shell/main_window.h"
#include "strategies/strategy_view.h"
#include "timeline/timeline_view.h"
#include "widgets/page_pdf.h"
#include "widgets/picture_file.h"

#include <QApplication>
#include <QEventLoop>
#include <QLayout>
#include <QPainter>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr std::uintmax_t maxPageBytes = std::uintmax_t{1} << 26;
constexpr double searchSeconds = 10; // a search that is not proved by then gives its best so far

QSize defaultSize(RenderView view)
{
    switch (view) {
    case RenderView::canvas:
        return {1200, 700};
    case RenderView::timeline:
        return {1440, 420};
    case RenderView::load:
        return {1200, 420};
    case RenderView::breakdown:
    case RenderView::strategies:
        return {1440, 560};
    case RenderView::schedule:
        return {1280, 0}; // as high as its lanes need
    case RenderView::window:
    case RenderView::page: // as large as its paper
        break;
    }
    return {1440, 900};
}

QSize smallestSize(RenderView view) { return view == RenderView::window ? QSize(1100, 700) : QSize(200, 120); }

/// A session that has simulated, and where needed searched, the project.
bool settle(Session &session, bool search)
{
    QEventLoop loop;
    const auto done = [&] {
        if (session.isIdle())
            loop.quit();
    };
    QObject::connect(&session, &Session::workFinished, &loop, done);
    session.setLiveBudget(Seconds(searchSeconds));
    session.setLive(search);
    session.follow();
    if (!session.isIdle())
        loop.exec();
    return session.result() != nullptr;
}

QString reasonOf(const Session &session)
{
    if (const std::vector<Error> problems = session.problems(); !problems.empty())
        return QString::fromStdString(toString(problems.front()));
    if (const auto &ranking = session.ranking(); ranking && !ranking->result.rejected.empty()) {
        const RejectedFamily &rejected = ranking->result.rejected.front();
        return QObject::tr("no feasible plan: %1: %2")
            .arg(chipsOf(rejected.family).text(), sentenceOf(rejected.detail));
    }
    return QObject::tr("no feasible plan");
}

/// The outcome of a film; it has a size of its own, and its files their own endings.
RenderOutcome renderSchedule(const RenderRequest &request, const Session &session)
{
    const Simulation &shown = *session.shown();
    std::vector<ScheduleKind> schedules = request.schedules;
    if (schedules.empty())
        schedules.push_back(shown.plan.schedule);
    const Result<std::vector<FilmStep>> steps = filmSteps(session.engine(), shown, schedules);
    if (!steps)
        return {1, QString::fromStdString(toString(steps.error()))};
    FilmSize size;
    size.pixels = request.size.value_or(defaultSize(request.view));
    const QString problem = writeFilm(request.output, makeFilm(*steps, request.order, size, theme(request.theme)));
    return problem.isEmpty() ? RenderOutcome() : RenderOutcome{3, problem};
}

/// A page of core on paper.
RenderOutcome renderPage(const RenderRequest &request)
{
    const auto page = readTextFile(request.project.toStdString(), maxPageBytes);
    if (!page)
        return {3, QString::fromStdString(toString(page.error()))};
    if (page->find(pageMark) == std::string::npos)
        return {3, QString::fromStdString(toString(Error{Error::Code::invalid,
                                                         request.project.toStdString(),
                                                         {},
                                                         "no page of hscope",
                                                         "a page that hscope report or sheet wrote",
                                                         "write one with hscope report PROJECT -o PAGE.html"}))};
    const QByteArray pdf = pdfOfPage(QString::fromStdString(*page));
    if (const Status done = writeFileAtomically(request.output.toStdString(), pdf.toStdString()); !done)
        return {3, QString::fromStdString(toString(done.error()))};
    return {};
}

/// After painting. The plan that comes nearest to fitting is drawn too, but the answer is that none fits.
RenderOutcome outcomeOf(const Session &session, const QString &problem)
{
    if (!problem.isEmpty())
        return {3, problem};
    if (session.shown()->origin == PlanOrigin::nearest)
        return {1, reasonOf(session)};
    return {};
}

} // namespace

RenderOutcome render(const RenderRequest &request)
{
    if (const Status output = checkOutput(request.output.toStdString(), {request.project.toStdString()}); !output)
        return {3, QString::fromStdString(toString(output.error()))};
    if (request.view == RenderView::page)
        return renderPage(request);
    Result<Project> project = loadProject(request.project.toStdString());
    if (!project)
        return {3, QString::fromStdString(toString(project.error()))};
    const QSize size = request.size.value_or(defaultSize(request.view));
    ThemeHolder::instance().setKind(request.theme);
    const LinkRouting links = request.links.value_or(keptLinkRouting());
    const bool needsSearch =
        request.view == RenderView::strategies || request.view == RenderView::window || project->plans.empty();

    if (request.view == RenderView::window) {
        MainWindow window;
        window.resize(size.expandedTo(smallestSize(request.view)));
        window.document()->reset(std::move(*project), request.project);
        window.showWorkspace();
        window.canvas()->canvasScene()->setLinkRouting(links);
        window.setAttribute(Qt::WA_DontShowOnScreen);
        window.show();
        if (!settle(*window.session(), needsSearch))
            return {1, reasonOf(*window.session())};
        QApplication::processEvents(); // lays out what the results changed
        const QString problem =
            paintToFile(request.output, window.size(), [&](QPainter &painter) { window.render(&painter); });
        return outcomeOf(*window.session(), problem);
    }

    Document document;
    document.reset(std::move(*project), request.project);
    Session session(&document);
    if (!settle(session, needsSearch))
        return {1, reasonOf(session)};
    if (request.view == RenderView::schedule) {
        const RenderOutcome outcome = renderSchedule(request, session);
        return outcome.status != 0 ? outcome : outcomeOf(session, {});
    }
    const Theme &t = theme(request.theme);
    const QSize real = size.expandedTo(smallestSize(request.view));
    QString problem;
    switch (request.view) {
    case RenderView::canvas: {
        CanvasView canvas(&document);
        canvas.canvasScene()->setLinkRouting(links);
        canvas.setSession(&session);
        problem = paintToFile(request.output, real,
                              [&](QPainter &painter) { canvas.renderTo(painter, QRectF(QPointF(), real)); });
        break;
    }
    case RenderView::timeline: {
        TimelineView timeline;
        timeline.resize(real);
        timeline.setResult(session.result(), session.shown()->topology);
        timeline.setMarkers(session.document()->project().markers);
        problem = paintToFile(request.output, real, [&](QPainter &painter) { timeline.paint(painter, real, t); });
        break;
    }
    case RenderView::load: {
        LoadView load;
        load.setResult(session.result());
        problem = paintToFile(request.output, real, [&](QPainter &painter) { load.paint(painter, real, t); });
        break;
    }
    case RenderView::breakdown: {
        BreakdownView breakdown;
        breakdown.resize(real);
        breakdown.setSimulation(session.shown());
        breakdown.openNow();
        breakdown.ensurePolished();
        breakdown.layout()->activate();
        problem = paintToFile(request.output, real, [&](QPainter &painter) { breakdown.render(&painter); });
        break;
    }
    case RenderView::strategies:
        problem = paintToFile(request.output, real,
                              [&](QPainter &painter) { StrategyView::paint(painter, real, session.ranking()); });
        break;
    case RenderView::schedule:
    case RenderView::window:
    case RenderView::page:
        break;
    }
    return outcomeOf(session, problem);
}

} // namespace heteroscope
