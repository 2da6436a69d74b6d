// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/device_fit.h"

#include "base/numbers.h"
#include "calibration/fit_closing.h"
#include "calibration/robust_fit.h"
#include "calibration/validation.h"
#include "cost/compute.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr double causalHalf = 0.5;
/// Backward recomputes the scores (arXiv 2307.08691), as in workload/layer_work.cpp.
constexpr double backwardFlops = 2.5;
/// Rates above the peak by more than a clock above the nominal one are those of another device.
constexpr double mostOfPeak = 1.25;
/// A step on a class is off by at least this where no measured step has told about it: the least that the shipped
/// classes without steps state (resources/calibration/constants.json).
constexpr double uncertaintyWithoutSteps = 0.1;
/// 4 of 5 kernels lie within the stated error, as for steps.
constexpr double coveredShare = 0.8;
constexpr double mostUncertain = 10; // of a calibration file

double elementBytes(Precision precision)
{
    switch (precision) {
    case Precision::fp32:
    case Precision::tf32:
        return 4;
    case Precision::fp8:
        return 1;
    case Precision::fp4:
        return 0.5;
    case Precision::fp16:
    case Precision::bf16:
        break;
    }
    return 2;
}

/// Products in 8 bits and less end in bf16.
double resultBytes(Precision precision) { return std::max(2.0, elementBytes(precision)); }

/// Kernels alone, without the software of a training framework.
SoftwareStack bareStack(AttentionKernels kernels)
{
    SoftwareStack stack;
    stack.attention = kernels;
    stack.padsVocabulary = false;
    return stack;
}

Operation operationOf(const MeasuredProduct &product)
{
    Operation operation;
    operation.kind = product.experts > 1 ? Operation::Kind::groupedGemm : Operation::Kind::gemm;
    operation.count = product.experts;
    operation.m = product.m;
    operation.n = product.n;
    operation.k = product.k;
    operation.forward = Flop(2.0 * product.m * product.n * product.k * product.experts);
    const double inputs = operation.m * operation.k + operation.k * operation.n;
    operation.forwardBytes =
        Bytes((elementBytes(product.precision) * inputs + resultBytes(product.precision) * operation.m * operation.n) *
              product.experts);
    operation.odd = product.n % 8 != 0 || product.k % 8 != 0;
    return operation;
}

Operation operationOf(const MeasuredAttention &attention)
{
    Operation operation;
    operation.kind = Operation::Kind::flashAttention;
    operation.m = static_cast<double>(attention.batch) * attention.heads;
    operation.n = attention.sequence;
    operation.k = attention.headDim;
    // Scores and values, over the full square.
    const double products = 4 * operation.m * operation.n * operation.n * operation.k;
    operation.forward = Flop(causalHalf * products);
    operation.inputGradient = Flop(backwardFlops * causalHalf * products);
    const double io = 4 * operation.m * operation.n * operation.k * elementBytes(attention.precision);
    operation.forwardBytes = Bytes(io);
    operation.backwardBytes = Bytes(3 * io);
    return operation;
}

Operation operationOf(const MeasuredStream &stream)
{
    Operation operation;
    operation.kind = Operation::Kind::elementwise;
    operation.forwardBytes = stream.bytes;
    return operation;
}

Seconds secondsOf(const Operation &operation, Precision precision, AttentionKernels kernels, bool backward,
                  const DeviceType &type, const EfficiencyCurves &curves)
{
    const auto stack = bareStack(kernels);
    const auto terms = operationTerms(operation, {&type, &curves, &stack, precision});
    return (backward ? terms.inputGradient : terms.forward).seconds();
}

/// A measured kernel as the cost model sees it.
struct Kernel
{
    Operation operation;
    Precision precision = Precision::bf16;
    AttentionKernels kernels = AttentionKernels::vendor;
    bool backward = false;
    double seconds = 0;

    double residual(const DeviceType &type, const EfficiencyCurves &curves) const
    {
        return std::log(secondsOf(operation, precision, kernels, backward, type, curves).value / seconds);
    }
};

struct Kernels
{
    std::vector<Kernel> all;
    std::size_t unsupported = 0;
};

Kernels kernelsOf(const DeviceMeasurements &measurements, const DeviceType &type)
{
    Kernels kernels;
    const auto add = [&](Kernel kernel, bool computes) {
        if (computes && !type.peakAt(kernel.precision))
            ++kernels.unsupported;
        else
            kernels.all.push_back(std::move(kernel));
    };
    for (const auto &product : measurements.products)
        add({operationOf(product), product.precision, AttentionKernels::vendor, false, product.time.seconds.value},
            true);
    for (const auto &stream : measurements.streams)
        add({operationOf(stream), Precision::bf16, AttentionKernels::vendor, false, stream.time.seconds.value}, false);
    for (const auto &one : measurements.attention) {
        add({operationOf(one), one.precision, one.kernels, false, one.forward.seconds.value}, true);
        if (one.backward)
            add({operationOf(one), one.precision, one.kernels, true, one.backward->seconds.value}, true);
    }
    return kernels;
}

