// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page of a report as a PDF: its texts and pictures are on pages of paper.
#include "widgets/page_pdf.h"

#include "support/strict_test.h"
#include "theme/theme.h"

#include <QFile>
#include <QRegularExpression>

using namespace heteroscope;

namespace {

const QString picture =
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
        const QByteArray with = pdfOfPage(page(QStringLiteral("<p>text</p>") + picture + picture));
        QVERIFY(!without.contains("/Subtype /Image"));
        QCOMPARE(with.count("/Subtype /Image"), 2);
        QCOMPARE(pagesOf(with), 1);
        // What is broken is left out.
        QVERIFY(!pdfOfPage(page(QStringLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>")))
                     .contains("/Subtype /Image"));
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
