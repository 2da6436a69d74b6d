// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/sensitivity_words.h"

#include "theme/numbers.h"

#include <QCoreApplication>

#include <cmath>

namespace heteroscope {
namespace {

class SensitivityWords
{
    Q_DECLARE_TR_FUNCTIONS(SensitivityWords)
};

} // namespace

QString wordsOf(const SensitivitySubject &subject)
{
    const QString name = QString::fromStdString(subject.name);
    const std::size_t count = subject.members.size();
    switch (subject.kind) {
    case SensitivityKind::link:
        return count == 1 ? SensitivityWords::tr("Link %1").arg(name)
                          : SensitivityWords::tr("%1 links like %2").arg(formatCount(count), name);
    case SensitivityKind::nodeLink:
        return count == 1 ? SensitivityWords::tr("Links inside %1").arg(name)
                          : SensitivityWords::tr("Links inside %1 nodes like %2").arg(formatCount(count), name);
    case SensitivityKind::deviceSpeed:
        return SensitivityWords::tr("Speed of %1").arg(name);
    case SensitivityKind::deviceMemory:
        return SensitivityWords::tr("Memory of %1").arg(name);
    case SensitivityKind::nodeCount:
        return SensitivityWords::tr("Number of %1").arg(name);
    }
    return {};
}

QString formatValue(SensitivityKind kind, double value)
{
    switch (kind) {
    case SensitivityKind::link:
    case SensitivityKind::nodeLink:
        return formatBandwidth(BytesPerSecond(value));
    case SensitivityKind::deviceSpeed:
        return formatFlops(FlopPerSecond(value));
    case SensitivityKind::deviceMemory:
        return formatMemory(Bytes(value));
    case SensitivityKind::nodeCount:
        return formatCount(static_cast<std::size_t>(std::lround(std::max(0.0, value))));
    }
    return {};
}

QString wordsOfThreshold(const SensitivityItem &item)
{
    if (!item.enough)
        return {};
    if (item.enough->value <= 0)
        return SensitivityWords::tr("does not matter");
    const QString value = formatValue(item.subject.kind, item.enough->value);
    return item.enough->certain ? SensitivityWords::tr("nothing above %1 matters").arg(value)
                                : SensitivityWords::tr("nothing above %1 matters, or less").arg(value);
}

QString wordsOfEnough(const SensitivityItem &item)
{
    if (!item.enough)
        return {};
    if (item.enough->value <= 0)
        return SensitivityWords::tr("any");
    const QString value = formatValue(item.subject.kind, item.enough->value);
    return item.enough->certain ? value : SensitivityWords::tr("at most %1").arg(value);
}

QString wordsPerUnit(const Sensitivity &sensitivity, const SensitivityItem &item)
{
    if (!item.isMoreKnown() || sensitivity.saved(item) == Seconds(0))
        return {};
    const double saved = -sensitivity.savedPerUnit(item);
    // In the units of data sheets.
    switch (item.subject.kind) {
    case SensitivityKind::link:
    case SensitivityKind::nodeLink:
        return SensitivityWords::tr("%1 per GB/s").arg(formatSignedSeconds(Seconds(saved * 1e9)));
    case SensitivityKind::deviceSpeed:
        return SensitivityWords::tr("%1 per TFLOP/s").arg(formatSignedSeconds(Seconds(saved * 1e12)));
    case SensitivityKind::deviceMemory:
        return SensitivityWords::tr("%1 per GiB").arg(formatSignedSeconds(Seconds(saved * 1073741824.0)));
    case SensitivityKind::nodeCount:
        return SensitivityWords::tr("%1 for one more").arg(formatSignedSeconds(Seconds(saved)));
    }
    return {};
}

} // namespace heteroscope
