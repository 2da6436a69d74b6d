// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/expression.h"

#include "json/object_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace heteroscope {

namespace {

struct UnitWord
{
    std::string_view word;
    double factor;
    LessonUnit unit;
};
// Longer words first, because "GB" begins "GB/s".
constexpr std::array<UnitWord, 12> unitWords = {{{"GB/s", 1e9, {-1, 1, 0}},
                                                 {"Gb/s", 1.25e8, {-1, 1, 0}},
                                                 {"GiB", 1073741824.0, {0, 1, 0}},
                                                 {"MiB", 1048576.0, {0, 1, 0}},
                                                 {"USD", 1, {0, 0, 1}},
                                                 {"GB", 1e9, {0, 1, 0}},
                                                 {"MB", 1e6, {0, 1, 0}},
                                                 {"ms", 1e-3, {1, 0, 0}},
                                                 {"us", 1e-6, {1, 0, 0}},
                                                 {"s", 1, {1, 0, 0}},
                                                 {"B", 1, {0, 1, 0}},
                                                 {"%", 0.01, {0, 0, 0}}}};

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNamePart(char c) { return isLetter(c) || isDigit(c) || c == '.'; }

class ExpressionParser
{
public:
    explicit ExpressionParser(std::string_view text) : m_text(text) {}

    Result<Expression> parse()
    {
        m_expression.text = std::string(m_text);
        if (m_text.size() > maxExpressionText) {
            fail("at most " + std::to_string(maxExpressionText) + " bytes", "split it in two");
            return *m_error;
        }
        condition();
        blanks();
        if (!m_error && m_at < m_text.size())
            fail("an operator, or the end", "write * between the factors of a product");
        if (m_error)
            return *m_error;
        return std::move(m_expression);
    }

private:
    void fail(std::string expected, std::string hint)
    {
        if (m_error)
            return;
        const auto rest = m_text.substr(std::min(m_at, m_text.size()), 20);
        m_error = Error{Error::Code::syntax,
                        {},
                        "1:" + std::to_string(m_at + 1),
                        rest.empty() ? std::string("the end of the formula") : quoteText(rest),
                        std::move(expected),
                        std::move(hint)};
    }
    void blanks()
    {
        while (m_at < m_text.size() && m_text[m_at] == ' ')
            ++m_at;
    }
    bool take(std::string_view sign)
    {
        blanks();
        if (!m_text.substr(std::min(m_at, m_text.size())).starts_with(sign))
            return false;
        if (isLetter(sign.front()) && m_at + sign.size() < m_text.size() && isNamePart(m_text[m_at + sign.size()]))
            return false; // the beginning of a longer word
        m_at += sign.size();
        return true;
    }
    int add(ExpressionNode node)
    {
        m_expression.nodes.push_back(std::move(node));
        return static_cast<int>(m_expression.nodes.size()) - 1;
    }
    int pair(LessonOperation operation, int left, int right) { return add({operation, 0, {}, {}, {}, left, right}); }

