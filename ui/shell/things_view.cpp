// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/things_view.h"

#include "cluster/catalog.h"
#include "editing/group_commands.h"
#include "editing/note_commands.h"
#include "project/device_groups.h"
#include "shell/command_palette.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

namespace heteroscope {
namespace {

/// "8x H100 80G" or "4x A100 80G + 4x V100 32G".
QString devicesOf(const Node &node, const Cluster &cluster)
{
    std::vector<std::pair<std::string, std::size_t>> counts;
    for (const Device &device : node.devices) {
        if (counts.empty() || counts.back().first != device.type)
            counts.emplace_back(device.type, 0);
        ++counts.back().second;
    }
    QStringList parts;
    for (const auto &[name, count] : counts) {
        const DeviceType *type = findDeviceType(cluster, name);
        parts << QStringLiteral("%1x %2").arg(count).arg(QString::fromStdString(type ? shortName(*type) : name));
    }
    return parts.join(QStringLiteral(" + "));
}

bool sameThings(const Project &one, const Project &other)
{
    const Cluster &a = one.cluster;
    const Cluster &b = other.cluster;
    return a.nodes == b.nodes && a.switches == b.switches && a.links == b.links && a.racks == b.racks &&
           a.deviceGroups == b.deviceGroups && one.mappings == other.mappings && one.notes == other.notes;
}

/// A row of the thing that the selection calls `name`.
QTreeWidgetItem *addRow(QTreeWidgetItem *parent, const std::string &name, const QString &title, const QString &detail)
{
    auto *item = new QTreeWidgetItem(parent, {title, detail});
    item->setData(0, Qt::UserRole, QString::fromStdString(name));
    item->setForeground(1, currentTheme()[Role::muted]);
    item->setToolTip(0, plainTip(item->text(0)));
    item->setToolTip(1, plainTip(detail));
    return item;
}

constexpr int wordsRole = Qt::UserRole + 1; ///< further words that find a row

/// What the selection calls the thing of a row.
QString nameOf(const QTreeWidgetItem &item) { return item.data(0, Qt::UserRole).toString(); }

} // namespace

ThingsView::ThingsView(Document *document, QWidget *parent)
    : QWidget(parent),
      m_document(document),
      m_search(new QLineEdit(this)),
      m_nothing(new PlainLabel(this)),
      m_tree(new QTreeWidget(this))
{
    m_search->setPlaceholderText(tr("Search drawn items"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_tree->setAccessibleName(tr("Drawn items"));
    m_tree->setColumnCount(2);
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(14);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch); // a long name is elided, not what stands behind
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->viewport()->setAutoFillBackground(false); // the panel shows through
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 6, 0);
    layout->setSpacing(6);
    layout->addWidget(m_search);
    m_nothing->setWordWrap(true);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->hide();
    layout->addWidget(m_nothing);
    layout->addWidget(m_tree, 1);
    connect(m_search, &QLineEdit::textChanged, this, &ThingsView::filter);
    connect(m_tree, &QTreeWidget::itemSelectionChanged, this, &ThingsView::takeSelection);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem *item) {
        if (item->parent())
            emit jumpTo(nameOf(*item));
    });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        for (QTreeWidgetItemIterator it(m_tree, QTreeWidgetItemIterator::NotHidden); *it; ++it)
            if ((*it)->parent()) {
                m_tree->setCurrentItem(*it);
                emit jumpTo(nameOf(**it));
                return;
            }
    });
    connect(document, &Document::projectChanged, this, &ThingsView::refresh);
    connect(document->selection(), &Selection::changed, this, &ThingsView::showSelection);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, [this] {
        m_listed.reset(); // its inks are of the old theme
        refresh();
    });
}

