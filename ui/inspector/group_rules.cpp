// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/group_rules.h"

#include "editing/group_commands.h"
#include "language/advice_words.h"
#include "language/planner_words.h"
#include "planner/explain/why_not.h"
#include "project/device_groups.h"
#include "strategy/mapping_conflicts.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QMenu>

#include <algorithm>
#include <set>

namespace heteroscope {
namespace {

/// Places of the rules of a group in the project's list.
std::vector<std::size_t> indicesOf(const std::vector<Mapping> &mappings, const std::string &group)
{
    std::vector<std::size_t> indices;
    for (std::size_t m = 0; m < mappings.size(); ++m)
        if (mappings[m].group == group)
            indices.push_back(m);
    return indices;
}

} // namespace

GroupRules::GroupRules(Session &session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_layout(new QVBoxLayout(this)),
      m_add(new QPushButton(tr("Add a rule"), this)),
      m_state(new PlainLabel(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addWidget(m_add);
    m_layout->addSpacing(6);
    m_layout->addWidget(m_state);
    m_state->setObjectName(QStringLiteral("rulesState"));
    m_state->setFont(heteroscope::font(TypeRole::label));
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_state->setWordWrap(true);
    m_add->setObjectName(QStringLiteral("addRule"));
    auto *menu = new QMenu(m_add);
    for (const RuleKind &kind : ruleKinds())
        menu->addAction(kind.hasPlaces ? QStringLiteral("%1 …").arg(kindText(kind)) : kindText(kind), this,
                        [this, kind] { add(kind); });
    m_add->setMenu(menu);
    connect(&session, &Session::searchingChanged, this, [this] {
        if (!m_group.empty())
            show(m_group);
    });
}

void GroupRules::show(const std::string &group)
{
    m_group = group;
    const std::vector<Mapping> &mappings = m_session.document()->project().mappings;
    const std::vector<std::size_t> own = indicesOf(mappings, group);
    while (m_rows.size() > own.size()) {
        // It may be the one that is just telling of its removal.
        m_rows.back()->hide();
        m_rows.back()->deleteLater();
        m_rows.pop_back();
    }
    while (m_rows.size() < own.size()) {
        const std::size_t row = m_rows.size();
        m_rows.push_back(new RuleRow(this));
        m_layout->insertWidget(static_cast<int>(row), m_rows.back());
        connect(m_rows.back(), &RuleRow::changed, this, [this, row](const Mapping &rule) { change(row, rule); });
        connect(m_rows.back(), &RuleRow::removed, this, [this, row] { remove(row); });
        m_rows.back()->setVisible(true);
    }
    bool canBeObeyed = true;
    for (std::size_t row = 0; row < own.size(); ++row) {
        const auto [problem, isError] = problemOf(own[row]);
        canBeObeyed = canBeObeyed && !isError;
        m_rows[row]->show(mappings[own[row]], problem, isError);
    }
    showState(canBeObeyed);
}

void GroupRules::add(const RuleKind &kind)
{
    std::vector<Mapping> rules = rulesOf(m_session.document()->project(), m_group);
    rules.push_back(
        {m_group, kind.rule, kind.target, kind.hasPlaces ? placesNow(kind.target) : std::vector<int>(), {}});
    setRules(*m_session.document(), m_group, rules);
    if (m_rows.size() == rules.size())
        m_rows.back()->editPlaces();
}

void GroupRules::change(std::size_t row, const Mapping &rule)
{
    std::vector<Mapping> rules = rulesOf(m_session.document()->project(), m_group);
    if (row >= rules.size())
        return;
    rules[row] = rule;
    setRules(*m_session.document(), m_group, rules);
}

void GroupRules::remove(std::size_t row)
{
    std::vector<Mapping> rules = rulesOf(m_session.document()->project(), m_group);
    if (row >= rules.size())
        return;
    rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(row));
    setRules(*m_session.document(), m_group, rules);
    m_add->setFocus();
}

std::pair<QString, bool> GroupRules::problemOf(std::size_t mapping) const
{
    const Project &project = m_session.document()->project();
    const PlaceLimits limits = placeLimits(project.cluster, project.workload);
    for (const MappingConflict &conflict : findMappingConflicts(project.mappings, project.cluster, limits)) {
        if (std::find(conflict.mappings.begin(), conflict.mappings.end(), mapping) == conflict.mappings.end())
            continue;
        QStringList others;
        for (const std::size_t other : conflict.mappings)
            if (other != mapping)
                others << QStringLiteral("%1 %2").arg(QString::fromStdString(project.mappings[other].group),
                                                      ruleText(project.mappings[other]));
        if (others.isEmpty())
            return {tr("Cannot be obeyed: there are at most %1 stages and %2 pipelines, and the first of each needs a "
                       "device.")
                        .arg(limits.stages)
                        .arg(limits.pipelines),
                    true};
        return {tr("Cannot be obeyed together with: %1.").arg(others.join(QStringLiteral("; "))), true};
    }
    const auto &shown = m_session.shown();
    if (!shown || !shown->result || !shown->topology || m_session.isStale())
        return {};
    const auto resolved = resolveMappings({project.mappings[mapping]}, project.cluster, *shown->topology);
    const auto breach = findBreach(resolved, *shown->topology, placesOf(shown->plan, *shown->topology));
    return {breach ? tr("The shown plan breaks it: %1.").arg(sentenceOf(*breach)) : QString(), false};
}

std::vector<int> GroupRules::placesNow(MappingTarget target) const
{
    std::set<int> places;
    const auto &shown = m_session.shown();
    if (shown && shown->result && shown->topology) {
        const auto resolved = resolveMappings({{m_group, MappingRule::pin, target, {}, {}}},
                                              m_session.document()->project().cluster, *shown->topology);
        const auto where = placesOf(shown->plan, *shown->topology);
        for (std::size_t d = 0; !resolved.empty() && d < where.size(); ++d)
            if (resolved.front().inGroup[d] && where[d])
                places.insert(target == MappingTarget::stages ? where[d]->stage : where[d]->pipeline);
    }
    return places.empty() ? std::vector<int>{0} : std::vector<int>(places.begin(), places.end());
}

void GroupRules::showState(bool canBeObeyed)
{
    const auto ranking = m_session.freshRanking();
    const bool none = !m_rows.empty() && ranking && !m_session.isSearching() && !ranking->result.stopped &&
                      !ranking->best() &&
                      std::any_of(ranking->result.claims.begin(), ranking->result.claims.end(),
                                  [](const FamilyClaim &claim) { return claim.verdict == FamilyVerdict::mapping; });
    m_state->setText(m_rows.empty() ? tr("Without a rule the group is only a name.")
                     : !canBeObeyed ? tr("No plan can obey all rules: change or remove one.")
                     : none         ? tr("The search found no plan that obeys all rules.")
                                    : tr("The planner proposes only plans that obey the rules."));
}

} // namespace heteroscope
