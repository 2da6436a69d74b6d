// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets.h"

#include "exchange/import.h"
#include "fuzz_require.h"

#include <algorithm>

namespace heteroscope::fuzz {

Target findTarget(std::string_view name)
{
    constexpr std::pair<std::string_view, void (*)(std::string_view)> targets[] = {
        {"calibration", fuzzCalibration},
        {"certificate", fuzzCertificate},
        {"csv", fuzzCsv},
        {"measurements", fuzzMeasurements},
        {"metis_profile", fuzzMetisProfile},
        {"project", fuzzProject},
        {"schedule_csv", fuzzScheduleCsv},
        {"sweep", fuzzSweep},
        {"trace", fuzzTrace},
    };
    for (const auto &[known, target] : targets)
        if (known == name)
            return target;
    constexpr std::string_view import = "import_";
    std::string tool(name.starts_with(import) ? name.substr(import.size()) : "");
    std::replace(tool.begin(), tool.end(), '_', '-');
    const auto *format = findImportFormat(tool);
    require(format != nullptr, "a fuzz target has this name");
    return [format](std::string_view bytes) { fuzzImport(*format, bytes); };
}

} // namespace heteroscope::fuzz
