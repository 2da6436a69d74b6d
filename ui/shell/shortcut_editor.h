// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shortcut editor. A shortcut belongs to one command; assigning it to another removes it from the first.
#pragma once

#include "settings/actions.h"

#include <QDialog>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace heteroscope {

class ShortcutEditor : public QDialog
{
    Q_OBJECT

public:
    ShortcutEditor(Actions &actions, QWidget *parent);

    QTreeWidget *table() const { return m_table; }
    QKeySequenceEdit *keys() const { return m_keys; }
    /// The remark about the entered shortcut.
    QString remark() const;
    void select(ActionId id);

private:
    void fillTable();
    void filter(const QString &text);
    ActionId current() const;
    void showKeys();
    void chooseVisible();
    void showTyped();
    void assign(const QList<QKeySequence> &keys);

    Actions &m_actions;
    QLineEdit *m_search;
    QTreeWidget *m_table;
    QKeySequenceEdit *m_keys;
    QLabel *m_remark;
    QPushButton *m_assign;
    QPushButton *m_none;
    QPushButton *m_usual;
};

} // namespace heteroscope
