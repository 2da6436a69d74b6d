// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is fuzzed. Each target reads bytes as a file of one kind and ends the program when a promise is broken that
// holds whatever the bytes; the file NAME_fuzzer.cpp says which.
#pragma once

#include <functional>
#include <string_view>

namespace heteroscope {
struct ImportFormat;
}

namespace heteroscope::fuzz {

void fuzzCalibration(std::string_view bytes);
void fuzzCertificate(std::string_view bytes);
void fuzzCsv(std::string_view bytes);
void fuzzImport(const ImportFormat &format, std::string_view bytes);
void fuzzMeasurements(std::string_view bytes);
void fuzzMetisProfile(std::string_view bytes);
void fuzzProject(std::string_view bytes);
void fuzzScheduleCsv(std::string_view bytes);
void fuzzSweep(std::string_view bytes);
void fuzzTrace(std::string_view bytes);

using Target = std::function<void(std::string_view bytes)>;

/// The target of this name, as in "project", or "import_nvidia_smi" for the format nvidia-smi of `hscope import`. Ends
/// the program if there is none.
Target findTarget(std::string_view name);

} // namespace heteroscope::fuzz
