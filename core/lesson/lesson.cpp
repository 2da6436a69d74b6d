// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson.h"

#include "base/numbers.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

template<class Item>
const Item *itemNamed(const std::vector<Item> &items, const std::string &name)
{
    const auto found = std::find_if(items.begin(), items.end(), [&](const Item &item) { return item.name == name; });
    return found == items.end() ? nullptr : &*found;
}

/// The unit that is meant when somebody types a number alone.
std::string_view usualUnit(LessonShow show)
{
    switch (show) {
    case LessonShow::number:
        break;
    case LessonShow::percent:
        return "%";
    case LessonShow::time:
        return "s";
    case LessonShow::data:
        return "GB";
    case LessonShow::memory:
        return "GiB";
    case LessonShow::bandwidth:
        return "GB/s";
    case LessonShow::cost:
        return "USD";
    }
    return {};
}

} // namespace

const std::string &LessonText::in(const std::string &language) const
{
    static const std::string none;
    auto found = byLanguage.find(language);
    if (found == byLanguage.end())
        found = byLanguage.find("en");
    return found == byLanguage.end() ? none : found->second;
}

LessonUnit unitOf(LessonShow show)
{
    switch (show) {
    case LessonShow::number:
    case LessonShow::percent:
        break;
    case LessonShow::time:
        return {1, 0, 0};
    case LessonShow::data:
    case LessonShow::memory:
        return {0, 1, 0};
    case LessonShow::bandwidth:
        return {-1, 1, 0};
    case LessonShow::cost:
        return {0, 0, 1};
    }
    return {};
}

std::string shownText(double value, LessonShow show)
{
    switch (show) {
    case LessonShow::number:
        return inputText(value);
    case LessonShow::percent:
        return percentText(value);
    case LessonShow::time:
        return secondsText(Seconds(value));
    case LessonShow::data:
        return bytesText(Bytes(value));
    case LessonShow::memory:
        return memoryText(Bytes(value));
    case LessonShow::bandwidth:
        return bandwidthText(BytesPerSecond(value));
    case LessonShow::cost:
        break;
    }
    return costText(value);
}

std::optional<double> typedValue(const std::string &text, LessonShow show)
{
    if (text.size() > 60)
        return std::nullopt;
    std::string plain = text;
    if (std::count(plain.begin(), plain.end(), ',') == 1 && plain.find('.') == std::string::npos)
        std::replace(plain.begin(), plain.end(), ',', '.');
    const auto parsed = parseExpression(plain);
    if (!parsed)
        return std::nullopt;
    // A number, or a negated one; anything else is no answer but a calculation.
    const auto &nodes = parsed->nodes;
    const bool isNegative = nodes.size() == 2 && nodes.back().operation == LessonOperation::negate;
    const ExpressionNode &number = nodes.front();
    if (number.operation != LessonOperation::number || (nodes.size() != 1 && !isNegative))
        return std::nullopt;
    const bool hasUnit = !(number.unit == LessonUnit{}) || number.text.ends_with('%');
    double value = number.number;
    if (hasUnit) {
        if (number.unit != unitOf(show) || (number.text.ends_with('%') && show != LessonShow::percent))
            return std::nullopt;
    } else if (const auto unit = usualUnit(show); !unit.empty()) {
        const auto scaled = parseExpression("1 " + std::string(unit));
        value *= scaled->nodes.front().number;
    }
    return isNegative ? -value : value;
}

const LessonControl *Lesson::findControl(const std::string &controlName) const
{
    return itemNamed(controls, controlName);
}

const LessonName *Lesson::findName(const std::string &ownName) const { return itemNamed(names, ownName); }

std::size_t wordCount(std::string_view text)
{
    std::size_t words = 0, characters = 0;
    bool inWord = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte >= 0xE3 && byte <= 0xE9) { // the first byte of a CJK character in UTF-8
            ++characters;
            inWord = false;
            i += 2;
        } else if (byte == ' ' || byte == '\n') {
            inWord = false;
        } else if (!inWord) {
            inWord = true;
            ++words;
        }
    }
    return words + (characters + 1) / 2;
}

} // namespace heteroscope
