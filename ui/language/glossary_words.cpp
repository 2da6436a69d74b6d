// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/glossary_words.h"

#include "language/lesson_language.h"
#include "report/glossary.h"

#include <algorithm>

namespace heteroscope {

QString meaningOf(std::string_view word)
{
    const auto &english = glossary("en");
    const auto row = std::ranges::find_if(english, [word](const GlossaryEntry &entry) {
        return std::ranges::find(entry.words, word) != entry.words.end();
    });
    if (row == english.end())
        return {};
    const std::string language = lessonLanguage().toStdString();
    const auto &spoken = glossary(language);
    // Rows of one place are of one thing in every language.
    QString meaning = QString::fromStdString(spoken[static_cast<std::size_t>(row - english.begin())].meaning);
    meaning[0] = meaning[0].toUpper();
    return meaning + (language == "zh_CN" ? QStringLiteral("。") : QStringLiteral("."));
}

} // namespace heteroscope
