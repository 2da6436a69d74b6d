// SPDX-License-Identifier: GPL-3.0-or-later
//
// Constants of the cost model as values, read from resources/calibration. They describe causes (how much of its peak a
// matrix product of a shape reaches, how long a launch takes, how a send behaves), and each set carries its source
// there. The shipped values are what `hscope calibrate` finds.
#pragma once

#include "base/result.h"
#include "cluster/cluster.h"
#include "cost/layer_profile.h"
#include "workload/workload.h"
#include "json/json.h"
#include "json/object_reader.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace heteroscope {

/// How close a class of devices comes to its peaks.
///
/// A matrix product (m x k)(k x n) reaches gemm (w / ceil(w))^waveLoss / [(1 + m0/m)(1 + n0/n)(1 + k0/k)] of the peak:
/// its output tiles go over the processors in w waves, the last of which is seldom full.
struct EfficiencyCurves
{
    std::string computeClass;
    std::array<double, precisionNames.size()> gemm{}; ///< asymptote by precision
    double m0 = 0, n0 = 0, k0 = 0;                    ///< half points
    double waveLoss = 0;                              ///< 1: a wave that is not full takes as long as a full one
    double processors = 1;                            ///< that work on one tile each
    double groupedGemm = 1;    ///< products of many experts in one launch, over a single product of the same shape
    double misalignedGemm = 1; ///< a product whose width is no multiple of 8, over an aligned one
    double flashForward = 0;   ///< share of the 16-bit peak in the vendor's fused attention core, long sequences
    double flashBackward = 0;
    double openAttention = 1;     ///< FlashAttention-2 and Triton kernels over the vendor's
    double flashHalfSequence = 0; ///< a fused kernel reaches half of its asymptote at this sequence length
    double flashHalfQueries = 0;  ///< and at so many queries of all heads together: fewer do not fill the processors
    double batchedGemm = 0;       ///< unfused attention products
    double memory = 0;            ///< share of the memory bandwidth a streaming kernel reaches
    Seconds launch;               ///< gap between dependent kernels
    double uncertainty = 0;       ///< relative error to expect of a step on this class
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

/// How a pipeline send meets its receiver. blocking: a rendezvous; the receive is posted when the receiver's pass before
/// it ends, and the sender computes nothing until the data has arrived. receivePrefetched: a rendezvous; the receive is
/// posted when the pass before it begins, and the sender goes on. asynchronous: receives are posted in time.
enum class SendMode { blocking, receivePrefetched, asynchronous };
inline constexpr std::array<std::string_view, 3> sendModeNames = {"blocking", "receivePrefetched", "asynchronous"};

/// Whose fused attention kernels a stack calls.
enum class AttentionKernels { vendor, open };
inline constexpr std::array<std::string_view, 2> attentionKernelNames = {"vendor", "open"};

/// What a training framework does with kernels, sends and memory.
struct SoftwareStack
{
    std::string name;
    SendMode sendMode = SendMode::blocking;
    AttentionKernels attention = AttentionKernels::vendor;
    bool overlapsGradients = false; ///< reduces gradients beside the backward pass
    bool padsVocabulary = true;     ///< to a multiple of 128 x TP; else odd widths run slowly without TP

    double scale = 1;         ///< of every duration of the stack; other than 1 only in a user's own calibration
    double gemm = 1;          ///< matrix products over those of the device class
    double elementwise = 1;   ///< memory traffic of norms, activations and residuals over the least possible
    double scoreBytes = 0;    ///< traffic per attention score of unfused softmax and dropout, forward
    double quantizeBytes = 0; ///< traffic per input element of an fp8 or fp4 product: scaling and casting
    double permutePasses = 0; ///< times a routed token goes through memory between router, experts and back, forward

    Seconds hostLayer;         ///< least time of one block's forward pass: the host issues its kernels
    Seconds hostExperts;       ///< more of it where the block has experts
    double hostBackward = 1;   ///< backward over forward of that floor
    double hostExponent = 8;   ///< of the soft maximum of device and host time
    double hostExponentTp = 8; ///< likewise with TP: collectives let the host fall behind and catch up
    double hostTensorParallel =
        0;                  ///< growth of the floor from TP 1 to 8: it is that of the slowest of the hosts' threads
    Seconds hostMicroBatch; ///< per micro-batch and stage
    Seconds hostStep;       ///< per step, nothing hides it

    double optimizerBytes = 0;  ///< memory traffic per parameter of the optimizer
    double accumulateBytes = 0; ///< per parameter and micro-batch, where gradients are added up by kernels of their own
    double tpExposed = 1;       ///< share of TP communication that is not hidden when the plan overlaps it
    double cpExposed = 1;       ///< of ring attention's exchange
    double epExposed = 1;       ///< of the experts' all-to-all
    double gatherContention = 1; ///< ZeRO-3: share of the shorter of computing and gathering that is not hidden
    double nodeJitter = 0;       ///< growth of all work per doubling of the nodes that wait for each other
    Seconds collectiveBase;      ///< of each collective call
    // While a device computes and averages gradients, its compute rate is divided by the first, that of the transfer by
    // the second.
    double overlapComputeSlowdown = 1;
    double overlapTransferSlowdown = 1;
    Bytes gradientBucket;        ///< gradients per device that go out in one call when they overlap the backward pass
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
    std::shared_ptr<const LayerProfiles> profiles; ///< measured layers that replace the curves; may be null

    /// The curves of a class; those of class "default" when it is not calibrated.
    const EfficiencyCurves &curvesOf(const std::string &computeClass) const;
    const LinkConstants &linkOf(LinkTechnology technology) const;
    const SoftwareStack *findStack(std::string_view name) const;
    bool isCalibrated(const std::string &computeClass) const;
};

/// A number of T by its JSON name.
template<class T>
struct CalibrationField
{
    std::string_view name;
    double &(*of)(T &);
    NumberRange range;
};
std::span<const CalibrationField<EfficiencyCurves>> curveFields(); ///< without the asymptotes by precision
std::span<const CalibrationField<LinkConstants>> linkFields();
std::span<const CalibrationField<SoftwareStack>> stackFields();
/// Of every share of a peak.
inline constexpr NumberRange efficiencyRange{.minimum = 0.001, .maximum = 1};

/// The shipped constants, read once.
const CalibrationValues &builtinCalibration();
const Findings &builtinCalibrationFindings();

/// Reads one calibration file's JSON into values; used for the shipped files and by lint.
CalibrationValues readCalibration(const Json &json, const std::string &path, Findings &findings);
Json toJson(const CalibrationValues &values);

/// The shipped constants with those of the files in their place: a class, technology or stack of a file replaces the
/// shipped one of its name.
Result<CalibrationValues> loadCalibration(const std::vector<std::string> &files);

} // namespace heteroscope
