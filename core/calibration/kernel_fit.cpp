// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/kernel_fit.h"

#include "calibration/cholesky.h"
#include "calibration/fit_closing.h"
#include "calibration/validation.h"
#include "cost/compute.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <set>

namespace heteroscope {

namespace {

/// Two tables of one device class differ by about this much (A100: steps, products, layers); so one table alone moves a
/// constant of prior uncertainty u by u^2 / (u^2 + sourceSpread^2) of the way.
constexpr double sourceSpread = 0.1;
/// Residuals beyond this count with falling weight.
constexpr double kernelOutlier = 0.3;
/// Software and classes are fitted in turn.
constexpr int rounds = 4;

/// The highest share of a peak in any table is 0.97.
constexpr NumberRange reachable{.minimum = 0.05, .maximum = 0.97};

/// Classes whose curves hundreds of steps determine.
constexpr std::array<std::string_view, 2> anchors = {"ampere", "hopper"};

bool isAnchor(const KernelRow &row)
{
    // Steps ran in 16 bits and less; the fp32 rates of the anchors are priors.
    return row.precision != Precision::fp32 && row.precision != Precision::tf32 &&
           std::find(anchors.begin(), anchors.end(), row.device->computeClass) != anchors.end();
}

/// A positive number that is fitted by its logarithm.
struct FreeNumber
{
    double *value = nullptr;
    double start = 0;
    double freedom = 0.1;
    NumberRange range;
};

struct WeighedRow
{
    const KernelRow *row = nullptr;
    double weight = 1;
};

/// Every source has the weight 1 in each precision, spread evenly over its sets and in a set over its rows.
std::vector<WeighedRow> weighed(const std::vector<const KernelRow *> &rows)
{
    std::map<std::pair<std::string, Precision>, std::map<std::string, int>> sets;
    for (const auto *row : rows)
        ++sets[{row->source, row->precision}][row->set];
    std::vector<WeighedRow> result;
    for (const auto *row : rows) {
        const auto &ofSource = sets[{row->source, row->precision}];
        const double count = static_cast<double>(ofSource.size()) * ofSource.at(row->set);
        // A backward pass has twice the work of a forward pass, and so twice its part of a step.
        result.push_back({row, (row->pass == KernelPass::backward ? 2 : 1) / count});
    }
    return result;
}

/// Gauss-Newton on the logarithms of the numbers, with a robust loss and the pull of their start values.
void fitNumbers(std::vector<FreeNumber> &numbers, const std::vector<WeighedRow> &rows,
                const std::function<double(const KernelRow &)> &logError)
{
    constexpr double difference = 0.02;
    constexpr int iterations = 8;
    constexpr double enough = 1e-4;
    const std::size_t n = numbers.size();
    double moved = 1;
    for (int iteration = 0; iteration < iterations && n > 0 && moved > enough; ++iteration) {
        std::vector<double> errors;
        for (const auto &[row, weight] : rows)
            errors.push_back(logError(*row));
        std::vector<std::vector<double>> slopes(n, std::vector<double>(rows.size()));
        for (std::size_t j = 0; j < n; ++j) {
            const double now = *numbers[j].value;
            *numbers[j].value = now * std::exp(difference);
            for (std::size_t i = 0; i < rows.size(); ++i)
                slopes[j][i] = (logError(*rows[i].row) - errors[i]) / difference;
            *numbers[j].value = now;
        }
        std::vector<double> matrix(n * n), gradient(n);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double scaled = errors[i] / kernelOutlier;
            const double weight = rows[i].weight / (sourceSpread * sourceSpread) / std::sqrt(1 + scaled * scaled);
            for (std::size_t j = 0; j < n; ++j) {
                gradient[j] -= weight * slopes[j][i] * errors[i];
                for (std::size_t k = 0; k <= j; ++k)
                    matrix[j * n + k] += weight * slopes[j][i] * slopes[k][i];
            }
        }
        for (std::size_t j = 0; j < n; ++j) {
            const double stiffness = 1 / (numbers[j].freedom * numbers[j].freedom);
            matrix[j * n + j] += stiffness;
            gradient[j] -= stiffness * std::log(*numbers[j].value / numbers[j].start);
        }
        const Cholesky cholesky(std::move(matrix), n);
        if (!cholesky.isPositive())
            return;
        const auto move = cholesky.solve(std::move(gradient));
        moved = 0;
        for (const double each : move)
            moved = std::max(moved, std::abs(each));
        for (std::size_t j = 0; j < n; ++j)
            *numbers[j].value = std::clamp(*numbers[j].value * std::exp(std::clamp(move[j], -0.3, 0.3)),
                                           std::max(numbers[j].range.minimum, 1e-9), numbers[j].range.maximum);
    }
}

void release(std::vector<FreeNumber> &numbers, double &value, double freedom, NumberRange range = efficiencyRange)
{
    if (value > 0)
        numbers.push_back({&value, value, freedom, range});
}

bool hasKind(const KernelRow &row, Operation::Kind kind)
{
    return std::any_of(row.work.operations.begin(), row.work.operations.end(),
                       [kind](const Operation &operation) { return operation.kind == kind; });
}

/// The constants of a class that its rows tell about. Half points and waves stay: layers do not part them.
std::vector<FreeNumber> numbersOf(EfficiencyCurves &curves, const std::vector<WeighedRow> &rows)
{
    const auto any = [&rows](auto condition) {
        return std::any_of(rows.begin(), rows.end(), [&](const WeighedRow &row) { return condition(*row.row); });
    };
    std::vector<FreeNumber> numbers;
    for (std::size_t p = 0; p < precisionNames.size(); ++p) {
        if (any([p](const KernelRow &row) { return row.precision == static_cast<Precision>(p); }))
            release(numbers, curves.gemm[p], curves.uncertainty, reachable);
    }
    // A product alone says nothing about memory.
    if (any([](const KernelRow &row) { return row.work.operations.size() > 1; }))
        release(numbers, curves.memory, 0.1);
    if (any([](const KernelRow &row) { return hasKind(row, Operation::Kind::unfusedAttention); }))
        release(numbers, curves.batchedGemm, 0.2);
    const auto isFused = [](const KernelRow &row) {
        return hasKind(row, Operation::Kind::flashAttention) && row.precision != Precision::fp32;
    };
    if (any(isFused)) {
        release(numbers, curves.flashForward, 0.2);
        release(numbers, curves.flashBackward, 0.2);
    }
    return numbers;
}

std::vector<FreeNumber> numbersOf(SoftwareStack &software)
{
    constexpr NumberRange wide{.minimum = 0.01, .maximum = 1000};
    std::vector<FreeNumber> numbers;
    if (software.name == "mamf") {
        release(numbers, software.gemm, 0.2, wide); // the best of many shapes, not the usual one
        return numbers;
    }
    if (software.name == "simumax")
        return numbers;
    release(numbers, software.elementwise, 1, wide);
    release(numbers, software.scoreBytes, 0.5, wide);
    release(numbers, software.hostLayer.value, 1, {.minimum = 1e-6, .maximum = 1});
    return numbers;
}

std::string listed(const std::set<std::string> &names)
{
    std::string text;
    for (const auto &name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

class KernelFitter
{
public:
    KernelFitter(const std::vector<KernelRow> &rows, const CalibrationValues &priors, const CalibrationValues &known)
        : m_priors(priors), m_software(startingSoftware())
    {
        for (const auto &row : rows) {
            const auto &name = row.device->computeClass;
            if (isAnchor(row)) {
                m_anchored.push_back(&row);
                m_anchorCurves.emplace(name, known.curvesOf(name));
            } else if (priors.isCalibrated(name) && std::find(anchors.begin(), anchors.end(), name) == anchors.end()) {
                m_byClass[name].push_back(&row);
                m_curves.emplace(name, priors.curvesOf(name));
            }
        }
    }

    bool isEmpty() const { return m_byClass.empty(); }

    KernelFits run(const std::string &source)
    {
        for (int round = 0; round < rounds; ++round) {
            for (auto &software : m_software)
                fitSoftware(software);
            for (const auto &[name, rows] : m_byClass)
                m_curves[name] = fitted(name, rows);
        }
        KernelFits fits;
        for (const auto &[name, rows] : m_byClass)
            fits.classes.push_back(closing(name, rows, source));
        fits.software = m_software;
        return fits;
    }

private:
    const SoftwareStack &softwareOf(const KernelRow &row) const
    {
        return *std::find_if(m_software.begin(), m_software.end(),
                             [&row](const SoftwareStack &software) { return software.name == row.software; });
    }
    double logError(const KernelRow &row, const EfficiencyCurves &curves) const
    {
        return std::log(predictKernels(row, curves, softwareOf(row)) / row.measured);
    }

    /// By the anchors, and with the same weight by all other rows of the table with their classes as they are now.
    void fitSoftware(SoftwareStack &software)
    {
        const auto rowsOf = [&software](const std::vector<const KernelRow *> &from) {
            std::vector<const KernelRow *> rows;
            std::copy_if(from.begin(), from.end(), std::back_inserter(rows),
                         [&software](const KernelRow *row) { return row->software == software.name; });
            return rows;
        };
        auto rows = weighed(rowsOf(m_anchored));
        std::vector<const KernelRow *> others;
        for (const auto &[name, ofClass] : m_byClass) {
            const auto part = rowsOf(ofClass);
            others.insert(others.end(), part.begin(), part.end());
        }
        const auto more = weighed(others);
        rows.insert(rows.end(), more.begin(), more.end());
        auto numbers = numbersOf(software);
        const auto start = numbersOf(startOf(software.name));
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i].start = *start[i].value;
        fitNumbers(numbers, rows, [&](const KernelRow &row) {
            return logError(row, (isAnchor(row) ? m_anchorCurves : m_curves).at(row.device->computeClass));
        });
    }
    SoftwareStack &startOf(const std::string &name)
    {
        m_start = startingSoftware();
        return *std::find_if(m_start.begin(), m_start.end(),
                             [&name](const SoftwareStack &software) { return software.name == name; });
    }

    EfficiencyCurves fitted(const std::string &name, const std::vector<const KernelRow *> &rows) const
    {
        auto curves = m_priors.curvesOf(name);
        const auto weights = weighed(rows);
        auto numbers = numbersOf(curves, weights);
        fitNumbers(numbers, weights, [&](const KernelRow &row) { return logError(row, curves); });
        alike(curves, rows);
        return curves;
    }

    /// Matrix units run fp16 and bf16 at one rate: what one of them was measured with holds for the other.
    static void alike(EfficiencyCurves &curves, const std::vector<const KernelRow *> &rows)
    {
        const auto measured = [&rows](Precision precision) {
            return std::any_of(rows.begin(), rows.end(),
                               [precision](const KernelRow *row) { return row->precision == precision; });
        };
        auto &half = curves.gemm[static_cast<std::size_t>(Precision::fp16)];
        auto &brain = curves.gemm[static_cast<std::size_t>(Precision::bf16)];
        if (measured(Precision::fp16) && !measured(Precision::bf16))
            brain = half;
        else if (measured(Precision::bf16) && !measured(Precision::fp16))
            half = brain;
    }

    std::vector<double> errorsOf(const std::vector<const KernelRow *> &rows, const EfficiencyCurves &curves) const
    {
        std::vector<double> errors;
        for (const auto *row : rows)
            errors.push_back(std::abs(std::expm1(logError(*row, curves))));
        return errors;
    }

    /// The error of each model's rows by the curves that the other models give.
    std::vector<double> errorsLeftOut(const std::string &name, const std::vector<const KernelRow *> &rows) const
    {
        std::set<std::string> models;
        for (const auto *row : rows)
            models.insert(row->model);
        std::vector<double> errors;
        for (const auto &model : models) {
            std::vector<const KernelRow *> others, left;
            for (const auto *row : rows)
                (row->model == model ? left : others).push_back(row);
            const auto part = errorsOf(left, fitted(name, others));
            errors.insert(errors.end(), part.begin(), part.end());
        }
        return errors;
    }

    KernelFit closing(const std::string &name, const std::vector<const KernelRow *> &rows,
                      const std::string &source) const
    {
        constexpr double share = 0.8; // as for steps: 4 of 5 lie within
        const auto mean = [](const std::vector<double> &values) {
            double sum = 0;
            for (const double value : values)
                sum += value;
            return sum / static_cast<double>(values.size());
        };
        const auto &prior = m_priors.curvesOf(name);
        KernelFit fit{.curves = m_curves.at(name), .sources = {}, .rows = rows.size()};
        std::set<std::string> sources, models, devices;
        std::map<Precision, std::set<std::string>> sourcesOf;
        for (const auto *row : rows) {
            sources.insert(row->source);
            sourcesOf[row->precision].insert(row->source);
            models.insert(row->model);
            devices.insert(row->device->name);
        }
        fit.sources.assign(sources.begin(), sources.end());
        // Two tables of different precisions do not check each other.
        const bool alone = std::all_of(sourcesOf.begin(), sourcesOf.end(),
                                       [](const auto &precision) { return precision.second.size() < 2; });
        fit.errorBefore = mean(errorsOf(rows, prior));
        fit.errorAfter = mean(errorsOf(rows, fit.curves));
        const auto leftOut = errorsLeftOut(name, rows);
        fit.errorLeftOut = mean(leftOut);
        for (const auto &field : curveFields())
            field.of(fit.curves) = rounded(field.of(fit.curves));
        for (double &gemm : fit.curves.gemm)
            gemm = rounded(gemm);
        fit.curves.uncertainty = rounded(std::max(quantile(leftOut, share), alone ? prior.uncertainty : 0));
        fit.curves.source =
            fmt::format("{}, {} kernel times of {} ({} models) from {}{}, mean error {:.0f} %, each model left out of "
                        "its fit {:.0f} "
                        "%; start: {}",
                        source, rows.size(), listed(devices), models.size(), listed(sources),
                        alone ? (sources.size() < 2 ? ": one source, held to its prior"
                                                    : ": one source in each precision, held to its prior")
                              : "",
                        100 * fit.errorAfter, 100 * fit.errorLeftOut, prior.source);
        return fit;
    }

    const CalibrationValues &m_priors;
    std::vector<SoftwareStack> m_software;
    std::vector<SoftwareStack> m_start;
    std::vector<const KernelRow *> m_anchored;
    std::map<std::string, EfficiencyCurves> m_anchorCurves;
    std::map<std::string, std::vector<const KernelRow *>> m_byClass;
    std::map<std::string, EfficiencyCurves> m_curves;
};

} // namespace

Seconds predictKernels(const KernelRow &row, const EfficiencyCurves &curves, const SoftwareStack &software)
{
    const ComputeContext context{row.device, &curves, &software, row.precision};
    const bool backward = row.pass == KernelPass::backward;
    Seconds sum = row.added / (row.device->memoryBandwidth * curves.memory);
    for (const auto &operation : row.work.operations) {
        auto terms = operationTerms(operation, context);
        for (auto *pass : {&terms.forward, &terms.inputGradient, &terms.weightGradient}) {
            if (!row.hostClock)
                pass->launch = Seconds(0);
        }
        sum += backward ? terms.inputGradient.seconds() + terms.weightGradient.seconds() : terms.forward.seconds();
    }
    return row.hostClock ? layerTerms(row.work, context, 1).besideHost(sum, backward) : sum;
}

std::vector<SoftwareStack> startingSoftware()
{
    const auto named = [](const char *name, const char *like) {
        SoftwareStack software = *builtinCalibration().findStack(like);
        software.name = name;
        software.gemm = 1;
        software.quantizeBytes = 0;
        software.accumulateBytes = 0;
        return software;
    };
    // Layers in plain PyTorch; 16-bit ones run their norms and rotations in fp32.
    std::vector<SoftwareStack> software = {named("zorse fp16", "PyTorch FSDP"), named("zorse fp32", "PyTorch FSDP"),
                                           named("amp", "Megatron-LM"),         named("sailor", "Megatron-DeepSpeed"),
                                           named("simumax", "Megatron-LM"),     named("mamf", "Megatron-LM")};
    for (auto &each : software) {
        if (each.name.starts_with("zorse"))
            each.hostLayer = Seconds(0);
        if (each.name == "amp")
            each.hostLayer = Seconds(0.0039); // on a V100, where kernels take a fifth of it (README of the data)
    }
    return software;
}

Result<KernelFits> fitKernels(const std::vector<KernelRow> &rows, const CalibrationValues &priors,
                              const CalibrationValues &known, const std::string &source)
{
    KernelFitter fitter(rows, priors, known);
    if (fitter.isEmpty())
        return Error{Error::Code::invalid,
                     {},
                     {},
                     "no kernel time of a device whose class has a prior",
                     "tables of devices that the catalog has",
                     "give more tables"};
    return fitter.run(source);
}

} // namespace heteroscope
