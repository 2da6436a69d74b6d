// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/actions.h"

#include "widgets/plain_text.h"

#include <QMenu>
#include <QSettings>
#include <QWidget>

#include <algorithm>

namespace heteroscope {
namespace {

const QString settingsGroup = QStringLiteral("shortcuts");

} // namespace

QString actionGroupTitle(ActionGroup group)
{
    return QCoreApplication::translate("Actions", actionGroupNames[static_cast<std::size_t>(group)]);
}

QString actionText(const ActionSpec &spec) { return QCoreApplication::translate("Actions", spec.text); }

QString commandText(const ActionSpec &spec)
{
    QString text = actionText(spec);
    text.remove(QStringLiteral(" …"));
    return spec.submenu ? QStringLiteral("%1: %2").arg(QCoreApplication::translate("Actions", spec.submenu), text)
                        : text;
}

QList<QKeySequence> usualShortcuts(const ActionSpec &spec)
{
    QList<QKeySequence> keys;
    for (const QString &key : QString::fromLatin1(spec.shortcut).split(QStringLiteral(", "), Qt::SkipEmptyParts))
        keys << QKeySequence(key);
    return keys;
}

Actions::Actions(QWidget *window, QWidget *canvas, const std::vector<ActionSpec> &docks)
    : QObject(window), m_specs(actionTable())
{
    const auto showCanvas = static_cast<std::ptrdiff_t>(ActionId::showCanvas);
    m_specs.insert(m_specs.begin() + showCanvas + 1, docks.begin(), docks.end());
    m_actions.resize(m_specs.size());
    for (const ActionSpec &spec : m_specs) {
        auto *action = new QAction(actionText(spec), this);
        action->setObjectName(QString::fromLatin1(spec.name));
        action->setShortcutContext(spec.onCanvasOnly ? Qt::WidgetWithChildrenShortcut : Qt::WindowShortcut);
        action->setCheckable(spec.checkable);
        if (spec.icon)
            action->setIcon(icon(*spec.icon));
        (spec.onCanvasOnly ? canvas : window)->addAction(action);
        m_actions[static_cast<std::size_t>(spec.id)] = action;
        apply(spec.id, usualShortcuts(spec));
    }
}

const ActionSpec &Actions::specOf(ActionId id) const
{
    return *std::find_if(m_specs.begin(), m_specs.end(), [id](const ActionSpec &spec) { return spec.id == id; });
}

void Actions::apply(ActionId id, const QList<QKeySequence> &keys)
{
    QAction *action = (*this)[id];
    action->setShortcuts(keys);
    QString tip = commandText(specOf(id));
    if (!keys.isEmpty())
        tip += QStringLiteral(" (%1)").arg(keys.first().toString(QKeySequence::NativeText));
    action->setToolTip(plainTip(tip));
}

void Actions::restoreShortcuts()
{
    m_keepsShortcuts = true;
    QSettings settings;
    settings.beginGroup(settingsGroup);
    for (const ActionSpec &spec : m_specs) {
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
            if (now == usualShortcuts(specOf(one)))
                settings.remove(name);
            else
                settings.setValue(name, QKeySequence::listToString(now, QKeySequence::PortableText));
        }
    }
    emit shortcutsChanged();
}

void Actions::resetShortcuts()
{
    for (const ActionSpec &spec : m_specs)
        apply(spec.id, usualShortcuts(spec));
    if (m_keepsShortcuts)
        QSettings().remove(settingsGroup);
    emit shortcutsChanged();
}

std::optional<ActionId> Actions::ownerOf(const QKeySequence &keys) const
{
    for (const ActionSpec &spec : m_specs)
        if ((*this)[spec.id]->shortcuts().contains(keys))
            return spec.id;
    return std::nullopt;
}

void Actions::fill(QMenu *menu, ActionGroup group) const
{
    QMenu *submenu = nullptr;
    const char *title = nullptr;
    for (const ActionSpec &spec : m_specs) {
        if (spec.group != group)
            continue;
        if (spec.separatorBefore)
            menu->addSeparator();
        if (spec.submenu && spec.submenu != title)
            submenu = menu->addMenu(QCoreApplication::translate("Actions", spec.submenu));
        title = spec.submenu;
        (title ? submenu : menu)->addAction((*this)[spec.id]);
    }
}

} // namespace heteroscope
