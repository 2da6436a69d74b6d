// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text that may hold names from files. Qt guesses whether the text of a label, a tooltip or a message box is markup, so
// a node named <img src="..."> would load a file. Everything of the window that shows text is made with these classes
// and functions, which leave nothing to guess; the test layering/plain_text refuses Qt's own outside this folder.
#pragma once

#include <QFormLayout>
#include <QLabel>
#include <QMessageBox>
#include <QStaticText>

namespace heteroscope {

/// Markup that shows the text as it is, to be put between tags. The only function that escapes.
QString escaped(const QString &text);
/// A tooltip that shows the text as it is.
QString plainTip(const QString &text);
/// A tooltip that is markup; names in it are escaped.
QString markupTip(const QString &markup);
/// The text as the title of an action, a button or a tab, where & would underline a letter.
QString withoutMnemonic(const QString &text);
/// The text as the title of a window, where [*] would stand for unsaved changes.
QString inTitle(const QString &text);

/// A text that is laid out once and painted often, as it is.
QStaticText plainStaticText(const QString &text);

/// A label that shows its text as it is.
class PlainLabel : public QLabel
{
public:
    explicit PlainLabel(QWidget *parent = nullptr);
    explicit PlainLabel(const QString &text, QWidget *parent = nullptr);
};

/// A label whose text is markup; names in it are escaped.
class MarkupLabel : public QLabel
{
public:
    explicit MarkupLabel(QWidget *parent = nullptr);
};

/// A form whose captions show their text as it is.
class PlainForm : public QFormLayout
{
public:
    explicit PlainForm(QWidget *parent = nullptr);

    using QFormLayout::addRow;
    /// The caption leads the keyboard to the field, as in QFormLayout.
    void addRow(const QString &caption, QWidget *field);
};

/// A message with a heading and, below it, a text; both are shown as they are.
class PlainMessage : public QMessageBox
{
public:
    PlainMessage(const QString &heading, const QString &text, StandardButtons buttons, QWidget *parent = nullptr);
};

} // namespace heteroscope
