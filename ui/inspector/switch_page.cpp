// SPDX-License-Identifier: GPL-3.0-or-later
//
// A switch, and several things at once.
#include "canvas/canvas_overlay.h"
#include "canvas/rack_commands.h"
#include "inspector/inspector.h"
#include "project/device_groups.h"
#include "project/edits.h"
#include "theme/icons.h"
#include "theme/numbers.h"

#include <QCheckBox>
#include <QSpinBox>

#include <algorithm>

namespace heteroscope {
namespace {

QString text(const std::string &value) { return QString::fromStdString(value); }

class SwitchPage : public InspectorPage
{
    Q_DECLARE_TR_FUNCTIONS(SwitchPage)

public:
    SwitchPage(Session &owner, const std::string &name) : InspectorPage(owner), m_name(name)
    {
        QFormLayout *form = addForm();
        m_nameField = new NameField(tr("Name"), this);
        form->addRow(tr("Name"), m_nameField);
        m_ports = new QSpinBox(this);
        m_ports->setRange(0, 4096);
        m_ports->setSpecialValueText(tr("any number"));
        m_ports->setAccessibleName(tr("Ports"));
        form->addRow(tr("Ports"), m_ports);
        m_latency = new QuantityField(tr("Latency"), timeUnits(), this);
        m_latency->setRange(0, 1);
        form->addRow(tr("Latency"), m_latency);
        m_reduces = new QCheckBox(tr("Adds up all-reduces"), this);
        m_reduces->setToolTip(
            tr("As SHARP does: where all switches between three nodes or more do it, each node sends its "
               "sum once and gets the total once."));
        form->addRow(QString(), m_reduces);
        m_rack = addFact(form, tr("Rack"));
        addSection(tr("Links"));
        m_links = new ShareRows(this);
        addWidget(m_links);
        m_note = addNote();
        finish();
        connect(m_nameField, &NameField::renamed, this, [this](const QString &wanted) {
            const std::string old = m_name;
            change(tr("Rename %1").arg(text(old)), {}, [&](Switch &item) { item.name = wanted.toStdString(); });
            if (project().cluster.findSwitch(wanted.toStdString())) {
                m_name = wanted.toStdString();
                document().selection()->selectNames({m_name});
            }
            refresh();
        });
        connect(m_ports, &QSpinBox::valueChanged, this, [this](int value) {
            change(tr("Change the ports of %1").arg(text(m_name)), QStringLiteral("ports"),
                   [value](Switch &item) { item.ports = value; });
        });
        connect(m_latency, &QuantityField::edited, this, [this](double value) {
            change(tr("Change the latency of %1").arg(text(m_name)), QStringLiteral("latency"),
                   [value](Switch &item) { item.latency = Seconds(value); });
        });
        connect(m_latency, &QuantityField::editingFinished, this, [this] { document().endMerge(); });
        connect(m_reduces, &QCheckBox::clicked, this, [this](bool on) {
            change(on ? tr("Let %1 add up all-reduces").arg(text(m_name)) : tr("Let %1 only forward").arg(text(m_name)),
                   {}, [on](Switch &item) { item.reduces = on; });
        });
    }

    bool refresh() override
    {
        const Switch *item = project().cluster.findSwitch(m_name);
        if (!item)
            return false;
        setHeading(IconName::networkSwitch, text(m_name), tr("switch"));
        if (!m_nameField->hasFocus())
            m_nameField->setName(text(m_name));
        const QSignalBlocker quiet(m_ports);
        m_ports->setValue(item->ports);
        m_latency->setValue(item->latency.value);
        m_reduces->setChecked(item->reduces);
        m_rack->setText(rackText(project().cluster, m_name));
        if (m_overlay.simulation != session().shown())
            m_overlay = makeOverlay(session().shown());
        const CanvasOverlay &overlay = m_overlay;
        std::vector<ShareRow> rows;
        for (const Link &link : project().cluster.links) {
            if (link.from != m_name && link.to != m_name)
                continue;
            const LinkOverlay *load = overlay.link(link.name);
            ShareRow row;
            row.label = text(link.from == m_name ? link.to : link.from);
            row.share = load ? load->load() : 0;
            row.value = overlay.result() ? formatPercent(row.share) : formatBandwidth(link.bandwidth);
            row.loadStep = std::clamp(static_cast<int>(row.share * 5), 0, 4);
            rows.push_back(row);
        }
        m_note->setText(rows.empty() ? tr("Drag from one of its ports to a node.")
                                     : tr("Load of the busier direction in this step."));
        m_links->setRows(std::move(rows), session().isStale());
        return true;
    }

private:
    template<typename Edit>
    void change(const QString &what, const QString &key, Edit &&edit)
    {
        const Switch *item = project().cluster.findSwitch(m_name);
        if (!item)
            return;
        Switch changed = *item;
        edit(changed);
        document().edit(what, replaceSwitch(project(), m_name, changed),
                        key.isEmpty() ? key : key + u'/' + text(m_name));
    }

