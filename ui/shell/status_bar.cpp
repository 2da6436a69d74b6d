// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/status_bar.h"

#include "language/planner_words.h"
#include "shell/messages.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/style.h"
#include "theme/theme.h"
#include "widgets/drawing.h"
#include "widgets/plain_text.h"

#include <QAction>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>

#include <cmath>

namespace heteroscope {
namespace {

constexpr int barHeight = 24;

QString counted(std::size_t count, const QString &one, const QString &many)
{
    return QStringLiteral("%1 %2").arg(formatCount(count), count == 1 ? one : many);
}

/// Texts side by side with a thin rule between them.
class Figures : public QWidget
{
public:
    using QWidget::QWidget;

    void setParts(const QStringList &parts)
    {
        if (parts == m_parts)
            return;
        m_parts = parts;
        setAccessibleDescription(parts.join(QStringLiteral(", ")));
        updateGeometry();
        update();
    }
    const QStringList &parts() const { return m_parts; }

    QSize sizeHint() const override
    {
        double width = 12;
        const QFontMetricsF metrics(heteroscope::font(TypeRole::label));
        for (const QString &part : m_parts)
            width += metrics.horizontalAdvance(part) + 30;
        return (QSizeF(width, 20) * magnificationOf(this)).toSize();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &t = currentTheme();
        QPainter painter(this);
        painter.scale(magnificationOf(this), magnificationOf(this));
        const QSizeF room = QSizeF(size()) / magnificationOf(this);
        double x = 12;
        for (const QString &part : m_parts) {
            if (x > 12)
                painter.fillRect(QRectF(std::round(x - 11), room.height() / 2 - 6, 1, 12), t[Role::border]);
            x += drawLabel(painter, QRectF(x, 0, std::max(0.0, room.width() - x), room.height()),
                           Qt::AlignLeft | Qt::AlignVCenter, part, TypeRole::label, t[Role::secondary]) +
                 22;
        }
    }

private:
    QStringList m_parts;
};

void setInk(QLabel &label, Role role)
{
    QPalette colours = label.palette();
    colours.setColor(QPalette::WindowText, currentTheme()[role]);
    label.setPalette(colours);
}

std::size_t pruned(const SearchResult &search)
{
    std::size_t total = 0;
    for (const auto &[rejection, count] : search.prunedBy)
        total += rejection == Rejection::notReached ? 0 : count;
    return total;
}

std::size_t notReached(const SearchResult &search)
{
    const auto found = search.prunedBy.find(Rejection::notReached);
    return found == search.prunedBy.end() ? 0 : found->second;
}

} // namespace

StatusBar::StatusBar(Session *session, MessagesModel *messages, const QAction *showMessages, QWidget *parent)
    : QStatusBar(parent),
      m_session(session),
      m_messages(messages),
      m_figures(new Figures(this)),
      m_saying(new PlainLabel(this)),
      m_alarm(new PlainLabel(this)),
      m_warnings(new QToolButton(this))
{
    setSizeGripEnabled(false);
    setFixedHeight(barHeight);
    m_saying->setFont(heteroscope::font(TypeRole::label));
    m_warnings->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_warnings->setAutoRaise(true);
    m_warnings->setAccessibleName(tr("No warnings"));
    m_warnings->setFont(heteroscope::font(TypeRole::badge));
    m_warnings->setFixedHeight(22);
    const auto tellKey = [this, showMessages] { m_warnings->setToolTip(showMessages->toolTip()); };
    connect(showMessages, &QAction::changed, this, tellKey);
    tellKey();
    addWidget(m_figures);
    addWidget(m_saying, 1);
    m_alarm->setFont(heteroscope::font(TypeRole::badge));
    m_alarm->hide();
    addPermanentWidget(m_alarm);
    addPermanentWidget(m_warnings);
    connect(m_warnings, &QToolButton::clicked, this, &StatusBar::warningsClicked);
    for (auto signal :
         {&Session::shownChanged, &Session::rankingChanged, &Session::progressChanged, &Session::staleChanged})
        connect(session, signal, this, &StatusBar::refresh);
    connect(session, &Session::searchingChanged, this, &StatusBar::refresh);
    connect(session, &Session::shownChanged, this, &StatusBar::forgetStep);
    connect(session->document(), &Document::projectChanged, this, [this] {
        forgetStep();
        say({});
    });
    connect(session->document(), &Document::projectChanged, this, &StatusBar::refresh);
    connect(messages, &QAbstractItemModel::modelReset, this, &StatusBar::refresh);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, &StatusBar::refresh);
    refresh();
}

void StatusBar::say(const QString &text, Role role)
{
    m_sayingRole = role;
    m_happened = text;
    m_described.clear();
    showSaying();
}

