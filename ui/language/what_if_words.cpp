// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/what_if_words.h"

#include "language/sensitivity_words.h"
#include "theme/numbers.h"

#include <QCoreApplication>

#include <cmath>

namespace heteroscope {
namespace {

class WhatIfWords
{
    Q_DECLARE_TR_FUNCTIONS(WhatIfWords)
};

QString wordsOf(WorkloadNumber number)
{
    switch (number) {
    case WorkloadNumber::globalBatch:
        return WhatIfWords::tr("Batch");
    case WorkloadNumber::sequenceLength:
        return WhatIfWords::tr("Sequence length");
    case WorkloadNumber::layers:
        return WhatIfWords::tr("Layers");
    case WorkloadNumber::hidden:
        return WhatIfWords::tr("Hidden size");
    case WorkloadNumber::heads:
        return WhatIfWords::tr("Attention heads");
    case WorkloadNumber::ffn:
        return WhatIfWords::tr("MLP width");
    case WorkloadNumber::experts:
        return WhatIfWords::tr("Experts");
    case WorkloadNumber::topK:
        return WhatIfWords::tr("Experts of a token");
    case WorkloadNumber::expertFfn:
        return WhatIfWords::tr("Width of an expert");
    case WorkloadNumber::vocab:
        return WhatIfWords::tr("Vocabulary");
    }
    return {};
}

QString latencyWords(const SensitivitySubject &subject)
{
    const QString name = QString::fromStdString(subject.name);
    const std::size_t count = subject.members.size();
    if (subject.kind == SensitivityKind::link)
        return count == 1 ? WhatIfWords::tr("Latency of link %1").arg(name)
                          : WhatIfWords::tr("Latency of %1 links like %2").arg(formatCount(count), name);
    return count == 1 ? WhatIfWords::tr("Latency inside %1").arg(name)
                      : WhatIfWords::tr("Latency inside %1 nodes like %2").arg(formatCount(count), name);
}

} // namespace

QString wordsOf(const WhatIfNumber &number)
{
    if (number.workload)
        return wordsOf(*number.workload);
    const QString name = QString::fromStdString(number.subject.name);
    switch (number.which) {
    case SubjectNumber::own:
        return wordsOf(number.subject);
    case SubjectNumber::latency:
        return latencyWords(number.subject);
    case SubjectNumber::peak:
        return WhatIfWords::tr("Peak of %1").arg(name);
    case SubjectNumber::memoryBandwidth:
        return WhatIfWords::tr("Memory bandwidth of %1").arg(name);
    case SubjectNumber::power:
        return WhatIfWords::tr("Power of %1").arg(name);
    case SubjectNumber::price:
        return WhatIfWords::tr("Price of %1").arg(name);
    }
    return {};
}

QString formatValue(const WhatIfNumber &number, double value)
{
    if (number.workload)
        return formatCount(static_cast<std::size_t>(std::lround(std::max(0.0, value))));
    switch (number.which) {
    case SubjectNumber::own:
        return formatValue(number.subject.kind, value);
    case SubjectNumber::latency:
        return formatSeconds(Seconds(value));
    case SubjectNumber::peak:
        return formatFlops(FlopPerSecond(value));
    case SubjectNumber::memoryBandwidth:
        return formatBandwidth(BytesPerSecond(value));
    case SubjectNumber::power:
        return formatPower(value);
    case SubjectNumber::price:
        return WhatIfWords::tr("%1 an hour").arg(formatCost(value));
    }
    return {};
}

QString wordsOf(WhatIfPart part)
{
    switch (part) {
    case WhatIfPart::job:
        return WhatIfWords::tr("Job");
    case WhatIfPart::model:
        return WhatIfWords::tr("Model");
    case WhatIfPart::links:
        return WhatIfWords::tr("Links between nodes");
    case WhatIfPart::nodeLinks:
        return WhatIfWords::tr("Links inside nodes");
    case WhatIfPart::devices:
        return WhatIfWords::tr("Device types");
    case WhatIfPart::nodes:
        return WhatIfWords::tr("Numbers of nodes");
    }
    return {};
}

} // namespace heteroscope
