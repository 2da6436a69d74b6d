// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/find_bar.h"

#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

namespace heteroscope {

FindBar::FindBar(QWidget *parent) : QWidget(parent), m_field(new QLineEdit), m_found(new PlainLabel)
{
    m_field->setObjectName(QStringLiteral("barSearch"));
    m_field->setPlaceholderText(tr("F3, bubble, gpu0, >50ms"));
    m_field->setToolTip(plainTip(tr("Bars that have all words: F3 for the forward pass of micro-batch 3, the name of a "
                                    "kind of work, a device, a stage or an operation, >50ms for what takes longer")));
    m_field->setAccessibleName(tr("Find bars"));
    m_field->setFocusPolicy(Qt::ClickFocus); // by Tab the timeline is one stop
    m_field->installEventFilter(this);
    m_found->setAlignment(Qt::AlignVCenter | Qt::AlignRight);
    m_previous = addButton(IconName::chevronUp, tr("Previous bar"), tr("Previous bar (Shift+Enter, Shift+F3)"));
    m_next = addButton(IconName::chevronDown, tr("Next bar"), tr("Next bar (Enter, F3)"));
    m_close = addButton(IconName::cross, tr("End the search"), tr("End the search (Escape)"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(m_field, 1);
    row->addWidget(m_found);
    for (QToolButton *button : {m_previous, m_next, m_close})
        row->addWidget(button);
    setCursor(Qt::ArrowCursor);
    connect(m_field, &QLineEdit::textChanged, this, &FindBar::searched);
    connect(m_previous, &QToolButton::clicked, this, [this] { emit stepped(false); });
    connect(m_next, &QToolButton::clicked, this, [this] { emit stepped(true); });
    connect(m_close, &QToolButton::clicked, this, &FindBar::left);
    showFound(-1, 0);
}

QToolButton *FindBar::addButton(IconName sign, const QString &name, const QString &tip)
{
    auto *button = new QToolButton;
    button->setIcon(icon(sign));
    button->setAccessibleName(name);
    button->setToolTip(plainTip(tip));
    button->setFocusPolicy(Qt::NoFocus);
    button->setFixedWidth(20);
    return button;
}

void FindBar::setMagnified(const QFont &text, int iconSide)
{
    m_field->setFont(text);
    m_found->setFont(text);
    m_found->setMinimumWidth(QFontMetrics(text).horizontalAdvance(QStringLiteral("88 / 888")));
    for (QToolButton *button : {m_previous, m_next, m_close}) {
        button->setIconSize(QSize(iconSide, iconSide));
        button->setFixedWidth(iconSide + 8);
    }
}

void FindBar::showFound(int index, std::size_t count)
{
    const bool searches = !m_field->text().trimmed().isEmpty();
    if (!searches)
        m_found->setText(QString());
    else if (count == 0)
        m_found->setText(tr("no bar"));
    else
        m_found->setText(tr("%1 of %2").arg(formatCount(static_cast<std::size_t>(index + 1)), formatCount(count)));
    m_found->setForegroundRole(searches && count == 0 ? QPalette::PlaceholderText : QPalette::WindowText);
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
}

QString FindBar::foundText() const { return m_found->text(); }

bool FindBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        const bool isNext = key->matches(QKeySequence::FindNext) || key->key() == Qt::Key_Down;
        const bool isPrevious = key->matches(QKeySequence::FindPrevious) || key->key() == Qt::Key_Up;
        if (isReturn || isNext || isPrevious || key->key() == Qt::Key_Escape) {
            key->accept();
            if (event->type() == QEvent::ShortcutOverride)
                return true;
            if (key->key() == Qt::Key_Escape)
                emit left();
            else
                emit stepped(isNext || (isReturn && !(key->modifiers() & Qt::ShiftModifier)));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace heteroscope
