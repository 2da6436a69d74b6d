// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a config.json may say and Model cannot express. Such a model is refused with the key that says it: read as
// blocks of attention, it would have other work and memory and nothing would show it.
#pragma once

#include "base/result.h"
#include "json/json.h"

#include <optional>
#include <string>

namespace heteroscope::huggingface {

/// The first thing in the config (or in its part below `path`) that no Model has: an encoder, Mamba 1, other
/// recurrences, blocks of a width of their own. Error::file is left empty.
std::optional<Error> findInexpressible(const Json &config, const std::string &path);

/// A key that counts experts although none of the known keys does; for a model that was read without experts.
std::optional<Error> findUnreadExperts(const Json &config, const std::string &path);

} // namespace heteroscope::huggingface
