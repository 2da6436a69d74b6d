// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/glossary.h"
#include "report/html_report.h"
#include "report/timeline_svg.h"

#include "base/numbers.h"
#include "planner/search.h"
#include "planner/space/space.h"
#include "project/project_file.h"
#include "simulator/predict_step.h"
#include "support/clusters.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"
#include "wording/planner_text.h"
#include "wording/step_text.h"

#include <QXmlStreamReader>

using namespace heteroscope;

namespace {

/// What a browser would see, and what is wrong with it.
struct Seen
{
    QString error;
    QString text;
    QStringList references; // to anything outside the page
    QStringList texts;      // one by one, without the styles
    int pictures = 0;
    int tables = 0;
};

Seen read(const std::string &page)
{
    Seen seen;
    QXmlStreamReader reader(QByteArray::fromStdString(page));
    reader.setEntityExpansionLimit(0);
    bool isStyle = false;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isCharacters()) {
            seen.text += reader.text().toString() + QLatin1Char(' ');
            if (!isStyle)
                seen.texts << reader.text().toString();
        }
        isStyle = reader.isStartElement() && reader.name() == u"style";
        if (!reader.isStartElement())
            continue;
        seen.pictures += reader.name() == u"svg" ? 1 : 0;
        seen.tables += reader.name() == u"table" ? 1 : 0;
        if (QStringList{"script", "link", "img", "iframe", "object", "image", "use"}.contains(reader.name().toString()))
            seen.references << reader.name().toString();
        seen.texts << reader.attributes().value("aria-label").toString();
        for (const QXmlStreamAttribute &attribute : reader.attributes()) {
            if (attribute.name() == u"src" || attribute.name() == u"href" ||
                attribute.value().contains(QLatin1String("http")))
                seen.references << attribute.value().toString();
        }
    }
    if (reader.hasError())
        seen.error = reader.errorString() + QString::number(reader.lineNumber());
    return seen;
}

struct Case
{
    Project project;
    Topology topology;
    StepResult step;
};

Case simulated(Project project)
{
    Topology topology = test::topology(project.cluster);
    auto step = predictStep(topology, project.workload, project.plans.front().plan);
    if (!step)
        qFatal("%s", toString(step.error()).c_str());
    return {std::move(project), std::move(topology), std::move(*step)};
}

} // namespace

