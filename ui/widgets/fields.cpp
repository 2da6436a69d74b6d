// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fields.h"

#include "theme/numbers.h"
#include "widgets/drawing.h"
#include "widgets/plain_text.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace heteroscope {
namespace {

/// As it can be typed again: up to six significant digits without zeros at the end, an exponent or commas.
QString plainNumber(double value) { return formatFactor(value).replace(QChar(0x2212), u'-'); }

/// Digits that people read of a number.
qsizetype digitsOf(QString number)
{
    number.remove(u'-').remove(u'.');
    qsizetype zeros = 0;
    while (zeros < number.size() && number[zeros] == u'0')
        ++zeros;
    return number.size() - zeros;
}

constexpr qsizetype roundDigits = 4; ///< digits of a number that looks chosen, not converted

constexpr int rowHeight = 24;

} // namespace

QuantityField::QuantityField(const QString &name, std::vector<Unit> units, QWidget *parent)
    : QWidget(parent),
      m_units(std::move(units)),
      m_edit(new QLineEdit(this)),
      m_unit(new QComboBox(this)),
      m_reason(new PlainLabel(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto *row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_edit, 1);
    row->addWidget(m_unit);
    layout->addLayout(row);
    layout->addWidget(m_reason);
    m_reason->setFont(heteroscope::font(TypeRole::label));
    m_reason->setWordWrap(true);
    m_reason->hide();
    m_edit->setAccessibleName(name);
    m_edit->setProperty("appliesAtOnce", true);
    m_unit->setAccessibleName(tr("Unit of %1").arg(name));
    for (const Unit &unit : m_units)
        m_unit->addItem(unit.name);
    constexpr int usualUnit = 76;
    const int longest = m_unit->fontMetrics().horizontalAdvance(m_units.back().name);
    constexpr int aroundText = 38; // frame and arrow
    m_unit->setFixedWidth(std::max(usualUnit, longest + aroundText));
    m_unit->setVisible(m_units.size() > 1);
    if (std::any_of(m_units.begin(), m_units.end(), [](const Unit &unit) { return unit.name == u"GB/s"; }))
        m_typedUnits = bitUnits();
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::textEdited, this, &QuantityField::read);
    connect(m_edit, &QLineEdit::editingFinished, this, &QuantityField::finish);
    connect(m_unit, &QComboBox::activated, this, &QuantityField::write); // another unit, the same value
}

void QuantityField::setRange(double smallest, double largest)
{
    m_smallest = smallest;
    m_largest = largest;
}

void QuantityField::setValue(double si)
{
    if ((m_typing || m_edit->hasFocus()) && m_value && std::abs(*m_value - si) <= 1e-9 * std::abs(si))
        return;
    const bool first = !m_value;
    m_value = si;
    if (first || !m_edit->hasFocus())
        chooseUnit(si);
    write();
}

void QuantityField::chooseUnit(double si)
{
    // The largest unit in which the number has few digits, 60.5 min rather than 1.00833 h; without one the largest.
    int largest = 0;
    int round = -1;
    for (std::size_t i = 0; i < m_units.size(); ++i) {
        if (si == 0 ? !m_units[i].usual : std::abs(si) < m_units[i].factor * 0.9995)
            continue;
        largest = static_cast<int>(i);
        if (digitsOf(plainNumber(si / m_units[i].factor)) <= roundDigits)
            round = largest;
    }
    m_unit->setCurrentIndex(round >= 0 ? round : largest);
}

void QuantityField::setMixed(double largest)
{
    m_value.reset();
    if (!m_edit->hasFocus())
        chooseUnit(largest);
    write();
}

void QuantityField::setNone()
{
    if (!m_value && m_edit->hasFocus())
        return;
    m_value.reset();
    chooseUnit(0);
    write();
}

std::optional<double> QuantityField::value() const { return m_value; }

void QuantityField::finish()
{
    // A text that is no value in the end was none at its beginning either: "12abc" leaves what was there before the 1.
    if (m_typing && !m_isValue)
        takeBack();
    else if (std::exchange(m_typing, false) && m_value && typed().hasUnit)
        chooseUnit(*m_value);
    write();
    emit editingFinished();
}

void QuantityField::takeBack()
{
    m_typing = false;
    setIsValue(true);
    setMistake(false);
    if (m_value == m_before || (!m_before && !m_mayBeNone)) // several that differed have what was typed, until undone
        return;
    m_value = m_before;
    if (m_before)
        emit edited(*m_before);
    else if (m_mayBeNone)
        emit cleared();
}

