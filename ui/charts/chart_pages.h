// SPDX-License-Identifier: GPL-3.0-or-later
//
// Charts of one dock as pages, each with the table of its numbers: a row of buttons chooses the page, one shows the
// table in place of the chart, one writes it as CSV. A page without a chart is its table.
#pragma once

#include <QWidget>

#include <vector>

class QButtonGroup;
class QHBoxLayout;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace heteroscope {

class ChartTable;

class ChartPages : public QWidget
{
    Q_OBJECT

public:
    explicit ChartPages(QWidget *parent = nullptr);
    ~ChartPages() override;

    int current() const;
    void showNumber(int page);
    /// The table in place of the chart.
    void setTableShown(bool shown);
    bool isTableShown() const;
    ChartTable *tableOf(int page) const { return m_all[static_cast<std::size_t>(page)].table; }

    QTableView *tableView() const { return m_tableView; }
    QToolButton *pageButton(int page) const { return m_all[static_cast<std::size_t>(page)].button; }
    QToolButton *tableButton() const { return m_tableButton; }

    /// The table of the page as comma-separated values, in SI units.
    QString csv() const;
    void exportCsv(const QString &fileName);

    QSize sizeHint() const override { return {900, 324}; }
    QSize minimumSizeHint() const override { return {320, 90}; }

signals:
    void laneSelected(int lane);
    void hovered(const QString &text);
    void exportFailed(const QString &message);

protected:
    struct Page
    {
        QString title;
        QString tip;
        QString file; ///< proposed name of its CSV: "load.csv"
        QWidget *chart = nullptr;
        ChartTable *table = nullptr;
        QToolButton *button = nullptr; ///< made by addPage
    };
    void addPage(Page page);
    /// Beside the buttons of the pages.
    void addToHead(QWidget *widget);
    static constexpr int headHeight = 26;

    /// Another page, or its table in place of the chart, is shown.
    virtual void pageShown() {}
    /// A row of the shown table was chosen: the lane with its number, unless the page means something else.
    virtual void pickRow(int row) { emit laneSelected(row); }
    void fitTable();
    void refreshPage();

private:
    void setUpTable();
    void askForFile();

    std::vector<Page> m_all;
    QHBoxLayout *m_head;
    QTableView *m_tableView;
    QStackedWidget *m_stack; ///< the charts and the table
    QButtonGroup *m_group;
    QToolButton *m_tableButton;
    QToolButton *m_exportButton;
};

} // namespace heteroscope
