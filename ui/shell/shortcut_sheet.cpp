// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/shortcut_sheet.h"

#include "settings/actions.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <vector>

namespace heteroscope {
namespace {

/// Of the smallest window.
constexpr int maxHeight = 700;

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
    {"K", QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "power and memory")},
    {"P, H", QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "pin and hide lanes")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "Shift+H"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "show all lanes")},
    {"G, /", QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "fold and filter lanes")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "Shift+G"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "group lanes by another thing")},
    {QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "Alt+Up, Down"),
     QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "move lanes")},
    {"M", QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "write a marker")},
    {"Ctrl+F, F3", QT_TRANSLATE_NOOP("heteroscope::ShortcutSheet", "find bars, next bar")},
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
        auto *label = new PlainLabel(text, m_parent);
        label->setFont(font(TypeRole::title));
        m_layout->addWidget(label, m_row++, 0, 1, 2);
    }

    void row(const QString &keys, const QString &text)
    {
        auto *what = new PlainLabel(text, m_parent);
        auto *key = new PlainLabel(keys, m_parent);
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

/// All keys in so many columns, 1 to 3.
QWidget *makePage(const Actions &actions, int count)
{
    auto *page = new QWidget;
    auto *grid = new QGridLayout(page);
    grid->setContentsMargins(24, 20, 24, 12);
    grid->setHorizontalSpacing(40);
    std::vector<Column> columns;
    columns.reserve(static_cast<std::size_t>(count));
    for (int column = 0; column < count; ++column)
        columns.emplace_back(page, grid, column);
    Column *const first = &columns.front();
    Column *const second = count > 1 ? &columns[1] : first;
    Column *const third = count > 2 ? &columns[2] : first;
    const auto columnOf = [&](ActionGroup group) -> Column & {
        return group <= ActionGroup::edit ? *first : group == ActionGroup::view ? *second : *third;
    };
    for (std::size_t g = 0; g < actionGroupNames.size(); ++g) {
        Column &column = columnOf(static_cast<ActionGroup>(g));
        column.heading(actionGroupTitle(static_cast<ActionGroup>(g)));
        // The choices of a submenu, neighbours in the table, are one row.
        const std::vector<ActionSpec> &table = actions.specs();
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
    third->heading(ShortcutSheet::tr("Timeline"));
    for (const ViewKey &key : timelineKeys)
        third->row(ShortcutSheet::tr(key.keys), ShortcutSheet::tr(key.text));
    third->heading(ShortcutSheet::tr("Canvas"));
    for (const ViewKey &key : canvasKeys)
        third->row(ShortcutSheet::tr(key.keys), ShortcutSheet::tr(key.text));
    return page;
}

} // namespace

ShortcutSheet::ShortcutSheet(const Actions &actions, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    // On a screen that is too small for all of it the sheet has fewer columns, and scrolls.
    const QSize room = (screen()->availableSize() - QSize(40, 80)).boundedTo({4'000, maxHeight});
    int columns = 3;
    QWidget *page = makePage(actions, columns);
    while (columns > 1 && page->sizeHint().width() > room.width()) {
        delete page;
        page = makePage(actions, --columns);
    }
    auto *area = new QScrollArea(this);
    area->setAccessibleName(windowTitle());
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto *choose =
        buttons->addButton(commandText(actions.specOf(ActionId::editShortcuts)), QDialogButtonBox::ActionRole);
    connect(choose, &QPushButton::clicked, actions[ActionId::editShortcuts], &QAction::trigger);
    connect(choose, &QPushButton::clicked, this, &QDialog::close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 12);
    layout->addWidget(area, 1);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(24, 0, 24, 0);
    foot->addWidget(buttons);
    layout->addLayout(foot);
    const QSize wanted = page->sizeHint() + QSize(2, buttons->sizeHint().height() + 20);
    const int bar = wanted.height() > room.height() ? area->verticalScrollBar()->sizeHint().width() : 0;
    resize((wanted + QSize(bar, 0)).boundedTo(room));
}

} // namespace heteroscope
