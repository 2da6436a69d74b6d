// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/embedded_files.h"

#include <algorithm>

#define HETEROSCOPE_EMBEDDED(index, path)                                                                              \
    extern "C" const char heteroscope_embedded_##index[];                                                              \
    extern "C" const char heteroscope_embedded_##index##_end[];
#include "embedded_files.inc"
#undef HETEROSCOPE_EMBEDDED

namespace heteroscope {

const std::vector<EmbeddedFile> &embeddedFiles()
{
    static const std::vector<EmbeddedFile> files = {
#define HETEROSCOPE_EMBEDDED(index, path)                                                                              \
    EmbeddedFile{path, std::string_view(heteroscope_embedded_##index,                                                  \
                                        static_cast<std::size_t>(heteroscope_embedded_##index##_end -                  \
                                                                 heteroscope_embedded_##index))},
#include "embedded_files.inc"
#undef HETEROSCOPE_EMBEDDED
    };
    return files;
}

std::string_view embeddedFile(std::string_view path)
{
    const auto &files = embeddedFiles();
    const auto found = std::lower_bound(files.begin(), files.end(), path,
                                        [](const EmbeddedFile &file, std::string_view key) { return file.path < key; });
    return found != files.end() && found->path == path ? found->content : std::string_view();
}

} // namespace heteroscope
