// SPDX-License-Identifier: GPL-3.0-or-later
//
// The selection, shared by canvas, timeline, tables, charts and inspector. It consists of names, so it survives edits;
// the document removes names that no longer exist.
#pragma once

#include <QObject>

#include <set>
#include <string>

namespace heteroscope {

using NameSet = std::set<std::string>;

class Selection : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Nodes, switches, links, racks, and notes and device groups by their keys.
    const NameSet &names() const { return m_names; }
    /// Devices as "node:index".
    const NameSet &devices() const { return m_devices; }
    /// Index of a lane of the shown step; -1 if no lane is selected.
    int lane() const { return m_lane; }

    bool contains(const std::string &name) const { return m_names.count(name) > 0; }
    bool isEmpty() const { return m_names.empty() && m_devices.empty() && m_lane < 0; }

public slots:
    /// Selects exactly these things; no devices, no lane.
    void selectNames(const heteroscope::NameSet &names);
    void toggleName(const std::string &name);
    /// Selects exactly these devices.
    void selectDevices(const heteroscope::NameSet &devices);
    /// Selects a lane with its devices; -1 clears.
    void selectLane(int lane, const heteroscope::NameSet &devices);
    void clear();

signals:
    void changed();

private:
    void set(NameSet names, NameSet devices, int lane);

    NameSet m_names;
    NameSet m_devices;
    int m_lane = -1;
};

} // namespace heteroscope
