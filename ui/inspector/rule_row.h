// SPDX-License-Identifier: GPL-3.0-or-later
//
// One mapping of a device group as a row of the inspector: what it asks for, in which stages or pipelines, and why that
// cannot be, if it cannot.
#pragma once

#include "strategy/mapping.h"
#include "widgets/fields.h"

#include <QLabel>
#include <QToolButton>

namespace heteroscope {

/// The kinds of rules that people choose from; some need no places.
struct RuleKind
{
    MappingRule rule = MappingRule::pin;
    MappingTarget target = MappingTarget::stages;
    bool hasPlaces = true;
    friend bool operator==(const RuleKind &, const RuleKind &) = default;
};
const std::vector<RuleKind> &ruleKinds();
RuleKind kindOf(const Mapping &rule);
/// "works only in stages", "stays unused".
QString kindText(const RuleKind &kind);

class RuleRow : public QWidget
{
    Q_OBJECT

public:
    explicit RuleRow(QWidget *parent = nullptr);

    /// `problem` is why the rule cannot be obeyed, or is not; empty when all is well. A field that is being typed in
    /// keeps its text.
    void show(const Mapping &rule, const QString &problem, bool isError);
    /// Puts the keyboard into the field of the places.
    void editPlaces();

signals:
    void changed(const heteroscope::Mapping &rule);
    void removed();

private:
    void takeKind(int index);
    void takePlaces(const QString &text);
    void say(const QString &problem, bool isError);

    Mapping m_rule;
    QComboBox *m_kind;
    NameField *m_places;
    QLabel *m_problem;
};

} // namespace heteroscope
