// SPDX-License-Identifier: GPL-3.0-or-later
//
// A switch: name, ports, latency, and what goes through its links.
#include "canvas/scene/canvas_overlay.h"
#include "cluster/limits.h"
#include "editing/rack_commands.h"
#include "inspector/inspector.h"
#include "project/edits.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "widgets/plain_text.h"

#include <QCheckBox>
#include <QSpinBox>

#include <algorithm>

namespace heteroscope {
namespace {

class SwitchPage : public InspectorPage
{
    Q_DECLARE_TR_FUNCTIONS(SwitchPage)

public:
    SwitchPage(Session &owner, const std::string &name) : InspectorPage(owner), m_name(name)
    {
        PlainForm *form = addForm();
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
        m_power = new QuantityField(tr("Power"), powerUnits(), this);
        m_power->setRange(limits::power.minimum, limits::power.maximum);
        m_power->setToolTip(tr("Drawn all the time. It counts towards the energy of every step."));
        form->addRow(tr("Power"), m_power);
        m_reduces = new QCheckBox(tr("Performs all-reduces"), this);
        m_reduces->setToolTip(tr("Like SHARP: if all switches between at least three nodes do this, each node sends "
                                 "its sum once and receives the total once."));
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
        connect(m_power, &QuantityField::edited, this, [this](double value) {
            change(tr("Change the power of %1").arg(text(m_name)), QStringLiteral("power"),
                   [value](Switch &item) { item.power = value; });
        });
        connect(m_power, &QuantityField::editingFinished, this, [this] { document().endMerge(); });
        connect(m_reduces, &QCheckBox::clicked, this, [this](bool on) {
            change(on ? tr("Let %1 perform all-reduces").arg(text(m_name))
                      : tr("Let %1 only forward").arg(text(m_name)),
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
        m_power->setValue(item->power);
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
    QuantityField *m_power;
    QCheckBox *m_reduces;
    QLabel *m_rack;
    ShareRows *m_links;
    QLabel *m_note;
};

} // namespace

InspectorPage *makeSwitchPage(Session &session, const std::string &name) { return new SwitchPage(session, name); }

} // namespace heteroscope
