// SPDX-License-Identifier: GPL-3.0-or-later
//
// The help beside the main window: a field to search, the pages that were found, and the page that is read, in which
// what was searched for is marked.
#pragma once

#include "help/help_pages.h"

#include <QDialog>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace heteroscope {

class HelpWindow : public QDialog
{
    Q_OBJECT

public:
    explicit HelpWindow(const QLocale &language, QWidget *parent = nullptr);

    /// Shows the pages with these words, and of them the first.
    void search(const QString &words);

    QLineEdit *field() const { return m_field; }
    QListWidget *list() const { return m_list; }
    QTextBrowser *page() const { return m_page; }

private:
    void find();
    void showPage();
    bool eventFilter(QObject *watched, QEvent *event) override;

    std::vector<HelpPage> m_pages;
    QLineEdit *m_field;
    QListWidget *m_list;
    QTextBrowser *m_page;
};

} // namespace heteroscope
