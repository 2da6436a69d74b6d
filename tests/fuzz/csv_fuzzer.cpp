// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of measured steps: whatever the text, errors with line and hint, or rows of as many cells as the header, each
// of which is a run, or is refused with a reason.
#include "calibration/csv.h"
#include "calibration/run_row.h"
#include "fuzz_require.h"
#include "targets.h"

using namespace heteroscope;
using namespace heteroscope::fuzz;

void fuzz::fuzzCsv(std::string_view bytes)
{
    const auto table = parseCsv(bytes, "fuzz");
    if (!table) {
        requireHelpful(table.error());
        require(table.error().file == "fuzz", "every error names the file");
        return;
    }
    int line = 0;
    for (const auto &row : table->rows) {
        require(row.cells.size() == table->header.size(), "a row has a cell for each column");
        require(row.line > line, "rows are in the order of their lines");
        line = row.line;
    }
    if (const auto columns = checkRunColumns(*table); !columns)
        return requireHelpful(columns.error());
    for (const auto &row : table->rows) {
        const auto run = readRunRow(*table, row);
        if (!run) {
            requireHelpful(run.error());
            require(!run.error().path.empty(), "every error of a row names its place");
            continue;
        }
        require(!run->measured || run->measured->value > 0, "a measured time is above 0");
        require(run->configuration.gpus > 0 && run->configuration.layers > 0, "counts are above 0");
    }
}
