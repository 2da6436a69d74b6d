// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/huggingface/python_json.h"

#include <array>

namespace heteroscope::huggingface {

std::string plainJson(std::string_view text)
{
    using namespace std::string_view_literals;
    constexpr std::array words = {"-Infinity"sv, "Infinity"sv};
    std::string result(text);
    bool inText = false;
    for (std::size_t i = 0; i < result.size(); ++i) {
        const char c = result[i];
        if (inText && c == '\\') {
            ++i;
        } else if (c == '"') {
            inText = !inText;
        } else if (!inText && (c == '-' || c == 'I')) {
            for (const std::string_view word : words) {
                if (result.compare(i, word.size(), word) == 0)
                    result.replace(i, word.size(), "null" + std::string(word.size() - 4, ' '));
            }
        } else if (!inText && c == 'N' && result.compare(i, 3, "NaN") == 0) {
            result.replace(i, 3, "0  "); // null has no room
        }
    }
    return result;
}

} // namespace heteroscope::huggingface