    int condition()
    {
        int left = comparison();
        while (!m_error) {
            if (take("and"))
                left = pair(LessonOperation::both, left, comparison());
            else if (take("or"))
                left = pair(LessonOperation::either, left, comparison());
            else
                break;
        }
        return left;
    }
    int comparison()
    {
        const int left = sum();
        if (take("<="))
            return pair(LessonOperation::lessOrEqual, left, sum());
        if (take(">="))
            return pair(LessonOperation::greaterOrEqual, left, sum());
        if (take("<"))
            return pair(LessonOperation::less, left, sum());
        if (take(">"))
            return pair(LessonOperation::greater, left, sum());
        return left;
    }
    int sum()
    {
        int left = product();
        while (!m_error) {
            if (take("+"))
                left = pair(LessonOperation::add, left, product());
            else if (take("-"))
                left = pair(LessonOperation::subtract, left, product());
            else
                break;
        }
        return left;
    }
    int product()
    {
        int left = factor();
        while (!m_error) {
            if (take("*"))
                left = pair(LessonOperation::multiply, left, factor());
            else if (take("/"))
                left = pair(LessonOperation::divide, left, factor());
            else
                break;
        }
        return left;
    }
    int factor()
    {
        if (++m_depth > maxExpressionDepth)
            fail("at most " + std::to_string(maxExpressionDepth) + " brackets inside each other", "simplify it");
        const int node = m_error ? -1 : plainFactor();
        --m_depth;
        return node;
    }
    int plainFactor()
    {
        if (take("-"))
            return pair(LessonOperation::negate, factor(), -1);
        if (take("(")) {
            const int inside = condition();
            if (!take(")"))
                fail("a closing bracket", "close each bracket that was opened");
            return inside;
        }
        blanks();
        if (m_at < m_text.size() && (isDigit(m_text[m_at]) || m_text[m_at] == '.'))
            return number();
        if (m_at < m_text.size() && isLetter(m_text[m_at]))
            return name();
        fail("a number, a name or an opening bracket", "write a figure such as stepTime");
        return -1;
    }
    int number()
    {
        ExpressionNode node;
        const std::size_t begin = m_at;
        const auto [end, code] = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), node.number);
        if (code != std::errc()) {
            fail("a number", "write it like 12 or 0.5");
            return -1;
        }
        m_at = static_cast<std::size_t>(end - m_text.data());
        for (const UnitWord &word : unitWords) {
            if (take(word.word)) {
                node.number *= word.factor;
                node.unit = word.unit;
                break;
            }
        }
        node.text = std::string(m_text.substr(begin, m_at - begin));
        while (node.text.ends_with(' ')) // skipped in search of a unit
            node.text.pop_back();
        return add(std::move(node));
    }
    int name()
    {
        for (const auto &[word, operation] : {std::pair{"min(", LessonOperation::minimum},
                                              {"max(", LessonOperation::maximum},
                                              {"abs(", LessonOperation::absolute}})
            if (m_text.substr(m_at).starts_with(word))
                return function(operation);
        ExpressionNode node;
        node.operation = LessonOperation::name;
        while (m_at < m_text.size() && isNamePart(m_text[m_at]))
            node.text += m_text[m_at++];
        if (m_at < m_text.size() && m_text[m_at] == '[') {
            const auto end = m_text.find(']', m_at);
            if (end == std::string_view::npos) {
                fail("a closing ]", "close each [ that was opened");
                return -1;
            }
            node.argument = std::string(m_text.substr(m_at + 1, end - m_at - 1));
            m_at = end + 1;
        }
        return add(std::move(node));
    }
    int function(LessonOperation operation)
    {
        m_at += 4;
        int left = condition();
        if (operation == LessonOperation::absolute) {
            left = pair(operation, left, -1);
        } else {
            if (!take(","))
                fail("a comma", "min and max have two values or more");
            do {
                left = pair(operation, left, m_error ? -1 : condition());
            } while (!m_error && take(","));
        }
        if (!take(")"))
            fail("a closing bracket", "close each bracket that was opened");
        return left;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
    Expression m_expression;
    std::optional<Error> m_error;
};

Error unfit(std::string found, std::string expected)
{
    return {Error::Code::invalid, {}, {}, std::move(found), std::move(expected), "compare the units of the figures"};
}

/// The type of a node from those of its operands.
Result<ExpressionType> typeOfNode(LessonOperation operation, const ExpressionType &left, const ExpressionType &right)
{
    const bool isLogic = operation == LessonOperation::both || operation == LessonOperation::either;
    if (isLogic) {
        if (!left.isCondition || !right.isCondition)
            return unfit("a number beside \"and\" or \"or\"", "a comparison on each side");
        return ExpressionType{{}, true};
    }
    if (left.isCondition || right.isCondition)
        return unfit("a comparison inside of a formula", "a number");
    switch (operation) {
    case LessonOperation::negate:
    case LessonOperation::absolute:
        return left;
    case LessonOperation::multiply:
        return ExpressionType{{left.unit.seconds + right.unit.seconds, left.unit.bytes + right.unit.bytes,
                               left.unit.dollars + right.unit.dollars}};
    case LessonOperation::divide:
        return ExpressionType{{left.unit.seconds - right.unit.seconds, left.unit.bytes - right.unit.bytes,
                               left.unit.dollars - right.unit.dollars}};
    default:
        break;
    }
    if (left.unit != right.unit)
        return unfit(toString(left.unit) + " beside " + toString(right.unit), "values of one unit");
    const bool compares = operation >= LessonOperation::less && operation <= LessonOperation::greaterOrEqual;
    return compares ? ExpressionType{{}, true} : left;
}

Result<double> valueOfNode(LessonOperation operation, double left, double right)
{
    switch (operation) {
    case LessonOperation::negate:
        return -left;
    case LessonOperation::absolute:
        return std::abs(left);
    case LessonOperation::add:
        return left + right;
    case LessonOperation::subtract:
        return left - right;
    case LessonOperation::multiply:
        return left * right;
    case LessonOperation::divide:
        if (right == 0)
            return Error{Error::Code::invalid,       {}, {}, "a division by zero", "another number below the line",
                         "change what it depends on"};
        return left / right;
    case LessonOperation::minimum:
        return std::min(left, right);
    case LessonOperation::maximum:
        return std::max(left, right);
    case LessonOperation::less:
        return left < right ? 1.0 : 0.0;
    case LessonOperation::lessOrEqual:
        return left <= right ? 1.0 : 0.0;
    case LessonOperation::greater:
        return left > right ? 1.0 : 0.0;
    case LessonOperation::greaterOrEqual:
        return left >= right ? 1.0 : 0.0;
    case LessonOperation::both:
        return left != 0 && right != 0 ? 1.0 : 0.0;
    case LessonOperation::either:
        return left != 0 || right != 0 ? 1.0 : 0.0;
    default:
        return left;
    }
}

