// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page of `hscope report` (report/html_report.h) as a PDF on A4, landscape, to be printed or handed out. Its
// pictures become images of three times the resolution of a screen.
#pragma once

#include <QByteArray>
#include <QString>

namespace heteroscope {

/// The bytes of the PDF.
QByteArray pdfOfPage(const QString &html);

} // namespace heteroscope
