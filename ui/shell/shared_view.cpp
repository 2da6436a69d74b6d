// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/shared_view.h"

#include "canvas/view/canvas_view.h"
#include "project/project_file.h"
#include "replay/replay.h"
#include "shell/docks/dock_layouts.h"
#include "shell/docks/docks.h"
#include "strategy/plan_json.h"
#include "timeline/timeline_view.h"
#include "json/object_reader.h"

#include <QDockWidget>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr const char *viewKey = "x-window";
constexpr NumberRange zooms{0.01, 100};
constexpr NumberRange places{-1e6, 1e6};
constexpr std::array<std::string_view, 3> layoutWords = {dockLayoutNames[0], dockLayoutNames[1], dockLayoutNames[2]};

/// Qt puts docks behind another tab beyond the left edge.
bool isInFront(const QDockWidget &dock) { return dock.isVisible() && dock.geometry().right() > 0; }

Json namesOf(const NameSet &names)
{
    Json list = Json::array();
    for (const std::string &name : names)
        list.push_back(name);
    return list;
}

} // namespace

/// A view that was read.
struct SharedView::Waiting
{
    std::vector<std::string> shown, front; ///< object names of docks
    NameSet devices;
    int lane = -1;
    bool isWholeStep = true;
    Ticks from, to;
    std::optional<Ticks> playHead;
};

SharedView::SharedView(SharedParts parts) : m_parts(parts)
{
    connect(&m_parts.session, &Session::shownChanged, this, &SharedView::applyStep);
    connect(&m_parts.session, &Session::staleChanged, this, &SharedView::applyStep);
    connect(&m_parts.document, &Document::projectReplaced, this, [this] { m_waiting.reset(); });
}

SharedView::~SharedView() = default;

std::string SharedView::projectAsShown() const
{
    const CanvasPlace place = m_parts.canvas.place();
    const Selection &selection = *m_parts.document.selection();
    const TimelineViewport &time = m_parts.timeline.viewportState();
    Json view;
    view["layout"] = dockLayoutNames[static_cast<std::size_t>(m_parts.layouts.current())];
    Json shown = Json::array(), front = Json::array();
    for (const Docks::Dock &dock : m_parts.docks.all()) {
        if (!dock.widget->isHidden())
            shown.push_back(dock.widget->objectName().toStdString());
        if (isInFront(*dock.widget))
            front.push_back(dock.widget->objectName().toStdString());
    }
    view["docks"] = std::move(shown);
    view["front"] = std::move(front);
    view["canvas"] = {{"shown", m_parts.layouts.isCanvasShown()}, {"whole", place.fitted}};
    if (!place.fitted) {
        view["canvas"]["zoom"] = place.zoom;
        view["canvas"]["x"] = place.centre.x();
        view["canvas"]["y"] = place.centre.y();
    }
    view["selected"] = namesOf(selection.names());
    view["devices"] = namesOf(selection.devices());
    view["lane"] = selection.lane();
    view["startTime"] = m_parts.session.startTime().value;
    if (const auto &picked = m_parts.session.picked())
        view["plan"] = toJson(*picked);
    if (!time.isFit())
        view["timeline"] = {{"from", time.start.count}, {"to", time.visibleEnd().count}};
    if (const auto &head = m_parts.replay.at())
        view["playHead"] = head->count;
    Project project = m_parts.document.project();
    project.extensions[viewKey] = view.dump();
    return projectText(project);
}

void SharedView::apply(const std::string &text)
{
    const auto json = parseJson(text);
    if (!json || !json->is_object())
        return;
    Findings unread; // what is wrong in a view is not worth a message: the project is right
    ObjectReader reader(*json, {}, unread);
    auto waiting = std::make_unique<Waiting>();
    m_parts.layouts.choose(static_cast<DockLayout>(reader.word("layout", layoutWords, 0)));
    waiting->shown = reader.texts("docks");
    waiting->front = reader.texts("front");
    const auto devices = reader.texts("devices");
    waiting->devices = NameSet(devices.begin(), devices.end());
    waiting->lane = static_cast<int>(reader.integer("lane", -1, 1'000'000, -1));
    const double begin = reader.number("startTime", 0, {0, 1e9});
    if (const Json *timeline = reader.member("timeline")) {
        ObjectReader stretch(*timeline, "/timeline", unread);
        waiting->isWholeStep = false;
        waiting->from = Ticks(stretch.integer("from", 0, Ticks::max, 0));
        waiting->to = Ticks(stretch.integer("to", 0, Ticks::max, 0));
    }
    if (reader.has("playHead"))
        waiting->playHead = Ticks(reader.integer("playHead", 0, Ticks::max, 0));
    NameSet names;
    const Cluster &cluster = m_parts.document.project().cluster;
    for (const std::string &name : reader.texts("selected"))
        names.insert(name);
    m_waiting = std::move(waiting);
    applyDocks();
    if (const Json *canvas = reader.member("canvas")) {
        ObjectReader place(*canvas, "/canvas", unread);
        m_parts.layouts.setCanvasShown(place.boolean("shown", true));
        if (place.boolean("whole", true))
            m_parts.canvas.fit();
        else
            m_parts.canvas.setPlace(
                {place.number("zoom", 1, zooms), {place.number("x", 0, places), place.number("y", 0, places)}, false});
    }
    if (!names.empty() && !cluster.nodes.empty())
        m_parts.document.selection()->selectNames(names);
    m_parts.session.setStartTime(Seconds(begin));
    if (const Json *plan = reader.member("plan")) {
        Findings mistakes;
        const Plan picked = readPlan(*plan, "/plan", mistakes);
        if (mistakes.ok())
            m_parts.session.pick(picked);
    }
    applyStep();
}

void SharedView::applyDocks()
{
    const auto isIn = [](const std::vector<std::string> &list, const QDockWidget &dock) {
        return std::ranges::find(list, dock.objectName().toStdString()) != list.end();
    };
    if (m_waiting->shown.empty())
        return;
    for (const Docks::Dock &dock : m_parts.docks.all())
        dock.widget->setVisible(isIn(m_waiting->shown, *dock.widget));
    for (const Docks::Dock &dock : m_parts.docks.all())
        if (isIn(m_waiting->front, *dock.widget))
            dock.widget->raise();
}

void SharedView::applyStep()
{
    const auto result = m_parts.session.result();
    if (!m_waiting || !result || m_parts.session.isStale())
        return;
    const std::unique_ptr<Waiting> view = std::move(m_waiting);
    if (view->lane >= 0 && view->lane < static_cast<int>(result->lanes.size()))
        m_parts.document.selection()->selectLane(view->lane, view->devices);
    else if (!view->devices.empty())
        m_parts.document.selection()->selectDevices(view->devices);
    if (!view->isWholeStep && view->from < view->to && view->from < result->stepTime)
        m_parts.timeline.showRange(view->from, std::min(view->to, result->stepTime));
    if (view->playHead)
        m_parts.replay.seek(std::min(*view->playHead, result->stepTime));
}

std::string takeSharedView(Project &project)
{
    const auto found = project.extensions.find(viewKey);
    if (found == project.extensions.end())
        return {};
    std::string view = std::move(found->second);
    project.extensions.erase(found);
    return view;
}

} // namespace heteroscope
