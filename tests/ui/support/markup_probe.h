// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds text that Qt would take for markup: what would be loaded, and what would be shown instead of what is written.
#pragma once

#include <QTextDocument>

namespace heteroscope {

/// Loads nothing, and counts what it was asked for.
class CountingDocument : public QTextDocument
{
public:
    int asked() const { return m_asked; }

protected:
    QVariant loadResource(int, const QUrl &) override
    {
        ++m_asked;
        return {};
    }

private:
    int m_asked = 0;
};

/// True if a label or tooltip that guesses would load a file or hold a picture.
inline bool loadsSomething(const QString &text)
{
    if (!Qt::mightBeRichText(text))
        return false;
    CountingDocument document;
    document.setHtml(text);
    document.adjustSize();
    return document.asked() > 0 || document.toRawText().contains(QChar::ObjectReplacementCharacter);
}

/// What a label or tooltip that guesses shows.
inline QString shownAs(const QString &text)
{
    if (!Qt::mightBeRichText(text))
        return text;
    CountingDocument document;
    document.setHtml(text);
    return document.toPlainText();
}

} // namespace heteroscope
