// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/actions.h"

#include <QCoreApplication>
#include <QMenu>
#include <QSettings>
#include <QWidget>

namespace heteroscope {
namespace {

const QString settingsGroup = QStringLiteral("shortcuts");

} // namespace

const std::vector<ActionSpec> &actionTable()
{
    using Id = ActionId;
    using Group = ActionGroup;
    using Icon = IconName;
    // In the order of ActionId; a test checks it.
    static const std::vector<ActionSpec> table = {
        {Id::newProject, Group::file, "new", "New", "Ctrl+N", Icon::file},
        {Id::open, Group::file, "open", "Open …", "Ctrl+O", Icon::open},
        {Id::save, Group::file, "save", "Save", "Ctrl+S", Icon::save, false, false, true},
        {Id::saveAs, Group::file, "saveAs", "Save as …", "Ctrl+Shift+S", Icon::saveAs},
        {Id::addCluster, Group::file, "addCluster", "Add a cluster from a template …", "Ctrl+Shift+A", Icon::server,
         false, false, true},
        {Id::exportPicture, Group::file, "exportPicture", "Export picture of the window …", "Ctrl+E", Icon::exportFile,
         false, false, true},
        {Id::exportCanvas, Group::file, "exportCanvas", "Export picture of the cluster …", "Ctrl+Shift+E",
         std::nullopt},
        {Id::print, Group::file, "print", "Print the cluster …", "Ctrl+P", std::nullopt},
        {Id::recover, Group::file, "recover", "Recover unsaved work …", "", std::nullopt, false, false, true},
        {Id::welcome, Group::file, "welcome", "Welcome page", "Ctrl+Shift+N", std::nullopt},
        {Id::quit, Group::file, "quit", "Quit", "Ctrl+Q", std::nullopt, false, false, true},
        {Id::undo, Group::edit, "undo", "Undo", "Ctrl+Z", Icon::undo},
        {Id::redo, Group::edit, "redo", "Redo", "Ctrl+Shift+Z, Ctrl+Y", Icon::redo},
        {Id::cut, Group::edit, "cut", "Cut", "Ctrl+X", Icon::cut, false, true, true},
        {Id::copy, Group::edit, "copy", "Copy", "Ctrl+C", Icon::copy, false, true},
        {Id::paste, Group::edit, "paste", "Paste", "Ctrl+V", Icon::paste, false, true},
        {Id::remove, Group::edit, "delete", "Delete", "Del, Backspace", Icon::trash, false, true},
        {Id::duplicate, Group::edit, "duplicate", "Duplicate", "Ctrl+D", Icon::duplicate},
        {Id::selectAll, Group::edit, "selectAll", "Select all", "Ctrl+A", std::nullopt, false, true},
        {Id::connectToSwitch, Group::edit, "connectToSwitch", "Connect all to switch", "Ctrl+L", Icon::networkSwitch,
         false, false, true},
        {Id::alignRow, Group::edit, "alignRow", "Align in a row", "Ctrl+Shift+R", std::nullopt, false, false, true},
        {Id::alignColumn, Group::edit, "alignColumn", "Align in a column", "Ctrl+Shift+C", std::nullopt},
        {Id::distributeAcross, Group::edit, "distributeAcross", "Distribute across", "Ctrl+Shift+H", std::nullopt},
        {Id::distributeDown, Group::edit, "distributeDown", "Distribute down", "Ctrl+Shift+V", std::nullopt},
        {Id::arrange, Group::edit, "arrange", "Arrange by the fabric", "Ctrl+Shift+L", Icon::layout},
        {Id::mend, Group::edit, "mend", "Mend what a message says", "Alt+Return", Icon::check, false, false, true},
        {Id::findCommand, Group::view, "findCommand", "Find a command or a thing …", "Ctrl+K, Ctrl+Shift+P",
         Icon::search},
        {Id::fit, Group::view, "fit", "Fit everything", "F", Icon::fit, false, true, true},
        {Id::revealSelected, Group::view, "revealSelected", "Look at the selection", "Z", std::nullopt, false, true},
        {Id::zoomIn, Group::view, "zoomIn", "Zoom in", "Ctrl++, Ctrl+=", Icon::plus},
        {Id::zoomOut, Group::view, "zoomOut", "Zoom out", "Ctrl+-", Icon::minus},
        {Id::actualSize, Group::view, "actualSize", "Actual size", "Ctrl+0", std::nullopt},
        {Id::toggleTheme, Group::view, "toggleTheme", "Light or dark", "Ctrl+T", Icon::themeHalf, false, false, true},
        {Id::contrastTheme, Group::view, "contrastTheme", "High contrast", "Ctrl+Shift+T", std::nullopt, true},
        {Id::systemTheme, Group::view, "systemTheme", "Theme of the system", "", std::nullopt, true},
        {Id::showPalette, Group::view, "showPalette", "Palette", "F9", std::nullopt, true, false, true},
        {Id::showInspector, Group::view, "showInspector", "Inspector", "F10", std::nullopt, true},
        {Id::showThings, Group::view, "showThings", "Everything drawn", "F7", std::nullopt, true},
        {Id::showHistory, Group::view, "showHistory", "History", "F8", std::nullopt, true},
        {Id::showTimeline, Group::view, "showTimeline", "Timeline", "Alt+1", std::nullopt, false, false, true},
        {Id::showLoad, Group::view, "showLoad", "Load", "Alt+2", std::nullopt},
        {Id::showBreakdown, Group::view, "showBreakdown", "Breakdown", "Alt+3", std::nullopt},
        {Id::showMemory, Group::view, "showMemory", "Memory", "Alt+4", std::nullopt},
        {Id::showStrategies, Group::view, "showStrategies", "Strategies", "Alt+5", std::nullopt},
        {Id::showMessages, Group::view, "showMessages", "Messages", "Alt+6", std::nullopt},
        {Id::showScenario, Group::view, "showScenario", "Scenario", "Alt+7", std::nullopt},
        {Id::criticalPath, Group::view, "criticalPath", "Critical path", "Alt+C", std::nullopt, true, false, true},
        {Id::replay, Group::view, "replay", "Play or pause the step", "Alt+P", Icon::play},
        {Id::resetLayout, Group::view, "resetLayout", "Reset layout", "", Icon::layout, false, false, true},
        {Id::live, Group::plan, "live", "Live", "Ctrl+R", std::nullopt, true},
        {Id::plan, Group::plan, "plan", "Plan", "F5", Icon::plan},
        {Id::cancelPlan, Group::plan, "cancelPlan", "Cancel the search", "Shift+F5", Icon::cross},
        {Id::applyPlan, Group::plan, "applyPlan", "Apply the shown plan", "Ctrl+Return", Icon::check, false, false,
         true},
        {Id::showOwnPlan, Group::plan, "showOwnPlan", "Show my plan", "Ctrl+Backspace", std::nullopt},
        {Id::shortcuts, Group::help, "shortcuts", "Keyboard shortcuts", "F1, ?", Icon::help},
        {Id::editShortcuts, Group::help, "editShortcuts", "Choose keys …", "Ctrl+Shift+K", Icon::settings},
        {Id::about, Group::help, "about", "About HeteroScope", "", Icon::info},
    };
    return table;
}

const ActionSpec &specOf(ActionId id) { return actionTable()[static_cast<std::size_t>(id)]; }

QList<QKeySequence> usualShortcuts(ActionId id)
{
    QList<QKeySequence> keys;
    for (const QString &key : QString::fromLatin1(specOf(id).shortcut).split(QStringLiteral(", "), Qt::SkipEmptyParts))
        keys << QKeySequence(key);
    return keys;
}

Actions::Actions(QWidget *window, QWidget *canvas) : QObject(window)
{
    for (const ActionSpec &spec : actionTable()) {
        auto *action = new QAction(QCoreApplication::translate("Actions", spec.text), this);
        action->setObjectName(QString::fromLatin1(spec.name));
        action->setShortcutContext(spec.onCanvasOnly ? Qt::WidgetWithChildrenShortcut : Qt::WindowShortcut);
        action->setCheckable(spec.checkable);
        if (spec.icon)
            action->setIcon(icon(*spec.icon));
        (spec.onCanvasOnly ? canvas : window)->addAction(action);
        m_actions[static_cast<std::size_t>(spec.id)] = action;
        apply(spec.id, usualShortcuts(spec.id));
    }
}

void Actions::apply(ActionId id, const QList<QKeySequence> &keys)
{
    QAction *action = (*this)[id];
    action->setShortcuts(keys);
    QString tip = action->text();
    tip.remove(QStringLiteral(" …"));
    if (!keys.isEmpty())
        tip += QStringLiteral(" (%1)").arg(keys.first().toString(QKeySequence::NativeText));
    action->setToolTip(tip);
}

void Actions::restoreShortcuts()
{
    m_keepsShortcuts = true;
    QSettings settings;
    settings.beginGroup(settingsGroup);
    for (const ActionSpec &spec : actionTable()) {
        const QVariant kept = settings.value(QString::fromLatin1(spec.name));
        if (kept.isValid())
            apply(spec.id, QKeySequence::listFromString(kept.toString(), QKeySequence::PortableText));
    }
    emit shortcutsChanged();
}

void Actions::setShortcuts(ActionId id, const QList<QKeySequence> &keys)
{
    std::vector<ActionId> changed = {id};
    for (const QKeySequence &key : keys) {
        const std::optional<ActionId> owner = ownerOf(key);
        if (!owner || *owner == id)
            continue;
        QList<QKeySequence> left = (*this)[*owner]->shortcuts();
        left.removeAll(key);
        apply(*owner, left);
        changed.push_back(*owner);
    }
    apply(id, keys);
    if (m_keepsShortcuts) {
        QSettings settings;
        settings.beginGroup(settingsGroup);
        for (const ActionId one : changed) {
            const QString name = QString::fromLatin1(specOf(one).name);
            const QList<QKeySequence> now = (*this)[one]->shortcuts();
            if (now == usualShortcuts(one))
                settings.remove(name);
            else
                settings.setValue(name, QKeySequence::listToString(now, QKeySequence::PortableText));
        }
    }
    emit shortcutsChanged();
}

void Actions::resetShortcuts()
{
    for (const ActionSpec &spec : actionTable())
        apply(spec.id, usualShortcuts(spec.id));
    if (m_keepsShortcuts)
        QSettings().remove(settingsGroup);
    emit shortcutsChanged();
}

std::optional<ActionId> Actions::ownerOf(const QKeySequence &keys) const
{
    for (const ActionSpec &spec : actionTable())
        if ((*this)[spec.id]->shortcuts().contains(keys))
            return spec.id;
    return std::nullopt;
}

void Actions::fill(QMenu *menu, ActionGroup group) const
{
    for (const ActionSpec &spec : actionTable()) {
        if (spec.group != group)
            continue;
        if (spec.separatorBefore)
            menu->addSeparator();
        menu->addAction((*this)[spec.id]);
    }
}

} // namespace heteroscope
