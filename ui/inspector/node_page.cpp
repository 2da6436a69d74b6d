// SPDX-License-Identifier: GPL-3.0-or-later
//
// A node: name, its devices by type and count, their speed, its fabric, and what the last step did on it.
#include "cluster/limits.h"
#include "inspector/inspector.h"
#include "inspector/step_section.h"
#include "language/link_text.h"
#include "project/edits.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "widgets/plain_text.h"

#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace heteroscope {
namespace {

struct TypeCount
{
    std::string type;
    int count = 0;
};

/// Neighbouring devices of one type.
std::vector<TypeCount> runsOf(const Node &node)
{
    std::vector<TypeCount> runs;
    for (const Device &device : node.devices) {
        if (runs.empty() || runs.back().type != device.type)
            runs.push_back({device.type, 0});
        ++runs.back().count;
    }
    return runs;
}

/// Makes the node's devices those of the runs; devices that stay keep their speed.
void setRuns(Node &node, const std::vector<TypeCount> &runs)
{
    std::vector<Device> devices;
    for (const TypeCount &run : runs)
        for (int i = 0; i < run.count; ++i) {
            const std::size_t index = devices.size();
            Device device{run.type, {}};
            if (index < node.devices.size() && node.devices[index].type == run.type)
                device = node.devices[index];
            devices.push_back(device);
        }
    node.devices = std::move(devices);
}

class NodePage : public InspectorPage
{
    Q_DECLARE_TR_FUNCTIONS(NodePage)

public:
    NodePage(Session &owner, const std::string &name) : InspectorPage(owner), m_name(name)
    {
        PlainForm *form = addForm();
        m_nameField = new NameField(tr("Name"), this);
        form->addRow(tr("Name"), m_nameField);
        connect(m_nameField, &NameField::renamed, this, [this](const QString &wanted) {
            const std::string old = m_name;
            m_name = wanted.toStdString();
            if (const Node *node = project().cluster.findNode(old)) {
                Node changed = *node;
                changed.name = m_name;
                if (document().edit(tr("Rename %1").arg(text(old)), replaceNode(project(), old, changed)))
                    document().selection()->selectNames({m_name});
                else
                    m_name = old;
            }
            refresh();
        });
        m_template = addFact(form, tr("Drawn from"));
        m_rack = addFact(form, tr("Rack"));
        addSection(tr("Devices"));
        m_runs = new QWidget(this);
        m_runsLayout = new QVBoxLayout(m_runs);
        m_runsLayout->setContentsMargins(0, 0, 0, 0);
        m_runsLayout->setSpacing(5);
        addWidget(m_runs);
        PlainForm *speed = addForm();
        speed->setContentsMargins(0, 5, 0, 0);
        m_speed = new QuantityField(tr("Speed of all devices"), {{QStringLiteral("%"), 0.01}}, this);
        m_speed->setRange(0.01, 1);
        m_speed->setToolTip(
            tr("Compute rate of the devices: 100 % is full speed, less is a shared or throttled device. "
               "Zoom in and choose one device to slow it alone."));
        speed->addRow(tr("Speed, %"), m_speed);
        connect(m_speed, &QuantityField::edited, this, [this](double value) {
            change(tr("Change the speed of %1").arg(text(m_name)), QStringLiteral("speed"), [value](Node &node) {
                for (Device &device : node.devices) {
                    device.speed.points.clear();
                    if (value < 1)
                        device.speed.points.push_back({Seconds(0), value});
                }
            });
        });
        connect(m_speed, &QuantityField::editingFinished, this, [this] { document().endMerge(); });
        m_power = new QuantityField(tr("Host power"), powerUnits(), this);
        m_power->setRange(limits::power.minimum, limits::power.maximum);
        m_power->setToolTip(
            tr("Power of CPUs, memory, network cards and fans, beside the devices. It is drawn all the time "
               "and counts towards the energy of every step."));
        speed->addRow(tr("Host power"), m_power);
        connect(m_power, &QuantityField::edited, this, [this](double value) {
            change(tr("Change the power of %1").arg(text(m_name)), QStringLiteral("power"),
                   [value](Node &node) { node.power = value; });
        });
        connect(m_power, &QuantityField::editingFinished, this, [this] { document().endMerge(); });
        addSection(tr("Inside"));
        m_fabric = addNote();
        m_step = new StepSection(this);
        addWidget(m_step);
        finish();
    }

