// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line at the right of the tabs stays there, whoever moves the tabs.
#include "shell/docks/summary_line.h"

#include "support/strict_test.h"
#include "theme/theme.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QTabBar>

using namespace heteroscope;

class SummaryLineTest : public StrictTest
{
    Q_OBJECT

private slots:
    void staysBesideTheTabs()
    {
        applyTheme(*qApp, ThemeKind::light);
        QMainWindow window;
        auto *centre = new QWidget(&window);
        window.setCentralWidget(centre);
        auto *first = new QDockWidget(QStringLiteral("Timeline"), &window);
        auto *second = new QDockWidget(QStringLiteral("Load"), &window);
        for (QDockWidget *dock : {first, second}) {
            dock->setWidget(new QWidget(dock));
            window.addDockWidget(Qt::BottomDockWidgetArea, dock);
        }
        window.tabifyDockWidget(first, second);
        window.resize(900, 700);
        window.show();
        window.resizeDocks({first}, {150}, Qt::Vertical);
        SummaryLine line(&window);
        QTRY_VERIFY(line.placeBeside(first, centre));
        line.say(QStringLiteral("206 of 206 events, of which 111 are merged · bubble 18.4 %"));
        auto *bar = window.findChild<QTabBar *>(QString(), Qt::FindDirectChildrenOnly);
        const auto top = [&] { return bar->mapTo(&window, QPoint()).y(); };
        QCOMPARE(line.y(), top());
        QCOMPARE(line.text(), QStringLiteral("206 of 206 events, of which 111 are merged · bubble 18.4 %"));
        const int before = top();
        window.resize(900, 600);
        QTRY_VERIFY(top() != before);
        QCOMPARE(line.y(), top());
        // Where it gets narrow, whole statements are left out, and come back with the room.
        window.resize(330, 600);
        QTRY_VERIFY(line.width() < 200);
        QTRY_COMPARE(line.text(), QStringLiteral("bubble 18.4 %"));
        window.resize(900, 500);
        QTRY_COMPARE(line.text(), QStringLiteral("206 of 206 events, of which 111 are merged · bubble 18.4 %"));
        QCOMPARE(line.y(), top());
    }
};

QTEST_MAIN(SummaryLineTest)
#include "summary_line_test.moc"
