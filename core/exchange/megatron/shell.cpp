// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/shell.h"

#include "exchange/megatron/shell_condition.h"
#include "exchange/megatron/shell_files.h"
#include "exchange/megatron/shell_words.h"

#include "json/object_reader.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>

namespace heteroscope::megatron {

namespace {

constexpr std::size_t mostCommands = 200'000;
constexpr std::size_t mostRounds = 64; // of a for

using Tokens = std::vector<ShellToken>;
using Words = std::vector<std::string>;

bool isOption(const std::string &word) { return word.size() > 2 && word.starts_with("--"); }
bool hasOptions(const Words &words) { return std::any_of(words.begin(), words.end(), isOption); }

class Shell
{
public:
    explicit Shell(const std::vector<ImportFile> &files) : m_files(files) {}

    void set(const std::string &name, const std::string &value) { m_variables.set(name, {{value}, false, false}); }

    void run(std::string_view text)
    {
        if (m_depth >= deepestShell)
            return;
        ++m_depth;
        const Tokens tokens = shellTokens(text);
        std::size_t at = 0;
        while (at < tokens.size()) {
            const std::size_t before = at;
            list(tokens, at, true, {});
            at = std::max(at, before + 1);
        }
        --m_depth;
    }

    void runBeside(std::string_view text)
    {
        m_isBeside = true;
        run(text);
        m_isBeside = false;
    }

    ShellReading finish()
    {
        for (const auto &[name, value] : m_variables.all())
            m_result.variables.emplace(name, value.text());
        return std::move(m_result);
    }

private:
    void note(const std::string &text)
    {
        if (m_noted.size() < 20 && m_noted.insert(text).second)
            m_result.notes.push_back(text);
    }

    static bool isOperator(const Tokens &tokens, std::size_t at, std::string_view text)
    {
        return at < tokens.size() && !tokens[at].isWord && tokens[at].text == text;
    }
    static bool isWord(const Tokens &tokens, std::size_t at, std::string_view text)
    {
        return at < tokens.size() && tokens[at].isWord && tokens[at].text == text;
    }
    static void skipBreaks(const Tokens &tokens, std::size_t &at)
    {
        while (isOperator(tokens, at, "\n") || isOperator(tokens, at, ";"))
            ++at;
    }
    static bool isOneOf(const Tokens &tokens, std::size_t at, const std::vector<std::string_view> &words)
    {
        return at < tokens.size() &&
               std::any_of(words.begin(), words.end(), [&](std::string_view one) { return tokens[at].text == one; });
    }

    /// Commands up to one of the words that end the list, which stays.
    Truth list(const Tokens &tokens, std::size_t &at, bool isRun, const std::vector<std::string_view> &ends)
    {
        Truth status = Truth::yes;
        ++m_depth;
        while (at < tokens.size() && m_depth < deepestShell && m_commands < mostCommands) {
            skipBreaks(tokens, at);
            if (at >= tokens.size() || isOneOf(tokens, at, ends))
                break;
            if (!tokens[at].isWord) {
                if (tokens[at].text == ")" || tokens[at].text == ";;")
                    break;
                const std::string sign = tokens[at++].text;
                if (sign == "&&" || sign == "||") {
                    skipBreaks(tokens, at);
                    const bool second = sign == "&&" ? status != Truth::no : status == Truth::no;
                    const Truth next = command(tokens, at, isRun && second);
                    status = second ? next : status;
                }
                continue;
            }
            status = command(tokens, at, isRun);
        }
        --m_depth;
        return status;
    }

    Truth command(const Tokens &tokens, std::size_t &at, bool isRun)
    {
        ++m_commands;
        if (at >= tokens.size() || m_depth >= deepestShell) {
            ++at;
            return Truth::open;
        }
        ++m_depth;
        const Truth status = anyCommand(tokens, at, isRun);
        --m_depth;
        return status;
    }

