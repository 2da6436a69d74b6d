// SPDX-License-Identifier: GPL-3.0-or-later
//
// fuzz_replay TARGET FOLDER...: runs a fuzz target over the files of the folders, without a fuzzer. An empty corpus is
// a failure.
#include "fuzz_require.h"
#include "targets.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

int main(int argc, char **argv)
{
    using namespace heteroscope::fuzz;
    require(argc > 2, "a target and a folder are named");
    const auto target = findTarget(argv[1]);
    std::size_t files = 0;
    for (int i = 2; i < argc; ++i) {
        for (const auto &entry : std::filesystem::recursive_directory_iterator(argv[i])) {
            if (!entry.is_regular_file())
                continue;
            std::ifstream in(entry.path(), std::ios::binary);
            const std::vector<char> content{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
            std::printf("%s\n", entry.path().filename().c_str());
            std::fflush(stdout); // a crash must leave its file's name behind
            target({content.data(), content.size()});
            ++files;
        }
    }
    std::printf("%zu files\n", files);
    return files > 0 ? 0 : 1;
}
