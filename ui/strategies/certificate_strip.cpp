// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/certificate_strip.h"

#include "language/planner_words.h"
#include "planner/explain/explain.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <cmath>

namespace heteroscope {
namespace {

constexpr int roomForField = 760;

/// Draws text whose bold parts are marked <b>, run by run so that no rich-text engine is needed at every repaint, and
/// cuts it at the right of the line. Returns where it ends; behind the line when it was cut.
double drawRich(QPainter &painter, const QString &text, double x, const QRect &line, bool small)
{
    const Theme &t = currentTheme();
    bool bold = false;
    for (const QString &piece :
         QString(text).replace(QStringLiteral("</b>"), QStringLiteral("<b>")).split(QStringLiteral("<b>"))) {
        painter.setFont(heteroscope::font(small ? (bold ? TypeRole::badge : TypeRole::label)
                                                : (bold ? TypeRole::title : TypeRole::body)));
        painter.setPen(t[bold ? Role::text : Role::secondary]);
        const QFontMetricsF metrics(painter.font());
        const QString shown = metrics.elidedText(piece, Qt::ElideRight, std::max(0.0, line.right() - x));
        painter.drawText(QRectF(x, line.top(), 4000, line.height()), Qt::AlignVCenter | Qt::AlignLeft, shown);
        // After what is cut nothing follows.
        x += shown == piece ? metrics.horizontalAdvance(piece) : line.width();
        bold = !bold;
    }
    return x;
}

} // namespace

CertificateStrip::CertificateStrip(QWidget *parent)
    : QWidget(parent),
      m_apply(new QPushButton(tr("Apply"))),
      m_export(new QPushButton(tr("Export CSV"))),
      m_why(new QPushButton(tr("Why not?"))),
      m_search(new QPushButton)
{
    setFixedHeight(stripHeight);
    m_apply->setProperty("accent", true);
    m_apply->setToolTip(
        tr("Makes the selected plan the project's plan; the one before it stays in the list. Can be undone"));
    m_export->setToolTip(tr("Saves the whole table as comma-separated values"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 0, 14, 0);
    layout->addStretch();
    layout->addWidget(m_search);
    m_why->setCheckable(true);
    m_why->setToolTip(tr("Opens the reasons of the selected row (W)"));
    layout->addWidget(m_why);
    layout->addWidget(m_export);
    layout->addWidget(m_apply);
    connect(m_search, &QPushButton::clicked, this, [this] {
        if (m_searching)
            emit cancelRequested();
        else
            emit searchRequested();
    });
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
    refresh();
}

void CertificateStrip::addField(QWidget *field)
{
    m_field = field;
    auto *row = static_cast<QHBoxLayout *>(layout());
    row->insertWidget(row->indexOf(m_why), field);
}

void CertificateStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    updateField();
}

void CertificateStrip::wantField(bool wanted)
{
    m_fieldWanted = wanted;
    updateField();
}

/// What is proved comes first: the field is beside it only where its words are not cut.
int CertificateStrip::widthWithField() const
{
    const auto widthOf = [](QString text, TypeRole role) {
        return QFontMetricsF(heteroscope::font(role))
            .horizontalAdvance(text.remove(QStringLiteral("<b>")).remove(QStringLiteral("</b>")));
    };
    const double words = std::max(widthOf(gapText(), TypeRole::title), widthOf(anyPlan(), TypeRole::badge));
    double widgets = 0;
    for (const QWidget *widget : {static_cast<const QWidget *>(m_search), static_cast<const QWidget *>(m_why),
                                  static_cast<const QWidget *>(m_export), static_cast<const QWidget *>(m_apply),
                                  static_cast<const QWidget *>(m_field)})
        if (widget == m_field || !widget->isHidden())
            widgets += widget->sizeHint().boundedTo(widget->maximumSize()).width() + layout()->spacing();
    constexpr double around = 38 + 14 + 12 + 14; // icon and gaps
    return static_cast<int>(std::ceil(widthOf(title(), TypeRole::title) + words + widgets + around));
}

void CertificateStrip::updateField()
{
    if (!m_field)
        return;
    m_field->setVisible(m_fieldWanted || (width() >= roomForField && width() >= widthWithField()));
    layout()->activate();
    update(); // the words end where the field begins
}

const SearchResult *CertificateStrip::search() const { return m_ranking ? &m_ranking->result : nullptr; }

void CertificateStrip::setRanking(std::shared_ptr<const Ranking> ranking)
{
    m_ranking = std::move(ranking);
    refresh();
}

void CertificateStrip::setSearching(bool searching, const QString &progress, bool cancelling)
{
    m_searching = searching;
    m_progress = progress;
    m_cancelling = cancelling;
    refresh();
}

void CertificateStrip::setAge(RankingAge age, const QString &account)
{
    m_age = age;
    m_ageText = account;
    refresh();
}

void CertificateStrip::refresh()
{
    const State now = state();
    setAccessibleDescription(title() + u' ' + account() + u' ' + proof() + u' ' + anyPlan());
    QString tip = search() ? account() + QStringLiteral("<br>") + proof() : QString();
    if (const QString any = anyPlan(); !any.isEmpty())
        tip += QStringLiteral("<br>") + any;
    if (search() && !isOld())
        tip += QStringLiteral("<br>") + tr("The reasons of rank 1 (W) say what space %1 holds").arg(spaceName());
    if (now == State::open)
        tip += QStringLiteral("<br>") +
               tr("Every family got its full effort. Rules on device groups make the space smaller.");
    setToolTip(markupTip(tip));
    const bool goesOn = now == State::stopped || now == State::cutOff;
    m_search->setVisible(m_searching || goesOn || now == State::stale);
    m_search->setText(m_searching ? tr("Cancel") : goesOn ? tr("Continue") : tr("Search now"));
    m_search->setEnabled(!m_cancelling);
    updateField();
    m_search->setToolTip(m_cancelling  ? tr("The search ends as soon as its running simulations allow")
                         : m_searching ? tr("Stops the search and keeps the best plan so far (Shift+F5)")
                                       : tr("Searches without a time limit, until the best plan is proved (F5)"));
    update();
}

CertificateStrip::State CertificateStrip::state() const
{
    if (m_searching)
        return m_cancelling                                                           ? State::stopping
               : m_ranking && m_ranking->isFromBefore && m_age == RankingAge::present ? State::provingAgain
                                                                                      : State::searching;
    if (!search())
        return State::empty;
    if (m_age != RankingAge::present)
        return State::stale;
    if (m_ranking->isCutOff())
        return State::cutOff;
    if (m_ranking->nothingFits())
        return State::nothing;
    if (search()->stopped)
        return State::stopped;
    return search()->proved ? State::proved : State::open;
}

StateStrip::Tone CertificateStrip::tone() const
{
    switch (state()) {
    case State::proved:
        return StateStrip::Tone::good;
    case State::open:
    case State::stopped:
    case State::cutOff:
        return StateStrip::Tone::caution;
    case State::nothing:
        return StateStrip::Tone::bad;
    case State::empty:
    case State::searching:
    case State::provingAgain:
    case State::stopping:
    case State::stale:
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
    case State::provingAgain:
        return tr("Being proved again");
    case State::stopping:
        return tr("Stopping ...");
    case State::stale:
        return m_age == RankingAge::otherTime ? tr("For another start time") : tr("From before the edit");
    case State::proved:
        return (search()->plans.front().baseline ? tr("No plan of %1 is faster") : tr("Proved best of %1"))
            .arg(spaceName());
    case State::open:
    case State::stopped:
        return tr("Best so far, not proved");
    case State::cutOff:
        return tr("Stopped before the first plan");
    case State::nothing:
        return tr("No plan fits");
    }
    return {};
}

QString CertificateStrip::spaceName() const
{
    return QString::fromUtf8(searchSpaceNames[static_cast<std::size_t>(search()->searched)].data());
}

QString CertificateStrip::families() const
{
    QStringList parts{tr("<b>%1</b> simulated").arg(formatCount(search()->simulated))};
    for (const auto &[rejection, count] : search()->prunedBy)
        if (count > 0)
            parts << QStringLiteral("<b>%1</b> %2").arg(formatCount(count), escaped(wordOf(rejection)));
    const QString outcomes = parts.join(QStringLiteral(" + "));
    return search()->enumerated == 1 ? tr("1 family = %1").arg(outcomes)
                                     : tr("%1 families = %2").arg(formatCount(search()->enumerated), outcomes);
}

QString CertificateStrip::account() const
{
    switch (state()) {
    case State::searching:
    case State::stopping:
        if (isOld())
            return m_progress.isEmpty() ? m_ageText : tr("%1; %2").arg(m_progress, m_ageText);
        if (!m_progress.isEmpty())
            return m_progress;
        break;
    case State::provingAgain:
        return m_progress.isEmpty() ? tr("plans from before the edit, simulated again")
                                    : tr("plans from before the edit, simulated again; %1").arg(m_progress);
    case State::stale:
        return m_ageText;
    case State::nothing:
        if (search()->nearest)
            return sentenceOf(*search()->nearest);
        break;
    default:
        break;
    }
    return search() ? families() : tr("The planner ranks every way to split this training over these devices.");
}

/// Empty if nothing beyond the space is faster.
QString CertificateStrip::foundBeyond() const
{
    const Recommendation beyond = m_ranking->betterBeyond();
    if (!beyond || !m_ranking->best())
        return {};
    const double less = -slowdown(*beyond.result, *m_ranking->best()->result);
    const QString found = tr("beyond it <b>%1</b> takes <b>%2</b> less time, not proved")
                              .arg(wordOf(search()->beyond.front().changes), formatPercent(less));
    if (!beyond.lack || !m_ranking->snapshot)
        return found;
    const QString software = QString::fromStdString(m_ranking->snapshot->workload.job.softwareStack);
    return tr("%1; %2").arg(found, escaped(sentenceOf(*beyond.lack, *beyond.plan, software)));
}

QString CertificateStrip::emptyText() const
{
    if (m_searching)
        return tr("The best plans appear here while the search runs.");
    return search() ? tr("No plan fits these devices.")
                    : tr("The planner ranks every way to split this training over these devices.");
}

QString CertificateStrip::anyPlan() const
{
    if (!search() || isOld() || search()->universalBound <= Seconds(0))
        return {};
    const QString least = formatSeconds(search()->universalBound);
    return isUniversalNearer(*search())
               ? tr("no plan of any kind can take less than <b>%1</b>: a bound of its own, nearer than that of %2")
                     .arg(least, spaceName())
               : tr("no plan of any kind can take less than <b>%1</b>").arg(least);
}

QString CertificateStrip::proof() const
{
    const QString gap = gapText();
    const QString beyond = gap.isEmpty() ? QString() : foundBeyond();
    return beyond.isEmpty() ? gap : tr("%1; %2").arg(gap, beyond);
}

QString CertificateStrip::gapText() const
{
    if (!search() || search()->plans.empty() || isOld() || state() == State::provingAgain)
        return {};
    const QString time = formatSeconds(search()->searchTime);
    QString proved;
    if (search()->proved)
        proved = tr("gap <b>0 %</b> in <b>%1</b>").arg(time);
    else if (search()->gap >= 1)
        proved = tr("no bound yet after <b>%1</b>").arg(time);
    else if (m_searching)
        proved = tr("gap <b>%1</b>, searching after <b>%2</b>").arg(formatPercent(search()->gap), time);
    else if (search()->stopped)
        proved = tr("gap <b>%1</b>, stopped after <b>%2</b>").arg(formatPercent(search()->gap), time);
    else
        proved = tr("gap <b>%1</b>, full effort spent in <b>%2</b>").arg(formatPercent(search()->gap), time);
    return proved;
}

void CertificateStrip::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    const QWidget *first = !m_search->isHidden() ? m_search : m_field && !m_field->isHidden() ? m_field : m_why;
    const int right = first->geometry().left() - 12;
    const double x = paintStripHead(painter, rect(), tone(), title(), right);
    painter.setClipRect(QRect(0, 0, std::max(0, right), height()));

