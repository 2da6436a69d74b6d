// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_slider.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

/// What a screen reader is told of the slider.
class SpokenSlider : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    explicit SpokenSlider(LessonSlider *slider) : QAccessibleWidget(slider, QAccessible::Slider), m_slider(slider) {}

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface *>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? m_slider->valueText() : QAccessibleWidget::text(kind);
    }
    QVariant currentValue() const override { return m_slider->currentValue(); }
    void setCurrentValue(const QVariant &value) override { m_slider->moveNear(value.toDouble()); }
    QVariant minimumValue() const override { return *std::ranges::min_element(m_slider->values()); }
    QVariant maximumValue() const override { return *std::ranges::max_element(m_slider->values()); }
    QVariant minimumStepSize() const override { return {}; } // the values may be anywhere

private:
    LessonSlider *m_slider;
};

QAccessibleInterface *spokenSlider(const QString &, QObject *object)
{
    auto *slider = qobject_cast<LessonSlider *>(object);
    return slider ? new SpokenSlider(slider) : nullptr;
}

} // namespace

LessonSlider::LessonSlider(std::vector<double> values, QWidget *parent)
    : QSlider(Qt::Horizontal, parent), m_values(std::move(values))
{
    QAccessible::installFactory(spokenSlider); // once; Qt keeps each factory one time
    setRange(0, static_cast<int>(m_values.size()) - 1);
    setPageStep(std::max(1, static_cast<int>(m_values.size()) / 8));
}

void LessonSlider::moveNear(double wanted)
{
    const auto nearest =
        std::ranges::min_element(m_values, {}, [wanted](double value) { return std::abs(value - wanted); });
    setValue(static_cast<int>(nearest - m_values.begin()));
}

void LessonSlider::setValueText(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    QAccessibleValueChangeEvent event(this, currentValue());
    QAccessible::updateAccessibility(&event);
}

} // namespace heteroscope