void StatusBar::sayWhere(const QString &text)
{
    if (text.isEmpty() && m_happened != m_where)
        return; // something else was said meanwhile
    m_where = text;
    say(text);
}

void StatusBar::describe(const QString &text)
{
    m_described = text;
    showSaying();
}

void StatusBar::showSaying()
{
    const QString &text = m_described.isEmpty() ? m_happened : m_described;
    setInk(*m_saying, m_described.isEmpty() ? m_sayingRole : Role::secondary);
    m_saying->setText(text);
    m_saying->setToolTip(plainTip(text));
}

void StatusBar::forgetStep()
{
    describe({});
    QToolTip::hideText();
}

QString StatusBar::saying() const { return m_saying->text(); }

void StatusBar::setAlarm(const QString &text, const QString &details)
{
    m_alarm->setText(text);
    m_alarm->setToolTip(plainTip(details));
    m_alarm->setVisible(!text.isEmpty());
    refresh();
}

QString StatusBar::alarm() const { return m_alarm->text(); }

void StatusBar::setWelcome(bool welcome)
{
    m_welcome = welcome;
    refresh();
}

QString StatusBar::figures() const { return static_cast<Figures *>(m_figures)->parts().join(QStringLiteral(" | ")); }

QString StatusBar::accountOf(const SearchResult &search)
{
    const QString simulated = formatCount(search.simulated);
    const QString ruledOut = formatCount(pruned(search));
    const QString gap = search.proved ? QStringLiteral("0 %") : formatPercent(search.gap);
    const std::size_t open = notReached(search);
    return open == 0 ? tr("plan: %1 simulated, %2 pruned, gap %3").arg(simulated, ruledOut, gap)
                     : tr("plan: %1 simulated, %2 pruned, %3 not reached, gap %4")
                           .arg(simulated, ruledOut, formatCount(open), gap);
}

void StatusBar::refresh()
{
    const Cluster &cluster = m_session->document()->project().cluster;
    setInk(*m_alarm, Role::error);
    showSaying();
    if (m_welcome) {
        static_cast<Figures *>(m_figures)->setParts({tr("Escape opens the first example, already simulated"),
                                                     tr("1 2 3 4 choose an entry"), tr("F1 opens the help")});
        m_warnings->hide();
        return;
    }
    std::size_t devices = 0;
    const auto &shown = m_session->shown();
    if (shown && shown->topology && !m_session->isStale())
        devices = shown->topology->devices().size();
    else
        devices = deviceCount(cluster);
    QStringList parts;
    parts << counted(devices, tr("device"), tr("devices")) + QStringLiteral(", ") +
                 counted(linkCount(cluster), tr("link"), tr("links"));
    if (shown && shown->result)
        parts << (m_session->isStale()
                      ? (shown->startTime != m_session->startTime() ? tr("results of another start time")
                                                                    : tr("results from before the edit"))
                      : tr("simulated in %1").arg(formatSeconds(Seconds(shown->milliseconds / 1e3))));
    if (m_session->isCancelling()) {
        parts << tr("stopping the search");
    } else if (m_session->isSearching()) {
        const ProgressUpdate &progress = m_session->progress();
        parts << (progress.total > 0
                      ? tr("searching: %1 of %2 %3")
                            .arg(formatCount(progress.done), formatCount(progress.total), wordOf(progress.task))
                      : tr("searching"));
    } else if (const auto &ranking = m_session->ranking()) {
        const SearchResult &search = ranking->result;
        if (m_session->isRankingStale())
            parts << tr("the ranking is from before");
        else if (ranking->nothingFits())
            parts << tr("no plan fits: %1 families tried").arg(formatCount(search.enumerated));
        else
            parts << accountOf(search);
    }
    static_cast<Figures *>(m_figures)->setParts(parts);
    const int errors = m_messages->count(Message::Kind::error);
    const int warnings = m_messages->count(Message::Kind::warning);
    m_warnings->setVisible(errors + warnings > 0);
    m_warnings->setIcon(
        icon(errors > 0 ? IconName::refused : IconName::warning, errors > 0 ? Role::error : Role::warning));
    QStringList words;
    if (errors > 0)
        words << counted(static_cast<std::size_t>(errors), tr("error"), tr("errors"));
    if (warnings > 0)
        words << counted(static_cast<std::size_t>(warnings), tr("warning"), tr("warnings"));
    m_warnings->setText(words.join(QStringLiteral(", ")));
    m_warnings->setAccessibleName(words.isEmpty() ? tr("No warnings") : m_warnings->text());
    QPalette colours = m_warnings->palette();
    colours.setColor(QPalette::ButtonText, currentTheme()[errors > 0 ? Role::error : Role::warning]);
    m_warnings->setPalette(colours);
}

} // namespace heteroscope
