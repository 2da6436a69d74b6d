// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/appearance_commands.h"

#include "shell/commands/connect_action.h"

namespace heteroscope {
namespace {

constexpr std::array<std::pair<ActionId, LanguageChoice>, 4> languageActions = {{
    {ActionId::systemLanguage, LanguageChoice::system},
    {ActionId::english, LanguageChoice::english},
    {ActionId::german, LanguageChoice::german},
    {ActionId::chinese, LanguageChoice::chinese},
}};

ThemeChoice lightOrDark(bool dark) { return dark ? ThemeChoice::dark : ThemeChoice::light; }

} // namespace

AppearanceCommands::AppearanceCommands(const Actions &actions) : m_actions(actions)
{
    onAction(actions, ActionId::toggleTheme, this, [this] { chooseTheme(lightOrDark(!currentTheme().isDark())); });
    onAction(actions, ActionId::contrastTheme, this,
             [this](bool high) { chooseTheme(high ? ThemeChoice::contrast : ThemeChoice::system); });
    onAction(actions, ActionId::systemTheme, this,
             [this](bool follow) { chooseTheme(follow ? ThemeChoice::system : lightOrDark(currentTheme().isDark())); });
    for (const auto &[id, choice] : languageActions)
        onAction(actions, id, this, [this, choice = choice] { chooseLanguage(choice); });
    // Another window may have chosen, or the system.
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, &AppearanceCommands::showTheme);
    showTheme();
    showLanguage();
}

void AppearanceCommands::chooseTheme(ThemeChoice choice)
{
    keepThemeChoice(choice);
    ThemeHolder::instance().setKind(themeKindOf(choice));
    showTheme();
}

void AppearanceCommands::showTheme()
{
    m_actions[ActionId::contrastTheme]->setChecked(ThemeHolder::instance().kind() == ThemeKind::contrast);
    m_actions[ActionId::systemTheme]->setChecked(keptThemeChoice() == ThemeChoice::system);
}

void AppearanceCommands::chooseLanguage(LanguageChoice choice)
{
    keepLanguageChoice(choice);
    showLanguage();
    if (localeOf(choice).language() != spokenLanguage().language())
        emit languageChosen();
}

void AppearanceCommands::showLanguage()
{
    for (const auto &[id, choice] : languageActions)
        m_actions[id]->setChecked(choice == keptLanguageChoice());
}

} // namespace heteroscope
