// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers of a calibration file, in the order they are written.
#include "cost/calibration_values.h"

namespace heteroscope {

namespace {

constexpr NumberRange timeRange{.minimum = 0, .maximum = 1000};
constexpr NumberRange factorRange{.minimum = 0.001, .maximum = 100};
constexpr NumberRange shareRange{.minimum = 0, .maximum = 1};
constexpr NumberRange bytesRange{.minimum = 0, .maximum = 1000};

// NOLINTBEGIN(bugprone-macro-parentheses): Type and member name things, which parentheses cannot surround.
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
// NOLINTEND(bugprone-macro-parentheses)

template<class T>
CalibrationField<T> mayBeMissing(CalibrationField<T> field)
{
    field.required = false;
    return field;
}

const std::array curveMembers = {HETEROSCOPE_FIELD(EfficiencyCurves, m0, (NumberRange{0, 1e6})),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, n0, (NumberRange{0, 1e6})),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, k0, (NumberRange{0, 1e6})),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, waveLoss, shareRange),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, processors, (NumberRange{1, 1e6})),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, groupedRows, (NumberRange{0, 1e6})),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, misalignedGemm, efficiencyRange),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, flashForward, efficiencyRange),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, flashBackward, efficiencyRange),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, openAttention, factorRange),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, flashHalfSequence, (NumberRange{0, 1e6})),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, flashHalfQueries, (NumberRange{0, 1e9})),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, batchedGemm, efficiencyRange),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, memory, efficiencyRange),
                                 HETEROSCOPE_QUANTITY(EfficiencyCurves, launch, (NumberRange{0, 1})),
                                 HETEROSCOPE_FIELD(EfficiencyCurves, uncertainty, (NumberRange{0, 10}))};

const std::array linkMembers = {HETEROSCOPE_FIELD(LinkConstants, efficiency, efficiencyRange),
                                HETEROSCOPE_QUANTITY(LinkConstants, hop, (NumberRange{0, 1}))};

const std::array stackMembers = {HETEROSCOPE_FIELD(SoftwareStack, scale, factorRange),
                                 HETEROSCOPE_FIELD(SoftwareStack, gemm, factorRange),
                                 HETEROSCOPE_FIELD(SoftwareStack, elementwise, factorRange),
                                 HETEROSCOPE_FIELD(SoftwareStack, scoreBytes, bytesRange),
                                 HETEROSCOPE_FIELD(SoftwareStack, quantizeBytes, bytesRange),
                                 HETEROSCOPE_FIELD(SoftwareStack, permutePasses, (NumberRange{0, 100})),
                                 HETEROSCOPE_QUANTITY(SoftwareStack, hostLayer, timeRange),
                                 HETEROSCOPE_QUANTITY(SoftwareStack, hostExperts, timeRange),
                                 HETEROSCOPE_FIELD(SoftwareStack, hostBackward, (NumberRange{0, 10})),
                                 HETEROSCOPE_FIELD(SoftwareStack, hostExponent, (NumberRange{1, 64})),
                                 HETEROSCOPE_FIELD(SoftwareStack, hostExponentTp, (NumberRange{1, 64})),
                                 HETEROSCOPE_FIELD(SoftwareStack, hostTensorParallel, (NumberRange{0, 10})),
                                 HETEROSCOPE_QUANTITY(SoftwareStack, hostMicroBatch, timeRange),
                                 HETEROSCOPE_QUANTITY(SoftwareStack, hostStep, timeRange),
                                 HETEROSCOPE_FIELD(SoftwareStack, optimizerBytes, bytesRange),
                                 HETEROSCOPE_FIELD(SoftwareStack, accumulateBytes, bytesRange),
                                 HETEROSCOPE_FIELD(SoftwareStack, tpExposed, shareRange),
                                 mayBeMissing(HETEROSCOPE_FIELD(SoftwareStack, exchangeContention, shareRange)),
                                 HETEROSCOPE_FIELD(SoftwareStack, gatherContention, shareRange),
                                 HETEROSCOPE_FIELD(SoftwareStack, overlapComputeSlowdown, (NumberRange{1, 100})),
                                 HETEROSCOPE_FIELD(SoftwareStack, overlapTransferSlowdown, (NumberRange{1, 100})),
                                 HETEROSCOPE_QUANTITY(SoftwareStack, gradientBucket, (NumberRange{1, 1e15})),
                                 HETEROSCOPE_FIELD(SoftwareStack, nodeJitter, shareRange),
                                 HETEROSCOPE_QUANTITY(SoftwareStack, collectiveBase, timeRange),
                                 HETEROSCOPE_QUANTITY(SoftwareStack, reserve, (NumberRange{0, 1e15})),
                                 HETEROSCOPE_FIELD(SoftwareStack, uncertainty, (NumberRange{0, 10}))};

const std::array memoryMembers = {HETEROSCOPE_FIELD(StackMemory, logitBytes, (NumberRange{0, 64})),
                                  HETEROSCOPE_FIELD(StackMemory, gatedTensors, (NumberRange{0, 16})),
                                  HETEROSCOPE_FIELD(StackMemory, gradientCopies, (NumberRange{0, 4})),
                                  HETEROSCOPE_FIELD(StackMemory, narrowCopies, (NumberRange{0, 2})),
                                  HETEROSCOPE_QUANTITY(StackMemory, communicator, (NumberRange{0, 1e12})),
                                  HETEROSCOPE_FIELD(StackMemory, fragmentation, shareRange),
                                  HETEROSCOPE_FIELD(StackMemory, uncertainty, (NumberRange{0, maxMemoryHeadroom}))};

#undef HETEROSCOPE_FIELD
#undef HETEROSCOPE_QUANTITY

} // namespace

std::span<const CalibrationField<EfficiencyCurves>> curveFields() { return curveMembers; }
std::span<const CalibrationField<LinkConstants>> linkFields() { return linkMembers; }
std::span<const CalibrationField<SoftwareStack>> stackFields() { return stackMembers; }
std::span<const CalibrationField<StackMemory>> stackMemoryFields() { return memoryMembers; }

} // namespace heteroscope
