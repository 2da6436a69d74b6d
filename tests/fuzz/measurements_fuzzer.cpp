// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of collect.py: whatever the text, errors with place and hint, or measurements that are written and read back
// equal, and of which a device class can be made that a calibration file may hold.
#include "calibration/device_fit.h"
#include "cluster/catalog.h"
#include "fuzz_require.h"
#include "targets.h"

using namespace heteroscope;
using namespace heteroscope::fuzz;

void fuzz::fuzzMeasurements(std::string_view bytes)
{
    const auto measurements = parseDeviceMeasurements(bytes, "fuzz");
    if (!measurements) {
        requireHelpful(measurements.error());
        require(measurements.error().file == "fuzz", "every error names the file");
        return;
    }
    const auto again = parseDeviceMeasurements(toText(toJson(*measurements)), "again");
    require(again.hasValue(), "measurements that were read can be read again");
    require(*again == *measurements, "measurements are read as they are written");
    const auto &type = *builtinCatalog().findDevice("A100-80GB SXM");
    const auto fit = fitDevice(*measurements, type, builtinCalibration().curvesOf(type.computeClass));
    if (!fit)
        return requireHelpful(fit.error());
    CalibrationValues values;
    values.curves.push_back(fit->curves);
    Findings findings;
    readCalibration(toJson(values), {}, findings);
    require(findings.ok(), "a device class is one that a calibration file may hold");
}