/// A member of the curves that is fitted.
struct CurveParameter
{
    RobustParameter about;
    std::function<double &(EfficiencyCurves &)> of;
};

class CurveParameters
{
public:
    CurveParameters(const std::vector<Kernel> &kernels, const EfficiencyCurves &start) : m_start(start)
    {
        const auto count = [&](auto test) { return std::count_if(kernels.begin(), kernels.end(), test); };
        const auto isProduct = [](const Kernel &k) { return k.operation.kind == Operation::Kind::gemm; };
        const auto isOfExperts = [](const Kernel &k) { return k.operation.kind == Operation::Kind::groupedGemm; };
        for (std::size_t p = 0; p < precisionNames.size(); ++p) {
            const auto isOf = [&](const Kernel &k) {
                return isProduct(k) && !k.operation.odd && k.precision == static_cast<Precision>(p);
            };
            if (count(isOf) > 0)
                m_parameters.push_back({{"gemm/" + std::string(precisionNames[p]), start.gemm[p], efficiencyRange, 0.5},
                                        [p](EfficiencyCurves &curves) -> double & { return curves.gemm[p]; }});
        }
        // Half points and waves show in how shapes differ.
        constexpr int fewShapes = 6;
        if (count([&](const Kernel &k) { return isProduct(k) && !k.operation.odd; }) >= fewShapes) {
            for (const char *name : {"m0", "n0", "k0", "waveLoss"})
                add(name, 1);
        }
        if (count([&](const Kernel &k) { return isProduct(k) && k.operation.odd; }) > 0)
            add("misalignedGemm", 0.5);
        if (count(isOfExperts) > 0)
            add("groupedRows", 1);
        if (count([](const Kernel &k) { return k.operation.kind == Operation::Kind::elementwise; }) > 0)
            add("memory", 0.5);
        addAttention(kernels);
    }

    std::vector<RobustParameter> all() const
    {
        std::vector<RobustParameter> result;
        for (const auto &parameter : m_parameters)
            result.push_back(parameter.about);
        return result;
    }
    EfficiencyCurves curvesAt(const std::vector<double> &values) const
    {
        auto curves = m_start;
        for (std::size_t i = 0; i < values.size(); ++i)
            m_parameters[i].of(curves) = values[i];
        return curves;
    }

private:
    void addAttention(const std::vector<Kernel> &kernels)
    {
        std::size_t forward = 0, backward = 0, open = 0, vendor = 0;
        for (const auto &kernel : kernels) {
            if (kernel.operation.kind != Operation::Kind::flashAttention)
                continue;
            ++(kernel.backward ? backward : forward);
            ++(kernel.kernels == AttentionKernels::open ? open : vendor);
        }
        if (forward > 0)
            add("flashForward", 0.5);
        if (backward > 0)
            add("flashBackward", 0.5);
        // With kernels of one kind alone the other keeps its relation to it.
        if (open > 0 && vendor > 0)
            add("openAttention", 0.5);
        constexpr std::size_t fewSequences = 4;
        if (forward + backward >= fewSequences) {
            add("flashHalfSequence", 1);
            add("flashHalfQueries", 1);
        }
    }

    void add(const char *name, double freedom)
    {
        const auto fields = curveFields();
        const auto field = std::find_if(fields.begin(), fields.end(), [name](const auto &f) { return f.name == name; });
        auto start = m_start;
        auto range = field->range;
        // Logarithms need a value above 0. No shape that is measured tells half points below one apart.
        const bool isPoint = range.maximum > 100;
        range.minimum = std::max(range.minimum, isPoint ? 1 : 1e-3);
        m_parameters.push_back({{name, std::max(field->of(start), range.minimum), range, freedom}, field->of});
    }

    const EfficiencyCurves &m_start;
    std::vector<CurveParameter> m_parameters;
};

Error otherDevice(const DeviceType &type, const std::string &found)
{
    return {Error::Code::invalid,
            {},
            "/measurements",
            found,
            "rates between a thousandth of the peak of " + type.name + " and the peak itself",
            "name the measured device with --device-type"};
}

