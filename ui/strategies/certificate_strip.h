// SPDX-License-Identifier: GPL-3.0-or-later
//
// The strip above the ranking: whether the answer is proved, the number of families by outcome, and the gap. "Proved
// best 318 families = 41 simulated + 120 out of memory + 157 bounded | gap 0 % in 0.18 s".
#pragma once

#include "widgets/state_strip.h"

#include <QWidget>

#include <memory>

class QPushButton;
class QToolButton;

namespace heteroscope {

struct Ranking;
struct SearchResult;

class CertificateStrip : public QWidget
{
    Q_OBJECT

public:
    explicit CertificateStrip(QWidget *parent = nullptr);

    void setRanking(std::shared_ptr<const Ranking> ranking);
    /// While a search runs, the best so far stays in the table and the strip says so.
    void setSearching(bool searching, const QString &progress = {});

    QPushButton *applyButton() const { return m_apply; }
    QPushButton *exportButton() const { return m_export; }
    /// Checked while the reasons stand beside the table.
    QPushButton *whyButton() const { return m_why; }

    QString title() const;   ///< "Proved best", "Best so far", "Searching", "No plan fits"
    QString account() const; ///< families by outcome
    QString proof() const;   ///< "gap 0 % in 0.18 s"

    QSize sizeHint() const override { return {900, 44}; }
    QSize minimumSizeHint() const override { return {300, 44}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    enum class State { empty, searching, proved, stopped, nothing };
    State state() const;
    StateStrip::Tone tone() const;
    const SearchResult *search() const; ///< null before the first one

    std::shared_ptr<const Ranking> m_ranking;
    bool m_searching = false;
    QString m_progress;
    QPushButton *m_apply;
    QPushButton *m_export;
    QPushButton *m_why;
};

} // namespace heteroscope
