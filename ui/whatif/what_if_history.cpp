// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/what_if_history.h"

#include "analysis/headline_figures.h"
#include "theme/numbers.h"
#include "theme/predicted.h"

#include <algorithm>
#include <array>

namespace heteroscope {

QString deltaText(Seconds start, Seconds now)
{
    if (start == now || !(start > Seconds(0)))
        return WhatIfHistory::tr("equal");
    return QStringLiteral("%1, %2").arg(formatSignedSeconds(now - start), formatSignedPercent(now / start - 1));
}

WhatIfHistory::WhatIfHistory(Session *session, QObject *parent) : QAbstractTableModel(parent), m_session(session)
{
    restart();
    Document *document = session->document();
    // Told when an edit has been merged with the one before, which a change of the project is not.
    connect(document->undoStack(), &QUndoStack::indexChanged, this, &WhatIfHistory::follow);
    connect(document, &Document::projectReplaced, this, &WhatIfHistory::restart);
    // Steps of two moments are not compared.
    connect(session, &Session::startTimeChanged, this, &WhatIfHistory::restart);
    for (const auto signal :
         {&Session::shownChanged, &Session::rankingChanged, &Session::staleChanged, &Session::workFinished})
        connect(session, signal, this, &WhatIfHistory::record);
}

void WhatIfHistory::restart()
{
    if (!m_session)
        return;
    beginResetModel();
    m_first = m_session->document()->undoStack()->index();
    m_entries.assign(1, {{}, m_session->document()->snapshot(), {}, {}});
    endResetModel();
    emit restarted();
    record();
}

int WhatIfHistory::current() const
{
    const int row = m_session ? m_session->document()->undoStack()->index() - m_first : 0;
    return std::clamp(row, 0, static_cast<int>(m_entries.size()) - 1);
}

void WhatIfHistory::goTo(int row)
{
    if (m_session && row >= 0 && row < rowCount())
        m_session->document()->undoStack()->setIndex(m_first + row);
}

/// The undo history is another one, or another place of it is shown.
void WhatIfHistory::follow()
{
    if (!m_session)
        return;
    const QUndoStack &stack = *m_session->document()->undoStack();
    const int row = stack.index() - m_first;
    if (row < 0) { // before the start
        restart();
        return;
    }
    beginResetModel();
    m_entries.resize(static_cast<std::size_t>(stack.count() - m_first) + 1);
    const ProjectSnapshot &now = m_session->document()->snapshot();
    for (int i = 1; i < static_cast<int>(m_entries.size()); ++i)
        m_entries[static_cast<std::size_t>(i)].text = stack.text(m_first + i - 1);
    Entry &entry = m_entries[static_cast<std::size_t>(row)];
    if (entry.project != now) {
        if (!entry.project || !samePhysics(*entry.project, *now))
            entry.shown = entry.best = std::nullopt;
        entry.project = now;
    }
    endResetModel();
    emit changed();
}

/// Keeps the figures of the present project where they are known.
void WhatIfHistory::record()
{
    if (!m_session)
        return;
    Entry &entry = m_entries[static_cast<std::size_t>(current())];
    if (entry.project != m_session->document()->snapshot())
        return; // on its way
    const auto figureOf = [](const StepResult &result) {
        return Figure{toSeconds(result.stepTime), result.uncertainty, costPerMillionTokens(result),
                      energyPerMillionTokens(result)};
    };
    if (const auto result = m_session->result(); result && !m_session->isStale())
        entry.shown = figureOf(*result);
    if (const auto ranking = m_session->freshRanking(); ranking && ranking->recommended() && !m_session->isSearching())
        entry.best = figureOf(*ranking->recommended().result);
    emit dataChanged(index(current(), 0), index(current(), columnCountValue - 1));
    emit changed();
}

int WhatIfHistory::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int WhatIfHistory::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : columnCountValue; }

QVariant WhatIfHistory::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Entry &entry = m_entries[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() == change ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const auto figure = [](const std::optional<Figure> &one) {
        return one ? withUncertainty(formatSeconds(one->time), one->uncertainty) : QStringLiteral("–");
    };
    const auto delta = [](const std::optional<Figure> &from, const std::optional<Figure> &to) {
        return from && to ? deltaText(from->time, to->time) : QStringLiteral("–");
    };
    // "1.23 USD, −12.0 %"; the change alone says little where the start is another one.
    const auto ofMillion = [&](double Figure::*member, QString (*format)(double)) {
        if (!entry.shown || !((*entry.shown).*member > 0))
            return QStringLiteral("–");
        const double now = (*entry.shown).*member;
        const double before = start().shown ? (*start().shown).*member : 0;
        const QString text = format(now);
        return index.row() > 0 && before > 0 && before != now
                   ? QStringLiteral("%1, %2").arg(text, formatSignedPercent(now / before - 1))
                   : text;
    };
    switch (index.column()) {
    case change:
        return index.row() == 0 ? tr("Start") : entry.text;
    case step:
        return figure(entry.shown);
    case stepDelta:
        return index.row() == 0 ? QString() : delta(start().shown, entry.shown);
    case best:
        return figure(entry.best);
    case bestDelta:
        return index.row() == 0 ? QString() : delta(start().best, entry.best);
    case cost:
        return ofMillion(&Figure::cost, formatCost);
    case energy:
        return ofMillion(&Figure::energy, formatEnergy);
    default:
        return {};
    }
}

QVariant WhatIfHistory::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCountValue)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == change ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const std::array<QString, columnCountValue> titles = {
        tr("Change"),       tr("Step on show"),       tr("to the start"),        tr("Best plan"),
        tr("to the start"), tr("Cost of 1 M tokens"), tr("Energy of 1 M tokens")};
    return titles[static_cast<std::size_t>(section)];
}

} // namespace heteroscope
