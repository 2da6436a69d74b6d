// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules of a device group: one row each, a button that adds one, and whether the shown plan obeys them.
#pragma once

#include "inspector/rule_row.h"
#include "jobs/session.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace heteroscope {

class GroupRules : public QWidget
{
    Q_OBJECT

public:
    GroupRules(Session &session, QWidget *parent);
    void show(const std::string &group);

private:
    void add(const RuleKind &kind);
    void change(std::size_t row, const Mapping &rule);
    void remove(std::size_t row);
    /// Why a rule cannot be obeyed; else why the plan on show does not; and whether it is the former.
    std::pair<QString, bool> problemOf(std::size_t mapping) const;
    /// Where the group works in the plan on show; the first place where it does not.
    std::vector<int> placesNow(MappingTarget target) const;
    void showState(bool canBeObeyed);

    Session &m_session;
    std::string m_group;
    QVBoxLayout *m_layout;
    std::vector<RuleRow *> m_rows;
    QPushButton *m_add;
    QLabel *m_state;
};

} // namespace heteroscope
