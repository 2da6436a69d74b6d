// SPDX-License-Identifier: GPL-3.0-or-later
//
// The scenario dock: the rate curve of the selected items, or the price of the selected nodes' devices, as plot and
// table, with a library of shapes and pasting.
// Every change is one undo step of the document, after which the simulation runs again.
#pragma once

#include "editing/curve_subject.h"
#include "jobs/session.h"
#include "scenario/curve_table.h"

#include <QComboBox>

class QLabel;
class QPushButton;
class QTableView;

namespace heteroscope {

class CurvePlot;
class QuantityField;
class ShapeForm;

class ScenarioView : public QWidget
{
    Q_OBJECT

public:
    explicit ScenarioView(Session *session, QWidget *parent = nullptr);

    CurvePlot *plot() const { return m_plot; }
    QTableView *table() const { return m_table; }
    ShapeForm *shapes() const { return m_shapes; }
    QPushButton *pasteButton() const { return m_paste; }
    QComboBox *things() const { return m_things; }
    /// What of the selection is drawn: its rate, or its price.
    QComboBox *kind() const { return m_kind; }
    const CurveSubjects &subjects() const { return m_subjects; }
    /// What it says below the plot: a reason why something is refused, or how to edit.
    QString saying() const;

    QSize sizeHint() const override { return {900, 324}; }

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void setUpFields();
    void setUpTable();
    void arrange();
    void connectPlot();
    void connectButtons();
    bool showsPrice() const { return m_kind->currentIndex() == 1; }
    /// Selects what a row of the list of things that change names.
    void selectThing(int row);
    void refresh();
    void refreshThings();
    void change(const RateCurve &curve, const QString &what);
    void paste();
    void addRow();
    void removeRow();
    void say(const QString &reason);

    Session *m_session;
    Document *m_document;
    CurveSubjects m_subjects;
    std::vector<CurveSubjects> m_changing; ///< the rows of m_things, after the first
    QLabel *m_title;
    QComboBox *m_kind;
    QComboBox *m_things;
    ShapeForm *m_shapes;
    CurvePlot *m_plot;
    QLabel *m_saying;
    QuantityField *m_length;
    CurveTable *m_model;
    QTableView *m_table;
    QPushButton *m_add;
    QPushButton *m_remove;
    QPushButton *m_paste;
    QPushButton *m_clear;
};

} // namespace heteroscope
