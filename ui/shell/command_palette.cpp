// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/command_palette.h"

#include "cluster/cluster.h"
#include "editing/note_commands.h"
#include "project/device_groups.h"
#include "settings/actions.h"
#include "widgets/drawing.h"
#include "widgets/fields.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr std::size_t maxRows = 60;
constexpr int rowHeight = 28;

class EntryDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return {100, rowHeight}; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &t = currentTheme();
        painter->save();
        const QRectF row = option.rect;
        if (option.state & QStyle::State_Selected)
            painter->fillRect(row, t[Role::selectionFill]);
        else if (option.state & QStyle::State_MouseOver)
            painter->fillRect(row, t[Role::hover]);
        const bool enabled = index.flags() & Qt::ItemIsEnabled;
        const QString detail = index.data(Qt::UserRole).toString();
        const QRectF inner = row.adjusted(14, 0, -14, 0);
        // The detail keeps to its half of a row, so that the name is always there.
        const double aside = drawLabel(*painter, inner.adjusted(inner.width() / 2, 0, 0, 0),
                                       Qt::AlignRight | Qt::AlignVCenter, detail, TypeRole::label, t[Role::muted]);
        drawLabel(*painter, inner.adjusted(0, 0, -aside - 16, 0), Qt::AlignLeft | Qt::AlignVCenter,
                  index.data().toString(), TypeRole::body, enabled ? t[Role::text] : t[Role::muted]);
        painter->restore();
    }
};

} // namespace

int matchScore(const QString &text, const QString &typed, const QString &also)
{
    // Of all the places of a word the best counts: "leaf-1" is in "leaf-10 leaf-1" too.
    const auto scoreIn = [](const QString &where, const QString &word) {
        int best = 0;
        for (qsizetype at = where.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
             at = where.indexOf(word, at + 1, Qt::CaseInsensitive)) {
            const qsizetype end = at + word.size();
            const bool beginsWord = at == 0 || !where[at - 1].isLetterOrNumber();
            const bool endsWord = end == where.size() || where[end].isSpace();
            best = std::max(best, (at == 0 ? 16 : beginsWord ? 8 : 4) + (endsWord ? 2 : 0));
        }
        return best;
    };
    int score = 1;
    for (const QString &word : typed.split(u' ', Qt::SkipEmptyParts)) {
        const int found = std::max(scoreIn(text, word), scoreIn(also, word) / 2);
        if (found == 0)
            return 0;
        score += found;
    }
    return score;
}

QString wordsOf(const Link &link)
{
    const std::string_view technology = linkTechnologyNames[static_cast<std::size_t>(link.technology)];
    return QString::fromStdString(link.from + ' ' + link.to + ' ' + std::string(technology));
}

std::vector<PaletteEntry> paletteEntries(const Actions &actions, const Cluster &cluster,
                                         const std::function<void(const QString &)> &jump)
{
    std::vector<PaletteEntry> entries;
    for (const ActionSpec &spec : actions.specs()) {
        QAction *action = actions[spec.id];
        entries.push_back({commandText(spec), action->shortcut().toString(QKeySequence::NativeText),
                           action->isEnabled(), [action] { action->trigger(); }});
    }
    const auto addThing = [&](const std::string &name, const QString &kind) {
        const QString text = QString::fromStdString(name);
        entries.push_back({text, kind, true, [jump, text] { jump(text); }});
    };
    for (const Node &node : cluster.nodes)
        addThing(node.name, CommandPalette::tr("node"));
    for (const Switch &one : cluster.switches)
        addThing(one.name, CommandPalette::tr("switch"));
    for (const Link &link : cluster.links) {
        addThing(
            link.name,
            CommandPalette::tr("link %1 – %2").arg(QString::fromStdString(link.from), QString::fromStdString(link.to)));
        entries.back().also = wordsOf(link);
    }
    for (const Rack &rack : cluster.racks)
        addThing(rack.name, CommandPalette::tr("rack"));
    for (const DeviceGroup &group : cluster.deviceGroups) {
        const QString key = QString::fromStdString(groupKey(group.name));
        entries.push_back(
            {QString::fromStdString(group.name), CommandPalette::tr("device group"), true, [jump, key] { jump(key); }});
    }
    return entries;
}

std::vector<PaletteEntry> noteEntries(const std::vector<Note> &notes, const std::function<void(const QString &)> &jump)
{
    std::vector<PaletteEntry> entries;
    for (const Note &note : notes) {
        const QString key = QString::fromStdString(noteKey(note.id));
        entries.push_back({noteTitle(note), CommandPalette::tr("note"), true, [jump, key] { jump(key); }});
    }
    return entries;
}

CommandPalette::CommandPalette(std::vector<PaletteEntry> entries, QWidget *parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint),
      m_entries(std::move(entries)),
      m_field(new QLineEdit(this)),
      m_list(new QListWidget(this))
{
    setWindowTitle(tr("Find a command or item"));
    setAccessibleName(windowTitle());
    m_field->setPlaceholderText(tr("Find a command, a node, a switch or a link"));
    m_field->setAccessibleName(m_field->placeholderText());
    m_field->setClearButtonEnabled(true);
    m_list->setAccessibleName(tr("Found"));
    m_list->setItemDelegate(new EntryDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setFocusPolicy(Qt::NoFocus); // the field keeps the keys
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 10, 10);
    layout->setSpacing(8);
    layout->addWidget(m_field);
    layout->addWidget(m_list);
    setFixedSize(520, 12 * rowHeight + 60);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    filter();
    m_field->setFocus();
}

void CommandPalette::filter()
{
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        if (const int score = matchScore(m_entries[i].text, m_field->text(), m_entries[i].also); score > 0)
            found.emplace_back(m_entries[i].enabled ? score : score - 100, i);
    std::stable_sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    if (found.size() > maxRows)
        found.resize(maxRows);
    m_list->clear();
    m_shown.clear();
    for (const auto &[score, i] : found) {
        auto *item = new QListWidgetItem(m_entries[i].text, m_list);
        item->setData(Qt::UserRole, m_entries[i].detail);
        if (!m_entries[i].enabled)
            item->setFlags(Qt::NoItemFlags);
        m_shown.push_back(i);
    }
    if (!m_shown.empty() && m_entries[m_shown.front()].enabled)
        m_list->setCurrentRow(0);
    if (m_shown.empty()) {
        auto *nothing = new QListWidgetItem(tr("Nothing found for “%1”").arg(m_field->text().trimmed()), m_list);
        nothing->setFlags(Qt::NoItemFlags);
    }
}

void CommandPalette::runCurrent()
{
    const int row = m_list->currentRow();
    if (row < 0 || m_shown.empty() || !m_entries[m_shown[static_cast<std::size_t>(row)]].enabled)
        return;
    const auto run = m_entries[m_shown[static_cast<std::size_t>(row)]].run;
    close(); // first: the command may open a dialog of its own
    run();
}

bool CommandPalette::event(QEvent *event)
{
    if (event->type() == QEvent::WindowDeactivate)
        close(); // a click beside it
    return QDialog::event(event);
}

void CommandPalette::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(currentTheme()[Role::borderStrong]);
    painter.setBrush(currentTheme()[Role::panel]);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_field)
        return QDialog::eventFilter(watched, event);
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            runCurrent();
            return true;
        }
    }
    return passToList(event, m_list) || QDialog::eventFilter(watched, event);
}

} // namespace heteroscope
