// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/window_menu.h"

#include "settings/actions.h"
#include "settings/recent_files.h"
#include "widgets/plain_text.h"

#include <QFileInfo>

namespace heteroscope {

WindowMenu::WindowMenu(const Actions &actions, QWidget *parent) : QMenu(parent)
{
    for (std::size_t i = 0; i < actionGroupNames.size(); ++i) {
        const auto group = static_cast<ActionGroup>(i);
        QMenu *menu = addMenu(actionGroupTitle(group));
        actions.fill(menu, group);
        if (group == ActionGroup::file)
            addRecent(actions, menu);
    }
}

void WindowMenu::addRecent(const Actions &actions, QMenu *files)
{
    m_recent = new QMenu(tr("Open recent"), files);
    files->insertMenu(actions[ActionId::save], m_recent);
    connect(files, &QMenu::aboutToShow, this, &WindowMenu::fillRecent);
}

void WindowMenu::fillRecent()
{
    m_recent->clear();
    for (const QString &path : recentFiles())
        m_recent
            ->addAction(withoutMnemonic(QFileInfo(path).fileName()), this, [this, path] { emit recentChosen(path); })
            ->setToolTip(plainTip(path));
    m_recent->setEnabled(!m_recent->isEmpty());
}

} // namespace heteroscope
