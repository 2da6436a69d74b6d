// SPDX-License-Identifier: GPL-3.0-or-later
//
// The question of a design search as a form: nodes to choose from, fabrics, limits, tokens to train, and how exact the
// front has to be. What it makes is a design file (core/design/design_spec.h), whose reader judges it.
#pragma once

#include "workload/workload.h"
#include "json/json.h"

#include <QWidget>

class QDoubleSpinBox;
class QLineEdit;
class QPushButton;
class QTableView;

namespace heteroscope {

class ChoiceModel;

class DesignForm : public QWidget
{
    Q_OBJECT

public:
    explicit DesignForm(QWidget *parent = nullptr);

    /// The design file for this workload.
    Json json(const Workload &workload) const;
    /// Tokens to train; 0: not asked.
    double tokens() const;

    ChoiceModel *choices() const { return m_choices; }
    QTableView *table() const { return m_table; }
    QPushButton *addButton() const { return m_add; }
    QPushButton *removeButton() const { return m_remove; }
    QLineEdit *fabrics() const { return m_fabrics; }
    QDoubleSpinBox *maxPrice() const { return m_maxPrice; }
    QDoubleSpinBox *maxPower() const { return m_maxPower; }
    QDoubleSpinBox *maxRackUnits() const { return m_maxRackUnits; }
    QDoubleSpinBox *maxDevices() const { return m_maxDevices; }
    QDoubleSpinBox *billions() const { return m_billions; }
    QDoubleSpinBox *gap() const { return m_gap; }

signals:
    void edited();

private:
    void setUpTable();
    void arrange();

    ChoiceModel *m_choices;
    QTableView *m_table;
    QPushButton *m_add;
    QPushButton *m_remove;
    QLineEdit *m_fabrics;
    QDoubleSpinBox *m_maxPrice;
    QDoubleSpinBox *m_maxPower;
    QDoubleSpinBox *m_maxRackUnits;
    QDoubleSpinBox *m_maxDevices;
    QDoubleSpinBox *m_billions;
    QDoubleSpinBox *m_gap;
};

} // namespace heteroscope
