// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything that core hands out as ids has words of the window: in English those of the command line, and in every
// other language a translation.
#include "language/language_choice.h"
#include "language/result_words.h"
#include "language/term_words.h"
#include "wording/step_text.h"
#include "wording/term_text.h"

#include "support/all_terms.h"
#include "support/strict_test.h"

#include <QTranslator>

#include <set>

using namespace heteroscope;

namespace {

/// Notes the texts for which a translation is asked, and gives none.
class Listener : public QTranslator
{
public:
    using Text = std::pair<QByteArray, QByteArray>; // context, source

    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *source, const char *, int) const override
    {
        m_asked.insert({context, source});
        return {};
    }
    const std::set<Text> &asked() const { return m_asked; }

private:
    mutable std::set<Text> m_asked;
};

/// All that core may hand out, in words of the window and of the command line.
std::vector<std::pair<QString, std::string>> everything()
{
    std::vector<std::pair<QString, std::string>> all;
    for (const auto &id : test::allTerms())
        all.emplace_back(termWords(id), termName(id));
    for (const auto &place : test::allPlaces())
        all.emplace_back(placeWords(place), placeText(place));
    for (const auto &symbol : test::allSymbols())
        all.emplace_back(symbolWords(symbol), symbolText(symbol));
    for (const auto &origin : test::allOrigins()) {
        const auto *entry = std::get_if<CalibrationEntry>(&origin); // the window says their sources apart
        all.emplace_back(originWords(origin), entry ? entryText(*entry) : originText(origin));
    }
    for (const auto source : test::all<TermSource>(termSourceCount))
        all.emplace_back(sourceWords(source), sourceText(source));
    for (const auto &term : test::allFormulas())
        all.emplace_back(formulaWords(term), repeatedFormulaText(term));
    for (const auto part : test::all<MemoryPart>(memoryPartCount))
        all.emplace_back(wordOf(part), memoryPartText(part));
    for (const auto &operation : test::allOperations())
        all.emplace_back(wordOf(StepOperation(operation)), operationText(operation));
    for (const auto name : test::all<CollectiveName>(collectiveNameCount))
        all.emplace_back(wordOf(StepOperation(name)), collectiveText(name));
    for (const auto &assumption : test::allAssumptions())
        all.emplace_back(sentenceOf(assumption), assumptionText(assumption));
    for (const auto &overflow : test::allOverflows())
        all.emplace_back(sentenceOf(overflow), overflowText(overflow));
    return all;
}

} // namespace

class TermWordsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { speak(QLocale(QLocale::English)); }

    void theWindowSaysInEnglishWhatTheCommandLineSays()
    {
        for (const auto &[window, commandLine] : everything()) {
            QVERIFY(!window.isEmpty());
            QCOMPARE(window, QString::fromStdString(commandLine));
        }
    }

    void nothingIsLeftInEnglish_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("de") << QStringLiteral("de");
        QTest::newRow("zh_CN") << QStringLiteral("zh_CN");
    }
    void nothingIsLeftInEnglish()
    {
        QFETCH(QString, language);
        Listener listener;
        QCoreApplication::installTranslator(&listener);
        everything();
        QCoreApplication::removeTranslator(&listener);
        QVERIFY(listener.asked().size() > 150);
        QTranslator translator;
        QVERIFY(translator.load(QStringLiteral(":/translations/heteroscope_%1.qm").arg(language)));
        QStringList missing;
        for (const auto &[context, source] : listener.asked())
            if (context != "QGuiApplication" && translator.translate(context, source).isEmpty() &&
                !isSameEverywhere(source))
                missing << QString::fromUtf8(source);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
    }

private:
    /// Letters of formulas and names of calibration constants.
    static bool isSameEverywhere(const QByteArray &source)
    {
        static const std::set<QByteArray> same = {"FLOP",
                                                  "m",
                                                  "n",
                                                  "k",
                                                  "d",
                                                  "s",
                                                  "q",
                                                  "b",
                                                  "waveLoss",
                                                  "m0",
                                                  "n0",
                                                  "k0",
                                                  "asymptote",
                                                  "recipes",
                                                  "gemm",
                                                  "groupedRows",
                                                  "misalignedGemm",
                                                  "openAttention",
                                                  "flashHalfSequence",
                                                  "flashHalfQueries",
                                                  "accumulateBytes",
                                                  "nodeJitter",
                                                  "optimizerBytes",
                                                  "hostMicroBatch",
                                                  "hostStep",
                                                  "logitBytes",
                                                  "fragmentation",
                                                  "communicator"};
        return same.count(source) > 0;
    }
};

QTEST_MAIN(TermWordsTest)
#include "term_words_test.moc"