void ThingsView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void ThingsView::refresh()
{
    // A list that nobody sees is made when it is shown.
    if (!isVisible() || (m_listed && sameThings(*m_listed, m_document->project())))
        return;
    m_listed = m_document->snapshot();
    m_following = true;
    m_tree->clear();
    const Cluster &cluster = m_listed->cluster;
    const auto section = [this](const QString &title, std::size_t count) {
        auto *item = new QTreeWidgetItem(m_tree, {title, formatCount(count)});
        item->setFont(0, heteroscope::font(TypeRole::title));
        item->setFlags(Qt::ItemIsEnabled);
        item->setExpanded(true);
        return item;
    };
    const auto add = [](QTreeWidgetItem *parent, const std::string &name, const QString &detail) {
        addRow(parent, name, QString::fromStdString(name), detail);
    };
    QTreeWidgetItem *nodes = section(tr("Nodes"), cluster.nodes.size());
    for (const Node &node : cluster.nodes)
        add(nodes, node.name, devicesOf(node, cluster));
    QTreeWidgetItem *switches = section(tr("Switches"), cluster.switches.size());
    for (const Switch &one : cluster.switches)
        add(switches, one.name, one.ports > 0 ? tr("%1 ports").arg(one.ports) : QString());
    QTreeWidgetItem *links = section(tr("Links"), cluster.links.size());
    for (const Link &link : cluster.links)
        addRow(links, link.name, QString::fromStdString(link.name), formatBandwidth(link.bandwidth))
            ->setData(0, wordsRole, wordsOf(link));
    QTreeWidgetItem *racks = section(tr("Racks"), cluster.racks.size());
    for (const Rack &rack : cluster.racks)
        add(racks, rack.name,
            rack.members.size() == 1 ? tr("1 item x %1").arg(rack.repeat)
                                     : tr("%1 items x %2").arg(rack.members.size()).arg(rack.repeat));
    QTreeWidgetItem *groups = section(tr("Device groups"), cluster.deviceGroups.size());
    listGroups(groups);
    QTreeWidgetItem *notes = section(tr("Notes"), m_listed->notes.size());
    for (const Note &note : m_listed->notes)
        addRow(notes, noteKey(note.id), noteTitle(note), QString())
            ->setToolTip(0, plainTip(QString::fromStdString(note.text)));
    m_following = false;
    filter();
    showSelection();
}

void ThingsView::listGroups(QTreeWidgetItem *section)
{
    const Cluster &cluster = m_listed->cluster;
    for (const DeviceGroup &group : cluster.deviceGroups) {
        QTreeWidgetItem *item =
            addRow(section, groupKey(group.name), QString::fromStdString(group.name), rulesText(*m_listed, group.name));
        for (const GroupPart &part : partsOf(cluster, group)) {
            std::vector<int> held;
            for (std::size_t d = 0; d < part.devices.size(); ++d)
                if (part.devices[d])
                    held.push_back(static_cast<int>(d));
            const Node *node = cluster.findNode(part.node);
            addRow(item, part.node, QString::fromStdString(part.node),
                   part.whole                           ? devicesOf(*node, cluster)
                   : held.size() == part.devices.size() ? tr("some copies")
                   : held.size() == 1                   ? tr("device %1").arg(held.front())
                                      : tr("%1 of %2 devices").arg(held.size()).arg(node->devices.size()));
        }
    }
}

void ThingsView::filter()
{
    bool any = false;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem *parent = m_tree->topLevelItem(i);
        int shown = 0;
        for (int k = 0; k < parent->childCount(); ++k) {
            QTreeWidgetItem *item = parent->child(k);
            const auto matches = [this](const QTreeWidgetItem *one) {
                return matchScore(one->text(0), m_search->text(),
                                  one->text(1) + u' ' + one->data(0, wordsRole).toString()) > 0;
            };
            bool hit = matches(item);
            const bool all = hit; // a group that is found is shown with all its members
            for (int m = 0; m < item->childCount(); ++m) {
                const bool found = matches(item->child(m));
                item->child(m)->setHidden(!all && !found);
                hit = hit || found;
            }
            if (item->childCount() > 0)
                item->setExpanded(hit && !all && !m_search->text().isEmpty());
            item->setHidden(!hit);
            shown += hit ? 1 : 0;
        }
        parent->setText(1, formatCount(static_cast<std::size_t>(shown)));
        parent->setHidden(shown == 0);
        any = any || shown > 0;
    }
    m_nothing->setText(tr("Nothing found for “%1”").arg(m_search->text().trimmed()));
    m_nothing->setVisible(!any && !m_search->text().isEmpty());
}

void ThingsView::showSelection()
{
    if (m_following || !m_listed)
        return;
    m_following = true;
    m_tree->clearSelection();
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i)
        for (int k = 0; k < m_tree->topLevelItem(i)->childCount(); ++k) {
            QTreeWidgetItem *item = m_tree->topLevelItem(i)->child(k);
            if (m_document->selection()->contains(nameOf(*item).toStdString()))
                item->setSelected(true);
        }
    m_following = false;
}

void ThingsView::takeSelection()
{
    if (m_following)
        return;
    NameSet names;
    for (const QTreeWidgetItem *item : m_tree->selectedItems())
        names.insert(nameOf(*item).toStdString());
    m_following = true;
    m_document->selection()->selectNames(names);
    m_following = false;
}

} // namespace heteroscope
