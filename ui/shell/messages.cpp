// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/messages.h"

#include "cluster/cluster_json.h"
#include "language/advice_words.h"
#include "language/planner_words.h"
#include "language/result_words.h"
#include "language/sentences.h"
#include "planner/explain/why_not.h"
#include "project/device_groups.h"
#include "project/project_file.h"
#include "project/thing_at.h"
#include "theme/icons.h"
#include "widgets/drawing.h"
#include "widgets/plain_text.h"

#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

/// The drawn node whose device does not hold its memory; empty when it is gone from the cluster.
std::string nodeOf(const MemoryOverflow &overflow, const Simulation &shown, const Cluster &cluster)
{
    const DeviceId device = shown.result->lanes[static_cast<std::size_t>(overflow.lane)].devices.front();
    const std::string &name = shown.topology->nodes()[shown.topology->device(device).node].name;
    const Node *node = cluster.findNode(std::string(drawnName(name)));
    return node ? node->name : std::string();
}

/// What of the cluster the error is about: where it stands, else what it names.
std::string thingOf(const Error &error, const Cluster &cluster)
{
    std::string thing = thingAt(error.path, cluster);
    if (thing.empty())
        thing = thingNamedIn(error.found, cluster);
    return thing.empty() ? thingNamedIn(error.expected, cluster) : thing;
}

constexpr double fixPad = 8; // beside the words of the offer

double fixWidth(const QString &text)
{
    return QFontMetricsF(heteroscope::font(TypeRole::label)).horizontalAdvance(text) + 2 * fixPad;
}

class MessageDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return {100, 26}; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &t = currentTheme();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRectF row = option.rect;
        if (option.state & QStyle::State_Selected) {
            painter->fillRect(row, t[Role::selectionFill]);
            painter->fillRect(QRectF(row.left(), row.top(), 3, row.height()), t[Role::selection]);
        } else if (option.state & QStyle::State_MouseOver) {
            painter->fillRect(row, t[Role::hover]);
        }
        painter->fillRect(QRectF(row.left(), row.bottom() - 0.5, row.width(), 1), t[Role::grid]);
        const auto kind = static_cast<Message::Kind>(index.data(MessagesModel::KindRole).toInt());
        const Role role = kind == Message::Kind::error     ? Role::error
                          : kind == Message::Kind::warning ? Role::warning
                                                           : Role::muted;
        const IconName name = kind == Message::Kind::error     ? IconName::refused
                              : kind == Message::Kind::warning ? IconName::warning
                                                               : IconName::info;
        paintIcon(*painter, QRectF(row.left() + 12, row.center().y() - 8, 16, 16), name, t[role]);
        const QString fix = index.data(MessagesModel::FixRole).toString();
        const double offer = fix.isEmpty() ? 0 : fixWidth(fix);
        if (offer > 0) {
            const QRectF chip(row.right() - 12 - offer, row.center().y() - 9, offer, 19);
            drawRounded(*painter, chip, 4, t[Role::card], t[Role::borderStrong]);
            drawLabel(*painter, chip.adjusted(fixPad, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, fix, TypeRole::label,
                      t[Role::selection]);
        }
        const QRectF text = row.adjusted(38, 0, -12 - (offer > 0 ? offer + 12 : 0), 0);
        const double drawn =
            drawLabel(*painter, text, Qt::AlignLeft | Qt::AlignVCenter, index.data().toString(), TypeRole::body,
                      kind == Message::Kind::assumption ? t[Role::secondary] : t[Role::text]);
        drawLabel(*painter, text.adjusted(drawn + 14, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                  index.data(MessagesModel::HintRole).toString(), TypeRole::label, t[Role::muted]);
        painter->restore();
    }
};

/// Rules that the plan on show does not obey.
std::vector<Message> brokenRules(const Session &session)
{
    std::vector<Message> messages;
    const auto &shown = session.shown();
    if (!shown || !shown->result || !shown->topology || session.isStale() || shown->project->mappings.empty())
        return messages;
    const auto places = placesOf(shown->plan, *shown->topology);
    for (const ResolvedMapping &rule :
         resolveMappings(shown->project->mappings, shown->project->cluster, *shown->topology)) {
        if (const auto breach = findBreach({rule}, *shown->topology, places))
            messages.push_back({Message::Kind::warning,
                                MessagesView::tr("The shown plan breaks a rule: %1").arg(sentenceOf(*breach)),
                                MessagesView::tr("search for a plan that obeys it, or change the rule"),
                                groupKey(rule.mapping.group)});
    }
    return messages;
}

} // namespace

