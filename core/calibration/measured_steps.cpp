// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/measured_steps.h"

#include "calibration/csv.h"

#include <charconv>
#include <cstdlib>

namespace heteroscope {

std::string measuredFolder()
{
    const char *folder = std::getenv("HETEROSCOPE_MEASURED");
    return folder && *folder ? folder : "../shared/measured";
}

Result<MeasuredStep> findMeasuredStep(const std::string &file, const std::string &row)
{
    const auto table = readCsvFile(measuredFolder() + "/" + file);
    if (!table)
        return table.error();
    for (const auto &cells : table->rows) {
        if (table->cell(cells, "id") != row)
            continue;
        const auto &time = table->cell(cells, "step_time_s");
        double seconds = 0;
        std::from_chars(time.data(), time.data() + time.size(), seconds);
        if (!(seconds > 0))
            return Error{Error::Code::invalid,           table->file,         row,
                         "step_time_s \"" + time + "\"", "a time in seconds", {}};
        return MeasuredStep{row, table->cell(cells, "source"), Seconds(seconds)};
    }
    return Error{Error::Code::reference, table->file, {}, "no row \"" + row + "\"", "a row of that id", {}};
}

} // namespace heteroscope
