// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/nvidia_smi/matrix.h"

#include "json/object_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace heteroscope::nvidiasmi {

namespace {

using node::Cell;
using node::Matrix;
using node::Path;

constexpr std::size_t mostDevices = 256;

struct Word
{
    std::string text;
    std::size_t column = 0;
};

/// The words of a line without the terminal's colour codes.
std::vector<Word> placedWordsOf(std::string_view line)
{
    std::vector<Word> words;
    bool inWord = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\x1b' && i + 1 < line.size() && line[i + 1] == '[') {
            i += 2;
            while (i < line.size() && !((line[i] >= 'a' && line[i] <= 'z') || (line[i] >= 'A' && line[i] <= 'Z')))
                ++i;
            continue;
        }
        const bool space = line[i] == ' ' || line[i] == '\t' || line[i] == '\r';
        if (!space && !inWord)
            words.push_back({{}, i + 1});
        if (!space)
            words.back().text += line[i];
        inWord = !space;
    }
    return words;
}

bool isNumbered(std::string_view word, std::string_view kind)
{
    return word.size() > kind.size() && word.substr(0, kind.size()) == kind &&
           word.find_first_not_of("0123456789", kind.size()) == std::string_view::npos;
}

std::optional<Cell> cellOf(std::string_view word)
{
    constexpr std::array<std::pair<std::string_view, Path>, 6> words = {{{"X", Path::self},
                                                                         {"PIX", Path::oneSwitch},
                                                                         {"PXB", Path::switches},
                                                                         {"PHB", Path::hostBridge},
                                                                         {"NODE", Path::numaNode},
                                                                         {"SYS", Path::system}}};
    for (const auto &[name, path] : words) {
        if (word == name)
            return Cell{path, 0};
    }
    if (!isNumbered(word, "NV"))
        return std::nullopt;
    int lanes = 0;
    std::from_chars(word.data() + 2, word.data() + word.size(), lanes);
    if (lanes < 1 || lanes > 1000)
        return std::nullopt;
    return Cell{Path::nvlink, lanes};
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

Error wrong(const std::string &file, std::size_t line, std::size_t column, std::string found, std::string expected)
{
    return {Error::Code::syntax,
            file,
            std::to_string(line) + ":" + std::to_string(column),
            std::move(found),
            std::move(expected),
            "give the whole output of nvidia-smi topo -m, unchanged"};
}

} // namespace

Result<Matrix> readMatrix(std::string_view text, const std::string &file)
{
    const auto lines = linesOf(text);
    std::size_t header = 0;
    std::vector<Word> columns;
    for (; header < lines.size(); ++header) {
        columns = placedWordsOf(lines[header]);
        // A row begins with a name too, but has a cell behind it.
        if (!columns.empty() && columns[0].text == "GPU0" && (columns.size() < 2 || !cellOf(columns[1].text)))
            break;
    }
    if (header == lines.size())
        return Error{Error::Code::syntax,
                     file,
                     {},
                     "no line \"GPU0 GPU1 ...\"",
                     "the output of nvidia-smi topo -m",
                     "run nvidia-smi topo -m on the node and keep its whole output"};

    Matrix matrix;
    for (const Word &column : columns) {
        if (column.text == "CPU" || column.text == "NUMA" || column.text == "GPU")
            break; // CPU Affinity, NUMA Affinity, GPU NUMA ID
        const bool gpu = isNumbered(column.text, "GPU");
        if (gpu && matrix.gpus != matrix.names.size())
            return wrong(file, header + 1, column.column, quoteText(column.text), "all GPUs before the network cards");
        matrix.gpus += gpu ? 1 : 0;
        matrix.names.push_back(column.text);
        if (matrix.names.size() > mostDevices)
            return wrong(file, header + 1, column.column, "more than 256 devices", "the matrix of one node");
    }
    for (std::size_t row = 0, line = header + 1; row < matrix.names.size(); ++line) {
        if (line >= lines.size())
            return wrong(file, line, 1, "no row " + matrix.names[row], "a row for each column");
        const auto words = placedWordsOf(lines[line]);
        if (words.empty())
            continue;
        if (words[0].text != matrix.names[row])
            return wrong(file, line + 1, words[0].column, quoteText(words[0].text), "the row " + matrix.names[row]);
        if (words.size() <= matrix.names.size())
            return wrong(file, line + 1, words.back().column, std::to_string(words.size() - 1) + " cells",
                         std::to_string(matrix.names.size()) + " cells, as in the first line");
        std::vector<Cell> cells;
        for (std::size_t i = 1; i <= matrix.names.size(); ++i) {
            const auto cell = cellOf(words[i].text);
            if (!cell || (cell->path == Path::self) != (i - 1 == row))
                return wrong(file, line + 1, words[i].column, quoteText(words[i].text),
                             i - 1 == row ? "X" : "one of NV#, PIX, PXB, PHB, NODE, SYS");
            cells.push_back(*cell);
        }
        matrix.cells.push_back(std::move(cells));
        // CPU affinity, then NUMA affinity if it is printed: the last one says most plainly what belongs together.
        const std::size_t behind = matrix.names.size() + 1;
        matrix.numa.push_back(words.size() > behind + 1 ? words[behind + 1].text
                              : words.size() > behind   ? words[behind].text
                                                        : std::string());
        if (matrix.numa.back() == "N/A")
            matrix.numa.back().clear();
        ++row;
    }
    return matrix;
}

std::vector<std::string> readDeviceList(std::string_view text)
{
    std::vector<std::string> result;
    for (const std::string_view line : linesOf(text)) {
        if (!line.starts_with("GPU "))
            continue;
        const auto colon = line.find(": ");
        const auto uuid = line.find(" (UUID");
        if (colon == std::string_view::npos || uuid == std::string_view::npos || uuid < colon + 2 ||
            !isNumbered("GPU" + std::string(line.substr(4, colon - 4)), "GPU"))
            continue;
        result.emplace_back(line.substr(colon + 2, uuid - colon - 2));
    }
    return result;
}

} // namespace heteroscope::nvidiasmi
