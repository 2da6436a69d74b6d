// SPDX-License-Identifier: GPL-3.0-or-later
#include "designs/design_words.h"

#include "language/step_words.h"
#include "theme/numbers.h"
#include "theme/text.h"

#include <QStringList>

#include <cstdlib>

namespace heteroscope {

QString limitWords(const StepLimit &limit, const std::string &link)
{
    if (limit.isComputeBound() || limit.wait.lane < 0)
        return DesignWords::tr("compute-bound");
    const QString cause = causeName(limit.wait.cause);
    return link.empty() ? DesignWords::tr("bound by %1").arg(cause)
                        : DesignWords::tr("bound by %1, fullest link %2").arg(cause, text(link));
}

QString sentenceOf(const DesignChange &change)
{
    QStringList what;
    for (const auto &[type, count] : change.devices) {
        const QString number = formatCount(static_cast<std::size_t>(std::abs(count)));
        what << (count > 0 ? DesignWords::tr("%1 more %2") : DesignWords::tr("%1 fewer %2")).arg(number, text(type));
    }
    if (change.hasOtherLinks)
        what << DesignWords::tr("other links");
    const QString price = change.pricePerHour < 0 ? QStringLiteral("−") + formatCost(-change.pricePerHour)
                                                  : QStringLiteral("+") + formatCost(change.pricePerHour);
    return DesignWords::tr("%1: %2, %3/h; %4")
        .arg(what.join(QStringLiteral(", ")), formatSignedSeconds(change.stepTime), price,
             limitWords(change.limit, change.link));
}

QString wordsOf(DesignRejection rejection)
{
    switch (rejection) {
    case DesignRejection::price:
        return DesignWords::tr("above the limit of price");
    case DesignRejection::devices:
        return DesignWords::tr("with too many devices");
    case DesignRejection::power:
        return DesignWords::tr("above the limit of power");
    case DesignRejection::rackSpace:
        return DesignWords::tr("above the limit of rack space");
    case DesignRejection::bounded:
        return DesignWords::tr("excluded by their bound");
    case DesignRejection::slower:
        return DesignWords::tr("planned and not faster than a cheaper one");
    case DesignRejection::noPlan:
        return DesignWords::tr("without a plan that fits");
    case DesignRejection::open:
        return DesignWords::tr("open");
    case DesignRejection::notReached:
        return DesignWords::tr("not reached");
    }
    return {};
}

} // namespace heteroscope
