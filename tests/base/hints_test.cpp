// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every error that the core makes says how to mend it: no Error is built with an empty hint, except for one that only
// says that somebody interrupted.
#include "support/strict_test.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

namespace {

/// The items between the brace at `open` and its partner.
QStringList itemsOf(const QString &source, qsizetype open)
{
    QStringList items = {{}};
    int depth = 0;
    bool inText = false;
    for (auto i = open; i < source.size(); ++i) {
        const QChar letter = source[i];
        if (inText) {
            items.back() += letter;
            if (letter == '\\')
                items.back() += source[++i];
            else
                inText = letter != '"';
            continue;
        }
        inText = letter == '"';
        const bool closes = QString("})]").contains(letter);
        depth += QString("{([").contains(letter) ? 1 : closes ? -1 : 0;
        if (depth == 0)
            break;
        if (letter == ',' && depth == 1)
            items.push_back({});
        else if (i > open)
            items.back() += letter;
    }
    for (auto &item : items)
        item = item.trimmed();
    return items;
}

/// Lines of a source in which an error without a hint is built.
QStringList errorsWithoutHint(const QString &source)
{
    static const QRegularExpression begin("\\{\\s*((?:Error::)?Code::(\\w+)|code)\\s*,");
    QStringList found;
    for (auto matches = begin.globalMatch(source); matches.hasNext();) {
        const auto match = matches.next();
        const auto items = itemsOf(source, match.capturedStart());
        const bool none = items.size() < 6 || items[5] == "{}" || items[5] == "\"\"" || items[5] == "std::string()";
        if (none && match.captured(2) != "cancelled")
            found.push_back(QString::number(source.left(match.capturedStart()).count('\n') + 1));
    }
    return found;
}

} // namespace

class HintsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theScanFindsWhatIsMissing()
    {
        QCOMPARE(errorsWithoutHint("return Error{Error::Code::invalid, {}, path(1, 2), \"a, b\", \"c\", \"mend\"};"),
                 QStringList());
        QCOMPARE(errorsWithoutHint("x;\n{Error::Code::invalid, {}, {}, f({1, 2}), \"c\", {}}"), QStringList({"2"}));
        QCOMPARE(errorsWithoutHint("Error{Error::Code::schema, file, {}, \"a\", \"b\"}"), QStringList({"1"}));
        QCOMPARE(errorsWithoutHint("{Error::Code::cancelled, {}, {}, {}, {}, {}}"), QStringList());
    }
    void everyErrorOfTheCoreHasAHint()
    {
        QStringList found;
        int files = 0;
        QDirIterator sources(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR") + "/core", {"*.cpp", "*.h"}, QDir::Files,
                             QDirIterator::Subdirectories);
        while (sources.hasNext()) {
            QFile file(sources.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            for (const auto &line : errorsWithoutHint(QString::fromUtf8(file.readAll())))
                found.push_back(file.fileName() + ":" + line);
            ++files;
        }
        QVERIFY(files > 300);
        QVERIFY2(found.isEmpty(), qPrintable(found.join("\n")));
    }
};

QTEST_GUILESS_MAIN(HintsTest)
#include "hints_test.moc"
