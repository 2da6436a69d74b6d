// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a wrong command line is told: the word that was found, and what stands there instead.
#include "base/files.h"
#include "commands/command_list.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QTemporaryDir>

#include <fstream>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

bool optionHolds(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

/// Of the parser and of its groups.
std::vector<CLI::Option *> numberOptions(CLI::App &parser)
{
    auto options = parser.get_options();
    for (auto *group : parser.get_subcommands([](CLI::App *app) { return app->get_name().empty(); })) {
        const auto more = group->get_options();
        options.insert(options.end(), more.begin(), more.end());
    }
    std::erase_if(options, [](const CLI::Option *option) {
        const auto type = option->get_type_name();
        return !type.starts_with("FLOAT") && !type.starts_with("INT") && !type.starts_with("UINT");
    });
    return options;
}

} // namespace

class OptionsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyNumberIsChecked()
    {
        std::size_t checked = 0;
        const CommandList list = hscopeCommands();
        for (const auto &command : list.commands) {
            for (CLI::Option *option : numberOptions(*command.first)) {
                const auto name = command.first->get_name() + " " + option->get_name();
                if (option->get_name() == "--memory")
                    continue; // a size with a unit
                for (const char *word : {"nan", "inf", "-inf", "1e999", "", "many", "99999999999999999999999"}) {
                    std::string value = word;
                    const auto *check = option->get_validator(0);
                    const std::string message = (*check)(value);
                    const bool mayBeLarge = optionHolds(name, "--max-") || optionHolds(name, "--at") ||
                                            optionHolds(name, "--budget") || optionHolds(name, "--steps") ||
                                            optionHolds(name, "--prior-weight");
                    if (std::string(word).starts_with("999") && mayBeLarge)
                        continue;
                    QVERIFY2(optionHolds(message, "found \"" + value + "\", expected a "),
                             (name + ": " + message).c_str());
                    QVERIFY2(message.size() < 120, message.c_str());
                    ++checked;
                }
            }
        }
        QVERIFY(checked > 200);
    }
    void aWrongNumberIsUsage_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("message");
        const auto row = [](const QString &words, const char *message) {
            QTest::newRow(qPrintable(words)) << words.split(u' ') << QString::fromUtf8(message);
        };
        row("plan x --budget nan", "--budget: found \"nan\", expected a number above 0");
        row("plan x --budget 0", "--budget: found \"0\", expected a number above 0");
        row("plan x --top 0", "--top: found \"0\", expected a whole number from 1 to 10000");
        row("plan x --threads -1", "--threads: found \"-1\", expected a whole number from 1 to 1024");
        row("plan x --threads 1.5", "--threads: found \"1.5\", expected a whole number from 1 to 1024");
        row("simulate x --at -1", "--at: found \"-1\", expected a number of at least 0");
        row("simulate x --jitter 0.1 --seed -1", "--seed: found \"-1\", expected a whole number from 0 to ");
        row("explain x --least 2", "--least: found \"2\", expected a number from 0 to 1");
    }
    void aWrongNumberIsUsage()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, message);
        std::vector<std::string> arguments;
        for (const QString &word : words)
            arguments.push_back(word.toStdString());
        const auto run = hscope(arguments);
        QCOMPARE(run.status, 2);
        QVERIFY2(optionHolds(run.err, message.toStdString()), run.err.c_str());
        QVERIFY2(run.err.size() < 160, run.err.c_str());
    }
    void aSizeOfMemoryIsNoNumberAlone()
    {
        for (const char *word : {"nan", "inf", "-1", "much"})
            QCOMPARE(hscope({"plan", "x", "--memory", word}).status, 2);
    }
    void anUnknownCommandIsNamed()
    {
        for (const auto &[arguments, found, hint] :
             {std::tuple(std::vector<std::string>{"foo"}, "found \"foo\", expected a command: simulate, explain, ", ""),
              std::tuple(std::vector<std::string>{"simulte", "x"},
                         "found \"simulte\", expected a command: ", "did you mean \"simulate\"?"),
              std::tuple(std::vector<std::string>{"--tp"}, "found \"--tp\", expected a command: ", ""),
              std::tuple(std::vector<std::string>{}, "found no command, expected a command: ", "")}) {
            const auto run = hscope(arguments);
            QCOMPARE(run.status, 2);
            QVERIFY2(optionHolds(run.err, found) && optionHolds(run.err, hint) &&
                         optionHolds(run.err, "check-certificate"),
                     run.err.c_str());
        }
    }
    void aClusterWithoutDevicesCannotBeUsed()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("empty.hscope.json").toStdString();
        auto json = *parseJson(*readTextFile(example("rtx3090-titan")));
        json["cluster"]["nodes"] = Json::array();
        json["cluster"]["racks"] = Json::array();
        json["cluster"]["links"] = Json::array();
        json["canvas"] = Json::object();
        json["plans"] = Json::array();
        std::ofstream(file) << toText(json);
        for (const char *command : {"plan", "simulate", "explain", "replan"}) {
            const auto run = hscope({command, file});
            QCOMPARE(run.status, 3);
            QVERIFY2(optionHolds(run.err, file + ": /cluster/nodes: found no device, expected at least one device"),
                     run.err.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(OptionsTest)
#include "options_test.moc"
