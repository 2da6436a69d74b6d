// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers of a calibration file, in the order they are written.
#include "cost/calibration_values.h"

namespace heteroscope {

namespace {

constexpr NumberRange time{.minimum = 0, .maximum = 1000};
constexpr NumberRange factor{.minimum = 0.001, .maximum = 100};
constexpr NumberRange share{.minimum = 0, .maximum = 1};
constexpr NumberRange bytes{.minimum = 0, .maximum = 1000};

#define HETEROSCOPE_FIELD(Type, member, range)                                                                         \
    CalibrationField<Type>                                                                                             \
    {                                                                                                                  \
#member, [](Type & t) -> double & { return t.member; }, range                                                  \
    }
#define HETEROSCOPE_QUANTITY(Type, member, range)                                                                      \
    CalibrationField<Type>                                                                                             \
    {                                                                                                                  \
#member, [](Type & t) -> double & { return t.member.value; }, range                                            \
    }

const std::array curves = {HETEROSCOPE_FIELD(EfficiencyCurves, m0, (NumberRange{0, 1e6})),
                           HETEROSCOPE_FIELD(EfficiencyCurves, n0, (NumberRange{0, 1e6})),
                           HETEROSCOPE_FIELD(EfficiencyCurves, k0, (NumberRange{0, 1e6})),
                           HETEROSCOPE_FIELD(EfficiencyCurves, waveLoss, share),
                           HETEROSCOPE_FIELD(EfficiencyCurves, processors, (NumberRange{1, 1e6})),
                           HETEROSCOPE_FIELD(EfficiencyCurves, groupedGemm, factor),
                           HETEROSCOPE_FIELD(EfficiencyCurves, misalignedGemm, efficiencyRange),
                           HETEROSCOPE_FIELD(EfficiencyCurves, flashForward, efficiencyRange),
                           HETEROSCOPE_FIELD(EfficiencyCurves, flashBackward, efficiencyRange),
                           HETEROSCOPE_FIELD(EfficiencyCurves, openAttention, factor),
                           HETEROSCOPE_FIELD(EfficiencyCurves, flashHalfSequence, (NumberRange{0, 1e6})),
                           HETEROSCOPE_FIELD(EfficiencyCurves, flashHalfQueries, (NumberRange{0, 1e9})),
                           HETEROSCOPE_FIELD(EfficiencyCurves, batchedGemm, efficiencyRange),
                           HETEROSCOPE_FIELD(EfficiencyCurves, memory, efficiencyRange),
                           HETEROSCOPE_QUANTITY(EfficiencyCurves, launch, (NumberRange{0, 1})),
                           HETEROSCOPE_FIELD(EfficiencyCurves, uncertainty, (NumberRange{0, 10}))};

const std::array links = {HETEROSCOPE_FIELD(LinkConstants, efficiency, efficiencyRange),
                          HETEROSCOPE_QUANTITY(LinkConstants, hop, (NumberRange{0, 1}))};

const std::array stacks = {HETEROSCOPE_FIELD(SoftwareStack, scale, factor),
                           HETEROSCOPE_FIELD(SoftwareStack, gemm, factor),
                           HETEROSCOPE_FIELD(SoftwareStack, elementwise, factor),
                           HETEROSCOPE_FIELD(SoftwareStack, scoreBytes, bytes),
                           HETEROSCOPE_FIELD(SoftwareStack, quantizeBytes, bytes),
                           HETEROSCOPE_FIELD(SoftwareStack, permutePasses, (NumberRange{0, 100})),
                           HETEROSCOPE_QUANTITY(SoftwareStack, hostLayer, time),
                           HETEROSCOPE_QUANTITY(SoftwareStack, hostExperts, time),
                           HETEROSCOPE_FIELD(SoftwareStack, hostBackward, (NumberRange{0, 10})),
                           HETEROSCOPE_FIELD(SoftwareStack, hostExponent, (NumberRange{1, 64})),
                           HETEROSCOPE_FIELD(SoftwareStack, hostExponentTp, (NumberRange{1, 64})),
                           HETEROSCOPE_FIELD(SoftwareStack, hostTensorParallel, (NumberRange{0, 10})),
                           HETEROSCOPE_QUANTITY(SoftwareStack, hostMicroBatch, time),
                           HETEROSCOPE_QUANTITY(SoftwareStack, hostStep, time),
                           HETEROSCOPE_FIELD(SoftwareStack, optimizerBytes, bytes),
                           HETEROSCOPE_FIELD(SoftwareStack, accumulateBytes, bytes),
                           HETEROSCOPE_FIELD(SoftwareStack, tpExposed, share),
                           HETEROSCOPE_FIELD(SoftwareStack, cpExposed, share),
                           HETEROSCOPE_FIELD(SoftwareStack, epExposed, share),
                           HETEROSCOPE_FIELD(SoftwareStack, gatherContention, share),
                           HETEROSCOPE_FIELD(SoftwareStack, overlapComputeSlowdown, (NumberRange{1, 100})),
                           HETEROSCOPE_FIELD(SoftwareStack, overlapTransferSlowdown, (NumberRange{1, 100})),
                           HETEROSCOPE_QUANTITY(SoftwareStack, gradientBucket, (NumberRange{1, 1e15})),
                           HETEROSCOPE_FIELD(SoftwareStack, nodeJitter, share),
                           HETEROSCOPE_QUANTITY(SoftwareStack, collectiveBase, time),
                           HETEROSCOPE_QUANTITY(SoftwareStack, reserve, (NumberRange{0, 1e15})),
                           HETEROSCOPE_FIELD(SoftwareStack, uncertainty, (NumberRange{0, 10}))};

#undef HETEROSCOPE_FIELD
#undef HETEROSCOPE_QUANTITY

} // namespace

std::span<const CalibrationField<EfficiencyCurves>> curveFields() { return curves; }
std::span<const CalibrationField<LinkConstants>> linkFields() { return links; }
std::span<const CalibrationField<SoftwareStack>> stackFields() { return stacks; }

} // namespace heteroscope
