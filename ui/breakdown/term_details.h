// SPDX-License-Identifier: GPL-3.0-or-later
//
// The details of one term: formula, inputs with unit and source, result, the terms that inputs come from, and the
// assumptions of the step.
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

    /// Shows a term (copied; may be nullptr).
    void show(const CostTerm *term, const StepResult *result);
    /// Shows a sentence instead of a term.
    void say(const QString &sentence);
};

} // namespace heteroscope
