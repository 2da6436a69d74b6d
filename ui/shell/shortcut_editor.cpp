// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/shortcut_editor.h"

#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>

namespace heteroscope {
namespace {

QString keysText(const QAction &action)
{
    return QKeySequence::listToString(action.shortcuts(), QKeySequence::NativeText);
}

ActionId idOf(const QTreeWidgetItem *row) { return static_cast<ActionId>(row->data(0, Qt::UserRole).toInt()); }

} // namespace

ShortcutEditor::ShortcutEditor(Actions &actions, QWidget *parent)
    : QDialog(parent),
      m_actions(actions),
      m_search(new QLineEdit(this)),
      m_table(new QTreeWidget(this)),
      m_keys(new QKeySequenceEdit(this)),
      m_remark(new PlainLabel(this)),
      m_assign(new QPushButton(tr("Assign"), this)),
      m_none(new QPushButton(tr("No key"), this)),
      m_usual(new QPushButton(tr("Default key"), this))
{
    setWindowTitle(tr("Customize shortcuts"));
    m_search->setPlaceholderText(tr("Search commands"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    fillTable();
    m_keys->setAccessibleName(tr("New key"));
    m_remark->setFont(heteroscope::font(TypeRole::label));
    m_remark->setMinimumHeight(18);
    auto *allUsual = new QPushButton(tr("Reset all"), this);
    auto *closeButton = new QPushButton(tr("Close"), this);
    for (QPushButton *button : {m_assign, m_none, m_usual, allUsual, closeButton})
        button->setAutoDefault(false);
    m_assign->setObjectName(QStringLiteral("assign"));
    m_assign->setProperty("accent", true);
    m_none->setObjectName(QStringLiteral("none"));
    m_usual->setObjectName(QStringLiteral("usual"));
    allUsual->setObjectName(QStringLiteral("allUsual"));

    auto *edit = new QHBoxLayout;
    auto *label = new PlainLabel(tr("New key"), this);
    label->setBuddy(m_keys);
    edit->addWidget(label);
    edit->addWidget(m_keys, 1);
    edit->addWidget(m_assign);
    edit->addWidget(m_none);
    edit->addWidget(m_usual);
    auto *bottom = new QHBoxLayout;
    bottom->addWidget(allUsual);
    bottom->addStretch(1);
    bottom->addWidget(closeButton);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(8);
    layout->addWidget(m_search);
    layout->addWidget(m_table, 1);
    layout->addLayout(edit);
    layout->addWidget(m_remark);
    layout->addLayout(bottom);
    resize(620, 560);

    connect(m_search, &QLineEdit::textChanged, this, &ShortcutEditor::filter);
    connect(m_table, &QTreeWidget::currentItemChanged, this, [this] {
        m_keys->clear();
        showTyped();
    });
    connect(m_keys, &QKeySequenceEdit::keySequenceChanged, this, &ShortcutEditor::showTyped);
    connect(m_assign, &QPushButton::clicked, this, [this] { assign({m_keys->keySequence()}); });
    connect(m_none, &QPushButton::clicked, this, [this] { assign({}); });
    connect(m_usual, &QPushButton::clicked, this, [this] { assign(usualShortcuts(m_actions.specOf(current()))); });
    connect(allUsual, &QPushButton::clicked, this, [this] {
        m_actions.resetShortcuts();
        showKeys();
    });
    connect(closeButton, &QPushButton::clicked, this, &QDialog::accept);
    showKeys();
    m_table->setCurrentItem(m_table->topLevelItem(0));
    m_search->setFocus();
}

void ShortcutEditor::fillTable()
{
    m_table->setAccessibleName(tr("Commands and their keys"));
    m_table->setColumnCount(2);
    m_table->setHeaderLabels({tr("Command"), tr("Keys")});
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->header()->setStretchLastSection(false);
    m_table->setColumnWidth(1, 180);
    for (const ActionSpec &spec : m_actions.specs()) {
        auto *row = new QTreeWidgetItem(m_table, {tr("%1: %2").arg(actionGroupTitle(spec.group), commandText(spec))});
        row->setData(0, Qt::UserRole, static_cast<int>(spec.id));
    }
}

QString ShortcutEditor::remark() const { return m_remark->text(); }

void ShortcutEditor::select(ActionId id)
{
    for (int i = 0; i < m_table->topLevelItemCount(); ++i)
        if (idOf(m_table->topLevelItem(i)) == id)
            m_table->setCurrentItem(m_table->topLevelItem(i));
}

void ShortcutEditor::filter(const QString &text)
{
    for (int i = 0; i < m_table->topLevelItemCount(); ++i) {
        QTreeWidgetItem *row = m_table->topLevelItem(i);
        row->setHidden(!row->text(0).contains(text, Qt::CaseInsensitive) &&
                       !row->text(1).contains(text, Qt::CaseInsensitive));
    }
    chooseVisible();
}

/// What is not shown is not changed: the first row that is, unless the current one is among them.
void ShortcutEditor::chooseVisible()
{
    QTreeWidgetItem *first = nullptr;
    for (int i = m_table->topLevelItemCount() - 1; i >= 0; --i)
        if (!m_table->topLevelItem(i)->isHidden())
            first = m_table->topLevelItem(i);
    if (!first || !m_table->currentItem() || m_table->currentItem()->isHidden())
        m_table->setCurrentItem(first);
    showTyped();
}

ActionId ShortcutEditor::current() const { return idOf(m_table->currentItem()); }

void ShortcutEditor::showKeys()
{
    for (int i = 0; i < m_table->topLevelItemCount(); ++i) {
        QTreeWidgetItem *row = m_table->topLevelItem(i);
        const ActionId id = idOf(row);
        row->setText(1, keysText(*m_actions[id]));
        QFont font = heteroscope::font(TypeRole::body);
        font.setBold(m_actions[id]->shortcuts() != usualShortcuts(m_actions.specOf(id)));
        row->setFont(1, font);
    }
}

void ShortcutEditor::showTyped()
{
    const QKeySequence typed = m_keys->keySequence();
    m_assign->setEnabled(!typed.isEmpty() && m_table->currentItem());
    m_none->setEnabled(m_table->currentItem());
    m_usual->setEnabled(m_table->currentItem());
    m_remark->clear();
    m_assign->setText(tr("Assign"));
    if (typed.isEmpty() || !m_table->currentItem())
        return;
    const std::optional<ActionId> owner = m_actions.ownerOf(typed);
    if (owner && *owner != current()) {
        m_remark->setText(tr("%1 is assigned to \"%2\"; assigning removes it there")
                              .arg(typed.toString(QKeySequence::NativeText), commandText(m_actions.specOf(*owner))));
        m_assign->setText(tr("Reassign"));
    }
}

void ShortcutEditor::assign(const QList<QKeySequence> &keys)
{
    m_actions.setShortcuts(current(), keys);
    m_keys->clear();
    showKeys();
    showTyped();
}

} // namespace heteroscope
