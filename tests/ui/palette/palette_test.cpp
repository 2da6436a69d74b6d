// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/catalog.h"
#include "palette/palette_view.h"
#include "support/strict_test.h"

#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QSignalSpy>

using namespace heteroscope;

class PaletteTest : public StrictTest
{
    Q_OBJECT

private slots:
    void modelsKeepTheRules()
    {
        PaletteModel model(builtinCatalog(), {{QStringLiteral("a.hscope.json"), QStringLiteral("A")}});
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        PaletteFilter filter;
        filter.setSourceModel(&model);
        const QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        filter.setSearch(QStringLiteral("h100"));
        filter.setSearch({});
        filter.unfold(PaletteModel::devices);
    }

    void longSectionsUnfold()
    {
        PaletteView view(builtinCatalog(), {});
        const PaletteFilter &filter = *view.filter();
        const QModelIndex devices = filter.index(0, 0);
        QCOMPARE(filter.rowCount(devices), PaletteModel::shownFirst + 1);
        view.resize(220, 900);
        view.show();
        const QModelIndex more = filter.index(PaletteModel::shownFirst, 0, devices);
        QTest::mouseClick(view.tree()->viewport(), Qt::LeftButton, {}, view.tree()->visualRect(more).center());
        QCOMPARE(filter.rowCount(filter.index(0, 0)), static_cast<int>(builtinCatalog().devices.size()));
    }

    void theSearchFindsEverySection()
    {
        PaletteView view(builtinCatalog(), {{QStringLiteral("mixed.hscope.json"), QStringLiteral("Mixed H100")}});
        QTest::keyClicks(view.searchField(), QStringLiteral("h100 80"));
        QVERIFY(view.filter()->rowCount() >= 1);
        const QModelIndex first = view.filter()->index(0, 0); // the count beside the title is that of the hits
        QCOMPARE(first.data(PaletteModel::CountRole).toInt(), view.filter()->rowCount(first));
        for (int section = 0; section < view.filter()->rowCount(); ++section)
            for (int row = 0; row < view.filter()->rowCount(view.filter()->index(section, 0)); ++row)
                QVERIFY(view.filter()
                            ->index(row, 0, view.filter()->index(section, 0))
                            .data(PaletteModel::SearchRole)
                            .toString()
                            .contains(QStringLiteral("h100"), Qt::CaseInsensitive));
        QTest::keyClick(view.searchField(), Qt::Key_Escape);
        QVERIFY(view.searchField()->text().isEmpty());
        QTest::keyClicks(view.searchField(), QStringLiteral("nothing is called this"));
        QCOMPARE(view.filter()->rowCount(), 0);
    }

    void enterAddsTheCurrentRow()
    {
        PaletteView view(builtinCatalog(), {});
        QSignalSpy added(&view, &PaletteView::addRequested);
        QTest::keyClicks(view.searchField(), QStringLiteral("RTX 4090"));
        QTest::keyClick(view.searchField(), Qt::Key_Return);
        QCOMPARE(added.count(), 1);
        QCOMPARE(added.first().at(1).toString(), QStringLiteral("RTX 4090"));
    }

    void aLinkTypeIsChosenByAClick()
    {
        PaletteView view(builtinCatalog(), {});
        QSignalSpy chosen(&view, &PaletteView::linkChosen);
        QTest::keyClicks(view.searchField(), QStringLiteral("Ethernet 25G"));
        QTest::keyClick(view.searchField(), Qt::Key_Return);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(view.currentLink(), QStringLiteral("Ethernet 25G (TCP)"));
    }

    void dragsCarryTheCatalogName()
    {
        PaletteModel model(builtinCatalog(), {});
        const QModelIndex index = model.find(PaletteKind::node, QStringLiteral("8x H100 HGX"));
        QVERIFY(index.isValid());
        const std::unique_ptr<QMimeData> data(model.mimeData({index}));
        QCOMPARE(data->data(QStringLiteral("application/x-heteroscope-node")), QByteArray("8x H100 HGX"));
        QVERIFY(!model.mimeData({model.index(0, 0)})); // a section cannot be dragged
    }
};

QTEST_MAIN(PaletteTest)
#include "palette_test.moc"
