// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/number_check.h"

#include "base/numbers.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <type_traits>

namespace heteroscope {

namespace {

/// Number: as which the word is read. range: behind "a whole number" in the message, and behind the type of the value
/// in the help.
template<class Number, class IsAllowed>
CLI::Validator numberCheck(const std::string &kind, const std::string &range, const IsAllowed &isAllowed)
{
    const auto check = [expected = kind + " " + range, isAllowed](const std::string &word) {
        Number value{};
        errno = 0; // of a number with too many digits CLI11 makes the largest one, of "-1" a large one without a sign
        const bool isNumber = CLI::detail::lexical_cast(word, value) && errno != ERANGE &&
                              (std::is_signed_v<Number> || word.find('-') == std::string::npos);
        return isNumber && isAllowed(value) ? std::string()
                                            : fmt::format("found {}, expected {}", quoteText(word), expected);
    };
    return {check, range};
}

template<class IsAllowed>
CLI::Validator finiteCheck(const std::string &range, const IsAllowed &isAllowed)
{
    return numberCheck<double>("a number", range,
                               [isAllowed](double value) { return std::isfinite(value) && isAllowed(value); });
}

} // namespace

CLI::Validator positiveNumber()
{
    return finiteCheck("above 0", [](double value) { return value > 0; });
}

CLI::Validator numberFrom(double least)
{
    return finiteCheck(fmt::format("of at least {}", inputText(least)),
                       [least](double value) { return value >= least; });
}

CLI::Validator numberBetween(double least, double most)
{
    return finiteCheck(fmt::format("from {} to {}", inputText(least), inputText(most)),
                       [least, most](double value) { return value >= least && value <= most; });
}

CLI::Validator wholeNumberBetween(std::int64_t least, std::int64_t most)
{
    return numberCheck<std::int64_t>("a whole number", fmt::format("from {} to {}", least, most),
                                     [least, most](std::int64_t value) { return value >= least && value <= most; });
}

CLI::Validator sizeWithoutSign()
{
    return {[](const std::string &word) {
                return word.find('-') == std::string::npos
                           ? std::string()
                           : fmt::format("found {}, expected a size like 4GB", quoteText(word));
            },
            std::string()};
}

CLI::Validator seedNumber()
{
    return numberCheck<std::uint64_t>("a whole number", "from 0 to 18446744073709551615",
                                      [](std::uint64_t) { return true; });
}

} // namespace heteroscope
