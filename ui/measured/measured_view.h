// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Measured dock: a trace of a real run beside the step on show. The trace is read on a worker thread; of each rank
// its median step is kept. Ranks are mapped to lanes as proposed (exchange/trace/rank_lanes.h) or as the user says. The
// error of the step time is explained by cause, over the mapped lanes, and adds up. "Calibrate" makes the devices of
// each type as fast as they were measured (exchange/trace/device_factors.h), as one undo step, and says the step before
// and after. The selection is that of the window.
#pragma once

#include "exchange/trace/device_factors.h"
#include "exchange/trace/trace_difference.h"
#include "jobs/latest_job.h"
#include "jobs/session.h"

#include <QWidget>

#include <array>
#include <optional>

class QButtonGroup;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace heteroscope {

class ChartTable;
class OverlayView;
class RankModel;
class StateStrip;

class MeasuredView : public QWidget
{
    Q_OBJECT

public:
    enum Page { causesPage, ranksPage, factorsPage, pageCount };

    explicit MeasuredView(Session *session, QWidget *parent = nullptr);
    ~MeasuredView() override;

    /// Reads the trace in these files, one a rank, or in a folder, and shows it when it is read.
    void open(const QStringList &paths);
    bool isReading() const { return m_job.isRunning(); }
    /// Forgets the trace.
    void close();
    /// Makes the devices as fast as the trace says.
    void calibrate();
    /// Makes all devices faster or slower by one factor, that of the job's software stack.
    void calibrateStack();
    void setSelectedLanes(const std::set<int> &lanes);
    void setStale(bool stale);
    void showPage(Page page);

    /// The median step of each rank; null without a trace.
    const std::shared_ptr<const MeasuredTrace> &trace() const { return m_trace; }
    /// nullopt without a trace or a step.
    const std::optional<TraceDifference> &difference() const { return m_difference; }
    OverlayView *overlay() const { return m_overlay; }
    RankModel *rankModel() const { return m_ranks; }
    ChartTable *causes() const { return m_causes; }
    /// What the devices of each type would be multiplied with, empty without a trace.
    const std::vector<DeviceFactor> &factors() const { return m_factors; }
    /// The factor of the job's software stack; nullopt without a trace.
    const std::optional<StackFactor> &stack() const { return m_stack; }
    ChartTable *factorTable() const { return m_factorTable; }
    QPushButton *calibrateButton() const { return m_calibrate; }
    QPushButton *stackButton() const { return m_calibrateStack; } ///< on the page of factors
    QTableView *table(Page page) const { return m_tables[page]; }
    StateStrip *strip() const { return m_strip; }

    /// The table of causes as comma-separated values, in seconds.
    QString csv() const;
    void exportCsv(const QString &fileName);

    QSize sizeHint() const override { return {900, 324}; }
    QSize minimumSizeHint() const override { return {560, 200}; }

signals:
    void laneSelected(int lane);
    void said(const QString &text);
    void failed(const QString &title, const QString &text);

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void setUpTables();
    void arrange();
    void accept(const std::optional<Result<MeasuredTrace>> &read, const QStringList &paths);
    void refresh();
    void compare();
    void fillCauses();
    void fillFactors();
    void say();
    QStringList calibrationNotes() const;
    void edit(const QString &what, const Project &after);
    void askForTrace();
    void askForFile();

    Session *m_session;
    std::shared_ptr<const StepResult> m_result; ///< that the rows are of
    std::shared_ptr<const MeasuredTrace> m_trace;
    QString m_name; ///< of the file
    std::optional<TraceDifference> m_difference;
    std::vector<DeviceFactor> m_factors;
    std::optional<StackFactor> m_stack;
    std::optional<Seconds> m_before; ///< step of the project before it was calibrated
    QStringList m_laneNames;         ///< that the mapping was made for
    StateStrip *m_strip;
    QPushButton *m_open;
    QPushButton *m_close;
    QPushButton *m_export;
    QPushButton *m_calibrate;
    QPushButton *m_calibrateStack;
    OverlayView *m_overlay;
    RankModel *m_ranks;
    ChartTable *m_causes;
    ChartTable *m_factorTable;
    std::array<QTableView *, pageCount> m_tables{};
    QStackedWidget *m_pages;
    QButtonGroup *m_group;
    QLabel *m_note;
    LatestJob m_job; // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope
