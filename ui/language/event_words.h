// SPDX-License-Identifier: GPL-3.0-or-later
//
// The events of a step in the language of the window, one sentence each.
#pragma once

#include "analysis/step_events.h"

#include <QCoreApplication>
#include <QString>

namespace heteroscope {

/// Context of the translations.
class EventWords
{
    Q_DECLARE_TR_FUNCTIONS(EventWords)
};

/// "a100-0:0 waits: B3 of a100-1:0 is not there yet."
QString sentenceOf(const StepResult &result, const StepEvent &event);

} // namespace heteroscope
