// SPDX-License-Identifier: GPL-3.0-or-later
//
// One term in full: formula, inputs with unit and source, result, what inputs come from, and the assumptions of the
// step.
#pragma once

#include "cost/cost_term.h"
#include "simulator/result/step_result.h"

#include <QTextBrowser>

namespace heteroscope {

class TermDetails : public QTextBrowser
{
    Q_OBJECT

public:
    explicit TermDetails(QWidget *parent = nullptr);

    /// What is shown is copied into the page; term may be null.
    void show(const CostTerm *term, const StepResult *result);
    /// A sentence instead of a term.
    void say(const QString &sentence);
};

} // namespace heteroscope