    Truth anyCommand(const Tokens &tokens, std::size_t &at, bool isRun)
    {
        const std::string &first = tokens[at].text;
        if (!tokens[at].isWord) {
            if (first != "(")
                return Truth::open;
            const Truth status = list(tokens, ++at, isRun, {")"});
            at += isOperator(tokens, at, ")") ? 1 : 0;
            return status;
        }
        if (first == "if")
            return choice(tokens, at, isRun);
        if (first == "case")
            return cases(tokens, at, isRun);
        if (first == "for" || first == "while" || first == "until")
            return loop(tokens, at, isRun);
        if (first == "[[" || first == "[" || first == "test")
            return test(tokens, at);
        if (first == "!") {
            const Truth inner = command(tokens, ++at, isRun);
            return inner == Truth::open ? inner : inner == Truth::no ? Truth::yes : Truth::no;
        }
        if (first == "{") {
            const Truth status = list(tokens, ++at, isRun, {"}"});
            at += isWord(tokens, at, "}") ? 1 : 0;
            return status;
        }
        if (first == "function" || (isOperator(tokens, at + 1, "(") && isOperator(tokens, at + 2, ")")))
            return function(tokens, at);
        return simple(tokens, at, isRun);
    }

    /// Whether the commands that begin here would end the script.
    static bool exits(const Tokens &tokens, std::size_t at)
    {
        for (int depth = 0; at < tokens.size(); ++at) {
            const std::string &word = tokens[at].text;
            depth += word == "if" || word == "case" ? 1 : word == "fi" || word == "esac" ? -1 : 0;
            if (depth < 0 || (depth == 0 && (word == "else" || word == "elif")))
                return false;
            if (word == "exit" || word == "return")
                return true;
        }
        return false;
    }

    Truth choice(const Tokens &tokens, std::size_t &at, bool isRun)
    {
        bool done = false;
        while (isWord(tokens, at, "if") || isWord(tokens, at, "elif")) {
            const std::size_t from = at;
            Truth truth = list(tokens, ++at, isRun && !done, {"then"});
            at += isWord(tokens, at, "then") ? 1 : 0;
            const bool open = truth == Truth::open;
            const bool taken = !done && (open ? !exits(tokens, at) : truth == Truth::yes);
            if (isRun && !done && open)
                note("a condition that only the machine knows is taken as " + std::string(taken ? "true" : "false") +
                     (from + 2 < tokens.size() ? ": " + firstWords(tokens, from) : std::string()));
            list(tokens, at, isRun && taken, {"elif", "else", "fi"});
            done = done || taken;
        }
        if (isWord(tokens, at, "else"))
            list(tokens, ++at, isRun && !done, {"fi"});
        at += isWord(tokens, at, "fi") ? 1 : 0;
        return Truth::yes;
    }

    static std::string firstWords(const Tokens &tokens, std::size_t at)
    {
        std::string text;
        for (std::size_t i = at; i < tokens.size() && tokens[i].text != "then" && text.size() < 60; ++i) {
            if (tokens[i].text != "\n" && tokens[i].text != ";")
                text += (text.empty() ? "" : " ") + tokens[i].text.substr(0, 60);
        }
        return text;
    }

    Truth cases(const Tokens &tokens, std::size_t &at, bool isRun)
    {
        ++at;
        const Expanded subject = at < tokens.size() ? m_variables.expandWhole(tokens[at].text, true) : Expanded{};
        while (at < tokens.size() && !isWord(tokens, at, "in"))
            ++at;
        ++at;
        bool done = false;
        while (true) {
            skipBreaks(tokens, at);
            if (at >= tokens.size() || isWord(tokens, at, "esac"))
                break;
            bool taken = false;
            for (; at < tokens.size() && !isOperator(tokens, at, ")"); ++at) {
                if (tokens[at].isWord)
                    taken = taken || matchesPattern(subject.text().substr(0, 1024),
                                                    m_variables.expandWhole(tokens[at].text).text());
            }
            ++at;
            list(tokens, at, isRun && taken && !done, {"esac"});
            done = done || taken;
            at += isOperator(tokens, at, ";;") || isOperator(tokens, at, ")") ? 1 : 0;
        }
        at += isWord(tokens, at, "esac") ? 1 : 0;
        return Truth::yes;
    }

    Truth loop(const Tokens &tokens, std::size_t &at, bool isRun)
    {
        const bool isFor = tokens[at].text == "for";
        ++at;
        std::string name;
        Words over;
        if (isFor && at < tokens.size()) {
            name = tokens[at++].text;
            if (isWord(tokens, at, "in")) {
                for (++at; at < tokens.size() && tokens[at].isWord && tokens[at].text != "do"; ++at) {
                    const auto words = m_variables.expand(tokens[at].text).words;
                    over.insert(over.end(), words.begin(), words.end());
                }
            }
        } else {
            list(tokens, at, false, {"do"});
        }
        skipBreaks(tokens, at);
        at += isWord(tokens, at, "do") ? 1 : 0;
        const std::size_t body = at;
        list(tokens, at, false, {"done"});
        const std::size_t end = at;
        for (std::size_t i = 0; isRun && isFor && i < std::min(over.size(), mostRounds); ++i) {
            m_variables.set(name, {{over[i]}, over[i].find('$') != std::string::npos, false});
            std::size_t inside = body;
            list(tokens, inside, true, {"done"});
        }
        if (isRun && !isFor)
            note("a loop of the script is left out");
        at = end + (isWord(tokens, end, "done") ? 1 : 0);
        return Truth::yes;
    }