    bool refresh() override
    {
        const Node *node = project().cluster.findNode(m_name);
        if (!node)
            return false;
        setHeading(IconName::server, text(m_name),
                   node->devices.size() == 1 ? tr("1 device") : tr("%1 devices").arg(node->devices.size()));
        if (!m_nameField->hasFocus())
            m_nameField->setName(text(m_name));
        m_template->setText(node->templateName.empty() ? tr("custom") : text(node->templateName));
        m_rack->setText(rackText(project().cluster, m_name));
        refreshRuns(*node);
        const auto speedOf = [](const Device &device) { return device.speed.factorAt(Seconds(0)); };
        const bool same = std::all_of(node->devices.begin(), node->devices.end(), [&](const Device &device) {
            return speedOf(device) == speedOf(node->devices.front());
        });
        if (node->devices.empty() || !same)
            m_speed->setMixed(1);
        else
            m_speed->setValue(speedOf(node->devices.front()));
        m_power->setValue(node->power);
        QStringList lines;
        for (const FabricLink &link : node->fabric)
            lines << tr("%1 – %2: %3 %4, %5")
                         .arg(text(link.from), text(link.to), technologyName(link.technology),
                              formatBandwidth(link.bandwidth), formatSeconds(link.latency));
        m_fabric->setText(lines.isEmpty() ? tr("No links inside.") : lines.join(u'\n'));
        m_step->showOn(session(), {m_name}, tr("The shown plan does not use this node."));
        return true;
    }

private:
    template<typename Edit>
    void change(const QString &what, const QString &key, Edit &&edit)
    {
        const Node *node = project().cluster.findNode(m_name);
        if (!node)
            return;
        Node changed = *node;
        edit(changed);
        document().edit(what, replaceNode(project(), m_name, changed), key.isEmpty() ? key : key + u'/' + text(m_name));
    }

    void refreshRuns(const Node &node)
    {
        const std::vector<TypeCount> runs = runsOf(node);
        if (static_cast<std::size_t>(m_types.size()) != runs.size())
            rebuildRuns(runs.size());
        for (std::size_t i = 0; i < runs.size(); ++i) {
            QComboBox *type = m_types[i];
            showDeviceType(*type, text(runs[i].type));
            const QSignalBlocker quiet(m_counts[i]);
            m_counts[i]->setValue(runs[i].count);
        }
    }

    void rebuildRuns(std::size_t count)
    {
        for (QObject *child : m_runs->children())
            if (child->isWidgetType())
                child->deleteLater();
        m_types.clear();
        m_counts.clear();
        for (std::size_t i = 0; i < count; ++i) {
            auto *row = new QWidget(m_runs);
            auto *line = new QHBoxLayout(row);
            line->setContentsMargins(0, 0, 0, 0);
            line->setSpacing(6);
            auto *number = new QSpinBox(row);
            number->setRange(0, 1024);
            number->setFixedWidth(58);
            number->setAccessibleName(tr("Number of devices"));
            auto *type = new QComboBox(row);
            type->setAccessibleName(tr("Device type"));
            fillDeviceTypes(*type, project().cluster);
            line->addWidget(number);
            line->addWidget(type, 1);
            m_runsLayout->addWidget(row);
            m_types.push_back(type);
            m_counts.push_back(number);
            connect(type, &QComboBox::activated, this, [this, i, type] {
                change(tr("Change the devices of %1").arg(text(m_name)), {}, [&](Node &node) {
                    auto runs = runsOf(node);
                    if (i < runs.size())
                        runs[i].type = type->currentText().toStdString();
                    setRuns(node, runs);
                });
            });
            connect(number, &QSpinBox::valueChanged, this, [this, i](int value) {
                change(tr("Change the devices of %1").arg(text(m_name)), QStringLiteral("count%1").arg(i),
                       [&](Node &node) {
                           auto runs = runsOf(node);
                           if (i < runs.size())
                               runs[i].count = value;
                           setRuns(node, runs);
                       });
            });
        }
    }

    std::string m_name;
    NameField *m_nameField;
    QLabel *m_template;
    QLabel *m_rack;
    QWidget *m_runs;
    QVBoxLayout *m_runsLayout;
    std::vector<QComboBox *> m_types;
    std::vector<QSpinBox *> m_counts;
    QuantityField *m_speed;
    QuantityField *m_power; ///< of the host
    QLabel *m_fabric;
    StepSection *m_step;
};

} // namespace

InspectorPage *makeNodePage(Session &session, const std::string &name) { return new NodePage(session, name); }

} // namespace heteroscope
