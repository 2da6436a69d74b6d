// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/catalog_model.h"

#include "project/recipe_words.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr std::array<EntryKind, entryKindCount> kinds = {EntryKind::device, EntryKind::link, EntryKind::model,
                                                         EntryKind::node};

QString figure(const DeviceType &type)
{
    auto peak = type.peakAt(Precision::bf16);
    if (!peak)
        peak = type.peakAt(Precision::fp16);
    if (!peak)
        peak = type.peakAt(Precision::fp32);
    const QString memory = formatMemory(type.memory);
    return peak ? QStringLiteral("%1 · %2").arg(memory, formatFlops(*peak)) : memory;
}

QString figure(const LinkType &type) { return formatBandwidth(type.bandwidth); }

QString figure(const Model &model) { return parametersText(totalParameters(model)); }

QString figure(const Node &node)
{
    return node.devices.size() == 1 ? CatalogModel::tr("1 device")
                                    : CatalogModel::tr("%1 devices").arg(node.devices.size());
}

QString wordsOf(const DeviceType &type) { return text(type.vendor + ' ' + type.computeClass + ' ' + type.source); }
QString wordsOf(const LinkType &type)
{
    const auto technology = linkTechnologyNames[static_cast<std::size_t>(type.technology)];
    std::string words = std::string(technology) + ' ' + type.scope + ' ' + type.source;
    for (const std::string_view word : linkWords()) // as a recipe calls it
        if (const auto named = linkNamed(word); named && named->name == type.name)
            words += ' ' + std::string(word);
    return text(words);
}
QString wordsOf(const Model &model) { return text(model.family + ' ' + model.source + (model.moe ? " MoE" : "")); }
QString wordsOf(const Node &node)
{
    return (node.devices.empty() ? QString() : text(node.devices.front().type)) + u' ' + text(node.source);
}

bool sameNames(const std::vector<CatalogEntry> &a, const std::vector<CatalogEntry> &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const CatalogEntry &x, const CatalogEntry &y) { return nameOf(x) == nameOf(y); });
}

} // namespace

QString kindTitle(EntryKind kind)
{
    switch (kind) {
    case EntryKind::device:
        return CatalogModel::tr("Devices");
    case EntryKind::link:
        return CatalogModel::tr("Links");
    case EntryKind::model:
        return CatalogModel::tr("Models");
    case EntryKind::node:
        break;
    }
    return CatalogModel::tr("Node templates");
}

QString parametersText(double count)
{
    return count >= 1e12  ? CatalogModel::tr("%1 trillion").arg(formatSignificant(count / 1e12))
           : count >= 1e9 ? CatalogModel::tr("%1 billion").arg(formatSignificant(count / 1e9))
                          : CatalogModel::tr("%1 million").arg(formatSignificant(count / 1e6));
}

QString figureOf(const CatalogEntry &entry)
{
    return std::visit([](const auto &one) { return figure(one); }, entry);
}

CatalogModel::CatalogModel(QObject *parent) : QAbstractItemModel(parent)
{
    for (const EntryKind kind : kinds)
        m_sections[static_cast<std::size_t>(kind)].builtin = builtinEntries(kind);
}

void CatalogModel::setProject(const Project &project)
{
    std::array<std::vector<CatalogEntry>, entryKindCount> own;
    bool same = true;
    for (const EntryKind kind : kinds) {
        const auto i = static_cast<std::size_t>(kind);
        own[i] = ownEntries(project, kind);
        same = same && sameNames(own[i], m_sections[i].own);
    }
    if (!same)
        beginResetModel();
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i] == m_sections[i].own)
            continue;
        m_sections[i].own = std::move(own[i]);
        if (!same)
            continue;
        const QModelIndex parent = section(static_cast<EntryKind>(i));
        emit dataChanged(index(0, nameColumn, parent),
                         index(static_cast<int>(m_sections[i].own.size()) - 1, figureColumn, parent));
    }
    if (!same)
        endResetModel();
}

const CatalogEntry *CatalogModel::entry(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return nullptr;
    const Section &section = m_sections[static_cast<std::size_t>(index.internalId() - 1)];
    const auto row = static_cast<std::size_t>(index.row());
    if (row < section.own.size())
        return &section.own[row];
    return row < section.size() ? &section.builtin[row - section.own.size()] : nullptr;
}

