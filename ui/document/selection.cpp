// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/selection.h"

namespace heteroscope {

void Selection::selectNames(const NameSet &names) { set(names, {}, -1); }

void Selection::toggleName(const std::string &name)
{
    NameSet names = m_names;
    if (names.erase(name) == 0)
        names.insert(name);
    set(std::move(names), {}, -1);
}

void Selection::selectDevices(const NameSet &devices) { set({}, devices, -1); }

void Selection::selectLane(int lane, const NameSet &devices) { set({}, lane < 0 ? NameSet{} : devices, lane); }

void Selection::clear() { set({}, {}, -1); }

void Selection::set(NameSet names, NameSet devices, int lane)
{
    if (names == m_names && devices == m_devices && lane == m_lane)
        return;
    m_names = std::move(names);
    m_devices = std::move(devices);
    m_lane = lane;
    emit changed();
}

} // namespace heteroscope
