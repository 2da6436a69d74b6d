// SPDX-License-Identifier: GPL-3.0-or-later
//
// heteroscope --render: the command line and the files it writes.
#include "application/application.h"
#include "base/files.h"
#include "canvas/scene/routing_choice.h"
#include "project/edits.h"
#include "project/project_file.h"
#include "report/html_page.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"

#include <QImage>
#include <QProcess>
#include <QSvgRenderer>
#include <QTemporaryDir>

using namespace heteroscope;

class RenderTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const Example &example : builtinExamples())
            if (!example.project.plans.empty() &&
                (m_project.cluster.nodes.empty() ||
                 example.project.cluster.nodes.size() < m_project.cluster.nodes.size()))
                m_project = example.project;
        QVERIFY(!m_project.cluster.nodes.empty());
        m_path = m_folder.filePath(QStringLiteral("example.hscope.json"));
        QVERIFY(static_cast<bool>(saveProject(m_project, m_path.toStdString())));
    }

    void wrongUsageIsNamed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("mistake");
        QTest::newRow("view") << QStringList{"--render", "clouds", "a.json", "-o", "a.png"} << "clouds";
        QTest::newRow("no project") << QStringList{"--render", "canvas", "-o", "a.png"} << "project";
        QTest::newRow("no output") << QStringList{"--render", "canvas", "a.json"} << "-o";
        QTest::newRow("ending") << QStringList{"--render", "canvas", "a.json", "-o", "a.gif"} << "a.gif";
        QTest::newRow("theme") << QStringList{"--theme", "blue"} << "blue";
        QTest::newRow("size") << QStringList{"--render", "canvas", "a.json", "-o", "a.png", "--size", "12"} << "12";
        QTest::newRow("links") << QStringList{"--render", "canvas", "a.json", "-o", "a.png", "--links", "wavy"}
                               << "wavy";
        QTest::newRow("links of the window") << QStringList{"a.json", "--links", "curved"} << "--links";
        const QStringList film = {"--render", "schedule", "a.json", "-o"};
        QTest::newRow("film") << film + QStringList{"a.mp4"} << "a.mp4";
        QTest::newRow("schedule") << film + QStringList{"a.svg", "--schedules", "1f1b,spiral"} << "spiral";
        QTest::newRow("schedules") << film + QStringList{"a.svg", "--schedules", "1f1b,1f1b,1f1b,1f1b,gpipe"}
                                   << "most 4";
        QTest::newRow("order") << film + QStringList{"a.svg", "--order", "colour"} << "colour";
        QTest::newRow("order of a canvas")
            << QStringList{"--render", "canvas", "a.json", "-o", "a.png", "--order", "time"} << "--render schedule";
        QTest::newRow("option") << QStringList{"--colour"} << "--colour";
        QTest::newRow("two projects") << QStringList{"a.json", "b.json"} << "more than one";
        QTest::newRow("value missing") << QStringList{"--theme"} << "--theme";
    }
    void wrongUsageIsNamed()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, mistake);
        QVERIFY2(parseCommandLine(arguments).mistake.contains(mistake),
                 qPrintable(parseCommandLine(arguments).mistake));
    }

    void rightUsageIsRead()
    {
        const CommandLine line =
            parseCommandLine({"--render", "load", "p.json", "-o", "x.svg", "--theme=dark", "--size", "640x480"});
        QVERIFY(line.mistake.isEmpty());
        QVERIFY(line.render.has_value());
        QVERIFY(line.render->view == RenderView::load);
        QVERIFY(line.render->theme == ThemeKind::dark);
        QCOMPARE(line.render->size.value(), QSize(640, 480));
        QCOMPARE(parseCommandLine({"p.json"}).project, QStringLiteral("p.json"));
        QVERIFY(!parseCommandLine({}).render);
    }

    void schedulesBecomeAFilm()
    {
        RenderRequest request;
        request.view = RenderView::schedule;
        request.project = m_path;
        request.schedules = {ScheduleKind::gpipe, ScheduleKind::oneFOneB};
        request.output = m_folder.filePath(QStringLiteral("film.svg"));
        const RenderOutcome outcome = render(request);
        QVERIFY2(outcome.status == 0, qPrintable(outcome.message));
        QFile file(request.output);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray svg = file.readAll();
        QVERIFY(svg.contains("GPipe") && svg.contains("1F1B") && svg.contains("<animate"));
        // A schedule that the plan cannot have is the honest no.
        request.schedules = {ScheduleKind::custom};
        const RenderOutcome refused = render(request);
        QCOMPARE(refused.status, 1);
        QVERIFY(!refused.message.isEmpty());
    }

    void linksAreDrawnAsAsked()
    {
        const PrivateSettings settings;
        RenderRequest request;
        request.view = RenderView::canvas;
        request.project = m_path;
        const auto picture = [&](std::optional<LinkRouting> links) {
            request.links = links;
            request.output = m_folder.filePath(QStringLiteral("links.png"));
            return render(request).status == 0 ? QImage(request.output) : QImage();
        };
        const QImage straight = picture(LinkRouting::straight);
        const QImage curved = picture(LinkRouting::curved);
        const QImage orthogonal = picture(LinkRouting::orthogonal);
        QVERIFY(!straight.isNull() && !curved.isNull() && !orthogonal.isNull());
        QVERIFY(straight != curved && curved != orthogonal && straight != orthogonal);
        // Unless it is asked for, as in the window.
        QVERIFY(picture({}) == straight);
        keepLinkRouting(LinkRouting::orthogonal);
        QVERIFY(picture({}) == orthogonal);
        QVERIFY(parseCommandLine({"--render", "canvas", "p.json", "-o", "x.svg", "--links=curved"}).render->links ==
                LinkRouting::curved);
    }

    void everyViewInEveryFormat_data()
    {
        QTest::addColumn<int>("view");
        QTest::addColumn<QString>("ending");
        for (std::size_t view = 0; view < renderViewNames.size(); ++view)
            for (const char *ending : {"png", "svg", "pdf"}) {
                if (static_cast<RenderView>(view) == RenderView::page)
                    continue; // draws no project
                QTest::newRow((std::string(renderViewNames[view]) + "." + ending).c_str())
                    << static_cast<int>(view) << ending;
            }
    }
    void everyViewInEveryFormat()
    {
        QFETCH(int, view);
        QFETCH(QString, ending);
        RenderRequest request;
        request.view = static_cast<RenderView>(view);
        request.project = m_path;
        request.output = m_folder.filePath(QStringLiteral("out.") + ending);
        request.size = QSize(1200, 720);
        const RenderOutcome outcome = render(request);
        QVERIFY2(outcome.status == 0, qPrintable(outcome.message));
        QFile file(request.output);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        if (ending == QStringLiteral("png")) {
            QCOMPARE(QImage(request.output).size(), QSize(1200, 720));
        } else if (ending == QStringLiteral("svg")) {
            QVERIFY(QSvgRenderer(bytes).isValid());
            QVERIFY(bytes.contains("<text")); // vector: text stays text
        } else {
            QVERIFY(bytes.startsWith("%PDF"));
            QVERIFY(bytes.contains("/Font"));
        }
    }

    void pagesBecomePdfs()
    {
        HtmlPage page("Exercise sheet");
        page.paragraph("one");
        page.newSheet();
        page.paragraph("two");
        RenderRequest request;
        request.view = RenderView::page;
        request.project = m_folder.filePath(QStringLiteral("page.html"));
        request.output = m_folder.filePath(QStringLiteral("page.pdf"));
        QVERIFY(writeFileAtomically(request.project.toStdString(), page.finish()));
        const RenderOutcome outcome = render(request);
        QVERIFY2(outcome.status == 0, qPrintable(outcome.message));
        QFile file(request.output);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.startsWith("%PDF") && bytes.contains("/Count 2"));
        request.project = m_path; // a project is no page
        QCOMPARE(render(request).status, 3);
        QVERIFY(!parseCommandLine({"--render", "page", "p.html", "-o", "x.png"}).mistake.isEmpty());
        QVERIFY(parseCommandLine({"--render", "page", "p.html", "-o", "x.pdf"}).mistake.isEmpty());
    }

    void unusableInputIsStatusThree()
    {
        RenderRequest request;
        request.view = RenderView::timeline;
        request.project = m_folder.filePath(QStringLiteral("missing.hscope.json"));
        request.output = m_folder.filePath(QStringLiteral("out.png"));
        const RenderOutcome missing = render(request);
        QCOMPARE(missing.status, 3);
        QVERIFY(missing.message.contains(QStringLiteral("missing.hscope.json")));
        request.project = m_path;
        request.output = m_folder.filePath(QStringLiteral("no/such/folder/out.png"));
        QCOMPARE(render(request).status, 3);
    }

    void noFeasiblePlanIsStatusOne()
    {
        Project project = m_project;
        project.plans.clear();
        project.workload.model = *findModel("GPT 1T (Megatron)");
        const QString path = m_folder.filePath(QStringLiteral("huge.hscope.json"));
        QVERIFY(static_cast<bool>(saveProject(project, path.toStdString())));
        RenderRequest request;
        request.view = RenderView::canvas;
        request.project = path;
        request.output = m_folder.filePath(QStringLiteral("huge.png"));
        const RenderOutcome outcome = render(request);
        QCOMPARE(outcome.status, 1);
        QVERIFY(!outcome.message.isEmpty());
    }

    void theProgramNeedsNoDisplay()
    {
        const QString program = qEnvironmentVariable("HETEROSCOPE_BIN_DIR") + QStringLiteral("/heteroscope");
        if (!QFile::exists(program))
            QSKIP("heteroscope is not built");
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(QString::fromLatin1(name));
        process.setProcessEnvironment(environment);
        const QString output = m_folder.filePath(QStringLiteral("program.png"));
        process.start(program, {"--render", "canvas", m_path, "-o", output});
        QVERIFY(process.waitForFinished(test::patience));
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(QFile::exists(output));
        process.start(program, {"--render", "clouds", m_path, "-o", output});
        QVERIFY(process.waitForFinished(test::patience));
        QCOMPARE(process.exitCode(), 2);
        QVERIFY(process.readAllStandardError().contains("clouds"));
    }

private:
    QTemporaryDir m_folder;
    Project m_project;
    QString m_path;
};

QTEST_MAIN(RenderTest)
#include "render_test.moc"