std::vector<Message> collectMessages(const Session &session)
{
    const Project &project = session.document()->project();
    const Cluster &cluster = project.cluster;
    std::vector<Message> messages;
    const auto add = [&](Message::Kind kind, const Error &error) {
        Message message{kind, problemOf(error, cluster), spoken(error.hint), thingOf(error, cluster)};
        if (message.hint == message.text)
            message.hint.clear();
        if (std::find(messages.begin(), messages.end(), message) == messages.end())
            messages.push_back(std::move(message));
    };
    const Findings mistakes = findClusterMistakes(cluster, "/cluster");
    for (const Error &error : mistakes.errors)
        add(Message::Kind::error, error);
    const std::optional<Error> ownPlan = session.ownPlanProblem();
    const bool isAnotherShown = session.shown() && session.shown()->result && !session.isStale();
    const Message::Kind kind = isAnotherShown ? Message::Kind::warning : Message::Kind::error;
    for (const Error &error : session.problems()) {
        if (!mistakes.ok())
            break;
        if (ownPlan == error)
            messages.push_back({kind, MessagesView::tr("The project's plan cannot run: %1").arg(refusalOf(error)),
                                MessagesView::tr("apply a plan of the ranking, or edit the plan by hand"),
                                thingAt(error.path, cluster)});
        else
            add(kind, error);
    }
    if (session.nothingFits() && session.ranking()->result.nearest)
        messages.push_back({Message::Kind::error,
                            MessagesView::tr("No plan fits: %1").arg(sentenceOf(*session.ranking()->result.nearest)),
                            MessagesView::tr("add devices or memory, or choose a smaller model or batch"),
                            {}});
    for (const Error &error : mistakes.warnings)
        add(Message::Kind::warning, error);
    for (const Link &link : cluster.links)
        if (link.rate.factorAt(session.startTime()) <= 0)
            messages.push_back({Message::Kind::warning,
                                QObject::tr("%1 is down").arg(QString::fromStdString(link.name)),
                                {},
                                link.name});
    for (const Advice &advice : findAdvice(project))
        messages.push_back({advice.isNote() ? Message::Kind::note : Message::Kind::warning, sentenceOf(advice),
                            remarkOf(advice), advice.thing, advice});
    for (const Message &message : brokenRules(session))
        messages.push_back(message);
    if (const auto result = session.result()) {
        for (const MemoryOverflow &overflow : result->overflows)
            messages.push_back({Message::Kind::warning,
                                QObject::tr("Does not fit in memory: %1").arg(sentenceOf(overflow)),
                                {},
                                nodeOf(overflow, *session.shown(), cluster)});
        for (const Assumption &assumption : result->assumptions)
            messages.push_back({Message::Kind::assumption, sentenceOf(assumption), {}, {}});
    }
    std::stable_sort(messages.begin(), messages.end(),
                     [](const Message &a, const Message &b) { return a.kind < b.kind; });
    return messages;
}

void MessagesModel::setMessages(std::vector<Message> messages)
{
    if (messages == m_messages)
        return;
    beginResetModel();
    m_messages = std::move(messages);
    endResetModel();
}

int MessagesModel::count(Message::Kind kind) const
{
    return static_cast<int>(
        std::count_if(m_messages.begin(), m_messages.end(), [kind](const Message &m) { return m.kind == kind; }));
}

int MessagesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_messages.size());
}

QVariant MessagesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Message &message = m_messages[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return message.text;
    case Qt::ToolTipRole:
        return plainTip(message.hint.isEmpty() ? message.text : message.text + u'\n' + message.hint);
    case HintRole:
        return message.hint;
    case KindRole:
        return static_cast<int>(message.kind);
    case ThingRole:
        return QString::fromStdString(message.thing);
    case FixRole:
        return message.advice && message.advice->canBeFollowed
                   ? MessagesView::tr("Apply fix: %1").arg(suggestionOf(*message.advice))
                   : QString();
    default:
        return {};
    }
}

MessagesView::MessagesView(Session *session, QWidget *parent)
    : QListView(parent), m_session(session), m_model(new MessagesModel(this))
{
    setModel(m_model);
    setItemDelegate(new MessageDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setUniformItemSizes(true);
    setAccessibleName(tr("Messages"));
    connect(session, &Session::shownChanged, this, &MessagesView::refresh);
    connect(session, &Session::problemsChanged, this, &MessagesView::refresh);
    connect(session, &Session::staleChanged, this, &MessagesView::refresh);
    connect(session, &Session::rankingChanged, this, &MessagesView::refresh);
    connect(session, &Session::workFinished, this, &MessagesView::refresh);
    const auto jump = [this](const QModelIndex &index) {
        const QString thing = index.data(MessagesModel::ThingRole).toString();
        if (!thing.isEmpty())
            emit jumpTo(thing);
    };
    connect(this, &QListView::clicked, this, jump);
    connect(this, &QListView::activated, this, jump);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, [this] { viewport()->update(); });
    refresh();
}

QRect MessagesView::mendRect(const QModelIndex &index) const
{
    const QString text = index.data(MessagesModel::FixRole).toString();
    if (text.isEmpty())
        return {};
    const QRect row = visualRect(index);
    const int width = static_cast<int>(std::ceil(fixWidth(text)));
    return {row.right() - 12 - width, row.top(), width, row.height()};
}

QModelIndex MessagesView::mendable() const
{
    if (!currentIndex().data(MessagesModel::FixRole).toString().isEmpty())
        return currentIndex();
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (!m_model->index(row).data(MessagesModel::FixRole).toString().isEmpty())
            return m_model->index(row);
    return {};
}

bool MessagesView::canApplyFix() const { return mendable().isValid(); }

bool MessagesView::applyFix()
{
    const QModelIndex index = mendable();
    if (index.isValid())
        applyFix(index);
    return index.isValid();
}

void MessagesView::applyFix(const QModelIndex &index)
{
    const Advice advice = *m_model->messages()[static_cast<std::size_t>(index.row())].advice;
    Document &document = *m_session->document();
    document.edit(tr("Apply fix: %1").arg(suggestionOf(advice)), followAdvice(document.project(), advice));
    refresh(); // the list must not offer it again until the session has followed
}

void MessagesView::mouseReleaseEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->pos());
    if (event->button() == Qt::LeftButton && mendRect(index).contains(event->pos()))
        applyFix(index);
    else
        QListView::mouseReleaseEvent(event);
}

void MessagesView::mouseMoveEvent(QMouseEvent *event)
{
    const bool offers = mendRect(indexAt(event->pos())).contains(event->pos());
    viewport()->setCursor(offers ? Qt::PointingHandCursor : Qt::ArrowCursor);
    QListView::mouseMoveEvent(event);
}

void MessagesView::refresh()
{
    m_model->setMessages(collectMessages(*m_session));
    emit countChanged();
}

} // namespace heteroscope
