// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a lecturer uses, in each language and both themes on a screen of 1366 x 768: nothing is clipped. With
// HETEROSCOPE_PICTURES each page is written for looking at.
#include "film/film_dialog.h"
#include "language/language_choice.h"
#include "lesson/lesson_file.h"
#include "lessons/lesson_view.h"
#include "presenter/presentation.h"
#include "presenter/speaker_view.h"
#include "shell/commands/lesson_commands.h"
#include "shell/commands/present_commands.h"
#include "support/strict_test.h"
#include "ui/support/clipped_texts.h"
#include "ui/support/opened_example.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"

using namespace heteroscope;

class TeachingLanguagesTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;
    QString m_language;

    void look(QWidget &widget, const QString &name)
    {
        QApplication::processEvents();
        savePicture(widget, QStringLiteral("%1-%2").arg(name, m_language));
        QVERIFY2(clippedTexts(widget).isEmpty(), qPrintable(name + u'\n' + clippedTexts(widget).join(u'\n')));
    }

private slots:
    void nothingIsClipped_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<ThemeKind>("theme");
        for (const char *language : {"en", "de", "zh_CN"})
            for (const ThemeKind theme : {ThemeKind::light, ThemeKind::dark})
                QTest::addRow("%s, %s", language, theme == ThemeKind::light ? "light" : "dark")
                    << QString::fromLatin1(language) << theme;
    }
    void nothingIsClipped()
    {
        QFETCH(QString, language);
        QFETCH(ThemeKind, theme);
        m_language = language;
        speak(localeOf(*languageChoiceNamed(language)));
        applyTheme(*qApp, theme);
        OpenedExample o;
        o.window.resize(1366, 768);
        QVERIFY(o.settled());
        o.action(ActionId::present)->trigger();
        auto &presentation = o.window.presenting().presentation();
        QVERIFY(QTest::qWaitForWindowActive(presentation.audience()));
        QTest::keyClick(presentation.audience(), Qt::Key_N);
        QVERIFY(presentation.speaker());
        look(*presentation.speaker(), QStringLiteral("speaker"));
        presentation.talk().end();
        o.action(ActionId::exportFilm)->trigger();
        auto *film = o.window.findChild<FilmDialog *>();
        QVERIFY(film);
        look(*film, QStringLiteral("film"));
        film->close();
        LessonCommands &teaching = o.window.teaching();
        teaching.makeSheets();
        look(*teaching.sheets(), QStringLiteral("sheets"));
        teaching.gradeHandIns();
        look(*teaching.grading(), QStringLiteral("grading"));
        teaching.writeLesson();
        look(*teaching.author(), QStringLiteral("author"));
        teaching.showLessons();
        look(o.window, QStringLiteral("lessons"));
        auto *view = o.window.view<LessonView>();
        teaching.play(*findLesson("11-experts-all-to-all"));
        QTRY_VERIFY_WITH_TIMEOUT(view->player()->isReady(), test::patience);
        look(*view, QStringLiteral("lesson"));
    }
    void cleanup() { speak(QLocale(QLocale::English)); }
};

QTEST_MAIN(TeachingLanguagesTest)
#include "teaching_languages_test.moc"
