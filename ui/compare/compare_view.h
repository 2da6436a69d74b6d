// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Compare dock: two results, their timelines on one time axis, the difference by cause and place, which adds up
// exactly, their figures, and the tray of pinned results. On demand the difference by node stands on the canvas, as
// long as the dock is looked at. The selection is that of the window.
//
// Keys in the tables: Ctrl+C copies as CSV. In the tray: Enter compares with the step on show, F2 renames, Delete
// removes.
#pragma once

#include "analysis/node_difference.h"
#include "compare/compare_source.h"

#include <QWidget>

class QComboBox;
class QButtonGroup;
class QPushButton;
class QStackedWidget;
class QTableView;
class QToolButton;
class QTreeView;

namespace heteroscope {

class CauseModel;
class FigureModel;
class StateStrip;
class TimelineView;
class TrayModel;

class CompareView : public QWidget
{
    Q_OBJECT

public:
    enum Side { sideA, sideB, sideCount };
    enum Page { causesPage, figuresPage, trayPage, pageCount };

    explicit CompareView(Session *session, QWidget *parent = nullptr);
    ~CompareView() override;

    ResultTray *tray() { return &m_tray; }
    TimelineView *timeline(Side side) const { return m_timelines[side]; }
    QComboBox *field(Side side) const { return m_fields[side]; }
    CauseModel *causeModel() const { return m_causeModel; }
    QTreeView *causes() const { return m_causes; }
    QTableView *figures() const { return m_figures; }
    QTableView *pinned() const { return m_pinned; }
    StateStrip *strip() const { return m_strip; }
    QPushButton *pinButton() const { return m_pin; }
    /// Puts the difference by node on the canvas.
    QToolButton *canvasButton() const { return m_onCanvas; }
    QToolButton *pageButton(Page page) const { return m_pageButtons[page]; }
    /// What is compared; null without a result.
    std::shared_ptr<const Simulation> step(Side side) const { return m_steps[side]; }
    /// Compares this source, as long as there is one with the key.
    void choose(Side side, const QString &key);
    void swap();
    void showPage(Page page);
    /// The table of the page as comma-separated values, in SI units.
    QString csv() const;
    void exportCsv(const QString &fileName);
    /// Puts it on the clipboard.
    void copy() const;

    QSize sizeHint() const override { return {900, 324}; }
    QSize minimumSizeHint() const override { return {560, 200}; }

signals:
    void said(const QString &text);
    void exportFailed(const QString &message);
    /// What the canvas is to show; empty: nothing.
    void differencesShown(const std::vector<heteroscope::NodeDifference> &differences);
    /// A lane of the step on show was chosen.
    void laneSelected(int lane);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void showDifferences();
    void setUpSide(Side side);
    void setUpTables();
    void arrange();
    void refresh();
    void refreshFields();
    void refreshSteps();
    void say();
    void mark();
    void markCause();
    void chooseLane(Side side, int lane);
    void chooseDevices(const std::set<std::string> &devices);
    void askForFile();
    void comparePinned();

    Session *m_session;
    ResultTray m_tray;
    std::vector<CompareSource> m_sources;
    std::array<QString, sideCount> m_wanted;       ///< keys that the user chose; empty: the usual ones
    std::array<int, sideCount> m_shown = {-1, -1}; ///< of m_sources
    std::array<std::shared_ptr<const Simulation>, sideCount> m_steps;
    StateStrip *m_strip;
    QPushButton *m_pin;
    QPushButton *m_export;
    QToolButton *m_swap;
    QToolButton *m_onCanvas;
    std::array<QComboBox *, sideCount> m_fields{};
    std::array<TimelineView *, sideCount> m_timelines{};
    CauseModel *m_causeModel;
    FigureModel *m_figureModel;
    TrayModel *m_trayModel;
    QTreeView *m_causes;
    QTableView *m_figures;
    QTableView *m_pinned;
    QStackedWidget *m_pages;
    QButtonGroup *m_pageGroup;
    std::array<QToolButton *, pageCount> m_pageButtons{};
    bool m_refreshing = false;
    bool m_late = true; ///< hidden since the last change: refreshed when it is shown
};

} // namespace heteroscope
