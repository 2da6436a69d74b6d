// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/shortcut_sheet.h"

#include "shell/actions.h"
#include "theme/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace heteroscope {
namespace {

struct ViewKey
{
    const char *keys;
    const char *text;
};

constexpr ViewKey canvasKeys[] = {
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "drag from a port"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "draw a link")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "drag on nothing"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "select by rectangle")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "Shift+click"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "add to the selection")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "Space+drag"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "pan")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "wheel"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "zoom at the pointer")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "arrow keys"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "move the selection")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "Ctrl+arrow keys"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "select what lies there")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "Page Up, Page Down"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "select one after the other")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "Alt+drag"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "move off the grid")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "double click"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "zoom to a node, or fit")},
    {"Escape", QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "cancel, then clear the selection")},
};
constexpr ViewKey timelineKeys[] = {
    {"W A S D", QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "zoom and pan")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "Ctrl+wheel"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "zoom at the pointer")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "arrow keys"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "select bar and lane")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "drag"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "measure")},
    {"F", QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "fit the step")},
    {"C", QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "critical path")},
    {"L", QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "load of the links")},
    {"Escape", QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "clear")},
};

class Column
{
public:
    Column(QWidget *parent, QGridLayout *grid, int column) : m_parent(parent), m_column(column)
    {
        m_layout = new QGridLayout;
        m_layout->setHorizontalSpacing(18);
        m_layout->setVerticalSpacing(3);
        grid->addLayout(m_layout, 0, column, Qt::AlignTop);
    }

    void heading(const QString &text)
    {
        if (m_row > 0)
            m_layout->setRowMinimumHeight(m_row++, 10);
        auto *label = new QLabel(text, m_parent);
        label->setFont(font(TypeRole::title));
        m_layout->addWidget(label, m_row++, 0, 1, 2);
    }

    void row(const QString &keys, const QString &text)
    {
        auto *what = new QLabel(text, m_parent);
        auto *key = new QLabel(keys, m_parent);
        key->setForegroundRole(QPalette::PlaceholderText);
        m_layout->addWidget(what, m_row, 0);
        m_layout->addWidget(key, m_row++, 1, Qt::AlignRight);
    }

private:
    QWidget *m_parent;
    QGridLayout *m_layout;
    int m_column;
    int m_row = 0;
};

} // namespace

ShortcutSheet::ShortcutSheet(const Actions &actions, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(24, 20, 24, 20);
    grid->setHorizontalSpacing(40);
    std::array<Column, 3> columns = {Column(this, grid, 0), Column(this, grid, 1), Column(this, grid, 2)};
    const auto columnOf = [](ActionGroup group) {
        return group <= ActionGroup::edit ? 0 : group == ActionGroup::view ? 1 : 2;
    };
    for (std::size_t g = 0; g < actionGroupNames.size(); ++g) {
        Column &column = columns[static_cast<std::size_t>(columnOf(static_cast<ActionGroup>(g)))];
        column.heading(actionGroupTitle(static_cast<ActionGroup>(g)));
        // The choices of a submenu, neighbours in the table, are one row.
        const std::vector<ActionSpec> &table = actionTable();
        QStringList keys;
        for (std::size_t i = 0; i < table.size(); ++i) {
            const ActionSpec &spec = table[i];
            if (spec.group != static_cast<ActionGroup>(g))
                continue;
            for (const QKeySequence &key : actions[spec.id]->shortcuts())
                keys << key.toString(QKeySequence::NativeText);
            if (spec.submenu && i + 1 < table.size() && table[i + 1].submenu == spec.submenu)
                continue;
            if (!keys.isEmpty())
                column.row(keys.join(QStringLiteral(", ")),
                           spec.submenu ? QCoreApplication::translate("Actions", spec.submenu) : commandText(spec));
            keys.clear();
        }
    }
    columns[2].heading(tr("Timeline"));
    for (const ViewKey &key : timelineKeys)
        columns[2].row(tr(key.keys), tr(key.text));
    columns[2].heading(tr("Canvas"));
    for (const ViewKey &key : canvasKeys)
        columns[2].row(tr(key.keys), tr(key.text));
}

} // namespace heteroscope
