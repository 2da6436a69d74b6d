// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawn items as a tree with a search field: nodes with their devices, switches, links, racks, device groups with
// their members, notes. It shows and sets the selection.
#pragma once

#include "document/document.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace heteroscope {

class ThingsView : public QWidget
{
    Q_OBJECT

public:
    explicit ThingsView(Document *document, QWidget *parent = nullptr);

    QLineEdit *search() const { return m_search; }
    QTreeWidget *tree() const { return m_tree; }

signals:
    /// Requests to show an item (Enter, double click).
    void jumpTo(const QString &thing);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void refresh();
    void filter();
    void showSelection();
    void takeSelection();
    void listGroups(QTreeWidgetItem *section);

    Document *m_document;
    QLineEdit *m_search;
    QLabel *m_nothing; ///< that nothing was found
    QTreeWidget *m_tree;
    ProjectSnapshot m_listed;
    bool m_following = false;
};

} // namespace heteroscope
