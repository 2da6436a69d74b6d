// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/what_if_slider.h"

#include "language/what_if_words.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr int nameWidth = 190;
constexpr int textWidth = 150;
constexpr int pageOfValues = 8;

} // namespace

WhatIfSlider::WhatIfSlider(WhatIfNumber number, QWidget *parent)
    : QWidget(parent),
      m_number(std::move(number)),
      m_choices(whatIfChoices(m_number)),
      m_name(new PlainLabel),
      m_slider(new QSlider(Qt::Horizontal)),
      m_text(new PlainLabel),
      m_reset(new QToolButton)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 0, 8, 0);
    layout->setSpacing(8);
    layout->addWidget(m_name);
    layout->addWidget(m_slider, 1);
    layout->addWidget(m_text);
    layout->addWidget(m_reset);
    m_name->setFixedWidth(nameWidth);
    m_name->setText(m_name->fontMetrics().elidedText(name(), Qt::ElideMiddle, nameWidth));
    m_name->setToolTip(plainTip(name()));
    m_text->setFixedWidth(textWidth);
    m_text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_slider->setAccessibleName(name());
    m_slider->setRange(0, std::max(0, static_cast<int>(m_choices.size()) - 1));
    m_slider->setPageStep(pageOfValues);
    m_slider->setTracking(true);
    m_slider->setMinimumWidth(90);
    m_reset->setIcon(icon(IconName::undo));
    m_reset->setAutoRaise(true);
    m_reset->setAccessibleName(tr("Back to the start: %1").arg(name()));
    m_reset->setToolTip(plainTip(tr("Back to %1").arg(textOf(m_number.start))));
    connect(m_slider, &QSlider::valueChanged, this, [this](int at) {
        const double value = m_choices[static_cast<std::size_t>(at)];
        emit moved(value);
    });
    connect(m_slider, &QSlider::sliderReleased, this, &WhatIfSlider::released);
    connect(m_reset, &QToolButton::clicked, this, [this] { m_slider->setValue(nearest(m_number.start)); });
    setValue(m_number.start);
}

int WhatIfSlider::nearest(double value) const
{
    // On a logarithmic scale; 0 is nearest to what is below half of the least other choice.
    const double least = m_choices.front() > 0 ? 0 : m_choices[1] / 2;
    const auto away = [value, least](double choice) {
        return std::abs(std::log(std::max(choice, least) / std::max(value, least)));
    };
    const auto found =
        std::min_element(m_choices.begin(), m_choices.end(), [&away](double a, double b) { return away(a) < away(b); });
    return static_cast<int>(found - m_choices.begin());
}

QString WhatIfSlider::name() const { return wordsOf(m_number); }

QString WhatIfSlider::textOf(double value) const { return formatValue(m_number, value); }

void WhatIfSlider::setValue(std::optional<double> value)
{
    const bool isThere = value && !m_choices.empty() && (*value > 0 || m_choices.front() == 0);
    setEnabled(isThere);
    if (!isThere) {
        m_text->setText(tr("not there"));
        return;
    }
    if (!m_slider->isSliderDown()) {
        const QSignalBlocker quiet(m_slider);
        m_slider->setValue(nearest(*value));
    }
    // What was written by hand elsewhere is shown as it is.
    const double factor = m_number.start > 0 ? *value / m_number.start : 0;
    const bool isStart = m_number.start > 0 ? std::abs(factor - 1) < 1e-9 : *value == 0;
    m_reset->setEnabled(!isStart);
    QString words = textOf(*value);
    if (!isStart)
        words += QStringLiteral("  ") +
                 (isFromText() ? tr("from %1").arg(textOf(m_number.start)) : tr("×%1").arg(formatSignificant(factor)));
    m_text->setText(words);
    m_text->setFont(heteroscope::font(isStart ? TypeRole::body : TypeRole::button));
}

/// Counts say what they were, others by how much they are larger.
bool WhatIfSlider::isFromText() const
{
    return m_number.start == 0 || m_number.workload == WorkloadNumber::layers ||
           m_number.workload == WorkloadNumber::topK || (m_number.isWhole() && !m_number.workload);
}

QString WhatIfSlider::text() const { return m_text->text(); }

} // namespace heteroscope
