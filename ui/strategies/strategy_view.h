// SPDX-License-Identifier: GPL-3.0-or-later
//
// The strategies dock: the certificate, below it the ranked plans, beside them why the selected plan is not the best.
// Sorts by any column. Selecting a row shows its step in all views, Enter applies the plan, Space pins it, W or a click
// on a rejected family opens the reasons. Plans that differ from a better one in one thing only are folded under it:
// Right and Left, or a click on the caret, open and close such a group. The row under the mouse is previewed; the
// filter is told to other views.
#pragma once

#include "jobs/plan_filter.h"
#include "jobs/session.h"

#include <QPersistentModelIndex>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

class QLineEdit;
class QLabel;
class QTableView;

namespace heteroscope {

class CertificateStrip;
class FamilyQuestion;
class StrategyDelegate;
class StrategyFilter;
class StrategyModel;
class WhyNotPanel;
struct StrategyRow;

class StrategyView : public QWidget
{
    Q_OBJECT

public:
    explicit StrategyView(QWidget *parent = nullptr);

    void setRanking(std::shared_ptr<const Ranking> ranking);
    /// The project's plans, pinned on top of the table.
    void setPlanSteps(std::vector<NamedStep> steps);
    /// A search is on: the ranking stays and the strip says so. progress: "120 of 318 families".
    void setSearching(bool searching, const QString &progress = {}, bool cancelling = false);
    /// What the ranking was searched for; account: in words, if it is stale.
    void setAge(RankingAge age, const QString &account = {});
    /// Who knows why a family is not the answer; without it only the line of the table is shown.
    void setQuestion(FamilyQuestion *question);
    /// Another view keeps some of the plans only.
    void setBrush(const PlanBrush &brush);
    void showWhyNot(bool shown);
    bool isWhyNotShown() const;

    WhyNotPanel *whyNot() const { return m_whyNot; }
    StrategyModel *model() const { return m_model; }
    StrategyFilter *filter() const { return m_filter; }
    QTableView *table() const { return m_table; }
    QLineEdit *filterField() const { return m_filterField; }
    /// Pins the plan of the current row, or lets it go.
    void togglePin();
    void applyCurrent();
    /// Null without a current row.
    const StrategyRow *currentRow() const;
    void askForFile();
    CertificateStrip *certificate() const { return m_certificate; }
    /// Where the user is asked for a file name; tests put their own in its place.
    void exportCsv(const QString &fileName);

    /// Draws strip and table at any size in the present theme, without the widget being shown.
    static void paint(class QPainter &painter, QSize size, std::shared_ptr<const Ranking> ranking);

    QSize sizeHint() const override { return {900, 324}; }

signals:
    void planActivated(const heteroscope::Plan &plan); ///< Apply, Enter or double click
    void planPicked(const heteroscope::Plan &plan);    ///< of a row, or of a family whose reasons are open
    void keptPlanRemoved(const QString &name);         ///< Delete on a kept plan
    void searchRequested();
    void cancelRequested();
    void exportFailed(const QString &message);
    /// The plan of the row under the mouse as a simulation; null when there is none.
    void previewed(const std::shared_ptr<const heteroscope::Simulation> &simulation);
    void filterChanged(const heteroscope::PlanFilter &filter);
    void currentChanged();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void onCurrentChanged();
    void updateButtons();
    void fitColumns();
    int currentHead() const;
    void setOpen(int head, bool open);
    void selectRow(int row);
    bool foldByKey(int key);
    bool foldByMouse(QPoint at);
    /// While there are no rows, a sentence stands in their place.
    void updateEmpty();
    void refreshWhyNot();
    bool selectPlan(const std::optional<Plan> &plan);
    void setUpFilter();
    void filterBy(const QString &text);
    template<class Change>
    void changeFilter(Change change);
    void setHoveredRow(int row);
    void preview();
    void announceFilter();

    StrategyModel *m_model;
    StrategyFilter *m_filter;
    QTableView *m_table;
    QLabel *m_empty;
    StrategyDelegate *m_delegate;
    CertificateStrip *m_certificate;
    WhyNotPanel *m_whyNot;
    FamilyQuestion *m_question = nullptr;
    QLineEdit *m_filterField;
    QPersistentModelIndex m_chosen; ///< row of the model that was chosen last; the filter may hide it
    QTimer m_previewTimer;          ///< a mouse that only crosses rows previews none of them
    int m_hoveredRow = -1;
    bool m_settingRows = false;
};

} // namespace heteroscope
