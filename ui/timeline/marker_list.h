// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dock with the markers of the timeline as a table. A row selects its marker in the timeline; F2 or a double click
// edits its text, Delete removes it, Ctrl+C copies the table as comma-separated values.
#pragma once

#include "timeline/marker_model.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace heteroscope {

class MarkerList : public QWidget
{
    Q_OBJECT

public:
    explicit MarkerList(QWidget *parent = nullptr);
    ~MarkerList() override;

    void setMarkers(std::vector<Marker> markers);
    MarkerModel *model() const { return m_model; }
    QTableView *table() const { return m_table; }
    QPushButton *previousButton() const { return m_previous; }
    QPushButton *nextButton() const { return m_next; }
    QPushButton *deleteButton() const { return m_delete; }
    /// Id of the current marker; 0: none is.
    int current() const;
    /// Makes a marker the current one; 0: none.
    void setCurrent(int id);

    QSize sizeHint() const override { return {480, 324}; }
    QSize minimumSizeHint() const override { return {260, 90}; }

signals:
    void chosen(int id);
    void changeWanted(const heteroscope::Marker &marker);
    void removalWanted(int id);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void step(int by);
    void refresh();

    MarkerModel *m_model;
    QTableView *m_table;
    QLabel *m_title;
    QPushButton *m_previous;
    QPushButton *m_next;
    QPushButton *m_delete;
    bool m_following = false; ///< the current row is set from outside
};

} // namespace heteroscope
