// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every term, place, input, formula, assumption and overflow has its English words, and siblings have keys of their
// own.
#include "wording/step_text.h"
#include "wording/term_text.h"

#include "support/all_terms.h"
#include "support/strict_test.h"

using namespace heteroscope;

class TermTextTest : public StrictTest
{
    Q_OBJECT

private slots:
    void nothingIsWithoutWords()
    {
        for (const auto &id : test::allTerms()) {
            QVERIFY(!termName(id).empty());
            QVERIFY(!termKey(id).empty());
        }
        for (const auto &place : test::allPlaces())
            QVERIFY(!placeText(place).empty());
        for (const auto &symbol : test::allSymbols())
            QVERIFY(!symbolText(symbol).empty());
        for (const auto &origin : test::allOrigins())
            QVERIFY(!originText(origin).empty());
        for (const auto source : test::all<TermSource>(termSourceCount))
            QVERIFY(!sourceText(source).empty());
        for (const auto &assumption : test::allAssumptions())
            QVERIFY(!assumptionText(assumption).empty());
        for (const auto &overflow : test::allOverflows())
            QVERIFY(!overflowText(overflow).empty());
        for (const auto name : test::all<CollectiveName>(collectiveNameCount))
            QVERIFY(!operationText(StepOperation(name)).empty());
        for (const auto &term : test::allFormulas()) {
            QVERIFY(!formulaText(term).empty());
            QVERIFY(formulaText(term) == repeatedFormulaText(term) || term.repeats != 1);
        }
    }

    void phrasesAreWorded()
    {
        // A formula that is said as a whole, and has no phrase, would be an empty piece.
        for (const auto &term : test::allFormulas()) {
            const auto pieces = formulaPieces(term);
            if (pieces.size() == 1 && std::holds_alternative<TermFormula>(pieces.front()))
                QVERIFY(!formulaText(term).empty());
        }
    }

    void assumptionsDiffer()
    {
        std::set<std::string> texts;
        for (const auto &assumption : test::allAssumptions())
            QVERIFY(texts.insert(assumptionText(assumption)).second);
    }

    void keysOfOperationsDiffer()
    {
        std::set<std::string> keys;
        for (const auto &operation : test::allOperations()) {
            if (operation.pass == LayerPass::recompute)
                continue; // a part of its own activity
            QVERIFY(keys.insert(termKey(OperationTerm{operation, {}})).second);
        }
    }

    void aTermReadsAsItAlwaysDid()
    {
        const TermLayers blocks{LayerKind::denseBlock, false, true};
        const OperationTerm up{{OperationName::mlpUp, LayerPass::inputGradient}, blocks};
        QCOMPARE(termName(up), std::string("MLP up, input gradient"));
        QCOMPARE(termKey(up), std::string("MLP up, input gradient/blocks"));
        QCOMPARE(placeText(LayerPlace{LayerKind::denseBlock, true, 12, 16}),
                 std::string("12 dense blocks × 16 micro-batches"));
        QCOMPARE(placeText(TransferPlace{TransferAlgorithm::hierarchicalRing, 2, 0, true}),
                 std::string("2 layers, hierarchical ring, shares its links with others"));
        QCOMPARE(termName(WaitTerm{Activity::bubble, Activity::forward, 3, "v100:0"}),
                 std::string("Waiting for the forward pass of v100:0"));
        QCOMPARE(termKey(WaitTerm{Activity::bubble, Activity::backward, 3, "v100:0"}), std::string("wait/3/2"));
        CostTerm product{up};
        product.formula = TermFormula::operation;
        product.repeats = 192;
        for (const auto symbol : {TermSymbol::flop, TermSymbol::peak, TermSymbol::efficiency, TermSymbol::bytes,
                                  TermSymbol::rate, TermSymbol::kernels, TermSymbol::launch})
            product.input(symbol, 1, TermUnit::count, TermSource::model);
        QCOMPARE(repeatedFormulaText(product),
                 std::string("192 · (max(FLOP / (peak · efficiency), bytes / rate) + kernels · launch)"));
    }
};

QTEST_GUILESS_MAIN(TermTextTest)
#include "term_text_test.moc"
