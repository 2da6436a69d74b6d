// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/export_commands.h"

#include "exchange/launch/launch_file.h"
#include "exchange/perfetto/trace.h"
#include "jobs/session.h"
#include "language/format_words.h"
#include "language/lesson_language.h"
#include "language/plan_words.h"
#include "language/sentences.h"
#include "report/html_report.h"
#include "report/result_json.h"
#include "shell/commands/connect_action.h"
#include "strategy/plan_json.h"
#include "widgets/page_pdf.h"
#include "json/json.h"

#include <fmt/format.h>

#include <array>

namespace heteroscope {
namespace {

constexpr std::array stepExports = {ActionId::exportPerfetto, ActionId::exportReport, ActionId::exportReportPdf,
                                    ActionId::exportLaunch,   ActionId::exportPlan,   ActionId::exportStep};

TextSource whole(std::string text)
{
    return [text = std::move(text)](const TextSink &sink) { sink(text); };
}

} // namespace

ExportCommands::ExportCommands(ExportParts parts) : m_parts(std::move(parts))
{
    onExport(ActionId::exportPerfetto, "trace.json",
             [](const Simulation &shown) { return Written{perfettoTrace(*shown.result, *shown.topology)}; });
    onExport(ActionId::exportReport, "html",
             [this](const Simulation &shown) { return Written{whole(reportOf(shown))}; });
    onExport(ActionId::exportReportPdf, "pdf", [this](const Simulation &shown) {
        return Written{whole(pdfOfPage(QString::fromStdString(reportOf(shown))).toStdString())};
    });
    onExport(ActionId::exportPlan, "plan.json",
             [](const Simulation &shown) { return Written{whole(toText(toJson(shown.plan)))}; });
    onExport(ActionId::exportStep, "step.json", [](const Simulation &shown) {
        return Written{whole(toText(simulateJson(*shown.result, *shown.topology, shown.plan)))};
    });
    onAction(m_parts.actions, ActionId::exportRanking, this, [this] {
        write(ActionId::exportRanking, QStringLiteral("strategies.csv"),
              [this] { return Written{whole(m_parts.rankingCsv().toStdString())}; });
    });
    onAction(m_parts.actions, ActionId::shareView, this, [this] {
        write(ActionId::shareView, QStringLiteral("shared.hscope.json"),
              [this] { return Written{whole(m_parts.asShown())}; });
    });
    onAction(m_parts.actions, ActionId::exportLaunch, this, [this] {
        if (const std::shared_ptr<const Simulation> shown = m_parts.session.shown(); shown && shown->result)
            exportLaunch(*shown);
    });
    connect(&m_parts.session, &Session::shownChanged, this, &ExportCommands::refresh);
    connect(&m_parts.session, &Session::rankingChanged, this, &ExportCommands::refresh);
    refresh();
}

void ExportCommands::onExport(ActionId id, const char *ending, std::function<Written(const Simulation &)> make)
{
    onAction(m_parts.actions, id, this, [this, id, ending = QLatin1String(ending), make = std::move(make)] {
        // What was shown when the command was given, however long the user looks for a folder.
        if (const std::shared_ptr<const Simulation> shown = m_parts.session.shown(); shown && shown->result)
            write(id, ending, [&] { return make(*shown); });
    });
}

void ExportCommands::write(ActionId id, const QString &ending, const std::function<Written()> &make)
{
    const QString name = m_parts.session.document()->displayName() + u'.' + ending;
    const QString title = commandText(m_parts.actions.specOf(id));
    const bool isStale = m_parts.session.isStale();
    const QString path = m_parts.dialogs.exportAs(title, name);
    if (path.isEmpty())
        return;
    const Written written = make();
    if (const Status done = writeFileAtomically(path.toStdString(), written.text); !done) {
        m_parts.dialogs.report(tr("%1 was not written").arg(path), sentenceWithHint(done.error()));
        return;
    }
    emit said((isStale ? tr("Wrote %1, as it was before the last edit") : tr("Wrote %1")).arg(path));
    if (!written.remarks.isEmpty())
        m_parts.dialogs.report(written.verdict, written.remarks.join(u'\n'));
}

void ExportCommands::exportLaunch(const Simulation &shown)
{
    QStringList titles;
    for (const LaunchFormat &one : launchFormats())
        titles << titleOfFormat(one.name);
    const QString title = commandText(m_parts.actions.specOf(ActionId::exportLaunch));
    const int chosen = m_parts.dialogs.chooseFormat(title, tr("The plan is launched by:"), titles);
    if (chosen < 0)
        return;
    const LaunchFormat &format = launchFormats()[static_cast<std::size_t>(chosen)];
    const Result<LaunchFile> file = format.write(shown.plan, shown.project->workload, *shown.topology);
    if (!file) {
        m_parts.dialogs.report(tr("%1 cannot run this plan").arg(titles[chosen]), sentenceWithHint(file.error()));
        return;
    }
    Written written{whole(file->text)};
    written.verdict =
        file->runsAsItIs() ? tr("Written: the plan runs as it is") : tr("Written: this has to change before it runs");
    for (const std::string &change : file->changes)
        written.remarks << spoken(change);
    for (const std::string &note : file->notes)
        written.remarks << tr("Note: %1").arg(spoken(note));
    const QString ending = QString::fromStdString(fmt::format("{}.{}", format.name, format.ending));
    write(ActionId::exportLaunch, ending, [&written] { return written; });
}

std::string ExportCommands::reportOf(const Simulation &shown) const
{
    const auto ranking = m_parts.session.freshRanking();
    return htmlReport({*shown.project, *shown.topology, nameOf(shown.plan).toStdString(), &shown.plan,
                       shown.result.get(), ranking ? &ranking->result : nullptr, lessonLanguage().toStdString()});
}

void ExportCommands::refresh()
{
    for (const ActionId id : stepExports)
        enableAction(m_parts.actions, id, m_parts.session.result() != nullptr);
    enableAction(m_parts.actions, ActionId::exportRanking, m_parts.session.ranking() != nullptr);
}

} // namespace heteroscope
