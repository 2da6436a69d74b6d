// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/lesson_language.h"

#include "language/language_choice.h"

namespace heteroscope {

QString lessonLanguage()
{
    switch (spokenLanguage().language()) {
    case QLocale::German:
        return QStringLiteral("de");
    case QLocale::Chinese:
        return QStringLiteral("zh_CN");
    default:
        return QStringLiteral("en");
    }
}

} // namespace heteroscope
