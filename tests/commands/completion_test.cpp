// SPDX-License-Identifier: GPL-3.0-or-later
//
// The completion that hscope prints, in the shells that are installed, and its man page under the checkers that are.
#include "commands/command_list.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <fstream>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

struct ShellRun
{
    int status = -1;
    QByteArray out;
    QByteArray err;
};

ShellRun run(const QString &program, const QStringList &arguments, const QByteArray &input = {})
{
    QProcess process;
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    process.waitForFinished(60'000);
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

bool isInstalled(const char *program)
{
    return !QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty();
}

} // namespace

class CompletionTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString script(const char *shell, const char *name)
    {
        const auto printed = hscope({"completion", shell});
        const QString file = m_folder.filePath(QString::fromLatin1(name));
        std::ofstream(file.toStdString()) << printed.out;
        return printed.status == 0 ? file : QString();
    }
    /// What bash offers for the last of the words.
    QStringList inBash(const QStringList &words)
    {
        const QString program =
            QStringLiteral("source \"$1\"; shift; cd \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); "
                           "_hscope; printf '%s\\n' \"${COMPREPLY[@]}\"");
        const auto result = run(QStringLiteral("bash"),
                                QStringList{QStringLiteral("--norc"), QStringLiteral("-c"), program,
                                            QStringLiteral("bash"), script("bash", "hscope.bash"), m_folder.path()} +
                                    words);
        if (!result.err.isEmpty())
            qWarning("%s", result.err.constData());
        return QString::fromUtf8(result.out).split(u'\n', Qt::SkipEmptyParts);
    }

private slots:
    void initTestCase()
    {
        std::ofstream(m_folder.filePath("my project.hscope.json").toStdString()) << "{}";
        std::ofstream(m_folder.filePath("other.txt").toStdString()) << "x";
    }
    void bashCompletesEverything_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QStringList>("offered");
        const auto row = [](const char *name, const char *words, const char *offered) {
            QTest::newRow(name) << QString::fromLatin1(words).split(u'|') << QString::fromLatin1(offered).split(u'|');
        };
        row("command", "hscope|si", "simulate");
        row("commands", "hscope|c", "compare|check-certificate|calibrate|catalog|completion");
        row("option", "hscope|plan|--sp", "--space");
        row("after a word", "hscope|plan|x.json|--no-b", "--no-beyond");
        row("choice", "hscope|plan|x.json|--space|", "A|A+|B|C|P");
        row("choice after =", "hscope|plan|--space|=|A", "A|A+");
        row("format", "hscope|lint|x.json|--format|", "table|csv|json");
        row("word", "hscope|catalog|", "devices|links|models|nodes|stacks|lessons");
        row("word after an option", "hscope|export|--memory|4GB|mega", "megatron");
        row("names with blanks", "hscope|new|--model|Llama 2 7", "Llama\\ 2\\ 7B|Llama\\ 2\\ 70B");
        row("project", "hscope|simulate|", "my project.hscope.json");
        row("any file", "hscope|simulate|--json|oth", "other.txt");
        row("version", "hscope|--v", "--version");
    }
    void bashCompletesEverything()
    {
        QFETCH(QStringList, words);
        QFETCH(QStringList, offered);
        if (!isInstalled("bash"))
            QSKIP("bash is not installed");
        QCOMPARE(inBash(words), offered);
    }
    void bashKnowsEveryOption()
    {
        if (!isInstalled("bash"))
            QSKIP("bash is not installed");
        const CommandList list = hscopeCommands();
        for (const auto &command : hscopeTable(*list.parser, "1").commands) {
            const auto offered =
                inBash({QStringLiteral("hscope"), QString::fromStdString(command.name), QStringLiteral("--")});
            for (const auto &option : command.options) {
                if (!option.names.empty() && option.names.back().starts_with("--"))
                    QVERIFY2(offered.contains(QString::fromStdString(option.names.back())),
                             option.names.back().c_str());
            }
        }
    }
    void fishCompletes()
    {
        if (!isInstalled("fish"))
            QSKIP("fish is not installed");
        const QString file = script("fish", "hscope.fish");
        const auto offered = [&file](const QString &line) {
            const auto result =
                run(QStringLiteral("fish"), {QStringLiteral("--no-config"), QStringLiteral("-c"),
                                             QStringLiteral("source $argv[1]; complete -C $argv[2]"), file, line});
            QStringList words;
            for (const auto &entry : QString::fromUtf8(result.out).split(u'\n', Qt::SkipEmptyParts))
                words << entry.section(u'\t', 0, 0);
            if (!result.err.isEmpty())
                words << QString::fromUtf8(result.err);
            return words;
        };
        QCOMPARE(offered(QStringLiteral("hscope si")), QStringList{QStringLiteral("simulate")});
        QCOMPARE(offered(QStringLiteral("hscope plan x.json --sp")), QStringList{QStringLiteral("--space")});
        QCOMPARE(offered(QStringLiteral("hscope plan x.json --space A")),
                 (QStringList{QStringLiteral("A"), QStringLiteral("A+")}));
        QCOMPARE(offered(QStringLiteral("hscope catalog dev")), QStringList{QStringLiteral("devices")});
        QCOMPARE(offered(QStringLiteral("hscope export --memory 4GB mega")), QStringList{QStringLiteral("megatron")});
    }
    void zshCompletes()
    {
        if (!isInstalled("zsh"))
            QSKIP("zsh is not installed");
        QVERIFY(!script("zsh", "_hscope").isEmpty());
        // A zsh in a terminal of its own. What would be added to the list of matches is printed instead.
        const QByteArray program = R"zsh(
zmodload zsh/zpty
zpty inner zsh -f -i
wait_for() { local text; zpty -r inner text "*$1*"; print -r -- "$text"; }
zpty -w inner "PS1=; PS2=; unsetopt zle_bracketed_paste prompt_sp; fpath=('$1' \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w inner 'compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
    local -a found; builtin compadd -A found "$@"; print -rl -- "<MATCH>"${^found}"</MATCH>"
}; finish() { print "<E""ND>"; }; compprefuncs=(); comppostfuncs=(finish); bindkey "^I" complete-word; print "<REA""DY>"'
wait_for '<READY>' >/dev/null
zpty -w -n inner "$2"$'\t'
wait_for '<END>'
zpty -d inner
)zsh";
        const auto offered = [&](const char *line) {
            const auto result =
                run(QStringLiteral("zsh"), {QStringLiteral("-f"), QStringLiteral("-c"), QString::fromUtf8(program),
                                            QStringLiteral("zsh"), m_folder.path(), QString::fromLatin1(line)});
            QStringList words;
            for (const auto &part : QString::fromUtf8(result.out).split(QStringLiteral("<MATCH>")).mid(1)) {
                const QString word = part.section(QStringLiteral("</MATCH>"), 0, 0);
                if (!word.isEmpty() && !words.contains(word))
                    words << word;
            }
            return words;
        };
        QCOMPARE(offered("hscope si"), QStringList{QStringLiteral("simulate")});
        QCOMPARE(offered("hscope plan x.json --space A"), (QStringList{QStringLiteral("A"), QStringLiteral("A+")}));
        QCOMPARE(offered("hscope catalog dev"), QStringList{QStringLiteral("devices")});
    }
    void theManPageIsInOrder()
    {
        const auto page = hscope({"man"});
        QCOMPARE(page.status, 0);
        const CommandList list = hscopeCommands();
        for (const auto &command : hscopeTable(*list.parser, "1").commands) {
            std::string name = command.name; // a page writes a hyphen as \-
            for (auto at = name.find('-'); at != std::string::npos; at = name.find('-', at + 2))
                name.insert(at, "\\");
            QVERIFY2(page.out.find("hscope " + name) != std::string::npos, name.c_str());
        }
        const QString file = m_folder.filePath("hscope.1");
        std::ofstream(file.toStdString()) << page.out;
        if (isInstalled("man") && isInstalled("groff")) {
            const auto result = run(QStringLiteral("man"),
                                    {QStringLiteral("--warnings"), QStringLiteral("-E"), QStringLiteral("UTF-8"),
                                     QStringLiteral("-l"), QStringLiteral("-Tutf8"), QStringLiteral("-Z"), file});
            QVERIFY2(result.err.isEmpty(), result.err.constData());
        }
        if (isInstalled("mandoc")) {
            const auto result =
                run(QStringLiteral("mandoc"), {QStringLiteral("-Tlint"), QStringLiteral("-Wwarning"), file});
            // The page has no date, so that a build gives the same bytes on every day.
            QStringList findings = QString::fromUtf8(result.out).split(u'\n', Qt::SkipEmptyParts);
            findings.removeIf([](const QString &line) { return line.contains(QStringLiteral("missing date")); });
            QVERIFY2(findings.isEmpty(), qPrintable(findings.join(u'\n')));
        }
    }
};

QTEST_GUILESS_MAIN(CompletionTest)
#include "completion_test.moc"