/// Refuses rates that this device cannot have.
Status checkRates(const std::vector<Kernel> &kernels, const DeviceType &type)
{
    double best = 0;
    for (const auto &kernel : kernels) {
        const auto &operation = kernel.operation;
        const bool streams = operation.kind == Operation::Kind::elementwise;
        const double rate = (streams           ? operation.forwardBytes.value
                             : kernel.backward ? operation.inputGradient.value
                                               : operation.forward.value) /
                            kernel.seconds;
        const double peak = streams ? type.memoryBandwidth.value : type.peakAt(kernel.precision)->value;
        if (rate > mostOfPeak * peak)
            return otherDevice(type, streams
                                         ? bandwidthText(BytesPerSecond(rate)) + " of memory"
                                         : flopsText(FlopPerSecond(rate)) + " in " +
                                               std::string(precisionNames[static_cast<std::size_t>(kernel.precision)]));
        best = std::max(best, rate / peak);
    }
    if (!kernels.empty() && best < efficiencyRange.minimum)
        return otherDevice(type, "no kernel above " + percentText(best) + " of the peak");
    return {};
}

std::string sourceText(const DeviceMeasurements &measurements, const DeviceFit &fit, const std::string &start)
{
    std::string text = "hscope calibrate on " + std::to_string(fit.kernels) + " kernels measured by collect.py on " +
                       measurements.device;
    if (!measurements.pytorch.empty())
        text += ", PyTorch " + measurements.pytorch;
    if (!measurements.runtime.empty())
        text += ", " + measurements.runtime;
    if (!measurements.date.empty())
        text += ", " + measurements.date;
    return text + "; start: " + start;
}

} // namespace

std::optional<Seconds> predictedTime(const MeasuredProduct &product, const DeviceType &type,
                                     const EfficiencyCurves &curves)
{
    if (!type.peakAt(product.precision))
        return {};
    return secondsOf(operationOf(product), product.precision, AttentionKernels::vendor, false, type, curves);
}

std::optional<Seconds> predictedTime(const MeasuredAttention &attention, bool backward, const DeviceType &type,
                                     const EfficiencyCurves &curves)
{
    if (!type.peakAt(attention.precision))
        return {};
    return secondsOf(operationOf(attention), attention.precision, attention.kernels, backward, type, curves);
}

std::optional<Seconds> predictedTime(const MeasuredStream &stream, const DeviceType &type,
                                     const EfficiencyCurves &curves)
{
    return secondsOf(operationOf(stream), Precision::bf16, AttentionKernels::vendor, false, type, curves);
}

Result<DeviceFit> fitDevice(const DeviceMeasurements &measurements, const DeviceType &type,
                            const EfficiencyCurves &start)
{
    const auto kernels = kernelsOf(measurements, type);
    if (kernels.all.empty() && !measurements.launch)
        return Error{Error::Code::invalid,
                     {},
                     "/measurements",
                     "no kernel in a precision that " + type.name + " supports",
                     "products, streams, attention or launch",
                     "measure again, or name the measured device with --device-type"};
    if (auto status = checkRates(kernels.all, type); !status)
        return status.error();
    DeviceFit fit;
    auto first = start;
    first.computeClass = type.computeClass;
    first.extensions = {};
    const auto residualsOf = [&](const EfficiencyCurves &curves) {
        std::vector<double> residuals;
        residuals.reserve(kernels.all.size());
        for (const auto &kernel : kernels.all)
            residuals.push_back(kernel.residual(type, curves));
        return residuals;
    };
    fit.errorBefore = meanErrorOf(residualsOf(first));
    if (measurements.launch) {
        const double gap = rounded(std::min(1.0, measurements.launch->seconds.value));
        fit.constants.push_back({"launch", first.launch.value, gap});
        first.launch = Seconds(gap);
    }
    if (measurements.kind != MeasuredKind::cpu) {
        fit.constants.push_back({"processors", first.processors, static_cast<double>(measurements.processors)});
        first.processors = measurements.processors;
    }
    const CurveParameters parameters(kernels.all, first);
    const auto about = parameters.all();
    auto found =
        fitRobustly(about, [&](const std::vector<double> &values) { return residualsOf(parameters.curvesAt(values)); });
    for (std::size_t i = 0; i < about.size(); ++i) {
        found.values[i] = std::clamp(rounded(found.values[i]), about[i].range.minimum, about[i].range.maximum);
        fit.constants.push_back({about[i].name, about[i].start, found.values[i]});
    }
    fit.curves = parameters.curvesAt(found.values);
    auto residuals = residualsOf(fit.curves);
    fit.errorAfter = meanErrorOf(residuals);
    fit.kernels = kernels.all.size();
    fit.unsupported = kernels.unsupported;
    for (double &residual : residuals)
        residual = std::abs(std::exp(residual) - 1);
    fit.curves.uncertainty =
        rounded(std::clamp(quantile(std::move(residuals), coveredShare), uncertaintyWithoutSteps, mostUncertain));
    fit.curves.source = sourceText(measurements, fit, start.source);
    return fit;
}

} // namespace heteroscope