    Truth function(const Tokens &tokens, std::size_t &at)
    {
        at += tokens[at].text == "function" ? 1 : 0;
        const std::string name = at < tokens.size() ? tokens[at].text : std::string();
        ++at;
        while (isOperator(tokens, at, "(") || isOperator(tokens, at, ")") || isOperator(tokens, at, "\n"))
            ++at;
        const std::size_t first = at;
        command(tokens, at, false);
        at = std::min(at, tokens.size());
        if (first < at && at - first < 5000 && m_functions.size() < 100)
            m_functions[name] = std::make_shared<Tokens>(tokens.begin() + static_cast<std::ptrdiff_t>(first),
                                                         tokens.begin() + static_cast<std::ptrdiff_t>(at));
        return Truth::yes;
    }

    /// [ a = b ], [[ a == b && -n c ]], test -z a.
    Truth test(const Tokens &tokens, std::size_t &at)
    {
        const std::string first = tokens[at++].text;
        const std::string_view end = first == "[[" ? "]]" : first == "[" ? "]" : "";
        std::vector<Expanded> words;
        Truth all = Truth::yes;
        bool isOr = false;
        bool begun = false;
        const auto close = [&] {
            const Truth one = judgeTest(words);
            words.clear();
            if (!begun)
                all = one;
            else if (isOr)
                all = all == Truth::yes || one == Truth::yes ? Truth::yes : all == Truth::no ? one : all;
            else
                all = all == Truth::no || one == Truth::no ? Truth::no : all == Truth::yes ? one : all;
            begun = true;
        };
        for (; at < tokens.size(); ++at) {
            const std::string &word = tokens[at].text;
            if (tokens[at].isWord && !end.empty() && word == end) {
                ++at;
                break;
            }
            if (word == "\n" || (end.empty() && !tokens[at].isWord) || word == ";")
                break;
            const bool isSign = !tokens[at].isWord && (word == "&&" || word == "||");
            if (isSign || word == "-a" || word == "-o") {
                close();
                isOr = word == "||" || word == "-o";
            } else if (words.size() < 8) {
                words.push_back(tokens[at].isWord ? m_variables.expandWhole(word, true) : Expanded{{word}, false});
            }
        }
        close();
        return all;
    }

    void assign(const std::string &word)
    {
        const std::size_t length = assignedName(word);
        const std::string name = word.substr(0, length);
        const bool adds = word[length] == '+';
        const std::string_view raw = std::string_view(word).substr(length + (adds ? 2 : 1));
        ShellValue value;
        if (raw.starts_with('(')) {
            value.isArray = true;
            for (const ShellToken &token : shellTokens(raw.substr(1, raw.size() - 1 - (raw.ends_with(')') ? 1 : 0)))) {
                if (!token.isWord)
                    continue;
                const auto part = m_variables.expand(token.text);
                value.words.insert(value.words.end(), part.words.begin(), part.words.end());
            }
        } else {
            const auto whole = m_variables.expandWhole(raw);
            value.words = whole.words;
            value.unknown = whole.unknown;
        }
        const ShellValue *before = m_variables.find(name);
        if (m_isBeside)
            m_given.insert(name);
        else if (value.unknown && before && !before->unknown && !adds && m_given.contains(name))
            return; // a file given beside it says what the script cannot
        // What only a command knows is asked for under the name that it gets.
        if (value.unknown && !value.isArray && value.text().find("$(") == 0)
            value.words = {"$" + name};
        if (adds && before) {
            if (before->isArray || value.isArray)
                value.words.insert(value.words.begin(), before->words.begin(), before->words.end());
            else
                value.words = {before->text() + value.text()};
            value.isArray = before->isArray || value.isArray;
        }
        if (value.words.size() > longestShellWord)
            value.words.resize(longestShellWord);
        const Words words = wordsOf(value.words);
        if (hasOptions(words) && m_result.values.size() < 1000)
            m_result.values.push_back(words);
        m_variables.set(name, std::move(value));
    }

