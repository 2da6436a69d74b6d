// SPDX-License-Identifier: GPL-3.0-or-later
//
// The items that can be added to the canvas, as a tree of sections: Devices, Nodes, Network, Notes, Examples. Rows have
// the data that the delegate draws and the MIME data that the canvas accepts.
#pragma once

#include "cluster/catalog.h"
#include "editing/palette_mime.h"

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>

#include <set>
#include <vector>

namespace heteroscope {

struct PaletteExample
{
    QString file; ///< name below resources/examples
    QString title;
};

class PaletteModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Roles {
        KindRole = Qt::UserRole, ///< PaletteKind; invalid for sections and "more" rows
        NameRole,                ///< name in the catalog
        DetailRole,              ///< at the right, "80 GB · 989"
        ShapeRole,               ///< DeviceShape of a device
        SearchRole,              ///< everything a search may hit
        IsMoreRole,              ///< the row that unfolds the rest of its section
        CountRole,               ///< of a section: its items
        TechnologyRole,          ///< of a link
        BandwidthRole,           ///< of a link, bytes/s
        ShownRole,               ///< of a section: its items before "more"
        OwnRole,                 ///< the project's own entry
    };
    enum Section { devices, nodes, network, notes, examples, sectionCount };
    static constexpr int shownFirst = 6; ///< items of a section before "more", if there are no more own ones

    /// The catalog is kept by reference.
    PaletteModel(const Catalog &catalog, std::vector<PaletteExample> shipped, QObject *parent = nullptr);

    /// The project's own entries, listed first; they hide catalog entries of the same name. False when nothing
    /// changes.
    bool setOwn(const Catalog &own);

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &) const override { return 1; }
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QStringList mimeTypes() const override;
    QMimeData *mimeData(const QModelIndexList &indexes) const override;

    /// Index of an item by kind and name; invalid when there is none.
    QModelIndex find(PaletteKind kind, const QString &name) const;

private:
    struct Item
    {
        PaletteKind kind = PaletteKind::device;
        QString name;
        QString text;
        QString detail;
        QString tip;
        DeviceShape shape = DeviceShape::pentagon;
        LinkTechnology technology = LinkTechnology::other;
        double bandwidth = 0;
        bool own = false;
    };
    struct SectionData
    {
        QString title;
        std::vector<Item> items;
    };
    static Item itemOf(const DeviceType &type);
    static Item itemOf(const Node &node);
    static Item itemOf(const LinkType &link);
    void build();
    int shown(int section) const;
    bool hasMore(int section) const;

    const Catalog &m_catalog;
    Catalog m_own;
    std::vector<PaletteExample> m_shipped;

    std::vector<SectionData> m_sections;
};

/// Hides rows that do not match the search and, without a search, the rest of long sections. Sections show the number
/// of matches.
class PaletteFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setSearch(const QString &text);
    void unfold(int section);
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QStringList m_words;
    std::set<int> m_unfolded;
};

} // namespace heteroscope
