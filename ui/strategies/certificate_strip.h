// SPDX-License-Identifier: GPL-3.0-or-later
//
// The strip above the ranking: whether the answer is proved, the number of families by outcome, the gap, and what was
// found beyond the searched space, in this order; below them what no plan of any kind can do; and a button for the next
// step. "Proved best of P 318 families = 41 simulated + 120 out of memory + 157 bounded | gap 0 % in 0.18 s".
#pragma once

#include "jobs/session.h"
#include "widgets/state_strip.h"

#include <QWidget>

#include <memory>

class QPushButton;
class QToolButton;

namespace heteroscope {

class CertificateStrip : public QWidget
{
    Q_OBJECT

public:
    explicit CertificateStrip(QWidget *parent = nullptr);

    void setRanking(std::shared_ptr<const Ranking> ranking);
    /// While a search runs, the best so far stays in the table and the strip says so. cancelling: it was asked to stop.
    void setSearching(bool searching, const QString &progress = {}, bool cancelling = false);
    /// What the ranking was searched for; account: in words, if it is stale.
    void setAge(RankingAge age, const QString &account = {});

    QPushButton *applyButton() const { return m_apply; }
    QPushButton *exportButton() const { return m_export; }
    /// Checked while the reasons stand beside the table.
    QPushButton *whyButton() const { return m_why; }
    /// Cancels the search, or searches on; hidden where neither helps.
    QPushButton *searchButton() const { return m_search; }

    /// Puts a field left of the buttons, where the strip is wide enough for it.
    void addField(QWidget *field);
    /// The field stays where there is little room, too: it is written in.
    void wantField(bool wanted);

    QString title() const;   ///< "Proved best of P", "Best so far", "Searching", "Being proved again", "No plan fits"
    QString account() const; ///< families by outcome; the missing memory; what a stale ranking was searched for
    QString proof() const;   ///< "gap 0 % in 0.18 s", and what is faster beyond the space
    /// "no plan of any kind can take less than 2.13 s"; empty before a search
    QString anyPlan() const;
    /// What stands in place of the rows while there are none.
    QString emptyText() const;

    QSize sizeHint() const override { return {900, 44}; }
    QSize minimumSizeHint() const override { return {300, 44}; }

signals:
    void searchRequested();
    void cancelRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void updateField();
    int widthWithField() const;
    enum class State { empty, searching, provingAgain, stopping, stale, proved, open, stopped, cutOff, nothing };
    State state() const;
    StateStrip::Tone tone() const;
    const SearchResult *search() const;                                     ///< null before the first one
    bool isOld() const { return search() && m_age != RankingAge::present; } ///< nothing of it is shown as known now
    QString spaceName() const;
    QString families() const;
    QString gapText() const;
    QString foundBeyond() const;
    void refresh();

    std::shared_ptr<const Ranking> m_ranking;
    RankingAge m_age = RankingAge::present;
    QString m_ageText;
    bool m_searching = false;
    bool m_cancelling = false;
    QString m_progress;
    QPushButton *m_apply;
    QPushButton *m_export;
    QPushButton *m_why;
    QPushButton *m_search;
    bool m_fieldWanted = false;
    QWidget *m_field = nullptr;
};

} // namespace heteroscope
