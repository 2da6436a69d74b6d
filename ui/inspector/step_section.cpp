// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/step_section.h"

#include "analysis/lanes_on.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QHBoxLayout>

namespace heteroscope {
namespace {

std::pair<QLabel *, QLabel *> addTitle(QVBoxLayout *layout, const QString &title, QWidget *parent)
{
    auto *rule = new QFrame(parent);
    rule->setFrameShape(QFrame::HLine);
    rule->setFixedHeight(1);
    layout->addSpacing(10);
    layout->addWidget(rule);
    layout->addSpacing(10);
    auto *row = new QHBoxLayout;
    auto *label = new PlainLabel(title, parent);
    label->setFont(heteroscope::font(TypeRole::title));
    auto *aside = new PlainLabel(parent);
    aside->setFont(heteroscope::font(TypeRole::label));
    aside->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(label, 1);
    row->addWidget(aside);
    layout->addLayout(row);
    layout->addSpacing(6);
    return {label, aside};
}

} // namespace

StepSection::StepSection(QWidget *parent) : QWidget(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    std::tie(m_timeTitle, m_timeAside) = addTitle(layout, tr("Time in this step"), this);
    m_timeBar = new StackedBar(this);
    m_timeRows = new ShareRows(this);
    m_empty = new PlainLabel(this);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(m_timeBar);
    layout->addSpacing(6);
    layout->addWidget(m_timeRows);
    layout->addWidget(m_empty);
    m_memory = new QWidget(this);
    auto *memory = new QVBoxLayout(m_memory);
    memory->setContentsMargins(0, 0, 0, 0);
    memory->setSpacing(0);
    m_memoryAside = addTitle(memory, tr("Memory at its peak"), m_memory).second;
    m_memoryBar = new StackedBar(m_memory);
    m_memoryRows = new ShareRows(m_memory);
    memory->addWidget(m_memoryBar);
    memory->addSpacing(6);
    memory->addWidget(m_memoryRows);
    layout->addWidget(m_memory);
}

void StepSection::show(const StepResult *result, const std::vector<const Lane *> &lanes, bool stale,
                       const QString &whenEmpty)
{
    const bool any = result && !lanes.empty();
    m_timeBar->setVisible(any);
    m_timeRows->setVisible(any);
    m_memory->setVisible(any);
    m_empty->setVisible(!any);
    m_empty->setText(whenEmpty);
    m_timeAside->clear();
    if (!any)
        return;
    const std::vector<ShareRow> time = timeShares(*result, lanes);
    m_timeBar->setRows(time, stale);
    m_timeRows->setRows(time, stale);
    m_timeAside->setText(tr("of %1").arg(formatPredicted(result->stepTime, result->uncertainty)));
    const Lane *fullest = lanes.front();
    for (const Lane *lane : lanes)
        if (lane->memory.total().value * fullest->memoryCapacity.value >
            fullest->memory.total().value * lane->memoryCapacity.value)
            fullest = lane;
    std::vector<ShareRow> memory = memoryShares(*fullest);
    m_memoryBar->setRows(memory, stale);
    const bool over = fullest->memory.total() > fullest->memoryCapacity;
    ShareRow total;
    total.label = over ? tr("Over by") : tr("Free");
    total.value = formatMemory(over ? fullest->memory.total() - fullest->memoryCapacity
                                    : fullest->memoryCapacity - fullest->memory.total());
    total.role = over ? Role::error : Role::memoryTrack;
    total.swatch = true;
    total.strong = over;
    memory.push_back(total);
    m_memoryRows->setRows(std::move(memory), stale);
    m_memoryAside->setText(
        tr("%1 of %2").arg(formatMemory(fullest->memory.total()), formatMemory(fullest->memoryCapacity)));
}

const Lane *StepSection::showOn(Session &session, const NameSet &things, const QString &whenUnused)
{
    std::vector<const Lane *> lanes;
    if (const auto &shown = session.shown(); shown && shown->result)
        for (const std::size_t lane :
             lanesOn(*shown->topology, *shown->result, session.document()->project().cluster, things))
            lanes.push_back(&shown->result->lanes[lane]);
    show(session.result().get(), lanes, session.isStale(),
         session.result() ? whenUnused : tr("Nothing is simulated yet."));
    return lanes.empty() ? nullptr : lanes.front();
}

} // namespace heteroscope
