// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/advice_words.h"

#include "strategy/mapping_text.h"
#include "theme/numbers.h"
#include "theme/text.h"

#include <QCoreApplication>

namespace heteroscope {

namespace {

struct AdviceWords
{
    Q_DECLARE_TR_FUNCTIONS(AdviceWords)
};

QString nameOf(Precision precision)
{
    return QString::fromUtf8(precisionNames[static_cast<std::size_t>(precision)].data());
}

QString groupRule(const Mapping &rule) { return QStringLiteral("%1: %2").arg(text(rule.group), ruleText(rule)); }

/// What was found; `thing` is the advice's.
struct Sentence
{
    QString thing;

    QString operator()(const UnreachableNodes &nodes) const
    {
        if (nodes.others == 0)
            return AdviceWords::tr("%1 is not linked to the other nodes").arg(thing);
        if (nodes.others == 1)
            return AdviceWords::tr("%1 and one more node are not linked to the others").arg(thing);
        return AdviceWords::tr("%1 and %2 more nodes are not linked to the others")
            .arg(thing, formatCount(nodes.others));
    }
    QString operator()(const ImpossibleLink &link) const
    {
        const QString from = text(link.from), to = text(link.to);
        switch (link.reason) {
        case ImpossibleLink::Reason::nvlinkBetweenServers:
            return AdviceWords::tr("%1 cannot be built: NVLink does not reach from server %2 to server %3")
                .arg(thing, from, to);
        case ImpossibleLink::Reason::pcieBetweenServers:
            return AdviceWords::tr("%1 cannot be built: PCIe does not reach from server %2 to server %3")
                .arg(thing, from, to);
        case ImpossibleLink::Reason::infinityFabricBetweenServers:
            return AdviceWords::tr("%1 cannot be built: Infinity Fabric does not reach from server %2 to server %3")
                .arg(thing, from, to);
        case ImpossibleLink::Reason::noNvlinkPort:
            return AdviceWords::tr("%1 cannot be built: no device of %2 has NVLink").arg(thing, from);
        case ImpossibleLink::Reason::bridgeAtSwitch:
            break;
        }
        return AdviceWords::tr("%1 cannot be built: the cards of %2 take an NVLink bridge, not a switch")
            .arg(thing, from);
    }
    QString operator()(const BitsForBytes &bits) const
    {
        return AdviceWords::tr("%1 of %2: bits entered as bytes?").arg(thing, formatBandwidth(bits.set));
    }
    QString operator()(const UnsupportedPrecision &unsupported) const
    {
        return AdviceWords::tr("%1 does not support %2").arg(text(unsupported.deviceType), nameOf(unsupported.wanted));
    }
    QString operator()(const OversubscribedPort &about) const
    {
        const Oversubscription &port = about.port;
        const QString ratio = formatSignificant(port.ratio());
        const QString inward = formatBandwidth(port.inward), outward = formatBandwidth(port.outward);
        if (about.alike == 0)
            return (port.isNode ? AdviceWords::tr("%1 is over-subscribed %2:1: %3 of devices share %4 of links")
                                : AdviceWords::tr("%1 is over-subscribed %2:1: %3 from below share %4 of uplinks"))
                .arg(thing, ratio, inward, outward);
        if (about.alike == 1)
            return (port.isNode ? AdviceWords::tr("%1 and one more like it are over-subscribed %2:1: %3 of devices "
                                                  "share %4 of links")
                                : AdviceWords::tr("%1 and one more like it are over-subscribed %2:1: %3 from below "
                                                  "share %4 of uplinks"))
                .arg(thing, ratio, inward, outward);
        return (port.isNode ? AdviceWords::tr("%1 and %2 more like it are over-subscribed %3:1: %4 of devices share "
                                              "%5 of links")
                            : AdviceWords::tr("%1 and %2 more like it are over-subscribed %3:1: %4 from below share "
                                              "%5 of uplinks"))
            .arg(thing, formatCount(about.alike), ratio, inward, outward);
    }
    QString operator()(const EmptyGroup &empty) const
    {
        return AdviceWords::tr("the group %1 has no device").arg(text(empty.group));
    }
    QString operator()(const OverlappingGroups &groups) const
    {
        const QString device = text(groups.device), first = text(groups.first), second = text(groups.second);
        if (groups.others == 0)
            return AdviceWords::tr("%1 is in the groups %2 and %3").arg(device, first, second);
        if (groups.others == 1)
            return AdviceWords::tr("%1 and one more device are in the groups %2 and %3").arg(device, first, second);
        return AdviceWords::tr("%1 and %2 more devices are in the groups %3 and %4")
            .arg(device, formatCount(groups.others), first, second);
    }
    QString operator()(const ImpossibleMappings &impossible) const
    {
        QStringList rules;
        for (const Mapping &rule : impossible.mappings)
            rules << groupRule(rule);
        const QString list = rules.join(QStringLiteral("; "));
        switch (impossible.kind) {
        case MappingConflict::Kind::noPlace:
            return AdviceWords::tr("%1 must be used but has no allowed place (%2)").arg(text(impossible.device), list);
        case MappingConflict::Kind::noFirstStage:
            return AdviceWords::tr("no device may be used in the first stage (%1)").arg(list);
        case MappingConflict::Kind::noFirstPipeline:
            break;
        }
        return AdviceWords::tr("no device may be used in the first pipeline (%1)").arg(list);
    }
};

struct Remark
{
    QString operator()(const UnreachableNodes &) const { return {}; }
    QString operator()(const ImpossibleLink &link) const
    {
        switch (link.reason) {
        case ImpossibleLink::Reason::nvlinkBetweenServers:
            return AdviceWords::tr(
                "a bridge joins the cards of one server; between servers there is InfiniBand, RoCE or "
                "Ethernet, or NVLink over a switch");
        case ImpossibleLink::Reason::pcieBetweenServers:
        case ImpossibleLink::Reason::infinityFabricBetweenServers:
            return AdviceWords::tr("between servers there is InfiniBand, RoCE or Ethernet");
        case ImpossibleLink::Reason::noNvlinkPort:
        case ImpossibleLink::Reason::bridgeAtSwitch:
            break;
        }
        return AdviceWords::tr("choose InfiniBand, RoCE or Ethernet");
    }
    QString operator()(const BitsForBytes &bits) const
    {
        return AdviceWords::tr("%1 Gb/s are %2")
            .arg(formatSignificant(bits.set.value / 1e9), formatBandwidth(bits.meant));
    }
    QString operator()(const UnsupportedPrecision &) const { return {}; }
    QString operator()(const OversubscribedPort &about) const
    {
        return (about.port.isNode ? AdviceWords::tr("%1 of links would make it 1:1")
                                  : AdviceWords::tr("%1 of uplinks would make it 1:1"))
            .arg(formatBandwidth(about.port.inward));
    }
    QString operator()(const EmptyGroup &) const { return {}; }
    QString operator()(const OverlappingGroups &) const
    {
        return AdviceWords::tr("the rules of both groups apply to them");
    }
    QString operator()(const ImpossibleMappings &impossible) const
    {
        const PlaceLimits &limits = impossible.limits;
        const QString stages =
            limits.stages == 1 ? AdviceWords::tr("1 stage") : AdviceWords::tr("%1 stages").arg(limits.stages);
        const QString pipelines = limits.pipelines == 1 ? AdviceWords::tr("1 pipeline")
                                                        : AdviceWords::tr("%1 pipelines").arg(limits.pipelines);
        return AdviceWords::tr("a plan can have at most %1 and %2").arg(stages, pipelines);
    }
};

struct Suggestion
{
    QString operator()(const UnreachableNodes &nodes) const
    {
        return AdviceWords::tr("link %1 to %2").arg(text(nodes.from), text(nodes.to));
    }
    QString operator()(const BitsForBytes &bits) const
    {
        return AdviceWords::tr("set it to %1").arg(formatBandwidth(bits.meant));
    }
    QString operator()(const UnsupportedPrecision &unsupported) const
    {
        return AdviceWords::tr("train in %1").arg(nameOf(*unsupported.common));
    }
    QString operator()(const ImpossibleLink &) const { return {}; }     // which other link is meant is not known
    QString operator()(const OversubscribedPort &) const { return {}; } // a matter of what was bought
    QString operator()(const EmptyGroup &empty) const { return AdviceWords::tr("remove %1").arg(text(empty.group)); }
    QString operator()(const OverlappingGroups &groups) const
    {
        return (groups.others == 0 ? AdviceWords::tr("remove it from %1") : AdviceWords::tr("remove them from %1"))
            .arg(text(groups.second));
    }
    QString operator()(const ImpossibleMappings &impossible) const
    {
        return AdviceWords::tr("remove the rule “%1”").arg(groupRule(impossible.mappings.back()));
    }
};

} // namespace

QString ruleText(const Mapping &rule)
{
    const bool stages = rule.target == MappingTarget::stages;
    const bool all = rule.indices.empty();
    const bool one = rule.indices.size() == 1;
    const QString places = text(placesText(rule.target, rule.indices));
    const auto pick = [&](const QString &stage, const QString &several, const QString &pipeline,
                          const QString &pipelines) {
        return (stages ? (one ? stage : several) : (one ? pipeline : pipelines)).arg(places);
    };
    switch (rule.rule) {
    case MappingRule::pin:
        return all ? AdviceWords::tr("all in use")
                   : pick(AdviceWords::tr("only stage %1"), AdviceWords::tr("only stages %1"),
                          AdviceWords::tr("only pipeline %1"), AdviceWords::tr("only pipelines %1"));
    case MappingRule::allow:
        return all ? AdviceWords::tr("nothing else in use")
                   : pick(AdviceWords::tr("alone in stage %1"), AdviceWords::tr("alone in stages %1"),
                          AdviceWords::tr("alone in pipeline %1"), AdviceWords::tr("alone in pipelines %1"));
    case MappingRule::forbid:
        break;
    }
    return all ? AdviceWords::tr("unused")
               : pick(AdviceWords::tr("not in stage %1"), AdviceWords::tr("not in stages %1"),
                      AdviceWords::tr("not in pipeline %1"), AdviceWords::tr("not in pipelines %1"));
}

QString sentenceOf(const Advice &advice) { return std::visit(Sentence{text(advice.thing)}, advice.about); }

QString remarkOf(const Advice &advice) { return std::visit(Remark(), advice.about); }

QString suggestionOf(const Advice &advice)
{
    return advice.canBeFollowed ? std::visit(Suggestion(), advice.about) : QString();
}

} // namespace heteroscope
