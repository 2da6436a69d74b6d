// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/certificate_strip.h"

#include "jobs/ranking.h"
#include "language/planner_words.h"
#include "planner/explain/explain.h"
#include "theme/numbers.h"
#include "theme/theme.h"

#include <QtWidgets>

namespace heteroscope {

CertificateStrip::CertificateStrip(QWidget *parent)
    : QWidget(parent),
      m_apply(new QPushButton(tr("Apply"))),
      m_export(new QPushButton(tr("Export CSV"))),
      m_why(new QPushButton(tr("Why not?")))
{
    setFixedHeight(stripHeight);
    m_apply->setProperty("accent", true);
    m_apply->setToolTip(tr("Makes the selected plan the project's plan; can be undone"));
    m_export->setToolTip(tr("Saves the whole table as comma-separated values"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 0, 14, 0);
    layout->addStretch();
    m_why->setCheckable(true);
    m_why->setToolTip(tr("Opens the reasons of the selected row (Space)"));
    layout->addWidget(m_why);
    layout->addWidget(m_export);
    layout->addWidget(m_apply);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

const SearchResult *CertificateStrip::search() const { return m_ranking ? &m_ranking->result : nullptr; }

void CertificateStrip::setRanking(std::shared_ptr<const Ranking> ranking)
{
    m_ranking = std::move(ranking);
    setAccessibleDescription(title() + u' ' + account() + u' ' + proof());
    QString tip = search() ? account() + QStringLiteral("<br>") + proof() : QString();
    if (search())
        tip += QStringLiteral("<br>") + tr("Searched: %1").arg(sentenceOf(search()->searched).toHtmlEscaped());
    setToolTip(tip);
    update();
}

void CertificateStrip::setSearching(bool searching, const QString &progress)
{
    m_searching = searching;
    m_progress = progress;
    update();
}

CertificateStrip::State CertificateStrip::state() const
{
    if (m_searching)
        return State::searching;
    if (!search())
        return State::empty;
    if (search()->plans.empty())
        return search()->stopped ? State::stopped : State::nothing;
    return search()->proved ? State::proved : State::stopped;
}

StateStrip::Tone CertificateStrip::tone() const
{
    switch (state()) {
    case State::proved:
        return StateStrip::Tone::good;
    case State::stopped:
        return StateStrip::Tone::caution;
    case State::nothing:
        return StateStrip::Tone::bad;
    case State::empty:
    case State::searching:
        break;
    }
    return StateStrip::Tone::neutral;
}

QString CertificateStrip::title() const
{
    switch (state()) {
    case State::empty:
        return tr("No search yet");
    case State::searching:
        return tr("Searching ...");
    case State::proved:
        return tr("Proved best");
    case State::stopped:
        return tr("Best so far, not proved");
    case State::nothing:
        return tr("No plan fits");
    }
    return {};
}

QString CertificateStrip::account() const
{
    if (state() == State::searching && !m_progress.isEmpty())
        return m_progress;
    if (!search())
        return tr("The planner ranks every way to split this training over these devices.");
    QStringList parts{tr("<b>%1</b> simulated").arg(formatCount(search()->simulated))};
    for (const auto &[rejection, count] : search()->prunedBy)
        if (count > 0)
            parts << QStringLiteral("<b>%1</b> %2").arg(formatCount(count), wordOf(rejection).toHtmlEscaped());
    return tr("%1 families = %2").arg(formatCount(search()->enumerated), parts.join(QStringLiteral(" + ")));
}

QString CertificateStrip::proof() const
{
    if (!search() || search()->plans.empty())
        return {};
    const QString time = formatSeconds(search()->searchTime);
    if (search()->proved) {
        const QString gap = tr("gap <b>0 %</b> in <b>%1</b>").arg(time);
        const auto &beyond = search()->beyond;
        const double less = beyond.empty() ? 0 : -slowdown(*beyond.front().result, *search()->plans.front().result);
        return less < 0.0005 ? gap : tr("%1; <b>%2</b> less time outside the space").arg(gap, formatPercent(less));
    }
    return tr("gap <b>%1</b>, %2 after <b>%3</b>")
        .arg(formatPercent(search()->gap), m_searching ? tr("searching") : tr("stopped"), time);
}

void CertificateStrip::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    const int right = m_why->geometry().left() - 12;
    double x = paintStripHead(painter, rect(), tone(), title(), right);
    painter.setClipRect(QRect(0, 0, std::max(0, right), height()));

    // Bold parts are marked <b>; drawn run by run so that no rich-text engine is needed at every repaint.
    const auto rich = [&](const QString &text) {
        bool bold = false;
        for (const QString &piece :
             QString(text).replace(QStringLiteral("</b>"), QStringLiteral("<b>")).split(QStringLiteral("<b>"))) {
            painter.setFont(heteroscope::font(bold ? TypeRole::title : TypeRole::body));
            painter.setPen(t[bold ? Role::text : Role::secondary]);
            painter.drawText(QRectF(x, 0, 4000, height()), Qt::AlignVCenter | Qt::AlignLeft, piece);
            x += QFontMetricsF(painter.font()).horizontalAdvance(piece);
            bold = !bold;
        }
    };
    const QString gap = proof();
    const auto widthOf = [](QString text) {
        return QFontMetricsF(heteroscope::font(TypeRole::title))
            .horizontalAdvance(text.remove(QStringLiteral("<b>")).remove(QStringLiteral("</b>")));
    };
    // Where there is no room for the whole account, the gap matters more; the tool tip has it all.
    if (search() && x + widthOf(account()) + 32 + widthOf(gap) > right)
        rich(state() == State::searching ? QString() : tr("<b>%1</b> families").arg(formatCount(search()->enumerated)));
    else
        rich(account());
    if (!gap.isEmpty()) {
        painter.fillRect(QRectF(x + 16, height() / 2.0 - 10, 1, 20), t[Role::border]);
        x += 32;
        rich(gap);
    }
}

} // namespace heteroscope
