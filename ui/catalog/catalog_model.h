// SPDX-License-Identifier: GPL-3.0-or-later
//
// The built-in catalog and the project's own entries as a tree: Devices, Links, Models, Node templates; in each the own
// entries first. Own ones are kept up to date by setProject; a change of figures only is told as dataChanged.
#pragma once

#include "project/library_edits.h"

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>

#include <array>

namespace heteroscope {

class CatalogModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Roles {
        OwnRole = Qt::UserRole, ///< of an entry: true when it is the project's
        NameRole,
        SearchRole, ///< everything a search may hit
    };
    enum Column { nameColumn, figureColumn, columnTotal };

    explicit CatalogModel(QObject *parent = nullptr);

    void setProject(const Project &project);
    /// nullptr for sections.
    const CatalogEntry *entry(const QModelIndex &index) const;
    bool isOwn(const QModelIndex &index) const;
    /// Invalid when there is none.
    QModelIndex find(EntryKind kind, const std::string &name, bool own) const;
    QModelIndex section(EntryKind kind) const { return index(static_cast<int>(kind), 0); }
    static EntryKind kindOfSection(const QModelIndex &index);

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &) const override { return columnTotal; }
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Section
    {
        std::vector<CatalogEntry> own;
        std::vector<CatalogEntry> builtin;
        std::size_t size() const { return own.size() + builtin.size(); }
    };

    std::array<Section, entryKindCount> m_sections;
};

/// "Devices", "Links", "Models", "Node templates".
QString kindTitle(EntryKind kind);
/// "6.74 billion", "1.03 trillion".
QString parametersText(double count);
/// The figure that tells entries of a kind apart: "80 GiB · 989 TFLOP/s", "25 GB/s", "6.74 billion", "8 devices".
QString figureOf(const CatalogEntry &entry);

/// Filters by words, which must all match, and optionally by own entries. Sections without a match are hidden; the
/// others show the number of matches.
class CatalogFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit CatalogFilter(QObject *parent = nullptr);
    void setSearch(const QString &text);
    void setOwnOnly(bool ownOnly);
    /// The own entry that is being edited stays listed whatever becomes of it, until another search.
    void keep(EntryKind kind, const std::string &name) { m_kept = std::pair(kind, QString::fromStdString(name)); }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QStringList m_words;
    bool m_ownOnly = false;
    std::optional<std::pair<EntryKind, QString>> m_kept;
};

} // namespace heteroscope
