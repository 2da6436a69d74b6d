// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/page_pdf.h"

#include "report/timeline_svg.h"
#include "theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextLayout>
#include <QUrl>

namespace heteroscope {
namespace {

constexpr int pageDotsPerInch = 96;
constexpr double marginOfPage = 10; // mm
constexpr int columnsOfFacts = 4;
constexpr double sharpness = 3;       // pixels of an image for each of the page
constexpr double widthOfPage = 1180;  // px in which a page is laid out, landscape
constexpr double portraitWidth = 800; // the same, portrait

/// What Qt's renderer does not know of a picture, said in another way: patterns and the short form of fonts.
QByteArray simplified(QString svg)
{
    const std::string_view bubble = activityColor(Activity::bubble);
    svg.replace(QStringLiteral("url(#bubble)"),
                QString::fromUtf8(bubble.data(), static_cast<qsizetype>(bubble.size())));
    static const QRegularExpression shortFont(QStringLiteral("font:(\\d+px) sans-serif"));
    svg.replace(shortFont, QStringLiteral("font-size:\\1;font-family:%1").arg(font(TypeRole::body).family()));
    return svg.toUtf8();
}

QImage imageOf(QSvgRenderer &renderer, QSize size)
{
    QImage image(size * sharpness, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    renderer.render(&painter);
    return image;
}

/// Puts images in place of the pictures of the page.
QString withImages(const QString &html, double widthOfPaper, QTextDocument &document)
{
    static const QRegularExpression form(QStringLiteral("<svg.*?</svg>"),
                                         QRegularExpression::DotMatchesEverythingOption);
    QString result;
    qsizetype done = 0;
    int number = 0;
    for (auto it = form.globalMatch(html); it.hasNext();) {
        const auto match = it.next();
        result += html.mid(done, match.capturedStart() - done);
        done = match.capturedEnd();
        QSvgRenderer renderer(simplified(match.captured()));
        QSize size = renderer.defaultSize();
        if (size.isEmpty())
            continue;
        const QString name = QStringLiteral("picture:%1").arg(number++);
        document.addResource(QTextDocument::ImageResource, QUrl(name), imageOf(renderer, size));
        if (size.width() > widthOfPaper)
            size.scale(static_cast<int>(widthOfPaper), size.height(), Qt::KeepAspectRatio);
        result += QStringLiteral("<img src=\"%1\" width=\"%2\" height=\"%3\"/>")
                      .arg(name)
                      .arg(size.width())
                      .arg(size.height());
    }
    return result + html.mid(done);
}

/// Without the margins of a browser's window; the height of lines would stretch pictures, too. Keys of colours are
/// squares of type.
QString forPaper(QString html)
{
    static const QRegularExpression margins(QStringLiteral("margin:24px auto;max-width:\\d+px;padding:0 16px;"));
    static const QRegularExpression lineHeight(QStringLiteral("font:13px/1\\.5 [^;]*;"));
    static const QRegularExpression key(
        QStringLiteral("<span class=\"key\" style=\"background:(#[0-9A-Fa-f]{6})\"></span>"));
    html.remove(margins);
    html.replace(lineHeight, QStringLiteral("font-size:13px;"));
    // Qt's renderer does not know figures; a picture would stand in the line of the heading before it.
    html.replace(QStringLiteral("<figure>"), QStringLiteral("<p>"));
    html.replace(QStringLiteral("</figure>"), QStringLiteral("</p>"));
    html.replace(QStringLiteral("<div class=\"sheet\"></div>"),
                 QStringLiteral("<p style=\"page-break-before:always;margin:0\"></p>"));
    return html.replace(key, QStringLiteral("<span style=\"color:\\1\">■ </span>"));
}

/// The figures at the top stand beside each other, which needs a table here.
QString withTableOfFacts(QString html)
{
    static const QRegularExpression facts(QStringLiteral("<div class=\"facts\">(.*?)\\n</div>"),
                                          QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression fact(QStringLiteral("<div><span>(.*?)</span><b>(.*?)</b></div>"));
    const auto found = facts.match(html);
    if (!found.hasMatch())
        return html;
    QString table = QStringLiteral("<table width=\"100%\">");
    int column = 0;
    for (auto it = fact.globalMatch(found.captured(1)); it.hasNext(); column = (column + 1) % columnsOfFacts) {
        const auto match = it.next();
        if (column == 0)
            table += QStringLiteral("<tr>");
        table += QStringLiteral("<td><span style=\"color:%1\">%2</span><br/><b style=\"font-size:18px\">%3</b></td>")
                     .arg(theme(ThemeKind::light)[Role::secondary].name(), match.captured(1), match.captured(2));
        if (column == columnsOfFacts - 1)
            table += QStringLiteral("</tr>");
    }
    if (column != 0)
        table += QStringLiteral("</tr>");
    return html.replace(found.capturedStart(), found.capturedLength(), table + QStringLiteral("</table>"));
}

/// The page on which the first line of a block stands.
int sheetOf(const QTextDocument &document, const QTextBlock &block)
{
    double top = document.documentLayout()->blockBoundingRect(block).top();
    if (const QTextLayout *layout = block.layout(); layout && layout->lineCount() > 0)
        top += layout->lineAt(0).y();
    return static_cast<int>(top / document.pageSize().height());
}

/// A heading goes to the next page together with what it is the heading of.
void keepHeadings(QTextDocument &document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || !block.next().isValid() ||
            sheetOf(document, block) == sheetOf(document, block.next()))
            continue;
        QTextBlockFormat format = block.blockFormat();
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        QTextCursor(block).setBlockFormat(format);
    }
}

bool isPortraitPage(const QString &html) { return !html.contains(QStringLiteral("<svg")); }

} // namespace

std::unique_ptr<QTextDocument> paperOfPage(const QString &html, double heightForWidth)
{
    const double width = isPortraitPage(html) ? portraitWidth : widthOfPage;
    auto document = std::make_unique<QTextDocument>();
    document->setDefaultFont(font(TypeRole::body));
    document->setDocumentMargin(0);
    document->setHtml(withImages(withTableOfFacts(forPaper(html)), width, *document));
    document->setPageSize(QSizeF(width, width * heightForWidth));
    keepHeadings(*document);
    return document;
}

QByteArray pdfOfPage(const QString &html)
{
    const bool isPortrait = isPortraitPage(html);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(pageDotsPerInch);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageOrientation(isPortrait ? QPageLayout::Portrait : QPageLayout::Landscape);
        writer.setPageMargins(QMarginsF(marginOfPage, marginOfPage, marginOfPage, marginOfPage),
                              QPageLayout::Millimeter);
        writer.setTitle(QStringLiteral("HeteroScope"));
        const auto document = paperOfPage(html, static_cast<double>(writer.height()) / writer.width());
        const QSizeF page = document->pageSize();
        const double scale = writer.width() / page.width();
        QPainter painter(&writer);
        for (int number = 0; number < document->pageCount(); ++number) {
            if (number > 0)
                writer.newPage();
            painter.save();
            painter.scale(scale, scale);
            painter.translate(0, -number * page.height());
            QAbstractTextDocumentLayout::PaintContext context;
            context.clip = QRectF(QPointF(0, number * page.height()), page);
            context.palette.setColor(QPalette::Text, theme(ThemeKind::light)[Role::text]);
            painter.setClipRect(context.clip);
            document->documentLayout()->draw(&painter, context);
            painter.restore();
        }
    }
    return buffer.data();
}

} // namespace heteroscope