void QuantityField::setIsValue(bool isValue)
{
    m_isValue = isValue;
    m_edit->setProperty("halfTyped", !isValue); // for UndoKeys
}

void QuantityField::setMistake(bool mistake)
{
    const Unit &unit = m_units[static_cast<std::size_t>(m_unit->currentIndex())];
    const QString reason = tr("A number between %1 and %2")
                               .arg(plainNumber(m_smallest / unit.factor),
                                    (plainNumber(m_largest / unit.factor) + u' ' + unit.name).trimmed());
    m_edit->setProperty("invalid", mistake);
    const QString said = mistake ? reason : QString();
    m_edit->setToolTip(plainTip(said));
    m_edit->setAccessibleDescription(said);
    m_edit->update();
    m_reason->setText(said); // said at once, to those who type and do not point
    m_reason->setVisible(mistake);
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, currentTheme()[Role::error]);
    m_reason->setPalette(colours);
}

QuantityField::Typed QuantityField::typed() const
{
    QString text = m_edit->text();
    text.remove(u',');
    text.replace(QChar(0x3bc), QChar(0xb5)); // mu for micro
    text.replace(QStringLiteral("us"), QStringLiteral("µs"));
    bool isNumber = false;
    Typed result;
    qsizetype length = text.size();
    for (; length > 0 && !isNumber; --length)
        result.number = QLocale::c().toDouble(text.left(length).trimmed(), &isNumber);
    const QString behind = text.mid(length + 1).trimmed();
    result.isMistake = !isNumber;
    if (!isNumber)
        return result;
    if (behind.isEmpty()) {
        result.factor = m_units[static_cast<std::size_t>(m_unit->currentIndex())].factor;
        return result;
    }
    result.hasUnit = true;
    // As it is written first: a small b is a bit.
    bool begins = false;
    for (const Qt::CaseSensitivity spelling : {Qt::CaseSensitive, Qt::CaseInsensitive}) {
        std::set<double> factors;
        for (const auto *units : {&m_units, &m_typedUnits})
            for (const Unit &unit : *units) {
                begins = begins || unit.name.startsWith(behind, spelling);
                if (unit.name.compare(behind, spelling) == 0)
                    factors.insert(unit.factor);
            }
        if (factors.size() == 1) {
            result.factor = *factors.begin();
            return result;
        }
    }
    result.isMistake = !begins;
    return result;
}

void QuantityField::read()
{
    if (!std::exchange(m_typing, true))
        m_before = m_value;
    if (m_mayBeNone && m_edit->text().trimmed().isEmpty()) {
        setIsValue(true);
        setMistake(false);
        m_value.reset();
        emit cleared();
        return;
    }
    const Typed now = typed();
    const double si = now.number * now.factor.value_or(1);
    setIsValue(now.factor && si >= m_smallest && si <= m_largest);
    setMistake(now.isMistake || (now.factor && !m_isValue));
    if (!m_isValue)
        return;
    m_value = si;
    emit edited(si);
}

void QuantityField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape || !m_typing)
        return QWidget::keyPressEvent(event);
    takeBack();
    write();
    m_edit->selectAll();
    emit editingFinished();
}

void QuantityField::write()
{
    if (!m_value) {
        m_edit->clear();
        m_edit->setPlaceholderText(m_mayBeNone ? QStringLiteral("–") : tr("mixed"));
        return;
    }
    m_edit->setText(plainNumber(*m_value / m_units[static_cast<std::size_t>(m_unit->currentIndex())].factor));
}

NameField::NameField(const QString &name, QWidget *parent) : QLineEdit(parent)
{
    setAccessibleName(name);
    connect(this, &QLineEdit::editingFinished, this, [this] {
        const QString wanted = text().trimmed();
        if (wanted == m_name)
            return;
        if (wanted.isEmpty())
            setText(m_name);
        else
            emit renamed(wanted);
    });
}

void NameField::setName(const QString &name)
{
    m_name = name;
    setText(name);
}

void NameField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && text() != m_name) {
        setText(m_name);
        return;
    }
    QLineEdit::keyPressEvent(event);
}

