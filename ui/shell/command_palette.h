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
struct Link;
struct Note;

struct PaletteEntry
{
    QString text;
    QString detail; ///< shortcut of a command, or kind of an item
    bool enabled = true;
    std::function<void()> run;
    QString also = {}; ///< further words that find it: the ends of a link
};

/// How well the text matches the input: every word must be contained in it or in `also`, in any order. Whole words are
/// best, then starts of words; those of the text itself count more. Higher is better; 0: no match.
int matchScore(const QString &text, const QString &typed, const QString &also = {});
/// The words that find a link besides its name: both ends and the technology.
QString wordsOf(const Link &link);

/// All commands, then all nodes, switches and links; choosing one of the latter calls `jump`.
std::vector<PaletteEntry> paletteEntries(const Actions &actions, const Cluster &cluster,
                                         const std::function<void(const QString &)> &jump);
/// The notes by their titles; choosing one calls `jump` with its key.
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
