// SPDX-License-Identifier: GPL-3.0-or-later
#include "help/help_window.h"

#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QTextBrowser>
#include <QTextTable>
#include <QVBoxLayout>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr QSize usualHelp(980, 680);
constexpr int listWidth = 290;
constexpr int cellPadding = 5;

/// Tables of Markdown have neither grounds nor room.
void layOutTables(QTextDocument &document)
{
    const Theme &t = currentTheme();
    for (QTextFrame *frame : document.rootFrame()->childFrames()) {
        auto *table = qobject_cast<QTextTable *>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(0);
        format.setCellSpacing(0);
        format.setCellPadding(cellPadding);
        format.setTopMargin(6);
        format.setBottomMargin(10);
        table->setFormat(format);
        // Every other row on a ground of its own, the heading on a darker one.
        for (int row = 0; row < table->rows(); row += 2)
            for (int column = 0; column < table->columns(); ++column) {
                QTextTableCell cell = table->cellAt(row, column);
                QTextCharFormat ground = cell.format();
                ground.setBackground(t[row == 0 ? Role::panelSunk : Role::panel]);
                cell.setFormat(ground);
            }
    }
}

} // namespace

HelpWindow::HelpWindow(const QLocale &language, QWidget *parent)
    : QDialog(parent),
      m_pages(helpPages(language)),
      m_field(new QLineEdit(this)),
      m_list(new QListWidget(this)),
      m_page(new QTextBrowser(this))
{
    setWindowTitle(tr("Help"));
    resize(usualHelp);
    m_field->setPlaceholderText(tr("Search the help"));
    m_field->setAccessibleName(tr("Search the help"));
    m_field->setClearButtonEnabled(true);
    m_field->installEventFilter(this);
    m_list->setAccessibleName(tr("Pages"));
    m_list->setWordWrap(true);
    m_list->setFixedWidth(listWidth);
    m_list->setSpacing(2);
    m_page->setAccessibleName(tr("Page of the help"));
    m_page->setOpenLinks(false); // the help is all there is; nothing is loaded
    m_page->document()->setDocumentMargin(18);

    auto *columns = new QHBoxLayout(this);
    auto *left = new QVBoxLayout;
    left->addWidget(m_field);
    left->addWidget(m_list, 1);
    columns->addLayout(left);
    columns->addWidget(m_page, 1);
    connect(m_field, &QLineEdit::textChanged, this, &HelpWindow::find);
    connect(m_list, &QListWidget::currentRowChanged, this, &HelpWindow::showPage);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, &HelpWindow::showPage);
    find();
    m_field->setFocus();
}

void HelpWindow::search(const QString &words)
{
    m_field->setText(words);
    m_field->selectAll();
    m_field->setFocus();
}

void HelpWindow::find()
{
    const QSignalBlocker blocker(m_list);
    m_list->clear();
    const QString words = m_field->text();
    for (const HelpHit &hit : searchHelp(m_pages, words)) {
        const HelpPage &page = m_pages[hit.page];
        const bool isSearch = !words.trimmed().isEmpty() && !hit.excerpt.isEmpty();
        auto *item = new QListWidgetItem(isSearch ? page.title + u'\n' + hit.excerpt : page.title, m_list);
        item->setData(Qt::UserRole, static_cast<int>(hit.page));
    }
    m_list->setCurrentRow(0);
    showPage();
}

void HelpWindow::showPage()
{
    const QListWidgetItem *item = m_list->currentItem();
    if (!item) {
        m_page->setPlainText(tr("No page has these words."));
        return;
    }
    m_page->setMarkdown(m_pages[static_cast<std::size_t>(item->data(Qt::UserRole).toInt())].markdown);
    layOutTables(*m_page->document());
    QList<QTextEdit::ExtraSelection> marks;
    const Theme &t = currentTheme();
    for (const QString &word : m_field->text().split(u' ', Qt::SkipEmptyParts))
        for (QTextCursor at = m_page->document()->find(word); !at.isNull(); at = m_page->document()->find(word, at)) {
            QTextEdit::ExtraSelection mark;
            mark.cursor = at;
            mark.format.setBackground(t[Role::warnFill]);
            mark.format.setForeground(t[Role::text]);
            marks << mark;
        }
    m_page->setExtraSelections(marks);
    m_page->moveCursor(QTextCursor::Start);
    if (!marks.isEmpty()) {
        m_page->setTextCursor(QTextCursor(m_page->document()->findBlock(marks.front().cursor.position())));
        m_page->ensureCursorVisible();
    }
}

/// Up and down go through the pages while words are typed.
bool HelpWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        if (step != 0 && m_list->count() > 0) {
            m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, m_list->count() - 1));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace heteroscope
