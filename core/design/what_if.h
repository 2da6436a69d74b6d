// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers of a project that a what-if turns: those of job and model, what of the cluster can be had larger or
// smaller (sensitivity_subject.h), and what else its links and devices are described by: latencies, peak and memory
// bandwidth apart, power, price. A number is found in a project and keeps what it stands for while the project is
// edited: what was alike at first changes together, what becomes alike later stays apart, and copies made since then
// belong to what they are copies of.
#pragma once

#include "design/sensitivity_subject.h"

#include <set>

namespace heteroscope {

/// A change of the heads changes those of keys and values likewise where each head has its own.
enum class WorkloadNumber {
    globalBatch,
    sequenceLength,
    layers,
    hidden,
    heads,
    ffn,
    experts,
    topK, ///< experts that a token visits
    expertFfn,
    vocab
};
inline constexpr std::size_t workloadNumberCount = static_cast<std::size_t>(WorkloadNumber::vocab) + 1;

/// Which number of a subject.
enum class SubjectNumber {
    own,             ///< SensitivitySubject::present
    latency,         ///< of link and nodeLink, seconds; inside nodes of the first link, all are scaled alike
    peak,            ///< of deviceSpeed: FLOP/s at the job's precision; the other peaks are scaled alike
    memoryBandwidth, ///< of deviceSpeed, bytes/s
    power,           ///< of deviceMemory: W at full load
    price,           ///< of deviceMemory: USD per hour of one device
};

/// What numbers are grouped by, in their order.
enum class WhatIfPart { job, model, links, nodeLinks, devices, nodes };
inline constexpr std::size_t whatIfPartCount = static_cast<std::size_t>(WhatIfPart::nodes) + 1;

struct WhatIfNumber
{
    std::optional<WorkloadNumber> workload{}; ///< nullopt: of the cluster
    SensitivitySubject subject{};             ///< of the cluster, as it was at first
    SubjectNumber which = SubjectNumber::own;
    std::set<std::string> strangers{}; ///< links or nodes that were there at first and are not members
    double start = 0;                  ///< at first: sequences, tokens, layers, units or the unit of the subject
    /// Has whole values only.
    bool isWhole() const { return workload || subject.kind == SensitivityKind::nodeCount; }
    WhatIfPart part() const;
};

/// Those of job and model first, then in the order of sensitivitySubjects, each with its further numbers behind it. A
/// number that is unknown, or 0 where 0 means that there is none, is left out.
std::vector<WhatIfNumber> whatIfNumbers(const Project &project, const Topology &topology);

/// The value in a project; nullopt if what it is of has gone.
std::optional<double> whatIfValue(const Project &project, const WhatIfNumber &number);

/// The project with this value of the number. Errors: what it is of has gone; those of withSensitivityValue; a value
/// that is out of range.
Result<Project> withWhatIfValue(const Project &project, const WhatIfNumber &number, double value);

/// The values of a slider, ascending and without equal ones; number.start is one of them. Numbers of nodes in
/// steps of one up to `fineUntil`, of layers up to twice the start; other whole numbers in halves, doubles and one and
/// a half of these; all others in equal factors from 1 / 16 to 16 times the start, rounded to three digits. A latency
/// of 0 rises to 1 ms.
std::vector<double> whatIfChoices(const WhatIfNumber &number);
inline constexpr int fineUntil = 64;

} // namespace heteroscope
