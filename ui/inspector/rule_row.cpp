// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/rule_row.h"

#include "language/sentences.h"
#include "strategy/mapping_text.h"
#include "theme/icons.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QGridLayout>

#include <algorithm>

namespace heteroscope {

const std::vector<RuleKind> &ruleKinds()
{
    using enum MappingRule;
    using enum MappingTarget;
    static const std::vector<RuleKind> kinds = {
        {pin, stages},       {pin, pipelines},     {allow, stages},        {allow, pipelines},      {forbid, stages},
        {forbid, pipelines}, {pin, stages, false}, {allow, stages, false}, {forbid, stages, false},
    };
    return kinds;
}

RuleKind kindOf(const Mapping &rule)
{
    // Of all stages is as much as of all pipelines.
    return rule.indices.empty() ? RuleKind{rule.rule, MappingTarget::stages, false} : RuleKind{rule.rule, rule.target};
}

QString kindText(const RuleKind &kind)
{
    const bool stages = kind.target == MappingTarget::stages;
    switch (kind.rule) {
    case MappingRule::pin:
        return !kind.hasPlaces ? RuleRow::tr("All of it is used")
               : stages        ? RuleRow::tr("Used only in stages")
                               : RuleRow::tr("Used only in pipelines");
    case MappingRule::allow:
        return !kind.hasPlaces ? RuleRow::tr("Nothing else is used")
               : stages        ? RuleRow::tr("Alone in stages")
                               : RuleRow::tr("Alone in pipelines");
    case MappingRule::forbid:
        break;
    }
    return !kind.hasPlaces ? RuleRow::tr("Stays unused")
           : stages        ? RuleRow::tr("Stays out of stages")
                           : RuleRow::tr("Stays out of pipelines");
}

RuleRow::RuleRow(QWidget *parent)
    : QWidget(parent),
      m_kind(new QComboBox(this)),
      m_places(new NameField(tr("Places"), this)),
      m_problem(new PlainLabel(this))
{
    auto *remove = new QToolButton(this);
    remove->setIcon(icon(IconName::cross));
    remove->setAutoRaise(true);
    remove->setToolTip(tr("Remove the rule"));
    remove->setAccessibleName(remove->toolTip());
    remove->setObjectName(QStringLiteral("removeRule"));
    m_kind->setAccessibleName(tr("Rule"));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(8);
    for (const RuleKind &kind : ruleKinds())
        m_kind->addItem(kindText(kind));
    m_problem->setFont(heteroscope::font(TypeRole::label));
    m_problem->setWordWrap(true);
    auto *layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 8);
    layout->setHorizontalSpacing(6);
    layout->setVerticalSpacing(4);
    layout->addWidget(m_kind, 0, 0);
    layout->addWidget(m_places, 0, 1);
    layout->addWidget(remove, 0, 2);
    layout->addWidget(m_problem, 1, 0, 1, 3);
    layout->setColumnStretch(0, 1);
    m_places->setFixedWidth(72);
    connect(m_kind, &QComboBox::activated, this, &RuleRow::takeKind);
    connect(m_places, &NameField::renamed, this, &RuleRow::takePlaces);
    connect(remove, &QToolButton::clicked, this, &RuleRow::removed);
}

void RuleRow::show(const Mapping &rule, const QString &problem, bool isError)
{
    m_rule = rule;
    const RuleKind kind = kindOf(rule);
    const auto found = std::find(ruleKinds().begin(), ruleKinds().end(), kind);
    m_kind->setCurrentIndex(static_cast<int>(found - ruleKinds().begin()));
    m_places->setVisible(kind.hasPlaces);
    const bool stages = kind.target == MappingTarget::stages;
    m_places->setAccessibleName(stages ? tr("Stages") : tr("Pipelines"));
    m_places->setToolTip(stages ? tr("Stages by their letters: A, C–E") : tr("Pipelines by their numbers: 1, 3–5"));
    if (!m_places->hasFocus())
        m_places->setName(QString::fromStdString(placesText(rule.target, rule.indices)));
    say(problem, isError);
}

void RuleRow::editPlaces()
{
    if (!m_places->isVisibleTo(this))
        return;
    m_places->setFocus();
    m_places->selectAll();
}

void RuleRow::takeKind(int index)
{
    const RuleKind kind = ruleKinds()[static_cast<std::size_t>(index)];
    Mapping rule = m_rule;
    rule.rule = kind.rule;
    rule.target = kind.target;
    if (!kind.hasPlaces)
        rule.indices.clear();
    else if (rule.indices.empty())
        rule.indices = {0};
    emit changed(rule);
}

void RuleRow::takePlaces(const QString &text)
{
    const auto places = parsePlaces(m_rule.target, text.toStdString());
    if (!places) {
        say(refusalOf(places.error()), true);
        return;
    }
    Mapping rule = m_rule;
    rule.indices = *places;
    m_places->setName(QString::fromStdString(placesText(rule.target, rule.indices)));
    emit changed(rule);
}

void RuleRow::say(const QString &problem, bool isError)
{
    QPalette colours = m_problem->palette();
    colours.setColor(QPalette::WindowText, currentTheme()[isError ? Role::error : Role::warning]);
    m_problem->setPalette(colours);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

} // namespace heteroscope
