// SPDX-License-Identifier: GPL-3.0-or-later
//
// The controls of inspector pages.
#pragma once

#include "base/units.h"
#include "theme/roles.h"
#include "widgets/plain_text.h"

#include <QComboBox>
#include <QLineEdit>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace heteroscope {

/// A number with a choice of units. Holds an SI value, or "mixed" if several items have different values. A unit may be
/// typed after the number, for rates also in bits: "25 Gb/s" is 3.125 GB/s. Escape restores the value.
class QuantityField : public QWidget
{
    Q_OBJECT

public:
    struct Unit
    {
        QString name;
        double factor;      ///< SI value of one
        bool usual = false; ///< the one of an empty field; else the first
    };

    QuantityField(const QString &name, std::vector<Unit> units, QWidget *parent = nullptr);

    /// Shows the value in the unit that suits it; a field that is being typed in keeps its text.
    void setValue(double si);
    /// Several that differ, the largest of them `largest`: what is typed is meant in the unit that suits it.
    void setMixed(double largest);
    /// Lets an empty field mean that there is no such number.
    void setNoneAllowed() { m_mayBeNone = true; }
    void setNone();
    void setReadOnly(bool readOnly) { m_edit->setReadOnly(readOnly); }
    std::optional<double> value() const;
    /// Smallest and largest value that is accepted, SI.
    void setRange(double smallest, double largest);
    QLineEdit *edit() const { return m_edit; }
    QComboBox *unit() const { return m_unit; }

signals:
    /// A valid new value, while typing.
    void edited(double si);
    /// Emptied, where none is allowed.
    void cleared();
    void editingFinished();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    /// What stands in the field: a number, and what it is to be multiplied with; none while its unit is not finished.
    struct Typed
    {
        double number = 0;
        std::optional<double> factor;
        bool hasUnit = false;
        bool isMistake = false;
    };
    Typed typed() const;
    void read();
    void write();
    void setMistake(bool mistake);
    void setIsValue(bool isValue);
    void finish();
    /// What was there before the first key.
    void takeBack();
    /// The largest unit in which the value is no fraction; of nothing the usual one.
    void chooseUnit(double si);

    std::vector<Unit> m_units;
    std::vector<Unit> m_typedUnits; ///< that are only typed
    QLineEdit *m_edit;
    QComboBox *m_unit;
    QLabel *m_reason; ///< of a mistake
    double m_smallest = 0;
    double m_largest = 1e30;
    bool m_mayBeNone = false;
    bool m_typing = false;          ///< something was typed that is not finished yet
    bool m_isValue = true;          ///< and it is a value, or nothing where that is allowed
    std::optional<double> m_before; ///< the value before the first key of that
    std::optional<double> m_value;
};

/// A name that is applied when Enter is pressed or the field is left; Escape takes it back.
class NameField : public QLineEdit
{
    Q_OBJECT

public:
    explicit NameField(const QString &name, QWidget *parent = nullptr);
    void setName(const QString &name);

signals:
    void renamed(const QString &name);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QString m_name;
};

/// Label, bar and percentage, as rows: "to spine-0  [====    ] 36.6 %".
struct ShareRow
{
    QString label;
    double share = 0; ///< 0..1
    QString value;
    Role role = Role::forward;
    std::optional<int> loadStep; ///< colour by link load instead of role
    bool hatched = false;
    bool swatch = false; ///< a coloured square before the label instead of a bar
    bool strong = false;
    double strength = 1; ///< of the role's colour over the track
};

class ShareRows : public QWidget
{
    Q_OBJECT

public:
    explicit ShareRows(QWidget *parent = nullptr);
    void setRows(std::vector<ShareRow> rows, bool stale = false);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::vector<ShareRow> m_rows;
    bool m_stale = false;
};

/// One stacked bar of shares with the colours of its rows.
class StackedBar : public QWidget
{
    Q_OBJECT

public:
    explicit StackedBar(QWidget *parent = nullptr);
    void setRows(std::vector<ShareRow> rows, bool stale = false);
    QSize sizeHint() const override { return {200, 14}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::vector<ShareRow> m_rows;
    bool m_stale = false;
};

/// Mb/s, Gbit/s, Tbps and so on.
std::vector<QuantityField::Unit> bitUnits();
std::vector<QuantityField::Unit> bandwidthUnits();
std::vector<QuantityField::Unit> timeUnits();
std::vector<QuantityField::Unit> powerUnits();

/// For the event filter of a search field: true when the event was a key that moves through the list of what was found,
/// which has it now.
/// Makes the list of a combo box as wide as its longest item, up to 480 px, and cuts longer ones at their end. To be
/// called when the items have changed.
void fitPopup(QComboBox &combo);

bool passToList(QEvent *event, QWidget *list);

} // namespace heteroscope
