// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/settings/read_settings.h"

#include <fmt/format.h>

namespace heteroscope::settings {

std::optional<Error> tooLarge(std::string_view text, const std::string &file)
{
    if (text.size() <= maxBytes)
        return {};
    return Error{Error::Code::unreadable,
                 file,
                 {},
                 fmt::format("{} bytes", text.size()),
                 fmt::format("a configuration file of at most {} bytes", maxBytes),
                 "is this the right file?"};
}

} // namespace heteroscope::settings
