// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/parallel_view.h"

#include "charts/chart_table.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <algorithm>

namespace heteroscope {

ParallelView::ParallelView(Session *session, QWidget *parent)
    : ChartPages(parent),
      m_session(session),
      m_plot(new ParallelPlot),
      m_table(new ChartTable(this)),
      m_count(new PlainLabel),
      m_clear(new QPushButton(tr("All plans")))
{
    addPage({tr("Axes"), tr("Drag along an axis to keep the plans within; click it to let them go"),
             QStringLiteral("plans.csv"), m_plot, m_table});
    m_count->setFont(heteroscope::font(TypeRole::label));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_count->setContentsMargins(8, 0, 8, 0);
    m_clear->setFixedHeight(headHeight);
    addToHead(m_count);
    addToHead(m_clear);
    connect(m_clear, &QPushButton::clicked, m_plot, &ParallelPlot::clearBrushes);
    connect(m_plot, &ParallelPlot::brushed, this, &ParallelView::onBrushed);
    connect(m_plot, &ParallelPlot::hovered, this, &ParallelView::hovered);
    connect(m_plot, &ParallelPlot::picked, this,
            [this](int plan) { emit planPicked(*m_plans[static_cast<std::size_t>(plan)].plan); });
    connect(m_plot, &ParallelPlot::activated, this,
            [this](int plan) { emit planActivated(*m_plans[static_cast<std::size_t>(plan)].plan); });
    for (const auto signal :
         {&Session::rankingChanged, &Session::shownChanged, &Session::staleChanged, &Session::planStepsChanged})
        connect(session, signal, this, &ParallelView::refresh);
    refreshPage();
    refresh();
}

void ParallelView::showEvent(QShowEvent *event)
{
    ChartPages::showEvent(event);
    refresh();
}

/// While the dock is hidden only a brush needs its plans.
void ParallelView::refresh()
{
    if (!isVisible() && !m_plot->isBrushed())
        return;
    const auto &ranking = m_session->ranking();
    const auto own = m_session->ownStep();
    if (ranking != m_ranking || own != m_own) {
        m_ranking = ranking;
        m_own = own;
        m_plans = planPoints(nullptr, ranking ? &ranking->result : nullptr, own.get());
        QStringList names;
        for (const PlanPoint &plan : m_plans)
            names << (plan.source.isEmpty() ? plan.label : tr("%1, %2").arg(plan.label, plan.source));
        m_plot->setAxes(parallelAxes(m_plans), names);
        fade();
        fillTable();
        if (m_plot->isBrushed())
            onBrushed();
    }
    m_plot->setStale(m_session->isRankingStale());
    const auto &shown = m_session->shown();
    const auto at = std::find_if(m_plans.begin(), m_plans.end(),
                                 [&shown](const PlanPoint &plan) { return shown && *plan.plan == shown->plan; });
    m_plot->setShown(at == m_plans.end() ? -1 : static_cast<int>(at - m_plans.begin()));
    sayCount();
}

void ParallelView::fillTable()
{
    std::vector<ChartColumn> heads = {{tr("Plan"), QStringLiteral("plan")}, {tr("Kept"), QStringLiteral("kept")}};
    for (const ParallelAxis &axis : m_plot->axes())
        heads.push_back({axis.title, axis.csv});
    std::vector<std::vector<ChartCell>> rows;
    for (std::size_t plan = 0; plan < m_plans.size(); ++plan) {
        const bool kept = m_plot->isKept(static_cast<int>(plan));
        auto &row = rows.emplace_back();
        row = {{m_plans[plan].label, std::nullopt}, {kept ? tr("yes") : tr("no"), std::nullopt}};
        for (const ParallelAxis &axis : m_plot->axes()) {
            const QString &text = axis.texts[static_cast<int>(plan)];
            row.push_back({text, axis.names.isEmpty() ? std::optional(axis.values[plan]) : std::nullopt});
        }
    }
    m_table->setTable(std::move(heads), std::move(rows));
    fitTable();
}

PlanBrush ParallelView::brush() const
{
    PlanBrush brush;
    brush.isOn = m_plot->isBrushed();
    for (std::size_t plan = 0; brush.isOn && plan < m_plans.size(); ++plan)
        if (m_plot->isKept(static_cast<int>(plan)))
            brush.kept.insert(m_plans[plan].result);
    return brush;
}

void ParallelView::onBrushed()
{
    fillTable();
    sayCount();
    emit brushed(brush());
}

QString ParallelView::count() const { return m_count->text(); }

void ParallelView::sayCount()
{
    std::size_t kept = 0;
    for (int plan = 0; plan < m_plot->planCount(); ++plan)
        kept += m_plot->isKept(plan);
    m_count->setText(m_plans.empty() ? QString()
                                     : tr("%1 of %2 plans").arg(formatCount(kept), formatCount(m_plans.size())));
    m_clear->setEnabled(m_plot->isBrushed());
}

void ParallelView::setFilter(const PlanFilter &filter)
{
    m_filter = filter;
    fade();
}

void ParallelView::fade()
{
    std::set<int> faded;
    for (std::size_t plan = 0; plan < m_plans.size(); ++plan)
        if (!m_filter.words.isEmpty() && !m_filter.accepts(*m_plans[plan].plan, m_plans[plan].label))
            faded.insert(static_cast<int>(plan));
    m_plot->setFaded(std::move(faded));
}

void ParallelView::pickRow(int row)
{
    if (row >= 0 && row < static_cast<int>(m_plans.size()))
        emit planPicked(*m_plans[static_cast<std::size_t>(row)].plan);
}

} // namespace heteroscope
