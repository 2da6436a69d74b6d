// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/shell_words.h"

#include <algorithm>

namespace heteroscope::megatron {

namespace {

/// The end of what begins at `at` with an opening bracket, behind the closing one; quotes inside are passed over.
std::size_t closing(std::string_view text, std::size_t at, char open, char close)
{
    int depth = 0;
    for (std::size_t i = at; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\') {
            ++i;
        } else if (c == '\'') {
            const auto end = text.find('\'', i + 1);
            if (end == std::string_view::npos)
                return text.size();
            i = end;
        } else if (c == open) {
            ++depth;
        } else if (c == close && --depth == 0) {
            return i + 1;
        }
    }
    return text.size();
}

} // namespace

std::size_t expansionEnd(std::string_view text, std::size_t at)
{
    if (text[at] == '`') {
        const auto end = text.find('`', at + 1);
        return end == std::string_view::npos ? text.size() : end + 1;
    }
    if (at + 1 >= text.size())
        return at + 1;
    const char next = text[at + 1];
    if (next == '(')
        return closing(text, at + 1, '(', ')');
    if (next == '{')
        return closing(text, at + 1, '{', '}');
    if (next >= '0' && next <= '9')
        return at + 2;
    if (next == '@' || next == '*' || next == '#' || next == '?' || next == '$' || next == '!')
        return at + 2;
    std::size_t end = at + 1;
    while (end < text.size() && isNamePart(text[end]))
        ++end;
    return end;
}

std::vector<ShellToken> shellTokens(std::string_view text)
{
    std::vector<ShellToken> tokens;
    std::vector<std::string> documents; // delimiters of here-documents that begin at the next line
    std::string word;
    bool inWord = false;
    const auto finish = [&] {
        if (!inWord)
            return;
        word.resize(std::min(word.size(), longestShellWord));
        tokens.push_back({true, word});
        word.clear();
        inWord = false;
    };
    const auto add = [&](std::size_t from, std::size_t to) {
        inWord = true;
        word.append(text.substr(from, to - from));
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool hasBrackets = !inWord && !tokens.empty() && tokens.back().isWord &&
                                 (tokens.back().text.ends_with("-pipeline-model-parallel-layout") ||
                                  tokens.back().text == "--moe-layer-freq");
        const bool isLayout = word.starts_with("--pipeline-model-parallel-layout=");
        if (c == '\\' && i + 1 < text.size()) {
            const bool carriage = text[i + 1] == '\r' && i + 2 < text.size() && text[i + 2] == '\n';
            if (text[i + 1] == '\n' || carriage)
                i += carriage ? 2 : 1;
            else
                add(i, std::min(i + 2, text.size())), ++i;
        } else if ((hasBrackets || isLayout) && !isBlank(c) && c != '"' && c != '\'' && c != '$') {
            const auto end = std::min(text.find_first_of(" \t\r\n\"'", i), text.size());
            // Taken literally: bars and brackets are none of the shell's.
            for (std::size_t k = i; k < end; ++k) {
                inWord = true;
                word += '\\';
                word += text[k];
            }
            i = end - 1;
        } else if (c == '\'') {
            const auto end = std::min(text.find('\'', i + 1), text.size() - 1);
            add(i, end + 1);
            i = end;
        } else if (c == '"') {
            std::size_t end = i + 1;
            while (end < text.size() && text[end] != '"') {
                if (text[end] == '\\')
                    end += 2;
                else if (text[end] == '$' || text[end] == '`')
                    end = std::max(end + 1, expansionEnd(text, end));
                else
                    ++end;
            }
            end = std::min(end + 1, text.size());
            add(i, end);
            i = end - 1;
        } else if (c == '$' || c == '`') {
            const auto end = std::max(i + 1, expansionEnd(text, i));
            add(i, end);
            i = end - 1;
        } else if (c == '(' && inWord && (word.ends_with('=')) && assignedName(word) > 0) {
            const auto end = closing(text, i, '(', ')');
            add(i, end);
            i = end - 1;
        } else if (c == '(' && !inWord && text.substr(i, 2) == "((") {
            const auto end = closing(text, i, '(', ')');
            add(i, end);
            i = end - 1;
        } else if (c == '#' && !inWord) {
            i = std::min(text.find('\n', i), text.size()) - 1;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            finish();
        } else if (c == '\n') {
            finish();
            tokens.push_back({false, "\n"});
            for (const std::string &end : documents) {
                while (i < text.size()) {
                    const auto next = std::min(text.find('\n', i + 1), text.size());
                    auto line = text.substr(i + 1, next - i - 1);
                    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
                    while (!line.empty() && isBlank(line.back()))
                        line.remove_suffix(1);
                    i = next;
                    if (line == end)
                        break;
                }
            }
            documents.clear();
        } else if (c == ';' || c == '&' || c == '|' || c == '(' || c == ')') {
            finish();
            const bool twice = c != '(' && c != ')' && i + 1 < text.size() && text[i + 1] == c;
            tokens.push_back({false, std::string(twice ? 2 : 1, c)});
            i += twice ? 1 : 0;
        } else if (c == '<' || c == '>') {
            if (std::all_of(word.begin(), word.end(), [](char one) { return one >= '0' && one <= '9'; })) {
                word.clear(); // 2>
                inWord = false;
            }
            finish();
            if (text.substr(i, 2) == "<<" && text.substr(i, 3) != "<<<") {
                i += text.substr(i, 3) == "<<-" ? 3 : 2;
                while (i < text.size() && (text[i] == ' ' || text[i] == '\'' || text[i] == '"'))
                    ++i;
                const std::size_t first = i;
                while (i < text.size() && isNamePart(text[i]))
                    ++i;
                if (i > first)
                    documents.emplace_back(text.substr(first, i - first));
                if (i < text.size() && (text[i] == '\'' || text[i] == '"'))
                    ++i;
                --i;
                continue;
            }
            tokens.push_back({false, std::string(1, c)});
            while (i + 1 < text.size() && (text[i + 1] == '>' || text[i + 1] == '<' || text[i + 1] == '&'))
                ++i;
        } else {
            add(i, i + 1);
        }
    }
    finish();
    return tokens;
}

} // namespace heteroscope::megatron
