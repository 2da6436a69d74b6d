// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/run_row.h"

#include "calibration/run_stage_map.h"
#include "strategy/limits.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <regex>

namespace heteroscope {

namespace {

// Far beyond any run, small enough that nothing takes long over a cell of rubbish.
constexpr int maxWidth = 10'000'000;
constexpr int maxSequences = 1'000'000'000;
constexpr std::array<std::string_view, 13> neededColumns = {"model", "layers",    "hidden",   "ffn", "seq_len",
                                                            "gpu",   "num_gpus",  "tp",       "pp",  "mbs",
                                                            "gbs",   "precision", "framework"};

std::optional<double> positiveNumber(const std::string &text)
{
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(value) || !(value > 0))
        return {};
    return value;
}

/// Reads the cells of one row; keeps the first error.
class CellReader
{
public:
    CellReader(const CsvTable &table, const CsvRow &row) : m_table(table), m_row(row) {}

    const std::string &text(std::string_view column) const { return m_table.cell(m_row, column); }

    /// A whole number from 1; `otherwise` for an empty cell, an error when there is none.
    int integer(std::string_view column, int most, std::optional<int> otherwise = {})
    {
        const auto &cell = text(column);
        if (cell.empty() && otherwise)
            return *otherwise;
        int value = 0;
        const auto [end, problem] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
        if (problem == std::errc() && end == cell.data() + cell.size() && value >= 1 && value <= most)
            return value;
        fail(column, "a whole number from 1 to " + std::to_string(most));
        return 1;
    }
    void fail(std::string_view column, std::string expected)
    {
        if (!m_error)
            m_error = Error{Error::Code::invalid,
                            m_table.file,
                            "line " + std::to_string(m_row.line) + ", column " + std::string(column),
                            text(column).empty() ? "nothing" : "\"" + text(column) + "\"",
                            std::move(expected),
                            "correct the cell, or leave the row out"};
    }
    const std::optional<Error> &error() const { return m_error; }

private:
    const CsvTable &m_table;
    const CsvRow &m_row;
    std::optional<Error> m_error;
};

} // namespace

int zeroGroupOf(const std::string &zeroStage)
{
    static const std::regex groups(R"(\d \((\d{1,6})-(GPU|rank) groups\))");
    std::smatch parts;
    return std::regex_match(zeroStage, parts, groups) ? std::stoi(parts[1]) : 0;
}

std::string sourceOf(const std::string &id)
{
    auto end = id.find('-');
    if (const auto first = id.substr(0, end); (first == "vtrain" || first == "sailor") && end != std::string::npos)
        end = id.find('-', end + 1);
    return id.substr(0, end);
}

Status checkRunColumns(const CsvTable &table)
{
    for (const auto name : neededColumns) {
        if (!table.column(name))
            return Error{Error::Code::schema,
                         table.file,
                         "line 1",
                         "no column " + std::string(name),
                         "the columns of a file of measured steps",
                         "tests/validation/README.md lists them"};
    }
    return {};
}

int nemoReleaseOf(const std::string &source)
{
    static const std::regex container(R"((\d\d)\.(\d\d)(\.\d\d?)? NeMo Container)");
    std::smatch parts;
    const bool begins = std::regex_search(source, parts, container, std::regex_constants::match_continuous);
    return begins ? std::stoi(parts[1]) * 100 + std::stoi(parts[2]) : 0;
}

Result<RunRow> readRunRow(const CsvTable &table, const CsvRow &row)
{
    CellReader cells(table, row);
    RunRow result;
    result.id = cells.text("id");
    result.source = sourceOf(result.id);
    if (const auto seconds = positiveNumber(cells.text("step_time_s")))
        result.measured = Seconds(*seconds);
    if (const auto gigabytes = positiveNumber(cells.text("memory_gb")))
        result.peakMemory = Bytes(*gigabytes * 1e9);
    result.failed = !result.measured && cells.text("measured_or_predicted").starts_with("failed");

    auto &run = result.configuration;
    run.model = cells.text("model");
    run.layers = cells.integer("layers", limits::layers);
    run.hidden = cells.integer("hidden", maxWidth);
    run.heads = cells.integer("heads", maxWidth, 0);
    run.kvHeads = cells.integer("kv_heads", maxWidth, 0);
    run.ffn = cells.integer("ffn", maxWidth);
    run.vocab = cells.integer("vocab", maxWidth, 0);
    run.sequence = cells.integer("seq_len", maxWidth);
    run.experts = cells.integer("experts", maxWidth, 0);
    run.topK = cells.integer("topk", maxWidth, run.experts > 0 ? std::optional<int>() : 0);
    run.gpu = cells.text("gpu");
    if (run.gpu.empty())
        cells.fail("gpu", "a device type");
    run.gpusPerNode = cells.integer("gpus_per_node", limits::degree, 0);
    run.gpus = cells.integer("num_gpus", limits::degree);
    run.intraLink = cells.text("intra_link");
    run.interLink = cells.text("inter_link");
    run.precision = cells.text("precision");
    run.tp = cells.integer("tp", limits::degree, 1);
    run.pp = cells.integer("pp", limits::degree, 1);
    run.cp = cells.integer("cp", limits::degree, 1);
    run.ep = cells.integer("ep", limits::degree, 1);
    run.virtualStages = cells.text("vp").starts_with("max") ? RunConfiguration::largestVirtualStages
                                                            : cells.integer("vp", limits::degree, 1);
    run.sequenceParallel = cells.text("sp") == "yes";
    const auto &zero = cells.text("zero_stage");
    if (!zero.empty()) {
        run.zeroStage = zero.front() - '0';
        if (run.zeroStage < 0 || run.zeroStage > 3 || (zero.size() > 1 && zero[1] != ' '))
            cells.fail("zero_stage", "a stage from 0 to 3");
        run.zeroGroup = zeroGroupOf(zero);
    }
    run.microBatch = cells.integer("mbs", limits::samples);
    run.globalBatch = cells.integer("gbs", maxSequences);
    run.recompute = cells.text("recompute");
    run.schedule = cells.text("schedule");
    run.flashAttention = cells.text("flash_attention");
    run.framework = cells.text("framework");
    if (const auto wrong = readStageMap(table, row, run))
        cells.fail(wrong->column, wrong->expected);
    const auto notes = [&cells](std::string_view word) { return cells.text("notes").find(word) != std::string::npos; };
    run.tiedEmbeddings = notes("embeddings tied") || notes("embedding tied");
    run.fp32Gradients = notes("gradients reduced in fp32");
    run.narrowGathers = notes("Float8 all-gather");
    run.before2021 = notes("torch 1.7") || notes("torch 1.6");
    run.nemoRelease = nemoReleaseOf(cells.text("source_ref"));
    result.doubtful = notes("pipeline doubtful");
    if (cells.error())
        return *cells.error();
    return result;
}

} // namespace heteroscope
