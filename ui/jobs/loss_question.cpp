// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/loss_question.h"

#include "base/out_of_memory.h"
#include "jobs/calibration_in_use.h"
#include "language/plan_words.h"
#include "language/sentences.h"
#include "theme/numbers.h"

namespace heteroscope {

LossQuestion::LossQuestion(Session *session, std::set<std::string> failing, QObject *parent)
    : QObject(parent), m_session(session), m_failing(std::move(failing))
{
    const auto shown = session->shown();
    m_job.start(
        [project = session->document()->snapshot(), running = shown->plan, names = m_failing,
         at = session->startTime()](LatestJob::Handle &handle) {
            const auto calibration = CalibrationInUse::values();
            LossOptions options;
            options.search.calibration = calibration.get();
            options.at = at;
            const StopToken stop = StopToken(handle.stopToken())
                                       .withDeadline(std::chrono::steady_clock::now() +
                                                     std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                         std::chrono::duration<double>(limit.value)));
            return withinMemory([&] { return planAfterLoss(*project, running, names, options, stop); });
        },
        [this](const Result<LossAnswer> &answer) {
            m_answer = answer;
            emit answered();
        });
}

QString LossQuestion::text() const
{
    QStringList names;
    for (const std::string &name : m_failing)
        names << QString::fromStdString(name);
    const QString who = tr("Without %1: %2").arg(names.join(QStringLiteral(", ")));
    if (!m_answer)
        return who.arg(tr("planning ..."));
    if (!*m_answer)
        return who.arg((*m_answer).error().code == Error::Code::cancelled
                           ? tr("no plan found within %1").arg(formatSeconds(limit))
                           : sentenceOf((*m_answer).error()));
    const LossAnswer &loss = **m_answer;
    if (!loss.plan)
        return who.arg(tr("no plan fits"));
    if (loss.goesOn)
        return who.arg(tr("%1, the plan on show goes on").arg(formatSeconds(loss.stepTime)));
    const QString cost = !(loss.switchTime < Seconds(infinity)) ? tr("nothing to go on from")
                         : loss.way == SwitchWay::checkpoint
                             ? tr("%1 to go back to a checkpoint").arg(formatSeconds(loss.switchTime))
                             : tr("%1 to move %2").arg(formatSeconds(loss.switchTime), formatBytes(loss.moved));
    return who.arg(tr("%1, %2 fits, %3").arg(formatSeconds(loss.stepTime), nameOf(*loss.plan), cost));
}

void LossQuestion::pick()
{
    if (hasPlan())
        m_session->pick(*(*m_answer)->plan);
}

} // namespace heteroscope
