// SPDX-License-Identifier: GPL-3.0-or-later
//
// A rack: how often it repeats, what stands in it, what all its copies come to, and what the last step
// did on them.
#include "editing/rack_commands.h"
#include "inspector/inspector.h"
#include "inspector/step_section.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "widgets/plain_text.h"

#include <QCheckBox>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr std::size_t mostNamed = 12; // members that the page lists

class RackPage : public InspectorPage
{
    Q_DECLARE_TR_FUNCTIONS(RackPage)

public:
    RackPage(Session &owner, const std::string &name) : InspectorPage(owner), m_name(name)
    {
        PlainForm *form = addForm();
        m_nameField = new NameField(tr("Name"), this);
        form->addRow(tr("Name"), m_nameField);
        m_repeat = new QSpinBox(this);
        m_repeat->setObjectName(QStringLiteral("repeat"));
        m_repeat->setRange(1, static_cast<int>(maxDevices));
        m_repeat->setKeyboardTracking(false); // 1 and 12 on the way to 128 would be edits
        m_repeat->setAccessibleName(tr("Number of copies"));
        m_repeat->setToolTip(tr("All copies are equal to the drawn one; an edit applies to all."));
        form->addRow(tr("Repeat"), m_repeat);
        m_closed = new QCheckBox(tr("One tile on the canvas"), this);
        form->addRow(QString(), m_closed);
        addSection(tr("In each copy"));
        PlainForm *inside = addForm();
        m_nodes = addFact(inside, tr("Nodes"));
        m_switches = addFact(inside, tr("Switches"));
        m_devices = addFact(inside, tr("Devices"));
        m_members = addNote();
        addSection(tr("In all copies"));
        PlainForm *all = addForm();
        m_allNodes = addFact(all, tr("Nodes"));
        m_allDevices = addFact(all, tr("Devices"));
        addNote()->setText(tr("Links inside the rack exist in each copy; a link to the outside exists once per copy."));
        auto *ungroup = new QPushButton(tr("Ungroup"), this);
        ungroup->setObjectName(QStringLiteral("ungroup"));
        ungroup->setToolTip(tr("Draws every copy on its own"));
        PlainForm *last = addForm();
        last->setContentsMargins(0, 10, 0, 0);
        last->addRow(ungroup);
        m_step = new StepSection(this);
        addWidget(m_step);
        finish();
        connect(m_nameField, &NameField::renamed, this, [this](const QString &wanted) {
            const std::string old = std::exchange(m_name, wanted.toStdString());
            if (renameRack(document(), old, wanted.toStdString()))
                document().selection()->selectNames({m_name});
            else
                m_name = old;
            refresh();
        });
        connect(m_repeat, &QSpinBox::valueChanged, this, [this](int value) {
            setRepeat(document(), m_name, value);
            refresh(); // shows the old one where it was refused
        });
        connect(m_repeat, &QSpinBox::editingFinished, this, [this] { document().endMerge(); });
        connect(m_closed, &QCheckBox::clicked, this, [this] { toggleRacks(document(), {m_name}); });
        connect(ungroup, &QPushButton::clicked, this, [this] { unrackSelected(document()); });
    }

    bool refresh() override
    {
        const Cluster &cluster = project().cluster;
        const Rack *rack = cluster.findRack(m_name);
        if (!rack)
            return false;
        setHeading(IconName::group, text(m_name), tr("rack"));
        if (!m_nameField->hasFocus())
            m_nameField->setName(text(m_name));
        const QSignalBlocker quiet(m_repeat);
        m_repeat->setValue(rack->repeat);
        m_closed->setChecked(rack->collapsed);
        std::size_t nodes = 0;
        std::size_t switches = 0;
        std::size_t devices = 0;
        QStringList names;
        for (const std::string &member : rack->members) {
            if (const Node *node = cluster.findNode(member)) {
                ++nodes;
                devices += node->devices.size();
            } else if (cluster.findSwitch(member)) {
                ++switches;
            } else {
                continue;
            }
            names << text(member);
        }
        const auto all = static_cast<std::size_t>(rack->repeat);
        m_nodes->setText(formatCount(nodes));
        m_switches->setText(formatCount(switches));
        m_devices->setText(formatCount(devices));
        m_allNodes->setText(formatCount(nodes * all));
        m_allDevices->setText(formatCount(devices * all));
        const auto more = names.size() - static_cast<qsizetype>(std::min(mostNamed, rack->members.size()));
        names = names.mid(0, static_cast<qsizetype>(mostNamed));
        m_members->setText(more > 0 ? tr("%1 and %2 more").arg(names.join(QStringLiteral(", ")), QString::number(more))
                                    : names.join(QStringLiteral(", ")));
        m_step->showOn(session(), {m_name}, tr("The shown plan does not use this rack."));
        return true;
    }

private:
    std::string m_name;
    NameField *m_nameField;
    QSpinBox *m_repeat;
    QCheckBox *m_closed;
    QLabel *m_nodes;
    QLabel *m_switches;
    QLabel *m_devices;
    QLabel *m_members;
    QLabel *m_allNodes;
    QLabel *m_allDevices;
    StepSection *m_step;
};

} // namespace

InspectorPage *makeRackPage(Session &session, const std::string &name) { return new RackPage(session, name); }

} // namespace heteroscope
