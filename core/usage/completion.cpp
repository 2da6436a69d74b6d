// SPDX-License-Identifier: GPL-3.0-or-later
#include "usage/completion.h"

namespace heteroscope {

const std::vector<CompletionShell> &completionShells()
{
    static const std::vector<CompletionShell> shells = {
        {"bash", bashCompletion}, {"zsh", zshCompletion}, {"fish", fishCompletion}};
    return shells;
}

std::string shortWhat(const std::string &what)
{
    constexpr std::size_t most = 72;
    std::string text = what.substr(0, what.find('\n'));
    text.erase(std::min(text.size(), text.find("; ")));
    if (text.size() <= most)
        return text;
    return text.substr(0, text.find_last_of(' ', most)) + " ...";
}

std::string shellQuoted(const std::string &text)
{
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

} // namespace heteroscope
