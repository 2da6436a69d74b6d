// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page of the inspector: a heading with a chip, sections, forms. Pages are made for one selection and refreshed when
// the project or the simulation changes.
#pragma once

#include "jobs/session.h"
#include "theme/icons.h"
#include "theme/theme.h"
#include "widgets/fields.h"

#include <QCoreApplication>
#include <QLabel>
#include <QVBoxLayout>

namespace heteroscope {

class CurvePlot;

class InspectorPage : public QWidget
{
    Q_OBJECT

public:
    explicit InspectorPage(Session &session);

    /// Shows the present values. False when what the page is about is gone.
    virtual bool refresh() = 0;
    /// Takes the text that is being written. False if it is not allowed.
    virtual bool finishEditing() { return true; }

signals:
    void scenarioRequested();

protected:
    Document &document() { return *m_session.document(); }
    const Project &project() const { return m_session.document()->project(); }
    Session &session() { return m_session; }

    void setHeading(IconName name, const QString &title, const QString &chip = {});
    /// A rule and a title; what is added after it belongs to the section.
    QLabel *addSection(const QString &title, const QString &aside = {});
    PlainForm *addForm();
    /// Label and value as text rows that can be refreshed: returns the value's label.
    QLabel *addFact(PlainForm *form, const QString &label);
    void addWidget(QWidget *widget);
    QLabel *addNote();
    /// A small picture of a rate curve that opens the scenario editor; shown only while the curve changes over time.
    CurvePlot *addCurve();
    void showCurve(CurvePlot *plot, const RateCurve *curve);
    void finish();

private:
    Session &m_session;
    QVBoxLayout *m_layout;
    QLabel *m_icon;
    QLabel *m_title;
    QLabel *m_chip;
    IconName m_iconName = IconName::info;
};

/// The rack that a node or switch stands in, and how often it is there: "rack-0 x 16".
QString rackText(const Cluster &cluster, const std::string &thing);

/// The project's own device types, then the catalog's types that they do not hide.
void fillDeviceTypes(QComboBox &box, const Cluster &cluster);
/// Also one that is in neither; empty: none is chosen.
void showDeviceType(QComboBox &box, const QString &type);

/// Shares of a step as rows for ShareRows and StackedBar, device-weighted over the lanes; they add up to 100 %.
std::vector<ShareRow> timeShares(const StepResult &result, const std::vector<const Lane *> &lanes);
/// Parts of a lane's memory against its capacity.
std::vector<ShareRow> memoryShares(const Lane &lane);

} // namespace heteroscope
