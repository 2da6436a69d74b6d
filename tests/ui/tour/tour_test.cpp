// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tour of the window: ten stops that each show their part, by keyboard, and it can be left at any of them.
#include "tour/tour.h"

#include "settings/actions.h"
#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/opened_example.h"
#include "ui/support/window_fixture.h"

#include <QPushButton>

#include <set>

using namespace heteroscope;

class TourTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::light); }

    void theTourShowsTenPartsByKeyboard()
    {
        const PrivateSettings settings;
        OpenedExample o;
        QVERIFY(o.settled());
        o.action(ActionId::tour)->trigger();
        QPointer<Tour> tour = o.window.findChild<Tour *>();
        QVERIFY(tour && tour->isVisible());
        QCOMPARE(tour->count(), std::size_t(10));
        QCOMPARE(tour->size(), o.window.size());
        QTest::keyClick(tour, Qt::Key_Left); // there is none before
        QCOMPARE(tour->stop(), std::size_t(0));
        std::set<std::pair<int, int>> places;
        const QString pictures = qEnvironmentVariable("HETEROSCOPE_PICTURES");
        for (std::size_t stop = 0; stop < 10; ++stop) {
            QCOMPARE(tour->stop(), stop);
            QApplication::processEvents();
            QVERIFY2(!tour->spot().isEmpty(), qPrintable(tour->accessibleName()));
            QVERIFY(tour->rect().contains(tour->card()));
            QVERIFY2(!tour->spot().contains(tour->card()) || tour->spot().width() > 600,
                     "the card stands beside all but large parts");
            QVERIFY(tour->accessibleName().size() > 40);
            places.insert({tour->spot().x(), tour->spot().y()});
            if (!pictures.isEmpty() && (stop == 2 || stop == 5)) {
                o.window.grab().save(pictures + QStringLiteral("/tour-light-%1.png").arg(stop));
                ThemeHolder::instance().setKind(ThemeKind::dark);
                QApplication::processEvents();
                o.window.grab().save(pictures + QStringLiteral("/tour-dark-%1.png").arg(stop));
                ThemeHolder::instance().setKind(ThemeKind::light);
                QApplication::processEvents();
            }
            QTest::keyClick(tour, stop % 2 == 0 ? Qt::Key_Return : Qt::Key_Right);
        }
        QVERIFY(places.size() >= 5);
        QTRY_VERIFY(!tour);
    }

    void itCanBeLeftAndWentBackIn()
    {
        const PrivateSettings settings;
        OpenedExample o;
        o.action(ActionId::tour)->trigger();
        QPointer<Tour> tour = o.window.findChild<Tour *>();
        QTest::keyClick(tour, Qt::Key_Tab);
        QTest::keyClick(tour, Qt::Key_Tab);
        QCOMPARE(tour->stop(), std::size_t(2));
        QTest::keyClick(tour, Qt::Key_Left);
        QCOMPARE(tour->stop(), std::size_t(1));
        QTest::keyClick(tour, Qt::Key_Escape);
        QTRY_VERIFY(!tour);
        QVERIFY(o.window.isVisible());
    }
};

QTEST_MAIN(TourTest)
#include "tour_test.moc"
