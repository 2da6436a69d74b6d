// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace heteroscope {

/// A table of whole rows, one of which can be selected: no frame and no grid, one line a row, no editing, Tab leaves
/// it.
void setUpPlainTable(QTableView &table);

/// Ctrl+C in the table copies all of it as comma-separated values, in place of the window's command.
void copyWholeTable(QTableView &table);

} // namespace heteroscope
