// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lecture through a step: every event forwards and backwards by the keys of a remote, a sentence for each in words,
// a black screen, the dot, notes and clock.
#include "presenter/presentation.h"

#include "language/event_words.h"
#include "replay/replay.h"
#include "shell/commands/present_commands.h"
#include "support/small_steps.h"
#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/opened_example.h"
#include "ui/support/window_fixture.h"

#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QSignalSpy>

using namespace heteroscope;

namespace {

FilmStep stepUnder(ScheduleKind kind)
{
    return {QStringLiteral("a schedule"), std::make_shared<const StepResult>(test::simulated(kind))};
}

void drawNothing(QPainter &, const QRectF &) {}

QImage grabbed(const AudienceView &view, QSize size)
{
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    view.paint(painter, size);
    return image;
}

void keepPicture(const QImage &image, const QString &name)
{
    if (const QString pictures = qEnvironmentVariable("HETEROSCOPE_PICTURES"); !pictures.isEmpty())
        image.save(pictures + u'/' + name);
}

} // namespace

class PresenterTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::light); }

    void everyEventHasASentence()
    {
        std::set<QString> beginnings;
        for (const ScheduleKind kind : changeableSchedules()) {
            const StepResult result = test::simulated(kind);
            for (const StepEvent &event : stepEvents(result)) {
                const QString sentence = sentenceOf(result, event);
                QVERIFY(sentence.endsWith(u'.'));
                QVERIFY(!sentence.contains(u'%'));
                QVERIFY(sentence.startsWith(
                    QString::fromStdString(result.lanes[static_cast<std::size_t>(event.bar.lane)].name)));
                beginnings.insert(sentence.section(u' ', 1, 2));
            }
        }
        QVERIFY(beginnings.size() >= 4);
        QCOMPARE(sentenceOf(StepResult(), StepEvent()), QString());
    }

    void theSentenceSaysWhatIsMissing()
    {
        const auto result = std::make_shared<const StepResult>(test::simulated(ScheduleKind::oneFOneB));
        QStringList waits;
        for (const StepEvent &event : stepEvents(*result))
            if (event.kind == StepEventKind::waitsForWork && event.awaited)
                waits << sentenceOf(*result, event);
        QVERIFY(waits.contains(QStringLiteral("a:1 waits: F1 of a:0 is not there yet.")));
        QVERIFY(waits.contains(QStringLiteral("a:0 waits: B1 of a:1 is not there yet.")));
    }

    /// Forwards to the end and back to the begin, by the two keys that every remote has.
    void aRemoteGoesThroughTheStepAndBack()
    {
        Talk talk;
        AudienceView view(talk, drawNothing);
        view.show();
        talk.begin(stepUnder(ScheduleKind::oneFOneB));
        QSignalSpy moved(&talk, &Talk::moved);
        QStringList forth = {talk.sentence()};
        while (!talk.nextSentence().isEmpty()) {
            const QString next = talk.nextSentence();
            QTest::keyClick(&view, Qt::Key_PageDown);
            QCOMPARE(talk.sentence(), next);
            forth << next;
        }
        QCOMPARE(static_cast<std::size_t>(forth.size()), talk.events().size());
        QTest::keyClick(&view, Qt::Key_PageDown); // there is no more
        QCOMPARE(talk.index(), talk.events().size() - 1);
        QStringList backwards = {talk.sentence()};
        while (talk.index() > 0) {
            QTest::keyClick(&view, Qt::Key_PageUp);
            backwards.prepend(talk.sentence());
        }
        QCOMPARE(backwards, forth);
        QTest::keyClick(&view, Qt::Key_PageUp);
        QCOMPARE(talk.index(), std::size_t(0));
        QCOMPARE(static_cast<std::size_t>(moved.size()), 2 * (talk.events().size() - 1));
        QTest::keyClick(&view, Qt::Key_End);
        QCOMPARE(talk.index(), talk.events().size() - 1);
        QTest::keyClick(&view, Qt::Key_F5);
        QCOMPARE(talk.index(), std::size_t(0));
    }

    void theScreenGoesBlackAndTheDotFollowsTheMouse()
    {
        Talk talk;
        AudienceView view(talk, drawNothing);
        view.resize(960, 540);
        view.show();
        talk.begin(stepUnder(ScheduleKind::oneFOneB));
        const QSize size(960, 540);
        const QRgb red = currentTheme()[Role::error].rgb();
        QVERIFY(grabbed(view, size).pixel(300, 10) != red);
        QTest::mouseMove(&view, QPoint(300, 10));
        QTRY_VERIFY(talk.pointer());
        QCOMPARE(grabbed(view, size).pixel(300, 10), red);
        QTest::keyClick(&view, Qt::Key_L);
        QVERIFY(grabbed(view, size).pixel(300, 10) != red);
        QTest::keyClick(&view, Qt::Key_L);
        QTest::keyClick(&view, Qt::Key_B);
        QVERIFY(talk.isBlack());
        const QImage black = grabbed(view, size);
        for (int x = 0; x < size.width(); x += 7)
            QCOMPARE(black.pixel(x, size.height() / 2), qRgb(0, 0, 0));
        QTest::keyClick(&view, Qt::Key_B);
        QVERIFY(grabbed(view, size).pixel(1, 1) == currentTheme()[Role::base].rgb());
    }

    void theSpeakerSeesNotesNextAndClock()
    {
        Talk talk;
        qint64 now = 1000;
        talk.setClock([&now] { return now; });
        talk.setNotes(QStringLiteral("Ask who waits longest."));
        talk.begin(stepUnder(ScheduleKind::gpipe));
        SpeakerView speaker(talk, drawNothing);
        speaker.resize(speaker.sizeHint());
        speaker.show();
        now += 754 * 1000;
        talk.forward();
        QStringList texts;
        for (const QLabel *label : speaker.findChildren<QLabel *>())
            texts << label->text();
        QVERIFY(texts.contains(QStringLiteral("12:34")));
        QVERIFY(texts.contains(talk.sentence()));
        QVERIFY(texts.contains(talk.nextSentence()));
        QCOMPARE(speaker.findChild<QPlainTextEdit *>()->toPlainText(), QStringLiteral("Ask who waits longest."));
        const std::size_t before = talk.index();
        QTest::keyClick(&speaker, Qt::Key_PageDown);
        QCOMPARE(talk.index(), before + 1);
        keepPicture(speaker.grab().toImage(), QStringLiteral("speaker.png"));
    }

    /// In the window: the talk begins by its command, the canvas follows it, Escape ends it.
    void theWindowPresentsItsStep()
    {
        const PrivateSettings settings;
        OpenedExample o;
        QVERIFY(o.settled());
        o.action(ActionId::present)->trigger();
        Presentation &presentation = o.window.presenting().presentation();
        QVERIFY(presentation.isOn());
        Talk &talk = presentation.talk();
        talk.goTo(talk.events().size() / 3);
        QVERIFY(o.window.replay()->at().has_value());
        QCOMPARE(o.window.replay()->at()->count, talk.now()->at.count);
        const QSize screen(1920, 1080);
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            ThemeHolder::instance().setKind(kind);
            const QString name = kind == ThemeKind::light ? QStringLiteral("light") : QStringLiteral("dark");
            keepPicture(grabbed(*presentation.audience(), screen), QStringLiteral("present-%1.png").arg(name));
            talk.togglePicture();
            keepPicture(grabbed(*presentation.audience(), screen), QStringLiteral("present-cluster-%1.png").arg(name));
            talk.togglePicture();
        }
        ThemeHolder::instance().setKind(ThemeKind::light);
        QVERIFY(QTest::qWaitForWindowActive(presentation.audience()));
        QTest::keyClick(presentation.audience(), Qt::Key_N);
        QVERIFY(presentation.speaker() && presentation.speaker()->isVisible());
        presentation.audience()->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(presentation.audience()));
        QTest::keyClick(presentation.audience(), Qt::Key_Escape);
        QTRY_VERIFY(!presentation.isOn());
        QVERIFY(!presentation.speaker());
        QVERIFY(!o.window.replay()->at());
    }

    void anotherStepIsTalkedAboutAtTheSameTime()
    {
        Talk talk;
        talk.begin(stepUnder(ScheduleKind::gpipe));
        talk.goTo(talk.events().size() / 2);
        const Ticks at = talk.now()->at;
        const FilmStep other = stepUnder(ScheduleKind::zbH1);
        talk.follow(other);
        QVERIFY(talk.now()->at <= at);
        QVERIFY(talk.index() + 1 == talk.events().size() || talk.events()[talk.index() + 1].at > at);
        QVERIFY(talk.step().result == other.result);
    }
};

QTEST_MAIN(PresenterTest)
#include "presenter_test.moc"