    std::string m_name;
    CanvasOverlay m_overlay; // of the simulation on show
    NameField *m_nameField;
    QSpinBox *m_ports;
    QuantityField *m_latency;
    QCheckBox *m_reduces;
    QLabel *m_rack;
    ShareRows *m_links;
    QLabel *m_note;
};

class SeveralPage : public InspectorPage
{
    Q_DECLARE_TR_FUNCTIONS(SeveralPage)

public:
    SeveralPage(Session &owner, const NameSet &names)
        : InspectorPage(owner), m_names(withMembers(project().cluster, names))
    {
        QFormLayout *form = addForm();
        m_nodes = addFact(form, tr("Nodes"));
        m_devices = addFact(form, tr("Devices"));
        m_types = addFact(form, tr("Types"));
        m_switches = addFact(form, tr("Switches"));
        m_links = addFact(form, tr("Links"));
        addSection(tr("Set for all"));
        QFormLayout *bulk = addForm();
        m_speed = new QuantityField(tr("Speed of their devices"), {{QStringLiteral("%"), 0.01}}, this);
        m_speed->setRange(0.01, 1);
        bulk->addRow(tr("Device speed, %"), m_speed);
        m_bandwidth = new QuantityField(tr("Bandwidth of their links"), bandwidthUnits(), this);
        m_bandwidth->setRange(1e3, 1e15);
        bulk->addRow(tr("Link bandwidth"), m_bandwidth);
        m_latency = new QuantityField(tr("Latency of their links"), timeUnits(), this);
        m_latency->setRange(0, 10);
        bulk->addRow(tr("Link latency"), m_latency);
        addNote()->setText(
            tr("Links are the selected ones. “mixed” means that they differ; a new value sets all of them."));
        finish();
        connect(m_speed, &QuantityField::edited, this, [this](double value) {
            changeNodes(tr("Change the speed of %1 nodes").arg(count<Node>()), QStringLiteral("speed"),
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
        for (QuantityField *field : {m_speed, m_bandwidth, m_latency})
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
        for (const std::string &name : m_names) {
            if (const Node *node = cluster.findNode(name)) {
                ++nodes;
                devices += node->devices.size();
                for (const Device &device : node->devices) {
                    types.insert(device.type);
                    speeds.insert(device.speed.factorAt(Seconds(0)));
                }
            } else if (cluster.findSwitch(name)) {
                ++switches;
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
        setHeading(IconName::group, tr("Selection"), tr("%1 things").arg(found));
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
        return true;
    }

private:
    template<class Thing>
    std::size_t count() const
    {
        return static_cast<std::size_t>(std::count_if(m_names.begin(), m_names.end(), [&](const auto &name) {
            return project().cluster.findNode(name) != nullptr;
        }));
    }

    template<typename Edit>
    void changeNodes(const QString &what, const QString &key, Edit &&edit)
    {
        Project after = project();
        for (const std::string &name : m_names) {
            const Node *node = after.cluster.findNode(name);
            if (!node)
                continue;
            Node changed = *node;
            for (Device &device : changed.devices)
                edit(device);
            if (Result<Project> next = replaceNode(after, name, changed))
                after = std::move(*next);
        }
        document().edit(what, std::move(after), QStringLiteral("several/") + key);
    }

    template<typename Edit>
    void changeLinks(const QString &key, Edit &&edit)
    {
        Project after = project();
        for (const std::string &name : m_names) {
            const Link *link = after.cluster.findLink(name);
            if (!link)
                continue;
            Link changed = *link;
            edit(changed);
            if (Result<Project> next = replaceLink(after, name, changed))
                after = std::move(*next);
        }
        document().edit(tr("Change the selected links"), std::move(after), QStringLiteral("several/") + key);
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
};

} // namespace

InspectorPage *makeSwitchPage(Session &session, const std::string &name) { return new SwitchPage(session, name); }

InspectorPage *makeSeveralPage(Session &session, const NameSet &names) { return new SeveralPage(session, names); }

} // namespace heteroscope
