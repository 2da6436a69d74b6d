// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/measured_steps.h"

#include "base/files.h"
#include "calibration/csv.h"

#include <charconv>

namespace heteroscope {

std::string measuredFolder() { return dataFolder("HETEROSCOPE_MEASURED", "measured"); }

Result<MeasuredStep> findMeasuredStep(const std::string &file, const std::string &row)
{
    constexpr std::uintmax_t maxBytes = std::uintmax_t{64} << 20;
    const auto text = readFileBelow(measuredFolder(), file, maxBytes);
    if (!text)
        return text.error();
    const auto table = parseCsv(*text, file);
    if (!table)
        return table.error();
    for (const auto &cells : table->rows) {
        if (table->cell(cells, "id") != row)
            continue;
        const auto &time = table->cell(cells, "step_time_s");
        double seconds = 0;
        std::from_chars(time.data(), time.data() + time.size(), seconds);
        if (!(seconds > 0))
            return Error{
                Error::Code::invalid,           table->file,         row,
                "step_time_s \"" + time + "\"", "a time in seconds", "fill in the measured time, or name another row"};
        return MeasuredStep{row, table->cell(cells, "source"), Seconds(seconds)};
    }
    return Error{Error::Code::reference,   table->file,        {},
                 "no row \"" + row + "\"", "a row of that id", "name one of the ids of its first column"};
}

} // namespace heteroscope
