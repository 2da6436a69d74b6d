// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/language_choice.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QSettings>
#include <QTranslator>

#include <array>

namespace heteroscope {
namespace {

const QString key = QStringLiteral("language");
const std::array<QString, 4> names = {QStringLiteral("system"), QStringLiteral("en"), QStringLiteral("de"),
                                      QStringLiteral("zh_CN")};

struct Speech
{
    QTranslator own;
    QTranslator qt;
    QLocale language = QLocale(QLocale::English);
};

Speech &speech()
{
    static Speech speech;
    return speech;
}

} // namespace

LanguageChoice keptLanguageChoice()
{
    return languageChoiceNamed(QSettings().value(key).toString()).value_or(LanguageChoice::system);
}

void keepLanguageChoice(LanguageChoice choice) { QSettings().setValue(key, names[static_cast<std::size_t>(choice)]); }

std::optional<LanguageChoice> languageChoiceNamed(const QString &name)
{
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name)
            return static_cast<LanguageChoice>(i);
    return std::nullopt;
}

QLocale localeOf(LanguageChoice choice, const QStringList &wanted)
{
    switch (choice) {
    case LanguageChoice::english:
        return QLocale(QLocale::English);
    case LanguageChoice::german:
        return QLocale(QLocale::German);
    case LanguageChoice::chinese:
        return QLocale(QLocale::Chinese, QLocale::SimplifiedChineseScript, QLocale::China);
    case LanguageChoice::system:
        break;
    }
    for (const QString &name : wanted) {
        const QLocale locale(name);
        if (locale.language() == QLocale::English)
            break;
        if (locale.language() == QLocale::German)
            return localeOf(LanguageChoice::german);
        if (locale.language() == QLocale::Chinese && locale.script() == QLocale::SimplifiedChineseScript)
            return localeOf(LanguageChoice::chinese);
    }
    return localeOf(LanguageChoice::english);
}

void speak(const QLocale &language)
{
    Speech &now = speech();
    QCoreApplication::removeTranslator(&now.own);
    QCoreApplication::removeTranslator(&now.qt);
    now.language = language;
    if (language.language() == QLocale::English)
        return;
    const QString folder = QLibraryInfo::path(QLibraryInfo::TranslationsPath);
    if (now.qt.load(language, QStringLiteral("qtbase"), QStringLiteral("_"), folder))
        QCoreApplication::installTranslator(&now.qt);
    if (now.own.load(language, QStringLiteral("heteroscope"), QStringLiteral("_"), QStringLiteral(":/translations")))
        QCoreApplication::installTranslator(&now.own);
}

QLocale spokenLanguage() { return speech().language; }

} // namespace heteroscope
