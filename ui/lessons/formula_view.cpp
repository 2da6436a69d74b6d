// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/formula_view.h"

#include "theme/style.h"
#include "theme/theme.h"
#include "widgets/drawing.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double lineHeight = 20;
constexpr double rowPad = 8; // above and below a row, together
constexpr double barRow = 24;
constexpr double pad = 6;
constexpr double aboveBars = 9;
constexpr double usualWidth = 300;
constexpr double leastWidth = 160; // of a lesson that is made narrow

QString qtText(const std::string &text) { return QString::fromStdString(text); }

double bodyWidth(const QString &text) { return labelWidth(text, TypeRole::body); }

/// Where a line ends first of all, then where no such place is near, and at last.
enum class Cut { operators, words, letters };

/// Whether a line may end before this letter; at > 0.
bool mayEndBefore(const QString &text, qsizetype at, Cut cut)
{
    static const QString operators = QStringLiteral("+−×/<≤>≥");
    const bool afterGap = text[at - 1] == u' ';
    switch (cut) {
    case Cut::operators:
        return afterGap && (operators.contains(text[at]) || (at > 1 && text[at - 2] == u','));
    case Cut::words:
        return afterGap;
    case Cut::letters:
        break;
    }
    return !text[at].isLowSurrogate();
}

/// The text in lines that are at most that wide, unless a single letter is wider.
QStringList linesOf(const QString &text, double width, Cut cut = Cut::operators)
{
    if (bodyWidth(text.trimmed()) <= width)
        return {text.trimmed()};
    QStringList lines;
    for (qsizetype begin = 0, end = 0; begin < text.size(); begin = end) {
        for (end = begin + 1; end < text.size() && !mayEndBefore(text, end, cut); ++end) {
        }
        const QString piece = text.mid(begin, end - begin);
        if (!lines.isEmpty() && bodyWidth((lines.back() + piece).trimmed()) <= width)
            lines.back() += piece;
        else if (cut == Cut::letters || bodyWidth(piece.trimmed()) <= width)
            lines << piece;
        else
            lines << linesOf(piece, width, cut == Cut::operators ? Cut::words : Cut::letters);
    }
    for (QString &line : lines)
        line = line.trimmed();
    return lines;
}

double widest(const QStringList &lines)
{
    double width = 0;
    for (const QString &line : lines)
        width = std::max(width, bodyWidth(line));
    return width;
}

} // namespace

