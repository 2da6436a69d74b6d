// SPDX-License-Identifier: GPL-3.0-or-later
//
// A device group: its name, its rules, what is in it, and what the last step did there.
#include "editing/group_commands.h"
#include "inspector/group_rules.h"
#include "inspector/inspector.h"
#include "inspector/step_section.h"
#include "project/device_groups.h"
#include "project/edits.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "widgets/plain_text.h"

#include <QCompleter>
#include <QKeyEvent>
#include <QListWidget>
#include <QPushButton>
#include <QStringListModel>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int maxRows = 8; // of the list, before it scrolls
constexpr std::size_t maxSuggested = 5000;

/// Names of everything that can be a member.
QStringList suggestions(const Cluster &cluster)
{
    QStringList names;
    for (const Rack &rack : cluster.racks)
        names << text(rack.name);
    std::size_t devices = 0;
    for (const Node &node : cluster.nodes) {
        names << text(node.name);
        devices += node.devices.size();
    }
    if (devices <= maxSuggested)
        for (const Node &node : cluster.nodes)
            for (std::size_t d = 0; d < node.devices.size(); ++d)
                names << text(node.name + ":" + std::to_string(d));
    return names;
}

/// The members that a typed name means: "a" and "rack-0" with all copies, else one device or one copy as it is.
std::vector<std::string> membersNamed(const Cluster &cluster, const std::string &name)
{
    auto members = membersFor(cluster, {name});
    return members.empty() ? std::vector{name} : members;
}

class GroupPage : public InspectorPage
{
    Q_DECLARE_TR_FUNCTIONS(GroupPage)

public:
    GroupPage(Session &owner, const std::string &name, NameSet others)
        : InspectorPage(owner), m_name(name), m_others(std::move(others))
    {
        PlainForm *form = addForm();
        m_nameField = new NameField(tr("Name"), this);
        form->addRow(tr("Name"), m_nameField);
        m_devices = addFact(form, tr("Devices"));
        addSection(tr("Rules for the planner"));
        m_rules = new GroupRules(owner, this);
        addWidget(m_rules);
        m_count = addSection(tr("Members"));
        addMembersSection();
        auto *select = new QPushButton(tr("Select the members"), this);
        select->setObjectName(QStringLiteral("selectMembers"));
        auto *remove = new QPushButton(tr("Delete the group"), this);
        remove->setObjectName(QStringLiteral("deleteGroup"));
        remove->setToolTip(tr("Its rules are deleted too; its members stay."));
        PlainForm *last = addForm();
        last->setContentsMargins(0, 12, 0, 0);
        last->addRow(select);
        last->addRow(remove);
        m_step = new StepSection(this);
        addWidget(m_step);
        finish();
        connect(m_nameField, &NameField::renamed, this,
                [this](const QString &wanted) { rename(wanted.toStdString()); });
        connect(select, &QPushButton::clicked, this, [this] { selectMembers(document(), m_name); });
        connect(remove, &QPushButton::clicked, this, [this] {
            document().edit(tr("Delete the group %1").arg(text(m_name)), removeThings(project(), {groupKey(m_name)}));
        });
    }

    bool refresh() override
    {
        const Cluster &cluster = project().cluster;
        const DeviceGroup *group = findDeviceGroup(cluster, groupKey(m_name));
        if (!group)
            return false;
        setHeading(IconName::device, text(m_name), tr("device group"));
        if (!m_nameField->hasFocus())
            m_nameField->setName(text(m_name));
        const std::size_t nodes = partsOf(cluster, *group).size();
        const QString devices = formatCount(deviceCount(cluster, *group));
        m_devices->setText(nodes == 1 ? tr("%1 in 1 node").arg(devices)
                                      : tr("%1 in %2 nodes").arg(devices, formatCount(nodes)));
        m_rules->show(m_name);
        showMembers(*group);
        m_step->showOn(session(), {groupKey(m_name)}, tr("The shown plan does not use these devices."));
        return true;
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched == m_list && event->type() == QEvent::KeyPress) {
            const int key = static_cast<QKeyEvent *>(event)->key();
            if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
                takeOut();
                return true;
            }
        }
        return InspectorPage::eventFilter(watched, event);
    }

