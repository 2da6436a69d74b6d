// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page of core (report/html_page.h), such as that of `hscope report`, as a PDF on A4, to be printed or handed out.
// Its pictures become images of three times the resolution of a screen.
#pragma once

#include <QByteArray>
#include <QString>
#include <QTextDocument>

#include <memory>

namespace heteroscope {

/// The page laid out on sheets of paper with this height for a width of 1: landscape if the page has pictures, else
/// portrait. A new sheet of the page (HtmlPage::newSheet) begins on a new sheet of paper; a heading is never the last
/// of its sheet.
std::unique_ptr<QTextDocument> paperOfPage(const QString &html, double heightForWidth);

/// The bytes of the PDF.
QByteArray pdfOfPage(const QString &html);

} // namespace heteroscope