bool CatalogModel::isOwn(const QModelIndex &index) const
{
    return index.isValid() && index.internalId() != 0 &&
           static_cast<std::size_t>(index.row()) <
               m_sections[static_cast<std::size_t>(index.internalId() - 1)].own.size();
}

QModelIndex CatalogModel::find(EntryKind kind, const std::string &name, bool own) const
{
    const Section &one = m_sections[static_cast<std::size_t>(kind)];
    const auto &list = own ? one.own : one.builtin;
    const auto it =
        std::find_if(list.begin(), list.end(), [&](const CatalogEntry &entry) { return nameOf(entry) == name; });
    if (it == list.end())
        return {};
    const auto row = it - list.begin() + static_cast<std::ptrdiff_t>(own ? 0 : one.own.size());
    return index(static_cast<int>(row), 0, section(kind));
}

EntryKind CatalogModel::kindOfSection(const QModelIndex &index)
{
    return static_cast<EntryKind>(index.internalId() == 0 ? index.row() : static_cast<int>(index.internalId()) - 1);
}

// The internal id is 0 for sections and section + 1 for their rows.
QModelIndex CatalogModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex CatalogModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr(0));
}

int CatalogModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_sections.size());
    if (parent.internalId() != 0 || parent.column() > 0)
        return 0;
    return static_cast<int>(m_sections[static_cast<std::size_t>(parent.row())].size());
}

QVariant CatalogModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const CatalogEntry *one = entry(index);
    if (!one) {
        const EntryKind kind = kindOfSection(index);
        if (role == Qt::DisplayRole)
            return index.column() == nameColumn ? QVariant(kindTitle(kind))
                                                : QVariant(QString::number(rowCount(index.siblingAtColumn(0))));
        if (role == Qt::FontRole && index.column() == nameColumn)
            return heteroscope::font(TypeRole::title);
        return role == Qt::TextAlignmentRole && index.column() == figureColumn
                   ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter))
                   : QVariant();
    }
    const bool own = isOwn(index);
    const QString name = text(nameOf(*one));
    const QString origin = own ? tr("%1, in this project").arg(name) : tr("%1, built in").arg(name);
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == nameColumn ? name : figureOf(*one);
    case Qt::AccessibleTextRole:
        return QString(name + QStringLiteral(", ") + figureOf(*one));
    case Qt::AccessibleDescriptionRole:
        return origin;
    case Qt::ToolTipRole:
        return plainTip(origin);
    case Qt::TextAlignmentRole:
        return index.column() == figureColumn ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case Qt::FontRole:
        return own ? QVariant(heteroscope::font(TypeRole::title)) : QVariant();
    case OwnRole:
        return own;
    case NameRole:
        return name;
    case SearchRole:
        return QString(kindTitle(kindOf(*one)) + u' ' + name + u' ' + figureOf(*one) + u' ' +
                       text(plainWord(nameOf(*one))) + u' ' +
                       std::visit([](const auto &value) { return wordsOf(value); }, *one));
    default:
        return {};
    }
}

QVariant CatalogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == nameColumn ? tr("Name") : tr("Figure");
}

CatalogFilter::CatalogFilter(QObject *parent) : QSortFilterProxyModel(parent) { setRecursiveFilteringEnabled(true); }

void CatalogFilter::setSearch(const QString &text)
{
    m_words = text.simplified().split(u' ', Qt::SkipEmptyParts);
    m_kept.reset();
    invalidateFilter();
}

void CatalogFilter::setOwnOnly(bool ownOnly)
{
    m_ownOnly = ownOnly;
    invalidateFilter();
}

QVariant CatalogFilter::data(const QModelIndex &index, int role) const
{
    if (role == Qt::DisplayRole && index.isValid() && !index.parent().isValid() &&
        index.column() == CatalogModel::figureColumn)
        return QString::number(rowCount(index.siblingAtColumn(CatalogModel::nameColumn)));
    return QSortFilterProxyModel::data(index, role);
}

bool CatalogFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    if (!parent.isValid())
        return false; // a section comes with what it holds
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    const bool own = index.data(CatalogModel::OwnRole).toBool();
    if (own && m_kept && m_kept->first == CatalogModel::kindOfSection(index) &&
        m_kept->second == index.data(CatalogModel::NameRole).toString())
        return true;
    if (m_ownOnly && !own)
        return false;
    const QString haystack = index.data(CatalogModel::SearchRole).toString();
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString &word) { return haystack.contains(word, Qt::CaseInsensitive); });
}

} // namespace heteroscope
