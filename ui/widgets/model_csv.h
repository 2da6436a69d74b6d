// SPDX-License-Identifier: GPL-3.0-or-later
//
// A flat model as comma-separated values: a line of headings, then a line for each row, with the texts that are shown.
#pragma once

#include <QString>

class QAbstractItemModel;

namespace heteroscope {

/// Cells as csvText (core/report/csv_text.h) writes them; lines end with a line feed. Rows below rows are left out.
QString csvOf(const QAbstractItemModel &model);

} // namespace heteroscope
