// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/docks/dock_host.h"

#include "analysis/lanes_on.h"

namespace heteroscope {

DockHost::DockHost(DockParts parts) : m_parts(std::move(parts))
{
    connect(session(), &Session::shownChanged, this, &DockHost::showResult);
    connect(session(), &Session::staleChanged, this, [this] { emit staleChanged(session()->isStale()); });
    connect(m_parts.document->selection(), &Selection::changed, this, &DockHost::mark);
    connect(m_parts.document, &Document::projectChanged, this, &DockHost::mark); // members of a group
}

std::shared_ptr<const Topology> DockHost::topology() const
{
    return session()->shown() ? session()->shown()->topology : nullptr;
}

void DockHost::showResult()
{
    emit resultChanged();
    emit staleChanged(session()->isStale());
    mark();
}

void DockHost::mark()
{
    const Selection &selection = *m_parts.document->selection();
    NameSet things = selection.names();
    things.insert(selection.devices().begin(), selection.devices().end());
    std::set<int> lanes;
    if (const auto &shown = session()->shown(); shown && shown->result && !things.empty())
        for (const std::size_t lane :
             lanesOn(*shown->topology, *shown->result, m_parts.document->project().cluster, things))
            lanes.insert(static_cast<int>(lane));
    emit marked(lanes, selection.names());
}

void DockHost::selectLane(int lane)
{
    const auto &shown = session()->shown();
    NameSet devices;
    if (lane >= 0 && shown && shown->result && lane < static_cast<int>(shown->result->lanes.size()))
        for (const DeviceId id : shown->result->lanes[static_cast<std::size_t>(lane)].devices)
            devices.insert(shown->topology->device(id).name);
    m_parts.document->selection()->selectLane(lane, devices);
}

void DockHost::selectLink(const QString &name)
{
    if (m_parts.document->project().cluster.findLink(name.toStdString()))
        m_parts.document->selection()->selectNames({name.toStdString()});
}

void DockHost::chooseActivity(int lane, int interval)
{
    if (lane >= 0 && interval >= 0 && result())
        emit activityChosen(
            result()->lanes[static_cast<std::size_t>(lane)].intervals[static_cast<std::size_t>(interval)].activity);
}

} // namespace heteroscope
