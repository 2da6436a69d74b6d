// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step result in English, for the command line, JSON and traces. Results themselves hold enums and numbers; the
// window words them in its own languages (ui/language). Nothing parses these texts.
#pragma once

#include "simulator/result/step_result.h"

#include <string>
#include <string_view>

namespace heteroscope {

std::string_view memoryPartText(MemoryPart part);

/// "activations exceed memory by 41.2 GiB on a100-0:3".
std::string overflowText(const MemoryOverflow &overflow);

std::string assumptionText(const Assumption &assumption);
std::vector<std::string> assumptionTexts(const StepResult &result);

/// ", input gradient"; empty for passes that need no word.
std::string_view passText(LayerPass pass);
/// "MLP up".
std::string_view operationText(OperationName name);
/// "MLP up, input gradient".
std::string operationText(const LayerOperation &operation);
/// "TP all-reduce".
std::string_view collectiveText(CollectiveName name);
std::string operationText(const StepOperation &operation);

} // namespace heteroscope
