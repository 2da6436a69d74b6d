// SPDX-License-Identifier: GPL-3.0-or-later
//
// The gallery on the welcome page: cards with cluster, question and the answer of the simulated step, opened by mouse
// and keyboard; and the palette's list of the same examples.
#include "welcome/welcome_page.h"

#include "lesson/gallery.h"
#include "shell/files/project_files.h"
#include "shell/main_window.h"
#include "support/strict_test.h"
#include "theme/numbers.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"
#include "welcome/cluster_picture.h"

#include <algorithm>

using namespace heteroscope;

namespace {

/// In the order of the gallery.
QList<WelcomeCard *> exampleCards(const MainWindow &window)
{
    QList<WelcomeCard *> cards;
    const auto all = window.welcome()->findChildren<WelcomeCard *>();
    for (const GalleryEntry &entry : builtinGallery())
        for (WelcomeCard *card : all)
            if (card->accessibleName() == QString::fromStdString(entry.project.title))
                cards << card;
    return cards;
}

} // namespace

class WelcomeTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void everyExampleShowsItsAnswer()
    {
        MainWindow window;
        window.resize(1366, 768);
        window.show();
        const auto cards = exampleCards(window);
        QCOMPARE(std::size_t(cards.size()), builtinGallery().size());
        for (qsizetype i = 0; i < cards.size(); ++i) {
            QTRY_VERIFY2_WITH_TIMEOUT(!cards[i]->answer().isEmpty(), qPrintable(cards[i]->accessibleName()), 60000);
            const GalleryEntry &entry = builtinGallery()[std::size_t(i)];
            QCOMPARE(cards[i]->accessibleName(), QString::fromStdString(entry.project.title));
            QVERIFY(cards[i]->accessibleDescription().contains(QString::fromStdString(entry.question.in("en"))));
            QVERIFY(cards[i]->accessibleDescription().contains(cards[i]->answer()));
            QVERIFY(!cards[i]->answer().contains(u'{'));
            // A search ends when its time is over; the largest takes long to simulate twice.
            if (!entry.project.plans.empty() && deviceCount(entry.project.cluster) < 10000) {
                const auto answer = galleryAnswer(entry, *galleryMoment(entry), "en");
                QCOMPARE(cards[i]->answer(), QString::fromStdString(*answer));
            }
        }
        for (const QSize size : {QSize(1366, 768), QSize(1920, 1080)})
            for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark}) {
                applyTheme(*qApp, theme);
                window.resize(size);
                QCoreApplication::processEvents();
                for (qsizetype i = 0; i < cards.size(); ++i) {
                    QVERIFY(cards[i]->height() >= cards[i]->exampleHeight(cards[i]->width()));
                    for (qsizetype k = 0; k < i; ++k)
                        QVERIFY(!cards[i]->geometry().intersects(cards[k]->geometry()));
                    QVERIFY(window.welcome()->widget()->rect().contains(cards[i]->geometry()));
                }
                savePicture(window, QStringLiteral("welcome-%1").arg(size.width()));
                savePicture(*window.welcome()->widget(), QStringLiteral("gallery-%1").arg(size.width()));
            }
    }

    void theMouseOpensTheLargest()
    {
        MainWindow window;
        window.resize(1366, 768);
        window.show();
        WelcomeCard *card = exampleCards(window).last();
        window.welcome()->ensureWidgetVisible(card);
        QVERIFY(!card->visibleRegion().isEmpty());
        QTest::mouseClick(card, Qt::LeftButton);
        QVERIFY(!window.isWelcomeShown());
        QCOMPARE(deviceCount(window.document()->project().cluster), std::size_t(16384));
        if (!qEnvironmentVariableIsEmpty("HETEROSCOPE_PICTURES")) {
            QTRY_VERIFY_WITH_TIMEOUT(window.session()->result() != nullptr, 60000);
            savePicture(window, QStringLiteral("largest"));
        }
    }

    void theKeyboardReachesEveryCard()
    {
        MainWindow window;
        window.resize(1366, 768);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto cards = exampleCards(window);
        WelcomeCard *wanted = cards[2];
        for (int presses = 0; presses < 60 && !wanted->hasFocus(); ++presses)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(wanted->hasFocus());
        const QPoint middle = wanted->mapTo(window.welcome()->viewport(), wanted->rect().center());
        QVERIFY2(window.welcome()->viewport()->rect().contains(middle), "the page scrolls to what has the focus");
        QTest::keyClick(wanted, Qt::Key_Return);
        QVERIFY(!window.isWelcomeShown());
        QCOMPARE(window.document()->project().title, builtinGallery()[2].project.title);
    }

    void anExampleOpensAtTheTimeOfItsAnswer()
    {
        MainWindow window;
        window.show();
        const auto &entries = builtinGallery();
        const auto noon = std::find_if(entries.begin(), entries.end(),
                                       [](const GalleryEntry &entry) { return entry.startTime > Seconds(0); });
        QVERIFY(noon != entries.end());
        WelcomeCard *card = exampleCards(window)[noon - entries.begin()];
        QTRY_VERIFY_WITH_TIMEOUT(!card->answer().isEmpty(), 60000);
        QTest::keyClick(card, Qt::Key_Return);
        QCOMPARE(window.session()->startTime(), noon->startTime);
        QTRY_VERIFY_WITH_TIMEOUT(window.session()->result() != nullptr && !window.session()->isStale(), 60000);
        QVERIFY(card->answer().contains(formatTicks(window.session()->result()->stepTime)));
        window.files().openExampleFile(QString::fromStdString(entries.front().file));
        QCOMPARE(window.session()->startTime(), Seconds(0));
    }

    void thePaletteListsTheSameExamples()
    {
        MainWindow window;
        const auto *palette = window.view<PaletteView>();
        for (const GalleryEntry &entry : builtinGallery())
            QVERIFY2(palette->model()->find(PaletteKind::example, QString::fromStdString(entry.file)).isValid(),
                     entry.file.c_str());
    }

    void aPictureHasATileForEachNodeOrEachKind()
    {
        for (const GalleryEntry &entry : builtinGallery()) {
            const Cluster &cluster = entry.project.cluster;
            std::size_t devices = 0;
            for (const ClusterTile &tile : clusterTiles(cluster))
                devices += tile.count * cluster.nodes[tile.node].devices.size();
            QCOMPARE(devices, deviceCount(cluster));
            QVERIFY(clusterTiles(cluster).size() <= mostTiles);
        }
        QVERIFY(clusterTiles({}).empty());
    }
};

QTEST_MAIN(WelcomeTest)
#include "welcome_test.moc"
