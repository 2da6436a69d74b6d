// SPDX-License-Identifier: GPL-3.0-or-later
//
// The catalog dialog: the built-in entries, every value with its unit and source, and the project's own device types,
// links, models and node templates, which can be copied, created, edited, renamed and deleted. Each change is an undo
// step of the document. An entry in use cannot be deleted.
#pragma once

#include "catalog/catalog_model.h"
#include "document/document.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QTreeView;

namespace heteroscope {

class EntryForm;
class NameField;

class CatalogDialog : public QDialog
{
    Q_OBJECT

public:
    explicit CatalogDialog(Document &document, QWidget *parent = nullptr);

    void choose(EntryKind kind, const std::string &name, bool own);
    QTreeView *tree() const { return m_tree; }
    QLineEdit *searchField() const { return m_search; }
    CatalogModel *model() const { return m_model; }
    EntryForm *form() const { return m_form; }
    /// What the line above the buttons says.
    QString remark() const;

signals:
    /// Put it on the canvas, draw links as it, or train it.
    void useRequested(heteroscope::EntryKind kind, const QString &name);

protected:
    /// The arrow keys in the search field move through what it found.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Current
    {
        EntryKind kind = EntryKind::device;
        std::string name;
        bool own = false;
        bool operator==(const Current &) const = default;
    };

    QWidget *makeBrowser();
    QWidget *makeDetails();
    void showProject();
    void showCurrent();
    void showButtons();
    void say(const QString &text, bool problem = false);
    void add(const QString &what, CatalogEntry entry);
    void addNew();
    void copy();
    void takeSelectedNode();
    void rename(const QString &name);
    void remove();
    void take(const CatalogEntry &draft, const QString &key);
    bool edit(const QString &what, const Result<Project> &after, const QString &key = {});
    std::optional<Current> current() const;
    const Node *selectedNode() const;

    Document &m_document;
    CatalogModel *m_model;
    CatalogFilter *m_filter;
    QLineEdit *m_search;
    QComboBox *m_scope;
    QTreeView *m_tree;
    QLabel *m_nothing;
    QLabel *m_title;
    QLabel *m_origin;
    NameField *m_name;
    QScrollArea *m_scroll;
    EntryForm *m_form = nullptr;
    QLabel *m_remark;
    QPushButton *m_new;
    QPushButton *m_copy;
    QPushButton *m_fromNode;
    QPushButton *m_use;
    QPushButton *m_delete;
    Current m_shown;
    int m_shownRow = 0;
    bool m_following = false; ///< the tree follows the project; its selection means nothing meanwhile
};

} // namespace heteroscope
