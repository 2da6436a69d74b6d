// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values by kind of layer: those of kinds that a model has, and the default for all others.
#include "cost/layer_kinds.h"

#include "support/strict_test.h"

using namespace heteroscope;

class LayerKindsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aKindThatIsNotThereHasTheDefault()
    {
        const ByLayerKind<double> none;
        for (std::size_t kind = 0; kind < layerKindCount; ++kind) {
            QVERIFY(!none.has(kind));
            QCOMPARE(none[kind], 0.0);
        }
    }

    void eachKindHasItsOwnValueInWhateverOrderTheyAreAdded()
    {
        ByLayerKind<int> values;
        const auto valueOf = [](std::size_t kind) { return static_cast<int>(kind) + 100; };
        for (std::size_t i = 0; i < layerKindCount; ++i) {
            const std::size_t kind = (7 * i + 3) % layerKindCount; // 7 and 19 have no common divisor
            QVERIFY(!values.has(kind));
            values.add(kind) = valueOf(kind);
        }
        for (std::size_t kind = 0; kind < layerKindCount; ++kind)
            QCOMPARE(values[kind], valueOf(kind));
    }

    void addingAgainGivesTheSameValue()
    {
        ByLayerKind<int> values;
        values.add(3) = 5;
        values.add(8) = 6;
        QCOMPARE(values.add(3), 5);
        values.add(3) = 7;
        const auto copy = values;
        QCOMPARE(copy[3], 7);
        QCOMPARE(copy[8], 6);
        QVERIFY(!copy.has(4));
    }

    void matchesComparesTheKindsOfBoth()
    {
        const auto isEqual = [](int one, int other) { return one == other; };
        ByLayerKind<int> one, other;
        QVERIFY(one.matches(other, isEqual));
        one.add(2) = 4;
        QVERIFY(!one.matches(other, isEqual) && !other.matches(one, isEqual));
        other.add(5) = 0; // as if it were not there
        other.add(2) = 4;
        QVERIFY(one.matches(other, isEqual) && other.matches(one, isEqual));
        other.add(5) = 1;
        QVERIFY(!one.matches(other, isEqual) && !other.matches(one, isEqual));
    }
};

QTEST_GUILESS_MAIN(LayerKindsTest)
#include "layer_kinds_test.moc"
