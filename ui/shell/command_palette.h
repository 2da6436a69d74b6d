// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command palette: a field that finds commands and drawn items. Enter runs the command or shows the item.
#pragma once

#include <QDialog>
#include <QStringList>

#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace heteroscope {

class Actions;
struct Cluster;
struct Note;

struct PaletteEntry
{
    QString text;
    QString detail; ///< shortcut of a command, kind of a thing
    bool enabled = true;
    std::function<void()> run;
};

/// How well the text answers what was typed: every word must begin a word of it or stand in it; more is better, 0 not
/// at all.
int matchScore(const QString &text, const QString &typed);

/// Every command of the table, then every node, switch and link, which `jump` is told of.
std::vector<PaletteEntry> paletteEntries(const Actions &actions, const Cluster &cluster,
                                         const std::function<void(const QString &)> &jump);
/// The notes by their titles; `jump` is told their keys.
std::vector<PaletteEntry> noteEntries(const std::vector<Note> &notes, const std::function<void(const QString &)> &jump);

class CommandPalette : public QDialog
{
    Q_OBJECT

public:
    CommandPalette(std::vector<PaletteEntry> entries, QWidget *parent);

    QLineEdit *field() const { return m_field; }
    QListWidget *list() const { return m_list; }

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void filter();
    void runCurrent();

    std::vector<PaletteEntry> m_entries;
    std::vector<std::size_t> m_shown; ///< entry of each row
    QLineEdit *m_field;
    QListWidget *m_list;
};

} // namespace heteroscope
