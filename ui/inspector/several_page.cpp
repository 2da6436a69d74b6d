// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several things at once: what they are together, what can be set for all of them, and what the last step did there.
#include "cluster/limits.h"
#include "editing/rack_commands.h"
#include "inspector/inspector.h"
#include "inspector/step_section.h"
#include "language/sentences.h"
#include "project/device_groups.h"
#include "project/edits.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "widgets/plain_text.h"

#include <algorithm>
#include <set>

namespace heteroscope {
namespace {

class SeveralPage : public InspectorPage
{
    Q_DECLARE_TR_FUNCTIONS(SeveralPage)

public:
    SeveralPage(Session &owner, const NameSet &names)
        : InspectorPage(owner), m_names(withMembers(project().cluster, names))
    {
        PlainForm *form = addForm();
        m_nodes = addFact(form, tr("Nodes"));
        m_devices = addFact(form, tr("Devices"));
        m_types = addFact(form, tr("Types"));
        m_switches = addFact(form, tr("Switches"));
        m_links = addFact(form, tr("Links"));
        addSection(tr("Set for all"));
        PlainForm *bulk = addForm();
        m_type = new QComboBox(this);
        m_type->setAccessibleName(tr("Type of their devices"));
        m_type->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        fillDeviceTypes(*m_type, project().cluster);
        bulk->addRow(tr("Device type"), m_type);
        m_speed = new QuantityField(tr("Speed of their devices"), {{QStringLiteral("%"), 0.01}}, this);
        m_speed->setRange(0.01, 1);
        bulk->addRow(tr("Device speed, %"), m_speed);
        m_bandwidth = new QuantityField(tr("Bandwidth of their links"), bandwidthUnits(), this);
        m_bandwidth->setRange(1e3, 1e15);
        bulk->addRow(tr("Link bandwidth"), m_bandwidth);
        m_latency = new QuantityField(tr("Latency of their links"), timeUnits(), this);
        m_latency->setRange(0, 10);
        bulk->addRow(tr("Link latency"), m_latency);
        m_delay = new QuantityField(tr("Latency of the switches"), timeUnits(), this);
        m_delay->setRange(0, 1);
        bulk->addRow(tr("Switch latency"), m_delay);
        m_hostPower = new QuantityField(tr("Power of the hosts"), powerUnits(), this);
        bulk->addRow(tr("Host power"), m_hostPower);
        m_switchPower = new QuantityField(tr("Power of the switches"), powerUnits(), this);
        bulk->addRow(tr("Switch power"), m_switchPower);
        for (QuantityField *power : {m_hostPower, m_switchPower})
            power->setRange(limits::power.minimum, limits::power.maximum);
        addNote()->setText(
            tr("Links are the selected ones. “mixed” means that they differ; a new value sets all of them."));
        m_step = new StepSection(this);
        addWidget(m_step);
        finish();
        connect(m_type, &QComboBox::activated, this, [this] {
            changeDevices(tr("Change the devices of %1 nodes").arg(nodeCount()), QStringLiteral("type"),
                          [type = m_type->currentText().toStdString()](Device &device) { device.type = type; });
            document().endMerge();
        });
        connect(m_delay, &QuantityField::edited, this, [this](double value) {
            changeAll(tr("Change the selected switches"), QStringLiteral("delay"), &Cluster::findSwitch, &replaceSwitch,
                      [value](Switch &one) { one.latency = Seconds(value); });
        });
        connect(m_speed, &QuantityField::edited, this, [this](double value) {
            changeDevices(tr("Change the speed of %1 nodes").arg(nodeCount()), QStringLiteral("speed"),
                          [value](Device &device) {
                              device.speed.points.clear();
                              if (value < 1)
                                  device.speed.points.push_back({Seconds(0), value});
                          });
        });
        connect(m_bandwidth, &QuantityField::edited, this, [this](double value) {
            changeLinks(QStringLiteral("bandwidth"), [value](Link &link) { link.bandwidth = BytesPerSecond(value); });
        });
        connect(m_latency, &QuantityField::edited, this, [this](double value) {
            changeLinks(QStringLiteral("latency"), [value](Link &link) { link.latency = Seconds(value); });
        });
        connect(m_hostPower, &QuantityField::edited, this, [this](double value) {
            changeAll(tr("Change the power of %1 nodes").arg(nodeCount()), QStringLiteral("hostPower"),
                      &Cluster::findNode, &replaceNode, [value](Node &node) { node.power = value; });
        });
        connect(m_switchPower, &QuantityField::edited, this, [this](double value) {
            changeAll(tr("Change the selected switches"), QStringLiteral("switchPower"), &Cluster::findSwitch,
                      &replaceSwitch, [value](Switch &one) { one.power = value; });
        });
        for (QuantityField *field : {m_speed, m_bandwidth, m_latency, m_delay, m_hostPower, m_switchPower})
            connect(field, &QuantityField::editingFinished, this, [this] { document().endMerge(); });
    }

