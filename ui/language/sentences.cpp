// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/sentences.h"

#include "language/lesson_language.h"
#include "project/device_groups.h"
#include "project/thing_at.h"
#include "wording/phrases.h"

#include <QObject>

namespace heteroscope {
namespace {

/// What was found and what was expected; empty when the error says neither.
QString claimOf(const Error &error)
{
    const QString found = spoken(error.found);
    const QString expected = spoken(error.expected);
    if (expected.isEmpty())
        return found;
    return found.isEmpty() ? QObject::tr("expected %1").arg(expected)
                           : QObject::tr("%1, expected %2").arg(found, expected);
}

/// What of a project is at the path: "leaf-1", "the plan"; empty for what has no name.
QString partAt(std::string_view path, const Cluster &cluster)
{
    if (path.starts_with("/pipelines") || path.starts_with("/plan"))
        return QObject::tr("the plan");
    if (path.starts_with("/workload/model"))
        return QObject::tr("the model");
    if (path.starts_with("/workload"))
        return QObject::tr("the job");
    const std::string thing = thingAt(path, cluster);
    const DeviceGroup *group = findDeviceGroup(cluster, thing);
    return QString::fromStdString(group ? group->name : thing);
}

/// The hint where it is not the whole claim already.
QString furtherHint(const Error &error) { return claimOf(error).isEmpty() ? QString() : spoken(error.hint); }

} // namespace

QString spoken(std::string_view english)
{
    return QString::fromStdString(Phrases::of(lessonLanguage().toStdString()).translated(english));
}

QString sentenceOf(const Error &error)
{
    QString text = claimOf(error);
    if (text.isEmpty())
        text = spoken(error.hint);
    if (!error.path.empty())
        text = QStringLiteral("%1: %2").arg(QString::fromStdString(error.path), text);
    return text;
}

QString problemOf(const Error &error, const Cluster &cluster)
{
    const QString claim = claimOf(error), text = claim.isEmpty() ? spoken(error.hint) : claim;
    const QString part = partAt(error.path, cluster);
    return part.isEmpty() || text.contains(part) ? text : QStringLiteral("%1: %2").arg(part, text);
}

QString sentenceWithHint(const Error &error)
{
    const QString hint = furtherHint(error);
    return hint.isEmpty() ? sentenceOf(error) : sentenceOf(error) + u'\n' + hint;
}

QString refusalOf(const Error &error)
{
    const QString claim = claimOf(error);
    const QString hint = furtherHint(error);
    if (claim.isEmpty())
        return sentenceOf(error);
    return hint.isEmpty() ? claim : QStringLiteral("%1 (%2)").arg(claim, hint);
}

} // namespace heteroscope
