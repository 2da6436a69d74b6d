// SPDX-License-Identifier: GPL-3.0-or-later
//
// A shape of the library with its parameters as fields. The curve they make is shown as a preview while they are typed.
#pragma once

#include "scenario/curve_shapes.h"
#include "widgets/fields.h"

#include <optional>

class QLabel;
class QPushButton;

namespace heteroscope {

class ShapeForm : public QWidget
{
    Q_OBJECT

public:
    explicit ShapeForm(QWidget *parent = nullptr);

    /// Length that new default values suit.
    void setHorizon(Seconds horizon) { m_horizon = horizon; }
    QComboBox *shapeField() const { return m_shape; }
    QPushButton *useButton() const { return m_use; }
    /// Goes back to no shape, and so to no preview.
    void clear();

signals:
    /// The curve of the present parameters; none without a shape.
    void previewed(const std::optional<heteroscope::RateCurve> &curve);
    /// Parameters that make no curve, and what was expected.
    void refused(const QString &reason);
    void chosen(const heteroscope::RateCurve &curve, const QString &shape);

private:
    void build();
    void preview();
    CurveShape shape() const { return curveShapes[static_cast<std::size_t>(m_shape->currentIndex() - 1)]; }

    Seconds m_horizon{3600};
    QComboBox *m_shape;
    QWidget *m_parameters = nullptr;
    QVBoxLayout *m_room;
    std::vector<QuantityField *> m_fields;
    QPushButton *m_use;
    std::optional<RateCurve> m_made;
};

} // namespace heteroscope
