// SPDX-License-Identifier: GPL-3.0-or-later
//
// Constants of the cost model as values, read from resources/calibration. They describe causes (how much of its peak a
// matrix product of a shape reaches, how long a launch takes, how a send behaves), and each carries its source there.
#pragma once

#include "base/result.h"
#include "cluster/cluster.h"
#include "workload/workload.h"
#include "json/json.h"

#include <array>
#include <string>
#include <vector>

namespace heteroscope {

/// How close a class of devices comes to its peaks.
///
/// A matrix product (m x k)(k x n) reaches gemm / [(1 + m0/m)(1 + n0/n)(1 + k0/k)] of the peak.
struct EfficiencyCurves
{
    std::string computeClass;
    std::array<double, precisionNames.size()> gemm{}; ///< asymptote by precision
    double m0 = 0, n0 = 0, k0 = 0;                    ///< half points
    double flashForward = 0; ///< share of the 16-bit peak in the fused attention core, long sequences
    double flashBackward = 0;
    double batchedGemm = 0; ///< unfused attention products
    double memory = 0;      ///< share of the memory bandwidth a streaming kernel reaches
    Seconds launch;         ///< gap between dependent kernels
    double uncertainty = 0; ///< relative error to expect of a step on this class
    std::string source;
    Extensions extensions;
};

/// How transfers use links of one technology.
struct LinkConstants
{
    LinkTechnology technology = LinkTechnology::other;
    double efficiency = 1; ///< share of the line rate a long transfer reaches
    Seconds hop;           ///< added per ring step that crosses such a link
    std::string source;
    Extensions extensions;
};

enum class SendMode { blocking, asynchronous };
inline constexpr std::array<std::string_view, 2> sendModeNames = {"blocking", "asynchronous"};

/// What a training framework does with kernels, sends and memory.
struct SoftwareStack
{
    std::string name;
    SendMode sendMode = SendMode::blocking;
    double elementwise = 1;      ///< memory traffic of norms, activations and residuals over the least possible
    Seconds hostLayer;           ///< least time of one block's forward pass: the host issues its kernels
    double hostBackward = 1;     ///< backward over forward of that floor
    double hostExponent = 8;     ///< of the soft maximum of device and host time
    Seconds hostMicroBatch;      ///< per micro-batch and stage
    Seconds hostStep;            ///< per step, nothing hides it
    double optimizerBytes = 0;   ///< memory traffic per parameter of the optimizer
    double tpExposed = 1;        ///< share of TP communication that is not hidden when the plan overlaps it
    Seconds collectiveBase;      ///< of each collective call
    Bytes reserve;               ///< context, runtime, allocator
    std::vector<int> zeroStages; ///< supported
    double uncertainty = 0;      ///< relative error of a step to add to the device's, by quadrature
    std::string source;
    Extensions extensions;
};

struct CalibrationValues
{
    std::vector<EfficiencyCurves> curves;
    std::vector<LinkConstants> links;
    std::vector<SoftwareStack> stacks;

    /// The curves of a class; those of class "default" when it is not calibrated.
    const EfficiencyCurves &curvesOf(const std::string &computeClass) const;
    const LinkConstants &linkOf(LinkTechnology technology) const;
    const SoftwareStack *findStack(std::string_view name) const;
    bool isCalibrated(const std::string &computeClass) const;
};

/// The shipped constants, read once.
const CalibrationValues &builtinCalibration();
const Findings &builtinCalibrationFindings();

/// Reads one calibration file's JSON into values; used for the shipped files and by lint.
CalibrationValues readCalibration(const Json &json, const std::string &path, Findings &findings);

} // namespace heteroscope