ShareRows::ShareRows(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void ShareRows::setRows(std::vector<ShareRow> rows, bool stale)
{
    m_rows = std::move(rows);
    m_stale = stale;
    QStringList spoken;
    for (const ShareRow &row : m_rows)
        spoken << row.label + u' ' + row.value;
    setAccessibleDescription(spoken.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QSize ShareRows::sizeHint() const { return {200, static_cast<int>(m_rows.size()) * rowHeight}; }

void ShareRows::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_stale)
        painter.setOpacity(Theme::staleOpacity);
    constexpr double valueWidth = 76;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const ShareRow &row = m_rows[i];
        const QRectF line(0, static_cast<double>(i) * rowHeight, width(), rowHeight);
        const QColor color =
            row.loadStep ? t.load(*row.loadStep / 5.0 + 0.1) : t.mixed(row.role, row.strength, Role::memoryTrack);
        double left = 0;
        if (row.swatch) {
            const QRectF square(0, line.center().y() - 5, 10, 10);
            painter.fillRect(square, color);
            if (row.hatched)
                painter.fillRect(square, t.bubbleHatch(ratioOf(painter)));
            left = 18;
        }
        drawLabel(painter, QRectF(left, line.top(), row.swatch ? width() - left - valueWidth : 92, rowHeight),
                  Qt::AlignLeft | Qt::AlignVCenter, row.label, TypeRole::body, t[Role::secondary]);
        if (!row.swatch)
            drawBar(painter, QRectF(97, line.center().y() - 4, std::max(10.0, width() - 97 - valueWidth + 10), 8),
                    row.share, color, t[Role::memoryTrack], 1);
        drawLabel(painter, QRectF(width() - valueWidth, line.top(), valueWidth, rowHeight),
                  Qt::AlignRight | Qt::AlignVCenter, row.value, row.strong ? TypeRole::title : TypeRole::body,
                  t[Role::text]);
    }
}

StackedBar::StackedBar(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(14);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void StackedBar::setRows(std::vector<ShareRow> rows, bool stale)
{
    m_rows = std::move(rows);
    m_stale = stale;
    update();
}

void StackedBar::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    if (m_stale)
        painter.setOpacity(Theme::staleOpacity);
    painter.fillRect(rect(), t[Role::memoryTrack]);
    double x = 0;
    for (const ShareRow &row : m_rows) {
        const QRectF part(x, 0, row.share * width(), height());
        x = part.right();
        painter.fillRect(part.adjusted(0, 0, part.width() > 3 ? -1 : 0, 0),
                         t.mixed(row.role, row.strength, Role::memoryTrack));
        if (row.hatched)
            painter.fillRect(part, t.bubbleHatch(ratioOf(painter)));
    }
}

std::vector<QuantityField::Unit> bitUnits()
{
    std::vector<QuantityField::Unit> units;
    for (const auto &[prefix, factor] : {std::pair('M', 1e6), std::pair('G', 1e9), std::pair('T', 1e12)})
        for (const char *word : {"b/s", "bit/s", "bps"})
            units.push_back({QChar::fromLatin1(prefix) + QString::fromLatin1(word), factor / 8});
    return units;
}

std::vector<QuantityField::Unit> bandwidthUnits()
{
    return {{QStringLiteral("MB/s"), 1e6}, {QStringLiteral("GB/s"), 1e9}, {QStringLiteral("TB/s"), 1e12}};
}

std::vector<QuantityField::Unit> timeUnits()
{
    return {{QStringLiteral("ns"), 1e-9},
            {QStringLiteral("µs"), 1e-6},
            {QStringLiteral("ms"), 1e-3},
            {QStringLiteral("s"), 1}};
}

std::vector<QuantityField::Unit> powerUnits() { return {{QStringLiteral("W"), 1, true}, {QStringLiteral("kW"), 1e3}}; }

void fitPopup(QComboBox &combo)
{
    constexpr int maxWidth = 480;
    constexpr int aroundText = 48; // mark of the current item, margins, scroll bar
    int widest = 0;
    for (int i = 0; i < combo.count(); ++i)
        widest = std::max(widest, combo.fontMetrics().horizontalAdvance(combo.itemText(i)));
    combo.view()->setTextElideMode(Qt::ElideRight);
    combo.view()->setMinimumWidth(std::min(maxWidth, widest + aroundText));
}

bool passToList(QEvent *event, QWidget *list)
{
    if (event->type() != QEvent::KeyPress)
        return false;
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QCoreApplication::sendEvent(list, event);
        return true;
    default:
        return false;
    }
}

} // namespace heteroscope
