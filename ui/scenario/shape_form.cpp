// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/shape_form.h"

#include "language/sentences.h"
#include "widgets/plain_text.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace heteroscope {
namespace {

std::vector<QuantityField::Unit> unitsOf(ShapeParameter::Unit unit)
{
    switch (unit) {
    case ShapeParameter::Unit::time:
        return {{QStringLiteral("ms"), 1e-3},
                {QStringLiteral("s"), 1},
                {QStringLiteral("min"), 60},
                {QStringLiteral("h"), 3600}};
    case ShapeParameter::Unit::share:
        return {{QStringLiteral("%"), 0.01}};
    case ShapeParameter::Unit::count:
        break;
    }
    return {{QString(), 1}};
}

QString captionOf(const ShapeParameter &parameter)
{
    return parameter.unit == ShapeParameter::Unit::share ? QObject::tr("%1, %").arg(parameter.name) : parameter.name;
}

} // namespace

ShapeForm::ShapeForm(QWidget *parent)
    : QWidget(parent),
      m_shape(new QComboBox(this)),
      m_room(new QVBoxLayout(this)),
      m_use(new QPushButton(tr("Use"), this))
{
    m_room->setContentsMargins(0, 0, 0, 0);
    m_room->setSpacing(6);
    m_shape->setAccessibleName(tr("Shape"));
    m_shape->addItem(tr("Shape …"));
    for (const CurveShape shape : curveShapes)
        m_shape->addItem(shapeName(shape));
    m_use->setToolTip(tr("Replace the curve by this one"));
    m_use->setProperty("accent", true);
    m_room->addWidget(m_shape);
    m_room->addWidget(m_use);
    m_room->addStretch(1);
    m_use->hide();
    connect(m_shape, &QComboBox::activated, this, &ShapeForm::build);
    connect(m_use, &QPushButton::clicked, this, [this] {
        if (!m_made)
            return;
        const RateCurve curve = *m_made;
        const QString name = shapeName(shape());
        clear();
        emit chosen(curve, name);
    });
}

void ShapeForm::clear()
{
    m_shape->setCurrentIndex(0);
    build();
}

void ShapeForm::build()
{
    if (m_parameters) {
        m_parameters->hide();
        m_parameters->deleteLater();
        m_parameters = nullptr;
    }
    m_fields.clear();
    m_use->setVisible(m_shape->currentIndex() > 0);
    if (m_shape->currentIndex() > 0) {
        m_parameters = new QWidget(this);
        auto *form = new PlainForm(m_parameters);
        form->setContentsMargins(0, 0, 0, 0);
        form->setVerticalSpacing(4);
        for (const ShapeParameter &parameter : shapeParameters(shape(), m_horizon)) {
            auto *field = new QuantityField(parameter.name, unitsOf(parameter.unit), m_parameters);
            field->setRange(parameter.smallest, parameter.largest);
            field->setValue(parameter.value);
            connect(field, &QuantityField::edited, this, &ShapeForm::preview);
            form->addRow(captionOf(parameter), field);
            m_fields.push_back(field);
        }
        m_room->insertWidget(1, m_parameters);
        m_parameters->show();
    }
    preview();
}

void ShapeForm::preview()
{
    m_made.reset();
    if (m_shape->currentIndex() > 0) {
        std::vector<double> values;
        for (const QuantityField *field : m_fields)
            values.push_back(field->value().value_or(0));
        const Result<RateCurve> made = makeShape(shape(), values);
        if (made)
            m_made = *made;
        emit refused(made ? QString() : sentenceOf(made.error()));
    }
    m_use->setEnabled(m_made.has_value());
    emit previewed(m_made);
}

} // namespace heteroscope
