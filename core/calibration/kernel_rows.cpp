// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/kernel_rows.h"

#include "calibration/run_nodes.h"
#include "cluster/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <set>

namespace heteroscope {

namespace {

// Separate kernels read a gradient and its accumulator and write the sum, all in fp32; with 16-bit products they also
// turn the gradient into fp32 first.
constexpr double accumulatedBytes = 12;
constexpr double castBytes = 6;
/// Heads narrower than this are found in no model that is trained; their products are another regime.
constexpr double leastHead = 16;
/// Where a source gives only the straight line through its points, the line is read at this micro-batch.
constexpr double sampleOnLine = 8;

double numberIn(const CsvTable &table, const CsvRow &row, std::string_view column)
{
    return std::atof(table.cell(row, column).c_str());
}

double numberBehind(const std::string &text, const std::string &key)
{
    const auto at = text.find(key);
    return at == std::string::npos ? 0 : std::atof(text.c_str() + at + key.size());
}

const DeviceType *deviceCalled(const std::string &name) { return builtinCatalog().findDevice(deviceTypeNamed(name)); }

Precision precisionCalled(const std::string &name)
{
    const auto it = std::find(precisionNames.begin(), precisionNames.end(), name);
    return it == precisionNames.end() ? Precision::fp32 : static_cast<Precision>(it - precisionNames.begin());
}

/// The matrix units of a device round fp32 to tf32 where the framework lets them: PyTorch does for the layers of
/// Sailor's profiles, as core/exchange/sailor takes them.
Precision unitsOf(const DeviceType &device)
{
    return device.peakAt(Precision::tf32) ? Precision::tf32 : Precision::fp32;
}

void addRow(std::vector<KernelRow> &rows, KernelRow row, KernelPass pass, double seconds, double addedBytes = 0)
{
    if (!(seconds > 0) || !row.device || !row.device->peakAt(row.precision))
        return;
    row.pass = pass;
    row.added = Bytes(addedBytes);
    row.measured = Seconds(seconds);
    rows.push_back(std::move(row));
}

/// layer latencies on many devices, as sums of kernel durations
std::vector<KernelRow> layerLatencies(const CsvTable &table)
{
    const auto setOf = [&table](const CsvRow &row) {
        std::string set;
        for (const char *column : {"device", "model", "implementation", "seq_len", "precision"})
            set += table.cell(row, column) + ' ';
        return set;
    };
    std::set<std::string> measuredSets;
    for (const auto &row : table.rows) {
        if (table.cell(row, "kind") == "measured")
            measuredSets.insert(setOf(row));
    }
    std::vector<KernelRow> rows;
    for (const auto &cells : table.rows) {
        const bool line = table.cell(cells, "kind") == "line";
        const auto set = setOf(cells);
        Workload workload;
        auto &model = workload.model;
        model.hidden = static_cast<int>(numberIn(table, cells, "hidden"));
        model.heads = std::max(1, static_cast<int>(numberIn(table, cells, "heads")));
        model.kvHeads = static_cast<int>(numberIn(table, cells, "kv_heads"));
        model.headDim = model.hidden / model.heads;
        model.ffn = static_cast<int>(numberIn(table, cells, "ffn"));
        model.gatedMlp = table.cell(cells, "gated") == "yes";
        model.layers = 1;
        if (!table.cell(cells, "image").empty() || model.headDim < leastHead || (line && measuredSets.contains(set)))
            continue;
        const auto &precision = table.cell(cells, "precision");
        const auto &implementation = table.cell(cells, "implementation");
        workload.job.sequenceLength = static_cast<int>(numberIn(table, cells, "seq_len"));
        workload.job.precision = precisionCalled(precision);
        // The products write 16-bit gradients; what turns them into fp32 is counted beside them.
        workload.job.gradientPrecision = workload.job.precision;
        workload.job.flashAttention =
            implementation.find("llama") != std::string::npos || implementation.find("mistral") != std::string::npos;
        // Llama without fused attention where the device has no kernel for it (README of the data).
        if (implementation == "llama_simple" && table.cell(cells, "device") == "P40")
            workload.job.flashAttention = false;
        const double samples = line ? sampleOnLine : numberIn(table, cells, "micro_batch");
        KernelRow row;
        row.source = "zorse";
        row.software = "zorse " + precision;
        row.model = table.cell(cells, "model");
        row.set = set;
        row.device = deviceCalled(table.cell(cells, "device"));
        row.precision = workload.job.precision;
        row.work = layerWork(workload, 1, {}, samples);
        const auto seconds = [&](const std::string &pass) {
            return line ? numberIn(table, cells, pass + "_s_base") +
                              samples * numberIn(table, cells, pass + "_s_per_sample")
                        : numberIn(table, cells, pass + "_s");
        };
        const double perParameter = accumulatedBytes + (row.precision == Precision::fp32 ? 0 : castBytes);
        addRow(rows, row, KernelPass::forward, seconds("forward"));
        addRow(rows, row, KernelPass::backward, seconds("backward"), row.work.parameters * perParameter);
    }
    return rows;
}

/// the items of one GPT-2 pipeline under a host clock: blocks and the product of the head, without TP
std::vector<KernelRow> pipelineItems(const CsvTable &table)
{
    std::vector<KernelRow> rows;
    for (const auto &cells : table.rows) {
        const auto &part = table.cell(cells, "part");
        const auto *device = deviceCalled(table.cell(cells, "device"));
        if (!device || (part != "layer" && part != "head") || table.cell(cells, "tp") != "1")
            continue;
        // The V100 of this table takes as long as a T4 for the head, a single product: the host's time, not its own.
        if (part == "head" && device->computeClass == "volta")
            continue;
        Workload workload;
        auto &model = workload.model;
        model.hidden = static_cast<int>(numberIn(table, cells, "hidden"));
        model.heads = model.kvHeads = std::max(1, static_cast<int>(numberIn(table, cells, "heads")));
        model.headDim = model.hidden / model.heads;
        model.ffn = static_cast<int>(numberIn(table, cells, "ffn"));
        model.vocab = static_cast<int>(numberIn(table, cells, "vocab"));
        model.layers = 1;
        workload.job.sequenceLength = static_cast<int>(numberIn(table, cells, "seq_len"));
        workload.job.precision = precisionCalled(table.cell(cells, "precision"));
        workload.job.flashAttention = false;
        KernelRow row;
        row.source = row.software = "amp";
        row.model = part;
        row.device = device;
        row.set = device->name + ' ' + part;
        row.precision = workload.job.precision;
        row.hostClock = true;
        row.work = layerWork(workload, part == "layer" ? 1 : 2, {}, numberIn(table, cells, "micro_batch"));
        // Norm and loss are items of their own.
        if (part == "head")
            std::erase_if(row.work.operations,
                          [](const Operation &operation) { return operation.name != OperationName::logits; });
        addRow(rows, row, KernelPass::forward, numberIn(table, cells, "forward_s"));
    }
    return rows;
}

/// blocks of OPT-350 and GPT-Neo 2.7 B without TP; other models and devices of the table are of unclear precision or
/// copies of each other (README of the data)
std::vector<KernelRow> trainingLayers(const CsvTable &table)
{
    struct Shape
    {
        std::string_view model;
        int hidden, heads;
    };
    constexpr std::array<Shape, 2> shapes = {{{"OPT-350", 1024, 16}, {"GPT-Neo-2.7", 2560, 20}}};
    constexpr int sequence = 2048;
    std::vector<KernelRow> rows;
    for (const auto &cells : table.rows) {
        const auto shape = std::find_if(shapes.begin(), shapes.end(),
                                        [&](const Shape &s) { return s.model == table.cell(cells, "model"); });
        const auto &gpu = table.cell(cells, "gpu");
        if (shape == shapes.end() || gpu == "GH-96" || cells.cells[4] != "1" || table.cell(cells, "layer index") != "2")
            continue;
        KernelRow row;
        row.source = row.software = "sailor";
        row.model = shape->model;
        row.set = fmt::format("{} {}", gpu, shape->model);
        row.device = deviceCalled(gpu);
        if (!row.device)
            continue;
        row.precision = unitsOf(*row.device);
        row.hostClock = true;
        Workload workload;
        auto &model = workload.model;
        model.hidden = shape->hidden;
        model.heads = model.kvHeads = shape->heads;
        model.headDim = shape->hidden / shape->heads;
        model.ffn = 4 * shape->hidden;
        model.layers = 1;
        workload.job.sequenceLength = sequence;
        workload.job.precision = row.precision;
        workload.job.flashAttention = false;
        row.work = layerWork(workload, 1, {}, std::atof(cells.cells[3].c_str()));
        addRow(rows, row, KernelPass::forward, numberIn(table, cells, "forward_s"));
        addRow(rows, row, KernelPass::backward, numberIn(table, cells, "backward_s"));
    }
    return rows;
}

/// One product (m x k)(k x n), for which a table states the share of the peak.
KernelRow productRow(const DeviceType *device, Precision precision, double m, double n, double k)
{
    KernelRow row;
    row.device = device;
    row.precision = precision;
    auto &product = row.work.operations.emplace_back();
    product.kind = Operation::Kind::gemm;
    product.m = m;
    product.n = n;
    product.k = k;
    product.forward = Flop(2 * m * n * k);
    product.forwardBytes = Bytes((m * k + k * n + m * n) * elementSize(precision).value);
    return row;
}

/// share of the peak of single products by shape
std::vector<KernelRow> productEfficiencies(const CsvTable &table)
{
    std::vector<KernelRow> rows;
    for (const auto &cells : table.rows) {
        const auto &system = table.cell(cells, "system");
        const auto &shape = table.cell(cells, "shape key");
        if (table.cell(cells, "op") != "matmul")
            continue;
        auto row = productRow(deviceCalled(system.starts_with("b200") ? "B200 SXM" : "A100-80GB PCIe"), Precision::bf16,
                              numberBehind(shape, " m="), numberBehind(shape, " n="), numberBehind(shape, " k="));
        row.source = row.software = "simumax";
        row.set = system;
        // Products of one width belong to one model.
        row.model = fmt::format("{} k={}", system, numberBehind(shape, " k="));
        const double rate =
            numberIn(table, cells, "peak_tflops") * 1e12 * numberIn(table, cells, "efficiency = achieved/peak");
        addRow(rows, row, KernelPass::forward, rate > 0 ? row.work.operations[0].forward.value / rate : 0);
    }
    return rows;
}

/// the fastest product that a search over shapes found
std::vector<KernelRow> fastestProducts(const CsvTable &table)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> names = {
        {{"NVIDIA A100 SXM", "A100-80GB SXM"},
         {"NVIDIA A100 PCIe", "A100-80GB PCIe"},
         {"NVIDIA H100 SXM", "H100-80GB SXM"},
         {"NVIDIA H200 SXM", "H200 SXM"},
         {"NVIDIA B200 SXM", "B200 SXM"},
         {"NVIDIA B300 SXM", "B300 SXM"},
         {"NVIDIA GB200 SXM", "GB200"}}};
    std::vector<KernelRow> rows;
    for (const auto &cells : table.rows) {
        const auto &accelerator = table.cell(cells, "accelerator");
        const auto name =
            std::find_if(names.begin(), names.end(), [&](const auto &pair) { return pair.first == accelerator; });
        if (name == names.end())
            continue;
        const auto &shape = table.cell(cells, "best_shape_MxNxK");
        const auto first = shape.find('x'), second = shape.rfind('x');
        if (first == second)
            continue;
        const auto precision = precisionCalled(table.cell(cells, "dtype"));
        auto row = productRow(builtinCatalog().findDevice(name->second), precision, std::atof(shape.c_str()),
                              std::atof(shape.c_str() + first + 1), std::atof(shape.c_str() + second + 1));
        row.source = row.software = "mamf";
        row.set = row.model = accelerator + ' ' + table.cell(cells, "dtype");
        const double rate = numberIn(table, cells, "achieved_tflops") * 1e12;
        addRow(rows, row, KernelPass::forward, rate > 0 ? row.work.operations[0].forward.value / rate : 0);
    }
    return rows;
}

} // namespace

Result<std::vector<KernelRow>> readKernelRows(const CsvTable &table)
{
    using Reader = std::vector<KernelRow> (*)(const CsvTable &);
    constexpr std::array<std::pair<std::string_view, Reader>, 5> readers = {{{"backward_s_base", layerLatencies},
                                                                             {"item", pipelineItems},
                                                                             {"layer index", trainingLayers},
                                                                             {"shape key", productEfficiencies},
                                                                             {"best_shape_MxNxK", fastestProducts}}};
    for (const auto &[column, reader] : readers) {
        if (table.column(column))
            return reader(table);
    }
    return Error{Error::Code::schema,
                 table.file,
                 "1",
                 "the columns of no known table of kernel times",
                 "layer latencies, layer profiles or products, as tests/validation/README.md names them",
                 "leave out --kernels if the file holds measured steps"};
}

} // namespace heteroscope
