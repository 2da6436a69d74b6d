// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pages of the help: Markdown in resources/help/en/ and in the folders of other languages beside it, with the same
// names in each. The first line of a page is its title.
#pragma once

#include <QLocale>
#include <QString>

#include <vector>

namespace heteroscope {

struct HelpPage
{
    QString name;  ///< "03-formulas"
    QString title; ///< "Formulas"
    QString markdown;
};

/// All pages in this language, in their order; in English where there are none in that language.
std::vector<HelpPage> helpPages(const QLocale &language);

struct HelpHit
{
    std::size_t page = 0;
    QString excerpt; ///< the first line that has the words, without markup; empty if only the title has them
};
/// The pages that have all the words, those with all of them in the title first, then those that
/// have them most often. No words: all pages. Upper and lower
/// case are alike.
std::vector<HelpHit> searchHelp(const std::vector<HelpPage> &pages, const QString &words);

} // namespace heteroscope
