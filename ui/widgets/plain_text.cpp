// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plain_text.h"

#include <QTextDocument>

namespace heteroscope {

QString escaped(const QString &text) { return text.toHtmlEscaped(); }

QString plainTip(const QString &text)
{
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal) : text;
}

QString markupTip(const QString &markup)
{
    return markup.isEmpty() ? QString() : QStringLiteral("<qt>%1</qt>").arg(markup);
}

QString withoutMnemonic(const QString &text) { return QString(text).replace(u'&', QStringLiteral("&&")); }

QString inTitle(const QString &text) { return QString(text).replace(QStringLiteral("[*]"), QStringLiteral("[*][*]")); }

QStaticText plainStaticText(const QString &text)
{
    QStaticText laidOut(text);
    laidOut.setTextFormat(Qt::PlainText);
    return laidOut;
}

PlainLabel::PlainLabel(QWidget *parent) : QLabel(parent) { setTextFormat(Qt::PlainText); }

PlainLabel::PlainLabel(const QString &text, QWidget *parent) : PlainLabel(parent) { setText(text); }

MarkupLabel::MarkupLabel(QWidget *parent) : QLabel(parent) { setTextFormat(Qt::RichText); }

PlainForm::PlainForm(QWidget *parent) : QFormLayout(parent) {}

void PlainForm::addRow(const QString &caption, QWidget *field)
{
    PlainLabel *label = nullptr;
    if (!caption.isEmpty()) {
        label = new PlainLabel(caption, parentWidget());
        label->setBuddy(field);
    }
    QFormLayout::addRow(label, field);
}

PlainMessage::PlainMessage(const QString &heading, const QString &text, StandardButtons buttons, QWidget *parent)
    : QMessageBox(NoIcon, {}, {}, buttons, parent)
{
    setWindowTitle(inTitle(heading));
    setTextFormat(Qt::PlainText);
    setText(heading);
    if (!text.isEmpty())
        setInformativeText(QStringLiteral(" "));
    // Qt gives the format to the heading only.
    for (QLabel *label : findChildren<QLabel *>())
        label->setTextFormat(Qt::PlainText);
    if (!text.isEmpty())
        setInformativeText(text);
}

} // namespace heteroscope
