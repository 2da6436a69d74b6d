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
    {"drag from a port", "draw a link"},
    {"drag on nothing", "select by rectangle"},
    {"Shift+click", "add to the selection"},
    {"Space+drag", "pan"},
    {"wheel", "zoom at the pointer"},
    {"arrow keys", "move the selection"},
    {"Alt+drag", "move off the grid"},
    {"double click", "zoom to a node, or fit"},
    {"Escape", "cancel, then clear the selection"},
};
constexpr ViewKey timelineKeys[] = {
    {"W A S D", "zoom and pan"}, {"Ctrl+wheel", "zoom at the pointer"},
    {"drag", "measure"},         {"F", "fit the step"},
    {"C", "critical path"},      {"L", "load of the links"},
    {"Escape", "clear"},
};

class Column
{
public:
    Column(QWidget *parent, QGridLayout *grid, int column) : m_parent(parent), m_column(column)
    {
        m_layout = new QGridLayout;
        m_layout->setHorizontalSpacing(18);
        m_layout->setVerticalSpacing(4);
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
        column.heading(tr(actionGroupNames[g]));
        for (const ActionSpec &spec : actionTable()) {
            const QList<QKeySequence> keys = actions[spec.id]->shortcuts();
            QString text = actions[spec.id]->text();
            text.remove(QStringLiteral(" …"));
            if (spec.group == static_cast<ActionGroup>(g) && !keys.isEmpty())
                column.row(QKeySequence::listToString(keys, QKeySequence::PortableText).replace(u';', u','), text);
        }
    }
    columns[2].heading(tr("Timeline"));
    for (const ViewKey &key : timelineKeys)
        columns[2].row(tr(key.keys), tr(key.text));
    columns[0].heading(tr("Canvas"));
    for (const ViewKey &key : canvasKeys)
        columns[0].row(tr(key.keys), tr(key.text));
}

} // namespace heteroscope
