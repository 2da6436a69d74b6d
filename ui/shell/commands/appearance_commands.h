// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands that choose theme and language, for all windows.
#pragma once

#include "language/language_choice.h"
#include "settings/actions.h"
#include "settings/theme_choice.h"

#include <QObject>

namespace heteroscope {

class AppearanceCommands : public QObject
{
    Q_OBJECT

public:
    explicit AppearanceCommands(const Actions &actions);

signals:
    /// Another language was chosen; it takes effect at the next start.
    void languageChosen();

private:
    void chooseTheme(ThemeChoice choice);
    void showTheme();
    void chooseLanguage(LanguageChoice choice);
    void showLanguage();

    const Actions &m_actions;
};

} // namespace heteroscope