    bool refresh() override
    {
        const Cluster &cluster = project().cluster;
        int found = 0;
        std::size_t nodes = 0;
        std::size_t devices = 0;
        std::size_t switches = 0;
        std::size_t groups = 0;
        std::set<std::string> types;
        std::set<double> speeds;
        std::set<double> bandwidths;
        std::set<double> latencies;
        std::set<double> delays;
        std::set<double> hostPowers;
        std::set<double> switchPowers;
        for (const std::string &name : m_names) {
            if (const Node *node = cluster.findNode(name)) {
                ++nodes;
                devices += node->devices.size();
                hostPowers.insert(node->power);
                for (const Device &device : node->devices) {
                    types.insert(device.type);
                    speeds.insert(device.speed.factorAt(Seconds(0)));
                }
            } else if (const Switch *one = cluster.findSwitch(name)) {
                ++switches;
                delays.insert(one->latency.value);
                switchPowers.insert(one->power);
            } else if (const Link *link = cluster.findLink(name)) {
                bandwidths.insert(link->bandwidth.value);
                latencies.insert(link->latency.value);
            } else if (findDeviceGroup(cluster, name)) {
                ++groups;
            } else {
                continue;
            }
            ++found;
        }
        if (found == 0)
            return false;
        setHeading(IconName::group, tr("Selection"), tr("%1 items").arg(found));
        m_nodes->setText(formatCount(nodes));
        m_devices->setText(formatCount(devices));
        m_types->setText(types.empty()       ? QStringLiteral("–")
                         : types.size() == 1 ? text(*types.begin())
                                             : tr("%1, mixed").arg(types.size()));
        m_switches->setText(formatCount(switches));
        m_links->setText(formatCount(static_cast<std::size_t>(found) - nodes - switches - groups));
        const auto show = [](QuantityField *field, const std::set<double> &values) {
            field->setEnabled(!values.empty());
            values.size() == 1 ? field->setValue(*values.begin())
                               : field->setMixed(values.empty() ? 0 : *values.rbegin());
            if (values.empty())
                field->edit()->setPlaceholderText(QStringLiteral("–"));
        };
        show(m_speed, speeds);
        show(m_bandwidth, bandwidths);
        show(m_latency, latencies);
        show(m_delay, delays);
        show(m_hostPower, hostPowers);
        show(m_switchPower, switchPowers);
        m_type->setEnabled(!types.empty());
        m_type->setPlaceholderText(types.empty() ? QStringLiteral("–") : tr("mixed"));
        showDeviceType(*m_type, types.size() == 1 ? text(*types.begin()) : QString());
        m_step->showOn(session(), m_names, tr("The shown plan does not use these devices."));
        return true;
    }

private:
    std::ptrdiff_t nodeCount() const
    {
        return std::count_if(m_names.begin(), m_names.end(),
                             [&](const auto &name) { return project().cluster.findNode(name) != nullptr; });
    }

    void refuse(const std::string &name, const Error &error)
    {
        emit document().editRefused(tr("Nothing is changed; %1: %2").arg(text(name), refusalOf(error)));
        refresh(); // the fields show what there is
    }

    /// One edit of all that `lookUp` finds; `replace` is that of project/edits.h for such a thing.
    template<class Thing, typename Edit>
    void changeAll(const QString &what, const QString &key, const Thing *(Cluster::*lookUp)(std::string_view) const,
                   Result<Project> (*replace)(const Project &, const std::string &, const Thing &), Edit &&edit)
    {
        Project after = project();
        for (const std::string &name : m_names) {
            const Thing *thing = (after.cluster.*lookUp)(name);
            if (!thing)
                continue;
            Thing changed = *thing;
            edit(changed);
            Result<Project> next = replace(after, name, changed);
            if (!next) { // all of them or none
                refuse(name, next.error());
                return;
            }
            after = std::move(*next);
        }
        document().edit(what, std::move(after), QStringLiteral("several/") + key);
    }
    template<typename Edit>
    void changeDevices(const QString &what, const QString &key, Edit &&edit)
    {
        changeAll(what, key, &Cluster::findNode, &replaceNode, [&](Node &node) {
            for (Device &device : node.devices)
                edit(device);
        });
    }
    template<typename Edit>
    void changeLinks(const QString &key, Edit &&edit)
    {
        changeAll(tr("Change the selected links"), key, &Cluster::findLink, &replaceLink, edit);
    }

    NameSet m_names;
    QLabel *m_nodes;
    QLabel *m_devices;
    QLabel *m_types;
    QLabel *m_switches;
    QLabel *m_links;
    QuantityField *m_speed;
    QuantityField *m_bandwidth;
    QuantityField *m_latency;
    QComboBox *m_type;
    QuantityField *m_delay; ///< of switches
    QuantityField *m_hostPower;
    QuantityField *m_switchPower;
    StepSection *m_step;
};

} // namespace

InspectorPage *makeSeveralPage(Session &session, const NameSet &names) { return new SeveralPage(session, names); }

} // namespace heteroscope
