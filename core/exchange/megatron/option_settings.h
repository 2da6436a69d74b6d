// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settings of tools that hand options on to Megatron-LM (NeMo, Megatron-Bridge, Primus), as its options: the same names
// with _ for -, and a few of their own.
#pragma once

#include "exchange/megatron/command_line.h"
#include "json/json.h"

namespace heteroscope::megatron {

/// Sets an option for each plain value of the section and of those below it, whatever they are called; null and false
/// leave an option out. Values like ${.hidden_size} and ${multiply:4, ${.hidden_size}} (OmegaConf) are looked up in the
/// section; ${NAME:value} takes the value. Others stay as they are, so that the option is asked for by that name.
void addSettings(const Json &section, CommandLine &line);

/// A text with the references that addSettings looks up put in.
std::string resolvedSetting(std::string text, const Json &section);

/// --bf16 or --fp16 of a precision like "bf16", "bf16-mixed" or 16; nothing for others.
void addPrecision(const Json *precision, CommandLine &line);

} // namespace heteroscope::megatron
