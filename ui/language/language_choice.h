// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's language, stored in QSettings, and its translation. English is the language of the source and needs no
// translation. A change takes effect at the next start, because widgets are built with their texts.
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

/// Installs the translation for all widgets built from now on, including Qt's own dialogs if their translation is
/// installed.
void speak(const QLocale &language);

/// The language that the window speaks, for dates. Numbers are the same in all.
QLocale spokenLanguage();

} // namespace heteroscope
