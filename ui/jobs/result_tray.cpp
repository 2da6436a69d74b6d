// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/result_tray.h"

#include "language/plan_words.h"

namespace heteroscope {

ResultTray::ResultTray(Session *session, QObject *parent) : QObject(parent), m_session(session)
{
    connect(session, &Session::shownChanged, this, &ResultTray::follow);
    connect(session->document(), &Document::projectReplaced, this, [this] { m_undoIndex = -1; });
    follow();
}

void ResultTray::follow()
{
    const auto shown = m_session ? m_session->shown() : nullptr;
    if (!shown || !shown->result || shown == m_last)
        return;
    const int undoIndex = m_session->document()->undoStack()->index();
    if (m_last) {
        const bool sameProject = sameSearch(*m_last->project, *shown->project);
        const bool samePlan = m_last->plan == shown->plan;
        const StepChange change = !sameProject ? StepChange::project
                                  : !samePlan  ? StepChange::plan
                                               : StepChange::startTime;
        const bool isOther = !sameProject || !samePlan || m_last->startTime != shown->startTime;
        // A field that is dragged, or the slider of time: one change, from where it began.
        const bool goesOn = m_before && change == m_change &&
                            (change == StepChange::startTime ||
                             (change == StepChange::project && undoIndex == m_undoIndex && m_undoIndex >= 0));
        if (isOther && !goesOn) {
            m_before = m_last;
            m_change = change;
        }
    }
    m_last = shown;
    m_undoIndex = undoIndex;
    emit changed();
}

bool ResultTray::canPinShown() const
{
    const auto shown = m_session ? m_session->shown() : nullptr;
    return shown && shown->result && !isFull() &&
           std::none_of(m_pinned.begin(), m_pinned.end(), [&](const KeptResult &kept) { return kept.step == shown; });
}

bool ResultTray::pinShown()
{
    if (!canPinShown())
        return false;
    const auto &shown = m_session->shown();
    m_pinned.push_back(
        {++m_lastId, QStringLiteral("%1 · %2").arg(m_session->document()->displayName(), nameOf(shown->plan)), shown});
    emit changed();
    return true;
}

void ResultTray::remove(std::size_t index)
{
    if (index >= m_pinned.size())
        return;
    m_pinned.erase(m_pinned.begin() + static_cast<std::ptrdiff_t>(index));
    emit changed();
}

void ResultTray::rename(std::size_t index, const QString &name)
{
    const QString wanted = name.simplified();
    if (index >= m_pinned.size() || wanted.isEmpty() || wanted == m_pinned[index].name)
        return;
    m_pinned[index].name = wanted;
    emit changed();
}

} // namespace heteroscope
