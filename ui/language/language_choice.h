// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which language the user wants, kept in QSettings, and the translations that make the window speak it. English is the
// language of the source and needs none. A change holds from the next start on: widgets are made with their texts.
#pragma once

#include <QLocale>

#include <optional>

namespace heteroscope {

enum class LanguageChoice { system, english, german, chinese };

LanguageChoice keptLanguageChoice();
void keepLanguageChoice(LanguageChoice choice);

/// "system", "en", "de", "zh_CN", as QSettings and the command line have them.
std::optional<LanguageChoice> languageChoiceNamed(const QString &name);

/// Of the languages that there are, the one a choice stands for: system is the first of `wanted` ("de-AT", as
/// QLocale::uiLanguages lists them) that there is, else English.
QLocale localeOf(LanguageChoice choice, const QStringList &wanted = QLocale::system().uiLanguages());

/// Makes what is built from now on speak this language, Qt's own dialogs too where their translation is installed.
void speak(const QLocale &language);

/// The language that the window speaks, for dates. Numbers are the same in all.
QLocale spokenLanguage();

} // namespace heteroscope
