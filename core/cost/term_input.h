// SPDX-License-Identifier: GPL-3.0-or-later
//
// An input of a formula (cost_term.h): what it is, its value with a unit, and where that comes from.
#pragma once

#include "cost/term_id.h"

#include <array>
#include <string_view>

namespace heteroscope {

/// memory: bytes that a device holds; bytes: all others.
enum class TermUnit : std::uint8_t { seconds, bytes, memory, bytesPerSecond, flop, flopPerSecond, count, share };

/// Where an input comes from. simulation: read from the simulated step; derived: another term of this tree.
enum class TermSource : std::uint8_t { catalog, calibration, model, job, plan, cluster, profile, simulation, derived };
inline constexpr std::size_t termSourceCount = 9;

enum class TermSymbol : std::uint8_t {
    // An operation.
    flop,
    peak,
    efficiency,
    scores,
    bytesPerScore,
    bytes,
    traffic,
    rate,
    kernels,
    launch,
    cast,
    memoryBandwidth,
    memoryShare,
    // Its efficiency.
    products,
    m,
    n,
    k,
    processors,
    waveLoss,
    m0,
    n0,
    k0,
    asymptote,
    recipe,
    gemm,
    groupedRows,
    misalignedGemm,
    openAttention,
    headWidth,
    sequence,
    flashHalfSequence,
    queries,
    flashHalfQueries,
    // A pass.
    measured,
    measuredBackward,
    gradientShare,
    device,
    host,
    hostExponent,
    backward,
    hostBackward,
    parameters,
    accumulateBytes,
    work,
    nodeJitter,
    nodes,
    scale,
    speed,
    // A transfer.
    calls,
    exposed,
    besideHost,
    base,
    latency,
    members,
    busBandwidthFactor,
    contention,
    // Beside the passes.
    optimizerBytes,
    hostMicroBatch,
    hostStep,
    waits,
    longest,
    simulated,
    priced,
    // The memory.
    parametersHeld,
    parametersOwned,
    tokens,
    vocabulary,
    element,
    hidden,
    largestLayer,
    logitBytes,
    fragmentation,
    communicators,
    communicator,
    reserve,
    inFlight,
    peakTime,
    microBatchActivations,
};
inline constexpr std::size_t termSymbolCount = static_cast<std::size_t>(TermSymbol::microBatchActivations) + 1;

/// Activations of a micro-batch in one of several chunks of a lane.
struct ChunkSymbol
{
    std::size_t chunk = 0;
    friend bool operator==(const ChunkSymbol &, const ChunkSymbol &) = default;
};

using InputSymbol = std::variant<TermSymbol, ChunkSymbol, FactorTerm>;

/// Remarks on an input that need no number.
enum class InputNote : std::uint8_t {
    notBesideHost,      ///< what is left while the device does not wait for the host anyway
    softwareCall,       ///< the software's part of a call
    longestRoute,       ///< latency of it
    longestRouteOfPair, ///< of any pair
    switchSteps,        ///< latency of steps inside a node, and one through the switches
    treeSteps,
    ringSteps,
    quickProtocol, ///< latency of a protocol for short messages, with what its lower rate takes longer
    noLink,
    bytesOnLink,     ///< for each byte of the transfer
    allReduceFactor, ///< 2 (n - 1) / n
    gatherFactor,    ///< (n - 1) / n
    ownState,        ///< parameters whose state this device holds
    computePrecision,
    gradientPrecision,
    zeroStage,
    momentsAndMaster, ///< moments and fp32 master copy
    ofMicroBatch,
    overTp,
    gatheredByZero3,
    reserveParts, ///< context, runtime, allocator
};
inline constexpr std::size_t inputNoteCount = static_cast<std::size_t>(InputNote::reserveParts) + 1;

/// An entry of the calibration, with the source of its constants.
struct CalibrationEntry
{
    enum class Kind : std::uint8_t { computeClass, stack };

    Kind kind = Kind::computeClass;
    std::string name;
    std::string source;
    friend bool operator==(const CalibrationEntry &, const CalibrationEntry &) = default;
};

/// The link that limits a transfer.
struct NarrowestLink
{
    std::string link;
    std::string from; ///< vertices at its ends
    std::string to;
    friend bool operator==(const NarrowestLink &, const NarrowestLink &) = default;
};

/// Which entry an input comes from; a string is the name of an entry of the catalog, or of a measurement.
using InputOrigin = std::variant<std::monostate, std::string, InputNote, CalibrationEntry, NarrowestLink>;

struct TermInput
{
    InputSymbol symbol;
    double value = 0; ///< SI
    TermUnit unit = TermUnit::count;
    TermSource source = TermSource::derived;
    InputOrigin from{};
};

} // namespace heteroscope