    // A sentence has two lines where one is too short.
    const QString gap = gapText();
    QString counts = account();
    const bool isCounted = search() && counts == families();
    if (!isCounted && gap.isEmpty() && !counts.contains(QStringLiteral("<b>"))) {
        drawStripText(painter, QRect(static_cast<int>(x), 0, std::max(0, right - static_cast<int>(x)), height()),
                      counts);
        return;
    }
    // Where there is no room for the whole account, the proof matters more, then the number of families; the tool tip
    // has it all.
    const auto widthOf = [](QString text) {
        return QFontMetricsF(heteroscope::font(TypeRole::title))
            .horizontalAdvance(text.remove(QStringLiteral("<b>")).remove(QStringLiteral("</b>")));
    };
    const auto fits = [&] { return x + widthOf(counts) + 32 + widthOf(gap) <= right; };
    if (isCounted && !fits())
        counts = m_searching ? QString() : tr("<b>%1</b> families").arg(formatCount(search()->enumerated));
    if (isCounted && !fits())
        counts.clear();
    // Below it what holds for all plans, and what is known beyond the space.
    QStringList below;
    for (const QString &sentence : {anyPlan(), gap.isEmpty() ? QString() : foundBeyond()})
        if (!sentence.isEmpty())
            below << sentence;
    constexpr int upper = 25; // lower edge of the first of two lines
    const QRect line(0, below.isEmpty() ? 0 : 4, right, below.isEmpty() ? height() : upper - 4);
    double end = drawRich(painter, counts, x, line, false);
    if (!gap.isEmpty()) {
        if (!counts.isEmpty() && end + 32 < right) {
            painter.fillRect(
                QRectF(end + 16, line.center().y() - (below.isEmpty() ? 10 : 6), 1, below.isEmpty() ? 20 : 13),
                t[Role::border]);
            end += 32;
        }
        drawRich(painter, gap, end, line, false);
    }
    drawRich(painter, below.join(QStringLiteral("; ")), x, QRect(0, upper - 2, right, 16), true);
}

} // namespace heteroscope
