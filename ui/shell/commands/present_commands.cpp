// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/present_commands.h"

#include "canvas/view/canvas_view.h"
#include "film/film_dialog.h"
#include "jobs/session.h"
#include "language/plan_words.h"
#include "replay/replay.h"
#include "shell/commands/connect_action.h"

namespace heteroscope {
namespace {

/// What the speaker reads: what the project says about itself, and the notes of its drawing.
QString notesOf(const Project &project)
{
    QStringList parts;
    if (!project.description.empty())
        parts << QString::fromStdString(project.description);
    for (const Note &note : project.notes)
        parts << QString::fromStdString(note.text);
    return parts.join(QStringLiteral("\n\n"));
}

bool canBeShown(const std::shared_ptr<const Simulation> &shown)
{
    return shown && shown->result && !shown->result->lanes.empty();
}

FilmStep stepOf(const Simulation &shown) { return {wordOf(shown.plan.schedule), shown.result}; }

} // namespace

PresentCommands::PresentCommands(PresentParts parts)
    : m_parts(parts), m_presentation(parts.window, [canvas = &parts.canvas](QPainter &painter, const QRectF &target) {
          canvas->renderTo(painter, target);
      })
{
    onAction(m_parts.actions, ActionId::present, this, [this] { present(); });
    onAction(m_parts.actions, ActionId::exportFilm, this, [this] { showFilm(); });
    // Before the audience's picture of the cluster is painted: the canvas shows the same moment.
    connect(&m_presentation.talk(), &Talk::moved, this, [this](Ticks at) { m_parts.replay.seek(at); });
    connect(&m_presentation.talk(), &Talk::ended, this, [this] { m_parts.replay.stop(); });
    connect(&m_parts.session, &Session::shownChanged, this, [this] {
        refresh();
        if (const auto shown = m_parts.session.shown(); m_presentation.isOn() && canBeShown(shown))
            m_presentation.talk().follow(stepOf(*shown));
    });
    refresh();
}

void PresentCommands::present()
{
    if (const auto shown = m_parts.session.shown(); canBeShown(shown))
        m_presentation.begin(stepOf(*shown), notesOf(*shown->project));
}

void PresentCommands::showFilm()
{
    const std::shared_ptr<const Simulation> shown = m_parts.session.shown();
    if (!canBeShown(shown))
        return;
    const QString title = commandText(m_parts.actions.specOf(ActionId::exportFilm));
    const auto ask = [this, title](const QString &suggested) { return m_parts.dialogs.exportAs(title, suggested); };
    auto *dialog = new FilmDialog(m_parts.session.engine(), shown, ask, &m_parts.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &FilmDialog::said, this, &PresentCommands::said);
    dialog->show();
}

void PresentCommands::refresh()
{
    for (const ActionId id : {ActionId::present, ActionId::exportFilm})
        enableAction(m_parts.actions, id, canBeShown(m_parts.session.shown()));
}

} // namespace heteroscope
