// SPDX-License-Identifier: GPL-3.0-or-later
#include "palette/palette_model.h"

#include "language/link_text.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "widgets/plain_text.h"

#include <QMimeData>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace heteroscope {
namespace {

// Shown before "more": what is met most often today. Names that the catalog does not have are passed over.
constexpr const char *firstDevices[] = {"H100-80GB SXM",       "A100-80GB SXM", "A100-40GB SXM",
                                        "V100-32GB SXM2/SXM3", "RTX 4090",      "RTX 3090"};
constexpr const char *firstNodes[] = {"8x H100 HGX",      "8x A100-80GB HGX", "8x V100-32GB DGX-1",
                                      "8x RTX 3090 PCIe", "8x B200 HGX",      "8x MI300X"};
constexpr const char *firstLinks[] = {"InfiniBand HDR 200G (x8 per A100 node)", "InfiniBand NDR 400G",
                                      "InfiniBand HDR 200G", "Ethernet 100G RoCE", "Ethernet 25G (TCP)"};

template<class Values, class Names>
auto ordered(const Values &values, const Names &first)
{
    std::vector<const typename Values::value_type *> list;
    list.reserve(values.size());
    for (const auto &value : values)
        list.push_back(&value);
    const auto rank = [&](const auto *value) {
        return std::find(std::begin(first), std::end(first), value->name) - std::begin(first);
    };
    std::stable_sort(list.begin(), list.end(), [&](const auto *a, const auto *b) { return rank(a) < rank(b); });
    return list;
}

/// The type's name without memory, which stands at the right.
QString deviceText(const DeviceType &type)
{
    QString name = text(type.name);
    static const QRegularExpression memory(QStringLiteral("-\\d+GB|/SXM3"));
    return name.remove(memory);
}

/// "8x A100-80GB HGX" reads as "8x A100 80G": what a node is sold as stands in its tool tip.
QString nodeText(const Node &node)
{
    QString name = text(node.name);
    static const QRegularExpression memory(QStringLiteral("-(\\d+)GB"));
    name.replace(memory, QStringLiteral(" \\1G"));
    return name.remove(QStringLiteral(" HGX"));
}

/// "InfiniBand HDR 200G (x8 per A100 node)" reads as "IB HDR 200G x8".
QString linkText(const LinkType &link)
{
    QString name = text(link.name);
    static const QRegularExpression ports(QStringLiteral("\\((x\\d+) per [^)]*\\)"));
    static const QRegularExpression aside(QStringLiteral(" \\([^)]*\\)"));
    name.replace(ports, QStringLiteral("\\1"));
    name.remove(aside);
    name.replace(QStringLiteral("InfiniBand"), QStringLiteral("IB"));
    if (name.endsWith(QStringLiteral(" RoCE")))
        name = QStringLiteral("RoCE") + name.chopped(5).remove(QStringLiteral("Ethernet"));
    return name;
}

QString teraflops(const DeviceType &type)
{
    auto peak = type.peakAt(Precision::bf16);
    if (!peak)
        peak = type.peakAt(Precision::fp16);
    return peak ? QString::number(std::lround(peak->value / 1e12)) : QStringLiteral("–");
}

QString fabricOf(const Node &node)
{
    for (const FabricVertex &vertex : node.vertices)
        if (vertex.kind == FabricVertex::Kind::nvswitch)
            return QStringLiteral("NVSwitch");
    return node.fabric.empty() ? QString() : technologyName(node.fabric.front().technology);
}

QString provenance(const std::string &source, bool fromMemory, const std::string &notes)
{
    QString tip = fromMemory ? QObject::tr("Unsourced estimate") : QObject::tr("Source: %1").arg(text(source));
    if (!notes.empty())
        tip += u'\n' + text(notes);
    return tip;
}

} // namespace

PaletteModel::PaletteModel(const Catalog &catalog, std::vector<PaletteExample> shipped, QObject *parent)
    : QAbstractItemModel(parent), m_catalog(catalog), m_shipped(std::move(shipped))
{
    build();
}

bool PaletteModel::setOwn(const Catalog &own)
{
    if (own.devices == m_own.devices && own.links == m_own.links && own.nodes == m_own.nodes)
        return false;
    beginResetModel();
    m_own = own;
    build();
    endResetModel();
    return true;
}

