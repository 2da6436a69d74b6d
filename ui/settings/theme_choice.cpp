// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/theme_choice.h"

#include "theme/system_theme.h"

#include <QSettings>

#include <array>

namespace heteroscope {
namespace {

const QString themeKey = QStringLiteral("theme");
const std::array<QString, 4> names = {QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark"),
                                      QStringLiteral("contrast")};

} // namespace

ThemeChoice keptThemeChoice()
{
    const QString kept = QSettings().value(themeKey).toString();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == kept)
            return static_cast<ThemeChoice>(i);
    return ThemeChoice::system;
}

void keepThemeChoice(ThemeChoice choice) { QSettings().setValue(themeKey, names[static_cast<std::size_t>(choice)]); }

ThemeKind themeKindOf(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::light:
        return ThemeKind::light;
    case ThemeChoice::dark:
        return ThemeKind::dark;
    case ThemeChoice::contrast:
        return ThemeKind::contrast;
    case ThemeChoice::system:
        break;
    }
    return SystemTheme::instance().kind();
}

void followSystemTheme()
{
    ThemeHolder &holder = ThemeHolder::instance();
    QObject::disconnect(&SystemTheme::instance(), nullptr, &holder, nullptr);
    QObject::connect(&SystemTheme::instance(), &SystemTheme::changed, &holder, [&holder](ThemeKind kind) {
        if (keptThemeChoice() == ThemeChoice::system)
            holder.setKind(kind);
    });
}

} // namespace heteroscope
