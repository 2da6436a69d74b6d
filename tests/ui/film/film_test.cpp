// SPDX-License-Identifier: GPL-3.0-or-later
//
// Films of schedules as files, and the dialog that plays them.
#include "film/film_dialog.h"

#include "language/plan_words.h"
#include "strategy/change_schedule.h"
#include "support/patience.h"
#include "support/small_steps.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"
#include "widgets/animated_png.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtEndian>

using namespace heteroscope;

namespace {

std::shared_ptr<const Simulation> shownStep()
{
    Project project;
    project.cluster = test::star({test::node("a", "A100-80GB SXM", 4)});
    project.workload = test::smallGpt(12, 1024, 6);
    Plan plan;
    plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"a:2"}}, {6, 4, 4}, 6)};
    auto shown = std::make_shared<Simulation>(
        simulate(coreEngine(), std::make_shared<const Project>(project), {PlanCandidate{plan, PlanOrigin::project}}));
    if (!shown->result)
        qFatal("the step is not simulated");
    return shown;
}

/// The types of a PNG file's chunks, in their order; empty if it is none, or a checksum is wrong.
QStringList chunksOf(const QByteArray &file)
{
    QStringList types;
    for (qsizetype at = 8; at + 12 <= file.size();) {
        const auto size = static_cast<qsizetype>(qFromBigEndian<quint32>(file.constData() + at));
        types << QString::fromLatin1(file.mid(at + 4, 4));
        at += size + 12;
    }
    return types;
}

} // namespace

class FilmTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        applyTheme(*qApp, ThemeKind::light);
        m_shown = shownStep();
    }

    void everyFormatIsWritten_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"film.svg", "film.png", "film.apng", "film.pdf"})
            QTest::newRow(name) << name;
    }
    void everyFormatIsWritten()
    {
        QFETCH(QString, name);
        const auto steps = filmSteps(coreEngine(), *m_shown, {ScheduleKind::gpipe, ScheduleKind::oneFOneB});
        QVERIFY(static_cast<bool>(steps));
        QCOMPARE(steps->size(), std::size_t(2));
        QVERIFY((*steps)[0].result->stepTime != (*steps)[1].result->stepTime ||
                (*steps)[0].result->lanes[0].peakInFlight != (*steps)[1].result->lanes[0].peakInFlight);
        const ScheduleFilm film = makeFilm(*steps, FilmOrder::microBatch, {{640, 0}, 12, 8}, theme(ThemeKind::light));
        QCOMPARE(film.frames(), std::size_t(8)); // nothing, six micro-batches, all
        const QTemporaryDir folder;
        const QString path = folder.filePath(name);
        QCOMPARE(writeFilm(path, film), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        if (name.endsWith(QStringLiteral("svg"))) {
            QVERIFY(bytes.contains("repeatCount"));
        } else if (name.endsWith(QStringLiteral("pdf"))) {
            QVERIFY(bytes.startsWith("%PDF"));
            QVERIFY2(bytes.contains("/Count 8"), "a page for each picture");
        } else {
            const QStringList chunks = chunksOf(bytes);
            QCOMPARE(chunks.value(0), QStringLiteral("IHDR"));
            QCOMPARE(chunks.value(1), QStringLiteral("acTL"));
            QCOMPARE(chunks.count(QStringLiteral("fcTL")), 8);
            QCOMPARE(chunks.count(QStringLiteral("fdAT")), 8);
            QCOMPARE(chunks.last(), QStringLiteral("IEND"));
            const QImage last = QImage::fromData(bytes, "PNG"); // libpng looks at the checksums
            QCOMPARE(last.size(), QSize(film.width(), film.height()));
        }
    }

    void whatIsNoFilmIsRefused()
    {
        const auto steps = filmSteps(coreEngine(), *m_shown, {ScheduleKind::oneFOneB});
        const ScheduleFilm film = makeFilm(*steps, FilmOrder::time, {{640, 0}, 12, 8}, theme(ThemeKind::light));
        QVERIFY(writeFilm(QStringLiteral("film.mp4"), film).contains(QStringLiteral("film.mp4")));
        const QTemporaryDir folder;
        QVERIFY(!writeFilm(folder.filePath(QStringLiteral("none/film.svg")), film).isEmpty());
        QVERIFY(animatedPng({}).isEmpty());
        QImage small(10, 10, QImage::Format_RGB32);
        small.fill(Qt::red);
        QImage large(20, 10, QImage::Format_RGB32);
        large.fill(Qt::red);
        QVERIFY(animatedPng({{pngOf(small), 1}, {pngOf(large), 1}}).isEmpty());
        QVERIFY(!animatedPng({{pngOf(small), 1}, {pngOf(small), 1}}).isEmpty());
    }

    /// What a picture shows is drawn, in the colours of the theme, by the renderer of the window.
    void picturesAreDrawnInBothThemes()
    {
        const auto steps = filmSteps(coreEngine(), *m_shown, {ScheduleKind::gpipe, ScheduleKind::zbH1});
        QVERIFY(static_cast<bool>(steps));
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            const ScheduleFilm sized = makeFilm(*steps, FilmOrder::time, {{1280, 0}, 14, 8}, theme(kind));
            QImage image(sized.width(), sized.height(), QImage::Format_RGB32);
            QPainter painter(&image);
            paintStill(painter, sized.still(sized.frames() - 1), image.rect());
            painter.end();
            std::set<QRgb> seen;
            for (int y = 0; y < image.height(); y += 2)
                for (int x = 0; x < image.width(); x += 2)
                    seen.insert(image.pixel(x, y));
            for (const Activity activity : {Activity::forward, Activity::weightGradient, Activity::backward})
                QVERIFY2(seen.contains(theme(kind).fill(activity).rgb()), nameOf(activity).data());
            QVERIFY(seen.contains(theme(kind)[Role::base].rgb()));
            if (const QString pictures = qEnvironmentVariable("HETEROSCOPE_PICTURES"); !pictures.isEmpty())
                image.save(pictures + (kind == ThemeKind::light ? "/film-light.png" : "/film-dark.png"));
        }
    }

    void fewColoursAreFew()
    {
        const FilmColors few = filmColors(theme(ThemeKind::light), FilmPalette::few);
        const std::set<std::string> distinct(few.fill.begin(), few.fill.end());
        QVERIFY(distinct.size() <= 9);
        const FilmColors all = filmColors(theme(ThemeKind::light));
        QVERIFY(distinct.size() < std::set<std::string>(all.fill.begin(), all.fill.end()).size());
        // What a lecture is about stays apart.
        for (const Activity other :
             {Activity::backward, Activity::weightGradient, Activity::bubble, Activity::exposedTp})
            QVERIFY(few.fill[0] != few.fill[static_cast<std::size_t>(other)]);
    }

    void theDialogPlaysAndSaves()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("out.svg"));
        FilmDialog dialog(coreEngine(), m_shown, [path](const QString &) { return path; });
        dialog.show();
        QTRY_VERIFY_WITH_TIMEOUT(dialog.film(), test::patience);
        QSignalSpy changed(&dialog, &FilmDialog::filmChanged);
        dialog.choose(ScheduleKind::zbH1, ScheduleKind::gpipe);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isRunning() && !changed.isEmpty(), test::patience);
        auto *slider = dialog.findChild<QSlider *>();
        QCOMPARE(slider->value(), slider->maximum()); // the whole is seen before it is played
        for (auto *button : dialog.findChildren<QPushButton *>())
            QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(slider->value(), 0);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString svg = QString::fromUtf8(file.readAll());
        QVERIFY(svg.contains(wordOf(ScheduleKind::zbH1)));
        QVERIFY(svg.contains(wordOf(ScheduleKind::gpipe)));
        if (const QString pictures = qEnvironmentVariable("HETEROSCOPE_PICTURES"); !pictures.isEmpty()) {
            slider->setValue(4);
            dialog.grab().save(pictures + "/film-dialog.png");
        }
    }

    void aScheduleThatCannotRunIsNamed()
    {
        FilmDialog dialog(coreEngine(), m_shown, [](const QString &) { return QString(); });
        dialog.show();
        QTRY_VERIFY_WITH_TIMEOUT(dialog.film(), test::patience);
        Engine failing = coreEngine();
        failing.simulate = [](const Topology &, const Workload &, const Plan &, Seconds,
                              StopToken) -> Result<StepResult> {
            return Error{Error::Code::invalid, "", "/plan", "found", "expected", "hint"};
        };
        FilmDialog refused(failing, m_shown, [](const QString &) { return QString(); });
        refused.show();
        refused.choose(ScheduleKind::gpipe, ScheduleKind::zbH1);
        QTRY_VERIFY_WITH_TIMEOUT(!refused.isRunning(), test::patience);
        QVERIFY(!refused.film());
        bool told = false;
        for (const QLabel *label : refused.findChildren<QLabel *>())
            told = told || label->text().contains(QStringLiteral("hint"));
        QVERIFY(told);
    }

private:
    std::shared_ptr<const Simulation> m_shown;
};

QTEST_MAIN(FilmTest)
#include "film_test.moc"
