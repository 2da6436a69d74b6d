// SPDX-License-Identifier: GPL-3.0-or-later
//
// The smallest window that is still used: what has no room scrolls.
#include "shell/files/project_files.h"
#include "shell/main_window.h"
#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"

#include <QTabBar>

using namespace heteroscope;

class NarrowWindowTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    /// Tabs that have no room scroll; none is cut to a few letters.
    void tabsOfANarrowWindowScroll()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        window.resize(1100, 700);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.files().openExample(0);
        QTRY_VERIFY(window.session()->isIdle() && window.session()->result());
        int scrolled = 0;
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            ThemeHolder::instance().setKind(kind);
            for (QTabBar *bar : window.findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly)) {
                if (!bar->isVisible())
                    continue;
                int width = 0;
                for (int i = 0; i < bar->count(); ++i) {
                    QVERIFY2(bar->tabRect(i).width() >= bar->fontMetrics().horizontalAdvance(bar->tabText(i)),
                             qPrintable(bar->tabText(i)));
                    width += bar->tabRect(i).width();
                }
                if (width <= bar->width())
                    continue;
                ++scrolled;
                bar->setCurrentIndex(bar->count() - 1);
                QCOMPARE(bar->tabRect(bar->count() - 1).intersected(bar->rect()), bar->tabRect(bar->count() - 1));
            }
            savePicture(window, QStringLiteral("narrow-tabs"));
        }
        QVERIFY(scrolled > 0);
    }
};

QTEST_MAIN(NarrowWindowTest)
#include "narrow_window_test.moc"
