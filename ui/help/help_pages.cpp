// SPDX-License-Identifier: GPL-3.0-or-later
#include "help/help_pages.h"

#include "base/embedded_files.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace heteroscope {
namespace {

/// A line as it is read.
QString withoutMarkup(QString line)
{
    static const QRegularExpression markup(QStringLiteral("\\*\\*|`|^#+ |^\\d+\\. "));
    line.remove(markup);
    QStringList cells = line.split(u'|', Qt::SkipEmptyParts);
    for (QString &cell : cells)
        cell = cell.trimmed();
    return cells.join(QStringLiteral(" – ")).trimmed();
}

bool hasAll(const QString &text, const QStringList &words)
{
    return std::ranges::all_of(words, [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

/// The first line with as many of the words as any.
QString excerptOf(const HelpPage &page, const QStringList &words)
{
    QString best;
    qsizetype most = 0;
    const QStringList lines = page.markdown.split(u'\n').mid(1);
    for (const QString &line : lines) {
        const auto found =
            std::ranges::count_if(words, [&](const QString &word) { return line.contains(word, Qt::CaseInsensitive); });
        if (found > most) {
            most = found;
            best = withoutMarkup(line);
        }
    }
    return best;
}

} // namespace

std::vector<HelpPage> helpPages(const QLocale &language)
{
    const auto pagesIn = [](const QString &name) {
        const std::string folder = "help/" + name.toStdString() + "/";
        std::vector<HelpPage> pages;
        for (const EmbeddedFile &file : embeddedFiles()) {
            if (!file.path.starts_with(folder) || !file.path.ends_with(".md"))
                continue;
            HelpPage page;
            const std::string_view own = file.path.substr(folder.size());
            page.name = QString::fromUtf8(own.data(), static_cast<qsizetype>(own.size() - 3));
            page.markdown = QString::fromUtf8(file.content.data(), static_cast<qsizetype>(file.content.size()));
            page.title = withoutMarkup(page.markdown.section(u'\n', 0, 0));
            pages.push_back(std::move(page));
        }
        return pages;
    };
    std::vector<HelpPage> pages = pagesIn(language.name()); // zh_CN
    if (pages.empty())
        pages = pagesIn(language.name().section(u'_', 0, 0)); // de of de_DE
    return pages.empty() ? pagesIn(QStringLiteral("en")) : pages;
}

std::vector<HelpHit> searchHelp(const std::vector<HelpPage> &pages, const QString &words)
{
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    std::vector<HelpHit> hits;
    for (std::size_t page = 0; page < pages.size(); ++page)
        if (hasAll(pages[page].markdown, wanted))
            hits.push_back({page, excerptOf(pages[page], wanted)});
    const auto timesOn = [&](const HelpHit &hit) {
        qsizetype times = 0;
        for (const QString &word : wanted)
            times += pages[hit.page].markdown.count(word, Qt::CaseInsensitive);
        return -times;
    };
    std::ranges::stable_sort(hits, {}, timesOn);
    std::stable_partition(hits.begin(), hits.end(),
                          [&](const HelpHit &hit) { return hasAll(pages[hit.page].title, wanted); });
    return hits;
}

} // namespace heteroscope