/// How strongly an operation binds; what binds less stands in brackets inside what binds more.
int bindingOf(LessonOperation operation)
{
    switch (operation) {
    case LessonOperation::both:
    case LessonOperation::either:
        return 0;
    case LessonOperation::less:
    case LessonOperation::lessOrEqual:
    case LessonOperation::greater:
    case LessonOperation::greaterOrEqual:
        return 1;
    case LessonOperation::add:
    case LessonOperation::subtract:
        return 2;
    case LessonOperation::multiply:
    case LessonOperation::divide:
        return 3;
    case LessonOperation::negate:
        return 4;
    default:
        return 5;
    }
}

std::string_view signOf(LessonOperation operation)
{
    switch (operation) {
    case LessonOperation::both:
        return " and ";
    case LessonOperation::either:
        return " or ";
    case LessonOperation::less:
        return " < ";
    case LessonOperation::lessOrEqual:
        return " \u2264 ";
    case LessonOperation::greater:
        return " > ";
    case LessonOperation::greaterOrEqual:
        return " \u2265 ";
    case LessonOperation::add:
        return " + ";
    case LessonOperation::subtract:
        return " \u2212 ";
    case LessonOperation::multiply:
        return " \u00d7 ";
    default:
        return " / ";
    }
}

class ExpressionWriter
{
public:
    ExpressionWriter(const Expression &expression, const TextOfName &textOfName)
        : m_expression(expression), m_textOfName(textOfName)
    {}

    std::string text(int index, int least) const
    {
        const ExpressionNode &node = m_expression.nodes[static_cast<std::size_t>(index)];
        const int binding = bindingOf(node.operation);
        std::string result;
        switch (node.operation) {
        case LessonOperation::number:
            return node.text;
        case LessonOperation::name:
            return m_textOfName(node.text, node.argument);
        case LessonOperation::negate:
            result = "\u2212" + text(node.left, binding);
            break;
        case LessonOperation::absolute:
            return "|" + text(node.left, 0) + "|";
        case LessonOperation::minimum:
            return "min(" + text(node.left, 0) + ", " + text(node.right, 0) + ")";
        case LessonOperation::maximum:
            return "max(" + text(node.left, 0) + ", " + text(node.right, 0) + ")";
        default: {
            // a - (b - c) and a / (b * c) need their brackets, (a - b) - c does not.
            const bool ordered =
                node.operation == LessonOperation::subtract || node.operation == LessonOperation::divide;
            result = text(node.left, binding) + std::string(signOf(node.operation)) +
                     text(node.right, ordered ? binding + 1 : binding);
        }
        }
        return binding < least ? "(" + result + ")" : result;
    }

private:
    const Expression &m_expression;
    const TextOfName &m_textOfName;
};

} // namespace

std::string toString(const LessonUnit &unit)
{
    std::string above, below;
    for (const auto &[power, word] : {std::pair{unit.bytes, "B"}, {unit.seconds, "s"}, {unit.dollars, "USD"}}) {
        std::string &side = power > 0 ? above : below;
        for (int i = 0; i < std::min(std::abs(power), 9); ++i)
            side += (side.empty() ? "" : " ") + std::string(word);
    }
    if (above.empty() && below.empty())
        return "a number";
    return (above.empty() ? "1" : above) + (below.empty() ? "" : "/" + below);
}

Result<Expression> parseExpression(std::string_view text) { return ExpressionParser(text).parse(); }

Result<ExpressionType> typeOf(const Expression &expression, const TypeOfName &typeOfName)
{
    std::vector<ExpressionType> types;
    for (const ExpressionNode &node : expression.nodes) {
        if (node.operation == LessonOperation::number) {
            types.push_back({node.unit, false});
            continue;
        }
        auto type = node.operation == LessonOperation::name
                        ? typeOfName(node.text, node.argument)
                        : typeOfNode(node.operation, types[static_cast<std::size_t>(node.left)],
                                     node.right < 0 ? ExpressionType{} : types[static_cast<std::size_t>(node.right)]);
        if (!type)
            return type.error();
        types.push_back(*type);
    }
    return types.empty() ? ExpressionType{} : types.back();
}

Result<double> valueOf(const Expression &expression, const ValueOfName &valueOfName)
{
    std::vector<double> values;
    for (const ExpressionNode &node : expression.nodes) {
        if (node.operation == LessonOperation::number) {
            values.push_back(node.number);
            continue;
        }
        auto value = node.operation == LessonOperation::name
                         ? valueOfName(node.text, node.argument)
                         : valueOfNode(node.operation, values[static_cast<std::size_t>(node.left)],
                                       node.right < 0 ? 0 : values[static_cast<std::size_t>(node.right)]);
        if (!value)
            return value.error();
        values.push_back(*value);
    }
    return values.empty() ? 0.0 : values.back();
}

std::string expressionText(const Expression &expression, const TextOfName &textOfName, int node)
{
    if (!expression.isSet())
        return {};
    const int root = node < 0 ? static_cast<int>(expression.nodes.size()) - 1 : node;
    return ExpressionWriter(expression, textOfName).text(root, 0);
}

} // namespace heteroscope
