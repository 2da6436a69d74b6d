// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of heteroscope's options, of which its help, man page and completion are made, says what the parser takes.
#include "application/application.h"
#include "application/option_table.h"
#include "support/strict_test.h"
#include "usage/help_text.h"
#include "usage/man_page.h"

#include <QProcess>
#include <QStandardPaths>

#include <algorithm>

using namespace heteroscope;

namespace {

/// A value that the option may have.
QString sampleValue(const OptionRow &option)
{
    if (!option.words.empty())
        return QString::fromStdString(option.words.front());
    if (option.value == "NAMES")
        return QStringLiteral("1f1b,zb-h1");
    return option.value == "WxH" ? QStringLiteral("640x480") : QStringLiteral("x.png");
}

/// What makes the option be allowed: those of pictures belong to --render.
QStringList company(const std::string &name)
{
    const QStringList render = {QStringLiteral("--render"), QStringLiteral("canvas"), QStringLiteral("x.json")};
    const QStringList out = {QStringLiteral("-o"), QStringLiteral("x.pdf")}; // that every view can write
    if (name == "-o" || name == "--output")
        return render;
    if (name == "--size" || name == "--links")
        return render + out;
    if (name == "--schedules" || name == "--order")
        return QStringList{QStringLiteral("--render"), QStringLiteral("schedule"), QStringLiteral("x.json")} + out;
    return name == "--render" ? QStringList{QStringLiteral("x.json")} + out : QStringList();
}

} // namespace

class OptionTableTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theParserTakesEveryOption()
    {
        for (const OptionRow &option : heteroscopeTable("1").options) {
            for (const auto &name : option.names) {
                QStringList words = company(name) + QStringList{QString::fromStdString(name)};
                if (!option.value.empty())
                    words << sampleValue(option);
                const CommandLine line = parseCommandLine(words);
                QVERIFY2(line.mistake.isEmpty(), qPrintable(words.join(u' ') + u' ' + line.mistake));
            }
        }
    }
    void theParserTakesEveryWord()
    {
        for (const OptionRow &option : heteroscopeTable("1").options) {
            for (const auto &word : option.words) {
                const auto name = option.names.back();
                const QStringList words =
                    company(name) + QStringList{QString::fromStdString(name), QString::fromStdString(word)};
                QVERIFY2(parseCommandLine(words).mistake.isEmpty(), qPrintable(words.join(u' ')));
                QVERIFY(!parseCommandLine(words.mid(0, words.size() - 1) << QStringLiteral("no-such-word"))
                             .mistake.isEmpty());
            }
        }
    }
    void theTextsHoldEveryOption()
    {
        const ProgramTable table = heteroscopeTable("1.2.3 (commit abc)");
        QCOMPARE(table.version, std::string("1.2.3"));
        const auto help = helpText(table);
        auto page = manPage(table);
        page.erase(std::remove(page.begin(), page.end(), '\\'), page.end());
        for (const OptionRow &option : table.options) {
            for (const auto &name : option.names) {
                QVERIFY2(help.find(name) != std::string::npos, name.c_str());
                QVERIFY2(page.find(name) != std::string::npos, name.c_str());
                for (const CompletionShell &shell : completionShells())
                    QVERIFY2(shell.script(table).find(name.substr(name.find_first_not_of('-'))) != std::string::npos,
                             name.c_str());
            }
        }
    }
    void bashCompletesIt()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("bash")).isEmpty())
            QSKIP("bash is not installed");
        QProcess bash;
        bash.start(QStringLiteral("bash"), {QStringLiteral("--norc")});
        bash.write(QByteArray::fromStdString(bashCompletion(heteroscopeTable("1"))));
        bash.write("COMP_WORDS=(heteroscope x.json --theme '') COMP_CWORD=3; _heteroscope; echo ${COMPREPLY[@]}\n");
        bash.closeWriteChannel();
        QVERIFY(bash.waitForFinished());
        QCOMPARE(bash.readAllStandardOutput(), QByteArray("light dark contrast\n"));
    }
};

QTEST_GUILESS_MAIN(OptionTableTest)
#include "option_table_test.moc"
