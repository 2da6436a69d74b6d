// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page of a report as a PDF: its texts and pictures are on pages of paper.
#include "widgets/page_pdf.h"

#include "support/strict_test.h"
#include "theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QFile>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocument>

using namespace heteroscope;

namespace {

const QString embeddedPicture =
    QStringLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1400 60\" width=\"1400\" height=\"60\">"
                   "<style>text{font:11px sans-serif;fill:#1B2430}</style>"
                   "<rect width=\"700\" height=\"40\" fill=\"url(#bubble)\"/><text x=\"4\" y=\"20\">F1</text></svg>");

QString page(const QString &body)
{
    return QStringLiteral("<html><head><style>p{margin:4px}</style></head><body>%1</body></html>").arg(body);
}

int pagesOf(const QByteArray &pdf)
{
    static const QRegularExpression form(QStringLiteral("/Count (\\d+)"));
    return form.match(QString::fromLatin1(pdf)).captured(1).toInt();
}

} // namespace

class PagePdfTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::light); }

    void aLongPageHasSeveralSheets()
    {
        QCOMPARE(pagesOf(pdfOfPage(page(QStringLiteral("<p>short</p>")))), 1);
        QCOMPARE(pagesOf(pdfOfPage(page({}))), 1);
        QVERIFY(pagesOf(pdfOfPage(page(QStringLiteral("<p>a line</p>").repeated(200)))) > 2);
    }

    void picturesAreInIt()
    {
        const QByteArray without = pdfOfPage(page(QStringLiteral("<p>text</p>")));
        const QByteArray with = pdfOfPage(page(QStringLiteral("<p>text</p>") + embeddedPicture + embeddedPicture));
        QVERIFY(!without.contains("/Subtype /Image"));
        QCOMPARE(with.count("/Subtype /Image"), 2);
        QCOMPARE(pagesOf(with), 1);
        // What is broken is left out.
        QVERIFY(!pdfOfPage(page(QStringLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>")))
                     .contains("/Subtype /Image"));
    }

    /// Wherever a sheet ends, a heading goes to the next one with what it is the heading of.
    void aHeadingIsNeverLast()
    {
        const QString heading = QStringLiteral("<h2>Timeline</h2>");
        const QString high = QStringLiteral("<p><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 500\" "
                                            "width=\"400\" height=\"500\"><rect width=\"9\" height=\"9\"/></svg></p>");
        int moved = 0;
        for (int lines = 1; lines < 60; ++lines) {
            const auto paper = paperOfPage(page(QStringLiteral("<p>a line</p>").repeated(lines) + heading + high), 0.7);
            const auto sheetAt = [&](const QTextBlock &block) {
                return static_cast<int>(paper->documentLayout()->blockBoundingRect(block).bottom() /
                                        paper->pageSize().height());
            };
            QTextBlock block = paper->begin();
            while (block.blockFormat().headingLevel() == 0)
                block = block.next();
            QCOMPARE(block.text(), QStringLiteral("Timeline"));
            QCOMPARE(sheetAt(block), sheetAt(block.next()));
            moved += static_cast<int>(block.blockFormat().pageBreakPolicy() == QTextFormat::PageBreak_AlwaysBefore);
        }
        QVERIFY(moved > 10); // of many lengths the picture has no room on the first sheet
        QVERIFY(moved < 59);
    }

    void figuresStandBesideEachOther()
    {
        QString facts = QStringLiteral("<div class=\"facts\">\n");
        for (int i = 0; i < 8; ++i)
            facts += QStringLiteral("<div><span>name %1</span><b>%1 s</b></div>\n").arg(i);
        facts += QStringLiteral("</div>\n");
        // Eight of them need two rows, not sixteen lines: what follows stays on the sheet.
        const QString rest = QStringLiteral("<p>a line</p>").repeated(24);
        QCOMPARE(pagesOf(pdfOfPage(page(facts + rest))), 1);
        if (const QString report = qEnvironmentVariable("HETEROSCOPE_REPORT"); !report.isEmpty()) {
            QFile html(report);
            QVERIFY(html.open(QIODevice::ReadOnly));
            QFile pdf(report + QStringLiteral(".pdf"));
            QVERIFY(pdf.open(QIODevice::WriteOnly));
            pdf.write(pdfOfPage(QString::fromUtf8(html.readAll())));
        }
    }
};

QTEST_MAIN(PagePdfTest)
#include "page_pdf_test.moc"