PaletteModel::Item PaletteModel::itemOf(const DeviceType &type)
{
    Item item;
    item.kind = PaletteKind::device;
    item.name = text(type.name);
    item.text = deviceText(type);
    item.detail = QStringLiteral("%1 · %2").arg(formatMemory(type.memory), teraflops(type));
    item.shape = type.shape;
    item.tip = tr("%1 %2 (%3)\n%4 memory at %5, %6 TFLOP/s in 16 bit\n%7")
                   .arg(text(type.vendor), item.name, QString::number(type.year), formatMemory(type.memory),
                        formatBandwidth(type.memoryBandwidth), teraflops(type),
                        provenance(type.source, type.fromMemory, type.notes));
    return item;
}

PaletteModel::Item PaletteModel::itemOf(const Node &node)
{
    Item item;
    item.kind = PaletteKind::node;
    item.name = text(node.name);
    item.text = nodeText(node);
    item.detail = fabricOf(node);
    item.tip = item.name + u'\n' + provenance(node.source, node.fromMemory, node.notes);
    return item;
}

PaletteModel::Item PaletteModel::itemOf(const LinkType &link)
{
    Item item;
    item.kind = PaletteKind::link;
    item.name = text(link.name);
    item.text = linkText(link);
    item.detail = formatBandwidth(link.bandwidth);
    item.technology = link.technology;
    item.bandwidth = link.bandwidth.value;
    item.tip = tr("%1\n%2 per direction, %3\nChoose it, then draw links from port to port\n%4")
                   .arg(item.name, item.detail, formatSeconds(link.latency),
                        provenance(link.source, link.fromMemory, link.notes));
    return item;
}

void PaletteModel::build()
{
    m_sections.assign(sectionCount, {});
    const auto add = [this](Section section, const auto &own, const auto &builtin) {
        auto &items = m_sections[section].items;
        for (const auto &entry : own) {
            Item item = itemOf(entry);
            item.text = item.name; // as the user wrote it
            item.tip = tr("%1\nIn this project's catalog").arg(item.tip);
            item.own = true;
            items.push_back(std::move(item));
        }
        for (const auto *entry : builtin)
            if (std::none_of(own.begin(), own.end(), [&](const auto &one) { return one.name == entry->name; }))
                items.push_back(itemOf(*entry));
    };
    m_sections[devices].title = tr("Devices");
    add(devices, m_own.devices, ordered(m_catalog.devices, firstDevices));
    m_sections[nodes].title = tr("Nodes");
    add(nodes, m_own.nodes, ordered(m_catalog.nodes, firstNodes));
    m_sections[network].title = tr("Network");
    Item networkSwitch;
    networkSwitch.kind = PaletteKind::networkSwitch;
    networkSwitch.name = QStringLiteral("switch");
    networkSwitch.text = tr("Switch");
    networkSwitch.detail = tr("any ports");
    networkSwitch.tip = tr("Drag onto the canvas");
    m_sections[network].items.push_back(networkSwitch);
    std::vector<LinkType> links; // what runs inside nodes is not drawn between them, except NVLink and PCIe cables
    std::copy_if(m_catalog.links.begin(), m_catalog.links.end(), std::back_inserter(links),
                 [](const LinkType &link) { return link.scope != "chip"; });
    std::stable_partition(links.begin(), links.end(), [](const LinkType &link) { return link.scope != "intra-node"; });
    add(network, m_own.links, ordered(links, firstLinks));
    m_sections[notes].title = tr("Notes");
    Item note;
    note.kind = PaletteKind::note;
    note.name = QStringLiteral("note");
    note.text = tr("Note");
    note.detail = tr("free text");
    note.tip = tr("Drag onto the canvas, then write: Ctrl+Enter takes the text");
    m_sections[notes].items.push_back(note);
    m_sections[examples].title = tr("Examples");
    for (const PaletteExample &example : m_shipped) {
        Item item;
        item.kind = PaletteKind::example;
        item.name = example.file;
        item.text = example.title;
        item.tip = tr("Opens %1").arg(example.title);
        m_sections[examples].items.push_back(item);
    }
}

int PaletteModel::shown(int section) const
{
    const auto &items = m_sections[static_cast<std::size_t>(section)].items;
    const auto own = std::count_if(items.begin(), items.end(), [](const Item &item) { return item.own; });
    return std::max(shownFirst, static_cast<int>(own) + (section == network ? 1 : 0));
}

bool PaletteModel::hasMore(int section) const
{
    return m_sections[static_cast<std::size_t>(section)].items.size() > static_cast<std::size_t>(shown(section));
}

// The internal id is 0 for sections and section + 1 for their rows.
QModelIndex PaletteModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex PaletteModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr(0));
}

int PaletteModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return sectionCount;
    if (parent.internalId() != 0)
        return 0;
    return static_cast<int>(m_sections[static_cast<std::size_t>(parent.row())].items.size()) +
           (hasMore(parent.row()) ? 1 : 0);
}

QVariant PaletteModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (index.internalId() == 0) {
        const SectionData &section = m_sections[static_cast<std::size_t>(index.row())];
        if (role == Qt::DisplayRole)
            return section.title;
        if (role == CountRole)
            return static_cast<int>(section.items.size());
        if (role == ShownRole)
            return shown(index.row());
        return {};
    }
    const SectionData &section = m_sections[static_cast<std::size_t>(index.internalId() - 1)];
    const auto row = static_cast<std::size_t>(index.row());
    if (row >= section.items.size()) {
        if (role == Qt::DisplayRole)
            return tr("%1 more …")
                .arg(static_cast<int>(section.items.size()) - shown(static_cast<int>(index.internalId()) - 1));
        return role == IsMoreRole ? QVariant(true) : QVariant();
    }
    const Item &item = section.items[row];
    switch (role) {
    case Qt::DisplayRole:
        return item.text;
    case Qt::ToolTipRole:
        return plainTip(item.tip);
    case KindRole:
        return static_cast<int>(item.kind);
    case NameRole:
        return item.name;
    case DetailRole:
        return item.detail;
    case ShapeRole:
        return static_cast<int>(item.shape);
    case SearchRole:
        return QString(section.title + u' ' + item.name + u' ' + item.text + u' ' + item.detail);
    case TechnologyRole:
        return static_cast<int>(item.technology);
    case BandwidthRole:
        return item.bandwidth;
    case OwnRole:
        return item.own;
    default:
        return {};
    }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled;
    if (index.internalId() != 0)
        flags |= Qt::ItemIsSelectable;
    if (data(index, KindRole).isValid())
        flags |= Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren;
    return flags;
}

QStringList PaletteModel::mimeTypes() const
{
    QStringList types;
    for (const PaletteKind kind : paletteKinds)
        types << QString::fromLatin1(mimeTypeOf(kind));
    return types;
}

QMimeData *PaletteModel::mimeData(const QModelIndexList &indexes) const
{
    for (const QModelIndex &index : indexes) {
        const QVariant kind = data(index, KindRole);
        if (!kind.isValid())
            continue;
        auto *mime = new QMimeData;
        mime->setData(QString::fromLatin1(mimeTypeOf(static_cast<PaletteKind>(kind.toInt()))),
                      data(index, NameRole).toString().toUtf8());
        return mime;
    }
    return nullptr;
}

QModelIndex PaletteModel::find(PaletteKind kind, const QString &name) const
{
    for (int section = 0; section < sectionCount; ++section) {
        const auto &items = m_sections[static_cast<std::size_t>(section)].items;
        for (std::size_t row = 0; row < items.size(); ++row)
            if (items[row].kind == kind && items[row].name == name)
                return index(static_cast<int>(row), 0, index(section, 0));
    }
    return {};
}

void PaletteFilter::setSearch(const QString &text)
{
    m_words = text.simplified().split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

void PaletteFilter::unfold(int section)
{
    m_unfolded.insert(section);
    invalidateFilter();
}

QVariant PaletteFilter::data(const QModelIndex &index, int role) const
{
    if (role == PaletteModel::CountRole && !m_words.isEmpty() && index.isValid() && !index.parent().isValid())
        return rowCount(index);
    return QSortFilterProxyModel::data(index, role);
}

bool PaletteFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const QAbstractItemModel *source = sourceModel();
    if (!parent.isValid()) {
        const QModelIndex section = source->index(row, 0);
        if (m_words.isEmpty())
            return source->rowCount(section) > 0;
        for (int i = 0; i < source->rowCount(section); ++i)
            if (filterAcceptsRow(i, section))
                return true;
        return false;
    }
    const QModelIndex index = source->index(row, 0, parent);
    const bool isMore = index.data(PaletteModel::IsMoreRole).toBool();
    if (m_words.isEmpty()) {
        const bool unfolded = m_unfolded.count(parent.row()) > 0;
        return isMore ? !unfolded : unfolded || row < parent.data(PaletteModel::ShownRole).toInt();
    }
    if (isMore)
        return false;
    const QString haystack = index.data(PaletteModel::SearchRole).toString();
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString &word) { return haystack.contains(word, Qt::CaseInsensitive); });
}

} // namespace heteroscope