FormulaView::FormulaView(QWidget *parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void FormulaView::setFormula(const LessonScope &scope, const LessonFormula &formula, const QString &name)
{
    const auto sideOf = [&](const auto &textOf) {
        const ExpressionNode &root = formula.formula.root();
        if (root.operation == LessonOperation::divide)
            return Side{qtText(textOf(root.left)), qtText(textOf(root.right))};
        return Side{qtText(textOf(-1)), {}};
    };
    m_name = name;
    m_show = formula.show;
    m_names = sideOf([&](int node) { return formulaNames(formula.formula, node); });
    m_numbers = sideOf([&](int node) { return formulaNumbers(scope, formula.formula, node); });
    m_verdict.reset();
    if (scope.now)
        if (const auto verdict = compare(scope, formula))
            m_verdict = *verdict;
    const QString value = m_verdict ? qtText(shownText(m_verdict->formula, m_show)) : QStringLiteral("–");
    setAccessibleName(tr("%1 = %2 = %3 = %4; simulated: %5")
                          .arg(m_name, qtText(formulaNames(formula.formula)),
                               qtText(formulaNumbers(scope, formula.formula)), value,
                               m_verdict ? qtText(shownText(m_verdict->simulated, m_show)) : QStringLiteral("–")));
    updateGeometry();
    update();
}

double FormulaView::Block::height() const { return static_cast<double>(above.size() + below.size()) * lineHeight; }

double FormulaView::Row::height() const
{
    double height = 0;
    for (const Block &block : blocks)
        height = std::max(height, block.height());
    return height + rowPad;
}

double FormulaView::Row::width() const
{
    double width = 0;
    for (const Block &block : blocks)
        width += block.width;
    return width;
}

FormulaView::Block FormulaView::blockOf(const Side &side, double width)
{
    Block block{linesOf(side.above, width - 2 * pad), {}, 0};
    if (!side.below.isEmpty())
        block.below = linesOf(side.below, width - 2 * pad);
    block.width = std::max(widest(block.above), widest(block.below)) + 2 * pad;
    return block;
}

void FormulaView::addRows(std::vector<Row> &rows, const QString &name, const Side &side, const QString &value,
                          double width)
{
    constexpr double unlimited = 1e6;
    const Block equals = blockOf({QStringLiteral("="), {}}, unlimited);
    Row whole{{equals, blockOf(side, unlimited)}};
    if (!name.isEmpty())
        whole.blocks.insert(whole.blocks.begin(), blockOf({name, {}}, unlimited));
    if (!value.isEmpty())
        whole.blocks.insert(whole.blocks.end(), {equals, blockOf({value, {}}, unlimited)});
    if (whole.width() <= width) {
        rows.push_back(std::move(whole));
        return;
    }
    if (name.isEmpty()) {
        rows.push_back({{equals, blockOf(side, width - equals.width)}});
    } else {
        rows.push_back({{blockOf({name, {}}, width - equals.width), equals}});
        rows.push_back({{blockOf(side, width)}});
    }
    if (!value.isEmpty())
        rows.push_back({{equals, blockOf({value, {}}, width - equals.width)}});
}

std::vector<FormulaView::Row> FormulaView::rowsFor(double width) const
{
    std::vector<Row> rows;
    addRows(rows, m_name, m_names, {}, width);
    if (m_verdict)
        addRows(rows, {}, m_numbers, qtText(shownText(m_verdict->formula, m_show)), width);
    return rows;
}

int FormulaView::heightForWidth(int width) const
{
    const double factor = magnificationOf(this);
    double height = m_verdict ? aboveBars + 2 * barRow : 0;
    for (const Row &row : rowsFor(width / factor))
        height += row.height();
    return static_cast<int>(std::ceil(height * factor));
}

QSize FormulaView::sizeHint() const
{
    const int width = qRound(usualWidth * magnificationOf(this));
    return {width, heightForWidth(width)};
}

QSize FormulaView::minimumSizeHint() const
{
    return {qRound(leastWidth * magnificationOf(this)), qRound((lineHeight + rowPad) * magnificationOf(this))};
}

double FormulaView::innerWidth() const { return width() / magnificationOf(this); }

void FormulaView::drawBlock(QPainter &painter, QPointF topLeft, const Block &block)
{
    const QColor ink = currentTheme()[Role::text];
    double top = topLeft.y();
    const auto draw = [&](const QStringList &lines) {
        for (const QString &line : lines) {
            const double width = block.below.isEmpty() ? bodyWidth(line) + 2 * pad : block.width;
            drawLabel(painter, QRectF(topLeft.x(), top, width, lineHeight), Qt::AlignCenter, line, TypeRole::body, ink);
            top += lineHeight;
        }
    };
    draw(block.above);
    if (!block.below.isEmpty())
        painter.fillRect(QRectF(topLeft.x() + 2, top - 0.5, block.width - 4, 1), ink);
    draw(block.below);
}

void FormulaView::drawBar(QPainter &painter, double top, const QString &name, double value, bool isSimulated) const
{
    const Theme &t = currentTheme();
    const double most = std::max({m_verdict->formula, m_verdict->simulated, 1e-300}) * 1.25;
    const QRectF label(0, top, 84, barRow);
    const QRectF bar(90, top + 6, std::max(20.0, innerWidth() - 90.0 - 92.0), barRow - 12);
    drawLabel(painter, label, Qt::AlignLeft | Qt::AlignVCenter, name, TypeRole::body, t[Role::secondary]);
    painter.fillRect(bar, t[Role::memoryTrack]);
    const QRectF filled(bar.left(), bar.top(), bar.width() * std::clamp(value / most, 0.0, 1.0), bar.height());
    if (isSimulated) {
        painter.fillRect(filled, t[Role::bubble]);
        painter.fillRect(filled, t.bubbleHatch(devicePixelRatioF()));
        painter.setPen(t[Role::bubbleHatch]);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(filled.adjusted(0.5, 0.5, -0.5, -0.5));
    } else {
        painter.fillRect(filled, t[Role::memory]);
    }
    drawLabel(painter, QRectF(innerWidth() - 90.0, top, 90, barRow), Qt::AlignRight | Qt::AlignVCenter,
              qtText(shownText(value, m_show)), TypeRole::title, t[Role::text]);
}

void FormulaView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(magnificationOf(this), magnificationOf(this));
    double top = 0;
    for (const Row &row : rowsFor(innerWidth())) {
        double left = 0;
        for (const Block &block : row.blocks) {
            drawBlock(painter, QPointF(left, top + (row.height() - block.height()) / 2), block);
            left += block.width;
        }
        top += row.height();
    }
    if (!m_verdict)
        return;
    painter.fillRect(QRectF(0, top + aboveBars / 2, innerWidth(), 1), currentTheme()[Role::border]);
    drawBar(painter, top + aboveBars, tr("formula"), m_verdict->formula, false);
    drawBar(painter, top + aboveBars + barRow, tr("simulated"), m_verdict->simulated, true);
}

} // namespace heteroscope