class HtmlReportTest : public StrictTest
{
    Q_OBJECT

private slots:
    void markersStandOnTheTimelineAndBelow()
    {
        Case one = simulated(samples::project());
        const auto &lane = one.step.lanes.back();
        const Seconds half = toSeconds(one.step.stepTime) * 0.5;
        one.project.markers = {{1, half, {}, "half <way>", {}, {}},
                               {2, half * 0.5, one.topology.device(lane.devices.back()).name, "last lane", {}, {}},
                               {3, half * 4, {}, "after the end", {}, {}}};
        const Plan &plan = one.project.plans.front().plan;
        const auto page = htmlReport({one.project, one.topology, "mine", &plan, &one.step, nullptr, "de"});
        const auto seen = read(page);
        QCOMPARE(seen.error, QString());
        QCOMPARE(QByteArray::fromStdString(page).count("r=\"7\""), 2); // the third is beyond the axis
        QVERIFY(page.find("<title>last lane</title>") < page.find("<title>half &lt;way&gt;</title>"));
        for (const char *words : {"half <way>", "last lane", "after the end", "alle Spuren", "was notiert wurde"})
            QVERIFY2(seen.text.contains(QString::fromUtf8(words)), words);
        one.project.markers.clear();
        QVERIFY(htmlReport({one.project, one.topology, "mine", &plan, &one.step, nullptr, "de"}).find("was notiert") ==
                std::string::npos);
    }
    void thePageStandsAlone()
    {
        const Case one = simulated(samples::project());
        const auto search = searchPlans(one.topology, one.project.workload, {.top = 5, .threads = 1});
        QVERIFY(search);
        const Plan &plan = one.project.plans.front().plan;
        const auto seen = read(htmlReport({one.project, one.topology, "mine", &plan, &one.step, &*search}));
        QCOMPARE(seen.error, QString());
        QVERIFY2(seen.references.isEmpty(), qPrintable(seen.references.join(' ')));
        QCOMPARE(seen.pictures, 3); // cluster, shares, timeline
        QVERIFY(seen.tables >= 7);
        for (const auto &part :
             {std::string("Two boxes"), planLabel(plan), one.project.workload.model.name, search->plans[0].family,
              whySlowerText(search->plans.back().whyNotFirst), spaceDescription(search->searched),
              one.step.lanes[1].name, std::string("Proved best of P"),
              std::string("No plan of any kind can take less than ")})
            QVERIFY2(seen.text.contains(QString::fromStdString(part)), part.c_str());
        // Every node is in the picture, and the words of the page are explained by the glossary of the help.
        for (const auto &node : one.project.cluster.nodes)
            QVERIFY2(seen.text.count(QString::fromStdString(node.name)) >= 1, node.name.c_str());
        for (const char *word : {"bubble", "MFU, HFU", "micro-batch"})
            QVERIFY2(seen.text.contains(QLatin1String(word)), word);
        QVERIFY(seen.text.contains(QString::fromStdString(termsIn("bubble", "en").front()->meaning)));
        for (const auto &assumption : one.step.assumptions)
            QVERIFY(seen.text.contains(QString::fromStdString(assumptionText(assumption))));
        for (const auto &[rejection, count] : search->prunedBy)
            QVERIFY(seen.text.contains(QStringLiteral("%1 %2").arg(count).arg(
                QString::fromUtf8(rejectionNames[static_cast<std::size_t>(rejection)].data()))));
    }
    void aPlanFromOutsideTheSpaceIsNotProved()
    {
        const Case one = simulated(samples::project());
        auto search = *searchPlans(one.topology, one.project.workload, {.top = 2, .threads = 1});
        QVERIFY(search.proved);
        const Plan &plan = one.project.plans.front().plan;
        const auto textOf = [&](const SearchResult &result) {
            return read(htmlReport({one.project, one.topology, "mine", &plan, &one.step, &result})).text;
        };
        QVERIFY(textOf(search).contains("Proved best of P: "));
        search.beyond.push_back({{}, plan, std::make_shared<const StepResult>(one.step)});
        search.lowerValue = 1.1 * toSeconds(one.step.stepTime).value;
        QVERIFY(textOf(search).contains("Rank 1 is proved best of P: "));
        QVERIFY(textOf(search).contains("The plan of this page is outside the space: faster than every plan of P; not "
                                        "proved among plans outside it."));
        search.lowerValue = 0.9 * toSeconds(one.step.stepTime).value;
        QVERIFY(textOf(search).contains("The plan of this page is outside the space, not proved."));
        search.beyond.clear();
        search.plans.front().baseline = BaselineKind::metis;
        QVERIFY(
            textOf(search).contains("Proved: no plan of space P is faster than rank 1, which is a baseline's plan."));
        // Bounds that go together, and none.
        search.proved = false;
        search.gap = 0.2;
        search.lowerBound = search.universalBound * 0.5;
        QVERIFY(textOf(search).contains("That is a bound of its own, nearer than that of space P."));
        search.gap = 1;
        search.lowerBound = Seconds(0);
        QVERIFY(textOf(search).contains("Not proved: there is no bound yet on the plans of space P."));
        QVERIFY(!textOf(search).contains("100 %") && !textOf(search).contains("lower bound"));
        search.enumerated = 1;
        QVERIFY(textOf(search).contains("1 family = "));
        search.uncut = {{ScheduleKind::zbV, UncutSchedule::Obstacle::sharedTable}};
        QVERIFY(textOf(search).contains("not searched: ZB-V, for embedding and head share a table"));
    }
    void whatHostsHoldIsShown()
    {
        auto project = samples::project();
        for (auto &node : project.cluster.nodes)
            node.hostBandwidth = BytesPerSecond(2e10);
        const auto pageOf = [](const Case &one) {
            return read(
                htmlReport({one.project, one.topology, "mine", &one.project.plans.front().plan, &one.step, {}}));
        };
        const auto without = pageOf(simulated(project));
        QVERIFY(!without.texts.contains(QStringLiteral("in the host")));
        project.plans.front().plan.offload.activations = true;
        project.cluster.nodes.front().hostMemory = Bytes(1e12);
        const Case one = simulated(project);
        const auto seen = pageOf(one);
        QCOMPARE(seen.tables, without.tables + 1);
        QVERIFY(!one.step.hosts.empty() && one.step.lanes[0].hostActivations > Bytes(0));
        for (const char *head : {"in the host", "of it activations", "offloaded to its host", "memory of the host"})
            QVERIFY2(seen.texts.contains(QLatin1String(head)), head);
        for (const Lane &lane : one.step.lanes)
            QVERIFY(seen.texts.contains(QString::fromStdString(memoryText(lane.hostActivations))));
        for (const auto &host : one.step.hosts)
            QVERIFY(seen.texts.contains(QString::fromStdString(memoryText(host.need))));
        QVERIFY(seen.texts.contains(QString::fromStdString(memoryText(Bytes(1e12)))));
        QVERIFY(seen.texts.contains(QStringLiteral("not stated")));
    }
    void namesCannotBreakThePage()
    {
        auto project = samples::project();
        project.title = "</title><script>alert('x')</script> & \"more\"\x01";
        project.description = "<b>";
        project.workload.model.name = "<model>";
        const Case one = simulated(project);
        const auto page =
            htmlReport({one.project, one.topology, "<plan>", &one.project.plans.front().plan, &one.step, nullptr});
        const auto seen = read(page);
        QCOMPARE(seen.error, QString());
        QVERIFY(seen.references.isEmpty());
        QVERIFY(seen.text.contains("</title><script>"));
        QVERIFY(seen.text.contains("<plan>"));
    }
    void withoutAPlanThePageSaysWhy()
    {
        const auto project = samples::project();
        const auto topology = test::topology(project.cluster);
        SearchResult search;
        search.rejected.push_back(
            {FamilyName(),
             Rejection::outOfMemory,
             MemoryShortfall{MemoryShortfall::Part::activations, Bytes(12.0 * 1024 * 1024 * 1024), "a:0"},
             nullptr,
             {},
             {}});
        const auto seen = read(htmlReport({project, topology, "", nullptr, nullptr, &search}));
        QCOMPARE(seen.error, QString());
        QVERIFY(seen.text.contains("no plan of the space fits this cluster; the reasons are below"));
        QVERIFY(seen.text.contains("Proved: no plan of space P fits."));
        QVERIFY(!seen.text.contains("lower bound"));
        QVERIFY(seen.text.contains("activations exceed memory by 12 GiB on a:0"));
        QCOMPARE(seen.pictures, 1); // the cluster
        const auto textNow = [&] { return read(htmlReport({project, topology, "", nullptr, nullptr, &search})).text; };
        search.prunedBy[Rejection::bounded] = 3;
        QVERIFY(textNow().contains("no plan was found that fits this cluster and the budget"));
        QVERIFY(textNow().contains("Proved: no plan of space P fits within the budget."));
        search.prunedBy[Rejection::notReached] = 2;
        QVERIFY(textNow().contains("not all families of the space could be followed to their end"));
        QVERIFY(textNow().contains("Nothing is proved: space P may have plans."));
        search.stopped = true;
        QVERIFY(textNow().contains("the search was stopped before it found its first plan"));
        QVERIFY(!textNow().contains("fits this cluster"));
    }
    void inALanguageNothingIsLeftInEnglish()
    {
        // A text that is the same on the English page holds no word, or is a name of the project or of a plan.
        const Case one = simulated(samples::project());
        const auto search = searchPlans(one.topology, one.project.workload, {.top = 5, .threads = 1});
        QVERIFY(search);
        QString names = QString::fromStdString(projectText(one.project)) + " Cluster Plan"; // German words
        for (const Lane &lane : one.step.lanes)
            names += ' ' + QString::fromStdString(lane.name);
        for (const char *language : {"de", "zh_CN"})
            for (const GlossaryEntry &entry : glossary(language))
                names += ' ' + QString::fromStdString(entry.heading); // "InfiniBand, RoCE, Ethernet"
        for (const DeviceType &type : one.topology.deviceTypes())
            names += ' ' + QString::fromStdString(type.source);
        for (const TopologyVertex &vertex : one.topology.vertices())
            names += ' ' + QString::fromStdString(vertex.name);
        for (const TopologyEdge &edge : one.topology.edges())
            names += ' ' + QString::fromStdString(edge.link);
        // "a:0 \u2192 a/nic" and "a-s: InfiniBand, 200 GB/s" are names one by one.
        const auto isNames = [&names](const QString &text) {
            const QStringList parts = text.trimmed().split(QRegularExpression(" \u2192 |: |, "));
            return std::ranges::all_of(parts, [&](const QString &part) {
                return names.contains(part) || !part.contains(QRegularExpression("[a-z]{3}"));
            });
        };
        static const QRegularExpression word("[a-z]{3}");
        for (const Plan *plan : {&one.project.plans.front().plan, static_cast<const Plan *>(nullptr)}) {
            ReportContent content{one.project, one.topology, "", plan, plan ? &one.step : nullptr, &*search};
            const QStringList english = read(htmlReport(content)).texts;
            for (const char *language : {"de", "zh_CN"}) {
                content.language = language;
                const Seen seen = read(htmlReport(content));
                QCOMPARE(seen.error, QString());
                QVERIFY(seen.texts.size() > 100);
                QStringList left;
                for (const QString &text : seen.texts)
                    if (english.contains(text) && text.contains(word) && !isNames(text))
                        left << text;
                left.removeDuplicates();
                QVERIFY2(left.isEmpty(), qPrintable(language + (":\n" + left.join('\n'))));
            }
        }
    }
    void theTimelineDrawsTheTimeThatThereIs()
    {
        // The width painted in each colour is the time of that activity, to scale.
        const Case one = simulated(samples::project());
        const QString svg = QString::fromStdString(timelineSvg(one.step, {.width = 4000, .lanes = 128}));
        QCOMPARE(read(svg.toStdString()).error, QString());
        const double scale = (4000 - 170 - 24) / toSeconds(one.step.stepTime).value;
        double painted = 0;
        QXmlStreamReader reader(svg);
        while (!reader.atEnd()) {
            reader.readNext();
            if (!reader.isStartElement() || reader.name() != u"path" ||
                reader.attributes().value("fill") != QLatin1String("#0A6ED1"))
                continue;
            static const QRegularExpression bar("h([0-9.]+)v22");
            for (const auto &match : bar.globalMatch(reader.attributes().value("d").toString()))
                painted += match.captured(1).toDouble() + 0.6;
        }
        double forward = 0;
        for (const Lane &lane : one.step.lanes)
            forward += toSeconds(lane.time[static_cast<std::size_t>(Activity::forward)]).value;
        QVERIFY2(std::abs(painted / (forward * scale) - 1) < 0.02,
                 qPrintable(QString::number(painted / (forward * scale))));
    }
    void aLongStepStaysASmallPicture()
    {
        StepResult step;
        Lane lane;
        lane.name = "lane";
        constexpr int count = 300'000;
        for (int i = 0; i < count; ++i)
            lane.intervals.push_back({Ticks(i * 1000), Ticks(i * 1000 + 1000), i, 0,
                                      i % 2 == 0 ? Activity::forward : Activity::bubble, -1, Activity::idle});
        step.stepTime = Ticks(count * 1000);
        step.lanes.assign(200, lane);
        const auto svg = timelineSvg(step, {.width = 1160, .lanes = 4});
        QVERIFY2(svg.size() < 400'000, std::to_string(svg.size()).c_str());
        QVERIFY(svg.find("4 of 200 lanes; 1200000 stretches narrower than a pixel") != std::string::npos);
        QCOMPARE(read(svg).error, QString());
        QCOMPARE(read(timelineSvg(StepResult())).error, QString());
    }
};

QTEST_GUILESS_MAIN(HtmlReportTest)
#include "html_report_test.moc"
