// SPDX-License-Identifier: GPL-3.0-or-later
//
// The small language in which lessons state formulas, checks and goals: arithmetic and comparisons of named figures.
// It has no loops, no assignment and no access to anything but the figures that are handed to it.
//
//     condition  = comparison { ("and" | "or") comparison }      from left to right
//     comparison = sum [ ("<" | "<=" | ">" | ">=") sum ]
//     sum        = product { ("+" | "-") product }
//     product    = factor { ("*" | "/") factor }
//     factor     = "-" factor | NUMBER [ UNIT ] | "(" condition ")" | FUNCTION "(" condition { "," condition } ")"
//                | NAME [ "[" ARGUMENT "]" ]
//     FUNCTION   = "min" | "max" | "abs"
//     UNIT       = "%" | "s" | "ms" | "us" | "B" | "MB" | "GB" | "MiB" | "GiB" | "GB/s" | "Gb/s" | "USD"
//
// A NAME is letters, digits and dots, and begins with a letter: m, stepTime, best.stepTime. An ARGUMENT is any text
// without "]": work[0], bandwidth[uplink]. Values have units: seconds and bytes cannot be added or compared.
#pragma once

#include "base/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// The unit of a value as powers of its base units; all 0: a plain number or a share.
struct LessonUnit
{
    int seconds = 0;
    int bytes = 0;
    int dollars = 0;
    friend bool operator==(const LessonUnit &, const LessonUnit &) = default;
};
/// "s", "B/s", "a number".
std::string toString(const LessonUnit &unit);

enum class LessonOperation {
    number,
    name,
    negate,
    add,
    subtract,
    multiply,
    divide,
    minimum,
    maximum,
    absolute,
    less,
    lessOrEqual,
    greater,
    greaterOrEqual,
    both,
    either,
};

/// A node of an expression. left and right are indices of nodes before it; -1 where there is none.
struct ExpressionNode
{
    LessonOperation operation = LessonOperation::number;
    double number = 0;    ///< in the SI unit of `unit`; of a share 0.1 for 10 %
    LessonUnit unit{};    ///< of a number
    std::string text{};   ///< of a number as it was written: "10 %"; of a name the name
    std::string argument; ///< of a name: between the brackets
    int left = -1;
    int right = -1;
    friend bool operator==(const ExpressionNode &, const ExpressionNode &) = default;
};

/// A parsed expression; its value is that of the last node. Without nodes it is not set.
struct Expression
{
    std::string text;
    std::vector<ExpressionNode> nodes;
    bool isSet() const { return !nodes.empty(); }
    const ExpressionNode &root() const { return nodes.back(); }
    friend bool operator==(const Expression &, const Expression &) = default;
};

inline constexpr std::size_t maxExpressionText = 1000; ///< bytes
inline constexpr int maxExpressionDepth = 40;          ///< of brackets

/// Errors: code syntax, with path "1:COLUMN".
Result<Expression> parseExpression(std::string_view text);

/// What a value is: a number with a unit, or true and false.
struct ExpressionType
{
    LessonUnit unit{};
    bool isCondition = false;
    friend bool operator==(const ExpressionType &, const ExpressionType &) = default;
};
using TypeOfName = std::function<Result<ExpressionType>(const std::string &name, const std::string &argument)>;
/// Errors: those of the names; units that do not go together; a number where a condition belongs, and the reverse.
Result<ExpressionType> typeOf(const Expression &expression, const TypeOfName &typeOfName);

using ValueOfName = std::function<Result<double>(const std::string &name, const std::string &argument)>;
/// The value in SI units; of a condition 1 or 0. Errors: those of the names; a division by zero.
Result<double> valueOf(const Expression &expression, const ValueOfName &valueOfName);

using TextOfName = std::function<std::string(const std::string &name, const std::string &argument)>;
/// The expression, or the part of it below a node, with names as the function writes them and only those brackets that
/// are needed: "(p − 1) / (m + p − 1)".
std::string expressionText(const Expression &expression, const TextOfName &textOfName, int node = -1);

} // namespace heteroscope
