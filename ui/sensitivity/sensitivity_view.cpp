// SPDX-License-Identifier: GPL-3.0-or-later
#include "sensitivity/sensitivity_view.h"

#include "base/files.h"
#include "language/sensitivity_words.h"
#include "language/sentences.h"
#include "report/sensitivity_json.h"
#include "sensitivity/sensitivity_model.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_table.h"
#include "widgets/state_strip.h"

#include <QtWidgets>

namespace heteroscope {
namespace {

constexpr int sidePad = 8;

/// The tornado, and plain cells.
class TornadoDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setStale(bool stale) { m_stale = stale; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &t = currentTheme();
        const QRect &cell = option.rect;
        const bool selected = option.state & QStyle::State_Selected;
        painter->save();
        painter->fillRect(cell, t[selected                                   ? Role::selectionFill
                                  : (option.state & QStyle::State_MouseOver) ? Role::hover
                                                                             : Role::base]);
        if (selected && index.column() == 0)
            painter->fillRect(QRect(cell.left(), cell.top(), 3, cell.height()), t[Role::selection]);
        painter->fillRect(QRect(cell.left(), cell.bottom(), cell.width(), 1), t[Role::grid]);
        painter->setOpacity(m_stale ? Theme::staleOpacity : 1.0);
        if (index.column() == SensitivityModel::tornado)
            paintTornado(*painter, cell, index);
        else
            paintText(*painter, cell, index);
        painter->setOpacity(1);
        if ((option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_KeyboardFocusChange)) {
            painter->setPen(QPen(t[Role::selection], 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(QRectF(cell).adjusted(1, 1, -1, -2));
        }
        painter->restore();
    }

private:
    static void paintTornado(QPainter &painter, const QRect &cell, const QModelIndex &index)
    {
        const Theme &t = currentTheme();
        const double longest = static_cast<const SensitivityModel &>(*index.model()).longest();
        const QRectF room = QRectF(cell).adjusted(sidePad, 5, -sidePad, -6);
        const double middle = std::round(room.center().x());
        const double half = room.width() / 2 - 1;
        // What takes longer with more stands on the other side than it usually does.
        const auto bar = [&](double seconds, Role role) {
            if (seconds == 0 || longest <= 0)
                return;
            const double length = std::max(1.0, half * std::abs(seconds) / longest);
            painter.fillRect(seconds < 0 ? QRectF(middle - length, room.top(), length, room.height())
                                         : QRectF(middle + 1, room.top(), length, room.height()),
                             t[role]);
        };
        bar(index.data(SensitivityModel::lostRole).toDouble(), Role::memory);
        bar(-index.data(SensitivityModel::savedRole).toDouble(), Role::forward);
        painter.fillRect(QRectF(middle, cell.top(), 1, cell.height() - 1), t[Role::borderStrong]);
    }
    static void paintText(QPainter &painter, const QRect &cell, const QModelIndex &index)
    {
        const Theme &t = currentTheme();
        const QRect rect = cell.adjusted(sidePad, 0, -sidePad, -1);
        const QString text = index.data(Qt::DisplayRole).toString();
        const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
        const bool strong = index.column() == SensitivityModel::more || index.column() == SensitivityModel::less;
        painter.setFont(heteroscope::font(strong ? TypeRole::badge : TypeRole::body));
        painter.setPen(t[index.column() == SensitivityModel::what || strong ? Role::text : Role::secondary]);
        if (index.column() != SensitivityModel::what && numberWidth(painter, text) <= rect.width())
            drawNumber(painter, rect, alignment, text);
        else
            painter.drawText(rect, alignment, painter.fontMetrics().elidedText(text, Qt::ElideRight, rect.width()));
    }

    bool m_stale = false;
};

/// Drawn things of a subject: links and nodes by name; of a device type the nodes that have it.
NameSet drawnThings(const SensitivitySubject &subject, const Cluster &cluster)
{
    if (subject.kind != SensitivityKind::deviceSpeed && subject.kind != SensitivityKind::deviceMemory)
        return {subject.members.begin(), subject.members.end()};
    NameSet nodes;
    for (const Node &node : cluster.nodes)
        for (const Device &device : node.devices)
            if (device.type == subject.name)
                nodes.insert(node.name);
    return nodes;
}

} // namespace

SensitivityView::SensitivityView(Session *session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_search(session),
      m_strip(new StateStrip),
      m_button(new QPushButton(tr("Stop"))),
      m_apply(new QPushButton(tr("Make the change"))),
      m_export(new QPushButton(tr("Export CSV"))),
      m_model(new SensitivityModel(this)),
      m_table(new QTableView)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setUpTable();
    m_strip->add(m_button);
    m_strip->add(m_apply);
    m_strip->add(m_export);
    m_apply->setToolTip(tr("Changes the cluster to what the selected row has more of, as one undo step (Enter)"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    layout->addWidget(m_table, 1);
    setFocusProxy(m_table);
    connect(&m_search, &SensitivitySearch::changed, this, &SensitivityView::refresh);
    connect(m_button, &QPushButton::clicked, this,
            [this] { m_search.isRunning() ? m_search.cancel() : m_search.goOn(); });
    connect(m_apply, &QPushButton::clicked, this, &SensitivityView::apply);
    connect(m_export, &QPushButton::clicked, this, &SensitivityView::askForFile);
    connect(m_table, &QTableView::doubleClicked, this, &SensitivityView::apply);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SensitivityView::select);
    refresh();
}

SensitivityView::~SensitivityView() { m_table->selectionModel()->disconnect(this); }

void SensitivityView::setUpTable()
{
    m_table->setModel(m_model);
    m_table->setItemDelegate(new TornadoDelegate(m_table));
    setUpPlainTable(*m_table);
    m_table->setMouseTracking(true);
    QHeaderView &header = *m_table->horizontalHeader();
    header.setSectionResizeMode(SensitivityModel::tornado, QHeaderView::Stretch);
    header.setMinimumSectionSize(60);
    constexpr std::array<int, SensitivityModel::columnCountValue> widths = {150, 100, 160, 100, 100, 160, 76, 92};
    for (int column = 0; column < SensitivityModel::columnCountValue; ++column)
        if (column != SensitivityModel::tornado)
            header.resizeSection(column, widths[static_cast<std::size_t>(column)]);
    m_table->setAccessibleName(tr("What of the cluster is worth changing"));
    m_table->installEventFilter(this);
}

void SensitivityView::refresh()
{
    m_refreshing = true;
    const auto &answer = m_search.answer();
    if (answer != m_shown) {
        m_shown = answer;
        // The chosen row stays chosen while the list grows.
        const int row = m_table->currentIndex().row();
        const bool isChosen = row >= 0 && m_table->selectionModel()->isRowSelected(row, {});
        const SensitivitySubject chosen =
            isChosen && row < m_model->rowCount() ? m_model->item(row).subject : SensitivitySubject();
        m_model->setSensitivity(m_shown ? m_shown->found : Sensitivity());
        for (int i = 0; isChosen && i < m_model->rowCount(); ++i)
            if (m_model->item(i).subject == chosen)
                m_table->selectRow(i);
        bool hasPrices = false;
        for (int i = 0; i < m_model->rowCount(); ++i)
            hasPrices = hasPrices || m_model->item(i).subject.pricePerHour;
        m_table->setColumnHidden(SensitivityModel::perDollar, !hasPrices);
    }
    static_cast<TornadoDelegate *>(m_table->itemDelegate())->setStale(m_search.isStale());
    m_table->viewport()->update();
    m_apply->setEnabled(m_model->rowCount() > 0 && !m_search.isStale());
    m_export->setEnabled(m_model->rowCount() > 0);
    refreshStrip();
    m_refreshing = false;
}

void SensitivityView::refreshStrip()
{
    using Tone = StateStrip::Tone;
    const Sensitivity &found = m_model->sensitivity();
    QString button;
    const auto counted = [&found] {
        return tr("%1 of %2 looked at").arg(formatCount(found.items.size()), formatCount(found.subjects));
    };
    if (m_search.problem()) {
        m_strip->say(Tone::caution, tr("No answer"), sentenceOf(*m_search.problem()));
    } else if (m_search.isRunning()) {
        m_strip->say(Tone::neutral, tr("Planning with more and less of everything ..."),
                     m_search.isStale()    ? tr("these figures are from before the edit")
                     : found.items.empty() ? QString()
                                           : counted());
        button = tr("Stop");
    } else if (found.items.empty()) {
        m_strip->say(Tone::neutral, tr("Nothing known yet"),
                     m_session->freshRanking() ? QString() : tr("it begins when the search for plans is over"));
        button = m_session->freshRanking() ? tr("Search") : QString();
    } else if (m_search.isStale()) {
        m_strip->say(Tone::neutral, tr("Waiting for the search"), tr("these figures are from before the edit"));
    } else {
        const SensitivityItem &best = found.items.front();
        const bool helps = found.saved(best) > Seconds(0);
        const QString title =
            helps ? tr("%1: %2").arg(wordsOf(best.subject), formatSignedSeconds(Seconds(-found.saved(best).value)))
                  : tr("No more of anything shortens the step");
        QString text =
            helps ? tr("saves most, by planning again with %1").arg(formatValue(best.subject.kind, best.more.value))
                  : QString();
        if (m_search.isCutShort()) {
            text = text.isEmpty() ? counted() : text + QStringLiteral("; ") + counted();
            button = tr("Look at the rest");
        }
        m_strip->say(m_search.isCutShort() ? Tone::caution : Tone::good, title, text);
    }
    m_button->setVisible(!button.isEmpty());
    if (!button.isEmpty())
        m_button->setText(button);
}

void SensitivityView::select()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (m_refreshing || rows.isEmpty())
        return;
    const Cluster &cluster = m_session->document()->project().cluster;
    NameSet present;
    for (const std::string &name : drawnThings(m_model->item(rows.front().row()).subject, cluster))
        if (cluster.isNameTaken(name))
            present.insert(name);
    m_session->document()->selection()->selectNames(present);
}

void SensitivityView::apply()
{
    const int row = m_table->currentIndex().row();
    if (row < 0 || m_search.isStale())
        return;
    const SensitivityItem &item = m_model->item(row);
    Document &document = *m_session->document();
    document.edit(tr("Change: %1, %2").arg(wordsOf(item.subject), formatValue(item.subject.kind, item.more.value)),
                  withSensitivityValue(document.project(), item.subject, item.more.value));
}

QString SensitivityView::csv() const { return QString::fromStdString(sensitivityCsv(m_model->sensitivity())); }

void SensitivityView::copy() const { QApplication::clipboard()->setText(csv()); }

void SensitivityView::askForFile()
{
    const QString name = QFileDialog::getSaveFileName(
        this, tr("Export what to change"), QStringLiteral("sensitivity.csv"), tr("Comma-separated values (*.csv)"));
    if (!name.isEmpty())
        exportCsv(name);
}

void SensitivityView::exportCsv(const QString &fileName)
{
    if (const Status status = writeFileAtomically(fileName.toStdString(), csv().toStdString()); !status)
        emit exportFailed(QStringLiteral("%1: %2").arg(fileName, sentenceWithHint(status.error())));
}

bool SensitivityView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        event->accept(); // the table's, not the canvas' command
        return true;
    }
    if (event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy)) {
            copy();
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            apply();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void SensitivityView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_search.setWanted(true);
}

void SensitivityView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_search.setWanted(false);
}

} // namespace heteroscope
