// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/entry_form.h"

#include "theme/text.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QCheckBox>
#include <QLabel>
#include <QVBoxLayout>

namespace heteroscope {
namespace {

constexpr int fieldInset = 9; // of the words in a field
constexpr int minHeight = 25; // of a row of words, as that of a field

/// Only when it differs, so that the cursor stays while typing.
void showText(QLineEdit *field, const QString &value)
{
    if (field->text() != value)
        field->setText(value);
}

} // namespace

EntryForm::EntryForm(QWidget *parent) : QWidget(parent), m_layout(new QVBoxLayout)
{
    m_layout->setSpacing(6);
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->addLayout(m_layout);
    page->addStretch(1); // rows of a short form stay together
}

void EntryForm::setEntry(const CatalogEntry &entry, bool own)
{
    if (own && m_own && entry == m_taken)
        return;
    m_taken = entry;
    m_draft = entry;
    m_own = own;
    refresh();
}

void EntryForm::refresh()
{
    m_showing = true;
    for (const auto &one : m_shows)
        one();
    m_showing = false;
}

void EntryForm::change(const QString &key, const std::function<void(CatalogEntry &)> &write)
{
    if (m_showing || !m_own)
        return;
    write(m_draft);
    const CatalogEntry draft = m_draft; // the answer may be another entry to show
    emit edited(draft, key);
}

void EntryForm::addSection(const QString &title)
{
    if (m_form)
        m_layout->addSpacing(8);
    if (!title.isEmpty()) {
        auto *label = new PlainLabel(title, this);
        label->setFont(heteroscope::font(TypeRole::title));
        m_layout->addWidget(label);
    }
    m_form = new PlainForm;
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(12);
    m_form->setVerticalSpacing(5);
    m_form->setFieldGrowthPolicy(PlainForm::AllNonFixedFieldsGrow);
    m_form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_layout->addLayout(m_form);
}

void EntryForm::addRow(const QString &label, QWidget *field)
{
    if (!m_form)
        addSection({});
    if (label.isEmpty()) {
        m_form->addRow(field);
        return;
    }
    auto *name = new PlainLabel(label, this);
    name->setMinimumWidth(150); // one column through all sections
    name->setBuddy(field);
    m_form->addRow(name, field);
}

QLabel *EntryForm::addWords(const QString &label)
{
    auto *words = new PlainLabel(this);
    words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    words->setWordWrap(true);
    words->setIndent(fieldInset);
    words->setMinimumHeight(minHeight);
    words->setAccessibleName(label);
    addRow(label, words);
    return words;
}

void EntryForm::showOneOf(PlainForm *form, QWidget *field, QLabel *words) const
{
    form->setRowVisible(field, m_own);
    form->setRowVisible(words, !m_own);
}

QuantityField *EntryForm::addQuantity(const QString &label, std::vector<QuantityField::Unit> units, double smallest,
                                      double largest, std::function<Number(const CatalogEntry &)> read,
                                      std::function<void(CatalogEntry &, Number)> write)
{
    const QString only = units.size() == 1 ? units.front().name : QString();
    auto *field = new QuantityField(label, std::move(units), this);
    field->setRange(smallest, largest);
    addRow(only.isEmpty() ? label : tr("%1, %2", "a quantity and its unit").arg(label, only), field);
    connect(field, &QuantityField::edited, this,
            [this, label, write](double value) { change(label, [&](CatalogEntry &entry) { write(entry, value); }); });
    connect(field, &QuantityField::cleared, this,
            [this, label, write] { change(label, [&](CatalogEntry &entry) { write(entry, std::nullopt); }); });
    connect(field, &QuantityField::editingFinished, this, &EntryForm::editingFinished);
    onShow([this, field, read = std::move(read)] {
        field->setReadOnly(!m_own);
        if (const Number value = read(m_draft))
            field->setValue(*value);
        else
            field->setNone();
    });
    return field;
}

QSpinBox *EntryForm::addCount(const QString &label, int smallest, int largest,
                              std::function<int(const CatalogEntry &)> read,
                              std::function<void(CatalogEntry &, int)> write)
{
    auto *field = new QSpinBox(this);
    field->setRange(smallest, largest);
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    field->setLocale(QLocale(QLocale::English));
    field->setGroupSeparatorShown(largest > 9999);
    field->setAccessibleName(label);
    field->setToolTip(plainTip(tr("A whole number between %1 and %2").arg(smallest).arg(largest)));
    field->setKeyboardTracking(false);
    addRow(label, field);
    connect(field, &QSpinBox::valueChanged, this, [this, label, write = std::move(write)](int value) {
        change(label, [&](CatalogEntry &entry) { write(entry, value); });
    });
    connect(field, &QSpinBox::editingFinished, this, &EntryForm::editingFinished);
    onShow([this, field, read = std::move(read)] {
        field->setReadOnly(!m_own);
        field->setValue(read(m_draft));
    });
    return field;
}

QLineEdit *EntryForm::addText(const QString &label, std::function<std::string(const CatalogEntry &)> read,
                              std::function<void(CatalogEntry &, const std::string &)> write)
{
    auto *field = new QLineEdit(this);
    field->setAccessibleName(label);
    field->setProperty("appliesAtOnce", true);
    addRow(label, field);
    connect(field, &QLineEdit::textEdited, this, [this, label, write = std::move(write)](const QString &value) {
        change(label, [&](CatalogEntry &entry) { write(entry, value.toStdString()); });
    });
    connect(field, &QLineEdit::editingFinished, this, &EntryForm::editingFinished);
    onShow([this, form = m_form, field, words = addWords(label), read = std::move(read)] {
        const QString now = text(read(m_draft));
        showText(field, now);
        field->setToolTip(plainTip(now));
        words->setText(now.isEmpty() ? QStringLiteral("–") : now);
        showOneOf(form, field, words);
    });
    return field;
}

QComboBox *EntryForm::addChoice(const QString &label, const QStringList &words,
                                std::function<QString(const CatalogEntry &)> read,
                                std::function<void(CatalogEntry &, const QString &)> write)
{
    auto *field = new QComboBox(this);
    field->setAccessibleName(label);
    field->addItems(words);
    field->setMaxVisibleItems(24);
    addRow(label, field);
    connect(field, &QComboBox::activated, this, [this, label, field, write = std::move(write)] {
        change(label, [&](CatalogEntry &entry) { write(entry, field->currentText()); });
        emit editingFinished();
    });
    onShow([this, form = m_form, field, words = addWords(label), read = std::move(read)] {
        const QString now = read(m_draft);
        if (field->findText(now) < 0)
            field->addItem(now);
        field->setCurrentText(now);
        words->setText(now);
        showOneOf(form, field, words);
    });
    return field;
}

QCheckBox *EntryForm::addFlag(const QString &label, std::function<bool(const CatalogEntry &)> read,
                              std::function<void(CatalogEntry &, bool)> write)
{
    auto *field = new QCheckBox(label, this);
    field->setAccessibleName(label);
    addRow({}, field);
    connect(field, &QCheckBox::clicked, this, [this, label, write = std::move(write)](bool on) {
        change(label, [&](CatalogEntry &entry) { write(entry, on); });
        emit editingFinished();
    });
    onShow([this, field, read = std::move(read)] {
        field->setChecked(read(m_draft));
        field->setAttribute(Qt::WA_TransparentForMouseEvents, !m_own); // read in full ink, not changed
        field->setFocusPolicy(m_own ? Qt::StrongFocus : Qt::NoFocus);
    });
    return field;
}

void EntryForm::addFact(const QString &label, std::function<QString(const CatalogEntry &)> read)
{
    QLabel *fact = addWords(label);
    const auto compute = [this, fact, read = std::move(read)] { fact->setText(read(m_draft)); };
    onShow(compute);
    connect(this, &EntryForm::edited, fact, compute);
}

void EntryForm::addOrigin(std::function<std::string &(CatalogEntry &)> source,
                          std::function<bool &(CatalogEntry &)> fromMemory,
                          std::function<std::string &(CatalogEntry &)> notes)
{
    const auto reader = [](auto member) {
        return [member](const CatalogEntry &entry) {
            CatalogEntry copy = entry;
            return member(copy);
        };
    };
    addSection(tr("Source of the values"));
    addText(
        tr("Source"), [read = reader(source)](const CatalogEntry &entry) -> std::string { return read(entry); },
        [source](CatalogEntry &entry, const std::string &value) { source(entry) = value; });
    addFlag(
        tr("Unsourced estimate, not checked"),
        [read = reader(fromMemory)](const CatalogEntry &entry) -> bool { return read(entry); },
        [fromMemory](CatalogEntry &entry, bool value) { fromMemory(entry) = value; });
    addText(
        tr("Notes"), [read = reader(notes)](const CatalogEntry &entry) -> std::string { return read(entry); },
        [notes](CatalogEntry &entry, const std::string &value) { notes(entry) = value; });
}

EntryForm *makeEntryForm(EntryKind kind, std::function<const Project &()> project, QWidget *parent)
{
    switch (kind) {
    case EntryKind::device:
        return makeDeviceForm(parent);
    case EntryKind::link:
        return makeLinkForm(parent);
    case EntryKind::model:
        return makeModelForm(parent);
    case EntryKind::node:
        break;
    }
    return makeNodeForm(std::move(project), parent);
}

} // namespace heteroscope