private:
    void addMembersSection()
    {
        if (!m_others.empty()) {
            auto *add =
                new QPushButton(m_others.size() == 1 ? withoutMnemonic(tr("Add %1").arg(text(*m_others.begin())))
                                                     : tr("Add the %1 selected items").arg(m_others.size()),
                                this);
            add->setObjectName(QStringLiteral("addSelected"));
            add->setEnabled(canGroup(document()));
            addWidget(add);
            connect(add, &QPushButton::clicked, this, [this] { groupSelected(document()); });
        }
        m_list = new QListWidget(this);
        m_list->setObjectName(QStringLiteral("members"));
        m_list->setAccessibleName(tr("Members"));
        m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
        m_list->setUniformItemSizes(true);
        m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_list->installEventFilter(this);
        addWidget(m_list);
        m_added = new QLineEdit(this);
        m_added->setObjectName(QStringLiteral("addMember"));
        m_added->setPlaceholderText(tr("A node, a rack, or a device as node:0"));
        m_added->setAccessibleName(m_added->placeholderText());
        auto *completer = new QCompleter(suggestions(project().cluster), m_added);
        completer->setCaseSensitivity(Qt::CaseInsensitive);
        completer->setFilterMode(Qt::MatchContains);
        m_added->setCompleter(completer);
        m_takeOut = new QPushButton(tr("Remove"), this);
        m_takeOut->setObjectName(QStringLiteral("takeOut"));
        m_takeOut->setToolTip(tr("The members selected in the list, or the one entered"));
        auto *row = new QWidget(this);
        auto *layout = new QHBoxLayout(row);
        layout->setContentsMargins(0, 6, 0, 0);
        layout->setSpacing(6);
        auto *add = new QPushButton(tr("Add"), this);
        add->setObjectName(QStringLiteral("add"));
        layout->addWidget(m_added, 1);
        addWidget(row);
        auto *buttons = new QWidget(this);
        auto *two = new QHBoxLayout(buttons);
        two->setContentsMargins(0, 6, 0, 0);
        two->setSpacing(6);
        two->addWidget(add, 1);
        two->addWidget(m_takeOut, 1);
        addWidget(buttons);
        connect(add, &QPushButton::clicked, this, [this] { addTyped(); });
        connect(m_added, &QLineEdit::returnPressed, this, [this] { addTyped(); });
        connect(m_takeOut, &QPushButton::clicked, this, [this] { takeOut(); });
        const auto enable = [this, add] {
            const bool typed = !m_added->text().trimmed().isEmpty();
            add->setEnabled(typed);
            m_takeOut->setEnabled(typed || !m_list->selectedItems().isEmpty());
        };
        connect(m_added, &QLineEdit::textChanged, this, enable);
        connect(m_list, &QListWidget::itemSelectionChanged, this, enable);
        enable();
    }

    void showMembers(const DeviceGroup &group)
    {
        m_count->setText(formatCount(group.devices.size()));
        if (m_listed == group.devices)
            return;
        m_listed = group.devices;
        m_list->clear();
        for (const std::string &member : group.devices)
            m_list->addItem(text(member));
        const int rows = std::clamp(m_list->count(), 1, maxRows);
        m_list->setFixedHeight(rows * std::max(20, m_list->sizeHintForRow(0)) + 2 * m_list->frameWidth());
    }

    void addTyped()
    {
        const std::string typed = m_added->text().trimmed().toStdString();
        if (typed.empty())
            return;
        const std::vector<std::string> before = m_listed;
        addMembers(document(), m_name, membersNamed(project().cluster, typed));
        if (m_listed != before)
            m_added->clear();
    }

    void takeOut()
    {
        std::vector<std::string> members;
        for (const QListWidgetItem *item : m_list->selectedItems())
            members.push_back(item->text().toStdString());
        if (members.empty())
            members = membersNamed(project().cluster, m_added->text().trimmed().toStdString());
        m_added->clear();
        takeOutMembers(document(), m_name, members);
    }

    void rename(const std::string &wanted)
    {
        const std::string old = std::exchange(m_name, wanted);
        if (renameGroup(document(), old, wanted))
            document().selection()->selectNames({groupKey(m_name)});
        else
            m_name = old;
        refresh();
    }

    std::string m_name;
    NameSet m_others;
    NameField *m_nameField;
    QLabel *m_devices;
    GroupRules *m_rules;
    QLabel *m_count;
    QListWidget *m_list = nullptr;
    std::vector<std::string> m_listed;
    QLineEdit *m_added = nullptr;
    QPushButton *m_takeOut = nullptr;
    StepSection *m_step;
};

} // namespace

InspectorPage *makeGroupPage(Session &session, const std::string &name, const NameSet &others)
{
    return new GroupPage(session, name, others);
}

} // namespace heteroscope
