// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plain_text.h"

#include "support/strict_test.h"
#include "ui/support/markup_probe.h"

#include <QLineEdit>

using namespace heteroscope;

class PlainTextTest : public StrictTest
{
    Q_OBJECT

    const QString m_name = QStringLiteral("<img src=\"pixel.png\"> R&D [*]");

private slots:
    void theProbeSeesMarkup()
    {
        QVERIFY(loadsSomething(m_name));
        QVERIFY(loadsSomething(QStringLiteral("<b>bold</b><img src=x>")));
        QVERIFY(!loadsSomething(QStringLiteral("a < b, R&D")));
        QVERIFY(!loadsSomething(escaped(m_name)));
    }

    void tipsShowWhatIsWritten()
    {
        QCOMPARE(plainTip(QStringLiteral("a < b\nc")), QStringLiteral("a < b\nc"));
        for (const QString &text :
             {m_name, QStringLiteral("<b>x</b>\n  y"), QStringLiteral("1 &lt; 2"), QStringLiteral("first\n<img src=x>"),
              QStringLiteral("<!DOCTYPE html><img src=x>")}) {
            QVERIFY2(!loadsSomething(plainTip(text)), qPrintable(text));
            QCOMPARE(shownAs(plainTip(text)).simplified(), text.simplified());
        }
    }

    void markupTipsAreMarkupWhateverTheyBeginWith()
    {
        QVERIFY(markupTip({}).isEmpty());
        const QString tip = markupTip(QStringLiteral("7 &lt; 8\n%1 <b>bold</b>").arg(escaped(m_name)));
        QVERIFY(Qt::mightBeRichText(tip));
        QVERIFY(!loadsSomething(tip));
        QVERIFY(shownAs(tip).contains(m_name));
    }

    void titlesKeepTheirLetters()
    {
        QCOMPARE(withoutMnemonic(QStringLiteral("R&D")), QStringLiteral("R&&D"));
        QWidget window;
        window.setWindowTitle(inTitle(m_name) + QStringLiteral("[*]"));
        window.setWindowModified(true);
        QCOMPARE(window.windowTitle().count(QStringLiteral("[*]")), 3);
    }

    void labelsAndFormsAreNotGuessedAt()
    {
        QWidget window;
        auto *form = new PlainForm(&window);
        auto *field = new QLineEdit(&window);
        form->addRow(m_name, field);
        form->addRow(QString(), new PlainLabel(m_name, &window));
        const auto *caption = qobject_cast<QLabel *>(form->labelForField(field));
        QVERIFY(caption);
        QCOMPARE(caption->textFormat(), Qt::PlainText);
        QCOMPARE(caption->buddy(), field);
        const auto labels = window.findChildren<QLabel *>();
        QCOMPARE(labels.size(), 2);
        for (const QLabel *label : labels)
            QCOMPARE(label->textFormat(), Qt::PlainText);
        QCOMPARE(MarkupLabel().textFormat(), Qt::RichText);
    }

    void messagesArePlainInHeadingAndText()
    {
        const PlainMessage message(m_name, m_name, QMessageBox::Ok);
        int seen = 0;
        for (const QLabel *label : message.findChildren<QLabel *>()) {
            if (label->text().isEmpty())
                continue;
            ++seen;
            QCOMPARE(label->text(), m_name);
            QCOMPARE(label->textFormat(), Qt::PlainText);
        }
        QCOMPARE(seen, 2);
    }
};

QTEST_MAIN(PlainTextTest)
#include "plain_text_test.moc"