    static Words wordsOf(const Words &words)
    {
        Words result;
        for (const std::string &word : words) {
            std::size_t at = 0;
            while ((at = word.find_first_not_of(" \t\r\n", at)) != std::string::npos) {
                const auto end = std::min(word.find_first_of(" \t\r\n", at), word.size());
                result.push_back(word.substr(at, end - at));
                at = end;
            }
        }
        return result;
    }

    Truth simple(const Tokens &tokens, std::size_t &at, bool isRun)
    {
        Words words;
        bool assigns = true;
        bool isExport = false;
        for (; at < tokens.size(); ++at) {
            const ShellToken &token = tokens[at];
            if (!token.isWord && (token.text == "<" || token.text == ">")) {
                ++at; // the file
                continue;
            }
            if (!token.isWord)
                break;
            if (!isRun)
                continue;
            static constexpr std::array declarations = {"export", "declare", "local", "readonly", "typeset"};
            if (assigns && std::find(declarations.begin(), declarations.end(), token.text) != declarations.end()) {
                isExport = true;
                continue;
            }
            if (assigns && assignedName(token.text) > 0) {
                assign(token.text);
                continue;
            }
            assigns = isExport;
            const auto part = m_variables.expand(token.text);
            words.insert(words.end(), part.words.begin(), part.words.end());
        }
        return isRun && !isExport && !words.empty() ? execute(words) : Truth::yes;
    }

    Truth execute(const Words &words)
    {
        const std::string &first = words.front();
        if (first == "echo" || first == "printf" || first == "cat" || first == "exit" || first == "mkdir")
            return Truth::yes;
        if (first == "true" || first == ":" || first == "set" || first == "cd" || first == "shift")
            return Truth::yes;
        if (first == "false")
            return Truth::no;
        if ((first == "source" || first == ".") && words.size() > 1) {
            source(words[1]);
            return Truth::yes;
        }
        if (first == "eval") {
            std::string text;
            for (std::size_t i = 1; i < words.size() && text.size() < longestShellWord; ++i)
                text += words[i] + " ";
            run(text);
            return Truth::yes;
        }
        if (const auto body = m_functions.find(first); body != m_functions.end() && m_depth < deepestShell) {
            for (std::size_t i = 1; i < std::min<std::size_t>(words.size(), 10); ++i)
                m_variables.set(std::to_string(i), {{words[i]}, words[i].find('$') != std::string::npos, false});
            const auto tokens = body->second; // the function may be defined anew while it runs
            std::size_t at = 0;
            return command(*tokens, at, true);
        }
        for (std::size_t i = 0; i + 2 < words.size(); ++i) {
            const auto name = baseName(words[i]);
            if ((name == "bash" || name == "sh") && words[i + 1].starts_with('-') && words[i + 1].ends_with('c')) {
                run(words[i + 2]);
                return Truth::open;
            }
        }
        if (hasOptions(words) && m_result.commands.size() < 1000)
            m_result.commands.push_back(wordsOf(words));
        return Truth::open;
    }

    void source(const std::string &path)
    {
        const auto name = baseName(path);
        for (const ImportFile &file : m_files) {
            if (!name.empty() && baseName(file.name) == name && m_sourced.insert(file.name).second) {
                run(file.text);
                return;
            }
        }
        if (!m_sourced.contains(std::string(name)))
            note("the script reads " + quoteText(std::string(name)) + ", which is not given");
    }

    const std::vector<ImportFile> &m_files;
    ShellVariables m_variables;
    std::map<std::string, std::shared_ptr<const Tokens>> m_functions;
    std::set<std::string> m_sourced;
    std::set<std::string> m_noted;
    ShellReading m_result;
    std::set<std::string, std::less<>> m_given; // names that other files set
    bool m_isBeside = false;
    std::size_t m_commands = 0;
    int m_depth = 0;
};

} // namespace

ShellReading readShell(const std::vector<ImportFile> &files)
{
    Shell shell(files);
    const ImportFile *script = mainScript(files);
    for (const ImportFile &file : files) {
        for (const auto &[name, value] : slurmVariables(file.text))
            shell.set(name, value);
    }
    for (const ImportFile &file : files) {
        if (script && &file != script && !isSourced(file, *script))
            shell.runBeside(file.text);
    }
    if (script)
        shell.run(script->text);
    return shell.finish();
}

} // namespace heteroscope::megatron
